public import CairnGeodesy

/// A part of the Earth that an index can be asked about: what is in it, and how much.
///
/// ``BoundingBox``, ``Cap``, ``GeoPolygon``, ``GeoMultiPolygon`` and ``PathCorridor`` are regions,
/// and so is what is made of several: see ``union(_:)``, ``intersection(_:)``, ``subtracting(_:)``
/// and ``complement``. So is any type of your own that can tell which places it has:
///
/// ```swift
/// struct Ring: PlaceRegion {
///   var outer: Cap
///   var inner: Cap
///   var boundingBox: BoundingBox { outer.boundingBox }
///   func contains(_ coordinate: Coordinate) -> Bool {
///     outer.contains(coordinate) && !inner.contains(coordinate)
///   }
/// }
/// index.count(in: Ring(outer: Cap(center: here, radius: 9_000), inner: tooNear))
/// ```
///
/// An index asks a region of your own about each place in its box, and Cairn's own regions only
/// about those near their borders.
public protocol PlaceRegion: Sendable {
  /// Whether a place is in the region: what every query goes by.
  func contains(_ coordinate: Coordinate) -> Bool

  /// A box with all of the region in it; an index finds nothing outside.
  var boundingBox: BoundingBox { get }

  /// How an index searches for the region.
  ///
  /// Leave it as it is: by the box and the question whether a place is inside.
  var _outline: _RegionOutline { get }
}

extension PlaceRegion {
  /// How an index searches for it.
  public var _outline: _RegionOutline {
    _RegionOutline(.other(boundingBox, contains: { contains($0) }))
  }
}

extension BoundingBox: PlaceRegion {
  /// The box itself.
  public var boundingBox: BoundingBox { self }
  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.box(self)) }
}

extension Cap: PlaceRegion {
  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.cap(self)) }
}

extension GeoPolygon: PlaceRegion {
  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.polygons([self])) }
}

extension GeoMultiPolygon: PlaceRegion {
  /// A box with all of the polygons in it.
  public var boundingBox: BoundingBox { polygons.boundingBox }
  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.polygons(polygons)) }
}

extension [GeoPolygon] {
  /// A box with all of the polygons in it.
  fileprivate var boundingBox: BoundingBox { reduce(.empty) { $0.union($1.boundingBox) } }
}

extension PlaceRegion where Self == BoundingBox {
  /// The box of all places.
  public static var world: BoundingBox { BoundingBox.world }
  /// The box of no place.
  public static var empty: BoundingBox { BoundingBox.empty }
}

/// The places within a distance of a path: those along a route.
///
/// ```swift
/// index.nearest(to: here, in: PathCorridor(within: 2_000, of: route)).first { _ in true }
/// ```
///
/// Empty when the distance is negative or NaN, or the path has no vertex or an invalid one; the
/// whole Earth when the distance is half the circumference (20,015,115 m) or more. What
/// makes it quick to search is made once, with the corridor; for several corridors of one path make
/// a ``PathIndex`` first.
public struct PathCorridor: PlaceRegion {
  /// Metres from the path; the edge is included.
  public let distance: Double
  private let index: PathIndex

  /// The route or track.
  public var path: GeoPath { index.path }

  /// Makes the corridor of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///
  /// - Complexity: O(m) for m edges of the path.
  public init(within distance: Double, of path: GeoPath) {
    self.init(within: distance, of: PathIndex(path))
  }

  /// Makes the corridor of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  public init(within distance: Double, of path: PathIndex) {
    self.distance = distance
    index = path
  }

  /// The corridor of the same path that is wider by some metres.
  package func widened(by metres: Double) -> PathCorridor {
    PathCorridor(within: distance + metres, of: index)
  }

  /// Whether a place is near enough.
  ///
  /// - Complexity: O(log m) for m edges of most paths.
  public func contains(_ coordinate: Coordinate) -> Bool {
    holdsEverything
      ? coordinate.isValid : index.distance(to: coordinate) <= distance
  }

  /// Whether no place of the Earth is too far away.
  private var holdsEverything: Bool {
    index.tree != nil && distance >= Sphere.mean.radius * .pi
  }

  /// A box with all of the corridor in it; empty when the corridor is.
  ///
  /// - Complexity: O(m) for m edges of the path.
  public var boundingBox: BoundingBox { index.boundingBox(within: distance) }
  /// How an index searches for it.
  public var _outline: _RegionOutline {
    holdsEverything
      ? BoundingBox.world._outline : _RegionOutline(.corridor(index, distance: distance))
  }
}

extension PathIndex {
  /// A box with all places within a distance of the path.
  fileprivate func boundingBox(within distance: Double) -> BoundingBox {
    // A rim of a millimetre is far more than a distance may be wrong by.
    tree == nil || !(distance >= 0)
      ? .empty
      : distance >= Sphere.mean.radius * .pi
        ? .world : path.boundingBox.expanded(byMetres: distance + 1e-3)
  }
}

/// What an index searches for, as it knows it.
public struct _RegionOutline: Sendable {
  package enum Kind: Sendable {
    case box(BoundingBox)
    case cap(Cap)
    case polygons([GeoPolygon])
    case corridor(PathIndex, distance: Double)
    case other(BoundingBox, contains: @Sendable (Coordinate) -> Bool)
    case degrees(any DegreeRegion)
    case combined(CombinedRegion)
  }

  package let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// A box with all of the region in it.
  var boundingBox: BoundingBox {
    switch kind {
    case .box(let box): box
    case .cap(let cap): cap.boundingBox
    case .polygons(let polygons): polygons.boundingBox
    case .corridor(let path, let distance): path.boundingBox(within: distance)
    case .other(let box, _): box
    case .degrees(let region): region.boundingBox
    case .combined(let region): region.boundingBox
    }
  }
}

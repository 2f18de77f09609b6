public import CairnGeodesy

/// A region of the Earth for queries of an index.
///
/// ``BoundingBox``, ``Cap``, ``GeoPolygon``, ``GeoMultiPolygon`` and ``PathCorridor`` are regions,
/// and so are combinations: see ``union(_:)``, ``intersection(_:)``, ``subtracting(_:)`` and
/// ``complement``. Your own types can conform if they can test whether they contain a place:
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
/// A search tests a custom region for each place in its box, but the regions of Cairn only for
/// places near their borders.
public protocol PlaceRegion: Sendable {
  /// Whether a place is in the region, which decides the result of every query.
  func contains(_ coordinate: Coordinate) -> Bool

  /// A box that contains the region; places outside it are not found.
  var boundingBox: BoundingBox { get }

  /// The representation that an index searches with.
  ///
  /// Do not implement it: the default uses ``boundingBox`` and ``contains(_:)``.
  var _outline: _RegionOutline { get }
}

extension PlaceRegion {
  /// The representation that an index searches with.
  public var _outline: _RegionOutline {
    _RegionOutline(.other(boundingBox, contains: { contains($0) }))
  }
}

extension BoundingBox: PlaceRegion {
  /// The box itself.
  public var boundingBox: BoundingBox { self }
  /// The representation that an index searches with.
  public var _outline: _RegionOutline { _RegionOutline(.box(self)) }
}

extension Cap: PlaceRegion {
  /// The representation that an index searches with.
  public var _outline: _RegionOutline { _RegionOutline(.cap(self)) }
}

extension GeoPolygon: PlaceRegion {
  /// The representation that an index searches with.
  public var _outline: _RegionOutline { _RegionOutline(.polygons([self])) }
}

extension GeoMultiPolygon: PlaceRegion {
  /// A box that contains all polygons.
  public var boundingBox: BoundingBox { polygons.boundingBox }
  /// The representation that an index searches with.
  public var _outline: _RegionOutline { _RegionOutline(.polygons(polygons)) }
}

extension [GeoPolygon] {
  /// A box that contains all polygons.
  fileprivate var boundingBox: BoundingBox { reduce(.empty) { $0.union($1.boundingBox) } }
}

extension PlaceRegion where Self == BoundingBox {
  /// The box of all places.
  public static var world: BoundingBox { BoundingBox.world }
  /// The empty box.
  public static var empty: BoundingBox { BoundingBox.empty }
}

/// The places within a distance of a path, such as a route.
///
/// ```swift
/// index.nearest(to: here, in: PathCorridor(within: 2_000, of: route)).first { _ in true }
/// ```
///
/// It is empty if the distance is negative or NaN, or if the path has no vertex or an invalid one;
/// it is the whole Earth if the distance is half the circumference (20,015,115 m) or more. Its
/// search structure is built when it is created; for several corridors of one path, create a
/// ``PathIndex`` first.
public struct PathCorridor: PlaceRegion {
  /// The maximum distance from the path in meters, inclusive.
  public let distance: Double
  private let index: PathIndex

  /// The route or track.
  public var path: GeoPath { index.path }

  /// Creates the corridor of a path.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///
  /// - Complexity: O(m) for m edges of the path.
  public init(within distance: Double, of path: GeoPath) {
    self.init(within: distance, of: PathIndex(path))
  }

  /// Creates the corridor of a path.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  public init(within distance: Double, of path: PathIndex) {
    self.distance = distance
    index = path
  }

  /// Returns the corridor of the same path, wider by a distance in meters.
  package func widened(by meters: Double) -> PathCorridor {
    PathCorridor(within: distance + meters, of: index)
  }

  /// Whether a place is within the distance.
  ///
  /// - Complexity: O(log m) for m edges of most paths.
  public func contains(_ coordinate: Coordinate) -> Bool {
    isWholeEarth
      ? coordinate.isValid : index.distance(to: coordinate) <= distance
  }

  /// Whether the corridor is the whole Earth.
  private var isWholeEarth: Bool {
    index.tree != nil && distance >= Sphere.mean.radius * .pi
  }

  /// A box that contains the corridor; empty if the corridor is empty.
  ///
  /// - Complexity: O(m) for m edges of the path.
  public var boundingBox: BoundingBox { index.boundingBox(within: distance) }
  /// The representation that an index searches with.
  public var _outline: _RegionOutline {
    isWholeEarth
      ? BoundingBox.world._outline : _RegionOutline(.corridor(index, distance: distance))
  }
}

extension PathIndex {
  /// A box that contains all places within a distance of the path.
  fileprivate func boundingBox(within distance: Double) -> BoundingBox {
    // A margin of a millimeter far exceeds the error of a distance.
    tree == nil || !(distance >= 0)
      ? .empty
      : distance >= Sphere.mean.radius * .pi
        ? .world : path.boundingBox.expanded(byMeters: distance + 1e-3)
  }
}

/// The representation of a region that an index searches with.
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

  /// A box that contains the region.
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

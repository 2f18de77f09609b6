public import CairnGeodesy
public import CairnIndex

/// A shape on the Earth of any kind: a place, a box, a circle, a line, a polygon or several.
///
/// What the kinds have in common is asked here with the same words: what is inside, how far away it
/// is and how far its border, whether two meet.
///
/// ```swift
/// let park = GeoShape(polygon)
/// park.contains(here)
/// park.distance(to: here)              // metres, 0 inside
/// park.distance(toBorderFrom: here)    // metres, inside and outside
/// park.intersects(GeoShape(route))
/// ```
///
/// ## What is meant
/// Distances are metres on the mean sphere. Edges of lines and polygons are the great-circle arcs
/// of ``GeoPath`` and ``GeoPolygon``; the sides of a box are meridians and parallels, which are
/// none. A polygon larger than a hemisphere, poles and the antimeridian need no care. What is on a
/// border is inside as ``GeoPolygon/contains(_:)`` says, and its distance is 0 or some nanometres.
///
/// Two shapes **touch** where they come within a micrometre of one another: their distance is 0
/// then. Nearer than that degrees do not tell, and two rings with a common corner always touch.
///
/// ## Degenerate shapes
/// A shape without a point is **empty**: a path without vertices, an empty box or cap, a polygon
/// whose ring encloses nothing, and what has an invalid coordinate. It contains nothing, touches
/// nothing, and distances from it are NaN. Holes that enclose nothing are none. Holes should lie
/// inside their ring; beyond it their border counts as one.
///
/// ## Costs
/// A question about a distance prepares the shape, O(*n*) in its corners, each time. To ask one
/// shape often, or many, make a ``RegionIndex``. For one kind alone its own methods say the same.
public enum GeoShape: Hashable, Sendable {
  /// One place.
  case point(Coordinate)
  /// A box of latitudes and longitudes.
  case box(BoundingBox)
  /// A circle with everything inside it.
  case cap(Cap)
  /// A line; it has no inside.
  case path(GeoPath)
  /// A polygon with its holes.
  case polygon(GeoPolygon)
  /// Several polygons, which should not overlap.
  case multiPolygon(GeoMultiPolygon)
}

/// What has a shape: the kinds of ``GeoShape``, or a type of your own.
///
/// ```swift
/// struct Zone: GeoShaped {
///   var name: String
///   var outline: GeoPolygon
///   var shape: GeoShape { GeoShape(outline) }
/// }
/// ```
public protocol GeoShaped {
  /// The shape.
  var shape: GeoShape { get }
}

extension GeoShape: GeoShaped {
  /// The shape itself.
  public var shape: GeoShape { self }

  /// The shape of what has one.
  public init(_ shaped: some GeoShaped) {
    self = shaped.shape
  }
}

extension Coordinate: GeoShaped {
  /// The place as a shape.
  public var shape: GeoShape { .point(self) }
}

extension BoundingBox: GeoShaped {
  /// The box as a shape.
  public var shape: GeoShape { .box(self) }
}

extension Cap: GeoShaped {
  /// The circle as a shape.
  public var shape: GeoShape { .cap(self) }
}

extension GeoPath: GeoShaped {
  /// The line as a shape.
  public var shape: GeoShape { .path(self) }
}

extension GeoPolygon: GeoShaped {
  /// The polygon as a shape.
  public var shape: GeoShape { .polygon(self) }
}

extension GeoMultiPolygon: GeoShaped {
  /// The polygons as a shape.
  public var shape: GeoShape { .multiPolygon(self) }
}

// An index of places can be asked about any shape.
extension GeoShape: PlaceRegion {
  /// Whether a place is inside.
  ///
  /// That is what the kind itself says: `contains(_:)` of ``BoundingBox`` and ``Cap``,
  /// ``GeoPolygon/contains(_:)``. A line contains what is at distance 0, in practice its vertices,
  /// and a point itself.
  ///
  /// - Complexity: O(1) on average for a polygon, O(*n*) for a line and for several polygons.
  public func contains(_ coordinate: Coordinate) -> Bool {
    switch self {
    case .point(let place): Cap(center: place, radius: 0).contains(coordinate)
    case .box(let box): box.contains(coordinate)
    case .cap(let cap): cap.contains(coordinate)
    case .path(let path): path.distance(to: coordinate) <= 0
    case .polygon(let polygon): polygon.contains(coordinate)
    case .multiPolygon(let region): region.contains(coordinate)
    }
  }

  /// The smallest box that holds the shape; empty for an empty shape.
  public var boundingBox: BoundingBox {
    switch self {
    case .point(let place): BoundingBox.empty.union(place)
    case .box(let box): box
    case .cap(let cap): cap.boundingBox
    case .path(let path): path.boundingBox
    case .polygon(let polygon): polygon.boundingBox
    case .multiPolygon(let region): BoundingBox(holding: region.polygons.lazy.map(\.boundingBox))
    }
  }

  /// How an index searches for it.
  public var _outline: _RegionOutline {
    switch self {
    case .point(let place): Cap(center: place, radius: 0)._outline
    case .box(let box): box._outline
    case .cap(let cap): cap._outline
    case .path(let path): PathCorridor(within: 0, of: path)._outline
    case .polygon(let polygon): polygon._outline
    case .multiPolygon(let region): region._outline
    }
  }
}

public import CairnGeodesy
public import CairnIndex

/// A shape on the Earth: a place, a box, a circle, a line, a polygon or several polygons.
///
/// All kinds support the same queries: containment, distance to the shape and to its border, and
/// intersection.
///
/// ```swift
/// let park = GeoShape(polygon)
/// park.contains(here)
/// park.distance(to: here)              // meters, 0 inside
/// park.distance(toBorderFrom: here)    // meters, inside and outside
/// park.intersects(GeoShape(route))
/// ```
///
/// ## Definitions
/// Distances are meters on the mean sphere. Edges of lines and polygons are the great-circle arcs
/// of ``GeoPath`` and ``GeoPolygon``; the sides of a box are meridians and parallels, and parallels
/// are not great circles. A polygon larger than a hemisphere, poles and the antimeridian need no
/// special handling. ``GeoPolygon/contains(_:)`` decides whether a place on a border is inside; its
/// distance is 0 or a few nanometers.
///
/// Two shapes **touch** if they come within a micrometer of each other, the resolution of degrees;
/// their distance is then 0. Two rings with a common corner always touch.
///
/// ## Degenerate shapes
/// A shape without a point is **empty**: a path without vertices, an empty box or cap, a polygon
/// whose ring encloses nothing, or any shape with an invalid coordinate. It contains nothing,
/// touches nothing, and distances from it are NaN. Holes that enclose nothing are ignored. Holes
/// should be inside their ring; outside it, their border still counts as a border.
///
/// ## Costs
/// Each distance query prepares the shape, O(*n*) for *n* corners. For repeated queries of one or
/// many shapes create a ``ShapeIndex``. The methods of the individual types return the same
/// results.
public enum GeoShape: Hashable, Sendable {
  /// A place.
  case point(Coordinate)
  /// A box of latitudes and longitudes.
  case box(BoundingBox)
  /// A circle with its interior.
  case cap(Cap)
  /// A line; it has no interior.
  case path(GeoPath)
  /// A polygon with its holes.
  case polygon(GeoPolygon)
  /// Several polygons, which should not overlap.
  case multiPolygon(GeoMultiPolygon)
}

/// A type that has a shape: the kinds of ``GeoShape``, or a type of your own.
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

  /// Creates the shape of a `GeoShaped` value.
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

// Indexes of places can search any shape.
extension GeoShape: PlaceRegion {
  /// Whether a place is inside the shape.
  ///
  /// It is the result of `contains(_:)` of ``BoundingBox`` or ``Cap``, or
  /// ``GeoPolygon/contains(_:)``. A line contains places at distance 0, in practice its vertices,
  /// and a point contains itself.
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

  /// The smallest box that contains the shape; empty for an empty shape.
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

  /// The representation that an index searches with.
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

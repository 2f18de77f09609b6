/// A region of several polygons, such as a country with its islands.
///
/// ```swift
/// let islands = GeoMultiPolygon([north, south])
/// islands.contains(Coordinate(latitude: -36.85, longitude: 174.76))
/// ```
///
/// Polygons are tested one after the other, each by its box first. For thousands of polygons, such
/// as all countries of the world, use a `TerritoryAtlas` of the module `CairnCountries`. A region
/// without polygons is empty: it contains nothing and has no area and no centroid.
public struct GeoMultiPolygon: Hashable, Sendable {
  /// The polygons; they should not overlap.
  public let polygons: [GeoPolygon]

  /// Creates a region from polygons.
  ///
  /// - Parameter polygons: any number; an empty array creates an empty region.
  @inlinable
  public init(_ polygons: [GeoPolygon]) {
    self.polygons = polygons
  }

  /// Whether a coordinate is in one of the polygons; see ``GeoPolygon/contains(_:)``.
  public func contains(_ coordinate: Coordinate) -> Bool {
    polygons.contains { $0.contains(coordinate) }
  }

  /// The sum of the polygons' areas in square meters; see ``GeoPolygon/area(on:)``.
  ///
  /// An overlap counts once for each polygon that covers it.
  public func area(on surface: Surface = .sphere) -> Double {
    polygons.reduce(0) { $0 + $1.area(on: surface) }
  }

  /// The length of all rings of all polygons in meters.
  public func perimeter(on surface: Surface = .sphere) -> Double {
    polygons.reduce(0) { $0 + $1.perimeter(on: surface) }
  }

  /// The centroid of the area on the sphere, or nil if none exists; see ``GeoPolygon/centroid``.
  ///
  /// An overlap counts once for each polygon that covers it.
  public var centroid: Coordinate? {
    var sum = UnitVector(x: 0, y: 0, z: 0)
    var total = 0.0
    var doubt = 0.0
    for polygon in polygons {
      let moment = polygon.moment
      sum = sum + moment.vector
      total += moment.area
      doubt += moment.doubt
    }
    let length = sum.length
    guard total > doubt, length > 1e-12 * total else { return nil }
    return sum.coordinate
  }

  /// The smallest box that contains the boxes of all polygons.
  ///
  /// - Complexity: O(*n* log *n*) in the number of polygons.
  public var boundingBox: BoundingBox {
    BoundingBox(holding: polygons.lazy.map { $0.boundingBox })
  }

  /// The region with its polygons simplified; see ``GeoPolygon/simplified(tolerance:)``.
  ///
  /// - Parameter tolerance: meters; if it is not positive, the region is unchanged.
  /// - Returns: a region with the same number of polygons.
  public func simplified(tolerance: Double) -> GeoMultiPolygon {
    GeoMultiPolygon(polygons.map { $0.simplified(tolerance: tolerance) })
  }
}

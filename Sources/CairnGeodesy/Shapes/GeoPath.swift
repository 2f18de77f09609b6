/// A line over the Earth through coordinates: a route, a track, a border.
///
/// Each edge is the shortest line between its ends: a great-circle arc on a sphere, a geodesic on
/// an ellipsoid. Edges may cross the antimeridian and the poles. An edge between two antipodes
/// has no single shortest line; the surface's own rule picks one.
///
/// ```swift
/// let route = GeoPath([paris, munich, vienna])
/// route.length()                            // metres on the mean sphere
/// route.coordinate(atDistance: 500_000)     // half a thousand kilometres from Paris
/// route.nearestPoint(to: stuttgart)?.distanceAlong
/// ```
///
/// Distances along a path are metres from its first vertex. The methods walk the path from its
/// start each time; none keeps anything between calls.
public struct GeoPath: Hashable, Sendable {
  /// The vertices in order.
  public var coordinates: [Coordinate]

  /// Makes a path from its vertices.
  ///
  /// - Parameter coordinates: the vertices in order; there may be none, or only one.
  @inlinable
  public init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
  }

  /// The length of all edges in metres; 0 with fewer than two vertices.
  ///
  /// NaN when a vertex is not ``Coordinate/isValid``.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Complexity: O(*n*).
  public func length(on surface: Surface = .sphere) -> Double {
    var total = CompensatedSum()
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      total.add(start.distance(to: end, on: surface))
    }
    return total.value
  }

  /// The path in the other direction.
  ///
  /// - Complexity: O(*n*).
  public func reversed() -> GeoPath {
    GeoPath(coordinates.reversed())
  }

  /// The smallest box that holds all edges on the sphere, their bulge towards the poles included.
  ///
  /// Empty for a path without vertices, or with one that is not ``Coordinate/isValid``. Latitudes
  /// are rounded outwards by some units in the last place.
  ///
  /// - Complexity: O(*n*) for most paths, O(*n* log *n*) at worst.
  public var boundingBox: BoundingBox { BoundingBox(pathThrough: coordinates) }
}

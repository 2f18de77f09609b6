public import CairnGeodesy

/// A path prepared for repeated queries: a tree of its edges, and the distance along the path of
/// each vertex.
///
/// It returns exactly the results of its ``GeoPath`` on the mean sphere, which visits all edges
/// each time. For a track of a thousand edges it pays off from the second query on.
///
/// ```swift
/// let route = PathIndex(GeoPath(points))
/// for position in positions {
///   guard let point = route.nearestPoint(to: position) else { continue }
///   print(route.length - point.distanceAlong, "meters to go,", point.distance, "off the route")
/// }
/// ```
///
/// To find the places along a path, query an index of places, see ``SearchablePlaces``. For
/// distances on the ellipsoid use ``GeoPath``.
public struct PathIndex: Sendable {
  /// The path.
  public let path: GeoPath
  /// The tree of edges; nil for a path without vertices or with an invalid one.
  let tree: PathTree?
  /// The length of the path up to each vertex; empty without a tree.
  private let walked: [CompensatedSum]

  /// Prepares a path.
  ///
  /// - Parameter path: a route or track; without vertices or with an invalid one, nothing is at any
  ///   distance from it.
  /// - Complexity: O(m) for m edges.
  public init(_ path: GeoPath) {
    self.path = path
    tree = PathTree(path)
    var sums: [CompensatedSum] = []
    if tree != nil {
      var sum = CompensatedSum()
      sums.reserveCapacity(path.coordinates.count)
      sums.append(sum)
      for (start, end) in zip(path.coordinates, path.coordinates.dropFirst()) {
        sum.add(start.distance(to: end))
        sums.append(sum)
      }
    }
    walked = sums
  }

  /// The length of all edges in meters: ``GeoPath/length(on:)``.
  ///
  /// - Complexity: O(1).
  public var length: Double { walked.last?.value ?? path.length() }

  /// Returns the distance in meters from a place to the nearest point of the path:
  /// ``GeoPath/distance(to:on:)``.
  ///
  /// - Returns: meters; NaN for a path without vertices, or if the place or a vertex is invalid.
  /// - Complexity: O(log m) for m edges of most paths, even with long parallel edges.
  public func distance(to place: Coordinate) -> Double {
    tree?.nearestEdge(to: place).distance ?? .nan
  }

  /// Returns the point of the path nearest to a place: ``GeoPath/nearestPoint(to:on:)``.
  ///
  /// - Returns: the point with its distance, its distance along the path and the side of the place;
  ///   nil for a path without vertices, or if the place or a vertex is invalid.
  /// - Complexity: O(log m) for m edges of most paths, even with long parallel edges.
  public func nearestPoint(to place: Coordinate) -> GeoPathPoint? {
    guard let tree, place.isValid else { return nil }
    let (edge, distance) = tree.nearestEdge(to: place)
    return path.point(
      nearestTo: place, onEdge: edge, at: distance, after: walked[edge], on: .sphere)
  }

  /// Returns the point at a distance along the path: ``GeoPath/coordinate(atDistance:on:)``.
  ///
  /// - Parameter distance: the distance from the first vertex in meters.
  /// - Returns: the first vertex for a distance below 0, the last one for a distance beyond the
  ///   length; nil for a path without vertices or a distance that is NaN.
  /// - Complexity: O(log m) for m edges.
  public func coordinate(atDistance distance: Double) -> Coordinate? {
    guard tree != nil, !distance.isNaN else { return path.coordinate(atDistance: distance) }
    // Find the first vertex at or beyond the distance.
    var (low, high) = (0, walked.count)
    while low < high {
      let middle = (low + high) / 2
      if walked[middle].value < distance { low = middle + 1 } else { high = middle }
    }
    guard low < walked.count else { return path.coordinates.last }
    guard low > 0, walked[low].value > distance else { return path.coordinates[low] }
    let (start, end) = (path.coordinates[low - 1], path.coordinates[low])
    return start.interpolated(
      to: end, fraction: (distance - walked[low - 1].value) / start.distance(to: end))
  }
}

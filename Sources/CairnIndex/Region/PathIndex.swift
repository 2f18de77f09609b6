public import CairnGeodesy

/// A path that is asked often: its edges in a tree, and how far along each vertex lies.
///
/// It gives exactly the answers of its ``GeoPath`` on the mean sphere, for which that walks all
/// edges each time. A track of a thousand edges is worth it from the second question on.
///
/// ```swift
/// let route = PathIndex(GeoPath(points))
/// for position in positions {
///   guard let point = route.nearestPoint(to: position) else { continue }
///   print(route.length - point.distanceAlong, "metres to go,", point.distance, "off the route")
/// }
/// ```
///
/// To find the places along a path ask an index of places, with ``SearchablePlaces``. Distances on
/// the ellipsoid are those of ``GeoPath``.
public struct PathIndex: Sendable {
  /// The path.
  public let path: GeoPath
  /// Nil for a path without vertices or with an invalid one.
  let tree: PathTree?
  /// How long the path is up to each vertex; empty where there is no tree.
  private let walked: [CompensatedSum]

  /// Prepares a path.
  ///
  /// - Parameter path: a route or track; one without vertices or with an invalid one is at no
  ///   distance from anything.
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

  /// The length of all edges in metres: ``GeoPath/length(on:)``.
  ///
  /// - Complexity: O(1).
  public var length: Double { walked.last?.value ?? path.length() }

  /// The distance in metres from a place to the nearest point of the path:
  /// ``GeoPath/distance(to:on:)``.
  ///
  /// - Returns: metres; NaN for a path without vertices, and when the place or a vertex is not
  ///   valid.
  /// - Complexity: O(log m) for m edges of most paths, also if long edges lie side by side.
  public func distance(to place: Coordinate) -> Double {
    tree?.nearestEdge(to: place).distance ?? .nan
  }

  /// The point of the path that is nearest to a place: ``GeoPath/nearestPoint(to:on:)``.
  ///
  /// - Returns: the point with its distance, how far along it lies and on which side the place is;
  ///   nil for a path without vertices, and when the place or a vertex is not valid.
  /// - Complexity: O(log m) for m edges of most paths, also if long edges lie side by side.
  public func nearestPoint(to place: Coordinate) -> GeoPathPoint? {
    guard let tree, place.isValid else { return nil }
    let (edge, distance) = tree.nearestEdge(to: place)
    return path.point(
      nearestTo: place, onEdge: edge, at: distance, after: walked[edge], on: .sphere)
  }

  /// The point at a distance along the path: ``GeoPath/coordinate(atDistance:on:)``.
  ///
  /// - Parameter distance: metres from the first vertex.
  /// - Returns: the first vertex for a distance below 0, the last for one beyond the length; nil
  ///   for a path without vertices and a distance that is NaN.
  /// - Complexity: O(log m) for m edges.
  public func coordinate(atDistance distance: Double) -> Coordinate? {
    guard tree != nil, !distance.isNaN else { return path.coordinate(atDistance: distance) }
    // The first vertex that lies at least so far along.
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

/// A point of a path: where it is, how far away, and how far along.
public struct GeoPathPoint: Hashable, Sendable {
  /// The point itself.
  public let coordinate: Coordinate
  /// The distance in metres from the place that was asked about.
  public let distance: Double
  /// The offset of the edge it lies on: between the vertices `edge` and `edge + 1`.
  ///
  /// 0 for a path of one vertex.
  public let edge: Int
  /// Metres along the path from its first vertex.
  public let distanceAlong: Double
}

extension GeoPath {
  /// The point of the path that is nearest to a place.
  ///
  /// Of equally near points the first along the path is taken. Nil for a path without vertices,
  /// and when the place or a vertex is not ``Coordinate/isValid``.
  ///
  /// ```swift
  /// let start = Coordinate(latitude: 0, longitude: 0)
  /// let track = GeoPath([start, Coordinate(latitude: 0, longitude: 2)])
  /// let point = track.nearestPoint(to: Coordinate(latitude: 1, longitude: 1))
  /// point?.coordinate      // 0.0, 1.0
  /// point?.distanceAlong   // 111195.08
  /// ```
  ///
  /// - Parameters:
  ///   - place: the place to be near to.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: the point with its distance and its position along the path.
  /// - Complexity: O(*n*). On a sphere most edges are ruled out by two distances.
  public func nearestPoint(
    to place: Coordinate, on surface: Surface = .sphere
  ) -> GeoPathPoint? {
    guard let (edge, distance) = nearestEdge(to: place, on: surface) else { return nil }
    let start = coordinates[edge]
    guard edge + 1 < coordinates.count else {
      return GeoPathPoint(coordinate: start, distance: distance, edge: 0, distanceAlong: 0)
    }
    let end = coordinates[edge + 1]
    let point = place.nearestPoint(onSegmentFrom: start, to: end, on: surface)
    var along = CompensatedSum()
    for index in 0..<edge {
      along.add(coordinates[index].distance(to: coordinates[index + 1], on: surface))
    }
    along.add(start.distance(to: point, on: surface))
    return GeoPathPoint(
      coordinate: point, distance: distance, edge: edge, distanceAlong: along.value)
  }

  /// The distance in metres from a place to the nearest point of the path.
  ///
  /// NaN for a path without vertices, and when the place or a vertex is not
  /// ``Coordinate/isValid``.
  ///
  /// - Complexity: O(*n*).
  public func distance(to place: Coordinate, on surface: Surface = .sphere) -> Double {
    nearestEdge(to: place, on: surface)?.distance ?? .nan
  }

  /// The first of the nearest edges, and its distance.
  private func nearestEdge(
    to place: Coordinate, on surface: Surface
  ) -> (edge: Int, distance: Double)? {
    guard place.isValid, var start = coordinates.first, coordinates.allSatisfy({ $0.isValid })
    else {
      return nil
    }
    var toStart = start.distance(to: place, on: surface)
    if coordinates.count == 1 { return (0, toStart) }
    var best = (edge: 0, distance: Double.infinity)
    for (index, end) in coordinates.dropFirst().enumerated() {
      let toEnd = end.distance(to: place, on: surface)
      // No point of an edge is nearer than its ends less its length; a micrometre covers rounding.
      let length = start.distance(to: end, on: surface)
      let bound = max(toStart, toEnd) - length
      if bound <= best.distance + 1e-6 {
        let distance = place.distance(toSegmentFrom: start, to: end, on: surface)
        if distance < best.distance { best = (index, distance) }
      }
      start = end
      toStart = toEnd
    }
    return best
  }
}

/// A point of a path, with its distance from a query place and its position along the path.
public struct GeoPathPoint: Hashable, Sendable {
  /// The point itself.
  public let coordinate: Coordinate
  /// The distance in meters from the query place.
  public let distance: Double
  /// The offset of the edge that contains the point: between the vertices `edge` and `edge + 1`.
  ///
  /// 0 for a path of one vertex.
  public let edge: Int
  /// Meters along the path from its first vertex.
  public let distanceAlong: Double
  /// The side of the path on which the query place is.
  public let side: PathSide

  /// Creates a point of a path.
  ///
  /// - Parameters:
  ///   - coordinate: the point itself.
  ///   - distance: the distance in meters from the query place.
  ///   - edge: the offset of the edge that contains the point.
  ///   - distanceAlong: meters along the path from its first vertex.
  ///   - side: the side of the path on which the query place is.
  public init(
    coordinate: Coordinate, distance: Double, edge: Int, distanceAlong: Double, side: PathSide
  ) {
    self.coordinate = coordinate
    self.distance = distance
    self.edge = edge
    self.distanceAlong = distanceAlong
    self.side = side
  }
}

/// The side of a path on which a place is, relative to the direction of the path.
///
/// A place whose nearest point is a corner is on the outer side of the corner. Before the start and
/// beyond the end, the first and the last edge are extended as great circles or geodesics.
public enum PathSide: String, Hashable, Sendable, CaseIterable {
  /// To the left of the direction of the path.
  case left
  /// On the path to within a micrometer, or straight before its start or beyond its end. A path of
  /// a single point has no sides, so this is its only value.
  case on
  /// To the right of it.
  case right
}

extension GeoPath {
  /// The point of the path that is nearest to a place.
  ///
  /// Among equally near points, returns the first along the path. Nil if the path has no vertices,
  /// or if the place or a vertex is not ``Coordinate/isValid``.
  ///
  /// ```swift
  /// let start = Coordinate(latitude: 0, longitude: 0)
  /// let track = GeoPath([start, Coordinate(latitude: 0, longitude: 2)])
  /// let point = track.nearestPoint(to: Coordinate(latitude: 1, longitude: 1))
  /// point?.coordinate      // 0.0, 1.0
  /// point?.distanceAlong   // 111195.08
  /// point?.side            // left: north of an eastward path
  /// ```
  ///
  /// - Parameters:
  ///   - place: the query place.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: the point with its distance and its position along the path.
  /// - Complexity: O(*n*). On a sphere most edges are ruled out by two distances.
  public func nearestPoint(
    to place: Coordinate, on surface: Surface = .sphere
  ) -> GeoPathPoint? {
    guard let (edge, distance) = nearestEdge(to: place, on: surface) else { return nil }
    var along = CompensatedSum()
    for index in 0..<edge {
      along.add(coordinates[index].distance(to: coordinates[index + 1], on: surface))
    }
    return point(nearestTo: place, onEdge: edge, at: distance, after: along, on: surface)
  }

  /// The point of an edge that is nearest to a place.
  ///
  /// - Parameters:
  ///   - place: a valid place.
  ///   - edge: the first of the nearest edges of a valid path; 0 for a path with a single vertex.
  ///   - distance: the distance of that edge from the place.
  ///   - walked: the length of the path before the edge.
  ///   - surface: the figure of the Earth.
  /// - Returns: the point with its distance, its position along the path and the place's side.
  package func point(
    nearestTo place: Coordinate, onEdge edge: Int, at distance: Double,
    after walked: CompensatedSum, on surface: Surface
  ) -> GeoPathPoint {
    let start = coordinates[edge]
    guard edge + 1 < coordinates.count else {
      return GeoPathPoint(
        coordinate: start, distance: distance, edge: 0, distanceAlong: 0, side: .on)
    }
    let point = place.nearestPoint(onSegmentFrom: start, to: coordinates[edge + 1], on: surface)
    var along = walked
    along.add(start.distance(to: point, on: surface))
    let side = PathSide(
      ofDistance: distance <= 1e-6 ? 0 : offset(of: place, from: point, onEdge: edge, on: surface))
    return GeoPathPoint(
      coordinate: point, distance: distance, edge: edge, distanceAlong: along.value, side: side)
  }

  /// A number that is positive for a place to the right of the path, negative to its left.
  private func offset(
    of place: Coordinate, from point: Coordinate, onEdge edge: Int, on surface: Surface
  ) -> Double {
    func isElsewhere(_ vertex: Coordinate) -> Bool { vertex.distance(to: point) > 0 }
    // The nearest vertices before and after the point that differ from it.
    let isStart = !isElsewhere(coordinates[edge])
    let isEnd = !isElsewhere(coordinates[edge + 1])
    let before = coordinates[...edge].last(where: isElsewhere)
    let after = coordinates[(edge + 1)...].first(where: isElsewhere)
    switch (before, after) {
    case (let before?, let after?) where isStart || isEnd:
      // A place whose nearest point is a corner is on the outer side of it.
      let turn = after.crossTrackDistance(fromLineThrough: before, and: point, on: surface)
      return abs(turn) > 1e-6
        ? -turn : place.crossTrackDistance(fromLineThrough: before, and: point, on: surface)
    case (let before?, let after?):
      return place.crossTrackDistance(fromLineThrough: before, and: after, on: surface)
    case (let before?, nil):
      return place.crossTrackDistance(fromLineThrough: before, and: point, on: surface)
    case (nil, let after?):
      return place.crossTrackDistance(fromLineThrough: point, and: after, on: surface)
    case (nil, nil): return 0
    }
  }

  /// The distance in meters from a place to the nearest point of the path.
  ///
  /// NaN if the path has no vertices, or if the place or a vertex is not ``Coordinate/isValid``.
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
      // No point of an edge is nearer than its farther end minus its length; a micrometer covers
      // rounding.
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

extension PathSide {
  /// Creates the side for a distance that is positive to the right; a micrometer covers rounding.
  fileprivate init(ofDistance offset: Double) {
    self = offset > 1e-6 ? .right : offset < -1e-6 ? .left : .on
  }
}

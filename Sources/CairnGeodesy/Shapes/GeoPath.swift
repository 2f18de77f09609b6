/// A line over the Earth through coordinates: a route, a track, a border.
///
/// Each edge is the shortest line between its ends: a great-circle arc on a sphere, a geodesic on
/// an ellipsoid. Edges may cross the antimeridian and the poles. For an edge between two antipodes,
/// which has no unique shortest line, a rule of the surface chooses one.
///
/// ```swift
/// let route = GeoPath([paris, munich, vienna])
/// route.length()                            // meters on the mean sphere
/// route.coordinate(atDistance: 500_000)     // 500 km from Paris
/// route.nearestPoint(to: stuttgart)?.distanceAlong
/// ```
///
/// Distances along a path are meters from its first vertex. The methods walk the path from its
/// start on each call, in O(*n*), and cache nothing. For the places near a path use an index of the
/// module `CairnIndex`, and for many positions along one edge a ``GeodesicLine``. Lines of constant
/// bearing are not paths; for rhumb lines see ``Coordinate``.
///
/// A path without vertices has a length of 0 and no points; one with a single vertex is that point.
/// If a vertex is invalid, lengths are NaN and there is no nearest point.
public struct GeoPath: Hashable, Sendable {
  /// The vertices in order.
  public var coordinates: [Coordinate]

  /// Creates a path from its vertices.
  ///
  /// - Parameter coordinates: the vertices in order; there may be none, or only one.
  @inlinable
  public init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
  }

  /// The length of all edges in meters; 0 with fewer than two vertices.
  ///
  /// NaN if a vertex is not ``Coordinate/isValid``.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: meters, never negative.
  /// - Complexity: O(*n*).
  public func length(on surface: Surface = .sphere) -> Double {
    var total = CompensatedSum()
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      total.add(start.distance(to: end, on: surface))
    }
    return total.value
  }

  /// The path in reverse direction.
  ///
  /// - Complexity: O(*n*).
  public func reversed() -> GeoPath {
    GeoPath(coordinates.reversed())
  }

  /// The smallest box that contains all edges on the sphere, including their bulge toward the
  /// poles.
  ///
  /// Empty for a path without vertices, or with one that is not ``Coordinate/isValid``. Latitudes
  /// are rounded outward by a few units in the last place.
  ///
  /// - Complexity: O(*n*) for most paths, O(*n* log *n*) in the worst case.
  public var boundingBox: BoundingBox { BoundingBox(pathThrough: coordinates) }
}

extension GeoPath {
  /// The point at a distance along the path.
  ///
  /// A distance below 0 returns the first vertex, one beyond the length the last. Nil for a path
  /// without vertices and for a distance that is NaN.
  ///
  /// - Parameters:
  ///   - distance: meters from the first vertex.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: a vertex exactly as stored, or a point between two of them.
  /// - Complexity: O(*n*).
  public func coordinate(
    atDistance distance: Double, on surface: Surface = .sphere
  ) -> Coordinate? {
    guard let last = coordinates.last, !distance.isNaN else { return nil }
    var walked = CompensatedSum()
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      let before = walked.value
      if distance <= before { return start }
      let length = start.distance(to: end, on: surface)
      walked.add(length)
      if distance < walked.value {
        return start.interpolated(to: end, fraction: (distance - before) / length, on: surface)
      }
    }
    return last
  }

  /// The part of the path between two distances along it.
  ///
  /// Its ends are points of the path, with the vertices between them. If `start` is greater than
  /// `end`, the part runs backward. Distances are clamped to the length of the path. The result is
  /// empty if the path has no vertex or a distance is NaN, and has a single vertex if both ends are
  /// the same point.
  ///
  /// - Parameters:
  ///   - start: meters from the first vertex to the start of the part.
  ///   - end: meters from the first vertex to its end.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: a new path, whose distances count from its own start.
  /// - Complexity: O(*n*).
  public func sliced(
    from start: Double, to end: Double, on surface: Surface = .sphere
  ) -> GeoPath {
    if start > end { return sliced(from: end, to: start, on: surface).reversed() }
    guard let first = coordinate(atDistance: start, on: surface),
      let last = coordinate(atDistance: end, on: surface)
    else { return GeoPath([]) }
    var piece = [first]
    var walked = CompensatedSum()
    for (a, b) in zip(coordinates, coordinates.dropFirst()) {
      walked.add(a.distance(to: b, on: surface))
      let position = walked.value
      if position >= end { break }
      if position > start, b != piece[piece.count - 1] { piece.append(b) }
    }
    if last != piece[piece.count - 1] { piece.append(last) }
    return GeoPath(piece)
  }

  /// The same line with more vertices, so that no edge is longer than a given length.
  ///
  /// Edges are divided into equal parts; the vertices of the path keep their exact bits. If the
  /// length is not positive, the path is unchanged. No edge is divided into more than 100,000
  /// parts.
  ///
  /// - Parameters:
  ///   - maximum: the maximum length of an edge in meters.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: a path along the same line.
  /// - Complexity: O(*m*) in the number of vertices of the result.
  public func densified(
    toEdgesOf maximum: Double, on surface: Surface = .sphere
  ) -> GeoPath {
    guard maximum > 0, let first = coordinates.first else { return self }
    var result = [first]
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      let ratio = start.distance(to: end, on: surface) / maximum
      let parts = ratio > 1 ? Int(min(ratio.rounded(.up), 100_000)) : 1
      for part in 1..<max(parts, 1) {
        result.append(
          start.interpolated(to: end, fraction: Double(part) / Double(parts), on: surface))
      }
      result.append(end)
    }
    return GeoPath(result)
  }
}

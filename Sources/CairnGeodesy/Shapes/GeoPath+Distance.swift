extension GeoPath {
  /// The point at a distance along the path.
  ///
  /// A distance below 0 gives the first vertex, one beyond the length the last. Nil for a path
  /// without vertices and for a distance that is NaN.
  ///
  /// - Parameters:
  ///   - distance: metres from the first vertex.
  ///   - surface: the figure of the Earth; the mean sphere by default.
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
        return surface.place(from: start, to: end, fraction: (distance - before) / length)
      }
    }
    return last
  }

  /// The piece of the path between two distances along it.
  ///
  /// Its ends are points of the path, with the vertices between them. When `start` is greater
  /// than `end` the piece runs backwards. Distances are cut to the length of the path. The piece
  /// is empty when the path has no vertex or a distance is NaN, and has one vertex when the ends
  /// are the same point.
  ///
  /// - Parameters:
  ///   - start: metres from the first vertex to the start of the piece.
  ///   - end: metres from the first vertex to its end.
  ///   - surface: the figure of the Earth; the mean sphere by default.
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
  /// Edges are divided into equal parts; the vertices of the path stay, bit for bit. A length
  /// that is not positive changes nothing, and no edge gets more than 100,000 parts.
  ///
  /// - Parameters:
  ///   - maximum: the greatest length of an edge in metres.
  ///   - surface: the figure of the Earth; the mean sphere by default.
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
          surface.place(from: start, to: end, fraction: Double(part) / Double(parts)))
      }
      result.append(end)
    }
    return GeoPath(result)
  }
}

extension Surface {
  /// The point a fraction of the way along the shortest line between two places.
  internal func place(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) -> Coordinate {
    switch kind {
    case .sphere(let sphere):
      return sphere.interpolated(from: start, to: end, fraction: fraction)
    case .ellipsoid(let ellipsoid):
      return ellipsoid.interpolated(from: start, to: end, fraction: fraction)
    }
  }
}

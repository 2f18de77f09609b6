public import CairnGeodesy

extension PlaceIndex {
  /// The places within a distance of a centre, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the places with their distances, equally distant ones by offset.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) -> [Neighbor<Element>] {
    neighbors(core.hits(within: radius, of: center, sorted: true, where: nil))
  }

  /// How many places are within a distance of a centre, without listing them.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) -> Int {
    core.count(within: radius, of: center)
  }

  /// Whether any place is within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    core.containsAny(within: radius, of: center)
  }

  /// The places nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  /// - Returns: the places with their distances, equally distant ones by offset.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) -> [Neighbor<Element>] {
    neighbors(core.nearest(count, to: center, within: radius, where: nil))
  }

  @inlinable
  internal func neighbors(_ hits: [Hit]) -> [Neighbor<Element>] {
    hits.map { hit in
      Neighbor(element: elements[hit.offset], offset: hit.offset, distance: hit.distance)
    }
  }
}

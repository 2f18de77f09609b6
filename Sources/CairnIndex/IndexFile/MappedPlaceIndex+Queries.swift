public import CairnGeodesy

extension MappedPlaceIndex {
  /// The places within a distance of a centre, nearest first; see ``PlaceIndex/within(_:of:)``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(hits(within: radius, of: center, sorted: true))
  }

  /// The places within a distance of a centre that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance, in no order.
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked(where: isIncluded) { core, isIncluded in
        core.withHits(
          within: radius, of: center, sorted: true, where: isIncluded, filtered: true
        ) { $0.map { $0 } }
      })
  }

  /// The nearest of the places within a distance of a centre; see
  /// ``PlaceIndex/within(_:of:limit:)``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try nearest(to: center, count: limit, within: radius)
  }

  /// The nearest of the places within a distance of a centre that satisfy a condition.
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try nearest(to: center, count: limit, within: radius, where: isIncluded)
  }

  /// The places within a distance of a centre in an unspecified order, which is faster.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(hits(within: radius, of: center, sorted: false))
  }

  /// The places within a distance of a centre that satisfy a condition, in an unspecified order.
  public func unsorted(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked(where: isIncluded) { core, isIncluded in
        core.withHits(
          within: radius, of: center, sorted: false, where: isIncluded, filtered: true
        ) { $0.map { $0 } }
      })
  }

  /// Some of the places within a distance of a centre, as many as are wanted; see
  /// ``PlaceIndex/unsorted(within:of:limit:)``.
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked { $0.hits(within: radius, of: center, limit: limit, where: { _ in true }) })
  }

  /// Some of the places within a distance of a centre that satisfy a condition, as many as are
  /// wanted.
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked(where: isIncluded) { core, isIncluded in
        core.hits(within: radius, of: center, limit: limit, where: isIncluded)
      })
  }

  /// How many places are within a distance of a centre; see ``PlaceIndex/count(within:of:)``.
  ///
  /// No record is read.
  public func count(within radius: Double, of center: Coordinate) throws(IndexFileError) -> Int {
    try checked { $0.count(within: radius, of: center) }
  }

  /// How many places within a distance of a centre satisfy a condition.
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Int {
    try checked(where: isIncluded) { core, isIncluded in
      var count = 0
      core.forEachOffset(within: radius, of: center) { offset in
        if isIncluded(offset) { count += 1 }
        return true
      }
      return count
    }
  }

  /// Whether any place is within a distance of a centre.
  public func containsAny(
    within radius: Double, of center: Coordinate
  ) throws(IndexFileError) -> Bool {
    try checked { $0.containsAny(within: radius, of: center) }
  }

  /// Whether any place within a distance of a centre satisfies a condition.
  public func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Bool {
    try checked(where: isIncluded) { core, isIncluded in
      var found = false
      core.forEachOffset(within: radius, of: center) { offset in
        found = isIncluded(offset)
        return !found
      }
      return found
    }
  }

  /// The places nearest to a centre, nearest first; see ``PlaceIndex/nearest(to:count:within:)``.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(hits(nearest: count, to: center, within: radius))
  }

  /// The places nearest to a centre that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for a place, in no order.
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked(where: isIncluded) { core, isIncluded in
        core.withNearest(
          count, to: center, within: radius, where: isIncluded, filtered: true
        ) { $0.map { $0 } }
      })
  }
}

extension MappedPlaceIndex {
  @usableFromInline
  func hits(
    within radius: Double, of center: Coordinate, sorted: Bool
  ) throws(IndexFileError) -> [Hit] {
    try checked { core in
      core.withHits(
        within: radius, of: center, sorted: sorted, where: { _ in true }, filtered: false
      ) { $0.map { $0 } }
    }
  }

  @usableFromInline
  func hits(
    nearest count: Int, to center: Coordinate, within radius: Double
  ) throws(IndexFileError) -> [Hit] {
    try checked { core in
      core.withNearest(
        count, to: center, within: radius, where: { _ in true }, filtered: false
      ) { $0.map { $0 } }
    }
  }

  /// Asks the tree, and then whether all that the answer rests on has passed.
  func checked<Answer>(
    _ query: (PackedCore) -> Answer
  ) throws(IndexFileError) -> Answer {
    let answer = query(core)
    if let failure = reader.sentry.failure { throw failure }
    return answer
  }

  /// The same for a query with a condition: one on elements, as one on offsets.
  ///
  /// What has a record that cannot be read does not satisfy it, and the query throws.
  func checked<Answer>(
    where isIncluded: (Element) -> Bool, _ query: (PackedCore, (Int) -> Bool) -> Answer
  ) throws(IndexFileError) -> Answer {
    var failure: IndexFileError?
    let answer = withoutActuallyEscaping(isIncluded) { isIncluded in
      query(core) { offset in
        guard failure == nil else { return false }
        do throws(IndexFileError) {
          return isIncluded(decode(try reader.record(at: offset)))
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure = failure ?? reader.sentry.failure { throw failure }
    return answer
  }

  @inlinable
  func neighbors(_ hits: [Hit]) throws(IndexFileError) -> [Neighbor<Element>] {
    let ranges = try reader.ranges(of: hits)
    return hits.indices.map { index in
      Neighbor(
        element: decode(reader.record(in: ranges[index])), offset: hits[index].offset,
        distance: hits[index].distance)
    }
  }

  func neighbor(_ hit: Hit) throws(IndexFileError) -> Neighbor<Element> {
    Neighbor(
      element: decode(try reader.record(at: hit.offset)), offset: hit.offset,
      distance: hit.distance)
  }
}

public import CairnGeodesy

extension PlaceIndex {
  /// How many places are within a distance of each of many centres.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: a count for each centre, in their order.
  @inlinable
  public func counts(
    within radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) -> [Int] {
    core.counts(within: radius, ofEach: Array(centers), threads: threads)
  }

  /// The places within a distance of each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look: an array or a buffer, best in an order in which neighbours
  ///     follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: what ``within(_:of:)`` gives for each centre, in their order.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) -> NeighborLists<Element> {
    lists(core.hits(ofEach: Array(centers), within: radius, nearest: nil, threads: threads))
  }

  /// The places nearest to each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - centers: where to look: an array or a buffer, best in an order in which neighbours
  ///     follow each other.
  ///   - count: how many at most for each centre.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: what ``nearest(to:count:within:)`` gives for each centre, in their order.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1
  ) -> NeighborLists<Element> {
    lists(core.hits(ofEach: Array(centers), within: radius, nearest: count, threads: threads))
  }

  /// All pairs of a place of this index and a place of another within a distance of each other.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places; may be this index itself, which also pairs each with itself.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: the pairs by their offsets, ordered by the first and then the second. The
  ///   distance is that from the other place to the one of this index.
  @inlinable
  public func pairs<Other>(
    within radius: Double, with other: PlaceIndex<Other>, threads: Int = 1
  ) -> [PlacePair] {
    core.pairs(within: radius, with: other.core, threads: threads).map {
      PlacePair(offset: $0.offset, otherOffset: $0.other, distance: $0.distance)
    }
  }

  @inlinable
  internal func lists(_ table: HitTable) -> NeighborLists<Element> {
    NeighborLists(neighbors: table.hits.map(neighbor), starts: table.starts)
  }
}

/// A pair of places that lie within some distance of each other.
public struct PlacePair: Hashable, Sendable {
  /// The offset of the place in the index that was asked.
  public let offset: Int
  /// The offset of the place in the other index.
  public let otherOffset: Int
  /// Metres from the other place to the first.
  public let distance: Double

  /// Makes a pair.
  @inlinable
  public init(offset: Int, otherOffset: Int, distance: Double) {
    self.offset = offset
    self.otherOffset = otherOffset
    self.distance = distance
  }
}

/// The results of many queries in one piece of memory: a collection of lists.
public struct NeighborLists<Element>: RandomAccessCollection {
  /// All results, one query after another.
  public let neighbors: [Neighbor<Element>]
  @usableFromInline
  internal let starts: [Int]

  @inlinable
  internal init(neighbors: [Neighbor<Element>], starts: [Int]) {
    self.neighbors = neighbors
    self.starts = starts
  }

  /// The first query.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of queries.
  @inlinable
  public var endIndex: Int { starts.count - 1 }

  /// The results of a query, nearest first.
  @inlinable
  public subscript(query: Int) -> ArraySlice<Neighbor<Element>> {
    neighbors[starts[query]..<starts[query + 1]]
  }
}

extension NeighborLists: Sendable where Element: Sendable {}

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

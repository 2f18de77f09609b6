/// A place among the answers of a query, and what it is ordered by.
internal struct Ranked {
  /// How well its words match; only then the key counts.
  var group: Int
  /// The least first; never NaN.
  var key: Double
  /// The order of coming.
  var tag: Int
  var slot: Int
  /// NaN where there is no center.
  var distance: Double
  var kind: PlaceMatchKind?
}

/// The first of some places by an order, found without sorting the others: a heap whose top is the
/// last of those kept so far.
internal struct BestRanked {
  private let limit: Int?
  private let areInOrder: ((Int, Int) -> Bool)?
  private var kept: [Ranked] = []

  /// - Parameters:
  ///   - limit: how many to keep, nil for all.
  ///   - areInOrder: whether the first of two slots comes before the second, where that is not said
  ///     by the keys.
  init(limit: Int?, by areInOrder: ((Int, Int) -> Bool)? = nil) {
    self.limit = limit
    self.areInOrder = areInOrder
    if let limit { kept.reserveCapacity(min(limit, 1_024)) }
  }

  /// Whether a place is kept only in place of another.
  @inline(__always)
  var isFull: Bool { kept.count == limit }

  /// Whether a place with a group and a key can be among the first.
  @inline(__always)
  func mayKeep(_ group: Int, _ key: Double) -> Bool {
    guard kept.count == limit, areInOrder == nil, let last = kept.first else { return true }
    return group < last.group || group == last.group && key <= last.key
  }

  mutating func offer(_ ranked: Ranked) {
    guard let limit else { return kept.append(ranked) }
    if kept.count < limit {
      kept.append(ranked)
      if kept.count == limit {
        for index in (0..<(limit / 2)).reversed() { sink(index) }
      }
    } else if limit > 0, precedes(ranked, kept[0]) {
      kept[0] = ranked
      sink(0)
    }
  }

  /// All that were kept, in order.
  consuming func sorted() -> [Ranked] {
    kept.sorted { precedes($0, $1) }
  }

  @inline(__always)
  private func precedes(_ a: Ranked, _ b: Ranked) -> Bool {
    if a.group != b.group { return a.group < b.group }
    if let areInOrder {
      if areInOrder(a.slot, b.slot) { return true }
      if areInOrder(b.slot, a.slot) { return false }
    } else if a.key != b.key {
      return a.key < b.key
    }
    return a.tag < b.tag
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var last = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < kept.count && precedes(kept[last], kept[child]) {
        last = child
      }
      guard last != index else { return }
      kept.swapAt(index, last)
      index = last
    }
  }
}

/// A candidate result of a query with its sort key.
internal struct Ranked {
  /// The quality of the word match, which takes precedence over the key.
  var group: Int
  /// The sort key, in ascending order; never NaN.
  var key: Double
  /// The insertion number.
  var tag: Int
  var slot: Int
  /// The distance in meters; NaN without a center.
  var distance: Double
  var kind: PlaceMatchKind?
}

/// The first places in an order, selected without sorting the others: a bounded heap with the last
/// kept place on top.
internal struct BestRanked {
  private let limit: Int?
  private let areInOrder: ((Int, Int) -> Bool)?
  private var kept: [Ranked] = []
  /// The last of the kept places, once the limit is reached.
  private var last: (group: Int, key: Double, slot: Int) = (.max, .infinity, .max)
  /// The region of places that can come before the last one.
  private var reach: Reach
  private let slotsAreInOrder: Bool

  /// - Parameters:
  ///   - limit: the number of places to keep, nil for all.
  ///   - areInOrder: whether the first of two slots comes before the second; nil to order by keys.
  ///   - reach: the region of possible places.
  ///   - slotsAreInOrder: whether slots are in insertion order.
  init(
    limit: Int?, by areInOrder: ((Int, Int) -> Bool)? = nil, within reach: Reach = Reach(),
    slotsAreInOrder: Bool = false
  ) {
    self.limit = limit
    self.areInOrder = areInOrder
    self.reach = reach
    self.slotsAreInOrder = slotsAreInOrder
    if let limit { kept.reserveCapacity(min(limit, 1_024)) }
  }

  /// Whether a place with a given group and key can be among the first.
  @inline(__always)
  func mayKeep(_ group: Int, _ key: Double, _ slot: Int) -> Bool {
    guard group == last.group else { return group < last.group }
    if areInOrder != nil { return true }
    return key < last.key || key == last.key && (!slotsAreInOrder || slot < last.slot)
  }

  /// Whether a place with a given group and approximate position can be among the first.
  @inline(__always)
  func mayKeep(_ group: Int, at place: ApproximatePosition) -> Bool {
    group <= last.group && reach.mayContain(place, keyCounts: group == last.group)
  }

  mutating func offer(_ ranked: Ranked) {
    guard let limit else { return kept.append(ranked) }
    if kept.count < limit {
      kept.append(ranked)
      guard kept.count == limit else { return }
      for index in (0..<(limit / 2)).reversed() { sink(index) }
    } else if limit > 0, precedes(ranked, kept[0]) {
      kept[0] = ranked
      sink(0)
    } else {
      return
    }
    last = (kept[0].group, kept[0].key, kept[0].slot)
    reach.shrink(to: last.key)
  }

  /// The kept places in order.
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

extension OrderSearch {
  /// Searches until the budget ends: descends, again from random changes, and again from the
  /// beginning when those lead nowhere.
  ///
  /// - Precondition: the order keeps all windows.
  mutating func improve(until stop: inout SearchStop) {
    guard count > 1 else { return }
    var best = (order: order, length: length)
    var patience = 100 + 5 * count
    while !stop.isOver(work) {
      descendRepeatedly(patience: patience, until: &stop)
      if length < best.length { best = (order, length) }
      patience += patience / 8
      guard !stop.isOver(work) else { break }
      if findFeasible(fromRandom: true, until: &stop) { continue }
      order = best.order
      refresh()
    }
    order = best.order
    refresh()
  }

  /// Descends from the order and from random changes of what it came to, until a number of them
  /// in a row was of no use.
  private mutating func descendRepeatedly(patience: Int, until stop: inout SearchStop) {
    let longest = min(count, 3)
    descend(longest: longest)
    var best = (order: order, length: length)
    var current = best
    var idle = 0
    let spread = max(1, best.length / Ticks(20 * (count + 1)))
    while idle < patience, !stop.isOver(work) {
      idle += 1
      guard kick() else { continue }
      descend(longest: longest)
      if length < best.length {
        best = (order, length)
        current = best
        idle = 0
      } else {
        let threshold = spread * Ticks(random.below(64)) / 64
        if length <= current.length + threshold {
          current = (order, length)
        } else {
          order = current.order
          refresh()
        }
      }
    }
    order = best.order
    refresh()
  }

  /// Exchanges two neighbouring segments at random, where the windows allow it.
  private mutating func kick() -> Bool {
    for _ in 0..<50 {
      let first = 1 + random.below(count)
      let rest = count - first
      guard rest > 0 else { continue }
      let length = 1 + random.below(min(rest, 8))
      let other = 1 + random.below(min(rest - length + 1, 8))
      guard first + length + other - 1 <= count else { continue }
      let saved = order
      order[first..<(first + length + other)].rotate(by: length)
      work &+= count
      if refresh(from: first) { return true }
      order = saved
      refresh(from: first)
    }
    return false
  }
}

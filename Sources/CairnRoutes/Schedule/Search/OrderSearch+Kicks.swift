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
    descend(longest: longest, until: &stop)
    var best = (order: order, length: length)
    var current = best
    var idle = 0
    let spread = max(1, best.length / Ticks(20 * (count + 1)))
    while idle < patience, !stop.isOver(work) {
      idle += 1
      guard random.below(4) == 0 ? exchangeSegments() : reinsertNeighbors() else { continue }
      descend(longest: longest, until: &stop)
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
  private mutating func exchangeSegments() -> Bool {
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

  /// Takes a few stops near each other out and puts each back where it costs least, in another
  /// order.
  private mutating func reinsertNeighbors() -> Bool {
    let center = order[1 + random.below(count)]
    let wanted = min(count, 2 + random.below(6))
    var removed = [center]
    for other in near[center] {
      if removed.count == wanted { break }
      if random.below(4) > 0 { removed.append(Int(other)) }
    }
    let saved = order
    order.removeAll { removed.contains($0) }
    work &+= 2 * saved.count
    var isKept = refreshShortened()
    while isKept, !removed.isEmpty {
      let stop = removed.remove(at: random.below(removed.count))
      isKept = insertBest(stop)
    }
    if isKept { return true }
    order = saved
    refreshShortened()
    return false
  }

  private mutating func insertBest(_ stop: Int) -> Bool {
    var best: (delta: Ticks, position: Int)?
    let closes = model.closes[day * model.nodeCount + stop]
    for position in 0..<(order.count - 1) {
      if departs[position] > closes { break }
      let (from, to) = (order[position], order[position + 1])
      work &+= 1
      let delta = cost(from, stop) &+ cost(stop, to) &- cost(from, to)
      if let best, delta >= best.delta || random.below(64) == 0 { continue }
      let time = departure(stop, arriving: departs[position] &+ cost(from, stop))
      if time < .never, time &+ cost(stop, to) <= latest[position + 1] {
        best = (delta, position)
      }
    }
    guard let best else { return false }
    order.insert(stop, at: best.position + 1)
    refreshShortened()
    return true
  }

  /// Computes what is known by position anew, for an order of another length.
  @discardableResult
  private mutating func refreshShortened() -> Bool {
    func fit(_ array: inout [Ticks]) {
      while array.count > order.count { array.removeLast() }
      while array.count < order.count { array.append(0) }
    }
    fit(&departs)
    fit(&latest)
    fit(&forward)
    fit(&backward)
    return refresh()
  }
}

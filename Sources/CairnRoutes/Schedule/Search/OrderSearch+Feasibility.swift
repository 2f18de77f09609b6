extension OrderSearch {
  /// Searches for an order that keeps all windows.
  ///
  /// Starts from the order of closing times and moves single stops to reduce the sum of all delays;
  /// after a local minimum, it continues from random changes of the best order.
  ///
  /// - Parameters:
  ///   - fromRandom: whether to start from a random order instead.
  ///   - stop: the budget of the search.
  /// - Returns: whether every window is kept; the tables by position are then up to date.
  mutating func findFeasible(fromRandom: Bool = false, until stop: inout ScheduleMeter) -> Bool {
    if fromRandom {
      for position in stride(from: count, to: 1, by: -1) {
        order.swapAt(position, 1 + random.below(position))
      }
    } else {
      let slot = day * model.nodeCount
      order[1...count].sort {
        (model.closes[slot + $0], model.opens[slot + $0], $0)
          < (model.closes[slot + $1], model.opens[slot + $1], $1)
      }
    }
    var delay = totalDelay(order)
    delay = repair(delay, until: &stop)
    var best = (order, delay)
    var level = 1
    while best.1 > 0, !stop.isOver(work) {
      for _ in 0..<level { shiftAtRandom() }
      delay = repair(totalDelay(order), until: &stop)
      if delay < best.1 {
        best = (order, delay)
        level = 1
      } else {
        order = best.0
        level = level < 8 ? level + 1 : 1
      }
    }
    order = best.0
    return refresh()
  }

  /// Moves one stop to a random position.
  private mutating func shiftAtRandom() {
    guard count > 1 else { return }
    let from = 1 + random.below(count)
    var to = 1 + random.below(count - 1)
    if to >= from { to += 1 }
    order.insert(order.remove(at: from), at: to)
  }

  /// The sum of the delays of an order, where a late visit starts on arrival.
  private func totalDelay(_ order: [Int]) -> Ticks {
    var time = model.opens[day * model.nodeCount + order[0]]
    var sum: Ticks = 0
    for position in 1..<order.count {
      sum &+= pass(order[position - 1], order[position], &time)
    }
    return sum
  }

  /// Travels from one stop to the next and visits it; returns the delay there.
  @inline(__always)
  private func pass(_ from: Int, _ to: Int, _ time: inout Ticks) -> Ticks {
    time &+= cost(from, to)
    let late = time &- model.closes[day &* model.nodeCount &+ to]
    if late > 0 {
      time &+= model.visit[to]
      return late
    }
    time = departure(to, arriving: time)
    return 0
  }

  /// Moves single stops as long as that reduces the sum of the delays.
  private mutating func repair(_ start: Ticks, until stop: inout ScheduleMeter) -> Ticks {
    var delay = start
    var improved = true
    while delay > 0, improved {
      improved = false
      refreshDelays()
      var from = 1
      while from <= count {
        if stop.isOver(work) { return delay }
        let isLate = delays[from] > delays[from - 1]
        // Move a late stop earlier first, any other one later to make room; then try the other way.
        if let (to, sum) = bestShift(from, toEarlier: isLate, below: delay)
          ?? bestShift(from, toEarlier: !isLate, below: delay)
        {
          order.insert(order.remove(at: from), at: to)
          delay = sum
          improved = true
          if delay == 0 { return 0 }
          refreshDelays()
        }
        from += 1
      }
    }
    return delay
  }

  private mutating func refreshDelays() {
    delays[0] = 0
    starts[0] = model.opens[day * model.nodeCount + order[0]]
    for position in 1..<order.count {
      var time = starts[position - 1]
      delays[position] = delays[position - 1] &+ pass(order[position - 1], order[position], &time)
      starts[position] = time
    }
  }

  /// The best position for a stop on one side of its current one, with the resulting sum of delays.
  private mutating func bestShift(
    _ from: Int, toEarlier: Bool, below limit: Ticks
  ) -> (Int, Ticks)? {
    var best: (Int, Ticks)?
    var bound = limit
    let moved = order[from]
    if toEarlier {
      var to = from - 1
      while to >= 1 {
        if precedes(order[to], moved) { break }
        if let sum = delayAfterShift(from, to, below: bound) {
          best = (to, sum)
          bound = sum
        }
        to -= 1
      }
    } else {
      var to = from + 1
      while to <= count {
        if precedes(moved, order[to]) { break }
        if let sum = delayAfterShift(from, to, below: bound) {
          best = (to, sum)
          bound = sum
        }
        to += 1
      }
    }
    return best
  }

  /// The sum of delays if the stop at one position moves to another; nil if it is not below a
  /// bound.
  private mutating func delayAfterShift(_ from: Int, _ to: Int, below bound: Ticks) -> Ticks? {
    let low = min(from, to)
    var time = starts[low - 1]
    var sum = delays[low - 1]
    var previous = order[low - 1]
    for position in low..<order.count {
      let node: Int
      if position == to {
        node = order[from]
      } else if from < to {
        node = position < to ? order[position + 1] : order[position]
      } else {
        node = position > to && position <= from ? order[position - 1] : order[position]
      }
      sum &+= pass(previous, node, &time)
      work &+= 1
      if sum >= bound { return nil }
      // Early exit: from here on all times are unchanged.
      if position > max(from, to), time == starts[position] {
        sum &+= delays[order.count - 1] &- delays[position]
        return sum < bound ? sum : nil
      }
      previous = node
    }
    return sum
  }
}

extension OrderSearch {
  /// A change of the order: a segment that moves to another position, or is reversed in place.
  struct Move {
    /// The change of the travel time.
    var delta: Ticks = 0
    /// The positions of the segment.
    var first = 0
    var last = 0
    /// The position after which the segment is inserted; `first` for a reversal in place.
    var after = 0
    var isReversed = false
  }

  /// Shortens the order by moving and reversing segments until neither helps.
  ///
  /// - Parameters:
  ///   - longest: the maximum number of stops in a segment that moves.
  ///   - stop: the budget of the search.
  mutating func descend(longest: Int, until stop: inout ScheduleMeter) {
    var improved = true
    while improved {
      improved = false
      var first = 1
      while first <= count, !stop.isOver(work) {
        var move = Move()
        for length in 1...longest where first + length - 1 <= count {
          findLater(first, first + length - 1, &move)
          findEarlier(first, first + length - 1, &move)
        }
        findReversal(first, &move)
        if move.delta < 0 {
          apply(move)
          improved = true
        } else {
          first += 1
        }
      }
    }
  }

  /// Tries moving a segment after later stops.
  @inline(__always)
  private mutating func findLater(_ first: Int, _ last: Int, _ best: inout Move) {
    let (head, tail) = (order[first], order[last])
    let before = order[first - 1]
    guard last < count else { return }
    let removed = cost(before, order[last + 1]) &- cost(before, head) &- cost(tail, order[last + 1])
    let turned =
      (backward[last] &- backward[first]) &- (forward[last] &- forward[first])
    var time = departs[first - 1]
    var previous = before
    var position = last + 1
    while position <= count {
      let node = order[position]
      if precedes(head, node) || precedes(tail, node) { return }
      time = departure(node, arriving: time &+ cost(previous, node))
      if time >= .never { return }
      previous = node
      let next = order[position + 1]
      let base = removed &- cost(node, next)
      work &+= 1
      let straight = base &+ cost(node, head) &+ cost(tail, next)
      if straight < best.delta,
        walk(first, last, from: node, at: time, to: next) <= latest[position + 1]
      {
        best = Move(delta: straight, first: first, last: last, after: position)
      }
      if first != last {
        let reversed = base &+ cost(node, tail) &+ cost(head, next) &+ turned
        if reversed < best.delta,
          walkBack(last, first, from: node, at: time, to: next) <= latest[position + 1]
        {
          best = Move(delta: reversed, first: first, last: last, after: position, isReversed: true)
        }
      }
      position += 1
    }
  }

  /// Tries moving a segment before earlier stops.
  @inline(__always)
  private mutating func findEarlier(_ first: Int, _ last: Int, _ best: inout Move) {
    guard first > 1 else { return }
    let (head, tail) = (order[first], order[last])
    let behind = order[last + 1]
    let removed =
      cost(order[first - 1], behind) &- cost(order[first - 1], head) &- cost(tail, behind)
    let turned =
      (backward[last] &- backward[first]) &- (forward[last] &- forward[first])
    // The latest arrival at the stop after the gap, with the segment removed.
    var limit = latest[last + 1]
    var next = behind
    var position = first - 1
    while position >= 1 {
      let node = order[position]
      if precedes(node, head) || precedes(node, tail) { return }
      limit = latestArrival(node, then: next, by: limit)
      if limit < 0, limit == -.never { return }
      next = node
      let previous = order[position - 1]
      let base = removed &- cost(previous, node)
      work &+= 1
      let straight = base &+ cost(previous, head) &+ cost(tail, node)
      if straight < best.delta,
        walk(first, last, from: previous, at: departs[position - 1], to: node) <= limit
      {
        best = Move(delta: straight, first: first, last: last, after: position - 1)
      }
      if first != last {
        let reversed = base &+ cost(previous, tail) &+ cost(head, node) &+ turned
        if reversed < best.delta,
          walkBack(last, first, from: previous, at: departs[position - 1], to: node) <= limit
        {
          best = Move(
            delta: reversed, first: first, last: last, after: position - 1, isReversed: true)
        }
      }
      position -= 1
    }
  }

  /// Tries reversing a segment in place.
  @inline(__always)
  private mutating func findReversal(_ first: Int, _ best: inout Move) {
    let head = order[first]
    let before = order[first - 1]
    let time = departs[first - 1]
    let removed = cost(before, head)
    var last = first + 1
    while last <= count {
      let tail = order[last]
      if precedes(head, tail) { return }
      let next = order[last + 1]
      work &+= 1
      let delta =
        cost(before, tail) &+ cost(head, next) &- removed &- cost(tail, next)
        &+ (backward[last] &- backward[first]) &- (forward[last] &- forward[first])
      if delta < best.delta,
        walkBack(last, first, from: before, at: time, to: next) <= latest[last + 1]
      {
        best = Move(delta: delta, first: first, last: last, after: first, isReversed: true)
      }
      last += 1
    }
  }

  /// The arrival at a node after a segment in forward order; `.never` if a window is missed.
  @inline(__always)
  private mutating func walk(
    _ first: Int, _ last: Int, from start: Int, at departs: Ticks, to end: Int
  ) -> Ticks {
    var time = departs
    var previous = start
    for position in first...last {
      let node = order[position]
      time = departure(node, arriving: time &+ cost(previous, node))
      if time >= .never { return .never }
      previous = node
    }
    return time &+ cost(previous, end)
  }

  /// The arrival at a node after a segment in backward order; `.never` if a window is missed.
  @inline(__always)
  private mutating func walkBack(
    _ last: Int, _ first: Int, from start: Int, at departs: Ticks, to end: Int
  ) -> Ticks {
    var time = departs
    var previous = start
    var position = last
    while position >= first {
      let node = order[position]
      time = departure(node, arriving: time &+ cost(previous, node))
      if time >= .never { return .never }
      previous = node
      position -= 1
      work &+= 1
    }
    return time &+ cost(previous, end)
  }

  /// Applies a move and updates the tables by position.
  mutating func apply(_ move: Move) {
    if move.isReversed { order[move.first...move.last].reverse() }
    let length = move.last - move.first + 1
    if move.after > move.last {
      order[move.first...move.after].rotate(by: length)
      refresh(from: move.first)
    } else if move.after < move.first {
      order[(move.after + 1)...move.last].rotate(by: move.first - move.after - 1)
      refresh(from: move.after + 1)
    } else {
      refresh(from: move.first)
    }
  }
}

extension ArraySlice<Int> {
  /// Rotates the elements, so that the one at `distance` becomes the first.
  mutating func rotate(by distance: Int) {
    let middle = startIndex + distance
    self[startIndex..<middle].reverse()
    self[middle..<endIndex].reverse()
    reverse()
  }
}

internal import CairnMemory

extension LinKernighan {
  /// Improves the tour from one city until no exchange gains; returns the sum of the gains.
  mutating func improve(_ city: Int32) -> Double {
    var total = 0.0
    while true {
      var gain = improveOnce(city, forward: true)
      if gain == 0 { gain = improveOnce(city, forward: false) }
      if gain == 0 { return total }
      total += gain
    }
  }

  /// Removes the edge from a city to the next (or previous) one and exchanges edges if that gains;
  /// returns the gain, or 0.
  private mutating func improveOnce(_ city: Int32, forward: Bool) -> Double {
    let other = forward ? tour.next(city) : tour.previous(city)
    isForward = forward
    origin = Int(tour.place[other])
    last = city
    pieces[Self.stride] = Piece(from: 0, to: Int32(truncatingIfNeeded: count &- 1))
    return extend(1, gain: costs.cost(city, other), least: tolerance)
  }

  /// Extends the path from its open end, after `depth` edges have been removed and one fewer added.
  ///
  /// The step after which closing the tour gains most is applied at once. If none gains, the best
  /// steps that leave a positive sum for the next edge are followed, with backtracking.
  ///
  /// - Parameters:
  ///   - depth: the number of edges removed.
  ///   - gain: the sum of the edges removed minus that of the edges added.
  ///   - least: the least gain that is more than the rounding errors of the sums so far. Without
  ///     it, tours of equal length could be exchanged for one another forever.
  /// - Returns: the gain of the exchange that was made, or 0.
  private mutating func extend(_ depth: Int, gain: Double, least: Double) -> Double {
    let least = max(least, gain.magnitude * Self.rounding)
    let row = depth &* Self.stride
    let first = pieces[row]
    let list = Int(city(first.from)) &* width
    let breadth = depth < effort.depth &- 1 ? effort.breadth[min(depth, 7)] : 0
    let maySplit = depth <= effort.splitDepth && depth &+ 2 <= effort.depth

    var choice = Choice(gain: least)
    for index in list..<(list &+ width) {
      let put = gain - distances[index]
      if put <= tolerance { break }
      let target = neighbors[index]
      let offset = offset(target)
      var piece = 0
      while !pieces[row &+ piece].contains(offset) { piece &+= 1 }
      let here = pieces[row &+ piece]
      let sign = here.sign
      // The neighbor of the end on the path is not a new neighbor.
      if piece == 0, offset == here.from &+ sign { continue }
      if piece == 1, offset == here.from, first.from == first.to { continue }

      var step = Step(kind: .turn, piece: Int32(truncatingIfNeeded: piece), offset: offset)
      if offset != here.from {
        // The part of the path before the target is reversed.
        let before = city(offset &- sign)
        step.value = put + costs.cost(before, target)
        weigh(step, end: before, row, breadth, &choice)
      }
      if maySplit, offset != here.to {
        let after = city(offset &+ sign)
        step.value = put + costs.cost(target, after)
        let follows = depth &+ 2 < effort.depth ? breadth : 0
        split(step, target, after, row, follows, &choice)
      }
    }
    if choice.step.kind != .none {
      apply(take(choice.step, row, depth))
      return choice.gain
    }
    for index in 0..<choice.kept {
      let step = steps[row &+ index]
      let gained = extend(
        take(step, row, depth), gain: step.value,
        least: max(least, Double(step.peak) * Self.rounding))
      if gained > 0 { return gained }
    }
    return 0
  }

  /// The best of the steps from one end.
  private struct Choice {
    /// The gain of the best step after which the tour can be closed; `step` is that step.
    var gain: Double
    var step = Step()
    /// The number of steps kept for backtracking.
    var kept = 0
  }

  /// Turns the path up to the target into a cycle and searches for the best edge at which to open
  /// it and join it to the rest.
  @inline(__always)
  private mutating func split(
    _ first: Step, _ target: Int32, _ after: Int32, _ row: Int, _ breadth: Int,
    _ choice: inout Choice
  ) {
    var step = first
    step.peak = Float(first.value.magnitude)
    let piece = Int(first.piece)
    let list = Int(after) &* width
    for index in list..<(list &+ width) {
      let put = first.value - distances[index]
      if put <= tolerance { break }
      let second = neighbors[index]
      if second == target { continue }
      let offset = offset(second)
      var number = 0
      while number <= piece, !pieces[row &+ number].contains(offset) { number &+= 1 }
      // The cycle can be opened only at its own cities.
      if number > piece { continue }
      let here = pieces[row &+ number]
      let sign = here.sign
      if number == piece, (offset &- first.offset) &* sign > 0 { continue }
      step.secondPiece = Int32(truncatingIfNeeded: number)
      step.secondOffset = offset
      if offset != here.to {
        let next = city(offset &+ sign)
        step.kind = .splitAndForward
        step.value = put + costs.cost(second, next)
        weigh(step, end: next, row, breadth, &choice)
      }
      if offset != here.from {
        let next = city(offset &- sign)
        step.kind = .splitAndBackward
        step.value = put + costs.cost(second, next)
        weigh(step, end: next, row, breadth, &choice)
      }
    }
  }

  /// Compares a step that gives the path a new end with the best so far.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - end: the new open end of the path.
  ///   - row: the start of the steps of this depth.
  ///   - breadth: the number of steps to keep, those with the greatest value first.
  ///   - choice: the best so far.
  @inline(__always)
  private mutating func weigh(
    _ step: Step, end: Int32, _ row: Int, _ breadth: Int, _ choice: inout Choice
  ) {
    // The closing edge costs 0 or more, unless it is fixed, and then it is in the path already.
    if step.value > choice.gain {
      let closed = step.value - costs.cost(end, last)
      if closed > max(choice.gain, max(step.value, Double(step.peak)) * Self.rounding) {
        choice.gain = closed
        choice.step = step
      }
    }
    if breadth == 0 { return }
    var into = choice.kept
    if into == breadth {
      if steps[row &+ into &- 1].value >= step.value { return }
      into &-= 1
    } else {
      choice.kept &+= 1
    }
    while into > 0, steps[row &+ into &- 1].value < step.value {
      steps[row &+ into] = steps[row &+ into &- 1]
      into &-= 1
    }
    steps[row &+ into] = step
  }

  /// Writes the path after a step into the row of its depth, and returns that depth.
  private mutating func take(_ step: Step, _ row: Int, _ depth: Int) -> Int {
    let piece = Int(step.piece)
    let here = pieces[row &+ piece]
    let sign = here.sign
    if step.kind == .turn {
      var into = row &+ Self.stride
      write(Piece(from: step.offset &- sign, to: here.from), &into)
      writeReversed(row, from: row &+ piece, &into)
      write(Piece(from: step.offset, to: here.to), &into)
      write(row &+ piece &+ 1, to: row &+ depth, &into)
      return depth &+ 1
    }
    // The cycle is pieces 0...piece, the last one up to the target; `pieces[row + piece]` is
    // temporarily shortened to that part.
    var into = row &+ 2 &* Self.stride
    let second = row &+ Int(step.secondPiece)
    let behind = row &+ piece &+ 1
    pieces[row &+ piece] = Piece(from: here.from, to: step.offset)
    let there = pieces[second]
    let secondSign = there.sign
    if step.kind == .splitAndForward {
      write(Piece(from: step.secondOffset &+ secondSign, to: there.to), &into)
      write(second &+ 1, to: behind, &into)
      write(row, to: second, &into)
      write(Piece(from: there.from, to: step.secondOffset), &into)
    } else {
      write(Piece(from: step.secondOffset &- secondSign, to: there.from), &into)
      writeReversed(row, from: second, &into)
      writeReversed(second &+ 1, from: behind, &into)
      write(Piece(from: there.to, to: step.secondOffset), &into)
    }
    pieces[row &+ piece] = here
    write(Piece(from: step.offset &+ sign, to: here.to), &into)
    write(behind, to: row &+ depth, &into)
    return depth &+ 2
  }

  /// Appends a piece to a path.
  @inline(__always)
  private mutating func write(_ piece: Piece, _ into: inout Int) {
    pieces[into] = piece
    into &+= 1
  }

  /// Appends the pieces from one index up to another one to a path.
  @inline(__always)
  private mutating func write(_ first: Int, to end: Int, _ into: inout Int) {
    var index = first
    while index < end {
      write(pieces[index], &into)
      index &+= 1
    }
  }

  /// Appends the same pieces reversed, the last one first.
  @inline(__always)
  private mutating func writeReversed(_ first: Int, from end: Int, _ into: inout Int) {
    var index = end
    while index > first {
      index &-= 1
      write(pieces[index].reversed, &into)
    }
  }
}

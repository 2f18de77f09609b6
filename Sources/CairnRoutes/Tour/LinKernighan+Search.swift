extension LinKernighan {
  /// Improves the tour from one city as far as it goes; gives what was gained.
  mutating func improve(_ city: Int32) -> Double {
    var total = 0.0
    while true {
      var gain = improveOnce(city, forward: true)
      if gain == 0 { gain = improveOnce(city, forward: false) }
      if gain == 0 { return total }
      total += gain
    }
  }

  /// Takes out the edge from a city to the next (or the one before) and exchanges edges if that
  /// gains; gives the gain, or 0.
  private mutating func improveOnce(_ city: Int32, forward: Bool) -> Double {
    let other = forward ? tour.next(city) : tour.previous(city)
    if isBound(city, other) { return 0 }
    isForward = forward
    origin = Int(tour.place[other])
    last = city
    pieces[Self.stride] = Piece(from: 0, to: Int32(truncatingIfNeeded: count &- 1))
    return extend(1, gain: costs.cost(city, other))
  }

  /// Follows the path from its open end: `depth` edges are out, one less is in.
  private mutating func extend(_ depth: Int, gain: Double) -> Double {
    let row = depth &* Self.stride
    let first = pieces[row]
    let end = city(first.from)
    let list = Int(end) &* width
    let breadth = depth < effort.depth &- 1 ? effort.breadth[depth] : 0
    let maySplit = depth <= effort.splitDepth && depth &+ 2 <= effort.depth

    var kept = 0
    var bestGain = tolerance
    var best = Step()
    for index in list..<(list &+ width) {
      let put = gain - distances[index]
      if put <= tolerance { break }
      let target = neighbors[index]
      let offset = offset(target)
      var piece = 0
      while !pieces[row &+ piece].contains(offset) { piece &+= 1 }
      let here = pieces[row &+ piece]
      let sign = here.sign
      // The neighbour of the end on the path is no new neighbour.
      if piece == 0 ? offset == here.from &+ sign : false { continue }
      if piece == 1, offset == here.from, first.from == first.to { continue }

      if offset != here.from {
        // The path up to the target is turned round.
        let before = city(offset &- sign)
        if !isBound(before, target) {
          let value = put + costs.cost(before, target)
          let closed = value - costs.cost(before, last)
          if closed > bestGain {
            bestGain = closed
            best = Step(
              value: value, kind: .turn, piece: Int32(truncatingIfNeeded: piece), offset: offset)
          }
          if breadth > 0 {
            kept = keep(
              Step(
                value: value, kind: .turn, piece: Int32(truncatingIfNeeded: piece), offset: offset),
              row, kept, breadth)
          }
        }
      }
      if maySplit, offset != here.to {
        let after = city(offset &+ sign)
        if !isBound(target, after) {
          let value = put + costs.cost(target, after)
          // The path up to the target becomes a cycle, which is opened again elsewhere.
          let secondList = Int(after) &* width
          for second in secondList..<(secondList &+ width) {
            let secondPut = value - distances[second]
            if secondPut <= tolerance { break }
            let secondTarget = neighbors[second]
            if secondTarget == target { continue }
            let secondOffset = self.offset(secondTarget)
            var secondPiece = 0
            while secondPiece <= piece, !pieces[row &+ secondPiece].contains(secondOffset) {
              secondPiece &+= 1
            }
            if secondPiece > piece { continue }
            let there = pieces[row &+ secondPiece]
            let secondSign = there.sign
            if secondPiece == piece, (secondOffset &- offset) &* sign > 0 { continue }
            // Forward: the edge behind the second target is taken out.
            if secondOffset != there.to {
              let next = city(secondOffset &+ secondSign)
              if !isBound(secondTarget, next) {
                let value = secondPut + costs.cost(secondTarget, next)
                let closed = value - costs.cost(next, last)
                let step = Step(
                  value: value, kind: .splitAndForward,
                  piece: Int32(truncatingIfNeeded: piece), offset: offset,
                  secondPiece: Int32(truncatingIfNeeded: secondPiece), secondOffset: secondOffset)
                if closed > bestGain {
                  bestGain = closed
                  best = step
                }
                if breadth > 0, depth &+ 2 < effort.depth { kept = keep(step, row, kept, breadth) }
              }
            }
            if secondOffset != there.from {
              let next = city(secondOffset &- secondSign)
              if !isBound(secondTarget, next) {
                let value = secondPut + costs.cost(secondTarget, next)
                let closed = value - costs.cost(next, last)
                let step = Step(
                  value: value, kind: .splitAndBackward,
                  piece: Int32(truncatingIfNeeded: piece), offset: offset,
                  secondPiece: Int32(truncatingIfNeeded: secondPiece), secondOffset: secondOffset)
                if closed > bestGain {
                  bestGain = closed
                  best = step
                }
                if breadth > 0, depth &+ 2 < effort.depth { kept = keep(step, row, kept, breadth) }
              }
            }
          }
        }
      }
    }
    if best.kind != .none {
      apply(take(best, row, depth))
      return bestGain
    }
    for index in 0..<kept {
      let step = steps[row &+ index]
      let gained = extend(take(step, row, depth), gain: step.value)
      if gained > 0 { return gained }
    }
    return 0
  }

  /// Keeps a step among the best of its row, the best first; gives how many are kept.
  @inline(__always)
  private func keep(_ step: Step, _ row: Int, _ kept: Int, _ breadth: Int) -> Int {
    var into = kept
    if kept == breadth {
      if steps[row &+ kept &- 1].value >= step.value { return kept }
      into &-= 1
    }
    while into > 0, steps[row &+ into &- 1].value < step.value {
      steps[row &+ into] = steps[row &+ into &- 1]
      into &-= 1
    }
    steps[row &+ into] = step
    return min(kept &+ 1, breadth)
  }

  /// Writes the path after a step into the row of its depth, which it gives.
  private func take(_ step: Step, _ row: Int, _ depth: Int) -> Int {
    let piece = Int(step.piece)
    let here = pieces[row &+ piece]
    let sign = here.sign
    if step.kind == .turn {
      var into = row &+ Self.stride
      pieces[into] = Piece(from: step.offset &- sign, to: here.from)
      into &+= 1
      var index = piece
      while index > 0 {
        index &-= 1
        pieces[into] = pieces[row &+ index].reversed
        into &+= 1
      }
      pieces[into] = Piece(from: step.offset, to: here.to)
      into &+= 1
      index = piece &+ 1
      while index < depth {
        pieces[into] = pieces[row &+ index]
        into &+= 1
        index &+= 1
      }
      return depth &+ 1
    }
    // The cycle is pieces 0...piece, the last up to the target; `pieces[row + piece]` is cut for
    // a moment so that it reads as one.
    var into = row &+ 2 &* Self.stride
    let secondPiece = Int(step.secondPiece)
    let rest = Piece(from: step.offset &+ sign, to: here.to)
    pieces[row &+ piece] = Piece(from: here.from, to: step.offset)
    let there = pieces[row &+ secondPiece]
    let secondSign = there.sign
    if step.kind == .splitAndForward {
      pieces[into] = Piece(from: step.secondOffset &+ secondSign, to: there.to)
      into &+= 1
      var index = secondPiece &+ 1
      while index <= piece {
        pieces[into] = pieces[row &+ index]
        into &+= 1
        index &+= 1
      }
      index = 0
      while index < secondPiece {
        pieces[into] = pieces[row &+ index]
        into &+= 1
        index &+= 1
      }
      pieces[into] = Piece(from: there.from, to: step.secondOffset)
      into &+= 1
    } else {
      pieces[into] = Piece(from: step.secondOffset &- secondSign, to: there.from)
      into &+= 1
      var index = secondPiece
      while index > 0 {
        index &-= 1
        pieces[into] = pieces[row &+ index].reversed
        into &+= 1
      }
      index = piece
      while index > secondPiece {
        pieces[into] = pieces[row &+ index].reversed
        into &+= 1
        index &-= 1
      }
      pieces[into] = Piece(from: there.to, to: step.secondOffset)
      into &+= 1
    }
    pieces[row &+ piece] = here
    pieces[into] = rest
    into &+= 1
    var index = piece &+ 1
    while index < depth {
      pieces[into] = pieces[row &+ index]
      into &+= 1
      index &+= 1
    }
    return depth &+ 2
  }

  /// Makes the tour what the path of a depth says, closed.
  private mutating func apply(_ depth: Int) {
    let row = depth &* Self.stride
    var longest = 0
    var length: Int32 = 0
    for index in 0..<depth {
      let piece = pieces[row &+ index]
      enqueue(city(piece.from))
      enqueue(city(piece.to))
      let size = piece.high &- piece.low &+ 1
      if size > length {
        length = size
        longest = index
      }
    }
    let stay = pieces[row &+ longest]
    let moved = count &- Int(length)
    let start = place(stay.high == Int32(count &- 1) ? 0 : stay.high &+ 1)
    let end = isForward ? start : start &- moved &+ 1
    let lowest = end < 0 ? end &+ count : end
    if depth == 2 {
      tour.reverse(start: lowest, length: moved)
      return
    }
    var gathered = 0
    var index = longest
    let goesOn = stay.from <= stay.to
    for _ in 1..<depth {
      var piece: Piece
      if goesOn {
        index = index == depth &- 1 ? 0 : index &+ 1
        piece = pieces[row &+ index]
      } else {
        index = index == 0 ? depth &- 1 : index &- 1
        piece = pieces[row &+ index].reversed
      }
      let size = Int(piece.high &- piece.low) &+ 1
      tour.gather(
        from: place(piece.from), step: (piece.from <= piece.to) == isForward ? 1 : -1,
        length: size, at: gathered)
      gathered &+= size
    }
    tour.rewrite(start: lowest, step: isForward ? 1 : -1, length: moved)
  }
}

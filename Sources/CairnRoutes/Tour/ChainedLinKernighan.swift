internal import CairnMemory

extension LinKernighan {
  /// The tour after local searches from every city of another one.
  mutating func settled(from order: [Int32], _ meter: inout BudgetMeter) -> [Int32] {
    tour.restore(order)
    settleAll(&meter)
    clearQueue()
    return tour.order.values
  }

  /// Runs local searches from every city.
  mutating func settleAll(_ meter: inout BudgetMeter) {
    for index in 0..<count { enqueue(tour.order[index]) }
    _ = settle(&meter)
  }

  /// Kicks and repairs the tour until the budget is used up or ``SearchEffort/patience`` kicks in a
  /// row find no shorter tour: chained Lin–Kernighan.
  ///
  /// A kick that makes the tour longer is undone; but while much of the budget is left, some
  /// slightly longer tours are accepted, as in simulated annealing.
  ///
  /// - Parameters:
  ///   - meter: the budget.
  ///   - length: the length of the current tour.
  ///   - kicks: the number of kicks tried before.
  /// - Returns: the number of kicks tried, including those before.
  mutating func run(_ meter: inout BudgetMeter, length: Double, kicks: Int) -> Int {
    var length = length
    var random = SplitMix64(seed: meter.seed)
    guard count >= 5, isComplete else { return kicks }
    let heat = effort.heat * meanEdge
    var best = tour.order.values
    var bestLength = length
    var nextCopy = 0
    var kicks = kicks
    let patience = effort.patience.map { max(50, Int($0 * Double(count))) } ?? .max
    var least = length
    var sinceLeast = 0
    tour.isLogging = true
    while meter.end == nil, sinceLeast < patience {
      kicks &+= 1
      sinceLeast &+= 1
      guard let growth = kick(&random) else { continue }
      let change = growth - settle(&meter)
      // A repair cut short by the end of the budget may leave the tour longer.
      if change > 0,
        meter.end != nil || change > -heat * (1 - meter.fraction) * naturalLogarithm(random.unit())
      {
        tour.rollBack()
        clearQueue()
        continue
      }
      if change > 0, length < bestLength, kicks >= nextCopy {
        // Copy the best tour before leaving it. A copy takes O(n), so large tours are copied at
        // most every n / 1024 kicks.
        tour.rollBack()
        bestLength = length
        nextCopy = kicks &+ count / 1024
        for index in 0..<count { best[index] = tour.order[index] }
        continue
      }
      tour.commit()
      length += change
      if length < least - tolerance {
        least = length
        sinceLeast = 0
      }
      meter.reach(length)
      meter.report(min(length, bestLength), kicks)
    }
    if bestLength < length {
      for index in 0..<count {
        tour.order[index] = best[index]
        tour.place[best[index]] = Int32(truncatingIfNeeded: index)
      }
    }
    return kicks
  }

  /// Searches from the queued cities until the queue is empty; returns the sum of the gains.
  private mutating func settle(_ meter: inout BudgetMeter) -> Double {
    var gained = 0.0
    while queueCount > 0, meter.spend() {
      gained += improve(dequeue())
      meter.note(written &* 4)
      written = 0
    }
    return gained
  }

  private mutating func clearQueue() {
    while queueCount > 0 { _ = dequeue() }
  }
}

// MARK: Kicks

extension LinKernighan {
  /// Changes the tour by a double bridge between edges that are close together on it.
  ///
  /// - Parameter random: selects the edges.
  /// - Returns: the increase of the length, or nil if the tour is unchanged.
  mutating func kick(_ random: inout SplitMix64) -> Double? {
    // Mostly short, but sometimes long: long kicks change the connections between clusters.
    let farthest = effort.farthest
    let doublings = min(farthest, Int(truncatingIfNeeded: random.next().trailingZeroBitCount))
    let reach = min(effort.reach &<< doublings, (count &- 2) / 3)
    let limit = UInt32(truncatingIfNeeded: max(1, reach))
    var ends = SIMD4<Int32>(repeating: 0)
    var end = Int32(truncatingIfNeeded: random.next(below: UInt32(truncatingIfNeeded: count)))
    ends[0] = end
    for index in 1..<4 {
      end &+= Int32(truncatingIfNeeded: random.next(below: limit)) &+ 1
      ends[index] = end >= count ? end &- Int32(truncatingIfNeeded: count) : end
    }
    for index in 0..<4 {
      // Fixed edges are kept: the next edge is removed instead.
      let place = Int(ends[index])
      if costs.isFixed(tour.order[place], tour.order[wrap(place &+ 1)]) {
        ends[index] = Int32(truncatingIfNeeded: wrap(place &+ 1))
      }
    }
    // Sort in ascending order.
    for index in 1..<4 {
      var into = index
      while into > 0, ends[into &- 1] > ends[into] {
        let end = ends[into]
        ends[into] = ends[into &- 1]
        ends[into &- 1] = end
        into &-= 1
      }
    }
    if ends[0] == ends[1] || ends[1] == ends[2] || ends[2] == ends[3] { return nil }
    return doubleBridge(ends)
  }

  /// Removes the edges after four positions and joins the parts A B C D between them as A D C B,
  /// which no single sequential exchange can undo.
  ///
  /// Source: O. Martin, S. W. Otto and E. W. Felten, "Large-step Markov chains for the traveling
  /// salesman problem", Complex Systems 5 (1991); kept local as in D. Applegate, W. Cook and
  /// A. Rohe, "Chained Lin–Kernighan for large traveling salesman problems", INFORMS Journal on
  /// Computing 15 (2003), doi:10.1287/ijoc.15.1.82.15157.
  ///
  /// - Parameter ends: the positions, distinct and ascending.
  /// - Returns: the increase of the length.
  private mutating func doubleBridge(_ ends: SIMD4<Int32>) -> Double {
    var p = (Int(ends[0]), Int(ends[1]), Int(ends[2]), Int(ends[3]))
    // The longest part is A and stays.
    let lengths = (p.1 - p.0, p.2 - p.1, p.3 - p.2, p.0 + count - p.3)
    let longest = max(max(lengths.0, lengths.1), max(lengths.2, lengths.3))
    if lengths.3 != longest {
      if lengths.0 == longest {
        p = (p.1, p.2, p.3, p.0 + count)
      } else if lengths.1 == longest {
        p = (p.2, p.3, p.0 + count, p.1 + count)
      } else {
        p = (p.3, p.0 + count, p.1 + count, p.2 + count)
      }
    }
    let lastA = tour.order[wrap(p.0)]
    let firstB = tour.order[wrap(p.0 &+ 1)]
    let lastB = tour.order[wrap(p.1)]
    let firstC = tour.order[wrap(p.1 &+ 1)]
    let lastC = tour.order[wrap(p.2)]
    let firstD = tour.order[wrap(p.2 &+ 1)]
    let lastD = tour.order[wrap(p.3)]
    let firstA = tour.order[wrap(p.3 &+ 1)]
    let d = p.3 - p.2
    let c = p.2 - p.1
    let b = p.1 - p.0
    tour.gather(from: wrap(p.2 &+ 1), step: 1, length: d, at: 0)
    tour.gather(from: wrap(p.1 &+ 1), step: 1, length: c, at: d)
    tour.gather(from: wrap(p.0 &+ 1), step: 1, length: b, at: d &+ c)
    tour.rewrite(start: wrap(p.0 &+ 1), step: 1, length: b &+ c &+ d)
    written &+= b &+ c &+ d
    enqueue(lastA)
    enqueue(firstB)
    enqueue(lastB)
    enqueue(firstC)
    enqueue(lastC)
    enqueue(firstD)
    enqueue(lastD)
    enqueue(firstA)
    let put =
      costs.cost(lastA, firstD) + costs.cost(lastD, firstC) + costs.cost(lastC, firstB)
      + costs.cost(lastB, firstA)
    let taken =
      costs.cost(lastA, firstB) + costs.cost(lastB, firstC) + costs.cost(lastC, firstD)
      + costs.cost(lastD, firstA)
    return put - taken
  }

  @inline(__always)
  private func wrap(_ place: Int) -> Int {
    place >= count ? place &- count : place
  }
}

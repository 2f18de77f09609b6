// Notation: the route minimisation heuristic of Nagata and Bräysy.
//
// | here             | the paper named below                                                     |
// |------------------|---------------------------------------------------------------------------|
// | `pool`           | EP, the ejection pool: a stack of what is left out                        |
// | `failures`       | p[v], the penalty counters: how often a stop has found no place           |
// | `Ejection`       | the insertion with ejections that has the least sum of counters           |
// | `shift`          | Perturb: feasible moves of single stops at random                         |

extension DayChains {
  /// A place for a stop in place of some visits that follow each other.
  struct Ejection {
    /// The node behind which it is; -1 for none.
    var behind = -1
    /// How many visits behind that make room.
    var count = 0
    /// The sum of their counters.
    var failures = Int.max
    /// Decides between equals.
    var lot: UInt64 = 0
  }

  /// How many visits make room for one at most.
  private static var mostEjected: Int { 4 }

  /// Where a stop fits in when visits of which others are seldom in need make room.
  ///
  /// - Parameters:
  ///   - stop: a stop that is left out.
  ///   - near: the stops beside which it is looked for.
  ///   - failures: the counters, by stop; the least sum is looked for.
  ///   - random: decides between equals.
  /// - Returns: the place, and how many were looked at.
  func ejection(
    for stop: Int, _ near: [Int32], _ failures: [Int], _ random: inout SplitMix64
  ) -> (best: Ejection, looks: Int) {
    var best = Ejection()
    var looks = 0
    for other in near where day(of: Int(other)) >= 0 {
      // Behind the visit, and before it.
      for behind in [Int(other), previous(Int(other))] {
        looks &+= 1
        look(stop, behind: behind, failures, &random, &best)
      }
    }
    return (best, looks)
  }

  @inline(__always)
  private func look(
    _ stop: Int, behind: Int, _ failures: [Int], _ random: inout SplitMix64,
    _ best: inout Ejection
  ) {
    let day = Int(nodes[behind].day)
    let (departs, row) = (nodes[behind].departs, stop &* model.nodeCount)
    let start = model.startOfVisit(stop, day: day, arriving: departs &+ toward[row &+ behind])
    if start >= .never { return }
    let leaves = start &+ model.visit[stop]
    var node = next(behind)
    var sum = 0
    for count in 1...Self.mostEjected {
      guard node < model.stopCount, !pins(node) else { return }
      sum &+= failures[node]
      if sum > best.failures { return }
      node = next(node)
      let latest = nodes[node].latest
      guard leaves &+ model.travel[row &+ node] <= latest,
        // Between the two there is a way without the stop, too, since those go first.
        departs &+ model.travel(from: behind, to: node) <= latest
      else { continue }
      let lot = random.next()
      if sum < best.failures || lot > best.lot {
        best = Ejection(behind: behind, count: count, failures: sum, lot: lot)
      }
      return
    }
  }
}

extension ItinerarySearch {
  /// How many visits are moved at random after each that made room for another.
  private static var shifts: Int { 20 }
  /// How many stops look for a place one after the other.
  private static var steps: Int { 400 }

  /// Looks for room for the must-see stops that are left out, some hundred steps long.
  ///
  /// One of them goes where others make room that have seldom failed to find a place, and these are
  /// left out then; after each such step visits move at random. From Nagata and Bräysy (A powerful
  /// route minimization heuristic for the vehicle routing problem with time windows, Operations
  /// Research Letters 37, 2009, doi:10.1016/j.orl.2009.04.006).
  ///
  /// Of the plans that leave out least the last one remains.
  mutating func makeRoom(_ mandatory: Int64, until stop: inout SearchStop) {
    if failures.isEmpty {
      failures = model.worth[..<model.stopCount].map { $0 >= mandatory ? 1 : 0 }
    }
    var pool = chains.absent.map { Int($0) }.filter { model.worth[$0] >= mandatory }
    var (fewest, bestOrders) = (pool.count, orders)
    comparison = DayChains.Comparison()
    var steps = Self.steps
    while steps > 0, let visit = pool.popLast() {
      if stop.isOver(work) { break }
      steps -= 1
      let (place, looks) = chains.place(for: visit, 1, near[visit], comparison, &random)
      work &+= looks
      if place.behind >= 0 {
        chains.insert(visit, behind: place.behind)
      } else {
        failures[visit] += 1
        let (ejection, looks) = chains.ejection(for: visit, near[visit], failures, &random)
        work &+= looks
        if ejection.behind >= 0 {
          let absent = chains.absent.count
          chains.remove(from: chains.next(ejection.behind), count: ejection.count)
          pool += chains.absent[absent...].map { Int($0) }.filter { model.worth[$0] >= mandatory }
          chains.insert(visit, behind: ejection.behind)
        } else {
          pool.insert(visit, at: 0)
        }
        shift()
      }
      chains.commit()
      if pool.count <= fewest {
        fewest = pool.count
        bestOrders = orders
      }
    }
    restore(bestOrders)
  }

  /// Moves some visits to other places near them.
  private mutating func shift() {
    comparison = DayChains.Comparison(byTime: false, blinks: true, mostNear: 8)
    for _ in 0..<Self.shifts {
      let visit = stops[random.below(stops.count)]
      guard chains.day(of: visit) >= 0 else { continue }
      chains.commit()
      let absent = chains.absent.count
      chains.remove(from: visit, count: 1)
      let (place, looks) = chains.place(for: visit, 1, near[visit], comparison, &random)
      work &+= looks
      if place.behind >= 0, chains.absent.count == absent + 1 {
        chains.insert(visit, behind: place.behind)
      } else {
        chains.rollBack()
      }
    }
    comparison = DayChains.Comparison()
  }
}

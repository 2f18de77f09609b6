// Notation: the route minimization heuristic of Nagata and Bräysy.
//
// | here             | the paper cited below                                                     |
// | `pool`           | EP, the ejection pool: a stack of stops left out; a stop that failed      |
// |                  | `patience` times more goes below the others, unlike in the paper          |
// | `failures`       | p[v], the penalty counters: the failed insertions of each stop            |
// | `Ejection`       | the insertion with ejections that has the least sum of counters           |
// | `follow`         | the lexicographic search for visits to remove                             |
// | `shift`          | Perturb: feasible moves of single stops at random                         |

extension ItinerarySearch {
  /// The number of random moves after each ejection.
  private static var shifts: Int { 100 }
  /// The number of failed insertions of a stop after which the others in the pool come first.
  private static var patience: Int { 16 }

  /// Makes room for the must-see stops that are left out.
  ///
  /// One of them is inserted by ejecting visits whose insertion has seldom failed, which are then
  /// left out in turn; after each such step visits move at random. From Nagata and Bräysy (A
  /// powerful route minimization heuristic for the vehicle routing problem with time windows,
  /// Operations Research Letters 37, 2009, doi:10.1016/j.orl.2009.04.006).
  ///
  /// Keeps a plan that leaves out the fewest must-see stops: the current one if it does, otherwise
  /// the first such plan found.
  ///
  /// - Parameters:
  ///   - mandatory: the worth of a must-see stop.
  ///   - steps: the maximum number of steps without improvement if one stop is left out; divided by
  ///     the number of stops if several are.
  ///   - stop: the budget of the search.
  mutating func makeRoom(_ mandatory: Worth, steps: Int, until stop: inout ScheduleMeter) {
    if failures.isEmpty {
      failures = model.worth[..<model.stopCount].map { $0 >= mandatory ? 1 : 0 }
    }
    var pool = chains.absent.map { Int($0) }.filter { model.worth[$0] >= mandatory }
    var (fewest, bestOrders) = (pool.count, orders)
    let comparison = DayChains.Comparison()
    var left = steps / max(1, fewest)
    while left > 0, let visit = pool.popLast() {
      if stop.isOver(work) {
        pool.append(visit)
        break
      }
      left -= 1
      let (place, looks) = chains.place(for: visit, 1, near[visit], comparison, &random)
      work &+= looks
      if place.behind >= 0 {
        chains.insert(visit, behind: place.behind)
      } else {
        failures[visit] += 1
        // Stops that only eject one another must not keep the others from being tried.
        if failures[visit].isMultiple(of: Self.patience), !pool.isEmpty {
          pool.insert(visit, at: 0)
          continue
        }
        let turn = random.below(max(1, near[visit].count))
        let ejection = chains.ejection(for: visit, near[visit], failures, turn: turn)
        work &+= ejection.looks
        if ejection.behind >= 0 {
          chains.insert(visit, ejection)
          pool += ejection.visits.filter { model.worth[$0] >= mandatory }
        } else {
          pool.insert(visit, at: 0)
        }
        for _ in 0..<Self.shifts { shift() }
      }
      chains.commit()
      if pool.count < fewest {
        (fewest, bestOrders, left) = (pool.count, orders, steps / max(1, pool.count))
      }
    }
    if pool.count > fewest { restore(bestOrders) }
  }

  /// Moves a visit to a position near it, exchanges it with another one, or swaps the tails after
  /// them.
  private mutating func shift() {
    let visit = stops[random.below(stops.count)]
    guard chains.day(of: visit) >= 0, !near[visit].isEmpty else { return }
    chains.commit()
    let other = Int(near[visit][random.below(near[visit].count)])
    work &+= 2
    switch random.below(6) {
    case 0: move(visit, behind: random.below(2) == 0 ? other : chains.previous(other))
    case 1: moveNearby(visit)
    case 2: if chains.exchange(visit, other) { work &+= 50 }
    default: if chains.swapTails(behind: visit, from: other) { work &+= 500 }
    }
  }

  /// Moves a visit after a node, if it fits there.
  private mutating func move(_ visit: Int, behind node: Int) {
    guard node >= 0, node != visit, node != chains.previous(visit), chains.day(of: node) >= 0,
      chains.allows(visit, on: chains.day(of: node)),
      chains.price(of: visit, behind: node, byTime: true) != nil, chains.canDo(without: visit)
    else { return }
    chains.remove(from: visit, count: 1)
    chains.insert(visit, behind: node)
    work &+= 50
    // Without it, later visits may be delayed if the direct leg is longer.
    if !chains.isFeasible(chains.day(of: visit)) { chains.rollBack() }
  }

  /// Moves a visit to the nearby position with the least travel, skipping some positions at random.
  private mutating func moveNearby(_ visit: Int) {
    guard chains.canDo(without: visit) else { return }
    chains.remove(from: visit, count: 1)
    let (place, looks) = chains.place(
      for: visit, 1, near[visit],
      DayChains.Comparison(byTime: false, blinks: true, mostNear: 8), &random)
    work &+= looks &+ 50
    if place.behind >= 0 {
      chains.insert(visit, behind: place.behind)
    } else {
      chains.rollBack()
    }
  }
}

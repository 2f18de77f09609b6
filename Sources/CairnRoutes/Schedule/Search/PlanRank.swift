/// The quality of a plan.
struct PlanRank {
  /// The worth of the stops left out; less is better.
  var missed = Worth.zero
  var cost = ScheduleCost.zero
  /// The weight of the stops left out, as scaled for the search.
  var missedValue = 0.0
  /// The quantity that the search minimizes.
  var energy = 0.0

  /// Whether the plan is better by the documented order: by worth, then by cost.
  func isBetter(than other: PlanRank) -> Bool {
    missed != other.missed ? missed < other.missed : cost < other.cost
  }
}

/// The worth of stops and the cost of plans on one scale, for the acceptance rule.
struct SearchWeights {
  /// The worth of each stop as scaled for the search, at most 1.
  let value: [Double]
  /// The mean of the values.
  let averageValue: Double
  /// The weight of each stop while it is left out: its value, plus a penalty that grows each time a
  /// must-see stop is left out.
  private(set) var missedValue: [Double]
  /// The weight of a tick of cost relative to value.
  var costWeight = 0.0

  /// Scales the worth of the stops of a request.
  init(_ model: ScheduleModel, stops: [Int]) {
    // Booked stops are seldom missing; count them like must-see stops here.
    let most = model.booked.isEmpty ? nil : model.mandatoryWorth
    let optional = stops.map { stop in
      most.map { min(model.worth[stop], $0) } ?? model.worth[stop]
    }
    let greatest = Double(optional.max() ?? 1)
    // Must-see stops outweigh all others together in the result. During the search they count at
    // most as much as four others, so that it can pass through plans that lack one.
    let common = optional.filter { $0 < (optional.max() ?? 1) }.max().map { Double($0) } ?? greatest
    let scale = 1 / max(1, min(greatest, 4 * common))
    let value = model.worth.map { min(Double($0) * scale, 1) }
    self.value = value
    missedValue = value
    averageValue = stops.isEmpty ? 1 : stops.reduce(0) { $0 + value[$1] } / Double(stops.count)
  }

  /// The weight of a tick of cost for a number of visits: a fraction of the worth of a visit's
  /// time.
  func costWeight(_ model: ScheduleModel, visits: Int) -> Double {
    let span = (0..<model.dayCount).reduce(1.0) { sum, day in
      let slot = day * model.nodeCount + model.end(of: day)
      return sum + Double(model.closes[slot] - model.opens[slot])
    }
    return averageValue * 0.3 * Double(max(1, visits)) / span
  }

  /// The rank of a plan.
  func rank(of chains: DayChains) -> PlanRank {
    var rank = PlanRank()
    for stop in chains.absent {
      rank.missed += chains.model.worth[Int(stop)]
      rank.missedValue += missedValue[Int(stop)]
    }
    return weighed(rank, chains)
  }

  /// The rank after uncommitted changes, computed from the rank before: if many stops are left out,
  /// most of them stay so.
  func rank(of chains: DayChains, after current: PlanRank) -> PlanRank {
    var rank = current
    chains.changes { stop, isAbsent in
      if isAbsent {
        rank.missed += chains.model.worth[stop]
      } else {
        rank.missed -= chains.model.worth[stop]
      }
      rank.missedValue += isAbsent ? missedValue[stop] : -missedValue[stop]
    }
    return weighed(rank, chains)
  }

  private func weighed(_ rank: PlanRank, _ chains: DayChains) -> PlanRank {
    var rank = rank
    rank.cost = chains.cost
    rank.energy =
      rank.missedValue
      + costWeight * (Double(rank.cost.primary) + 1e-3 * Double(rank.cost.secondary))
    return rank
  }

  /// Raises the weight of the must-see stops that are left out.
  mutating func penalizeAbsent(_ chains: DayChains, mandatory: Worth) {
    for stop in chains.absent where chains.model.worth[Int(stop)] == mandatory {
      missedValue[Int(stop)] += 0.01 * averageValue
    }
  }
}

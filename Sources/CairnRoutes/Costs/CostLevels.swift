internal import CairnGeodesy

/// Costs far above all others, such as those of forbidden legs, and their replacements in a search.
///
/// A search adds and compares doubles, so next to a cost of 10¹⁴ everything below 0.01 is lost. But
/// once one such cost outweighs a whole route of ordinary legs, its exact size does not matter: a
/// route with fewer of them is better either way, and among routes with equally many the rest
/// decides. So these costs are lowered as far as that still holds. All costs above a gap are
/// lowered by the same amount; if they differ from each other by more than the rest of a route can
/// outweigh, none is lowered.
///
/// | here    | meaning                                                                         |
/// |---------|---------------------------------------------------------------------------------|
/// | level   | all costs above one gap                                                         |
/// | `floor` | the least cost of a level, minus the floors of the levels above                 |
/// | `rest`  | the greatest cost left after `floor` is subtracted from the costs of a level    |
/// | `step`  | the replacement of `floor`: a power of two, at least 2·n·(everything below)     |
/// | narrow  | a gap counts if `rest` is below 1/(8·n) of the greatest cost                    |
internal struct CostLevels: Hashable, Sendable {
  /// The costs of one level, minus the floors of the levels above.
  private struct Level: Hashable {
    /// The least of the costs.
    var floor: Double
    /// The replacement of `floor`: at least twice the cost of all legs of a route below this level.
    var step = 0.0
  }

  /// The levels, highest first.
  private var levels: [Level] = []

  internal var isEmpty: Bool { levels.isEmpty }

  /// Creates an empty set of levels, which leaves every cost unchanged.
  internal init() {}

  /// Finds the gaps in the costs of all pairs of stops.
  ///
  /// - Complexity: O(n²); without a gap hardly more than finding the maximum.
  internal init(_ costs: [Double], count: Int) {
    let legs = Double(max(count, 1))
    var greatest = costs.reduce(0) { $1 > $0 ? $1 : $0 }
    // Each level takes a pass; eight exceed the kinds of forbidden legs in practice.
    while levels.count < 8, let gap = gap(in: costs, below: greatest, legs: legs) {
      levels.append(Level(floor: gap.floor))
      greatest = gap.rest
    }
    for index in levels.indices.reversed() {
      // A power of two, to add without rounding.
      levels[index].step = Double(
        sign: .plus, exponent: (2 * legs * greatest).exponent + 1, significand: 1)
      greatest += levels[index].step
    }
  }

  /// The least cost above a sufficiently wide gap, and the greatest rest below it; nil without such
  /// a gap.
  private func gap(
    in costs: [Double], below greatest: Double, legs: Double
  ) -> (floor: Double, rest: Double)? {
    let half = greatest / 2
    let narrow = greatest / (8 * legs)
    var floor = greatest
    var rest = 0.0
    for cost in costs {
      let cost = residue(cost)
      if cost > half {
        if cost < floor { floor = cost }
      } else if cost > rest {
        rest = cost
        if cost >= narrow { return nil }
      }
    }
    rest = max(rest, greatest - floor)
    return rest > 0 && rest < narrow ? (floor, rest) : nil
  }

  /// A cost minus the floors of all levels found so far.
  @inline(__always)
  private func residue(_ cost: Double) -> Double {
    var cost = cost
    for level in levels where cost >= level.floor { cost -= level.floor }
    return cost
  }

  /// The replacement of a cost in a search.
  internal func lowered(_ cost: Double) -> Double {
    var cost = cost
    var sum = 0.0
    for level in levels where cost >= level.floor {
      cost -= level.floor
      sum += level.step
    }
    return sum + cost
  }

  /// Converts a lowered length back to the true length of the route; also maps a lower bound of
  /// lowered lengths to one of true lengths.
  internal func raised(_ length: Double) -> Double {
    var rest = length
    var sum = CompensatedSum()
    for level in levels {
      var number = (rest / level.step).rounded(.down)
      rest -= number * level.step
      // The other legs never add up to this much: rounding has hidden one leg of this level.
      if rest > 0.75 * level.step {
        number += 1
        rest = 0
      }
      sum.add(number * level.floor)
    }
    sum.add(rest)
    return sum.value
  }
}

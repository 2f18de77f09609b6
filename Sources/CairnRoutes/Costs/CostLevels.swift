/// Costs that stand far above all others, such as those of forbidden legs, and what takes their
/// place in a search.
///
/// A search adds and compares doubles, so that beside a cost of 10¹⁴ all that is below 0.01 is
/// lost. But how far above the others such costs stand does not matter once one of them outweighs
/// a whole route of the others: a route with fewer of them is the better one either way, and among
/// routes with as many the rest decides. So they are let down to where that still holds and no
/// further. All costs above a gap are let down by the same amount; where they differ by more than
/// the rest can make up for, nothing is let down.
internal struct CostLevels: Hashable, Sendable {
  /// Costs from one on, as they are without the levels before.
  private struct Level: Hashable {
    /// The least of the costs.
    var floor: Double
    /// What takes its place: twice what all the legs of a route can cost below it, or more.
    var step = 0.0
  }

  /// The highest first.
  private var levels: [Level] = []

  internal var isEmpty: Bool { levels.isEmpty }

  /// No levels: every cost stays as it is.
  internal init() {}

  /// Finds the gaps in the costs of all pairs of stops.
  ///
  /// - Complexity: O(n²); where there is no gap hardly more than to look for the greatest.
  internal init(_ costs: [Double], count: Int) {
    let legs = Double(max(count, 1))
    var greatest = costs.reduce(0) { $1 > $0 ? $1 : $0 }
    // Each level takes a pass; more than a few kinds of forbidden legs are no gaps any more.
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

  /// The least of the costs above a gap that is wide enough, and the greatest of what is left when
  /// it is taken off them.
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

  /// What is left of a cost below all levels found so far.
  @inline(__always)
  private func residue(_ cost: Double) -> Double {
    var cost = cost
    for level in levels where cost >= level.floor { cost -= level.floor }
    return cost
  }

  /// What takes the place of a cost.
  internal func lowered(_ cost: Double) -> Double {
    var cost = cost
    var sum = 0.0
    for level in levels where cost >= level.floor {
      cost -= level.floor
      sum += level.step
    }
    return sum + cost
  }

  /// The length that a lowered length of a route stands for; of a bound that no route is below,
  /// one that no route is below either.
  internal func raised(_ length: Double) -> Double {
    var rest = length
    var sum = CompensatedSum()
    for level in levels {
      var number = (rest / level.step).rounded(.down)
      rest -= number * level.step
      // No route has so much beside: it has one leg more of this level.
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

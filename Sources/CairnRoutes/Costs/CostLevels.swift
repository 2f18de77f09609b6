/// Costs that are far above all others, such as those of forbidden legs, and what replaces them in
/// a search.
///
/// A search adds and compares doubles, so that beside a cost of 10¹⁴ all that is below 0.01 is
/// lost. But how far above the others such costs are does not matter once one of them outweighs a
/// whole route of the others: a route with fewer of them is the better one either way, and among
/// routes with equally many the rest decides. So they are lowered to where that still holds and no
/// further. All costs above a gap are lowered by the same amount; where they differ by more than
/// the rest of a route can outweigh, none is lowered.
///
/// | here    | meaning                                                                         |
/// |---------|---------------------------------------------------------------------------------|
/// | level   | all costs above one gap                                                         |
/// | `floor` | the least cost of a level, less the floors of the levels above                  |
/// | `rest`  | the greatest cost that is left once `floor` is subtracted from those of a level |
/// | `step`  | what replaces `floor`: a power of two, at least 2·n·(all that is below)         |
/// | narrow  | a gap counts if `rest` is below 1/(8·n) of the greatest cost                    |
internal struct CostLevels: Hashable, Sendable {
  /// The costs from one on, less the floors of the levels before.
  private struct Level: Hashable {
    /// The least of the costs.
    var floor: Double
    /// What replaces it: at least twice what all the legs of a route can cost below it.
    var step = 0.0
  }

  /// The highest first.
  private var levels: [Level] = []

  internal var isEmpty: Bool { levels.isEmpty }

  /// No levels: every cost stays as it is.
  internal init() {}

  /// Finds the gaps in the costs of all pairs of stops.
  ///
  /// - Complexity: O(n²); where there is no gap hardly more than to find the greatest.
  internal init(_ costs: [Double], count: Int) {
    let legs = Double(max(count, 1))
    var greatest = costs.reduce(0) { $1 > $0 ? $1 : $0 }
    // Each level takes a pass; eight are more than there are kinds of forbidden legs.
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

  /// The least of the costs above a gap that is wide enough, and the greatest rest below it; nil
  /// where there is no such gap.
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

  /// A cost less the floors of all levels found so far.
  @inline(__always)
  private func residue(_ cost: Double) -> Double {
    var cost = cost
    for level in levels where cost >= level.floor { cost -= level.floor }
    return cost
  }

  /// What replaces a cost in a search.
  internal func lowered(_ cost: Double) -> Double {
    var cost = cost
    var sum = 0.0
    for level in levels where cost >= level.floor {
      cost -= level.floor
      sum += level.step
    }
    return sum + cost
  }

  /// The true length of a route with a lowered length; for a lower bound of all lowered lengths, a
  /// lower bound of all true ones.
  internal func raised(_ length: Double) -> Double {
    var rest = length
    var sum = CompensatedSum()
    for level in levels {
      var number = (rest / level.step).rounded(.down)
      rest -= number * level.step
      // The other legs never amount to so much: a rounding has hidden one leg of this level.
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

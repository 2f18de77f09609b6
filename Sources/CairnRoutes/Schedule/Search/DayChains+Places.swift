/// Finds the best position for one more visit.
///
/// These are methods of the chains, not of the search that owns them; anything that changes
/// meanwhile is passed as a parameter. The chains are then passed once for many positions instead
/// of being copied for each.
extension DayChains {
  /// A position for one more visit.
  struct Place {
    /// The nodes before and after the position; -1 for none.
    var behind = -1
    var before = -1
    /// The weight divided by the price.
    var rating = -Double.infinity
  }

  /// The criterion by which positions are compared.
  struct Comparison {
    /// Whether the price is the added time, or else the growth of the cost.
    var byTime = true
    /// Whether some positions are skipped at random.
    var blinks = false
    /// The maximum number of nearby visits to try beside, on long days.
    var mostNear = Int.max
  }

  /// The number of visits above which a day is long: only positions beside nearby visits are tried.
  static var longDay: Int { 40 }

  /// The best position for a stop.
  ///
  /// - Parameters:
  ///   - stop: a stop that is left out.
  ///   - weight: its worth as scaled for the search.
  ///   - near: the stops beside which to try it on long days; nil to try all positions.
  ///   - comparison: how positions are compared.
  ///   - random: the generator that skips positions.
  /// - Returns: the position, and the number of positions evaluated.
  @inline(never)
  func place(
    for stop: Int, _ weight: Double, _ near: [Int32]?, _ comparison: Comparison,
    _ random: inout SplitMix64
  ) -> (best: Place, looks: Int) {
    var best = Place()
    var looks = 0
    var hasLongDay = false
    for day in 0..<model.dayCount {
      let closes = model.closes[day &* model.nodeCount &+ stop]
      if closes == -.never { continue }
      let start = model.start(of: day)
      if near != nil, days[day].count > Self.longDay {
        hasLongDay = true
        compare(stop, behind: start, weight, comparison, &random, &best)
        compare(stop, behind: previous(model.end(of: day)), weight, comparison, &random, &best)
        looks &+= 2
      } else {
        let isLoose = isLoose[day]
        var node = start
        while next(node) >= 0 {
          if !isLoose, nodes[node].departs > closes { break }
          compare(stop, behind: node, weight, comparison, &random, &best)
          looks &+= 1
          node = next(node)
        }
      }
    }
    guard hasLongDay, let near else { return (best, looks) }
    var left = comparison.mostNear
    for other in near {
      let day = self.day(of: Int(other))
      guard day >= 0, days[day].count > Self.longDay,
        model.closes[day &* model.nodeCount &+ stop] > -.never
      else { continue }
      compare(stop, behind: Int(other), weight, comparison, &random, &best)
      compare(stop, behind: previous(Int(other)), weight, comparison, &random, &best)
      looks &+= 2
      left &-= 1
      if left == 0 { break }
    }
    return (best, looks)
  }

  /// Evaluates the two positions beside a visit, and keeps the better one if it beats `best`.
  @inline(never)
  func compare(
    for stop: Int, beside visit: Int, _ weight: Double, _ comparison: Comparison,
    _ random: inout SplitMix64, _ best: inout Place
  ) {
    // On a day without constraints, the price does not check whether the stop is open at all.
    if model.closes[day(of: visit) &* model.nodeCount &+ stop] == -.never { return }
    compare(stop, behind: previous(visit), weight, comparison, &random, &best)
    compare(stop, behind: visit, weight, comparison, &random, &best)
  }

  @inline(__always)
  private func compare(
    _ stop: Int, behind node: Int, _ weight: Double, _ comparison: Comparison,
    _ random: inout SplitMix64, _ best: inout Place
  ) {
    if comparison.blinks, random.next() & 7 == 0 { return }
    guard let price = price(of: stop, behind: node, byTime: comparison.byTime) else { return }
    let rating = weight / Double(max(price, 1))
    if rating > best.rating { best = Place(behind: node, before: next(node), rating: rating) }
  }
}

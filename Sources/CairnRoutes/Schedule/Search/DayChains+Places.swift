/// Where one more visit is best.
///
/// These are functions of the chains and not of the search that owns them: what changes meanwhile
/// is handed to them beside, so that the chains are handed over once for many positions and not
/// copied for each.
extension DayChains {
  /// A position for one more visit.
  struct Place {
    /// The nodes between which it would be; -1 for none.
    var behind = -1
    var before = -1
    /// The value for the price.
    var rating = -Double.infinity
  }

  /// How places are compared.
  struct Comparison {
    /// By the time they take, or by the growth of the cost.
    var byTime = true
    /// Whether some positions are passed over at random.
    var blinks = false
    /// Beside how many visits of long days, the nearest ones, a visit is looked for at most.
    var mostNear = Int.max
  }

  /// From how many visits on a visit is looked for beside those near it alone.
  static var longDay: Int { 40 }

  /// The best place for a stop.
  ///
  /// - Parameters:
  ///   - stop: a stop that is left out.
  ///   - weight: its value in the eyes of the search.
  ///   - near: the stops beside which it is looked for on long days, nil for all positions.
  ///   - comparison: how places are compared.
  ///   - random: which positions are passed over.
  /// - Returns: the place, and how many positions were looked at.
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
        look(stop, behind: start, weight, comparison, &random, &best)
        look(stop, behind: previous(model.end(of: day)), weight, comparison, &random, &best)
        looks &+= 2
      } else {
        let isLoose = isLoose[day]
        var node = start
        while next(node) >= 0 {
          if !isLoose, nodes[node].departs > closes { break }
          look(stop, behind: node, weight, comparison, &random, &best)
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
      look(stop, behind: Int(other), weight, comparison, &random, &best)
      look(stop, behind: previous(Int(other)), weight, comparison, &random, &best)
      looks &+= 2
      left &-= 1
      if left == 0 { break }
    }
    return (best, looks)
  }

  /// Looks at the two positions beside a visit, and keeps one if it is better than the place that
  /// is known.
  @inline(never)
  func look(
    for stop: Int, beside visit: Int, _ weight: Double, _ comparison: Comparison,
    _ random: inout SplitMix64, _ best: inout Place
  ) {
    // A loose day does not ask whether the stop is open on it at all.
    if model.closes[day(of: visit) &* model.nodeCount &+ stop] == -.never { return }
    look(stop, behind: previous(visit), weight, comparison, &random, &best)
    look(stop, behind: visit, weight, comparison, &random, &best)
  }

  @inline(__always)
  private func look(
    _ stop: Int, behind node: Int, _ weight: Double, _ comparison: Comparison,
    _ random: inout SplitMix64, _ best: inout Place
  ) {
    if comparison.blinks, random.next() & 7 == 0 { return }
    guard let price = price(of: stop, behind: node, byTime: comparison.byTime) else { return }
    let rating = weight / Double(max(price, 1))
    if rating > best.rating { best = Place(behind: node, before: next(node), rating: rating) }
  }
}

extension ItinerarySearch {
  /// Takes some visits out.
  mutating func ruin() {
    let visited = stops.count - absent.count
    guard visited > 0 else { return }
    if random.below(2) == 0 {
      removeSegments()
    } else {
      removeNeighbors()
    }
  }

  /// Takes a run of visits out of some days.
  private mutating func removeSegments() {
    let days = routes.indices.filter { routes[$0].count > 0 }
    guard !days.isEmpty else { return }
    for _ in 0..<(1 + random.below(min(2, days.count))) {
      let day = days[random.below(days.count)]
      let count = routes[day].count
      guard count > 0 else { continue }
      let length = 1 + random.below(min(count, 6))
      let first = 1 + random.below(count - length + 1)
      take(first..<(first + length), day)
    }
  }

  /// Takes short runs of visits out around a stop.
  private mutating func removeNeighbors() {
    let center = stops[random.below(stops.count)]
    var budget = 2 + random.below(8)
    var touched: [Int] = []
    for other in CollectionOfOne(Int32(center)) + near[center] {
      let stop = Int(other)
      let day = dayOf[stop]
      guard day >= 0, !touched.contains(day) || random.below(3) == 0,
        let position = routes[day].order.firstIndex(of: stop)
      else { continue }
      let count = routes[day].count
      let length = 1 + random.below(min(count, 4))
      let low = max(1, position - random.below(length))
      let high = min(count + 1, low + length)
      take(low..<high, day)
      touched.append(day)
      budget -= length
      if budget <= 0 { return }
    }
  }

  private mutating func take(_ range: Range<Int>, _ day: Int) {
    guard !range.isEmpty else { return }
    var removed = routes[day].remove(range, model)
    if !routes[day].isFeasible, routes[day].count > 0 {
      // Without them there is no way, or only one that takes too long.
      removed += routes[day].remove(1..<(routes[day].count + 1), model)
    }
    for stop in removed {
      dayOf[stop] = -1
      absent.append(stop)
    }
  }
}

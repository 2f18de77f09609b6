extension ItinerarySearch {
  /// The maximum number of stops considered for insertion, if more are left out.
  private static var mostCandidates: Int { 100 }

  // MARK: Recreate

  /// Inserts visits as long as any fits.
  ///
  /// - Parameters:
  ///   - isGreedy: whether to insert always the best visit by worth and time; otherwise adds noise
  ///     and skips positions and, if many stops are left out, considers only the removed stops and
  ///     those near them.
  ///   - isThorough: whether to try every position, also on long days.
  ///   - stop: ends the insertion if the time is over or the search was cancelled; inserted visits
  ///     are kept.
  mutating func recreate(
    isGreedy: Bool, isThorough: Bool = false, until stop: inout ScheduleMeter
  ) {
    let candidates = isGreedy ? chains.absent.map { Int($0) } : candidates()
    let wanted = isGuided && !isGreedy ? missedValue : value
    var weights = candidates.map { wanted[$0] * wanted[$0] }
    comparison = DayChains.Comparison(
      byTime: isGreedy || random.below(3) > 0, blinks: !isGreedy, mostNear: isBroad ? 8 : .max)
    if !isGreedy {
      let strength = [0.0, 0.3, 1, 3][random.below(4)]
      for index in weights.indices { weights[index] *= 1 + strength * random.fraction() }
    }
    var places = [DayChains.Place](repeating: DayChains.Place(), count: candidates.count)
    var queue = RatingQueue()
    for index in candidates.indices {
      if stop.isInterrupted(work) { return }
      places[index] = place(for: candidates[index], weights[index], isThorough)
      queue.push(places[index].rating, index)
      candidateIndex[candidates[index]] = Int32(index)
    }
    defer { for stop in candidates { candidateIndex[stop] = -1 } }
    while let (rating, index) = queue.pop() {
      if stop.isInterrupted(work) { return }
      let visit = candidates[index]
      let place = places[index]
      guard rating == place.rating, chains.day(of: visit) < 0 else { continue }
      // A visit inserted since may have taken the position or the time.
      let price =
        chains.next(place.behind) == place.before && chains.day(of: place.behind) >= 0
        ? chains.price(of: visit, behind: place.behind, byTime: comparison.byTime) : nil
      work &+= 1
      guard let price, weights[index] / Double(max(price, 1)) >= rating else {
        places[index] = self.place(for: visit, weights[index], isThorough)
        queue.push(places[index].rating, index)
        continue
      }
      chains.insert(visit, behind: place.behind)
      // Try the two new positions, for all candidates if there are few.
      func look(_ other: Int, _ search: inout ItinerarySearch) {
        let index = Int(search.candidateIndex[other])
        guard index >= 0, search.chains.day(of: other) < 0 else { return }
        let before = places[index].rating
        search.chains.look(
          for: other, beside: visit, weights[index], search.comparison, &search.random,
          &places[index])
        search.work &+= 2
        if places[index].rating > before { queue.push(places[index].rating, index) }
      }
      if candidates.count <= 2 * Self.mostCandidates {
        for other in candidates { look(other, &self) }
      } else {
        for other in near[visit] { look(Int(other), &self) }
      }
    }
  }

  /// Inserts a visit where it takes the least time, if it fits anywhere.
  mutating func insert(_ visit: Int) {
    comparison = DayChains.Comparison()
    let place = place(for: visit, 1, false)
    if place.behind >= 0 { chains.insert(visit, behind: place.behind) }
  }

  /// The stops to consider for insertion: all that are left out if they are few; otherwise the
  /// removed ones, some near them, and a few random ones.
  private mutating func candidates() -> [Int] {
    if chains.absent.count <= Self.mostCandidates { return chains.absent.map { Int($0) } }
    var chosen = removed.filter { chains.day(of: $0) < 0 }
    for stop in removed {
      var count = 0
      for other in near[stop] where chains.day(of: Int(other)) < 0 {
        if !chosen.contains(Int(other)) { chosen.append(Int(other)) }
        count += 1
        if count == 4 || chosen.count >= Self.mostCandidates { break }
      }
    }
    for _ in 0..<4 {
      let other = Int(chains.absent[random.below(chains.absent.count)])
      if !chosen.contains(other) { chosen.append(other) }
    }
    return chosen
  }

  /// Appends visits to the days as long as any fits: a fast result if there is no time to search.
  mutating func append() {
    // A local copy; its travel times are already complete.
    var model = model
    let before = orders
    let appended = AppendedVisits(
      chains.absent.map { Int($0) }.sorted(), behind: before, looks: .max, in: &model)
    for (day, order) in appended.orders.enumerated() where order.count > before[day].count {
      chains.replace(day, order)
    }
    chains.commit()
  }

  /// The best position for a stop.
  private mutating func place(
    for stop: Int, _ weight: Double, _ isThorough: Bool
  ) -> DayChains.Place {
    let (place, looks) = chains.place(
      for: stop, weight, isThorough ? nil : near[stop], comparison, &random)
    work &+= looks
    return place
  }

  // MARK: Ruin

  /// Removes some visits.
  mutating func ruin() {
    removed.removeAll(keepingCapacity: true)
    guard stops.count > chains.absent.count else { return }
    if random.below(2) == 0 {
      removeSegments()
    } else {
      removeNeighbors()
    }
  }

  /// Whether days are long on average.
  var hasLongDays: Bool {
    stops.count - chains.absent.count > DayChains.longDay * model.dayCount
  }

  /// Removes a run of visits from some days.
  private mutating func removeSegments() {
    let days = chains.days.indices.filter { chains.days[$0].count > 0 }
    guard !days.isEmpty else { return }
    for _ in 0..<(1 + random.below(min(2, days.count))) {
      let day = days[random.below(days.count)]
      let count = chains.days[day].count
      guard count > 0 else { continue }
      take(around: randomVisit(on: day), 1 + random.below(min(count, isBroad ? 16 : 6)))
    }
  }

  /// A random visit of a day that has at least one.
  private mutating func randomVisit(on day: Int) -> Int {
    // Random sampling usually finds one quickly.
    for _ in 0..<64 {
      let stop = stops[random.below(stops.count)]
      if chains.day(of: stop) == day { return stop }
    }
    return chains.next(model.start(of: day))
  }

  /// Removes short runs of visits that are near a stop (adjacent string removal).
  private mutating func removeNeighbors() {
    // If few stops are left out, make room near one of them.
    let absent = chains.absent
    let isFocused =
      !absent.isEmpty && absent.count * 10 < stops.count && random.below(2) == 0
    let center =
      isFocused ? Int(absent[random.below(absent.count)]) : stops[random.below(stops.count)]
    var budget = 2 + random.below(isBroad ? 16 : 8)
    var touched = 0
    for other in CollectionOfOne(Int32(center)) + near[center] {
      let stop = Int(other)
      let day = chains.day(of: stop)
      guard day >= 0, touched & 1 << (day & 63) == 0 || random.below(3) == 0 else { continue }
      let length = 1 + random.below(min(chains.days[day].count, 4))
      take(around: stop, length)
      touched |= 1 << (day & 63)
      budget -= length
      if budget <= 0 { return }
    }
  }

  /// Removes a run of consecutive visits that includes a given one.
  private mutating func take(around stop: Int, _ length: Int) {
    var first = stop
    for _ in 0..<random.below(length) {
      let before = chains.previous(first)
      if before >= model.stopCount { break }
      first = before
    }
    let absent = chains.absent.count
    chains.remove(from: first, count: length)
    for stop in chains.absent[absent...] { removed.append(Int(stop)) }
  }
}

/// Candidates by rating, the greatest first: a binary heap.
private struct RatingQueue {
  private var heap: [(rating: Double, index: Int)] = []

  /// Adds a candidate unless it has no position.
  mutating func push(_ rating: Double, _ index: Int) {
    guard rating > -.infinity else { return }
    heap.append((rating, index))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent].rating < heap[child].rating else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  mutating func pop() -> (rating: Double, index: Int)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].rating > heap[child].rating { child += 1 }
      guard heap[child].rating > heap[parent].rating else { break }
      heap.swapAt(parent, child)
      parent = child
    }
    return first
  }
}

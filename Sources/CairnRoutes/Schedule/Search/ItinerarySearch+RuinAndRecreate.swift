extension ItinerarySearch {
  /// The maximum number of stops considered for insertion, if more are left out.
  private static var mostCandidates: Int { 100 }

  // MARK: Recreate

  /// Inserts visits as long as any fits.
  ///
  /// - Parameters:
  ///   - insertion: how stops and positions are selected.
  ///   - stop: ends the insertion if the time is over or the search was cancelled; inserted visits
  ///     are kept.
  mutating func recreate(_ insertion: Insertion, until stop: inout ScheduleMeter) {
    if dependent.isEmpty { return insertAlone(insertion, until: &stop) }
    let isFirst = insertion.isRandom && random.below(2) == 0
    insertDependent(isMandatory: !isFirst, insertion, until: &stop)
    insertAlone(insertion, until: &stop)
    insertDependent(isMandatory: false, insertion, until: &stop)
  }

  /// Inserts visits one at a time, as long as any fits.
  private mutating func insertAlone(_ insertion: Insertion, until stop: inout ScheduleMeter) {
    var round = insertionRound(insertion)
    for (index, visit) in round.candidates.enumerated() { candidateIndex[visit] = Int32(index) }
    defer { for visit in round.candidates { candidateIndex[visit] = -1 } }
    for index in round.candidates.indices {
      if stop.isInterrupted(work) { return }
      findPlace(index, &round)
    }
    while let (rating, index) = round.queue.pop() {
      if stop.isInterrupted(work) { return }
      let visit = round.candidates[index]
      guard rating == round.places[index].rating, chains.day(of: visit) < 0 else { continue }
      if isCurrent(index, round) {
        chains.insert(visit, behind: round.places[index].behind)
        compareBeside(visit, &round)
      } else {
        findPlace(index, &round)
      }
    }
  }

  /// The candidates for insertion, with their weights and best positions.
  private struct InsertionRound {
    let candidates: [Int]
    let weights: [Double]
    let comparison: DayChains.Comparison
    /// Whether every position is tried, even on long days.
    let isThorough: Bool
    var places: [DayChains.Place]
    var queue = RatingQueue()
  }

  /// Selects the candidates, their weights and the comparison of positions.
  private mutating func insertionRound(_ insertion: Insertion) -> InsertionRound {
    let isRandom = insertion.isRandom
    let candidates = isRandom ? candidates() : chains.absent.map { Int($0) }
    let wanted = insertion.favorsMissed ? weights.missedValue : weights.value
    var squares = candidates.map { wanted[$0] * wanted[$0] }
    let comparison = DayChains.Comparison(
      byTime: !isRandom || random.below(3) > 0, blinks: isRandom,
      mostNear: insertion.mostPositions)
    if isRandom {
      let strength = [0.0, 0.3, 1, 3][random.below(4)]
      for index in squares.indices { squares[index] *= 1 + strength * random.fraction() }
    }
    return InsertionRound(
      candidates: candidates, weights: squares, comparison: comparison,
      isThorough: insertion.isThorough,
      places: [DayChains.Place](repeating: DayChains.Place(), count: candidates.count))
  }

  /// Finds the best position of a candidate, and queues it if there is one.
  private mutating func findPlace(_ index: Int, _ round: inout InsertionRound) {
    let visit = round.candidates[index]
    let (place, looks) = chains.place(
      for: visit, round.weights[index], round.isThorough ? nil : near[visit], round.comparison,
      &random)
    work &+= looks
    round.places[index] = place
    round.queue.push(place.rating, index)
  }

  /// Whether the position of a candidate is still as good: a visit inserted since may have taken
  /// the position or the time.
  private mutating func isCurrent(_ index: Int, _ round: InsertionRound) -> Bool {
    work &+= 1
    let place = round.places[index]
    guard chains.next(place.behind) == place.before, chains.day(of: place.behind) >= 0,
      let price = chains.price(
        of: round.candidates[index], behind: place.behind, byTime: round.comparison.byTime)
    else { return false }
    return round.weights[index] / Double(max(price, 1)) >= place.rating
  }

  /// Tries the two new positions beside an inserted visit: for all candidates if they are few, else
  /// for those near it.
  private mutating func compareBeside(_ visit: Int, _ round: inout InsertionRound) {
    if round.candidates.count <= 2 * Self.mostCandidates {
      for index in round.candidates.indices { compare(index, beside: visit, &round) }
    } else {
      for other in near[visit] where candidateIndex[Int(other)] >= 0 {
        compare(Int(candidateIndex[Int(other)]), beside: visit, &round)
      }
    }
  }

  private mutating func compare(_ index: Int, beside visit: Int, _ round: inout InsertionRound) {
    let other = round.candidates[index]
    guard chains.day(of: other) < 0 else { return }
    let before = round.places[index].rating
    chains.compare(
      for: other, beside: visit, round.weights[index], round.comparison, &random,
      &round.places[index])
    work &+= 2
    if round.places[index].rating > before { round.queue.push(round.places[index].rating, index) }
  }

  /// Inserts a visit where it takes the least time, if it fits anywhere.
  mutating func insert(_ visit: Int) {
    let (place, looks) = chains.place(
      for: visit, 1, near[visit], DayChains.Comparison(), &random)
    work &+= looks
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

  // MARK: Ruin

  /// Removes some visits.
  mutating func ruin(_ breadth: Breadth) {
    removed.removeAll(keepingCapacity: true)
    guard stops.count > chains.absent.count else { return }
    if random.below(2) == 0 {
      removeSegments(breadth)
    } else {
      removeNeighbors(breadth)
    }
  }

  /// Removes a run of visits from some days.
  private mutating func removeSegments(_ breadth: Breadth) {
    let days = chains.days.indices.filter { chains.days[$0].count > 0 }
    guard !days.isEmpty else { return }
    for _ in 0..<(1 + random.below(min(2, days.count))) {
      let day = days[random.below(days.count)]
      let count = chains.days[day].count
      guard count > 0 else { continue }
      take(around: randomVisit(on: day), 1 + random.below(min(count, breadth.longestSegment)))
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
  private mutating func removeNeighbors(_ breadth: Breadth) {
    // If few stops are left out, make room near one of them.
    let absent = chains.absent
    let isFocused =
      !absent.isEmpty && absent.count * 10 < stops.count && random.below(2) == 0
    let center =
      isFocused ? Int(absent[random.below(absent.count)]) : stops[random.below(stops.count)]
    var budget = 2 + random.below(breadth.mostNeighbors - 1)
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

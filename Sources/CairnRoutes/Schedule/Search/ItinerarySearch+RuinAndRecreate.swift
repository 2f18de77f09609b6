extension ItinerarySearch {
  // MARK: Recreate

  /// Inserts visits while any fits.
  ///
  /// - Parameters:
  ///   - isGreedy: always the one that is best by value and time; else with noise and blinks.
  ///   - stop: ends it when the time is over or the search was cancelled; what was inserted stays.
  mutating func recreate(isGreedy: Bool, until stop: inout SearchStop) {
    let style = isGreedy ? 0 : random.below(4)
    rule = isGreedy || random.below(3) > 0 ? .time : .cost
    blinks = !isGreedy
    var places = [Place](repeating: Place(), count: absent.count)
    var isKnown = [Bool](repeating: false, count: absent.count)
    var noise = [Double](repeating: 1, count: absent.count)
    if !isGreedy {
      let strength = [0.0, 0.3, 1, 3][style]
      for index in noise.indices { noise[index] = 1 + strength * random.fraction() }
    }
    var changed = -1
    while !absent.isEmpty {
      var best = -1
      for index in absent.indices {
        if stop.isInterrupted(work) { return }
        let visit = absent[index]
        if !isKnown[index] || places[index].day == changed || changed == -2 {
          places[index] = Place()
          for day in routes.indices { look(visit, day, noise[index], &places[index]) }
          isKnown[index] = true
        } else if changed >= 0 {
          look(visit, changed, noise[index], &places[index])
        }
        if places[index].day >= 0, best < 0 || places[index].rating > places[best].rating {
          best = index
        }
      }
      guard best >= 0 else { return }
      let place = places[best]
      let visit = absent[best]
      routes[place.day].insert(visit, behind: place.behind, model)
      dayOf[visit] = place.day
      changed = place.day
      let last = absent.count - 1
      absent.swapAt(best, last)
      places.swapAt(best, last)
      noise.swapAt(best, last)
      isKnown.swapAt(best, last)
      absent.removeLast()
      places.removeLast()
      noise.removeLast()
      isKnown.removeLast()
    }
  }

  /// Appends visits to the days while any fits: what can be had at once when there is no time to
  /// look for places.
  mutating func append() {
    // Nothing is left to be measured in it.
    var model = model
    let appended = AppendedVisits(
      absent, behind: routes.map { Array($0.stops) }, looks: .max, in: &model)
    for (day, order) in appended.orders.enumerated() where order.count > routes[day].count {
      for visit in order { dayOf[visit] = day }
      routes[day].replace(order, model)
    }
    absent.removeAll { dayOf[$0] >= 0 }
  }

  /// The best place for a stop on a day, if it is better than one that is known.
  private mutating func look(_ stop: Int, _ day: Int, _ noise: Double, _ best: inout Place) {
    guard isPlain else { return lookEverywhere(stop, day, noise, &best) }
    let slot = day &* model.nodeCount &+ stop
    let closes = model.closes[slot]
    guard closes >= 0 || closes > -.never else { return }
    let count = routes[day].order.count
    let blinded = blinks ? random.next() & random.next() & random.next() : 0
    let worth = value[stop] * value[stop] * noise
    var least = Ticks.never
    var behind = -1
    for position in 0..<(count - 1) {
      let departs = routes[day].departs[position]
      if departs > closes { break }
      let from = routes[day].order[position]
      let to = routes[day].order[position + 1]
      work &+= 1
      if blinded >> UInt64(position & 63) & 1 != 0 { continue }
      let start = model.startOfVisit(
        stop, day: day, arriving: departs &+ model.travel(from: from, to: stop))
      if start >= .never { continue }
      let arrival = start &+ model.visit[stop] &+ model.travel(from: stop, to: to)
      if arrival > routes[day].latest[position + 1] { continue }
      let direct = model.travel(from: from, to: to)
      let shift =
        rule == .time
        ? arrival &- departs &- direct
        : model.travel(from: from, to: stop) &+ model.travel(from: stop, to: to) &- direct
      if shift < least {
        least = shift
        behind = position
      }
    }
    guard behind >= 0 else { return }
    let rating = worth / Double(max(least, 1))
    if rating > best.rating {
      best = Place(day: day, behind: behind, rating: rating)
    }
  }

  /// The same where there are penalties, locked positions or another objective: by the cost of the
  /// whole day with the stop at each position.
  private mutating func lookEverywhere(
    _ stop: Int, _ day: Int, _ noise: Double, _ best: inout Place
  ) {
    let slot = day &* model.nodeCount &+ stop
    guard model.closes[slot] > -.never else { return }
    let route = routes[day]
    let blinded = blinks ? random.next() & random.next() & random.next() : 0
    var order = route.order
    order.insert(stop, at: 1)
    for position in 0..<(route.order.count - 1) {
      if position > 0 { order.swapAt(position, position + 1) }
      work &+= order.count
      if route.departs[position] > model.closes[slot] { break }
      if blinded >> UInt64(position & 63) & 1 != 0 { continue }
      guard let cost = model.cost(of: order, day: day) else { continue }
      let added = cost.primary &- route.cost.primary &+ (rule == .time ? model.visit[stop] : 0)
      let shift = max(added, 1)
      let rating = value[stop] * value[stop] * noise / Double(shift)
      if rating > best.rating {
        best = Place(day: day, behind: position, rating: rating)
      }
    }
  }

  // MARK: Ruin

  /// Removes some visits.
  mutating func ruin() {
    let visited = stops.count - absent.count
    guard visited > 0 else { return }
    if random.below(2) == 0 {
      removeSegments()
    } else {
      removeNeighbors()
    }
  }

  /// Removes a run of visits from some days.
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

  /// Removes short runs of visits that are near a stop (adjacent string removal).
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
      // Without them there is no way from the visit before to the one behind, or it is too long.
      removed += routes[day].remove(1..<(routes[day].count + 1), model)
    }
    for stop in removed {
      dayOf[stop] = -1
      absent.append(stop)
    }
  }
}

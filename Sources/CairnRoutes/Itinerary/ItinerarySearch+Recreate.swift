extension ItinerarySearch {
  /// Puts visits in while any fits.
  ///
  /// - Parameters:
  ///   - isGreedy: always the best by value and time; else with some chance in it.
  ///   - stop: ends it when the time is over or the search was cancelled; what is in stays in.
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

  /// Puts visits in at the end of days, those that are worth most first and of them those that
  /// close first: what can be had at once when there is no time to look for places.
  mutating func append() {
    let closing = (0..<model.stopCount).map { visit in
      routes.map { model.closes[$0.day * model.nodeCount + visit] }.max() ?? 0
    }
    let waiting = absent.sorted {
      (-model.worth[$0], closing[$0], $0) < (-model.worth[$1], closing[$1], $1)
    }
    absent = waiting.filter { visit in
      for day in routes.indices {
        var order = routes[day].order
        order.insert(visit, at: order.count - 1)
        guard model.closes[day * model.nodeCount + visit] > -.never,
          model.cost(of: order, day: day) != nil
        else { continue }
        routes[day].insert(visit, behind: order.count - 3, model)
        dayOf[visit] = day
        return false
      }
      return true
    }
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

  /// The same where penalties, locked positions or another objective count: by walking through
  /// the day with the stop at each position.
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
}

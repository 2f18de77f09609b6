internal import CairnGeodesy
internal import CairnRoutes

extension RouteDaysQuery {
  /// The plan and its days: those of a trip, unless the way between days does not fit into them.
  func plan(_ planner: SchedulePlanner) throws(ScheduleError) -> (Itinerary, [TripDay]) {
    func plan(_ days: [TripDay]) throws(ScheduleError) -> Itinerary {
      try planner.plan(stops, days: days, travel: travel, objective: objective)
    }
    guard let connected = trip?.connecting(days, limit: planner.limit) else {
      return (try plan(days), days)
    }
    // The planner throws if a day cannot reach its end: a flight, or a long way at night.
    let whole = try? plan(connected)
    if let whole, whole.leftOut.isEmpty { return (whole, connected) }
    let apart = try plan(days)
    if let whole, whole.leftOut.count <= apart.leftOut.count { return (whole, connected) }
    return (apart, days)
  }
}

/// The days of a trip from place to place, such as through several countries, without a hotel.
///
/// Each day starts where the day before ended. The places are ordered as one open route, which is cut
/// into days of similar length; a day ends at its last place and the next one starts there.
struct TripDays {
  private let stops: [VisitStop]
  private let speed: Double
  private let surface: Surface
  /// A visit without a duration counts as this many seconds, as in balanced days.
  private static let usualVisit = 3_600.0

  /// - Parameters:
  ///   - stops: the stops, which all have a coordinate.
  ///   - speed: the speed of travel in meters per second.
  ///   - surface: the surface on which distances are measured.
  init(_ stops: [VisitStop], speed: Double, on surface: Surface) {
    self.stops = stops
    self.speed = speed
    self.surface = surface
  }

  /// Days with the starts and ends of a trip; nil if it is one day or one stop.
  func connecting(_ days: [TripDay], limit: RoutePlanner.Limit) -> [TripDay]? {
    let places = stops.compactMap { stop -> Coordinate? in
      if case .at(let place) = stop.place { place } else { nil }
    }
    guard days.count > 1, places.count == stops.count, stops.count > 1 else { return nil }
    var planner = RoutePlanner(surface: surface)
    planner.limit = limit
    guard var order = try? planner.plan(places, trip: .open).order else { return nil }
    // Both directions are as long; the first place of the list comes early.
    if let first = order.firstIndex(of: 0), first >= (order.count + 1) / 2 { order.reverse() }
    let lengths = order.indices.map { length(of: $0, in: order, places) }
    let lasts = Self.cut(lengths, min(days.count, stops.count))
    var days = days
    var start = places[order[0]]
    for day in days.indices {
      // Days without a place of their own are spent at the last one.
      let end = places[order[day < lasts.count ? lasts[day] : order.count - 1]]
      days[day].start = .at(start)
      days[day].end = .at(end)
      start = end
    }
    return days
  }

  /// The seconds of a visit and of the way to it.
  private func length(of position: Int, in order: [Int], _ places: [Coordinate]) -> Double {
    let stop = order[position]
    let visit = stops[stop].visit > 0 ? stops[stop].visit : Self.usualVisit
    guard position > 0 else { return visit }
    return visit + places[order[position - 1]].distance(to: places[stop], on: surface) / speed
  }

  /// Cuts a list into parts so that the longest part is as short as possible.
  ///
  /// - Parameters:
  ///   - lengths: the lengths of the elements; at least as many as parts.
  ///   - count: the number of parts.
  /// - Returns: the position of the last element of each part.
  /// - Complexity: O(*n* · *k*) for *n* elements and *k* parts.
  static func cut(_ lengths: [Double], _ count: Int) -> [Int] {
    let sums = lengths.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    // The longest part of the first `end` elements, and where the last part starts.
    var longest = sums
    var starts: [[Int]] = [Array(repeating: 0, count: sums.count)]
    for part in 1..<count {
      var next = Array(repeating: Double.infinity, count: sums.count)
      var start = Array(repeating: 0, count: sums.count)
      // The best start of the last part moves on with its end.
      var middle = part
      for end in (part + 1)..<sums.count {
        func value(_ middle: Int) -> Double { max(longest[middle], sums[end] - sums[middle]) }
        while middle + 1 < end, value(middle + 1) <= value(middle) { middle += 1 }
        (next[end], start[end]) = (value(middle), middle)
      }
      longest = next
      starts.append(start)
    }
    var lasts: [Int] = []
    var end = lengths.count
    for part in (0..<count).reversed() {
      lasts.append(end - 1)
      end = starts[part][end]
    }
    return lasts.reversed()
  }
}

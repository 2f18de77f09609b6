internal import CairnGeodesy
internal import CairnRoutes

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

  /// Days with the starts and ends of a trip; nil if there are fewer stops than days.
  func connecting(_ days: [TripDay], limit: RoutePlanner.Limit) -> [TripDay]? {
    let places = stops.compactMap { stop -> Coordinate? in
      if case .at(let place) = stop.place { place } else { nil }
    }
    guard days.count > 1, places.count == stops.count, stops.count >= days.count else { return nil }
    var planner = RoutePlanner(surface: surface)
    planner.limit = limit
    guard var order = try? planner.plan(places, trip: .open).order else { return nil }
    // Both directions are as long; the first place of the list comes early.
    if let first = order.firstIndex(of: 0), first >= (order.count + 1) / 2 { order.reverse() }
    let lasts = Self.cut(order.indices.map { length(of: $0, in: order, places) }, days.count)
    var days = days
    for (day, last) in lasts.dropLast().enumerated() {
      days[day].end = .at(places[order[last]])
      days[day + 1].start = .at(places[order[last]])
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

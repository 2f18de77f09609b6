internal import CairnGeodesy
public import CairnHours

/// Why an itinerary cannot be exported as a calendar.
public enum CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A day with visits has no date.
  case dateNeeded(day: Int)
  /// The days or stops do not match those that the itinerary was planned for.
  case otherRequest

  /// A one-line description of the fault and the remedy.
  public var description: String {
    switch self {
    case .dateNeeded(let day):
      "day \(day) has no date; a calendar needs the date of each day with visits"
    case .otherRequest:
      "the itinerary was planned for other stops or days; pass the stops and days it was planned for"
    }
  }
}

extension Itinerary {
  /// Exports the visits, breaks and nights as calendar events in iCalendar format (RFC 5545), with
  /// lines that end in CR LF.
  ///
  /// ```swift
  /// let plan = try planner.plan(stops, days: days, travel: travel)
  /// let text = try plan.iCalendar(stops: stops, days: days, stamp: CivilTime("2026-03-01T12:00")!)
  /// // With Foundation, in the time zone of the trip:
  /// let zone = TimeZone(identifier: "Europe/Lisbon")!
  /// try plan.iCalendar(stops: stops, days: days, stamp: CivilTime(Date(), in: .gmt)) {
  ///   Double(zone.secondsFromGMT(for: Date($0, in: zone)))
  /// }
  /// ```
  ///
  /// Without UTC offsets, times are *floating*: they are shown as wall-clock times wherever the
  /// calendar is read, which is what travelers expect. With `utcOffset`, times are written in UTC
  /// and shown in the reader's time zone. Times of stops and days that have a UTC offset, such as
  /// those of a flight, are also written in UTC. The event of a connection lasts from its departure
  /// to its arrival. In UTC, an event always lasts as long as it was planned; for a night in which
  /// the clock changes, plan with `TripDay.setClock(on:utcOffset:)`, so that all times follow the
  /// clock.
  ///
  /// An event keeps its identifier (`UID`) as long as the first day's date and the stop's offset
  /// and name stay the same (for a break, the offsets of day and break; for a night, that of the
  /// day), so importing the calendar
  /// of a new plan moves the event. A visit without a duration has only a start time. Seconds are
  /// rounded.
  ///
  /// - Parameters:
  ///   - stops: the stops of the plan.
  ///   - days: the days of the plan; those with visits need a date.
  ///   - stamp: the creation time of the calendar, in UTC.
  ///   - domain: the domain in the events' identifiers, such as that of an app.
  ///   - utcOffset: returns how many seconds the local clock is ahead of UTC at a local time, the
  ///     start of an event; used where neither stop nor day has a UTC offset.
  /// - Returns: the text; no line is longer than 75 bytes of UTF-8.
  /// - Throws: ``CalendarError``.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func iCalendar(
    stops: [VisitStop], days: [TripDay], stamp: CivilTime, domain: String = "cairn.invalid",
    utcOffset: ((CivilTime) -> Double)? = nil
  ) throws(CalendarError) -> String {
    guard self.days.map(\.day) == Array(days.indices) else { throw .otherRequest }
    var events = CalendarEvents(
      trip: days.lazy.compactMap { $0.date }.first, stamp: stamp, domain: domain,
      utcOffset: utcOffset)
    for (schedule, night) in zip(self.days, waysToNights(of: stops, days: days)) {
      guard let date = days[schedule.day].date else {
        if schedule.visits.isEmpty, schedule.breaks.isEmpty { continue }
        throw .dateNeeded(day: schedule.day)
      }
      for position in 0...schedule.visits.count {
        for pause in schedule.breaks(before: position) {
          events.add(
            CalendarEvent(
              number: "break-\(schedule.day)-\(pause.number)", name: pause.name,
              start: pause.start, end: pause.end, offset: pause.utcOffset,
              description: pause.moment.words), on: date)
        }
        guard position < schedule.visits.count else { break }
        let visit = schedule.visits[position]
        guard stops.indices.contains(visit.stop) else { throw .otherRequest }
        let minutes = Int(minutesIn: visit.travel, rounded: .toNearestOrAwayFromZero)
        events.add(
          CalendarEvent(
            number: "\(visit.stop)", name: visit.name, start: visit.begins, end: visit.ends,
            offset: visit.utcOffset, change: visit.clockChange, place: stops[visit.stop].place,
            description: "\(minutes) min on the way, arrival at \(visit.arrival.rounded())"
              + (visit.timeBefore > 0 ? "\nBe there at \(visit.start.rounded())." : "")
              + (visit.areHoursKnown ? "" : "\nThe opening hours are not known.")
              + (visit.areHolidaysKnown ? "" : "\nHolidays are not known.")), on: date)
      }
      if let night { events.add(CalendarEvent(night: schedule, at: stops[night]), on: date) }
    }
    return events.text
  }
}

/// An event of a calendar.
private struct CalendarEvent {
  /// The part of the identifier that distinguishes the events of a trip.
  var number: String
  var name: String
  var start: ClockTime
  var end: ClockTime
  /// The UTC offset at the start, if it is known.
  var offset: Double?
  /// The change of the UTC offset until the end.
  var change = 0.0
  var place: VisitPlace?
  var description: String
}

extension CalendarEvent {
  /// The arrival at the stop where a day of a trip ends.
  fileprivate init(night day: DaySchedule, at stop: VisitStop) {
    let minutes = Int(minutesIn: day.travelToEnd, rounded: .toNearestOrAwayFromZero)
    self.init(
      number: "night-\(day.day)", name: "\(stop.name) (for the night)", start: day.arrival,
      end: day.arrival, offset: day.utcOffset.map { $0 + day.clockChange },
      place: stop.exit ?? stop.place, description: "\(minutes) min on the way")
  }
}

/// Writes the events of a trip.
private struct CalendarEvents {
  private var writer = CalendarWriter()
  private let trip: CivilDate?
  private let stamp: CivilTime
  private let domain: String
  private let utcOffset: ((CivilTime) -> Double)?

  init(
    trip: CivilDate?, stamp: CivilTime, domain: String, utcOffset: ((CivilTime) -> Double)?
  ) {
    self.trip = trip
    self.stamp = stamp
    self.domain = domain
    self.utcOffset = utcOffset
    writer.begin("Itinerary")
  }

  /// The whole calendar.
  var text: String {
    var writer = writer
    writer.end()
    return writer.text
  }

  /// Adds an event of a day.
  mutating func add(_ event: CalendarEvent, on date: CivilDate) {
    writer.line("BEGIN", "VEVENT")
    let key = Self.key("\(trip?.description ?? "")/\(event.number)/\(event.name)")
    writer.line("UID", text: "\(event.number)-\(key)@\(domain)")
    writer.line("DTSTAMP", stamp.compact + "Z")
    let start = CivilTime(date, event.start.rounded(to: 1))
    let ahead = event.offset ?? utcOffset.map { $0(start) }
    line("DTSTART", at: start, by: ahead)
    if event.end.rounded(to: 1) - event.change > event.start.rounded(to: 1) {
      // In UTC an event is as long as it was planned, even across a change of the local clock.
      line(
        "DTEND", at: CivilTime(date, event.end.rounded(to: 1)), by: ahead.map { $0 + event.change })
    }
    writer.line("SUMMARY", text: event.name)
    if case .at(let place)? = event.place {
      // iCalendar numbers have no exponents; six digits resolve a decimeter.
      let degrees = [place.latitude, place.longitude].map {
        decimalText($0, digits: 6, trimsZeros: true)
      }
      writer.line("GEO", degrees.joined(separator: ";"))
    }
    writer.line("DESCRIPTION", text: event.description)
    writer.line("END", "VEVENT")
  }

  /// Writes a local time: in UTC if it is known how many seconds it is ahead of UTC.
  private mutating func line(_ name: String, at time: CivilTime, by ahead: Double?) {
    let moment = ahead.map { time.adding(seconds: -$0.rounded()) } ?? time
    writer.line(name, moment.compact + (ahead == nil ? "" : "Z"))
  }

  /// A short key for a text: its 64-bit FNV-1a hash.
  private static func key(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

extension ScheduledBreak.Moment {
  fileprivate var words: String {
    switch self {
    case .beforeLeaving: "before leaving"
    case .onTheWay: "on the way"
    case .onArrival: "on arrival"
    }
  }
}

extension CivilTime {
  /// The time as in a calendar: `20260329T093000`.
  package var compact: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = Int(time.seconds.rounded())
    let (year, month, day) = date.parts
    return digits(max(0, year), 4) + digits(month, 2) + digits(day, 2) + "T"
      + digits(seconds / 3600, 2) + digits(seconds / 60 % 60, 2) + digits(seconds % 60, 2)
  }
}

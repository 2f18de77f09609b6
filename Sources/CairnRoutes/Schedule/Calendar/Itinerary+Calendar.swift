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
  /// Exports the visits and breaks as calendar events in iCalendar format (RFC 5545), with lines
  /// that end in CR LF.
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
  /// to its arrival.
  ///
  /// An event keeps its identifier (`UID`) as long as the first day's date and the stop's offset
  /// and name stay the same (for a break, the offsets of day and break), so importing the calendar
  /// of a new plan moves the event. A visit without a duration has only a start time. Seconds are
  /// rounded.
  ///
  /// - Parameters:
  ///   - stops: the stops of the plan.
  ///   - days: the days of the plan; those with visits need a date.
  ///   - stamp: the creation time of the calendar, in UTC.
  ///   - domain: the domain in the events' identifiers, such as that of an app.
  ///   - utcOffset: returns how many seconds the local clock is ahead of UTC at a local time; used
  ///     where neither stop nor day has a UTC offset.
  /// - Returns: the text; no line is longer than 75 bytes of UTF-8.
  /// - Throws: ``CalendarError``.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func iCalendar(
    stops: [VisitStop], days: [TripDay], stamp: CivilTime, domain: String = "cairn.invalid",
    utcOffset: ((CivilTime) -> Double)? = nil
  ) throws(CalendarError) -> String {
    guard days.count == self.days.count else { throw .otherRequest }
    var writer = CalendarWriter()
    writer.line("BEGIN", "VCALENDAR")
    writer.line("VERSION", "2.0")
    writer.line("PRODID", "-//Cairn//Itinerary//EN")
    writer.line("CALSCALE", "GREGORIAN")
    let trip = days.lazy.compactMap { $0.date }.first
    for schedule in self.days where !schedule.visits.isEmpty || !schedule.breaks.isEmpty {
      guard let date = days[schedule.day].date else { throw .dateNeeded(day: schedule.day) }
      func event(
        _ number: String, _ name: String, from start: ClockTime, to end: ClockTime,
        by offset: Double?, changing change: Double = 0, at place: VisitPlace?,
        _ description: String
      ) {
        func line(_ name: String, at clock: ClockTime, by offset: Double?) {
          var time = CivilTime(date, clock.rounded(to: 1))
          let ahead = offset ?? utcOffset.map { $0(time) }
          if let ahead { time = time.adding(seconds: -ahead) }
          writer.line(name, time.compact + (ahead == nil ? "" : "Z"))
        }
        writer.line("BEGIN", "VEVENT")
        let key = Self.key("\(trip?.description ?? "")/\(number)/\(name)")
        writer.line("UID", text: "\(number)-\(key)@\(domain)")
        writer.line("DTSTAMP", stamp.compact + "Z")
        line("DTSTART", at: start, by: offset)
        if end.rounded(to: 1) - change > start.rounded(to: 1) {
          line("DTEND", at: end, by: offset.map { $0 + change })
        }
        writer.line("SUMMARY", text: name)
        if case .at(let place)? = place {
          // iCalendar numbers have no exponents; six digits resolve a decimeter.
          let degrees = [place.latitude, place.longitude].map {
            decimalText($0, digits: 6, trimsZeros: true)
          }
          writer.line("GEO", degrees.joined(separator: ";"))
        }
        writer.line("DESCRIPTION", text: description)
        writer.line("END", "VEVENT")
      }
      for position in 0...schedule.visits.count {
        for pause in schedule.breaks(before: position) {
          event(
            "break-\(schedule.day)-\(pause.number)", pause.name, from: pause.start, to: pause.end,
            by: pause.utcOffset, at: nil, pause.moment.words)
        }
        guard position < schedule.visits.count else { break }
        let visit = schedule.visits[position]
        guard stops.indices.contains(visit.stop) else { throw .otherRequest }
        let minutes = Int((min(visit.travel, 1e9) / 60).rounded())
        event(
          "\(visit.stop)", visit.name, from: visit.begins, to: visit.ends, by: visit.utcOffset,
          changing: visit.clockChange, at: stops[visit.stop].place,
          "\(minutes) min on the way, arrival at \(visit.arrival.rounded())"
            + (visit.timeBefore > 0 ? "\nBe there at \(visit.start.rounded())." : "")
            + (visit.areHoursKnown ? "" : "\nThe opening hours are not known."))
      }
    }
    writer.line("END", "VCALENDAR")
    return writer.text
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
  /// `20260329T093000`.
  fileprivate var compact: String {
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

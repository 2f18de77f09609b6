internal import CairnGeodesy
internal import CairnHours

extension ScheduleModel {
  /// Validates a request and converts it to integers.
  ///
  /// - Parameters:
  ///   - stops: the stops to visit.
  ///   - days: the days of the trip.
  ///   - travel: the travel times.
  ///   - objective: the quantity to minimize.
  ///   - context: the context for evaluating opening hours.
  ///   - positions: the number of positions a stop may be locked to; nil for the number of stops.
  ///   - watch: if it ends, the remaining travel times are measured individually, by
  ///     `measure(from:to:)`.
  /// - Throws: ``ScheduleError``.
  init(
    stops: [VisitStop], days: [TripDay], travel: TravelTimes, objective: ScheduleObjective,
    context: HoursContext = HoursContext(), positions: Int? = nil, until watch: inout SearchWatch
  ) throws(ScheduleError) {
    guard !days.isEmpty || stops.isEmpty else { throw .noDays }
    guard stops.count + 2 * days.count <= Self.maximumCount else {
      throw .tooMany(stops: stops.count, days: days.count, limit: Self.maximumCount)
    }
    self.init(stops: stops.count, days: days.count)
    self.objective = objective
    hoursContext = context
    self.days = days
    for (number, day) in days.enumerated() { try add(day, number) }
    for (number, stop) in stops.enumerated() { try add(stop, number, days, context) }
    try checkLocks(stops, positions ?? stops.count)
    addWorth(stops)
    try addTravel(travel, stops, days, until: &watch)
    addBooked(stops)
    addPauses()
  }

  /// The maximum number of stops plus day starts and ends, for which the travel table takes 32 MB.
  static var maximumCount: Int { 2_000 }

  private mutating func add(_ day: TripDay, _ number: Int) throws(ScheduleError) {
    if let fault = day.fault(number) { throw fault }
    let latest = day.latest
    for node in [start(of: number), end(of: number)] {
      opens[number * nodeCount + node] = Ticks(seconds: day.from.seconds)
      closes[number * nodeCount + node] = Ticks(seconds: latest.seconds)
    }
  }

  private mutating func add(
    _ stop: VisitStop, _ number: Int, _ days: [TripDay], _ context: HoursContext
  ) throws(ScheduleError) {
    if stop.visit < 0, stop.exit != nil, stop.startsAt != nil { throw .arrivesEarly(stop: number) }
    if let (quantity, value) = stop.invalidQuantity {
      throw .invalidQuantity(quantity, value, stop: number)
    }
    visit[number] = Ticks(seconds: stop.duration)
    if let offset = stop.invalidOffset { throw .invalidOffset(offset, stop: number) }
    var tolerance: Ticks?
    if case .allowed(let rate, let limit) = stop.lateness {
      penalty[number] = rate
      tolerance = Ticks(seconds: min(limit, 1e7))
    }
    for window in stop.hours.allWindows {
      guard window.opens.seconds.isFinite, window.closes.seconds.isFinite,
        window.opens <= window.closes
      else { throw .invalidWindow(window, stop: number) }
    }
    if let time = stop.startsAt, !time.seconds.isFinite {
      throw .invalidWindow(TimeWindow(time, time), stop: number)
    }
    let areDaily = stop.startsAt != nil || stop.hours.areDaily
    let needsDates = stop.startsAt == nil && stop.hours.needsDates
    if let day = stop.day, !days.indices.contains(day) {
      throw .noSuchDay(day, stop: number, days: days.count)
    }
    for (dayNumber, day) in days.enumerated() where stop.day == nil || stop.day == dayNumber {
      if day.date == nil {
        if needsDates { throw .dateNeeded(stop: number, day: dayNumber) }
        if day.weekday == nil, !areDaily { throw .weekdayNeeded(stop: number, day: dayNumber) }
      }
      let starts = stop.starts(on: day, in: context)
      if day.utcOffset == nil, !starts.windows.isEmpty, stop.changesClock {
        throw .offsetNeeded(stop: number, day: dayNumber)
      }
      addWindows(starts, stop: number, day: dayNumber, tolerance: tolerance)
    }
  }

  /// Sets the times at which a visit may start on a day.
  private mutating func addWindows(
    _ starts: StartWindows, stop: Int, day: Int, tolerance: Ticks?
  ) {
    let windows = starts.windows
    guard let first = windows.first, let last = windows.last else { return }
    let slot = day * nodeCount + stop
    opens[slot] = first.0
    closes[slot] = last.1
    onTime[slot] = last.1
    if let tolerance, starts.mayBeLate { closes[slot] = min(last.1 + tolerance, .longest) }
    if windows.count > 1 {
      breakStart[slot] = Int32(breaks.count)
      for (before, after) in zip(windows, windows.dropFirst()) { breaks += [before.1, after.0] }
      breaks += [.never, .never]
    }
  }

  private func checkLocks(_ stops: [VisitStop], _ positions: Int) throws(ScheduleError) {
    var taken: [Int: Int] = [:]
    for (number, stop) in stops.enumerated() {
      guard let position = stop.position else { continue }
      if stop.day == nil, dayCount > 1 { throw .positionWithoutDay(stop: number) }
      var key = -1
      if case .index(let index) = position {
        guard (0..<positions).contains(index) else {
          throw .noSuchPosition(index, stop: number, stops: positions)
        }
        key = index
      }
      key = (key + 1) * dayCount + (stop.day ?? 0)
      if let other = taken.updateValue(number, forKey: key) {
        throw .conflictingLocks(stop: other, other: number)
      }
    }
  }

  private mutating func addTravel(
    _ times: TravelTimes, _ stops: [VisitStop], _ days: [TripDay],
    until watch: inout SearchWatch
  ) throws(ScheduleError) {
    let lookup = try TravelLookup(times.measured(stops, days))
    var places: [VisitPlace?] = []
    // The places where legs from a node begin; they differ from `places` only for connections.
    var exits: [VisitPlace?] = []
    // The rest of a leg in progress is added to every leg from the start of its day.
    var approaches = [Ticks](repeating: 0, count: nodeCount)
    var goOn = false
    for (number, stop) in stops.enumerated() {
      for place in [stop.place, stop.exit ?? stop.place] where !lookup.holds(place) {
        throw .invalidPlace(place, stop: number)
      }
      places.append(stop.place)
      exits.append(stop.exit ?? stop.place)
      goOn = goOn || stop.exit != nil
    }
    for (number, day) in days.enumerated() {
      approaches[start(of: number)] = day.approach
      goOn = goOn || day.approach > 0
      for place in [day.start, day.end] {
        if let place, !lookup.holds(place) { throw .invalidDayPlace(place, day: number) }
        places.append(place)
        exits.append(place)
      }
    }
    let isSymmetric = lookup.isSymmetric && !goOn
    for (a, from) in exits.enumerated() {
      guard let from else { continue }
      for (b, to) in places.enumerated() where a != b {
        guard let to else { continue }
        guard watch.hasTime(after: lookup.steps) else {
          let (exits, places, approaches) = (exits, places, approaches)
          return measure { a, b in
            guard a != b, let from = exits[a], let to = places[b] else { return 0 }
            return min(lookup.time(from, to) + approaches[a], .noWay)
          }
        }
        // Travel by speed is symmetric.
        travel[a * nodeCount + b] =
          isSymmetric && b < a
          ? travel[b * nodeCount + a] : min(lookup.time(from, to) + approaches[a], .noWay)
      }
    }
  }
}

/// Looks up the travel time between two places.
private struct TravelLookup: Sendable {
  private let kind: TravelTimes.Kind

  /// Whether every travel time equals that of the opposite direction.
  var isSymmetric: Bool {
    if case .speed = kind { true } else { false }
  }

  /// The approximate cost of a lookup, in steps of a watch.
  var steps: Int {
    if case .speed(_, _, let surface) = kind {
      surface.radii.equatorial == surface.radii.polar ? 40 : 400
    } else {
      8
    }
  }

  init(_ times: TravelTimes) throws(ScheduleError) {
    switch times.kind {
    case .speed(let speed, let detour, let surface):
      guard speed > 0, speed < .infinity, detour >= 1, detour < .infinity else {
        throw .invalidSpeed(metersPerSecond: speed, detour: detour)
      }
      guard surface.isValid else { throw .invalidSurface(surface) }
    case .measured: break
    case .table(let rows), .rows(_, let rows):
      if case .rows(let numbers, _) = times.kind, numbers.count != rows.count {
        throw .raggedTable(row: 0, count: rows.first?.count ?? 0, expected: numbers.count)
      }
      for (row, times) in rows.enumerated() {
        guard times.count == rows.count else {
          throw .raggedTable(row: row, count: times.count, expected: rows.count)
        }
        for (column, time) in times.enumerated() where column != row && !(time >= 0) {
          throw .invalidTravelTime(time, from: row, to: column)
        }
      }
    }
    kind = times.kind
  }

  func holds(_ place: VisitPlace) -> Bool {
    switch (kind, place) {
    case (.speed, .at(let coordinate)): coordinate.isValid
    case (.table(let rows), .row(let row)): rows.indices.contains(row)
    case (.rows(let numbers, _), .at(let coordinate)): numbers[coordinate] != nil
    default: false
    }
  }

  func time(_ from: VisitPlace, _ to: VisitPlace) -> Ticks {
    let seconds: Double
    switch (kind, from, to) {
    case (.speed(let speed, let detour, let surface), .at(let a), .at(let b)):
      seconds = a.distance(to: b, on: surface) * detour / speed
    case (.table(let rows), .row(let a), .row(let b)):
      seconds = a == b ? 0 : rows[a][b]
    case (.rows(let numbers, let rows), .at(let a), .at(let b)):
      guard let row = numbers[a], let column = numbers[b] else { return .noWay }
      seconds = row == column ? 0 : rows[row][column]
    default:
      return .noWay
    }
    // A leg longer than the longest day is treated as impossible.
    return seconds <= 1e7 ? Ticks(seconds: seconds) : .noWay
  }
}

/// The times at which a visit may start on a day.
struct StartWindows {
  /// The first and last start in each window, sorted and disjoint.
  var windows: [(Ticks, Ticks)] = []
  /// Whether a visit may start after the last window, if lateness is allowed.
  var mayBeLate = false
}

extension VisitStop {
  /// Computes the times at which a visit may start on a day.
  ///
  /// - Parameters:
  ///   - day: the day, whose clock is used for the result.
  ///   - context: the context for evaluating opening hours.
  /// - Returns: the windows; empty if the stop cannot be visited on the day.
  func starts(on day: TripDay, in context: HoursContext) -> StartWindows {
    let shift = utcOffset.flatMap { own in day.utcOffset.map { own - $0 } } ?? 0
    let ahead = Ticks(seconds: shift)
    let local = day.shifted(by: shift, keepsChange: utcOffset == nil)
    var starts = localStarts(on: local, in: context)
    if shift == 0 { return starts }
    starts.windows = starts.windows.map { ($0.0 - ahead, $0.1 - ahead) }
    return starts
  }

  /// As `starts(on:in:)`, for a day whose clock is that of the stop and that ends by the clock of
  /// its start.
  private func localStarts(on day: TripDay, in context: HoursContext) -> StartWindows {
    let midnight = 86_400.0
    func date(_ time: ClockTime) -> Int { Int((time.seconds / midnight).rounded(.down)) }
    // A replanned day keeps the date on which it began.
    let first = date(min(day.began ?? day.from, day.from))
    let dawn = Double(first) * midnight
    if let startsAt {
      let start = day.elapsed(startsAt) - timeBefore
      let earliest = lateness == .never ? day.from.seconds : dawn
      guard start.seconds >= earliest, start <= day.to else { return StartWindows() }
      let time = Ticks(seconds: start.seconds)
      return StartWindows(windows: [(time, time)], mayBeLate: true)
    }
    var open: [(opens: Ticks, closes: Ticks)] = []
    // Windows that open on the days before and after extend into this one.
    for shift in (first - 1)...max(first - 1, date(day.to)) {
      for window in hours.windows(on: day.hoursDay.adding(days: shift), in: here(context)).possible
      {
        let offset = Double(shift) * midnight
        open.append(
          (
            Ticks(seconds: day.elapsed(window.opens + offset).seconds),
            Ticks(seconds: day.elapsed(window.closes + offset).seconds)
          ))
      }
    }
    open.sort { $0 < $1 }
    // Windows that touch are merged; the result belongs to the day if one of them does.
    var merged: [(opens: Ticks, closes: Ticks, lastOpens: Ticks)] = []
    for window in open {
      if let last = merged.last, window.opens <= last.closes {
        merged[merged.count - 1].closes = max(last.closes, window.closes)
        merged[merged.count - 1].lastOpens = window.opens
      } else {
        merged.append((window.opens, window.closes, window.opens))
      }
    }
    let needed = endsByClosing ? Ticks(seconds: duration) : 0
    let (from, to) = (Ticks(seconds: day.from.seconds), Ticks(seconds: day.to.seconds))
    var starts = StartWindows()
    var last: Ticks?
    for (opens, closes, lastOpens) in merged where closes - needed >= opens {
      guard opens <= to else {
        // A visit after lunch is not late if dinner is served on the same date.
        if let last, starts.mayBeLate, date(ClockTime(opens)) == date(ClockTime(last)) {
          starts.mayBeLate = false
        }
        break
      }
      // A visit can be late for a window of the same morning even before the day begins, but not
      // for one of the previous evening.
      let isOfDay = lastOpens >= Ticks(seconds: dawn)
      guard closes - needed >= from || lateness != .never && isOfDay else { continue }
      starts.windows.append((opens, closes - needed))
      starts.mayBeLate = isOfDay
      last = lastOpens
    }
    return starts
  }

  /// Whether the place is known to be open from the beginning to the end of a visit, or only at the
  /// beginning if `endsByClosing` is false.
  func areHoursKnown(from start: ClockTime, to end: ClockTime, on day: Int, _ model: ScheduleModel)
    -> Bool
  {
    guard startsAt == nil, hours.mayBeUnknown else { return true }
    let trip = model.days[day]
    let end = endsByClosing ? end + clockShift(on: trip, at: Ticks(seconds: end.seconds)) : nil
    let start = start + clockShift(on: trip, at: Ticks(seconds: start.seconds))
    let shift = Int((start.seconds / 86_400).rounded(.down))
    var windows: [TimeWindow] = []
    for shift in [shift - 1, shift, shift + 1] {
      let day = model.days[day].hoursDay.adding(days: shift)
      let seconds = Double(shift) * 86_400
      for window in hours.windows(on: day, in: here(model.hoursContext)).open {
        let (opens, closes) = (window.opens + seconds, window.closes + seconds)
        if let last = windows.last, opens <= last.closes {
          windows[windows.count - 1].closes = max(last.closes, closes)
        } else {
          windows.append(TimeWindow(opens, closes))
        }
      }
    }
    // In ticks, since visits begin and end on them, and the times of the sun are between.
    let (from, until) = (Ticks(seconds: start.seconds), Ticks(seconds: (end ?? start).seconds))
    return windows.contains {
      Ticks(seconds: $0.opens.seconds) <= from && until <= Ticks(seconds: $0.closes.seconds)
    }
  }

  /// Whether the hours refer to no holidays, or the holidays of the dates of a visit are known.
  func areHolidaysKnown(
    from start: ClockTime, to end: ClockTime, on day: TripDay, _ context: HoursContext
  ) -> Bool {
    guard startsAt == nil, !hours.unknownHolidays().isEmpty else { return true }
    guard let date = day.date else { return false }
    let calendar = here(context).localHolidays
    func localDate(at time: ClockTime) -> CivilDate {
      let time = time + clockShift(on: day, at: Ticks(seconds: time.seconds))
      return date.adding(days: Int((time.seconds / 86_400).rounded(.down)))
    }
    let first = localDate(at: start)
    let last = max(first, localDate(at: end))
    return hours.unknownHolidays(on: first...last, in: calendar).isEmpty
  }

  /// The context at the stop's place.
  private func here(_ context: HoursContext) -> HoursContext {
    var context = context
    if let utcOffset { context.utcOffset = { _ in utcOffset } }
    if context.place == nil, case .at(let coordinate) = place { context.place = coordinate }
    return context
  }
}

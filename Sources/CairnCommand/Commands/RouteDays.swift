internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnIndex
internal import CairnRoads
internal import CairnRoutes

/// A query of `cairn route` with days and opening hours.
struct RouteDaysQuery {
  /// The options that each make the route a plan with days and hours.
  static let options = [
    Option(name: "days", value: "N", help: "spread the visits over N days"),
    Option(
      name: "windows", value: "COLUMN",
      help: "the column of opening hours, such as Mo-Fr 09:00-17:00; Sa off"),
    Option(name: "hours", value: "FROM-TO", help: "the hours of each day (09:00-18:00)"),
    Option(name: "weekday", value: "DAY", help: "the weekday of the first day"),
    Option(
      name: "date", value: "DATE",
      help: "the date of the first day, such as 2026-03-29; needed for hours with seasons or dates"),
    Option(
      name: "visit", value: "TIME",
      help: "the duration of a visit (45min; a number alone is minutes), or the column of minutes"),
    Option(
      name: "score", value: "COLUMN",
      help: "the column of scores of optional places; empty for places that must be visited"),
    Option(
      name: "starts", value: "COLUMN",
      help: "the column of fixed start times, such as 19:30; empty for none"),
    Option(
      name: "break", value: "FROM-TO/TIME",
      help: "a break and when it may begin on each day, such as 11:30-14:00/1h; or a list"),
    Option(
      name: "objective", value: "WHAT",
      help: "similar days (balance, for several days; visits without a duration count as one "
        + "hour), or the least travel, the least waiting, or the earliest end",
      choices: RouteDaysQuery.objectives.map(\.name)),
    Option(
      name: "speed", value: "KM/H",
      help: "the travel speed (5, on foot; 80 for places that are 10 km and more apart)"),
  ]

  /// The objectives by their names on the command line; they rank plans of the same visits.
  static let objectives: [(name: String, objective: ScheduleObjective)] = [
    ("balance", .balancedDays), ("travel", .leastTravel), ("waiting", .leastWaiting),
    ("end", .earliestEnd),
  ]

  var file: RouteTable
  var objective: ScheduleObjective
  var stops: [VisitStop]
  /// The row of each stop.
  var rows: [Int]
  var days: [TripDay]
  var travel: TravelTimes
  var planner: SchedulePlanner
  var format: RouteFormat
  /// The roads to follow; nil for straight lines.
  var roads: RouteRoads?
  /// The warnings about stops whose hours cannot be read or evaluated.
  private(set) var warnings: [String] = []
  /// Whether the days are those of a trip from place to place: places that are far apart, and no
  /// start or end of the days.
  private(set) var isTrip = false
  /// The row of each place where a day can start or end.
  private var endRows: [Coordinate: Int] = [:]
  /// The rows that have more fields than the header.
  private(set) var longRows = LongRows()

  /// Whether the command line has an option for days or hours.
  static func isAsked(_ arguments: Arguments) -> Bool {
    options.contains { arguments.has($0.name) }
  }

  /// Reads the command line, and the table last, so that wrong options are reported first.
  init(_ arguments: Arguments) throws(Failure) {
    format = arguments["format"].flatMap(RouteFormat.init(rawValue:)) ?? .table
    if arguments.has("method") { throw .usage("--method is for routes without days and hours") }
    planner = SchedulePlanner()
    if let limit = try arguments.routeLimit { planner.limit = limit }
    let speed = try Self.speed(arguments)
    travel = .speed(metersPerSecond: (speed ?? 5) / 3.6, on: arguments.surface)
    let count = try arguments.count("days", default: 1, in: 1...31)
    // By default several days are balanced: users do not expect one visit on one day and all others
    // on the next.
    let asked = Self.objectives.first { $0.name == arguments["objective"] }
    objective = asked?.objective ?? .standard(dayCount: count)
    guard let hours = TimeWindow(arguments["hours"] ?? "09:00-18:00") else {
      throw .usage("--hours is a time of day such as 09:00-18:00")
    }
    let breaks = try arguments["break"].map(Self.breaks) ?? []
    let (weekday, date) = try Self.firstDay(arguments)
    if format == .ics, date == nil { throw RouteFormat.needsDates }
    if arguments.has("open"), arguments.has("round-trip") {
      throw .usage("--open and --round-trip are two kinds of trip; give one of them")
    }
    let places = try arguments.routePlaces(
      "places are needed, such as `cairn route places.csv --days 3`")
    roads = try RouteRoads(arguments)
    if let roads { travel = try roads.travelTimes() }
    file = try places.table(arguments)
    let table = try RouteQuery.table(file.bytes, places.title, arguments)
    longRows = table.longRows
    if speed == nil, roads == nil, Self.areFarApart(table.coordinates) {
      travel = .speed(metersPerSecond: 80 / 3.6, on: arguments.surface)
      warnings.append(
        "travel at 80 km/h, since the places are 10 km and more apart; --speed sets another")
    }
    let start = try arguments["start"].map { name throws(Failure) in
      try RouteQuery.row(named: name, option: "--start", in: table, typed: places.words)
    }
    let end = try arguments["end"].map { name throws(Failure) in
      try RouteQuery.row(named: name, option: "--end", in: table, typed: places.words)
    }
    let home = arguments.has("open") ? end : end ?? start
    for row in [start, home] { try roads?.check(row, of: table) }
    var day = TripDay(
      weekday, from: hours.opens, to: hours.closes, start: start.map { table.coordinates[$0] },
      end: home.map { table.coordinates[$0] })
    day.date = date
    day.breaks = breaks
    days = Self.days(count, from: day)
    // The start and the end of the days are not visited.
    rows = table.coordinates.indices.filter { $0 != start && $0 != end }
    for row in table.coordinates.indices.reversed() + [home, start].compactMap(\.self) {
      endRows[table.coordinates[row]] = row
    }
    stops = rows.map { row in
      VisitStop(RouteResult.name(row, in: table), at: table.coordinates[row])
    }
    try readColumns(arguments, file.bytes, table.columns)
    isTrip =
      count > 1 && start == nil && home == nil && Self.areFarApart(table.coordinates)
  }

  /// Equal days that follow each other.
  private static func days(_ count: Int, from first: TripDay) -> [TripDay] {
    var day = first
    return (0..<count).map { _ in
      defer {
        day.weekday = day.weekday?.next
        day.date = day.date?.adding(days: 1)
      }
      return day
    }
  }

  /// The speed in kilometers per hour, if it is given.
  private static func speed(_ arguments: Arguments) throws(Failure) -> Double? {
    guard let text = arguments["speed"] else { return nil }
    guard let speed = Double(plain: text), speed > 0, speed <= 1e6 else {
      throw .usage("--speed is a number of kilometers per hour above 0, such as 5")
    }
    return speed
  }

  /// Whether the nearest other place is at least 10 km away for more than half of the places.
  private static func areFarApart(_ places: [Coordinate]) -> Bool {
    guard let index = try? PlaceIndex(places, coordinate: \.self) else { return false }
    let distances = places.compactMap { index.nearest(to: $0, count: 2).last?.distance }.sorted()
    return places.count > 1 && distances[distances.count / 2] >= 10_000
  }

  /// The day of the week and the date of the first day, if they are given.
  private static func firstDay(
    _ arguments: Arguments
  ) throws(Failure) -> (weekday: Weekday?, date: CivilDate?) {
    var weekday: Weekday?
    if let name = arguments["weekday"] {
      weekday = Weekday(name)
      if weekday == nil { throw .usage("--weekday is a day such as mon or monday") }
    }
    guard let text = arguments["date"] else { return (weekday, nil) }
    if weekday != nil { throw .usage("--date sets the day of the week; leave out --weekday") }
    guard let date = CivilDate(text) else {
      throw .usage("--date is a date such as 2026-03-29")
    }
    return (date.weekday, date)
  }

  /// Parses the duration of a visit or a break: a number alone is minutes, as in columns.
  private static func duration(
    _ text: some StringProtocol, name: String
  ) throws(Failure) -> Duration {
    let hasUnit = Double(plain: text) == nil
    return try Arguments.duration("\(text)\(hasUnit ? "" : "min")", name: name)
  }

  /// Parses breaks such as `11:30-14:00/1h,16:00/15min`.
  private static func breaks(_ text: String) throws(Failure) -> [TripBreak] {
    var breaks: [TripBreak] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = part.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, breaks.count < 4,
        let window = TimeWindow(parts[0])
          ?? ClockTime(parts[0]).map({ TimeWindow($0, $0) }),
        let time = try? Self.duration(parts[1], name: "--break")
      else {
        throw .usage(
          "--break is a time or a range in which a break may begin, and its duration, such as "
            + "11:30-14:00/1h, or up to 4 of these separated by commas, not "
            + Spelling.quoted(text))
      }
      breaks.append(
        TripBreak("Break", between: window.opens, and: window.closes, for: time))
    }
    return breaks
  }

  /// Reads the columns of hours, minutes and scores.
  private mutating func readColumns(
    _ arguments: Arguments, _ bytes: [UInt8], _ columns: PlaceColumns
  ) throws(Failure) {
    if let name = arguments["windows"] {
      let column = try TableColumn(bytes, columns, name, option: "--windows")
      readHours(column, hasDate: arguments.has("date"))
    }
    if let name = arguments["starts"] {
      let column = try TableColumn(bytes, columns, name, option: "--starts")
      for (stop, row) in rows.enumerated() where !column[row].isEmpty {
        guard let time = ClockTime(column[row]) else {
          throw column.failure(row, "is not a time of day such as 19:30")
        }
        stops[stop].startsAt = time
      }
    }
    if let name = arguments["visit"] {
      if name.utf8.first.map({ 45...57 ~= $0 }) == true {
        let time = try Self.duration(name, name: "--visit").components
        for stop in stops.indices {
          stops[stop].visit = Double(time.seconds) + Double(time.attoseconds) * 1e-18
        }
      } else {
        let column = try TableColumn(bytes, columns, name, option: "--visit")
        let notation = column.notation
        for (stop, row) in rows.enumerated() where !column[row].isEmpty {
          guard let minutes = notation.number(column[row]), minutes >= 0 else {
            throw column.failure(row, "is not a number of minutes")
          }
          stops[stop].visit = minutes * 60
        }
      }
    }
    if let name = arguments["score"] {
      let column = try TableColumn(bytes, columns, name, option: "--score")
      let notation = column.notation
      for (stop, row) in rows.enumerated() where !column[row].isEmpty {
        let scores = VisitStop.Priority.scores
        guard let score = notation.number(column[row]), score == 0 || scores.contains(score) else {
          throw column.failure(row, "is not a score (0, or 1e-30 to 1e12)")
        }
        stops[stop].priority = .optional(score: score)
      }
    }
  }

  /// Reads the column of opening hours.
  private mutating func readHours(_ column: TableColumn, hasDate: Bool) {
    for (stop, row) in rows.enumerated() where !column[row].isEmpty {
      do throws(OpeningHoursError) {
        stops[stop].hours = try OpeningHours(column[row])
        if stops[stop].hours.needsDates, !hasDate {
          stops[stop].hours = .unknown
          warnings.append(
            "row \(row), \(stops[stop].name): its hours depend on the date; they count as unknown "
              + "without --date")
        }
      } catch {
        // One bad stop must not prevent the plan; the output marks its hours as unknown.
        stops[stop].hours = .unknown
        warnings.append("row \(row), \(stops[stop].name): \(error); they count as unknown")
      }
    }
    readHolidays(hasDate: hasDate)
    readSun()
  }

  /// Gives the planner the clock of the stops whose hours refer to the sun.
  private mutating func readSun() {
    let places = stops.compactMap { stop in
      if stop.hours.refersToSun, case .at(let place) = stop.place { place } else { nil }
    }
    guard !places.isEmpty, let first = days.first?.date, let last = days.last?.date else { return }
    planner.hoursContext.utcOffset = LocalClock.noonOffsets(at: places, on: first...last)
    if planner.hoursContext.utcOffset == nil {
      warnings.append("times of the sun are unknown: clocks of the stops differ or are not known")
    }
  }

  /// Gives each stop the public holidays of its country and region.
  private mutating func readHolidays(hasDate: Bool) {
    var (local, calendars) = (LocalHolidays(), [Coordinate: HolidayCalendar]())
    var (unknown, withSchool) = (0, 0)
    for stop in stops {
      let kinds = stop.hours.unknownHolidays()
      guard !kinds.isEmpty, case .at(let place) = stop.place else { continue }
      let calendar = local.calendar(at: place)
      calendars[place] = calendar
      if kinds.contains(.school) { withSchool += 1 }
      let dates = days.compactMap(\.date)
      let isKnown = hasDate && dates.allSatisfy { calendar.knows(.public, on: $0) }
      if kinds.contains(.public), !isKnown { unknown += 1 }
    }
    planner.hoursContext.holidaysAt = { [calendars] in calendars[$0] ?? .unknown }
    func warn(_ count: Int, _ text: String) {
      guard count > 0 else { return }
      warnings.append("the hours of \(count) \(count == 1 ? "stop" : "stops") refer to \(text)")
    }
    warn(
      unknown,
      "holidays, which are not known" + (hasDate ? "" : " without --date")
        + ": no day counts as a holiday")
    warn(withSchool, "school holidays, which are not known: no day counts as one")
  }

  /// Plans the days, with a progress line on a terminal.
  func answer(_ console: Console) throws(Failure) -> RouteDaysResult {
    let start = ContinuousClock.now
    var planner = planner
    let line = SearchProgressLine(console, planner.limit)
    defer { line.end() }
    if console.showsProgress {
      // The planner calls this regularly during the search.
      planner.isCancelled = {
        line.say()
        return false
      }
    }
    do {
      let (plan, days) =
        isTrip
        ? try planner.planTrip(stops, days: days, travel: travel, objective: objective)
        : (try planner.plan(stops, days: days, travel: travel, objective: objective), days)
      let time = (ContinuousClock.now - start).components
      return RouteDaysResult(
        plan: plan, days: days, rows: rows, endRows: endRows, stops: stops, roads: roads,
        isTrip: isTrip && days != self.days, isCut: isTrip && days == self.days,
        seconds: Double(time.seconds) + Double(time.attoseconds) * 1e-18)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }
}

/// The cells of a column of a table, row by row.
struct TableColumn {
  let name: String
  private var cells: [String] = []

  /// Finds a column by its name, in upper or lower case, or by its number in a table without a
  /// header.
  init(
    _ csv: [UInt8], _ columns: PlaceColumns, _ name: String, option: String
  ) throws(Failure) {
    self.name = name
    let wanted = name.lowercased()
    var names: [String] = []
    for delimiter in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) }) {
      var reader = CSVReader(csv, delimiter: delimiter)
      guard (try? reader.next()) == true else { continue }
      let first = (0..<reader.fieldCount).map { reader.text($0) }
      guard first.count == columns.names.count else { continue }
      let header = columns.names
      if header.count > names.count { names = header }
      guard let index = header.firstIndex(where: { $0.lowercased() == wanted }) else { continue }
      if !columns.hasHeader { cells.append(first[index].trimmed) }
      // The table has already been read as a whole, so every row can be read.
      while (try? reader.next()) == true {
        cells.append(index < reader.fieldCount ? reader.text(index).trimmed : "")
      }
      return
    }
    throw .usage(
      "\(option): the table has no column \(Spelling.quoted(name))"
        + Spelling.suggestion(for: name, among: names))
  }

  /// The cell of a row; empty if the row is too short.
  subscript(row: Int) -> String { cells.indices.contains(row) ? cells[row] : "" }

  /// The notation of the numbers in the column.
  var notation: NumberNotation { NumberNotation(of: cells) }

  /// The failure for a wrong cell.
  func failure(_ row: Int, _ what: String) -> Failure {
    Failure(code: .data, message: "row \(row), \(name): \(Spelling.quoted(self[row])) \(what)")
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

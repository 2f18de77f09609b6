internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnRoutes

/// What `cairn route` was asked about days and opening hours.
struct RouteDaysQuery {
  /// The options that make a route one of days and hours.
  static let options = [
    Option(name: "days", value: "N", help: "spread the visits over N days"),
    Option(
      name: "windows", value: "COLUMN",
      help: "the column of opening hours, as Mo-Fr 09:00-17:00; Sa off"),
    Option(name: "hours", value: "FROM-TO", help: "a day's hours (09:00-18:00)"),
    Option(name: "weekday", value: "DAY", help: "the day of the week of the first day"),
    Option(
      name: "date", value: "DATE",
      help: "the date of the first day, as 2026-03-29; needed by hours with seasons and dates"),
    Option(name: "visit", value: "TIME", help: "how long a visit takes, or the column of minutes"),
    Option(
      name: "score", value: "COLUMN",
      help: "the column of scores of optional places; empty for places one must see"),
    Option(
      name: "starts", value: "COLUMN", help: "the column of fixed times, as 19:30; empty for none"),
    Option(
      name: "break", value: "FROM-TO/TIME",
      help: "a break that begins within hours of each day, as 11:30-14:00/1h; or a list"),
    Option(
      name: "objective", value: "WHAT",
      help: "days alike (balance, for several days; visits of no time count an hour), or the "
        + "least travel, waiting, or end",
      choices: RouteDaysQuery.objectives.map(\.name)),
    Option(name: "speed", value: "KM/H", help: "how fast one travels (5)"),
  ]

  /// What may be minimised among plans that visit as much, by its name on the command line.
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
  /// What there is to say about stops whose hours cannot be read.
  private(set) var warnings: [String] = []
  /// The rows that have more fields than the header.
  private(set) var longRows = LongRows()

  /// True when the command line asks for days or hours.
  static func isAsked(_ arguments: Arguments) -> Bool {
    options.contains { arguments.has($0.name) }
  }

  /// Reads the command line, and the table last, so that a wrong option is named first.
  init(_ arguments: Arguments) throws(Failure) {
    format = arguments["format"].flatMap(RouteFormat.init(rawValue:)) ?? .table
    if arguments.has("method") { throw .usage("--method is for routes without days and hours") }
    planner = SchedulePlanner()
    if let limit = try arguments.routeLimit { planner.limit = limit }
    guard let speed = Double(plain: arguments["speed"] ?? "5"), speed > 0, speed <= 1e6 else {
      throw .usage("--speed is a number of kilometres an hour above 0, such as 5")
    }
    travel = .speed(metresPerSecond: speed / 3.6, on: arguments.surface)
    let count = try arguments.count("days", default: 1, in: 1...31)
    // The day of one and the day of the rest are not what people mean by two days.
    let asked = Self.objectives.first { $0.name == arguments["objective"] }
    objective = asked?.objective ?? (count > 1 ? .balancedDays : .leastTravel)
    guard let hours = TimeWindow(arguments["hours"] ?? "09:00-18:00") else {
      throw .usage("--hours is a time of day such as 09:00-18:00")
    }
    let breaks = try arguments["break"].map(Self.breaks) ?? []
    var weekday: Weekday?
    if let name = arguments["weekday"] {
      weekday = Weekday(name)
      if weekday == nil { throw .usage("--weekday is a day such as mon or monday") }
    }
    var date: CivilDate?
    if let text = arguments["date"] {
      if weekday != nil { throw .usage("--date tells the day of the week; leave out --weekday") }
      date = CivilDate(text)
      if date == nil { throw .usage("--date is a date such as 2026-03-29") }
      weekday = date?.weekday
    }
    if format == .ics, date == nil { throw RouteFormat.needsDates }
    if arguments.has("open"), arguments.has("round-trip") {
      throw .usage("--open and --round-trip are two kinds of trip; give one of them")
    }
    let path = try arguments.onlyFile(
      "one table of places is needed, such as `cairn route places.csv --days 3`")
    file = try RouteTable(path, arguments.inputFormat)
    let table = try RouteQuery.table(file.bytes, path, arguments)
    longRows = table.longRows
    let start = try arguments["start"].map { name throws(Failure) in
      try RouteQuery.row(named: name, option: "--start", in: table)
    }
    let end = try arguments["end"].map { name throws(Failure) in
      try RouteQuery.row(named: name, option: "--end", in: table)
    }
    let home = arguments.has("open") ? end : end ?? start
    days = (0..<count).map { _ in
      defer {
        weekday = weekday?.next
        date = date?.adding(days: 1)
      }
      var day = TripDay(
        weekday, from: hours.opens, to: hours.closes, start: start.map { table.coordinates[$0] },
        end: home.map { table.coordinates[$0] })
      day.date = date
      day.breaks = breaks
      return day
    }
    // Where a day begins or ends one need not go for a visit.
    rows = table.coordinates.indices.filter { $0 != start && $0 != end }
    stops = rows.map { row in
      VisitStop(RouteAnswer.name(row, in: table), at: table.coordinates[row])
    }
    try readColumns(arguments, file.bytes, table.columns)
  }

  /// The breaks that a text means, as `11:30-14:00/1h,16:00/15min`.
  private static func breaks(_ text: String) throws(Failure) -> [TripBreak] {
    var breaks: [TripBreak] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = part.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, breaks.count < 4,
        let window = TimeWindow(parts[0])
          ?? ClockTime(parts[0]).map({ TimeWindow($0, $0) }),
        let time = try? Arguments.duration(String(parts[1]), name: "--break")
      else {
        throw .usage(
          "--break is when one may begin and how long it takes, such as 11:30-14:00/1h, with "
            + "commas between up to 4, not \(Spelling.quoted(text))")
      }
      breaks.append(
        TripBreak("Break", between: window.opens, and: window.closes, for: time / .seconds(1)))
    }
    return breaks
  }

  /// Reads the columns of hours, minutes and scores.
  private mutating func readColumns(
    _ arguments: Arguments, _ bytes: [UInt8], _ columns: PlaceColumns
  ) throws(Failure) {
    if let name = arguments["windows"] {
      let column = try TableColumn(bytes, columns, name, option: "--windows")
      for (stop, row) in rows.enumerated() where !column[row].isEmpty {
        do throws(OpeningHoursError) {
          stops[stop].hours = try OpeningHours(column[row])
          if stops[stop].hours.needsDates, !arguments.has("date") {
            stops[stop].hours = .unknown
            warnings.append(
              "row \(row), \(stops[stop].name): its hours depend on the date, which --date tells; "
                + "they count as unknown")
          }
        } catch {
          // One stop must not cost the plan; that one may come to a closed door the answer says.
          stops[stop].hours = .unknown
          warnings.append("row \(row), \(stops[stop].name): \(error); they count as unknown")
        }
      }
      let count = stops.count { !$0.hours.unknownHolidays().isEmpty }
      if count > 0 {
        warnings.append(
          "the hours of \(count) \(count == 1 ? "stop" : "stops") name holidays, which are not "
            + "known: no day counts as one")
      }
    }
    if let name = arguments["starts"] {
      let column = try TableColumn(bytes, columns, name, option: "--starts")
      for (stop, row) in rows.enumerated() where !column[row].isEmpty {
        guard let time = ClockTime(column[row]) else {
          throw column.failure(row, "is no time of day such as 19:30")
        }
        stops[stop].startsAt = time
      }
    }
    if let name = arguments["visit"] {
      if name.utf8.first.map({ 45...57 ~= $0 }) == true {
        let time = try Arguments.duration(name, name: "--visit").components
        for stop in stops.indices {
          stops[stop].visit = Double(time.seconds) + Double(time.attoseconds) * 1e-18
        }
      } else {
        let column = try TableColumn(bytes, columns, name, option: "--visit")
        for (stop, row) in rows.enumerated() where !column[row].isEmpty {
          guard let minutes = Double(plain: column[row]), minutes >= 0 else {
            throw column.failure(row, "is no number of minutes")
          }
          stops[stop].visit = minutes * 60
        }
      }
    }
    if let name = arguments["score"] {
      let column = try TableColumn(bytes, columns, name, option: "--score")
      for (stop, row) in rows.enumerated() where !column[row].isEmpty {
        let scores = VisitStop.Priority.scores
        guard let score = Self.score(column[row]), score == 0 || scores.contains(score) else {
          throw column.failure(row, "is no score of 0 or more (0, or 1e-30 to 1e12)")
        }
        stops[stop].priority = .optional(score: score)
      }
    }
  }

  /// The number of a score, which may have an exponent, as `1e9`.
  private static func score(_ text: String) -> Double? {
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    guard Double(plain: parts[0]) != nil, parts.count == 1 || Int(parts[1]) != nil else {
      return nil
    }
    return Double(text)
  }

  /// Plans the days, and says on a terminal how far it has come.
  func answer(_ console: Console) throws(Failure) -> RouteDaysAnswer {
    let start = ContinuousClock.now
    var planner = planner
    let line = SearchLine(console, planner.limit)
    defer { line.end() }
    if console.showsProgress {
      // Asked all the time whether it is to end.
      planner.isCancelled = {
        line.say()
        return false
      }
    }
    do {
      let plan = try planner.plan(stops, days: days, travel: travel, objective: objective)
      let time = (ContinuousClock.now - start).components
      return RouteDaysAnswer(
        plan: plan, days: days, rows: rows, stops: stops,
        seconds: Double(time.seconds) + Double(time.attoseconds) * 1e-18)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }
}

/// A column of a table as it is written, row by row.
struct TableColumn {
  let name: String
  private var cells: [String] = []

  /// Finds a column by its name, in any case, or by its number in a table without a header.
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
      // The table has been read as a whole before, so that every row can be read.
      while (try? reader.next()) == true {
        cells.append(index < reader.fieldCount ? reader.text(index).trimmed : "")
      }
      return
    }
    throw .usage(
      "\(option): the table has no column \(Spelling.quoted(name))"
        + Spelling.suggestion(for: name, among: names))
  }

  /// The cell of a row, empty where the row is too short.
  subscript(row: Int) -> String { cells.indices.contains(row) ? cells[row] : "" }

  /// What is wrong with the cell of a row.
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

internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnRoads
internal import CairnRoutes

extension Command {
  /// `cairn route`: plans a route through places.
  static let route = Command(
    name: "route",
    summary: "find the best order in which to visit places, typed or of a table",
    operands: "<file> | <place> <place> ...",
    discussion: """
      Takes two or more places, or reads a table of places (CSV or TSV, or the points of GeoJSON,
      GPX and the other formats; `-` for standard input), and prints the shortest route through all of them
      that it finds, with a bound on how much longer it is than the shortest possible. Small
      problems are solved exactly. A place is given by its name in the table or by its row, counted
      from 0. Without a time limit the same input gives the same route every time.

      --time-limit counts from when the table has been read. With a limit of 0s the places are
      ordered along a space-filling curve and the legs are measured, which takes about a microsecond
      for each place. Reading and printing the table are not included: several seconds for a million
      places.

      With days or hours the visits get times: each day goes from --start to --end, or back to
      --start. Without them, each day of a trip through places that are 10 km and more apart starts
      where the day before ended. Places that do not fit are left out with the reason. A place
      whose hours cannot be read is visited as if they were unknown; a note on standard error gives
      the reason. With --date the public holidays of each place are known. Several days are
      balanced; --objective travel minimizes travel instead. A break (--break) is taken between
      visits, at no particular place, if the day lasts past the latest time to begin it. With --date
      the plan can be a calendar (--format ics), in local time.

      With --roads the route follows the roads of a file of `cairn roads build` or of an extract of
      OpenStreetMap, on foot or by another profile (--by), and the shortest time is sought. Places
      without a road nearby, or that are not connected with the others, are left out and reported.
      GeoJSON, GPX and KML contain the lines of the roads.
      """,
    options: routeOptions + RouteDaysQuery.options + RouteRoads.options,
    examples: [
      ("cairn route Vienna Prague Budapest Graz", "a round trip of places that are typed"),
      ("cairn route places.csv --start Vienna", "a round trip that begins in Vienna"),
      ("cairn route places.csv --open --start 0", "from the first row to wherever is best"),
      ("cairn route places.csv --time-limit 5s --format gpx", "for a navigation device"),
      ("cairn route places.csv --days 3 --start Hotel --visit 45min", "three days from a hotel"),
      ("cairn route places.csv --visit 1h --break 11:30-14:00/1h", "with an hour for lunch"),
      ("cairn route cafes.csv --roads city.roads --by foot", "on foot along roads"),
      ("cairn route places.csv --date 2026-05-01 --format ics", "for a calendar"),
    ],
    run: { (arguments, console) throws(Failure) in
      if RouteDaysQuery.isAsked(arguments) {
        let query = try RouteDaysQuery(arguments)
        try query.file.report(query.longRows, to: &console)
        for warning in query.warnings {
          try console.errors.write("cairn route: \(Text.line(warning))\n")
        }
        try console.errors.flush()
        let answer = try query.answer(console)
        if answer.isCut {
          try console.errors.write(
            "cairn route: the way from the last place of a day to the first of the next is not "
              + "planned, since it does not fit into the days; --start sets where they begin\n")
          try console.errors.flush()
        }
        return try answer.write(query.format, to: &console)
      }
      let query = try RouteQuery(arguments)
      try query.file.report(query.table.longRows, to: &console)
      if let roads = query.roads {
        let answer = try query.answer(&console, along: roads)
        return try answer.write(query.format, to: &console)
      }
      let answer = try query.answer(&console)
      try query.format.write(answer, to: &console)
    })

  private static let routeOptions: [Option] = [
    Option(name: "round-trip", value: nil, help: "return to the start (default)"),
    Option(
      name: "open", value: nil, help: "end at the last place; ends that are not given are chosen"),
    Option(name: "start", value: "NAME", help: "the place to begin at"),
    Option(name: "end", value: "NAME", help: "the place to end at; makes it an open trip"),
    Option(
      name: "effort", value: "EFFORT", help: "the search effort: quick, normal or thorough",
      choices: RoutePlanner.Effort.allCases.map(\.rawValue)),
    Option(
      name: "time-limit", value: "TIME",
      help: "limit the search to this time: 1s, 500ms, 2min"),
    .work,
    Option(
      name: "method", value: "METHOD",
      help: "best (default), exact, or a construction heuristic without improvement",
      choices: RouteQuery.methods.map(\.name)),
    .input, .from, .columns, .noHeader, .encoding, .surface, .unit,
    .format(RouteFormat.allCases.map(\.rawValue)),
  ]
}

/// A query of `cairn route`.
struct RouteQuery {
  /// The methods by their names on the command line.
  static let methods: [(name: String, method: RoutePlanner.Method)] = [
    ("best", .best), ("exact", .exact), ("nearest-neighbor", .nearestNeighbor),
    ("greedy-edge", .greedyEdge), ("space-filling-curve", .spaceFillingCurve),
  ]

  var file: RouteTable
  var table: PlaceTable
  var trip: Trip
  var planner: RoutePlanner
  var unit: LengthUnit
  var format: RouteFormat
  /// The roads to follow; nil for straight lines.
  var roads: RouteRoads?

  /// Reads the command line, and the table last, so that wrong options are reported first.
  init(_ arguments: Arguments) throws(Failure) {
    unit = arguments.unit
    format = arguments["format"].flatMap(RouteFormat.init(rawValue:)) ?? .table
    if format == .ics { throw RouteFormat.needsDates }
    planner = RoutePlanner(surface: arguments.surface)
    if let limit = try arguments.routeLimit { planner.limit = limit }
    if let method = arguments["method"] {
      planner.method = Self.methods.first { $0.name == method }?.method ?? .best
    }
    if arguments.has("open"), arguments.has("round-trip") {
      throw .usage("--open and --round-trip are two kinds of trip; give one of them")
    }
    let places = try arguments.routePlaces(
      "places are needed, such as `cairn route places.csv` or `cairn route Vienna Prague Rome`")
    roads = try RouteRoads(arguments)
    file = try places.table(arguments)
    let table = try Self.table(file.bytes, places.title, arguments)
    self.table = table
    let start = try arguments["start"].map { name throws(Failure) in
      try Self.row(named: name, option: "--start", in: table, typed: places.words)
    }
    let end = try arguments["end"].map { name throws(Failure) in
      try Self.row(named: name, option: "--end", in: table, typed: places.words)
    }
    if arguments.has("round-trip"), let end, end != start {
      throw .usage("a round trip ends where it begins; leave out --end or --round-trip")
    }
    switch (start, end) {
    case (let start?, let end?): trip = .open(from: start, to: end)
    case (nil, let end?): trip = .open(to: end)
    case (let start?, nil):
      trip = arguments.has("open") ? .open(from: start) : .roundTrip(from: start)
    case (nil, nil): trip = arguments.has("open") ? .open : .roundTrip
    }
  }

  /// Reads a table; every row must have a coordinate, because rows are identified by number.
  static func table(
    _ bytes: [UInt8], _ path: String, _ arguments: Arguments
  ) throws(Failure) -> PlaceTable {
    let columns = try PlaceInput.columns(arguments["columns"] ?? "")
    do {
      return try PlaceTable(
        csv: bytes, hasHeader: arguments.tableHasHeader, columns: columns, badRows: .fail)
    } catch {
      var failure = Failure.reading(Spelling.quoted(path), error)
      if error.field != nil {
        failure.message += "; a route needs the coordinate of each row: complete or remove it"
      }
      throw failure
    }
  }

  /// The row of a place, given by its name or its number.
  static func row(
    named name: String, option: String, in table: PlaceTable, typed: [String] = []
  ) throws(Failure) -> Int {
    // A place that was typed is found by the same words.
    if let row = typed.firstIndex(of: name), table.coordinates.indices.contains(row) { return row }
    var rows = table.names.indices.filter { table.names[$0] == name }
    if rows.isEmpty {
      let plain = name.lowercased()
      rows = table.names.indices.filter { table.names[$0].lowercased() == plain }
    }
    if rows.count > 1 {
      throw .usage(
        "\(option): \(rows.count) places are called \(Spelling.quoted(name)); "
          + "choose one by its row, such as \(option) \(rows[0])")
    }
    if let row = rows.first { return row }
    if let row = Int(name), table.coordinates.indices.contains(row) { return row }
    let hint = Spelling.suggestion(for: name, among: Array(table.names))
    if !typed.isEmpty {
      let cure = hint.isEmpty ? "; type it with the others" : hint
      throw .usage("\(option): no place that is typed is called \(Spelling.quoted(name))\(cure)")
    }
    let count = table.coordinates.count == 1 ? "1 row" : "\(table.coordinates.count) rows"
    throw .usage(
      "\(option): no place of the table is called \(Spelling.quoted(name))"
        + (hint.isEmpty ? "; it has \(count), the first is row 0" : hint))
  }

  /// Plans the route, with a progress line on a terminal.
  func answer(_ console: inout Console) throws(Failure) -> RouteResult {
    var planner = planner
    let unit = unit
    let line = SearchProgressLine(console, planner.limit)
    defer { line.end() }
    if console.showsProgress {
      planner.progress = { progress in
        line.say(
          "\(Text.length(progress.length, unit)) after \(Text.grouped(progress.kicks)) kicks")
      }
    }
    return try plan(planner)
  }

  /// Plans the route along roads, with a progress line on a terminal.
  func answer(
    _ console: inout Console, along roads: RouteRoads
  ) throws(Failure) -> RouteRoadsResult {
    var planner = planner
    let line = SearchProgressLine(console, planner.limit)
    defer { line.end() }
    let times = try roads.times(table, fixed: [trip.start, trip.end].compactMap { $0 })
    if console.showsProgress {
      planner.progress = { progress in
        line.say("\(Text.travelTime(progress.length)) after \(Text.grouped(progress.kicks)) kicks")
      }
    }
    let start = ContinuousClock.now
    do {
      let route = try planner.plan(times.costs, trip: trip.renumbered(times.rows))
      let time = (ContinuousClock.now - start).components
      let places = times.rows.map { table.coordinates[$0] }
      let legs = try roads.network.routes(
        of: route.legs, through: places, by: roads.profile, snapRadius: roads.radius)
      return RouteRoadsResult(
        route: route, legs: legs, rows: times.rows, leftOut: times.leftOut, table: table,
        unit: unit, profile: roads.profile,
        seconds: Double(time.seconds) + Double(time.attoseconds) * 1e-18)
    } catch {
      throw Failure(code: .data, message: "\(error)")
    }
  }

  private func plan(_ planner: RoutePlanner) throws(Failure) -> RouteResult {
    let start = ContinuousClock.now
    do {
      let route = try planner.plan(table.coordinates, trip: trip)
      let time = (ContinuousClock.now - start).components
      return RouteResult(
        route: route, table: table, unit: unit, surface: planner.surface,
        seconds: Double(time.seconds) + Double(time.attoseconds) * 1e-18)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }
}

/// The progress line of a search, which may be updated from any thread.
final class SearchProgressLine: Sendable {
  private let progress: Lock<Progress>
  /// The time limit of the search in seconds, if it has one.
  private let time: Double?

  init(_ console: Console, _ limit: RouteLimit) {
    progress = Lock(Progress(console))
    time = if case .time(let time) = limit { time / .seconds(1) } else { nil }
  }

  /// Updates the line, with the best result so far.
  func say(_ found: @autoclosure () -> String = "") {
    progress.withLock { $0.say("searching", time.map { .time(of: $0) } ?? .unknown, found()) }
  }

  /// Erases the line.
  func end() { progress.withLock { $0.end() } }
}

extension Arguments {
  /// Parses a duration such as "1s", "500ms", "1.5min" or "2" (seconds).
  static func duration(_ text: String, name: String) throws(Failure) -> Duration {
    let units: [(word: String, seconds: Double)] = [
      ("ms", 1e-3), ("min", 60), ("s", 1), ("h", 3600), ("", 1),
    ]
    for unit in units where text.hasSuffix(unit.word) {
      let digits = text.dropLast(unit.word.count)
      guard let number = Double(plain: digits), number >= 0, number <= 1e6 else { break }
      return .seconds(number * unit.seconds)
    }
    throw .usage("\(name) is a time such as 1s, 500ms or 2min, not \(Spelling.quoted(text))")
  }
}

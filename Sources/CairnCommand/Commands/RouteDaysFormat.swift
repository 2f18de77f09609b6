internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory
internal import CairnRoutes

/// A plan of days and its input.
struct RouteDaysResult {
  var plan: Itinerary
  var days: [TripDay]
  /// The row of each stop.
  var rows: [Int]
  /// The row of each place where a day can start or end.
  var endRows: [Coordinate: Int]
  /// The stops of the input.
  var stops: [VisitStop]
  /// The roads that the lines of days follow; nil for straight lines.
  var roads: RouteRoads?
  /// Whether each day starts where the day before ended.
  var isTrip: Bool
  /// Whether the travel between the days of a trip is not planned.
  var isCut: Bool
  /// The planning time in seconds.
  var seconds: Double

  /// Writes the plan in a format.
  func write(_ format: RouteFormat, to console: inout Console) throws(Failure) {
    switch format {
    case .table: try writeTable(&console)
    case .json: try console.output.write(json())
    case .ics:
      try console.output.write(calendar())
      try reportOmissions(
        from: "a calendar", breaks: plan.days.map(\.leftOutBreaks.count), &console)
    case .csv:
      try console.output.write(FileFormat.csv.file(of: plan.days.flatMap { places(of: $0) }))
      try reportOmissions(
        from: "CSV", breaks: plan.days.map { $0.breaks.count + $0.leftOutBreaks.count }, &console)
    case .geojson: try console.output.write(FileFormat.geoJSON.file(of: features))
    case .kml: try console.output.write(FileFormat.kml.file(of: features))
    case .gpx:
      // A day with a single place has no line; the place is written as a waypoint.
      // A track along roads does not name its points, so its places are waypoints too.
      let ways = plan.days.flatMap { day in
        let line = line(ofDay: day.day)
        return (line == nil || roads != nil ? places(of: day) : []) + (line.map { [$0] } ?? [])
      }
      try console.output.write(FileFormat.gpx.file(of: ways))
      try reportOmissions(
        from: "GPX", breaks: plan.days.map { $0.breaks.count + $0.leftOutBreaks.count }, &console)
    }
  }

  /// Reports the parts of the plan that a format cannot hold: some breaks, and places left out.
  private func reportOmissions(
    from form: String, breaks: [Int], _ console: inout Console
  ) throws(Failure) {
    let parts = [
      (breaks.reduce(0, +), "breaks"), (plan.leftOut.count, "places that are left out"),
    ].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return }
    let list = parts.map { "\($0.1) (\($0.0))" }.joined(separator: ", ")
    try console.errors.write("cairn route: not in \(form): \(list)\n")
    try console.errors.flush()
  }

  private func calendar() throws(Failure) -> String {
    let now = CivilTime(secondsSince1970: System.secondsSince1970)
    do {
      return try plan.iCalendar(stops: stops, days: days, stamp: now)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }

  private func writeTable(_ console: inout Console) throws(Failure) {
    try console.output.write(heading + "\n")
    func names(_ nights: [Int?]) -> [String?] {
      nights.map { night in isTrip ? night.map { Text.line(stops[$0].name) } : nil }
    }
    // The place where each day starts, and that where it ends unless its last visit is there.
    let origins = [nil] + names(plan.nights(of: stops, days: days))
    let nights = names(plan.waysToNights(of: stops, days: days))
    for day in plan.days {
      let (origin, night) = (origins[day.day].map { " from \($0)" } ?? "", nights[day.day])
      let weekday = days[day.day].weekday.map { ", \($0)" } ?? ""
      try console.output.write(
        "\nday \(day.day + 1)\(weekday): \(day.departure.rounded()) to \(day.arrival.rounded())"
          + origin + ", \(Self.minutes(day.travel)) on the way\n")
      guard !day.visits.isEmpty || !day.breaks.isEmpty || night != nil else { continue }
      var table = TerminalTable([
        .init(title: "arrive", isAlignedRight: true),
        .init(title: "wait", isAlignedRight: true, rank: 1),
        .init(title: "from", isAlignedRight: true),
        .init(title: "to", isAlignedRight: true),
        .init(title: "place", minimum: 16),
      ])
      func appendBreaks(before visit: Int) {
        for pause in day.breaks(before: visit) {
          table.append([
            "", "", pause.start.rounded().description, pause.end.rounded().description,
            pause.name + (pause.moment == .onTheWay ? " on the way" : ""),
          ])
        }
      }
      for (position, visit) in day.visits.enumerated() {
        appendBreaks(before: position)
        table.append([
          visit.arrival.rounded().description, visit.waiting > 0 ? Self.minutes(visit.waiting) : "",
          visit.start.rounded().description, visit.departure.rounded().description,
          visit.name + (visit.areHoursKnown ? "" : " (hours unknown)")
            + (visit.areHolidaysKnown ? "" : " (holidays not known)"),
        ])
      }
      appendBreaks(before: day.visits.count)
      if let night {
        table.append([day.arrival.rounded().description, "", "", "", "\(night) (for the night)"])
      }
      try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    }
    guard !plan.leftOut.isEmpty || plan.days.contains(where: { !$0.leftOutBreaks.isEmpty })
    else { return }
    try console.output.write("\nleft out\n")
    for day in plan.days {
      for pause in day.leftOutBreaks {
        let window = days[day.day].breaks[pause.number]
        try console.output.write(
          "  \(Text.line(pause.name)) \(window.earliestStart)-\(window.latestStart) of day \(day.day + 1): "
            + "\(pause.reason)\n")
      }
    }
    for stop in plan.leftOut {
      try console.output.write("  \(Text.line(stop.name)): \(stop.reason)\n")
    }
  }

  /// The number of visits, the score and the travel time.
  private var heading: String {
    let (visits, count) = (plan.visitCount, rows.count)
    let days = days.count == 1 ? "1 day" : "\(days.count) days"
    // Three decimals would show a small score as 0.
    let points =
      plan.score < 0.001 ? "\(plan.score)" : decimalText(plan.score, digits: 3, trimsZeros: true)
    let score = plan.score > 0 ? ", score \(points)" : ""
    let proof = plan.isOptimal ? ", proven to be the best" : ""
    return "\(visits) of \(count) \(count == 1 ? "place" : "places") in \(days)\(score), "
      + "\(Self.minutes(plan.travel)) on the way\(proof)"
  }

  private static func minutes(_ seconds: Double) -> String {
    let minutes = Int((min(seconds, 1e9) / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private func json() -> [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    json.key("order")
    json.beginArray()
    for day in plan.days { for visit in day.visits { json.value(rows[visit.stop]) } }
    json.endArray()
    json.member("travel_s", plan.travel, fractionDigits: 3)
    json.member("waiting_s", plan.waiting, fractionDigits: 3)
    json.member("score", plan.score)
    json.member("optimal", plan.isOptimal)
    json.member("seconds", seconds, fractionDigits: 6)
    json.member("days", objects: plan.days, onLines: true) { json, day in
      json.member("day", day.day)
      if let date = days[day.day].date { json.member("date", date.description) }
      if let weekday = days[day.day].weekday { json.member("weekday", "\(weekday)") }
      json.member("departure", day.departure.description)
      json.member("arrival", day.arrival.description)
      let ends = (days[day.day].start, days[day.day].end)
      if let row = ends.0?.coordinate.flatMap({ endRows[$0] }) { json.member("start_row", row) }
      if let row = ends.1?.coordinate.flatMap({ endRows[$0] }) { json.member("end_row", row) }
      json.member("travel_s", day.travel, fractionDigits: 3)
      json.member("visits", objects: day.visits) { json, visit in
        json.member("row", rows[visit.stop])
        json.member("arrival", visit.arrival.description)
        json.member("waiting_s", visit.waiting, fractionDigits: 3)
        json.member("start", visit.start.description)
        json.member("departure", visit.departure.description)
        if !visit.areHoursKnown { json.member("hours_known", false) }
        if !visit.areHolidaysKnown { json.member("holidays_known", false) }
      }
      if !days[day.day].breaks.isEmpty { writeBreaks(of: day, &json) }
    }
    json.member("left_out", objects: plan.leftOut, onLines: true) { json, stop in
      json.member("row", rows[stop.stop])
      json.member("name", stop.name)
      json.member("reason", stop.reason.description)
    }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension RouteDaysResult {
  /// Writes the breaks of a day, and those that are left out.
  private func writeBreaks(of day: DaySchedule, _ json: inout JSONWriter) {
    json.member("breaks", objects: day.breaks) { json, pause in
      json.member("break", pause.number)
      json.member("start", pause.start.description)
      json.member("end", pause.end.description)
      json.member("visits_before", pause.visitsBefore)
      json.member("moment", Self.words(pause.moment))
    }
    if day.leftOutBreaks.isEmpty { return }
    json.member("left_out_breaks", objects: day.leftOutBreaks) { json, pause in
      json.member("break", pause.number)
      json.member("reason", pause.reason.description)
    }
  }

  private static func words(_ moment: ScheduledBreak.Moment) -> String {
    switch moment {
    case .beforeLeaving: "before_leaving"
    case .onTheWay: "on_the_way"
    case .onArrival: "on_arrival"
    }
  }

  /// A break, with the coordinate of the stop where it is taken; a break en route has no geometry.
  private func feature(of pause: ScheduledBreak, _ day: DaySchedule) -> GeoFeature {
    func place(behind visits: Int) -> Coordinate? {
      visits == 0
        ? days[day.day].start?.coordinate
        : visits > day.visits.count
          ? days[day.day].end?.coordinate : coordinate(ofStop: day.visits[visits - 1].stop)
    }
    let place: Coordinate? =
      switch pause.moment {
      case .beforeLeaving: place(behind: pause.visitsBefore)
      case .onTheWay: nil
      case .onArrival: place(behind: pause.visitsBefore + 1)
      }
    return GeoFeature(
      geometry: place.map { .point(.init($0)) },
      properties: [
        "name": .string(pause.name), "day": .integer(day.day), "break": .integer(pause.number),
        "start": .string(pause.start.description), "end": .string(pause.end.description),
        "moment": .string(Self.words(pause.moment)),
      ])
  }

  /// The visits of a day, in order.
  private func places(of day: DaySchedule) -> [GeoFeature] {
    day.visits.enumerated().compactMap { position, visit in
      guard let place = coordinate(ofStop: visit.stop) else { return nil }
      return GeoFeature(
        geometry: .point(.init(place)),
        properties: [
          "name": .string(visit.name), "day": .integer(day.day),
          "position": .integer(position), "row": .integer(rows[visit.stop]),
          "arrival": .string(visit.arrival.description),
          "start": .string(visit.start.description),
          "departure": .string(visit.departure.description),
        ])
    }
  }

  /// The line of each day, then its visits in order, its breaks, and the stops that are left out.
  var features: [GeoFeature] {
    var features: [GeoFeature] = []
    for day in plan.days {
      if let line = line(ofDay: day.day) {
        var line = line
        line.properties["_gpxType"] = nil
        line.properties["coordinateProperties"] = nil
        features.append(line)
      }
      features += places(of: day)
      features += day.breaks.map { feature(of: $0, day) }
      for pause in day.leftOutBreaks {
        features.append(
          GeoFeature(
            geometry: nil,
            properties: [
              "name": .string(pause.name), "day": .integer(day.day),
              "break": .integer(pause.number), "left_out": .string(pause.reason.description),
            ]))
      }
    }
    for stop in plan.leftOut {
      guard let place = coordinate(ofStop: stop.stop) else { continue }
      features.append(
        GeoFeature(
          geometry: .point(.init(place)),
          properties: [
            "name": .string(stop.name), "row": .integer(rows[stop.stop]),
            "left_out": .string(stop.reason.description),
          ]))
    }
    return features
  }

  /// The line of a day from its start through its visits to its end, as a route whose points have
  /// names; nil for a day without travel.
  func line(ofDay number: Int) -> GeoFeature? {
    guard let day = plan.days.first(where: { $0.day == number }) else { return nil }
    var line: [Coordinate] = []
    var names: [PropertyValue] = []
    func add(_ place: Coordinate?, _ name: String?) {
      guard let place else { return }
      line.append(place)
      names.append(name.map { .string($0) } ?? .null)
    }
    add(days[number].start?.coordinate, "start")
    for visit in day.visits { add(coordinate(ofStop: visit.stop), visit.name) }
    add(days[number].end?.coordinate, "end")
    guard line.count > 1, !day.visits.isEmpty else { return nil }
    var properties: Properties = ["name": .string("day \(number + 1)"), "day": .integer(number)]
    if let weekday = days[number].weekday { properties["weekday"] = .string("\(weekday)") }
    properties["departure"] = .string(day.departure.description)
    properties["arrival"] = .string(day.arrival.description)
    properties["travel_s"] = .number(day.travel.rounded())
    if let roads {
      line = roads.path(line)
      guard line.count > 1 else { return nil }
    } else {
      properties["_gpxType"] = "rte"
      properties["coordinateProperties"] = .object(["name": .array(names)])
    }
    return GeoFeature(geometry: .lineString(line.map { .init($0) }), properties: properties)
  }

  private func coordinate(ofStop stop: Int) -> Coordinate? { stops[stop].place.coordinate }
}

extension VisitPlace {
  /// The coordinate of the place; all stops of the tool have one.
  fileprivate var coordinate: Coordinate? {
    if case .at(let coordinate) = self { coordinate } else { nil }
  }
}

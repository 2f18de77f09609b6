internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoutes

/// A plan of days and what it was made from.
struct RouteDaysAnswer {
  var plan: Itinerary
  var days: [TripDay]
  /// The row of each stop.
  var rows: [Int]
  /// What was to be visited.
  var stops: [VisitStop]
  /// The stops whose hours cannot be read.
  var unread: Set<Int>
  /// How long planning took.
  var seconds: Double

  /// Writes the plan in a form.
  func write(_ format: RouteFormat, to console: inout Console) throws(Failure) {
    switch format {
    case .table: try writeTable(&console)
    case .json: try console.output.write(json())
    case .geojson: try console.output.write(FileFormat.geoJSON.file(of: features))
    case .kml: try console.output.write(FileFormat.kml.file(of: features))
    case .gpx:
      try console.output.write(FileFormat.gpx.file(of: days.indices.compactMap(line(ofDay:))))
    }
  }

  private func writeTable(_ console: inout Console) throws(Failure) {
    try console.output.write(heading + "\n")
    for day in plan.days {
      let weekday = days[day.day].weekday.map { ", \($0)" } ?? ""
      try console.output.write(
        "\nday \(day.day + 1)\(weekday): \(day.departure.rounded()) to \(day.arrival.rounded()), "
          + "\(Self.minutes(day.travel)) on the way\n")
      guard !day.visits.isEmpty else { continue }
      var table = TerminalTable([
        .init(title: "arrive", isAlignedRight: true),
        .init(title: "wait", isAlignedRight: true, rank: 1),
        .init(title: "from", isAlignedRight: true),
        .init(title: "to", isAlignedRight: true),
        .init(title: "place", minimum: 16),
      ])
      for visit in day.visits {
        table.append([
          visit.arrival.rounded().description, visit.waiting > 0 ? Self.minutes(visit.waiting) : "",
          visit.start.rounded().description, visit.departure.rounded().description, visit.name,
        ])
      }
      try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    }
    guard !plan.leftOut.isEmpty else { return }
    try console.output.write("\nleft out\n")
    for stop in plan.leftOut {
      try console.output.write("  \(stop.name): \(reason(stop))\n")
    }
  }

  /// Why a stop was left out.
  func reason(_ stop: LeftOutStop) -> String {
    unread.contains(stop.stop) ? "its hours cannot be read" : stop.reason.description
  }

  /// How much is visited, and how good the plan is.
  private var heading: String {
    let (visits, count) = (plan.visitCount, rows.count)
    let days = days.count == 1 ? "1 day" : "\(days.count) days"
    let score =
      plan.score > 0 ? ", score \(decimalText(plan.score, digits: 3, trimsZeros: true))" : ""
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
    json.key("days")
    json.beginArray(onLines: true)
    for day in plan.days {
      json.beginObject()
      json.member("day", day.day)
      if let weekday = days[day.day].weekday { json.member("weekday", "\(weekday)") }
      json.member("departure", day.departure.description)
      json.member("arrival", day.arrival.description)
      json.member("travel_s", day.travel, fractionDigits: 3)
      json.key("visits")
      json.beginArray()
      for visit in day.visits {
        json.beginObject()
        json.member("row", rows[visit.stop])
        json.member("arrival", visit.arrival.description)
        json.member("waiting_s", visit.waiting, fractionDigits: 3)
        json.member("start", visit.start.description)
        json.member("departure", visit.departure.description)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.key("left_out")
    json.beginArray(onLines: true)
    for stop in plan.leftOut {
      json.beginObject()
      json.member("row", rows[stop.stop])
      json.member("name", stop.name)
      json.member("reason", reason(stop))
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

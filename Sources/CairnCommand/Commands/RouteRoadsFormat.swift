internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads
internal import CairnRoutes

/// A route along roads and its input.
struct RouteRoadsResult {
  /// The route, in seconds; its numbers are offsets in ``rows``.
  var route: Route
  /// The route along roads of each leg.
  var legs: [RoadRoute]
  /// The row of each place of the route.
  var rows: [Int]
  var leftOut: [RouteRoads.LeftOut]
  var table: PlaceTable
  /// The unit of lengths in tables; the other formats always use meters.
  var unit: LengthUnit
  var profile: String
  /// The planning time in seconds.
  var seconds: Double

  /// Writes the route in a format.
  func write(_ format: RouteFormat, to console: inout Console) throws(Failure) {
    switch format {
    case .table: try writeTable(&console)
    case .json: try console.output.write(json())
    case .csv:
      try console.output.write(FileFormat.csv.file(of: places(withColumns: true)))
      try reportLeftOut(from: "CSV", &console)
    case .geojson:
      try console.output.write(
        FileFormat.geoJSON.file(of: line + places(withColumns: false) + missing))
    case .kml:
      try console.output.write(FileFormat.kml.file(of: line + places(withColumns: false)))
      try reportLeftOut(from: "KML", &console)
    case .gpx:
      try console.output.write(FileFormat.gpx.file(of: places(withColumns: false) + line))
      try reportLeftOut(from: "GPX", &console)
    case .ics: throw RouteFormat.needsDates
    }
  }

  /// The name of a place of the route.
  private func name(_ place: Int) -> String { RouteResult.name(rows[place], in: table) }

  /// The length of the route in meters.
  private var length: Double { legs.reduce(0) { $0 + $1.distance } }

  /// Reports the places that a format does not contain.
  private func reportLeftOut(from form: String, _ console: inout Console) throws(Failure) {
    for place in leftOut {
      let name = Text.line(RouteResult.name(place.row, in: table))
      try console.errors.write("cairn route: not in \(form): \(name): \(place.reason)\n")
    }
    try console.errors.flush()
  }

  private func writeTable(_ console: inout Console) throws(Failure) {
    try console.output.write(heading + "\n")
    if let first = route.order.first {
      var table = TerminalTable([
        .init(title: "leg", isAlignedRight: true),
        .init(title: "time", isAlignedRight: true),
        .init(title: "distance", isAlignedRight: true, rank: 1),
        .init(title: "total", isAlignedRight: true),
        .init(title: "to", minimum: 16),
      ])
      table.append(["", "", "", Text.travelTime(0), name(first)])
      var total = 0
      for (number, (leg, way)) in zip(route.legs, legs).enumerated() {
        total += way.milliseconds
        table.append([
          String(number + 1), Text.travelTime(way.seconds), Text.length(way.distance, unit),
          Text.travelTime(Double(total) / 1000), name(leg.to),
        ])
      }
      try console.output.write("\n")
      try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    }
    guard !leftOut.isEmpty else { return }
    try console.output.write("\nleft out\n")
    for place in leftOut {
      let name = Text.line(RouteResult.name(place.row, in: table))
      try console.output.write("  \(name): \(place.reason)\n")
    }
  }

  /// The kind, time, length and quality of the route.
  private var heading: String {
    let kind = route.trip.isRound ? "round trip" : "open trip"
    let count = rows.count
    let places = "\(Text.grouped(count)) \(count == 1 ? "place" : "places") by \(profile)"
    if count < 2 { return "\(kind) through \(places): nowhere to go" }
    let quality =
      route.isOptimal
      ? "proven to be the fastest"
      : route.gap == .infinity
        ? "the time above the fastest is unknown"
        : "at most \(decimalText((route.gap * 1_000).rounded(.up) / 10, digits: 1)) % above the "
          + "fastest"
    return "\(kind) through \(places): \(Text.travelTime(route.length)), "
      + "\(Text.length(length, unit)), \(quality)"
  }

  private func json() -> [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    json.member("order", route.order) { $0.value(rows[$1]) }
    json.member("profile", profile)
    json.member("duration_s", route.length, fractionDigits: 3)
    json.member("length_m", length, fractionDigits: 3)
    json.member("lower_bound_s", route.lowerBound, fractionDigits: 3)
    json.member("gap", route.gap, fractionDigits: 6)
    json.member("optimal", route.isOptimal)
    json.member("seconds", seconds, fractionDigits: 6)
    json.member("legs", objects: Array(zip(route.legs, legs)), onLines: true) { json, leg in
      json.member("from", rows[leg.0.from])
      json.member("to", rows[leg.0.to])
      json.member("duration_s", leg.1.seconds, fractionDigits: 3)
      json.member("distance_m", leg.1.distance, fractionDigits: 3)
    }
    json.member("left_out", objects: leftOut, onLines: true) { json, place in
      json.member("row", place.row)
      json.member("name", RouteResult.name(place.row, in: table))
      json.member("reason", place.reason)
    }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// The places in order, each with the leg to the next one.
  private func places(withColumns: Bool) -> [GeoFeature] {
    route.order.enumerated().map { position, place in
      var properties: Properties = [
        "position": .integer(position), "row": .integer(rows[place]), "name": .string(name(place)),
      ]
      let leg = legs.indices.contains(position) ? legs[position] : nil
      if leg != nil || withColumns {
        properties["duration_s"] = leg.map { .number($0.seconds) } ?? .null
        properties["distance_m"] =
          leg.map { .number(($0.distance * 1_000).rounded() / 1_000) } ?? .null
      }
      return GeoFeature(
        geometry: .point(.init(table.coordinates[rows[place]])), properties: properties)
    }
  }

  /// The line of the whole route along roads; empty if it has no length.
  private var line: [GeoFeature] {
    var path: [Coordinate] = []
    for leg in legs {
      for point in leg.path where path.last != point { path.append(point) }
    }
    guard path.count > 1 else { return [] }
    return [
      GeoFeature(
        geometry: .lineString(path.map { .init($0) }),
        properties: [
          "name": "route", "duration_s": .number(route.length),
          "length_m": .number((length * 1_000).rounded() / 1_000),
          "optimal": .bool(route.isOptimal),
        ])
    ]
  }

  /// The places that are left out.
  private var missing: [GeoFeature] {
    leftOut.map { place in
      GeoFeature(
        geometry: .point(.init(table.coordinates[place.row])),
        properties: [
          "name": .string(RouteResult.name(place.row, in: table)), "row": .integer(place.row),
          "left_out": .string(place.reason),
        ])
    }
  }
}

extension Trip {
  /// The same trip with the offsets of rows in a list in place of the rows.
  func renumbered(_ rows: [Int]) -> Trip {
    let (first, last) = (start.flatMap(rows.firstIndex), end.flatMap(rows.firstIndex))
    switch (isRound, first, last) {
    case (true, let first?, _): return .roundTrip(from: first)
    case (true, nil, _): return .roundTrip
    case (false, let first?, let last?): return .open(from: first, to: last)
    case (false, let first?, nil): return .open(from: first)
    case (false, nil, let last?): return .open(to: last)
    case (false, nil, nil): return .open
    }
  }
}

internal import CairnFormats
internal import CairnGeodesy
internal import CairnPictures
internal import CairnRoutes

/// A route and the table it was planned from.
struct RouteResult {
  var route: Route
  var table: PlaceTable
  /// The unit of lengths in tables; the other formats always use meters.
  var unit: LengthUnit
  var surface: Surface
  /// The planning time in seconds.
  var seconds: Double

  /// The name of a row, or "row" and its number if it has no name.
  func name(_ row: Int) -> String { Self.name(row, in: table) }

  /// The name of a row of a table, or "row" and its number if it has no name.
  static func name(_ row: Int, in table: PlaceTable) -> String {
    let name = table.names.indices.contains(row) ? table.names[row] : ""
    return name.isEmpty ? "row \(row)" : name
  }
}

/// The output formats of a route.
enum RouteFormat: String, CaseIterable, Sendable {
  case table, json, csv, geojson, gpx, kml, ics

  /// Writes a route in this format.
  func write(_ answer: RouteResult, to console: inout Console) throws(Failure) {
    switch self {
    case .table: try table(answer, &console)
    case .json: try console.output.write(json(answer))
    case .csv: try console.output.write(FileFormat.csv.file(of: rows(answer)))
    case .geojson: try console.output.write(geoJSON(answer))
    case .gpx: try console.output.write(gpx(answer))
    case .kml: try console.output.write(kml(answer))
    case .ics: throw Self.needsDates
    }
  }

  /// The failure for a calendar without a date.
  static let needsDates = Failure.usage(
    "--format ics is a calendar; give the date of the first day, such as --date 2026-03-29")

  // MARK: Table

  private func table(_ answer: RouteResult, _ console: inout Console) throws(Failure) {
    let route = answer.route
    try console.output.write(heading(answer) + "\n")
    guard let first = route.order.first else { return }
    var table = TerminalTable([
      .init(title: "leg", isAlignedRight: true),
      .init(title: "distance", isAlignedRight: true),
      .init(title: "bearing ", isAlignedRight: true, rank: 1),
      .init(title: "total", isAlignedRight: true),
      .init(title: "to", minimum: 16),
    ])
    table.append(["", "", "", Text.length(0, answer.unit), answer.name(first)])
    var total = 0.0
    for (number, leg) in route.legs.enumerated() {
      total += leg.distance
      table.append([
        String(number + 1),
        Text.length(leg.distance, answer.unit),
        leg.distance == 0 ? "" : Text.paddedBearing(leg.initialBearing ?? .nan),
        Text.length(total, answer.unit),
        answer.name(leg.to),
      ])
    }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
  }

  /// The kind, length and quality of the route.
  private func heading(_ answer: RouteResult) -> String {
    let route = answer.route
    let count = route.order.count
    let kind = route.trip.isRound ? "round trip" : "open trip"
    let places = "\(Text.grouped(count)) \(count == 1 ? "place" : "places")"
    if count < 2 { return "\(kind) through \(places): nowhere to go" }
    let length = Text.length(route.length, answer.unit)
    return "\(kind) through \(places): \(length), \(quality(route))"
  }

  /// The proven bound on the distance from the shortest route.
  private func quality(_ route: Route) -> String {
    if route.isOptimal { return "proven to be the shortest" }
    if route.gap == .infinity { return "the distance above the shortest is unknown" }
    let percent = (route.gap * 1_000).rounded(.up) / 10
    return "at most \(decimalText(percent, digits: 1)) % above the shortest"
  }

  // MARK: JSON

  private func json(_ answer: RouteResult) -> [UInt8] {
    let route = answer.route
    var json = JSONWriter()
    json.beginObject(onLines: true)
    json.member("order", route.order) { $0.value($1) }
    json.member("length_m", route.length, fractionDigits: 3)
    json.member("lower_bound_m", route.lowerBound, fractionDigits: 3)
    json.member("gap", route.gap, fractionDigits: 6)
    json.member("optimal", route.isOptimal)
    json.member("ended", Self.words(route.ending))
    json.member("seconds", answer.seconds, fractionDigits: 6)
    json.member("legs", objects: route.legs, onLines: true) { json, leg in
      json.member("from", leg.from)
      json.member("to", leg.to)
      Self.members(of: leg, &json)
    }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  // MARK: CSV

  /// The places in order, each with the leg to the next one.
  private func rows(_ answer: RouteResult) -> [GeoFeature] {
    let route = answer.route
    func number(_ value: Double?) -> PropertyValue {
      value.map { .number(($0 * 1_000).rounded() / 1_000) } ?? .null
    }
    return route.order.enumerated().map { position, row in
      let leg = route.legs.indices.contains(position) ? route.legs[position] : nil
      return GeoFeature(
        geometry: .point(.init(answer.table.coordinates[row])),
        properties: [
          "position": .integer(position), "row": .integer(row), "name": .string(answer.name(row)),
          "distance_m": number(leg?.distance),
          // A bearing that rounds to 360 degrees is north.
          "bearing_deg": number(leg?.initialBearing.map { $0 >= 359.9995 ? 0 : $0 }),
        ])
    }
  }

  /// The distance and the bearing of a leg.
  private static func members(of leg: Route.Leg, _ json: inout JSONWriter) {
    json.member("distance_m", leg.distance, fractionDigits: 3)
    if let bearing = leg.initialBearing {
      // A bearing that rounds to 360 degrees is north.
      json.member("bearing_deg", bearing >= 359.9995 ? 0 : bearing, fractionDigits: 3)
    }
  }

  private static func words(_ ending: Route.Ending) -> String {
    switch ending {
    case .optimal: "optimal"
    case .effortSpent: "effort spent"
    case .timeLimit: "time limit"
    case .cancelled: "cancelled"
    case .constructed: "constructed"
    }
  }

  // MARK: GeoJSON

  /// The line of the route, then its places in order, each with the leg to the next one.
  private func geoJSON(_ answer: RouteResult) -> [UInt8] {
    let route = answer.route
    let places = answer.table.coordinates
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray(onLines: true)
    if !route.legs.isEmpty {
      Self.feature(&json) { json in
        json.member("type", "MultiLineString")
        json.key("coordinates")
        json.beginArray()
        for line in RouteLine(route, places).parts {
          json.beginArray()
          for position in line { json.position(position) }
          json.endArray()
        }
        json.endArray()
      } properties: { json in
        json.member("length_m", route.length, fractionDigits: 3)
        json.member("lower_bound_m", route.lowerBound, fractionDigits: 3)
        json.member("optimal", route.isOptimal)
        json.member("stroke", PicturePalette.route)
        json.member("stroke-width", 3)
      }
    }
    for (position, row) in route.order.enumerated() {
      Self.feature(&json) { json in
        json.member("type", "Point")
        json.key("coordinates")
        json.position(places[row])
      } properties: { json in
        json.member("name", answer.name(row))
        json.member("position", position)
        json.member("row", row)
        if route.legs.indices.contains(position) { Self.members(of: route.legs[position], &json) }
        json.member("marker-color", PicturePalette.route)
        // Viewers have symbols for single digits only.
        if position < 9 { json.member("marker-symbol", String(position + 1)) }
      }
    }
    json.endArray()
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func feature(
    _ json: inout JSONWriter, geometry: (inout JSONWriter) -> Void,
    properties: (inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.member("type", "Feature")
    json.key("geometry")
    json.beginObject()
    geometry(&json)
    json.endObject()
    json.key("properties")
    json.beginObject()
    properties(&json)
    json.endObject()
    json.endObject()
  }

  // MARK: GPX

  /// A GPX 1.1 route; a round trip repeats its first place at the end.
  private func gpx(_ answer: RouteResult) -> String {
    let route = answer.route
    let rows =
      route.order + (route.legs.last.map { [$0.to] } ?? []).filter { _ in route.trip.isRound }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="cairn" xmlns="http://www.topografix.com/GPX/1/1">
      <rte>

      """
    for row in rows {
      let place = answer.table.coordinates[row]
      var longitude = place.longitude.reducedLongitude
      if longitude == 180 { longitude = -180 }
      text += "<rtept lat=\"\(plain(place.latitude))\" lon=\"\(plain(longitude))\">"
      text += "<name>\(Self.escaped(answer.name(row)))</name></rtept>\n"
    }
    return text + "</rte>\n</gpx>\n"
  }

  /// A number in degrees without an exponent, which XML's decimal type lacks.
  private func plain(_ degrees: Double) -> String {
    decimalText(degrees, digits: 9, trimsZeros: true)
  }

  // MARK: KML

  /// The line of the route and its places in order.
  private func kml(_ answer: RouteResult) throws(Failure) -> [UInt8] {
    let route = answer.route
    let places = answer.table.coordinates
    var features: [GeoFeature] = []
    if let first = route.legs.first {
      let line = [places[first.from]] + route.legs.map { places[$0.to] }
      features.append(
        GeoFeature(
          geometry: .lineString(line.map { .init($0) }),
          properties: ["name": "route", "length_m": .number(route.length.rounded())]))
    }
    for (position, row) in route.order.enumerated() {
      features.append(
        GeoFeature(
          geometry: .point(.init(places[row])),
          properties: [
            "name": .string(answer.name(row)), "position": .integer(position),
            "row": .integer(row),
          ]))
    }
    return try FileFormat.kml.file(of: features)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // XML 1.0 cannot represent other control characters.
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The line of a route on a map, cut where it crosses the antimeridian (RFC 7946, 3.1.9).
struct RouteLine {
  /// The parts between the cuts.
  private(set) var parts: [[Coordinate]] = []

  init(_ route: Route, _ places: [Coordinate]) {
    guard let first = route.legs.first else { return }
    var part = [Self.reduced(places[first.from])]
    for leg in route.legs {
      let from = part[part.count - 1]
      let to = Self.reduced(places[leg.to])
      if (to.longitude - from.longitude).magnitude > 180 {
        let latitude = Self.crossing(from, to)
        let side = from.longitude < 0 ? -180.0 : 180
        part.append(Coordinate(latitude: latitude, longitude: side))
        parts.append(part)
        part = [Coordinate(latitude: latitude, longitude: -side)]
      }
      part.append(to)
    }
    parts.append(part)
  }

  /// The latitude at which the great circle crosses the antimeridian.
  private static func crossing(_ from: Coordinate, _ to: Coordinate) -> Double {
    let (a, b) = (from.unitVector, to.unitVector)
    guard a.y != b.y else { return from.latitude }
    let part = a.y / (a.y - b.y)
    let point = UnitVector(
      x: a.x + part * (b.x - a.x), y: 0, z: a.z + part * (b.z - a.z))
    let latitude = point.coordinate.latitude
    return latitude.isFinite ? latitude : from.latitude
  }

  private static func reduced(_ place: Coordinate) -> Coordinate {
    Coordinate(latitude: place.latitude, longitude: place.longitude.reducedLongitude)
  }
}

extension FileFormat {
  /// A file of features.
  func file(of features: [GeoFeature]) throws(Failure) -> [UInt8] {
    var writer = self.writer()
    do throws(FormatError) {
      for feature in features { try writer.write(feature) }
      try writer.end()
    } catch {
      throw Failure(code: .data, message: error.description)
    }
    return writer.drain()
  }
}

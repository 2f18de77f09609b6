internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads

/// The answer to a request of `cairn roads`.
enum RoadsAnswer {
  case route(RoadRoute)
  /// A route and alternatives to it.
  case routes([RoadRoute])
  case snaps([RoadSnap?])
  case matrix([[Int?]])
  case reach(RoadReach)
  case areas(RoadsAreas)

  /// Writes the members of the answer's JSON object.
  func write(to json: inout JSONWriter) {
    switch self {
    case .route(let route): RoadsOutput.write(route, to: &json)
    case .routes(let routes):
      if let first = routes.first { RoadsOutput.write(first, to: &json) }
      json.key("alternatives")
      json.beginArray()
      for route in routes.dropFirst() {
        json.beginObject()
        RoadsOutput.write(route, to: &json)
        json.endObject()
      }
      json.endArray()
    case .snaps(let snaps):
      json.member("found", snaps.contains { $0 != nil })
      json.key("snaps")
      json.beginArray()
      for snap in snaps { RoadsOutput.write(snap, to: &json) }
      json.endArray()
    case .matrix(let rows):
      json.member("found", true)
      json.key("durations_s")
      json.beginArray()
      for row in rows {
        json.beginArray()
        for cell in row {
          if let cell { json.value(Double(cell) / 1000, fractionDigits: 3) } else { json.null() }
        }
        json.endArray()
      }
      json.endArray()
    case .areas(let areas): areas.write(to: &json)
    case .reach(let reach):
      json.member("found", true)
      json.key("start")
      RoadsOutput.write(reach.start, to: &json)
      json.key("points")
      json.beginArray()
      for point in reach.points {
        json.beginArray()
        RoadsOutput.writeNumbers(point.coordinate, to: &json)
        json.value(point.duration, fractionDigits: 3)
        json.endArray()
      }
      json.endArray()
    }
  }

  /// The answer as a table.
  var csv: String {
    switch self {
    case .routes(let routes):
      return routes.map { RoadsAnswer.route($0).csv }.joined(separator: "\n")
    case .route(let route):
      var text = "kind,name,exit,distance_m,duration_s,lon,lat\n"
      for step in route.steps {
        let exit = step.exit.map(String.init) ?? ""
        let point = route.path[step.pathIndex]
        text += "\(step.kind.rawValue),\(RoadsOutput.field(step.name)),\(exit),"
        text += "\(RoadsOutput.number(step.distance, 1)),\(RoadsOutput.number(step.duration, 3)),"
        text += "\(RoadsOutput.position(point))\n"
      }
      return text
    case .snaps(let snaps):
      var text = "lon,lat,distance_m,name\n"
      for snap in snaps {
        guard let snap else {
          text += ",,,\n"
          continue
        }
        text +=
          "\(RoadsOutput.position(snap.coordinate)),\(RoadsOutput.number(snap.distance, 2)),\(RoadsOutput.field(snap.name))\n"
      }
      return text
    case .matrix(let rows):
      return rows.map { row in
        row.map { cell in cell.map { RoadsOutput.number(Double($0) / 1000, 3) } ?? "" }
          .joined(separator: ",") + "\n"
      }.joined()
    case .areas: return ""
    case .reach(let reach):
      var text = "lon,lat,duration_s\n"
      for point in reach.points {
        text += "\(RoadsOutput.position(point.coordinate)),"
        text += "\(RoadsOutput.number(point.duration, 3))\n"
      }
      return text
    }
  }

  /// The answer as a GeoJSON FeatureCollection.
  var geoJSON: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray(onLines: true)
    switch self {
    case .route(let route): RoadsOutput.writeFeature(route, to: &json)
    case .routes(let routes):
      for route in routes { RoadsOutput.writeFeature(route, to: &json) }
    case .snaps(let snaps):
      for case let snap? in snaps {
        RoadsOutput.feature("Point", to: &json) { json in
          json.beginArray()
          RoadsOutput.writeNumbers(snap.coordinate, to: &json)
          json.endArray()
        } properties: { json in
          json.member("name", snap.name)
          json.member("distance_m", snap.distance, fractionDigits: 2)
        }
      }
    case .matrix: break
    case .areas(let areas): areas.writeFeatures(to: &json)
    case .reach(let reach):
      RoadsOutput.feature("MultiLineString", to: &json) { json in
        json.beginArray(onLines: true)
        for line in reach.lines { RoadsOutput.write(line, to: &json) }
        json.endArray()
      } properties: { json in
        json.member("junctions", reach.points.count)
      }
    }
    json.endArray()
    json.endObject()
    return json.bytes + [0x0A]
  }
}

/// Parts of the output of `cairn roads`.
enum RoadsOutput {
  static func writeFeature(_ route: RoadRoute, to json: inout JSONWriter) {
    feature("LineString", to: &json) { json in
      write(route.path, to: &json)
    } properties: { json in
      json.member("distance_m", route.distance, fractionDigits: 1)
      json.member("duration_s", route.duration, fractionDigits: 3)
    }
  }

  static func write(_ route: RoadRoute, to json: inout JSONWriter) {
    json.member("found", true)
    json.member("distance_m", route.distance, fractionDigits: 2)
    json.member("duration_s", route.duration, fractionDigits: 3)
    json.key("geometry")
    write(route.path, to: &json)
    json.key("steps")
    json.beginArray()
    for step in route.steps {
      json.beginObject()
      json.member("name", step.name)
      json.member("kind", step.kind.rawValue)
      if let exit = step.exit { json.member("exit", exit) }
      json.member("distance_m", step.distance, fractionDigits: 2)
      json.member("duration_s", step.duration, fractionDigits: 3)
      json.member("geometry_index", step.pathIndex)
      json.endObject()
    }
    json.endArray()
    json.key("snaps")
    json.beginArray()
    for snap in route.snaps { write(snap, to: &json) }
    json.endArray()
  }

  static func write(_ snap: RoadSnap?, to json: inout JSONWriter) {
    guard let snap else { return json.null() }
    json.beginObject()
    json.key("position")
    json.beginArray()
    writeNumbers(snap.coordinate, to: &json)
    json.endArray()
    json.member("distance_m", snap.distance, fractionDigits: 2)
    json.member("name", snap.name)
    json.endObject()
  }

  static func write(_ line: [Coordinate], to json: inout JSONWriter) {
    json.beginArray()
    for point in line {
      json.beginArray()
      writeNumbers(point, to: &json)
      json.endArray()
    }
    json.endArray()
  }

  static func writeNumbers(_ point: Coordinate, to json: inout JSONWriter) {
    json.value(point.longitude, fractionDigits: 7)
    json.value(point.latitude, fractionDigits: 7)
  }

  static func feature(
    _ type: String, to json: inout JSONWriter, coordinates: (inout JSONWriter) -> Void,
    properties: (inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.member("type", "Feature")
    json.key("properties")
    json.beginObject()
    properties(&json)
    json.endObject()
    json.key("geometry")
    json.beginObject()
    json.member("type", type)
    json.key("coordinates")
    coordinates(&json)
    json.endObject()
    json.endObject()
  }

  /// Longitude and latitude, separated by a comma.
  static func position(_ point: Coordinate) -> String {
    number(point.longitude, 7) + "," + number(point.latitude, 7)
  }

  /// A number with a fixed number of digits after the point.
  static func number(_ value: Double, _ digits: Int) -> String {
    var json = JSONWriter()
    json.value(value, fractionDigits: digits)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A field of CSV, quoted if necessary.
  static func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

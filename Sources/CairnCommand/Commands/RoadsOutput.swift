internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads

/// The answer to a request of `cairn roads`.
enum RoadsAnswer {
  case route(RoadRoute)
  /// A route and alternatives to it.
  case routes([RoadRoute])
  case snaps([RoadSnap?])
  case matrix([[Int?]], from: [Coordinate], to: [Coordinate])
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
    case .matrix(let rows, _, _):
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
        json.value(point.seconds, fractionDigits: 3)
        json.endArray()
      }
      json.endArray()
    }
  }

  /// The answer as a table.
  var csv: [UInt8] {
    var csv = CSVWriter()
    switch self {
    case .route(let route):
      csv.row(["kind", "name", "exit", "distance_m", "duration_s", "lon", "lat"])
      RoadsOutput.write(route, to: &csv)
    case .routes(let routes):
      csv.row(["route", "kind", "name", "exit", "distance_m", "duration_s", "lon", "lat"])
      for (number, route) in routes.enumerated() {
        RoadsOutput.write(route, number: number, to: &csv)
      }
    case .snaps(let snaps):
      csv.row(["lon", "lat", "distance_m", "name"])
      for snap in snaps {
        csv.position(snap?.coordinate)
        csv.field(snap?.distance ?? .nan, fractionDigits: 2)
        csv.field(snap?.name)
        csv.endRow()
      }
    case .matrix(let rows, _, _):
      for row in rows {
        for cell in row { csv.field(cell.map { Double($0) / 1000 } ?? .nan, fractionDigits: 3) }
        csv.endRow()
      }
    case .areas: break
    case .reach(let reach):
      csv.row(["lon", "lat", "duration_s"])
      for point in reach.points {
        csv.position(point.coordinate)
        csv.field(point.seconds, fractionDigits: 3)
        csv.endRow()
      }
    }
    return csv.drain()
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
      for snap in snaps {
        // A feature without a geometry keeps the order of the positions.
        guard let snap else {
          json.beginObject()
          json.member("type", "Feature")
          json.key("properties")
          json.beginObject()
          json.endObject()
          json.key("geometry")
          json.null()
          json.endObject()
          continue
        }
        RoadsOutput.feature("Point", to: &json) { json in
          json.beginArray()
          RoadsOutput.writeNumbers(snap.coordinate, to: &json)
          json.endArray()
        } properties: { json in
          json.member("name", snap.name)
          json.member("distance_m", snap.distance, fractionDigits: 2)
        }
      }
    case .matrix(let rows, let sources, let targets):
      for (from, row) in rows.enumerated() {
        for (to, cell) in row.enumerated() where sources[from] != targets[to] {
          guard let cell else { continue }
          RoadsGeometry.feature(line: [sources[from], targets[to]], to: &json) { json in
            json.member("from", from)
            json.member("to", to)
            json.member("duration_s", Double(cell) / 1000, fractionDigits: 3)
          }
        }
      }
    case .areas(let areas): areas.writeFeatures(to: &json)
    case .reach(let reach):
      RoadsOutput.feature("MultiLineString", to: &json) { json in
        json.beginArray(onLines: true)
        for line in reach.lines.flatMap(RoadsGeometry.lines) { RoadsOutput.write(line, to: &json) }
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
    RoadsGeometry.feature(line: route.path, to: &json) { json in
      json.member("distance_m", route.distance, fractionDigits: 1)
      json.member("duration_s", route.seconds, fractionDigits: 3)
    }
  }

  static func write(_ route: RoadRoute, to json: inout JSONWriter) {
    json.member("found", true)
    json.member("distance_m", route.distance, fractionDigits: 2)
    json.member("duration_s", route.seconds, fractionDigits: 3)
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
      json.member("duration_s", step.seconds, fractionDigits: 3)
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

  /// Writes a row per step of a route, after the number of the route if there are several.
  static func write(_ route: RoadRoute, number: Int? = nil, to csv: inout CSVWriter) {
    for step in route.steps {
      if let number { csv.field(number) }
      csv.field(step.kind.rawValue)
      csv.field(step.name)
      csv.field(step.exit.map(String.init))
      csv.field(step.distance, fractionDigits: 1)
      csv.field(step.seconds, fractionDigits: 3)
      csv.position(route.path[step.pathIndex])
      csv.endRow()
    }
  }

  /// An object of JSON on a line.
  static func line(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    writeMembers(&json)
    json.endObject()
    return json.bytes + [0x0A]
  }

  /// The line that answers a request: its id, and the members of the answer or the reason why there
  /// is none.
  static func reply(
    to id: PropertyValue?, reason: String?, _ writeMembers: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    line { json in
      json.key("id")
      json.value(id ?? .null)
      if let reason {
        json.member("found", false)
        json.member("reason", reason)
      } else {
        writeMembers(&json)
      }
    }
  }
}

extension CSVWriter {
  /// Writes a row of texts.
  mutating func row(_ texts: [String]) {
    for text in texts { field(text) }
    endRow()
  }

  /// Writes longitude and latitude, empty for nil.
  mutating func position(_ point: Coordinate?) {
    field(point?.longitude ?? .nan, fractionDigits: 7)
    field(point?.latitude ?? .nan, fractionDigits: 7)
  }
}

internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces

/// The forms in which a list of places is printed.
enum PlaceFormat: String, CaseIterable, Sendable {
  case table, csv, json, geojson

  /// Digits behind the point of metres: millimetres.
  private static let metreDigits = 3
  /// Digits behind the point of a bearing: a thousandth of a degree.
  private static let bearingDigits = 3

  /// Writes a list in this form.
  func write(_ list: PlaceList, to console: inout Console) throws(Failure) {
    switch self {
    case .table: try table(list, &console)
    case .csv: try csv(list, &console)
    case .json: try json(list, &console)
    case .geojson: try geoJSON(list, &console)
    }
  }

  private func csv(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var csv = CSVWriter()
    let titles =
      ["name", "kind", "latitude", "longitude"]
      + (list.hasWays ? ["distance_m", "bearing_deg"] : [])
      + ["country", "region", "code", "population", "time_zone"]
    for title in titles { csv.field(title) }
    csv.endRow()
    for row in list.rows {
      let place = row.place
      csv.field(place.name)
      csv.field(place.kind.rawValue)
      csv.field(place.coordinate.latitude)
      csv.field(place.coordinate.longitude)
      if let way = row.way {
        csv.field(way.distance, fractionDigits: Self.metreDigits)
        csv.field(Self.printed(bearing: way.bearing), fractionDigits: Self.bearingDigits)
      }
      csv.field(place.countryCode)
      csv.field(place.region)
      csv.field(place.code)
      if let population = place.population { csv.field(population) } else { csv.field("") }
      csv.field(place.timeZone)
      csv.endRow()
    }
    try console.output.write(csv.bytes)
  }

  private func json(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var json = JSONWriter()
    json.beginArray(onLines: true)
    for row in list.rows {
      json.beginObject()
      json.member("name", row.place.name)
      json.member("latitude", row.place.coordinate.latitude)
      json.member("longitude", row.place.coordinate.longitude)
      Self.members(row, &json)
      json.endObject()
    }
    json.endArray()
    try console.output.write(json.bytes)
    try console.output.write("\n")
  }

  private func geoJSON(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var collection = GeoJSONWriter()
    for row in list.rows {
      collection.point(row.place.coordinate) { properties in
        properties.member("name", row.place.name)
        Self.members(row, &properties)
      }
    }
    collection.end()
    try console.output.write(collection.bytes)
  }

  /// What JSON and GeoJSON say beside the name and the coordinate; unknown fields are left out.
  private static func members(_ row: PlaceList.Row, _ json: inout JSONWriter) {
    let place = row.place
    if let way = row.way {
      json.member("distance_m", way.distance, fractionDigits: metreDigits)
      json.member("bearing_deg", printed(bearing: way.bearing), fractionDigits: bearingDigits)
    }
    json.member("kind", place.kind.rawValue)
    if let code = place.code { json.member("code", code) }
    if let region = place.region { json.member("region", region) }
    if let country = place.countryCode { json.member("country", country) }
    if let population = place.population { json.member("population", population) }
    if let timeZone = place.timeZone { json.member("time_zone", timeZone) }
  }

  /// The bearing that rounding does not turn into 360.
  private static func printed(bearing: Double) -> Double {
    bearing >= 359.9995 ? 0 : bearing
  }

  private func table(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    try console.output.write(list.heading + "\n")
    if list.rows.isEmpty { return }
    var table = TerminalTable(
      (list.hasWays
        ? [
          .init(title: "distance", isAlignedRight: true),
          .init(title: "bearing ", isAlignedRight: true),
        ] : []) + [
          .init(title: "name", minimum: 16),
          .init(title: "region", minimum: 10, rank: 1),
          .init(title: "country", minimum: 8),
          .init(title: "population", isAlignedRight: true, rank: 2),
        ])
    for row in list.rows {
      let place = row.place
      let country = place.countryCode.flatMap { Gazetteer.embedded.country(code: $0)?.name }
      var cells: [String] = []
      if let way = row.way {
        cells = [
          Text.length(way.distance, list.unit),
          way.distance == 0 ? "" : Text.paddedBearing(way.bearing),
        ]
      }
      cells += [
        place.code.map { "\(place.name) (\($0))" } ?? place.name,
        place.region ?? "",
        country ?? place.countryCode ?? "",
        place.population.map(Text.grouped) ?? "",
      ]
      table.append(cells)
    }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
  }
}

internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads

/// The areas that can be reached within times: the answer of `cairn roads reach --polygon`.
struct RoadsAreas {
  /// The times of `--minutes`, in seconds.
  ///
  /// - Throws: a ``Failure`` if one is invalid, or if there are several without `--polygon`.
  static func seconds(_ arguments: Arguments) throws(Failure) -> [Double] {
    let isPolygon = arguments.has("polygon")
    guard !isPolygon || arguments["format"] != "csv" else {
      throw .usage("--polygon needs --format json, geojson or ndjson")
    }
    guard let text = arguments["minutes"] else { return [900] }
    var seconds: [Double] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let minutes = Double(plain: String(word)), (0...10_000).contains(minutes) else {
        throw .usage("--minutes is a number from 0 to 10000, not \(Spelling.quoted(String(word)))")
      }
      seconds.append(minutes * 60)
    }
    guard isPolygon || seconds.count == 1 else {
      throw .usage("several times in --minutes need --polygon")
    }
    return seconds
  }

  private let areas: [(seconds: Double, area: GeoMultiPolygon)]

  /// The areas of a request, the shortest time first.
  init(_ run: RoadsRun, _ request: RoadsRequest, _ seconds: [Double]) throws(RoadError) {
    let times = (request.times ?? request.seconds.map { [$0] } ?? seconds).sorted()
    let found = try run.network.isochrones(
      from: request.points[0], within: times.map { .seconds($0) }, by: run.profile,
      snapRadius: request.radius)
    areas = zip(times, found).map { ($0, $1) }
  }

  /// Writes the members of the JSON object: one area, or a list of areas.
  func write(to json: inout JSONWriter) {
    json.member("found", true)
    guard areas.count != 1 else { return Self.write(areas[0], to: &json) }
    json.key("areas")
    json.beginArray()
    for area in areas {
      json.beginObject()
      Self.write(area, to: &json)
      json.endObject()
    }
    json.endArray()
  }

  private static func write(
    _ area: (seconds: Double, area: GeoMultiPolygon), to json: inout JSONWriter
  ) {
    json.member("seconds", area.seconds)
    json.key("geometry")
    json.beginObject()
    json.member("type", "MultiPolygon")
    json.key("coordinates")
    write(area.area, to: &json)
    json.endObject()
  }

  /// A feature per area, the longest time first, so that the shorter ones are drawn above it.
  func writeFeatures(to json: inout JSONWriter) {
    for area in areas.reversed() {
      RoadsOutput.feature("MultiPolygon", to: &json) { json in
        Self.write(area.area, to: &json)
      } properties: { json in
        json.member("seconds", area.seconds)
        json.member("minutes", area.seconds / 60)
      }
    }
  }

  private static func write(_ area: GeoMultiPolygon, to json: inout JSONWriter) {
    json.beginArray()
    for polygon in RoadsGeometry.polygons(area) {
      json.beginArray()
      for ring in polygon { RoadsOutput.write(ring, to: &json) }
      json.endArray()
    }
    json.endArray()
  }
}

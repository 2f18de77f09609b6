internal import CairnFormats
internal import CairnGeodesy

extension Suite {
  /// Times the readers and writers of GeoJSON; times are per feature.
  static func measureGeoJSON(_ bench: inout Bench) {
    let places = bench.workload.places
    let names = [
      "GeoJSON to columns", "GeoJSON to columns, pieces of 1 MB", "GeoJSON to features",
    ]
    if names.contains(where: { bench.includes($0) }) || bench.options.answers != nil {
      let bytes = collection(places)
      bench.report.note("GeoJSON collection", Double(bytes.count) / 1e6, unit: "MB")
      if let folder = bench.options.answers {
        let file = folder + "/formats.geojson"
        if !Platform.write(bytes, toFile: file) { bench.report.warn("cannot write \(file)") }
      }
      // The collection in pieces, as read from a file, so that only the table stays in memory.
      if bench.includes(names[1]), let before = Platform.residentMemory {
        let peakBefore = Platform.peakMemory
        let table = tableOfPieces(bytes)
        if let after = Platform.residentMemory, let table {
          bench.report.note("GeoJSON columns, resident", Double(after - before) / 1e6, unit: "MB")
          bench.report.note(
            "GeoJSON columns, most", Double(Platform.peakMemory - peakBefore) / 1e6, unit: "MB")
          keep(table)
        }
      }
      bench.measure(names[0], calls: places.count) {
        guard let table = try? PlaceTable(geoJSON: bytes) else { return Tally(sum: .nan) }
        return Tally(hits: table.coordinates.count, sum: sum(table.coordinates))
      }
      bench.measure(names[1], calls: places.count) {
        guard let table = tableOfPieces(bytes) else { return Tally(sum: .nan) }
        return Tally(hits: table.coordinates.count, sum: sum(table.coordinates))
      }
      bench.measure(names[2], calls: places.count) {
        var reader = GeoJSONReader(bytes)
        var tally = (hits: 0, sum: 0.0)
        while let feature = try? reader.next() {
          guard case .point(let position)? = feature.geometry else { continue }
          tally.hits += 1
          tally.sum += position.coordinate.latitude + position.coordinate.longitude
        }
        return Tally(hits: tally.hits, sum: tally.sum)
      }
    }
    bench.measure("write GeoJSON", calls: places.count) {
      var writer = GeoJSONWriter()
      for place in places {
        writer.point(place) { $0.member("name", "place") }
      }
      writer.end()
      return Tally(sum: Double(writer.bytes.count))
    }
  }

  private static func tableOfPieces(_ bytes: [UInt8]) -> PlaceTable? {
    var reader = GeoJSONTableReader()
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      let piece = Array(bytes[start..<min(bytes.count, start + 1 << 20)])
      guard (try? reader.append(piece)) != nil else { return nil }
    }
    return try? reader.finish()
  }

  /// Keeps a table alive until this call.
  @inline(never)
  private static func keep(_ table: PlaceTable) {}

  private static func sum(_ coordinates: [Coordinate]) -> Double {
    coordinates.reduce(0) { $0 + $1.latitude + $1.longitude }
  }

  /// The places as a feature collection with six properties, about 180 bytes per feature.
  private static func collection(_ places: [Coordinate]) -> [UInt8] {
    var bytes = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    for (number, place) in places.enumerated() {
      if number > 0 { bytes += ",".utf8 }
      var json = JSONWriter()
      json.beginObject()
      json.member("type", "Feature")
      json.key("geometry")
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.beginArray()
      json.value(place.longitude, fractionDigits: 6)
      json.value(place.latitude, fractionDigits: 6)
      json.endArray()
      json.endObject()
      json.key("properties")
      json.beginObject()
      json.member("name", number.isMultiple(of: 10) ? "Plätze \(number)" : "Place \(number)")
      json.member("country", "XX")
      json.member("kind", "city")
      json.member("population", number % 100_000)
      json.member("capital", number.isMultiple(of: 1_000))
      json.endObject()
      json.endObject()
      bytes += "\n".utf8
      bytes += json.bytes
    }
    return bytes + "\n]}\n".utf8
  }
}

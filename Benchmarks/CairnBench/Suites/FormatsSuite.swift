internal import CairnFormats
internal import CairnGeodesy

extension Suite {
  /// Reading and writing the places of the set as text, in memory; times are per place.
  static let formats = Suite(name: "formats", summary: "reading and writing places as text") {
    bench in
    let places = bench.workload.places
    let csv = quotedTable(places)
    bench.report.note("CSV table", Double(csv.count) / 1e6, unit: "MB")

    bench.measure("CSV to columns", calls: places.count) {
      guard let table = try? PlaceTable(csv: csv) else { return Tally(sum: .nan) }
      return Tally(sum: table.coordinates.reduce(0) { $0 + $1.latitude + $1.longitude })
    }

    bench.measure("CSV rows", calls: places.count) {
      var reader = CSVReader(csv)
      var fields = 0
      while (try? reader.next()) == true { fields += reader.fieldCount }
      return Tally(sum: Double(fields))
    }

    bench.measure("write CSV", calls: places.count) {
      var writer = CSVWriter()
      for place in places {
        writer.field(place.latitude)
        writer.field(place.longitude)
        writer.endRow()
      }
      return Tally(sum: Double(writer.bytes.count))
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

  /// The places as a table that is not easy to read: CRLF, quoted names, doubled quotes.
  private static func quotedTable(_ places: [Coordinate]) -> [UInt8] {
    var csv = Array("name,latitude,longitude,country\r\n".utf8)
    for (number, place) in places.enumerated() {
      var row = CSVWriter()
      row.field("Place \"\(number)\", somewhere")
      row.field(place.latitude, fractionDigits: 6)
      row.field(place.longitude, fractionDigits: 6)
      row.field("XX")
      csv += row.drain()
      csv += [0x0D, 0x0A]
    }
    return csv
  }
}

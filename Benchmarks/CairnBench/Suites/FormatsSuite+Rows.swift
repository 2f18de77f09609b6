internal import CairnFormats
internal import CairnGeodesy

extension Suite {
  /// Times the readers of separated values, from the scanner up.
  static func measureRows(_ bench: inout Bench) {
    let places = bench.workload.places
    let csv = table(places, quote: "\"")
    bench.report.note("CSV table", Double(csv.count) / 1e6, unit: "MB")
    let plain = table(places, quote: "")

    for (name, table) in [("quoted", csv), ("unquoted", plain)] {
      bench.measure("row scanner, \(name)", calls: places.count) {
        var scanner = RowScanner()
        var (offset, fields) = (0, 0)
        while offset < table.count {
          offset += table.withWindow { scanner.scan($0.suffix(from: offset), isLast: true) }
          for row in scanner.rows { fields += row.fieldCount }
        }
        return Tally(sum: Double(fields))
      }
    }

    bench.measure("CSV rows", calls: places.count) {
      var reader = CSVReader(csv)
      var fields = 0
      while (try? reader.next()) == true { fields += reader.fieldCount }
      return Tally(sum: Double(fields))
    }

    bench.measure("CSV to columns", calls: places.count) {
      guard let table = try? PlaceTable(csv: csv) else { return Tally(sum: .nan) }
      return Tally(sum: table.coordinates.reduce(0) { $0 + $1.latitude + $1.longitude })
    }
  }

  /// The places as a table with CRLF and names between quotes, some 55 bytes a row.
  private static func table(_ places: [Coordinate], quote: String) -> [UInt8] {
    var rows = CSVWriter()
    var csv = Array("name,latitude,longitude,country,kind,population\r\n".utf8)
    for (number, place) in places.enumerated() {
      csv += "\(quote)Place \(number)\(quote),".utf8
      rows.field(place.latitude, fractionDigits: 6)
      rows.field(place.longitude, fractionDigits: 6)
      rows.field("XX")
      rows.field("city")
      rows.field(number % 100_000)
      rows.endRow()
      csv += rows.drain().dropLast()
      csv += [0x0D, 0x0A]
    }
    return csv
  }
}

internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

extension Suite {
  /// Times the CSV readers, from the scanner up.
  static func measureRows(_ bench: inout Bench) {
    let names = [
      "row scanner, quoted", "row scanner, unquoted", "CSV rows", "CSV to columns",
      "CSV to features", "CSV to columns, all digits", "CSV to features, all digits",
    ]
    guard names.contains(where: { bench.includes($0) }) else { return }
    let places = bench.workload.places
    let csv = table(places, quote: "\"")
    bench.report.note("CSV table", Double(csv.count) / 1e6, unit: "MB")
    let digits =
      bench.includes(names[5]) || bench.includes(names[6])
      ? table(places, quote: "\"", fractionDigits: nil) : []
    for (name, table) in [("formats.csv", csv), ("formats-digits.csv", digits)] {
      guard let folder = bench.options.answers else { break }
      let file = "\(folder)/\(name)"
      if !Platform.write(table, toFile: file) { bench.report.warn("cannot write \(file)") }
    }
    noteMemory(&bench, csv)

    let plain = bench.includes(names[1]) ? table(places, quote: "") : []
    for (name, table) in [(names[0], csv), (names[1], plain)] {
      bench.measure(name, calls: places.count) {
        var scanner = RowScanner()
        var (offset, fields) = (0, 0)
        while offset < table.count {
          offset += table.withUnsafeSpan { table in
            let rest = table.suffix(from: offset)
            let taken = scanner.scan(rest, isLast: true)
            for row in scanner.rows(in: rest) { fields += row.fieldCount }
            return taken
          }
        }
        return Tally(sum: Double(fields))
      }
    }

    bench.measure(names[2], calls: places.count) {
      var reader = CSVReader(csv)
      var fields = 0
      while (try? reader.next()) == true { fields += reader.fieldCount }
      return Tally(sum: Double(fields))
    }

    for (name, table) in [(names[3], csv), (names[5], digits)] {
      bench.measure(name, calls: places.count) {
        guard let table = try? PlaceTable(csv: table) else { return Tally(sum: .nan) }
        return Tally(
          hits: table.coordinates.count,
          sum: table.coordinates.reduce(0) { $0 + $1.latitude + $1.longitude })
      }
    }

    for (name, table) in [(names[4], csv), (names[6], digits)] {
      bench.measure(name, calls: places.count) {
        var reader = TableReader()
        reader.append(table)
        reader.finish()
        var tally = (hits: 0, sum: 0.0)
        while let feature = try? reader.next() {
          guard case .point(let position)? = feature.geometry else { continue }
          tally.hits += 1
          tally.sum += position.coordinate.latitude + position.coordinate.longitude
        }
        return Tally(hits: tally.hits, sum: tally.sum)
      }
    }
  }

  /// Reports the memory of the columns of a table in addition to its bytes.
  private static func noteMemory(_ bench: inout Bench, _ csv: [UInt8]) {
    guard bench.includes("CSV to columns"), let before = Platform.residentMemory else { return }
    let peakBefore = Platform.peakMemory
    guard let table = try? PlaceTable(csv: csv), let after = Platform.residentMemory else { return }
    let columns = Double(after - before)
    // An earlier peak may have been higher than the memory at the start.
    let most = max(columns, Double(Platform.peakMemory - before))
    bench.report.note("CSV columns, resident", columns / 1e6, unit: "MB")
    if Platform.peakMemory > peakBefore {
      bench.report.note("CSV and columns, most", (most + Double(csv.count)) / 1e6, unit: "MB")
    }
    keep(table)
  }

  /// Keeps a table alive until this call.
  @inline(never)
  private static func keep(_ table: PlaceTable) {}

  /// The places as a table with CRLF and quoted names, about 55 bytes per row.
  ///
  /// - Parameters:
  ///   - places: The coordinates of the places.
  ///   - quote: The text before and after a name.
  ///   - fractionDigits: The number of decimals of a coordinate; nil for all necessary ones.
  /// - Returns: The bytes of the table.
  private static func table(
    _ places: [Coordinate], quote: String, fractionDigits: Int? = 6
  ) -> [UInt8] {
    var rows = CSVWriter()
    var csv = Array("name,latitude,longitude,country,kind,population\r\n".utf8)
    csv.reserveCapacity(csv.count + 60 * places.count)
    let comma = quote.isEmpty ? "" : ","
    for (number, place) in places.enumerated() {
      csv += "\(quote)Place\(comma) no. \(number)\(quote),".utf8
      for degrees in [place.latitude, place.longitude] {
        if let fractionDigits {
          rows.field(degrees, fractionDigits: fractionDigits)
        } else {
          rows.field(degrees)
        }
      }
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

// A libFuzzer target for tables and GeoNames dumps; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap; pieces of any size give the same result as the whole; columns
// and features contain the same places; and features that were read literally and written read back
// as the same features, and are then written as the same bytes.

import CairnFeatures
import CairnFormats
import CairnGeodesy

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTable(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast(), let count = input.popLast() else { return 0 }
  let pieces = Int(count) + 1
  switch choice & 3 {
  case 0:
    checkRows(input, delimiter: delimiters[Int(choice >> 2) % delimiters.count], pieces)
    checkAppended(input, choice >> 2, pieces)
  case 1: checkPlaces(input, hasHeader: choice & 4 == 0, pieces)
  case 2: checkGeoNames(input, pieces)
  default: checkRoundTrip(input, pieces)
  }
  _ = try? FileFormat.detect(input)
  return 0
}

private let delimiters = Array(",;\t|\0x".utf8)

private enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  case error(FormatError)
}

/// Whether values are equal, or both are NaN.
private func areSame<Value: Equatable>(_ first: [Value], _ second: [Value]) -> Bool {
  first == second || "\(first)" == "\(second)"
}

/// The values and errors of a reader for bytes in pieces, in order.
private func outcomes<Value: Equatable>(
  _ bytes: [UInt8], _ pieces: Int, append: ([UInt8]) -> Void, finish: () -> Void,
  next: () throws(FormatError) -> Value?
) -> [Outcome<Value>] {
  var found: [Outcome<Value>] = []
  func take() {
    while true {
      do throws(FormatError) {
        guard let value = try next() else { return }
        found.append(.value(value))
      } catch { found.append(.error(error)) }
      precondition(found.count <= 2 * bytes.count + 2)
    }
  }
  var rest = bytes[...]
  while !rest.isEmpty {
    append(Array(rest.prefix(pieces)))
    rest = rest.dropFirst(pieces)
    take()
  }
  finish()
  take()
  return found
}

private func features(
  _ bytes: [UInt8], _ reader: some FeatureReader, _ pieces: Int
) -> [Outcome<GeoFeature>] {
  var reader = reader
  return outcomes(
    bytes, pieces, append: { reader.append($0) }, finish: { reader.finish() },
    next: { () throws(FormatError) in try reader.next() })
}

private func checkRows(_ bytes: [UInt8], delimiter: UInt8, _ pieces: Int) {
  func rows(_ pieces: Int) -> [Outcome<[String]>] {
    var reader = CSVReader(delimiter: delimiter)
    return outcomes(
      bytes, pieces, append: { reader.append($0) }, finish: { reader.finish() },
      next: { () throws(FormatError) in
        guard try reader.next() else { return nil }
        _ = reader.number(reader.fieldCount / 2)
        return ["\(reader.line)"] + (0..<reader.fieldCount).map { reader.text($0) }
      })
  }
  precondition(rows(pieces) == rows(.max))
}

/// Checks that a table in pieces gives the same answers as the whole, and loses no bytes.
private func checkAppended(_ bytes: [UInt8], _ choice: UInt8, _ pieces: Int) {
  var options = TableAppender.Options()
  options.isTSV = choice & 1 != 0
  options.badRows = BadRowPolicy.allCases[Int(choice >> 1) % 3]
  if choice & 8 != 0 {
    options.hasHeader = false
    options.points = [.init(latitude: "1", longitude: "2")]
  }
  func appended(_ pieces: Int) -> (output: [UInt8], error: TableAppenderError?, rows: Int) {
    var appender = TableAppender(
      [AppendedColumn("half") { $0.latitude < 0 ? "S" : "N" }, .geohash(precision: 5)],
      options: options)
    var rest = bytes[...]
    do throws(TableAppenderError) {
      while !rest.isEmpty {
        try appender.append(Array(rest.prefix(pieces)))
        rest = rest.dropFirst(pieces)
      }
      try appender.finish()
    } catch { return (appender.drain(), error, appender.report.rowCount) }
    return (appender.drain(), nil, appender.report.rowCount)
  }
  let whole = appended(.max)
  precondition(appended(pieces) == whole)
  if whole.error == nil, options.badRows == .null, !bytes.contains(where: { $0 >= 0x80 }),
    !bytes.prefix(4).contains(0)
  {
    // Each row gets a delimiter for each of the two columns.
    precondition(whole.output.count >= bytes.count + 2 * whole.rows)
  }
}

private func checkPlaces(_ bytes: [UInt8], hasHeader: Bool, _ pieces: Int) {
  let choices: [PlaceColumns.Role: String] = hasHeader ? [:] : [.latitude: "1", .longitude: "2"]
  let reader = TableReader(hasHeader: hasHeader, columns: choices)
  let read = features(bytes, reader, .max)
  if let table = try? PlaceTable(
    csv: bytes, hasHeader: hasHeader, columns: choices, badRows: .null)
  {
    precondition(table.names.count == table.coordinates.count)
    precondition(table.places().count == table.coordinates.count)
    precondition(table.badRowCount >= table.badRows.count)
    precondition(!table.columns.description.contains("\n"))
    if !GeoNamesReader.recognizes(bytes) {
      precondition(read.count == table.coordinates.count)
      let points = read.compactMap { outcome -> Coordinate? in
        guard case .value(let feature) = outcome, case .point(let position) = feature.geometry
        else { return nil }
        return position.coordinate
      }
      precondition(
        points.filter { !$0.latitude.isNaN } == table.coordinates.filter { !$0.latitude.isNaN })
    }
  }
  // The delimiter is detected when the first row is complete, so from the same bytes.
  precondition(areSame(features(bytes, reader, pieces), read))
}

private func checkGeoNames(_ bytes: [UInt8], _ pieces: Int) {
  let read = features(bytes, GeoNamesReader(), .max)
  precondition(areSame(features(bytes, GeoNamesReader(), pieces), read))
  if let table = try? PlaceTable(geoNames: bytes, badRows: .null) {
    precondition(table.coordinates.count == read.count)
  }
  _ = GeoNamesReader.recognizes(bytes)
}

private func checkRoundTrip(_ bytes: [UInt8], _ pieces: Int) {
  func written(_ bytes: [UInt8]) -> (features: [GeoFeature], bytes: [UInt8], isGuess: Bool)? {
    var reader = TableReader(delimiter: 0x2C, verbatim: true)
    reader.append(bytes)
    reader.finish()
    var features: [GeoFeature] = []
    var isWhole = true
    while true {
      do throws(FormatError) {
        guard let feature = try reader.next() else { break }
        features.append(feature)
      } catch {
        isWhole = false
        if error.endsInput { break }
      }
    }
    guard let columns = reader.columns else { return nil }
    var writer = TableWriter(columns: columns)
    // A line or an area in a column of coordinates is rejected with a specific error.
    let kept = features.filter { (try? writer.write($0)) != nil }
    try? writer.end()
    // Without a header the columns are detected from the first row, which may be one that was
    // skipped.
    return (kept, writer.drain(), !columns.hasHeader && !isWhole)
  }
  guard let first = written(bytes), !first.isGuess, let second = written(first.bytes) else {
    return
  }
  precondition(first.features.count == second.features.count)
  precondition(areSame(first.features.map(\.geometry), second.features.map(\.geometry)))
  precondition(first.bytes == second.bytes)
}

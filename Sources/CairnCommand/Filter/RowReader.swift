internal import CairnFormats
internal import CairnGeodesy

/// Reads coordinates out of rows whose ends are known.
struct RowReader {
  let bytes: FilterSlots<UInt8>
  let separators: FilterSlots<UInt32>
  let dialect: TableDialect
  /// Powers of ten.
  let powers: FilterSlots<Double>

  /// What a field says.
  enum Number {
    case value(Double)
    case null
    case none
  }

  /// The bytes of a field.
  ///
  /// - Parameters:
  ///   - field: its number, counted from 0.
  ///   - first: the number of the end of the row's first field.
  ///   - rowEnd: where the row ends, before its line break.
  @inline(__always)
  func range(_ field: Int, first: Int, rowEnd: Int) -> (start: Int, end: Int) {
    let start = Int(separators[first &+ field &- 1] &+ 1)
    // The last field ends before the line break, which may take two bytes.
    return (start, min(Int(separators[first &+ field]), rowEnd))
  }

  /// The coordinate of a row that has all its fields; NaN when it has none that is valid.
  @inline(__always)
  func point(_ columns: CoordinateColumns, first: Int, rowEnd: Int) -> Coordinate {
    guard case .pair(let latitude, let longitude) = columns else {
      return self.coordinate(columns, first: first, rowEnd: rowEnd)
    }
    let (northStart, northEnd) = range(latitude, first: first, rowEnd: rowEnd)
    let (eastStart, eastEnd) = range(longitude, first: first, rowEnd: rowEnd)
    let north = FilterNumber.plain(
      bytes, northStart, northEnd, commaIsPoint: dialect.commaIsPoint, powers)
    let east = FilterNumber.plain(
      bytes, eastStart, eastEnd, commaIsPoint: dialect.commaIsPoint, powers)
    if north.magnitude <= 90, east.magnitude <= 360 {
      return Coordinate(latitude: north, longitude: east)
    }
    return self.coordinate(columns, first: first, rowEnd: rowEnd)
  }

  /// The same for numbers of any form.
  @inline(never)
  private func coordinate(
    _ columns: CoordinateColumns, first: Int, rowEnd: Int
  ) -> Coordinate {
    let found: Coordinate?
    switch columns {
    case .pair(let latitude, let longitude):
      let north = number(range(latitude, first: first, rowEnd: rowEnd))
      let east = number(range(longitude, first: first, rowEnd: rowEnd))
      found = north.flatMap { north in
        east.map { Coordinate(latitude: north, longitude: $0) }
      }
    case .both(let column): found = both(range(column, first: first, rowEnd: rowEnd))
    }
    guard let found, found.latitude.magnitude <= 90, found.longitude.magnitude <= 360 else {
      return Coordinate(latitude: .nan, longitude: .nan)
    }
    return found
  }

  /// The number of a field in any form that a table may have.
  func number(_ field: (start: Int, end: Int)) -> Double? {
    let (start, end) = text(field)
    let plain = FilterNumber.plain(bytes, start, end, commaIsPoint: dialect.commaIsPoint, powers)
    if !plain.isNaN { return plain }
    // Quotes and line breaks within would make more than one field of it.
    let text = bytes.bytes(start..<end)
    guard !text.isEmpty, text.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") }) else {
      return nil
    }
    var reader = CSVReader(text, delimiter: 0)
    guard (try? reader.next()) == true else { return nil }
    return reader.number(0, commaIsPoint: dialect.commaIsPoint)
  }

  /// The coordinate of a field with both numbers, in any form that the command line takes.
  private func both(_ field: (start: Int, end: Int)) -> Coordinate? {
    let (start, end) = text(field)
    var comma = start
    while comma < end, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
    if comma < end {
      var second = comma + 1
      if second < end, bytes[second] == UInt8(ascii: " ") { second += 1 }
      let north = FilterNumber.plain(bytes, start, comma, commaIsPoint: false, powers)
      let east = FilterNumber.plain(bytes, second, end, commaIsPoint: false, powers)
      if !north.isNaN, !east.isNaN { return Coordinate(latitude: north, longitude: east) }
    }
    return try? Coordinate(parsing: String(decoding: bytes.bytes(start..<end), as: UTF8.self))
  }

  /// A field without the quotes around it, or without the spaces around it.
  func text(_ field: (start: Int, end: Int)) -> (start: Int, end: Int) {
    var (start, end) = field
    let quote = UInt8(ascii: "\"")
    if dialect.hasQuotes, start + 1 < end, bytes[start] == quote, bytes[end - 1] == quote {
      return (start + 1, end - 1)
    }
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return (start, end)
  }

  /// Whether a field is the word for no value.
  func isNull(_ field: (start: Int, end: Int)) -> Bool {
    dialect.hasNulls && field.end - field.start == 2
      && bytes[field.start] == UInt8(ascii: "\\") && bytes[field.start + 1] == UInt8(ascii: "N")
  }
}

extension RowReader {
  /// What is wrong with the coordinate of a row.
  ///
  /// - Parameters:
  ///   - fieldCount: how many fields the row has.
  ///   - names: the header's fields, if there is one.
  ///   - line: the line on which the row starts.
  func error(
    _ columns: CoordinateColumns, first: Int, rowEnd: Int, fieldCount: Int, names: [String]?,
    line: Int
  ) -> FormatError? {
    func error(_ reason: FormatError.Reason, _ field: Int) -> FormatError {
      let name = names.flatMap { field < $0.count ? $0[field] : nil }
      return FormatError(reason, line: line, field: field + 1, column: name)
    }
    func text(_ field: Int) -> String {
      let (start, end) = self.text(range(field, first: first, rowEnd: rowEnd))
      return String(String(decoding: bytes.bytes(start..<end), as: UTF8.self).prefix(40))
    }
    switch columns {
    case .both(let field):
      guard field < fieldCount else { return error(.missingField, field) }
      guard let found = both(range(field, first: first, rowEnd: rowEnd)) else {
        return error(.expected("a coordinate", found: "\"\(text(field))\""), field)
      }
      if found.latitude.magnitude > 90 { return error(.outOfRange(found.latitude), field) }
      return found.longitude.magnitude > 360 ? error(.outOfRange(found.longitude), field) : nil
    case .pair(let latitude, let longitude):
      for field in [latitude, longitude] where field >= fieldCount {
        return error(.missingField, field)
      }
      guard let north = number(range(latitude, first: first, rowEnd: rowEnd)) else {
        return error(.notANumber(text(latitude)), latitude)
      }
      guard let east = number(range(longitude, first: first, rowEnd: rowEnd)) else {
        return error(.notANumber(text(longitude)), longitude)
      }
      if north.magnitude > 90 {
        let isSwapped = north.magnitude <= 180 && east.magnitude <= 90
        return error(isSwapped ? .swapped(north) : .outOfRange(north), latitude)
      }
      return east.magnitude > 360 ? error(.outOfRange(east), longitude) : nil
    }
  }
}

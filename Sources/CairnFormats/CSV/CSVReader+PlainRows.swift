internal import CairnGeodesy
internal import CairnMemory

/// A scanned row whose fields are accessed individually.
internal struct PlainRow {
  let bytes: UnsafeByteSpan
  let places: RowScanner.Places
  let scanner: RowScanner
  let quote: UInt8?
  /// Its index among the scanned rows, the separator before it, and its end.
  let index: Int
  let first: Int
  let end: Int
  let fieldCount: Int

  /// Whether the text between the separators of a field is nonempty.
  @inline(__always)
  func hasText(in column: Int) -> Bool {
    guard column < fieldCount else { return false }
    let (start, end) = places.range(column, first: first, end: end)
    return start < end
  }

  /// A field of the row.
  @inline(__always)
  func field(_ column: Int) -> RowScanner.Field {
    let (start, end) = places.range(column, first: first, end: end)
    if start < end, bytes[start] == quote || scanner.hasSpacedQuotes,
      let field = scanner.field(column, of: scanner.row(index, in: bytes), in: bytes)
    {
      return field
    }
    return RowScanner.Field(start: start, end: end, isQuoted: false, hasDoubledQuotes: false)
  }
}

extension CSVReader {
  /// Passes the next scanned rows to a closure as long as they are plain: not blank, with a valid
  /// coordinate, and with at most `width` fields.
  ///
  /// ``next()`` returns the first row that is not plain, or throws its error.
  ///
  /// - Parameters:
  ///   - reader: parses the coordinates.
  ///   - width: the maximum number of fields of a row.
  ///   - takes: receives a row and its coordinate; returns false to leave it and all following
  ///     rows.
  ///   - atEnd: receives the bytes after the last row that is taken.
  /// - Returns: the number of rows taken.
  @inline(__always)
  internal mutating func forEachPlainRow(
    _ reader: PlaceRowReader, width: Int, while takes: (PlainRow, Coordinate) -> Bool,
    atEnd: (UnsafeByteSpan) -> Void = { _ in }
  ) -> Int {
    guard nextRow < scanner.rowCount, scanner.malformedRows.isEmpty else { return 0 }
    let start = nextRow
    let scanner = scanner
    let quote = scanner.quote
    nextRow = bytes.withUnsafeSpan { span in
      let bytes = span.suffix(from: base)
      return RowScanner.Places.with(scanner.marks, in: bytes) { places in
        var index = start
        var first = places.first(of: index)
        while index < scanner.rowCount {
          let last = Int(places.rowEnds[index])
          let start = Int(places.separators[first] &+ 1)
          var end = Int(places.separators[last])
          if end > start, bytes[end &- 1] == 0x0D { end &-= 1 }
          let count = last &- first
          guard start < end, count <= width,
            isASCII || bytes.firstInvalidUTF8(in: start..<end) == nil
          else { break }
          var place = reader.plainCoordinate(bytes, places, first: first, end: end, count)
          if place.latitude.isNaN {
            place = reader.coordinateOfText(bytes, scanner, scanner.row(index, in: bytes))
          }
          guard !place.latitude.isNaN else { break }
          let row = PlainRow(
            bytes: bytes, places: places, scanner: scanner, quote: quote, index: index,
            first: first, end: end, fieldCount: count)
          // ``next()`` counts a malformed elevation.
          if let elevation = reader.elevation, row.hasText(in: elevation),
            reader.isWrongNumber(row.field(elevation), bytes)
          {
            break
          }
          guard takes(row, place) else { break }
          index &+= 1
          first = last
        }
        atEnd(bytes)
        return index
      }
    }
    return nextRow - start
  }
}

extension PlaceRowReader {
  /// The coordinate of a row with two columns of plain numbers, as in nearly all tables; NaN for
  /// any other row.
  @inline(__always)
  internal func plainCoordinate(
    _ bytes: UnsafeByteSpan, _ places: RowScanner.Places, first: Int, end: Int, _ count: Int
  ) -> Coordinate {
    guard case .degrees(let latitude, let longitude) = location, angles == nil,
      max(latitude, longitude) < count
    else { return CoordinateFieldReader.none }
    let (northStart, northEnd) = places.range(latitude, first: first, end: end)
    let (eastStart, eastEnd) = places.range(longitude, first: first, end: end)
    let comma = dialect.commaIsPoint
    let north = DecimalNumber.digits(bytes, northStart, northEnd, commaIsPoint: comma)
    let east = DecimalNumber.digits(bytes, eastStart, eastEnd, commaIsPoint: comma)
    guard north.magnitude <= 90, east.magnitude <= 360 else { return CoordinateFieldReader.none }
    return Coordinate(latitude: north, longitude: east)
  }

  /// The coordinate of a row in any other form except well-known text; NaN if none exists.
  @inline(never)
  internal func coordinateOfText(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) -> Coordinate {
    if case .degrees = location {
      return (try? coordinate(bytes, scanner, row)) ?? CoordinateFieldReader.none
    }
    guard case .coordinate(let column) = location,
      let field = scanner.field(column, of: row, in: bytes),
      columns.notation == nil,
      let numbers = CoordinateField.numbers(bytes, in: bytes.trimmed(field)), numbers.third == nil,
      let place = try? coordinate(bytes, scanner, row), !numbers.first.isNaN
    else { return CoordinateFieldReader.none }
    return place
  }
}

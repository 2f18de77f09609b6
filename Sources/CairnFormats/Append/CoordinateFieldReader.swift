internal import CairnGeodesy
internal import CairnMemory

/// Parses coordinates from the fields of rows.
internal struct CoordinateFieldReader {
  let bytes: UnsafeByteSpan
  let dialect: TableDialect

  /// The start and end of a field, including its quotes.
  typealias Range = (start: Int, end: Int)

  /// The result for a row without a valid coordinate.
  static let none = Coordinate(latitude: .nan, longitude: .nan)

  /// The coordinate in some columns of a row; NaN if it is not valid.
  @inline(__always)
  func coordinate(_ columns: CoordinateColumns, field: (Int) -> Range) -> Coordinate {
    switch columns {
    case .pair(let latitude, let longitude): coordinate(field(latitude), field(longitude))
    case .both(let column, let notation): coordinate(field(column), notation)
    case .angles(let angles): coordinate(angles, field)
    }
  }

  /// The coordinate of two fields; NaN if it is not valid.
  @inline(__always)
  func coordinate(_ latitude: Range, _ longitude: Range) -> Coordinate {
    let north = DecimalNumber.digits(
      bytes, latitude.start, latitude.end, commaIsPoint: dialect.commaIsPoint)
    let east = DecimalNumber.digits(
      bytes, longitude.start, longitude.end, commaIsPoint: dialect.commaIsPoint)
    if north.magnitude <= 90, east.magnitude <= 360 {
      return Coordinate(latitude: north, longitude: east)
    }
    return coordinateOfAnyForm(latitude, longitude)
  }

  /// Handles numbers of any form.
  @inline(never)
  private func coordinateOfAnyForm(_ latitude: Range, _ longitude: Range) -> Coordinate {
    if let north = number(latitude), let east = number(longitude) {
      guard north.magnitude <= 90, east.magnitude <= 360 else { return Self.none }
      return Coordinate(latitude: north, longitude: east)
    }
    return CoordinateField.coordinate(latitude: string(latitude), longitude: string(longitude))
      ?? Self.none
  }

  /// The coordinate of angles with several fields each; NaN if it is not valid.
  func coordinate(_ angles: AngleColumns, _ field: (Int) -> Range) -> Coordinate {
    (try? place(angles, field)) ?? Self.none
  }

  private func place(
    _ angles: AngleColumns, _ field: (Int) -> Range
  ) throws(AngleError) -> Coordinate {
    try angles.coordinate(commaIsPoint: dialect.commaIsPoint) { column in
      isNull(field(column)) ? nil : string(field(column))
    }
  }

  /// The text of a field without surrounding quotes or spaces.
  private func string(_ field: Range) -> String {
    let (start, end) = text(field)
    let string = bytes.text(in: start..<end)
    guard dialect.quote == UInt8(ascii: "\""), start > field.start,
      bytes[start - 1] == dialect.quote
    else { return string }
    return string.replacing("\"\"", with: "\"")
  }

  /// The coordinate of a field with both numbers; NaN if it is not valid.
  func coordinate(_ field: Range, _ notation: PlaceNotation?) -> Coordinate {
    guard let found = try? both(field, notation), found.latitude.magnitude <= 90,
      found.longitude.magnitude <= 360
    else { return Self.none }
    return found
  }

  /// The number of a field in any form that tables use.
  private func number(_ field: Range) -> Double? {
    let (start, end) = text(field)
    guard start < end else { return nil }
    return DecimalNumber.parse(bytes, in: start..<end, commaIsPoint: dialect.commaIsPoint)
  }

  /// The coordinate of a field with both numbers, in any form that the command line accepts.
  ///
  /// - Throws: ``NotationError`` for an invalid reference of a grid.
  private func both(
    _ field: Range, _ notation: PlaceNotation?
  ) throws(NotationError) -> Coordinate? {
    let (start, end) = text(field)
    if notation == .geohash { return try PlaceNotation.coordinate(string(field), notation) }
    if start < end, bytes[start] == UInt8(ascii: "[") {
      return CoordinateField.numbers(bytes, in: start..<end)?
        .position(isLongitudeFirst: false).coordinate
    }
    var comma = start
    while comma < end, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
    if comma < end {
      var second = comma + 1
      if second < end, bytes[second] == UInt8(ascii: " ") { second += 1 }
      let north = DecimalNumber.digits(bytes, start, comma, commaIsPoint: false)
      let east = DecimalNumber.digits(bytes, second, end, commaIsPoint: false)
      if !north.isNaN, !east.isNaN { return Coordinate(latitude: north, longitude: east) }
    }
    // A point of well-known binary has at least 42 hexadecimal digits.
    let mayBeGeometry =
      start < end && (bytes[start].isLetter || bytes[start] == UInt8(ascii: "{"))
    if mayBeGeometry || end - start >= 42 {
      if let point = point(string(field)) { return point }
    }
    let text = bytes.text(in: start..<end)
    if let place = try? Coordinate(parsing: text) { return place }
    return start < end ? try PlaceNotation.coordinate(text, notation) : nil
  }

  /// The point of a well-known text, well-known binary or a GeoJSON geometry.
  private func point(_ text: String) -> Coordinate? {
    var leftOut = LeftOut()
    let geometry =
      GeoJSONText.recognizes(text)
      ? try? GeoJSONText.geometry(text, &leftOut) : try? GeoFeature.Geometry(wkt: text)
    guard case .point(let position)? = geometry, !position.isNowhere else { return nil }
    return position.coordinate
  }

  /// A field without its surrounding quotes or spaces.
  private func text(_ field: Range) -> Range {
    var (start, end) = field
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    if let quote = dialect.quote, start + 1 < end, bytes[start] == quote, bytes[end - 1] == quote {
      return (start + 1, end - 1)
    }
    return (start, end)
  }

  /// Whether a field is the null text.
  func isNull(_ field: Range) -> Bool {
    dialect.hasNullText && field.end - field.start == 2
      && bytes[field.start] == UInt8(ascii: "\\") && bytes[field.start + 1] == UInt8(ascii: "N")
  }
}

extension CoordinateFieldReader {
  /// The error for the coordinate of a row.
  ///
  /// - Parameters:
  ///   - columns: the columns of the coordinate.
  ///   - row: the row.
  ///   - names: the fields of the header, if any.
  ///   - field: returns the range of a field of the row.
  /// - Returns: the error, or nil if the coordinate is valid.
  func error(
    _ columns: CoordinateColumns, _ row: RowScanner.Row, _ names: [String]?,
    field: (Int) -> Range
  ) -> FormatError? {
    func error(_ reason: FormatError.Reason, _ field: Int) -> FormatError {
      let name = names.flatMap { field < $0.count ? $0[field] : nil }
      return FormatError(reason, line: row.line, field: field + 1, column: name)
    }
    func text(_ column: Int) -> String {
      let (start, end) = self.text(field(column))
      return String(bytes.text(in: start..<end).prefix(40))
    }
    for column in columns.all where column >= row.fieldCount {
      return error(.missingField, column)
    }
    switch columns {
    case .both(let column, let notation):
      let place: Coordinate?
      do throws(NotationError) {
        place = try both(field(column), notation)
      } catch let problem {
        return error(problem.reason, column)
      }
      guard let found = place else {
        return error(.expected("a coordinate", found: "\"\(text(column))\""), column)
      }
      if found.latitude.magnitude > 90 { return error(.outOfRange(found.latitude), column) }
      return found.longitude.magnitude > 360 ? error(.outOfRange(found.longitude), column) : nil
    case .angles(let angles):
      do throws(AngleError) {
        _ = try place(angles, field)
        return nil
      } catch let problem {
        return error(problem.reason, problem.column)
      }
    case .pair(let latitude, let longitude):
      if !coordinateOfAnyForm(field(latitude), field(longitude)).latitude.isNaN { return nil }
      guard let north = number(field(latitude)) else {
        return error(.notANumber(text(latitude)), latitude)
      }
      guard let east = number(field(longitude)) else {
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

internal import CairnGeodesy
internal import CairnMemory

/// Parses the coordinates of rows, with the column for each role looked up once.
internal struct PlaceRowReader {
  let columns: PlaceColumns
  let dialect: TableDialect
  let location: PlaceColumns.Location
  /// The additional columns of the latitude and the longitude.
  let angles: AngleColumns?
  /// A column of well-known text for rows with empty degrees.
  let shape: Int?
  let name: Int?
  let country: Int?
  let kind: Int?
  let population: Int?
  let elevation: Int?

  /// - Parameters:
  ///   - columns: the columns of the table.
  ///   - dialect: the syntax of the rows.
  ///   - line: the line of the header.
  /// - Throws: ``FormatError`` if the columns do not identify a location.
  init(_ columns: PlaceColumns, _ dialect: TableDialect, line: Int) throws(FormatError) {
    self.init(columns, dialect, try columns.requiredLocation(line: line))
  }

  init(_ columns: PlaceColumns, _ dialect: TableDialect, _ location: PlaceColumns.Location) {
    self.columns = columns
    self.dialect = dialect
    self.location = location
    angles = columns.angles
    shape = if case .degrees = location { columns[.geometry] } else { nil }
    name = columns[.name]
    country = columns[.country]
    kind = columns[.kind]
    population = columns[.population]
    elevation = columns[.elevation]
  }

  /// The coordinate of a row.
  @inline(__always)
  func coordinate(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) throws(FormatError) -> Coordinate {
    if case .degrees(let latitude, let longitude) = location, !row.isMalformedRow {
      if let angles { return try coordinate(of: angles, bytes, scanner, row) }
      let north = number(latitude, bytes, scanner, row)
      let east = number(longitude, bytes, scanner, row)
      if north.magnitude <= 90, east.magnitude <= 360 {
        return Coordinate(latitude: north, longitude: east)
      }
      return try coordinateOfTexts(bytes, scanner, row, latitude, longitude)
    }
    var leftOut = LeftOut()
    let geometry = try geometry(bytes, scanner, row, &leftOut)
    if geometry.isEmptyPoint { throw error(.missingField, columns[.geometry] ?? 0, row) }
    guard case .point(let position) = geometry else {
      throw FormatError(
        .expected("a point", found: "a line or an area"), at: columns[.geometry], columns, row)
    }
    return position.coordinate
  }

  /// The coordinate of angles with several columns each.
  @inline(never)
  private func coordinate(
    of angles: AngleColumns, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) throws(FormatError) -> Coordinate {
    do throws(AngleError) {
      return try angles.coordinate(commaIsPoint: dialect.commaIsPoint) { column in
        guard let field = scanner.field(column, of: row, in: bytes),
          !dialect.isNull(field, of: bytes)
        else { return nil }
        return bytes.text(of: field).trimmingBlanks
      }
    } catch {
      throw self.error(error.reason, error.column, row)
    }
  }

  /// The geometry of a row, without the elevation of a separate column.
  func geometry(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature.Geometry {
    if let field = row.malformedField { throw error(.textAfterQuote, field, row) }
    switch location {
    case .degrees:
      if let shape = shape(of: row, bytes, scanner) {
        return try geometry(ofText: bytes.text(of: shape), self.shape ?? 0, row, &leftOut)
      }
      return .point(.init(try coordinate(bytes, scanner, row)))
    case .coordinate(let column), .geometry(let column):
      let field = try field(column, bytes, scanner, row)
      let range = bytes.trimmed(field)
      if columns.notation != .geohash, let numbers = CoordinateField.numbers(bytes, in: range) {
        let position = numbers.position(isLongitudeFirst: columns.hasLongitudeFirst)
        let (north, east) = (position.coordinate.latitude, position.coordinate.longitude)
        guard north.magnitude <= 90, east.magnitude <= 360 else {
          throw outOfRange(north, east, column, column, row)
        }
        return .point(position)
      }
      return try geometry(ofText: bytes.text(of: field), column, row, &leftOut)
    }
  }

  /// The field of well-known text that contains the location of a row with empty degrees.
  func shape(
    of row: RowScanner.Row, _ bytes: UnsafeByteSpan, _ scanner: RowScanner
  ) -> RowScanner.Field? {
    guard let shape, case .degrees(let latitude, let longitude) = location,
      (try? field(latitude, bytes, scanner, row)) == nil,
      (try? field(longitude, bytes, scanner, row)) == nil
    else { return nil }
    return try? field(shape, bytes, scanner, row)
  }

  /// The geometry of well-known text, or of a coordinate in degrees and minutes.
  private func geometry(
    ofText text: String, _ column: Int, _ row: RowScanner.Row, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature.Geometry {
    let excerpt = String(text.prefix(40))
    if GeoJSONText.recognizes(text) { return try geometry(ofJSON: text, column, row, &leftOut) }
    if case .coordinate = location {
      if columns.notation != .geohash, let place = try? GeodeticPosition(parsing: text) {
        return .point(.init(place.coordinate, elevation: place.height))
      }
      do throws(NotationError) {
        if let place = try PlaceNotation.coordinate(text, columns.notation) {
          return .point(.init(place))
        }
      } catch let problem {
        throw error(problem.reason, column, row)
      }
      let digits = Array(text.utf8)
      guard text.first?.isLetter == true || WKBParser.recognizes(digits, digits.indices) else {
        throw error(.expected("latitude and longitude", found: "\"\(excerpt)\""), column, row)
      }
    }
    let bytes = Array(text.utf8)
    let geometry: GeoFeature.Geometry
    do throws(WKTParser.Problem) {
      geometry = try WKTParser.geometry(bytes, in: bytes.indices, &leftOut)
    } catch {
      // A field that ends too early is not the end of the table.
      guard case .endsWithin(let what) = error.reason else {
        throw self.error(error.reason, column, row)
      }
      throw self.error(.expected("the end of \(what)", found: "\"\(excerpt)\""), column, row)
    }
    if case .point(let position) = geometry, !position.isNowhere {
      let (north, east) = (position.coordinate.latitude, position.coordinate.longitude)
      guard north.magnitude <= 90, east.magnitude <= 540 else {
        throw outOfRange(north, east, column, column, row)
      }
    }
    return geometry
  }

  /// The geometry of a GeoJSON text.
  private func geometry(
    ofJSON text: String, _ column: Int, _ row: RowScanner.Row, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature.Geometry {
    let geometry: GeoFeature.Geometry?
    do throws(FormatError) {
      geometry = try GeoJSONText.geometry(text, &leftOut)
    } catch {
      guard case .endsWithin(let what) = error.reason else {
        throw self.error(error.reason, column, row)
      }
      throw self.error(
        .expected("the end of \(what)", found: "\"\(text.prefix(40))\""), column, row)
    }
    guard let geometry else { throw error(.missingField, column, row) }
    return geometry
  }

  /// The number of an optional field.
  func optionalNumber(
    _ column: Int?, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) -> Double? {
    column.flatMap { scanner.field($0, of: row, in: bytes) }.flatMap { number(of: $0, bytes) }
  }

  /// The number of a field.
  func number(of field: RowScanner.Field, _ bytes: UnsafeByteSpan) -> Double? {
    DecimalNumber.parse(
      bytes, in: bytes.trimmed(field), commaIsPoint: dialect.commaIsPoint || field.isQuoted)
  }

  /// Whether a field is nonempty but not a number.
  func isWrongNumber(_ field: RowScanner.Field, _ bytes: UnsafeByteSpan) -> Bool {
    !bytes.trimmed(field).isEmpty && !dialect.isNull(field, of: bytes)
      && number(of: field, bytes) == nil
  }

  /// The number of a field; NaN if it is not a number.
  @inline(__always)
  private func number(
    _ column: Int, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) -> Double {
    if let field = scanner.field(column, of: row, in: bytes),
      let number = DecimalNumber.parse(
        bytes, in: bytes.trimmed(field), commaIsPoint: dialect.commaIsPoint || field.isQuoted)
    {
      return number
    }
    return .nan
  }

  /// The coordinate of two fields that are not two plain numbers in range, such as degrees and
  /// minutes with directions; throws an error with the faulty field.
  @inline(never)
  private func coordinateOfTexts(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row, _ latitude: Int,
    _ longitude: Int
  ) throws(FormatError) -> Coordinate {
    let north = number(latitude, bytes, scanner, row)
    let east = number(longitude, bytes, scanner, row)
    var texts: [String] = []
    for (column, number) in [(latitude, north), (longitude, east)] {
      let text = bytes.text(of: try field(column, bytes, scanner, row))
      guard !number.isNaN || CoordinateField.maybeAngle(text) else {
        throw error(.notANumber(String(text.prefix(40))), column, row)
      }
      texts.append(text)
    }
    if !north.isNaN, !east.isNaN { throw outOfRange(north, east, latitude, longitude, row) }
    guard let coordinate = CoordinateField.coordinate(latitude: texts[0], longitude: texts[1])
    else {
      let (column, text) = north.isNaN ? (latitude, texts[0]) : (longitude, texts[1])
      throw error(.notANumber(String(text.prefix(40))), column, row)
    }
    return coordinate
  }

  /// A required field.
  private func field(
    _ column: Int, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) throws(FormatError) -> RowScanner.Field {
    guard let field = scanner.field(column, of: row, in: bytes), !bytes.trimmed(field).isEmpty,
      !dialect.isNull(field, of: bytes)
    else { throw error(.missingField, column, row) }
    return field
  }

  @inline(never)
  private func outOfRange(
    _ north: Double, _ east: Double, _ latitude: Int, _ longitude: Int, _ row: RowScanner.Row
  ) -> FormatError {
    guard north.magnitude > 90 else { return error(.outOfRange(east), longitude, row) }
    let isSwapped = north.magnitude <= 180 && east.magnitude <= 90
    return error(isSwapped ? .swapped(north) : .outOfRange(north), latitude, row)
  }

  private func error(
    _ reason: FormatError.Reason, _ column: Int, _ row: RowScanner.Row
  ) -> FormatError {
    FormatError(reason, at: column, columns, row)
  }
}

extension FormatError {
  /// Creates an error for a field of a row.
  internal init(
    _ reason: Reason, at column: Int?, _ columns: PlaceColumns, _ row: RowScanner.Row
  ) {
    let isNamed = columns.hasHeader && column.map { columns.names.indices.contains($0) } == true
    self.init(
      reason, line: row.line, field: column.map { $0 + 1 },
      column: isNamed ? column.map { columns.names[$0] } : nil)
  }
}

extension TableDialect {
  /// Whether a field is the null text.
  @inline(__always)
  func isNull(_ field: RowScanner.Field, of bytes: UnsafeByteSpan) -> Bool {
    hasNullText && field.end - field.start == 2 && bytes[field.start] == UInt8(ascii: "\\")
      && bytes[field.start + 1] == UInt8(ascii: "N") && !field.isQuoted
  }
}

internal import CairnGeodesy

/// Parses a geometry in well-known text (ISO 19125-1, 7.2, with the extensions of PostGIS).
internal struct WKTParser {
  private var cursor: ByteCursor

  internal typealias Problem = ByteParseError

  /// The maximum nesting depth of collections: as in GeoJSON, so that the formats are convertible.
  internal static let depthLimit = JSONCursor.depthLimit

  /// The numbers after longitude and latitude; unknown until a suffix or the first position.
  private enum Extra { case unknown, none, z, m, zm }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    cursor = ByteCursor(bytes, in: range)
  }

  /// Parses the geometry in a range of bytes, which must contain nothing else.
  internal static func geometry(
    _ bytes: [UInt8], in range: Range<Int>
  ) throws(ByteParseError) -> GeoFeature.Geometry {
    var leftOut = LeftOut()
    return try geometry(bytes, in: range, &leftOut)
  }

  /// Parses the geometry in a range of bytes, which must contain nothing else.
  ///
  /// The range contains well-known text or the hexadecimal digits of well-known binary. A reference
  /// system near WGS 84 is counted.
  internal static func geometry(
    _ bytes: [UInt8], in range: Range<Int>, _ leftOut: inout LeftOut
  ) throws(ByteParseError) -> GeoFeature.Geometry {
    if WKBParser.recognizes(bytes, range) { return try WKBParser.geometry(bytes, range, &leftOut) }
    var parser = WKTParser(bytes, range)
    try parser.skipReferenceSystem(&leftOut)
    let geometry = try parser.geometry(depth: 0)
    parser.cursor.skipBlanks()
    guard parser.cursor.isAtEnd else {
      throw parser.expected("the end of the geometry")
    }
    return geometry
  }

  // MARK: Words

  private var bytes: [UInt8] { cursor.bytes }

  private mutating func word() -> Range<Int> {
    cursor.skipBlanks()
    return cursor.run(while: \.isLetter)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    cursor.skipBlanks()
    return cursor.take(mark)
  }

  private mutating func takeEmpty() -> Bool {
    let start = cursor.index
    if bytes.matches("empty", in: word()) { return true }
    cursor.index = start
    return false
  }

  /// Creates an error that quotes what was found instead.
  private func expected(_ what: String, at start: Int? = nil) -> ByteParseError {
    let end = cursor.end
    let start = start ?? cursor.index
    guard start < end else { return ByteParseError(reason: .endsWithin("a geometry"), index: end) }
    var stop = start + 1
    if !Self.isMark(bytes[start]) {
      while stop < end, !bytes[stop].isBlank, !Self.isMark(bytes[stop]) { stop += 1 }
    }
    return ByteParseError(
      reason: .expected(what, found: "\"\(bytes.excerpt(start..<stop))\""), index: start)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: ";")
  }

  /// Skips `SRID=4326;`; a system that differs from WGS 84 by more than two meters is an error.
  private mutating func skipReferenceSystem(_ leftOut: inout LeftOut) throws(ByteParseError) {
    let start = cursor.index
    guard bytes.matches("srid", in: word()), take("=") else {
      cursor.index = start
      return
    }
    cursor.skipBlanks()
    let number = cursor.run(while: \.isDigit)
    guard !number.isEmpty else { throw expected("the number of a reference system") }
    let text = String(decoding: bytes[number].prefix(40), as: UTF8.self)
    guard let isNear = ReferenceSystem.isNear(srid: text) else {
      throw ByteParseError(
        reason: ReferenceSystem.refusal(srid: text), index: number.lowerBound)
    }
    if isNear { leftOut.add(.nearSystem) }
    guard take(";") else { throw expected("a semicolon after the reference system") }
  }

  // MARK: Geometries

  /// Whether a word is a geometry keyword.
  internal static func isKind(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    WKTParser(bytes, word).kind(of: word) != nil
  }

  private static let kinds: [(word: String, kind: Kind)] = [
    ("point", .point), ("linestring", .lineString), ("polygon", .polygon),
    ("multipoint", .multiPoint), ("multilinestring", .multiLineString),
    ("multipolygon", .multiPolygon), ("geometrycollection", .collection),
    ("linearring", .lineString), ("triangle", .polygon), ("tin", .multiPolygon),
    ("polyhedralsurface", .multiPolygon), ("circularstring", .curve), ("compoundcurve", .curve),
    ("curvepolygon", .curve), ("multicurve", .curve), ("multisurface", .curve),
    ("nurbscurve", .curve),
  ]

  private enum Kind {
    case point, lineString, polygon, multiPoint, multiLineString, multiPolygon, collection, curve
  }

  private mutating func geometry(depth: Int) throws(ByteParseError) -> GeoFeature.Geometry {
    guard depth <= Self.depthLimit else {
      throw ByteParseError(reason: .tooDeep(limit: Self.depthLimit), index: cursor.index)
    }
    let word = word()
    guard let (kind, length) = kind(of: word) else {
      throw expected("a geometry such as POINT (8.5 47.4)", at: word.lowerBound)
    }
    var extra = Extra.unknown
    if word.count > length {
      extra = mark(word.lowerBound + length..<word.upperBound) ?? .unknown
    } else {
      let start = cursor.index
      if let mark = mark(self.word()) { extra = mark } else { cursor.index = start }
    }
    switch kind {
    case .point:
      if takeEmpty() { return .emptyPoint }
      guard take("(") else { throw expected("an opening parenthesis") }
      let position = try position(&extra)
      guard take(")") else { throw expected("a closing parenthesis") }
      return .point(position)
    case .lineString: return .lineString(try line(&extra))
    case .polygon: return .polygon(try lines(&extra))
    case .multiPoint: return .multiPoint(try points(&extra))
    case .multiLineString: return .multiLineString(try lines(&extra))
    case .multiPolygon:
      return .multiPolygon(
        try list { parser throws(ByteParseError) in try parser.lines(&extra) })
    case .collection:
      return .collection(
        try list { parser throws(ByteParseError) in try parser.geometry(depth: depth + 1) })
    case .curve:
      throw ByteParseError(
        reason: ReferenceSystem.curve(bytes.excerpt(word).uppercased()), index: word.lowerBound)
    }
  }

  /// The kind that a word names, and the length of its keyword: `POINTZ` is a point.
  private func kind(of word: Range<Int>) -> (kind: Kind, length: Int)? {
    for (name, kind) in Self.kinds {
      let length = name.utf8.count
      let rest = word.count - length
      guard rest >= 0, rest <= 2, bytes.matches(name, in: word.prefix(length)) else { continue }
      if rest == 0 || mark(word.dropFirst(length)) != nil { return (kind, length) }
    }
    return nil
  }

  private func mark(_ word: Range<Int>) -> Extra? {
    if bytes.matches("z", in: word) { return .z }
    if bytes.matches("m", in: word) { return .m }
    if bytes.matches("zm", in: word) { return .zm }
    return nil
  }

  // MARK: Positions

  /// Parses `EMPTY`, or elements in parentheses separated by commas.
  ///
  /// - Parameter element: parses an element; returns nil for `EMPTY`, which is omitted.
  /// - Returns: the elements in order.
  /// - Throws: a problem for other delimiters, and the errors of `element`.
  @inline(__always)
  private mutating func list<Element>(
    of element: (inout WKTParser) throws(ByteParseError) -> Element?
  ) throws(ByteParseError) -> [Element] {
    if takeEmpty() { return [] }
    guard take("(") else { throw expected("an opening parenthesis") }
    var elements: [Element] = []
    repeat {
      if let element = try element(&self) { elements.append(element) }
    } while take(",")
    guard take(")") else { throw expected("a comma or a closing parenthesis") }
    return elements
  }

  private mutating func lines(
    _ extra: inout Extra
  ) throws(ByteParseError) -> [[GeoFeature.Position]] {
    try list { parser throws(ByteParseError) in try parser.line(&extra) }
  }

  private mutating func line(_ extra: inout Extra) throws(ByteParseError) -> [GeoFeature.Position] {
    try list { parser throws(ByteParseError) in try parser.position(&extra) }
  }

  /// Parses the points of a multipoint, each with or without its own parentheses.
  private mutating func points(
    _ extra: inout Extra
  ) throws(ByteParseError) -> [GeoFeature.Position] {
    try list { parser throws(ByteParseError) in
      if parser.takeEmpty() { return nil }
      let isWrapped = parser.take("(")
      let position = try parser.position(&extra)
      if isWrapped, !parser.take(")") { throw parser.expected("a closing parenthesis") }
      return position
    }
  }

  private mutating func position(_ extra: inout Extra) throws(ByteParseError) -> GeoFeature.Position
  {
    cursor.skipBlanks()
    let start = cursor.index
    let longitude = try number("a longitude")
    let latitude = try number("a latitude")
    if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
      throw ByteParseError(reason: reason, index: start)
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    switch extra {
    case .none: return GeoFeature.Position(place)
    case .z: return GeoFeature.Position(place, elevation: try elevation("an elevation"))
    case .m: return GeoFeature.Position(place, measure: try elevation("a measure"))
    case .zm:
      let elevation = try elevation("an elevation")
      return GeoFeature.Position(
        place, elevation: elevation, measure: try self.elevation("a measure"))
    case .unknown:
      guard hasNumber() else {
        extra = .none
        return GeoFeature.Position(place)
      }
      let elevation = try elevation("an elevation")
      extra = hasNumber() ? .zm : .z
      let measure = extra == .zm ? try self.elevation("a measure") : nil
      return GeoFeature.Position(place, elevation: elevation, measure: measure)
    }
  }

  private mutating func hasNumber() -> Bool {
    cursor.skipBlanks()
    return !cursor.isAtEnd && !Self.isMark(bytes[cursor.index])
  }

  /// Parses a number, or nil for `NaN`, which represents an unknown one.
  private mutating func elevation(_ what: String) throws(ByteParseError) -> Double? {
    let start = cursor.index
    if bytes.matches("nan", in: word()) { return nil }
    cursor.index = start
    return try number(what)
  }

  private mutating func number(_ what: String) throws(ByteParseError) -> Double {
    cursor.skipBlanks()
    let text = cursor.run { !$0.isBlank && !Self.isMark($0) }
    guard !text.isEmpty else { throw expected(what) }
    guard let number = DecimalNumber.parse(bytes, in: text) else {
      throw ByteParseError(reason: .notANumber(bytes.excerpt(text)), index: text.lowerBound)
    }
    return number
  }
}

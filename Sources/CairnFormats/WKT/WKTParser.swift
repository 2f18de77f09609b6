internal import CairnGeodesy

/// Takes one geometry out of well-known text (ISO 19125-1, 7.2, and what PostGIS adds to it).
internal struct WKTParser {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  /// How many positions have a measure.
  private var measureCount = 0

  /// What is wrong, and at which byte.
  internal struct Problem: Error {
    internal let reason: FormatError.Reason
    internal let index: Int
  }

  /// How deep collections may stand in each other.
  internal static let depthLimit = 64

  /// Numbers that follow longitude and latitude; unknown until a mark or the first position.
  private enum Extra { case unknown, none, z, m, zm }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// The geometry of a range of bytes, which must hold nothing else.
  internal static func geometry(
    _ bytes: [UInt8], in range: Range<Int>
  ) throws(Problem) -> GeoFeature.Geometry {
    var leftOut = LeftOut()
    return try geometry(bytes, in: range, &leftOut)
  }

  /// The geometry of a range of bytes, which must hold nothing else; measures are counted.
  internal static func geometry(
    _ bytes: [UInt8], in range: Range<Int>, _ leftOut: inout LeftOut
  ) throws(Problem) -> GeoFeature.Geometry {
    var parser = WKTParser(bytes, range)
    try parser.skipReferenceSystem()
    let geometry = try parser.geometry(depth: 0)
    parser.skipBlanks()
    guard parser.index == parser.end else {
      throw parser.expected("the end of the geometry")
    }
    leftOut.add(.measure, parser.measureCount)
    return geometry
  }

  // MARK: Words

  private mutating func skipBlanks() {
    while index < end, bytes[index].isBlank { index += 1 }
  }

  private mutating func word() -> Range<Int> {
    skipBlanks()
    let start = index
    while index < end, bytes[index].isLetter { index += 1 }
    return start..<index
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard index < end, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func takeEmpty() -> Bool {
    let start = index
    if bytes.matches("empty", in: word()) { return true }
    index = start
    return false
  }

  /// An error that names what stands here instead.
  private func expected(_ what: String, at start: Int? = nil) -> Problem {
    let start = start ?? index
    guard start < end else { return Problem(reason: .endsWithin("a geometry"), index: end) }
    var stop = start + 1
    if !Self.isMark(bytes[start]) {
      while stop < end, !bytes[stop].isBlank, !Self.isMark(bytes[stop]) { stop += 1 }
    }
    return Problem(
      reason: .expected(what, found: "\"\(bytes.excerpt(start..<stop))\""), index: start)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: ";")
  }

  /// Passes over `SRID=4326;`; any other system is an error.
  private mutating func skipReferenceSystem() throws(Problem) {
    let start = index
    guard bytes.matches("srid", in: word()), take("=") else {
      index = start
      return
    }
    skipBlanks()
    let digits = index
    while index < end, bytes[index].isDigit { index += 1 }
    let number = digits..<index
    guard !number.isEmpty else { throw expected("the number of a reference system") }
    guard bytes[number].elementsEqual("4326".utf8) else {
      throw Problem(
        reason: .expected(
          "SRID=4326 (longitude and latitude in degrees)",
          found: "SRID=\(bytes.excerpt(number))"), index: digits)
    }
    guard take(";") else { throw expected("a semicolon behind the reference system") }
  }

  // MARK: Geometries

  /// Whether a word begins a geometry.
  internal static func isKind(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    WKTParser(bytes, word).kind(of: word) != nil
  }

  private static let kinds: [(word: String, kind: Kind)] = [
    ("point", .point), ("linestring", .lineString), ("polygon", .polygon),
    ("multipoint", .multiPoint), ("multilinestring", .multiLineString),
    ("multipolygon", .multiPolygon), ("geometrycollection", .collection),
    ("linearring", .lineString),
  ]

  private enum Kind {
    case point, lineString, polygon, multiPoint, multiLineString, multiPolygon, collection
  }

  private mutating func geometry(depth: Int) throws(Problem) -> GeoFeature.Geometry {
    guard depth <= Self.depthLimit else {
      throw Problem(reason: .tooDeep(limit: Self.depthLimit), index: index)
    }
    let word = word()
    guard let (kind, length) = kind(of: word) else {
      throw expected("a geometry such as POINT (8.5 47.4)", at: word.lowerBound)
    }
    var extra = Extra.unknown
    if word.count > length {
      extra = mark(word.lowerBound + length..<word.upperBound) ?? .unknown
    } else {
      let start = index
      if let mark = mark(self.word()) { extra = mark } else { index = start }
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
      var polygons: [[[GeoFeature.Position]]] = []
      if takeEmpty() { return .multiPolygon([]) }
      guard take("(") else { throw expected("an opening parenthesis") }
      repeat { polygons.append(try lines(&extra)) } while take(",")
      guard take(")") else { throw expected("a comma or a closing parenthesis") }
      return .multiPolygon(polygons)
    case .collection:
      var members: [GeoFeature.Geometry] = []
      if takeEmpty() { return .collection([]) }
      guard take("(") else { throw expected("an opening parenthesis") }
      repeat { members.append(try geometry(depth: depth + 1)) } while take(",")
      guard take(")") else { throw expected("a comma or a closing parenthesis") }
      return .collection(members)
    }
  }

  /// The kind that a word names, and how much of the word is its name: `POINTZ` is a point.
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

  private mutating func lines(_ extra: inout Extra) throws(Problem) -> [[GeoFeature.Position]] {
    if takeEmpty() { return [] }
    guard take("(") else { throw expected("an opening parenthesis") }
    var lines: [[GeoFeature.Position]] = []
    repeat { lines.append(try line(&extra)) } while take(",")
    guard take(")") else { throw expected("a comma or a closing parenthesis") }
    return lines
  }

  private mutating func line(_ extra: inout Extra) throws(Problem) -> [GeoFeature.Position] {
    if takeEmpty() { return [] }
    guard take("(") else { throw expected("an opening parenthesis") }
    var positions: [GeoFeature.Position] = []
    repeat { positions.append(try position(&extra)) } while take(",")
    guard take(")") else { throw expected("a comma or a closing parenthesis") }
    return positions
  }

  /// The points of a set, each with or without its own parentheses.
  private mutating func points(_ extra: inout Extra) throws(Problem) -> [GeoFeature.Position] {
    if takeEmpty() { return [] }
    guard take("(") else { throw expected("an opening parenthesis") }
    var positions: [GeoFeature.Position] = []
    repeat {
      if takeEmpty() { continue }
      let isWrapped = take("(")
      positions.append(try position(&extra))
      if isWrapped, !take(")") { throw expected("a closing parenthesis") }
    } while take(",")
    guard take(")") else { throw expected("a comma or a closing parenthesis") }
    return positions
  }

  private mutating func position(_ extra: inout Extra) throws(Problem) -> GeoFeature.Position {
    skipBlanks()
    let start = index
    let longitude = try number("a longitude")
    let latitude = try number("a latitude")
    if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
      throw Problem(reason: reason, index: start)
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    switch extra {
    case .none: return GeoFeature.Position(place)
    case .z: return GeoFeature.Position(place, elevation: try elevation("an elevation"))
    case .m:
      try measure()
      return GeoFeature.Position(place)
    case .zm:
      let elevation = try elevation("an elevation")
      try measure()
      return GeoFeature.Position(place, elevation: elevation)
    case .unknown:
      guard hasNumber() else {
        extra = .none
        return GeoFeature.Position(place)
      }
      let elevation = try elevation("an elevation")
      extra = hasNumber() ? .zm : .z
      if extra == .zm { try measure() }
      return GeoFeature.Position(place, elevation: elevation)
    }
  }

  private mutating func measure() throws(Problem) {
    if try elevation("a measure") != nil { measureCount += 1 }
  }

  private mutating func hasNumber() -> Bool {
    skipBlanks()
    return index < end && !Self.isMark(bytes[index])
  }

  /// A number, or nil for `NaN`, which stands where one is not known.
  private mutating func elevation(_ what: String) throws(Problem) -> Double? {
    skipBlanks()
    let start = index
    if bytes.matches("nan", in: word()) { return nil }
    index = start
    return try number(what)
  }

  private mutating func number(_ what: String) throws(Problem) -> Double {
    skipBlanks()
    let start = index
    while index < end, !bytes[index].isBlank, !Self.isMark(bytes[index]) { index += 1 }
    guard start < index else { throw expected(what) }
    guard let number = DecimalNumber.parse(bytes, in: start..<index) else {
      throw Problem(reason: .notANumber(bytes.excerpt(start..<index)), index: start)
    }
    return number
  }
}

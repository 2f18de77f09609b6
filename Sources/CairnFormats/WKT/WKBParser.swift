internal import CairnGeodesy
internal import CairnMemory

/// Parses a geometry from well-known binary in hexadecimal digits, as databases print it: ISO
/// 13249-3 (5.1.47), and the extended form of PostGIS with the number of a reference system.
///
/// A leading `\x`, as `psql` writes it, is skipped.
internal struct WKBParser {
  private let digits: [UInt8]
  private var index: Int
  private let end: Int
  private var isLittleEndian = true

  /// The code of a kind of geometry.
  private enum Kind: UInt32 {
    case point = 1, lineString, polygon, multiPoint, multiLineString, multiPolygon, collection
    case circularString, compoundCurve, curvePolygon, multiCurve, multiSurface
    case curve, surface, polyhedralSurface, tin, triangle
    case circle, geodesicString, ellipticalCurve, nurbsCurve

    var isCurve: Bool { rawValue >= 8 && rawValue <= 14 || rawValue >= 18 }
  }

  /// The numbers after longitude and latitude.
  private struct Extra: Equatable {
    var hasElevation = false
    var hasMeasure = false

    var numberCount: Int { 2 + (hasElevation ? 1 : 0) + (hasMeasure ? 1 : 0) }
  }

  /// Whether a text starts like well-known binary: with a byte order and a kind.
  internal static func recognizes(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let range = content(bytes, range)
    guard range.count >= 18, bytes[range.prefix(18)].allSatisfy({ value($0) != nil }) else {
      return false
    }
    var parser = WKBParser(digits: bytes, index: range.lowerBound, end: range.upperBound)
    return (try? parser.head()) != nil
  }

  /// Parses the geometry from the digits of a range.
  internal static func geometry(
    _ bytes: [UInt8], _ range: Range<Int>, _ leftOut: inout LeftOut
  ) throws(ByteParseError) -> GeoFeature.Geometry {
    let range = content(bytes, range)
    if let wrong = range.first(where: { value(bytes[$0]) == nil }) {
      throw ByteParseError(
        reason: .expected(
          "hexadecimal digits of well-known binary",
          found: "\"\(bytes.excerpt(wrong..<wrong + 1))\""), index: wrong)
    }
    var parser = WKBParser(digits: bytes, index: range.lowerBound, end: range.upperBound)
    let geometry = try parser.geometry(depth: 0, &leftOut)
    guard parser.index == parser.end else {
      throw ByteParseError(
        reason: .expected("the end of the geometry", found: "more digits"), index: parser.index)
    }
    return geometry
  }

  private init(digits: [UInt8], index: Int, end: Int) {
    self.digits = digits
    self.index = index
    self.end = end
  }

  private static func content(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let range = bytes.trimmingBlanks(in: range)
    let isMarked = range.count > 2 && bytes[range.lowerBound] == UInt8(ascii: "\\")
    return isMarked && bytes[range.lowerBound + 1] == UInt8(ascii: "x") ? range.dropFirst(2) : range
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    if digit.isDigit { return digit & 15 }
    let letter = digit | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f") ? letter & 15 + 9 : nil
  }

  // MARK: Numbers

  private mutating func number(ofBytes count: Int) throws(ByteParseError) -> UInt64 {
    guard end - index >= 2 * count else {
      throw ByteParseError(reason: .endsWithin("a geometry"), index: end)
    }
    var number: UInt64 = 0
    for place in 0..<count {
      let high = Self.value(digits[index]) ?? 0
      let low = Self.value(digits[index + 1]) ?? 0
      index += 2
      let byte = UInt64(high << 4 | low)
      number = isLittleEndian ? number | byte << UInt64(8 * place) : number << 8 | byte
    }
    return number
  }

  /// Reads a count of elements; throws if that many elements of at least the given size cannot
  /// follow.
  private mutating func count(ofAtLeast bytes: Int) throws(ByteParseError) -> Int {
    let start = index
    let count = Int(try number(ofBytes: 4))
    guard count <= (end - index) / (2 * bytes) else {
      throw ByteParseError(reason: .endsWithin("a geometry of \(count) parts"), index: start)
    }
    return count
  }

  // MARK: Geometries

  /// Reads the byte order and the kind, and whether the number of a reference system follows.
  private mutating func head() throws(ByteParseError) -> (kind: Kind, extra: Extra, hasSystem: Bool)
  {
    let start = index
    let order = try number(ofBytes: 1)
    guard order <= 1 else {
      throw ByteParseError(
        reason: .expected("an order of bytes (00 or 01)", found: "\"\(order)\""), index: start)
    }
    isLittleEndian = order == 1
    let word = UInt32(truncatingIfNeeded: try number(ofBytes: 4))
    // PostGIS sets flag bits, ISO adds thousands.
    let base = word & 0x0FFF_FFFF
    let extra = Extra(
      hasElevation: word & 0x8000_0000 != 0 || base / 1000 & 1 == 1,
      hasMeasure: word & 0x4000_0000 != 0 || base / 1000 & 2 == 2)
    guard base < 4000, let kind = Kind(rawValue: base % 1000) else {
      throw ByteParseError(
        reason: .expected("a kind of geometry from 1 to 21", found: "\(base)"), index: start + 2)
    }
    return (kind, extra, word & 0x2000_0000 != 0)
  }

  private mutating func geometry(
    depth: Int, _ leftOut: inout LeftOut
  ) throws(ByteParseError) -> GeoFeature.Geometry {
    let start = index
    guard depth <= WKTParser.depthLimit else {
      throw ByteParseError(reason: .tooDeep(limit: WKTParser.depthLimit), index: start)
    }
    let (kind, extra, hasSystem) = try head()
    if hasSystem {
      let srid = String(try number(ofBytes: 4))
      guard let isNear = ReferenceSystem.isNear(srid: srid) else {
        throw ByteParseError(reason: ReferenceSystem.refusal(srid: srid), index: start)
      }
      if isNear { leftOut.add(.nearSystem) }
    }
    guard !kind.isCurve else {
      throw ByteParseError(reason: ReferenceSystem.curve("one of curves"), index: start)
    }
    switch kind {
    case .point:
      let position = try position(extra)
      return position.map { .point($0) } ?? .emptyPoint
    case .lineString: return .lineString(try line(extra))
    case .polygon, .triangle: return .polygon(try rings(extra))
    case .multiPoint:
      return .multiPoint(
        try parts(depth, &leftOut) { part in
          if case .point(let position) = part, !part.isEmptyPoint { [position] } else { [] }
        })
    case .multiLineString:
      return .multiLineString(
        try parts(depth, &leftOut) { if case .lineString(let line) = $0 { [line] } else { [] } })
    case .multiPolygon, .polyhedralSurface, .tin:
      return .multiPolygon(
        try parts(depth, &leftOut) { if case .polygon(let rings) = $0 { [rings] } else { [] } })
    default: return .collection(try parts(depth, &leftOut) { [$0] })
    }
  }

  /// Reads the members of a multi-geometry or collection.
  private mutating func parts<Part>(
    _ depth: Int, _ leftOut: inout LeftOut, _ part: (GeoFeature.Geometry) -> [Part]
  ) throws(ByteParseError) -> [Part] {
    let isLittle = isLittleEndian
    var parts: [Part] = []
    for _ in 0..<(try count(ofAtLeast: 9)) {
      parts += part(try geometry(depth: depth + 1, &leftOut))
      isLittleEndian = isLittle
    }
    return parts
  }

  private mutating func rings(
    _ extra: Extra
  ) throws(ByteParseError) -> [[GeoFeature.Position]] {
    var rings: [[GeoFeature.Position]] = []
    for _ in 0..<(try count(ofAtLeast: 4)) { rings.append(try line(extra)) }
    return rings
  }

  private mutating func line(_ extra: Extra) throws(ByteParseError) -> [GeoFeature.Position] {
    var line: [GeoFeature.Position] = []
    for _ in 0..<(try count(ofAtLeast: 8 * extra.numberCount)) {
      let start = index
      guard let position = try position(extra) else {
        throw ByteParseError(reason: .notANumber("NaN"), index: start)
      }
      line.append(position)
    }
    return line
  }

  /// Reads a position; nil if both coordinates are NaN, as for an empty point.
  private mutating func position(_ extra: Extra) throws(ByteParseError) -> GeoFeature.Position? {
    let start = index
    let longitude = Double(bitPattern: try number(ofBytes: 8))
    let latitude = Double(bitPattern: try number(ofBytes: 8))
    let elevation = extra.hasElevation ? Double(bitPattern: try number(ofBytes: 8)) : .nan
    let measure = extra.hasMeasure ? Double(bitPattern: try number(ofBytes: 8)) : .nan
    if longitude.isNaN, latitude.isNaN { return nil }
    if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
      throw ByteParseError(reason: reason, index: start)
    }
    return GeoFeature.Position(
      Coordinate(latitude: latitude, longitude: longitude),
      elevation: elevation.isNaN ? nil : elevation, measure: measure.isNaN ? nil : measure)
  }
}

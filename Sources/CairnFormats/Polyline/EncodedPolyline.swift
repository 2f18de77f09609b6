public import CairnGeodesy

/// Google's encoded polyline: a line as printable ASCII, each number the difference from the
/// previous one.
///
/// Coordinates are whole numbers of 1e-5 degrees (or 1e-6, as written by OSRM and Valhalla),
/// latitude first. The text does not indicate which; you must know its source.
///
/// ```swift
/// let line = try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
/// line[2]                         // 43.252, -126.453
/// EncodedPolyline.encode(line)    // "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
/// ```
public enum EncodedPolyline {
  /// The number of digits after the decimal point.
  public enum Precision: Int, Hashable, Sendable, CaseIterable {
    /// 1e-5 degrees, about 1 meter.
    case five = 5
    /// 1e-6 degrees, about 11 cm.
    case six = 6

    internal var unitsPerDegree: Double { self == .five ? 1e5 : 1e6 }
  }

  /// Decodes the coordinates of a line.
  ///
  /// Each number is the double nearest to the encoded decimal number.
  ///
  /// - Parameters:
  ///   - text: the encoded line; an empty text has no coordinates.
  ///   - precision: the digits after the decimal point.
  /// - Returns: the coordinates in order.
  /// - Throws: ``FormatError`` with the byte of the fault: a character outside the alphabet, an
  ///   unterminated number, a missing longitude, a coordinate out of range.
  public static func decode(
    _ text: some StringProtocol, precision: Precision = .five
  ) throws(FormatError) -> [Coordinate] {
    let bytes = Array(text.utf8)
    do throws(ByteParseError) {
      return try decode(bytes, in: bytes.indices, precision).map(\.coordinate)
    } catch {
      throw FormatError(error.reason, line: 1, byte: error.index)
    }
  }

  /// Encodes a line.
  ///
  /// Numbers are rounded to the nearest unit, halves away from zero. A coordinate that is not
  /// ``Coordinate/isValid``, or whose longitude is beyond 360 degrees, is omitted.
  ///
  /// - Parameters:
  ///   - coordinates: the line.
  ///   - precision: the digits after the decimal point.
  /// - Returns: printable ASCII; an empty string for a line without coordinates.
  public static func encode(
    _ coordinates: some Sequence<Coordinate>, precision: Precision = .five
  ) -> String {
    var bytes: [UInt8] = []
    var last = (latitude: 0, longitude: 0)
    for coordinate in coordinates {
      append(coordinate, after: &last, precision, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first character of the alphabet.
  private static let base: UInt8 = 63

  internal static func decode(
    _ bytes: [UInt8], in range: Range<Int>, _ precision: Precision
  ) throws(ByteParseError) -> [GeoFeature.Position] {
    var positions: [GeoFeature.Position] = []
    positions.reserveCapacity(range.count / 6)
    let scale = precision.unitsPerDegree
    var index = range.lowerBound
    // Sums fit: seven characters hold 35 bits.
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    while index < range.upperBound {
      let start = index
      latitude += try number(bytes, &index, range.upperBound)
      guard index < range.upperBound else {
        throw ByteParseError(
          reason: .endsWithin("a coordinate: the longitude is missing"), index: index)
      }
      longitude += try number(bytes, &index, range.upperBound)
      let place = Coordinate(
        latitude: Double(latitude) / scale, longitude: Double(longitude) / scale)
      if let reason = FormatError.Reason(latitude: place.latitude, longitude: place.longitude) {
        throw ByteParseError(reason: reason, index: start)
      }
      positions.append(GeoFeature.Position(place))
    }
    return positions
  }

  /// Reads a number of up to seven characters with five bits each, lowest first; its lowest bit is
  /// the sign.
  private static func number(
    _ bytes: [UInt8], _ index: inout Int, _ end: Int
  ) throws(ByteParseError) -> Int64 {
    let start = index
    var bits: Int64 = 0
    var shift = 0
    while index < end {
      let value = bytes[index] &- base
      guard value < 64 else {
        throw ByteParseError(
          reason: .expected(
            "a character from ? to ~", found: "\"\(bytes.excerpt(index..<index + 1))\""),
          index: index)
      }
      guard shift < 35 else {
        throw ByteParseError(
          reason: .expected("a number of at most 7 characters", found: "a longer one"),
          index: start)
      }
      index += 1
      bits |= Int64(value & 31) << shift
      shift += 5
      if value < 32 { return bits & 1 == 0 ? bits >> 1 : ~(bits >> 1) }
    }
    throw ByteParseError(reason: .endsWithin("a number of a polyline"), index: end)
  }

  internal static func append(
    _ coordinate: Coordinate, after last: inout (latitude: Int, longitude: Int),
    _ precision: Precision, to bytes: inout [UInt8]
  ) {
    guard coordinate.isValid, coordinate.longitude.magnitude <= 360 else { return }
    let scale = precision.unitsPerDegree
    let latitude = Int((coordinate.latitude * scale).rounded())
    let longitude = Int((coordinate.longitude * scale).rounded())
    append(latitude - last.latitude, to: &bytes)
    append(longitude - last.longitude, to: &bytes)
    last = (latitude, longitude)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var bits = UInt(bitPattern: number < 0 ? ~(number << 1) : number << 1)
    while bits >= 32 {
      bytes.append(UInt8(truncatingIfNeeded: bits & 31 | 32) + base)
      bits >>= 5
    }
    bytes.append(UInt8(truncatingIfNeeded: bits) + base)
  }
}

/// Reads encoded polylines, one per line of text.
///
/// ```swift
/// var reader = PolylineReader(precision: .six)
/// reader.append(Array("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI\n".utf8))
/// reader.finish()
/// try reader.next()?.geometry    // a line of three positions
/// ```
///
/// Blank lines are skipped. A malformed line is an error with line and byte, and the next call
/// continues with the next line.
public struct PolylineReader: FeatureReader {
  private var lines = LineInput()
  private let precision: EncodedPolyline.Precision

  /// Creates a reader without input.
  ///
  /// - Parameter precision: the digits after the decimal point.
  public init(precision: EncodedPolyline.Precision = .five) {
    self.precision = precision
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { lines.finish() }

  /// Returns the next line as a feature without properties, or nil if the input so far contains no
  /// further complete one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try lines.nextFeature { bytes, line throws(ByteParseError) in
      GeoFeature(geometry: .lineString(try EncodedPolyline.decode(bytes, in: line, precision)))
    }
  }
}

/// Writes encoded polylines, one per line of text, without properties and elevations.
///
/// Each part of a multi-line is written as a separate line; a point as a line of one position.
public struct PolylineWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private let precision: EncodedPolyline.Precision

  /// Creates a writer.
  ///
  /// - Parameter precision: the digits after the decimal point.
  public init(precision: EncodedPolyline.Precision = .five) {
    self.precision = precision
  }

  /// Writes the line or lines of a feature.
  ///
  /// - Throws: ``FormatError`` for areas, sets of points, collections, features without geometry,
  ///   and coordinates out of range.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    guard let geometry = feature.geometry else {
      throw FormatError(.notRepresentable("a feature without geometry"), line: 0)
    }
    let isWrong = geometry.firstPosition {
      !($0.coordinate.isValid && $0.coordinate.longitude.magnitude <= 360)
    }
    if isWrong != nil {
      throw FormatError(.notRepresentable("a coordinate that is out of range"), line: 0)
    }
    switch geometry {
    case .point(let position): write([position])
    case .lineString(let line): write(line)
    case .multiLineString(let lines): for line in lines { write(line) }
    case .multiPoint, .polygon, .multiPolygon, .collection:
      throw FormatError(.notRepresentable("a \(geometry.name); it holds lines"), line: 0)
    }
    leftOut.addMembersAndMeasures(feature)
    leftOut.addProperties(feature)
    geometry.forEachPosition { if $0.elevation != nil { leftOut.add(.height) } }
  }

  private mutating func write(_ line: [GeoFeature.Position]) {
    var last = (latitude: 0, longitude: 0)
    for position in line {
      EncodedPolyline.append(position.coordinate, after: &last, precision, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Does nothing: the last line is already terminated.
  public mutating func end() throws(FormatError) {}

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

internal import CairnGeodesy

extension GeoFeature.Geometry {
  /// Parses a geometry in well-known text, longitude first.
  ///
  /// ```swift
  /// let line = try GeoFeature.Geometry(wkt: "LINESTRING Z (8.54 47.37 408, 7.44 46.95 540)")
  /// line.wkt   // "LINESTRING Z (8.54 47.37 408, 7.44 46.95 540)"
  /// ```
  ///
  /// All seven kinds are read, in upper or lower case, with `Z`, `M` or `ZM` after the keyword or
  /// attached to it, or without (a third number is then the elevation, a fourth the measure), with
  /// `EMPTY` and with `SRID=4326;` in front. `POINT EMPTY` is an ``emptyPoint``; a `LINEARRING`
  /// becomes a line, a `TRIANGLE` a polygon, a `TIN` or `POLYHEDRALSURFACE` a multipolygon. The
  /// hexadecimal digits of well-known binary (ISO 13249-3 and the PostGIS form) are read as well.
  ///
  /// - Parameter text: the geometry, optionally surrounded by white space.
  /// - Throws: ``FormatError`` with the byte of the fault, including a reference system that
  ///   differs from WGS 84 by more than two meters, curves, and collections nested deeper than 128.
  public init(wkt text: some StringProtocol) throws(FormatError) {
    let bytes = Array(text.utf8)
    do throws(ByteParseError) {
      self = try WKTParser.geometry(bytes, in: bytes.indices)
    } catch {
      throw FormatError(error, in: bytes)
    }
  }

  /// The geometry in well-known text, longitude first, with the shortest numbers that read back as
  /// the same bits.
  ///
  /// If any position has an elevation, the text has `Z`, with `NaN` for missing elevations;
  /// likewise `M` for measures. Rings are closed.
  public var wkt: String {
    var bytes: [UInt8] = []
    bytes.append(wkt: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a geometry in well-known text.
  ///
  /// - Parameters:
  ///   - geometry: the geometry.
  ///   - fractionDigits: digits after the decimal point of degrees and meters; nil for the shortest
  ///     exact numbers.
  internal mutating func append(wkt geometry: GeoFeature.Geometry, fractionDigits: Int? = nil) {
    var writer = WKTText(
      hasElevation: geometry.hasElevation, hasMeasure: geometry.hasMeasure,
      fractionDigits: fractionDigits)
    writer.write(geometry, to: &self)
  }
}

/// The options of a text: with or without elevations and measures, and the number of digits.
private struct WKTText {
  let hasElevation: Bool
  let hasMeasure: Bool
  let fractionDigits: Int?

  mutating func write(_ geometry: GeoFeature.Geometry, to bytes: inout [UInt8]) {
    switch geometry {
    case .point(let position):
      word("POINT", to: &bytes)
      list(position.isNowhere ? [] : [position], to: &bytes) { self.position($0, to: &$1) }
    case .multiPoint(let positions):
      word("MULTIPOINT", to: &bytes)
      list(positions, to: &bytes) { point, bytes in
        bytes.append(UInt8(ascii: "("))
        self.position(point, to: &bytes)
        bytes.append(UInt8(ascii: ")"))
      }
    case .lineString(let positions):
      word("LINESTRING", to: &bytes)
      line(positions, to: &bytes)
    case .multiLineString(let lines):
      word("MULTILINESTRING", to: &bytes)
      list(lines, to: &bytes) { self.line($0, to: &$1) }
    case .polygon(let rings):
      word("POLYGON", to: &bytes)
      list(rings, to: &bytes) { self.line($0.closed, to: &$1) }
    case .multiPolygon(let polygons):
      word("MULTIPOLYGON", to: &bytes)
      list(polygons, to: &bytes) { rings, bytes in
        self.list(rings, to: &bytes) { self.line($0.closed, to: &$1) }
      }
    case .collection(let members):
      word("GEOMETRYCOLLECTION", to: &bytes)
      var copy = self
      list(members, to: &bytes) { copy.write($0, to: &$1) }
    }
  }

  private func word(_ word: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: word.utf8)
    let mark = (hasElevation ? "Z" : "") + (hasMeasure ? "M" : "")
    bytes.append(contentsOf: (mark.isEmpty ? " " : " \(mark) ").utf8)
  }

  private func list<Element>(
    _ elements: [Element], to bytes: inout [UInt8], write: (Element, inout [UInt8]) -> Void
  ) {
    if elements.isEmpty {
      bytes.append(contentsOf: "EMPTY".utf8)
      return
    }
    bytes.append(UInt8(ascii: "("))
    for (number, element) in elements.enumerated() {
      if number > 0 { bytes.append(contentsOf: ", ".utf8) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: ")"))
  }

  private func line(_ positions: [GeoFeature.Position], to bytes: inout [UInt8]) {
    list(positions, to: &bytes) { self.position($0, to: &$1) }
  }

  private func position(_ position: GeoFeature.Position, to bytes: inout [UInt8]) {
    number(position.coordinate.longitude, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    number(position.coordinate.latitude, to: &bytes)
    if hasElevation {
      bytes.append(UInt8(ascii: " "))
      number(position.elevation ?? .nan, to: &bytes)
    }
    if hasMeasure {
      bytes.append(UInt8(ascii: " "))
      number(position.measure ?? .nan, to: &bytes)
    }
  }

  private func number(_ number: Double, to bytes: inout [UInt8]) {
    let isWritten =
      fractionDigits.map { bytes.append(number, fractionDigits: $0) }
      ?? bytes.append(shortest: number)
    if !isWritten { bytes.append(contentsOf: "NaN".utf8) }
  }
}

/// Writes geometries in well-known text, one per line, without properties.
///
/// A feature without geometry becomes `GEOMETRYCOLLECTION EMPTY`, so that each feature has a line.
public struct WKTWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  /// The maximum length of a line in bytes, 256 MiB by default, which is the limit of readers.
  public var recordLimit = 1 << 28

  private var bytes: [UInt8] = []
  private let fractionDigits: Int?
  private let prefix: String

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - fractionDigits: digits after the decimal point, 0 to 15; nil for the shortest numbers that
  ///     read back as the same bits.
  ///   - includesSRID: whether each geometry is preceded by `SRID=4326;`, as in PostGIS.
  public init(fractionDigits: Int? = nil, includesSRID: Bool = false) {
    self.fractionDigits = fractionDigits
    prefix = includesSRID ? "SRID=4326;" : ""
  }

  /// Writes the geometry of a feature.
  ///
  /// - Throws: ``FormatError`` for a coordinate that is not finite, and for a line of more than
  ///   ``recordLimit`` bytes; nothing of the feature is then written.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    let geometry = feature.geometry ?? .collection([])
    guard geometry.isFinite else {
      throw FormatError(.notRepresentable("a coordinate that is not finite"), line: 0)
    }
    let start = bytes.count
    bytes.append(contentsOf: prefix.utf8)
    bytes.append(wkt: geometry, fractionDigits: fractionDigits)
    guard bytes.count - start <= recordLimit else {
      bytes.removeSubrange(start...)
      throw FormatError(.recordTooLong(limit: recordLimit), line: 0)
    }
    bytes.append(UInt8(ascii: "\n"))
    leftOut.add(.shortLine, shortLines)
    leftOut.addMembersAndMeasures(feature, measures: false)
    leftOut.addProperties(feature)
  }

  /// Does nothing: the last line is already terminated.
  public mutating func end() throws(FormatError) {}

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

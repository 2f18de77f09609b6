/// Reads geometries in well-known text, one a line.
///
/// ```swift
/// var reader = WKTReader()
/// reader.append(Array("POINT (8.54 47.37)\nSRID=4326;POINT (7.44 46.95)\n".utf8))
/// reader.finish()
/// while let feature = try reader.next() { print(feature.geometry?.wkt ?? "") }
/// ```
///
/// Blank lines are passed over. A line that is wrong is an error with line and byte, and the next
/// call goes on with the next line. See ``GeoFeature/Geometry/init(wkt:)`` for what is read.
public struct WKTReader: FeatureReader {
  private var lines = LineInput()

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { lines.finish() }

  /// The geometry of the next line as a feature without properties, or nil when the input so far
  /// holds no further whole line.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    guard let range = try lines.next() else { return nil }
    do throws(WKTParser.Problem) {
      return GeoFeature(geometry: try WKTParser.geometry(lines.bytes, in: range))
    } catch {
      var failure = lines.error(error.reason, at: error.index)
      failure.endsInput = false
      throw failure
    }
  }
}

/// Writes geometries in well-known text, one a line; properties are left out.
///
/// A feature without geometry becomes `GEOMETRYCOLLECTION EMPTY`, so that each feature has its
/// line.
public struct WKTWriter: FeatureWriter {
  private var bytes: [UInt8] = []
  private let fractionDigits: Int?
  private let prefix: String

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - fractionDigits: digits behind the point, 0 to 15; nil for the shortest numbers that read
  ///     back as the same bits.
  ///   - namesSystem: whether `SRID=4326;` stands before each geometry, as PostGIS writes it.
  public init(fractionDigits: Int? = nil, namesSystem: Bool = false) {
    self.fractionDigits = fractionDigits
    prefix = namesSystem ? "SRID=4326;" : ""
  }

  /// Writes the geometry of a feature.
  ///
  /// - Throws: ``FormatError`` when a coordinate is not finite.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let geometry = feature.geometry ?? .collection([])
    guard geometry.isFinite else {
      throw FormatError(.notRepresentable("a coordinate that is not finite"), line: 0)
    }
    bytes.append(contentsOf: prefix.utf8)
    bytes.append(wkt: geometry, fractionDigits: fractionDigits)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes nothing: the last line has its end.
  public mutating func end() throws(FormatError) {}

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

extension [UInt8] {
  /// Hands over the bytes and leaves an empty buffer of their size.
  internal mutating func drain() -> [UInt8] {
    var drained: [UInt8] = []
    swap(&drained, &self)
    reserveCapacity(drained.count)
    return drained
  }
}

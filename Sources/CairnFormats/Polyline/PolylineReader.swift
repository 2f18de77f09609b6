internal import CairnGeodesy

/// Reads encoded polylines, one a line of text.
///
/// ```swift
/// var reader = PolylineReader(precision: .six)
/// reader.append(Array("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI\n".utf8))
/// reader.finish()
/// try reader.next()?.geometry    // a line of three positions
/// ```
///
/// Blank lines are passed over. A line that is wrong is an error with line and byte, and the next
/// call goes on with the next line.
public struct PolylineReader: FeatureReader {
  private var lines = LineInput()
  private let precision: EncodedPolyline.Precision

  /// Makes a reader without input.
  ///
  /// - Parameter precision: digits behind the point.
  public init(precision: EncodedPolyline.Precision = .five) {
    self.precision = precision
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { lines.finish() }

  /// The next line as a feature without properties, or nil when the input so far holds no further
  /// whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    guard let range = try lines.next() else { return nil }
    do throws(EncodedPolyline.Problem) {
      return GeoFeature(
        geometry: .lineString(try EncodedPolyline.decode(lines.bytes, in: range, precision)))
    } catch {
      var failure = lines.error(error.reason, at: error.index)
      failure.endsInput = false
      throw failure
    }
  }
}

/// Writes lines as encoded polylines, one a line of text; properties and elevations are left out.
///
/// The parts of a multiple line stand on lines of their own, a point is a line of one position.
public struct PolylineWriter: FeatureWriter {
  private var bytes: [UInt8] = []
  private let precision: EncodedPolyline.Precision

  /// Makes a writer.
  ///
  /// - Parameter precision: digits behind the point.
  public init(precision: EncodedPolyline.Precision = .five) {
    self.precision = precision
  }

  /// Writes the line or the lines of a feature.
  ///
  /// - Throws: ``FormatError`` for areas, sets, features without geometry and coordinates out of
  ///   range.
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
  }

  private mutating func write(_ line: [GeoFeature.Position]) {
    var last = (latitude: 0, longitude: 0)
    for position in line {
      EncodedPolyline.append(position.coordinate, after: &last, precision, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes nothing: the last line has its end.
  public mutating func end() throws(FormatError) {}

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

/// Reads `geo:` URIs (RFC 5870), one per line, as points.
///
/// ```swift
/// var reader = GeoURIReader()
/// reader.append(Array("geo:48.2010,16.3695,183;u=40\n".utf8))
/// reader.finish()
/// try reader.next()?.properties["u"]     // 40
/// ```
///
/// The altitude becomes the elevation, the uncertainty the number `u`; other parameters become
/// strings, or `true` if they have no value. Blank lines are skipped. A malformed line is an error
/// with line and byte, and the next call continues with the next line.
public struct GeoURIReader: FeatureReader {
  private var lines = LineInput()

  /// Creates a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { lines.finish() }

  /// Returns the place of the next line, or nil if the input so far contains no further complete
  /// one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try lines.nextFeature { bytes, line throws(ByteParseError) in
      let uri = try GeoURIParser.uri(bytes, in: line)
      var feature = GeoFeature(geometry: .point(.init(uri.coordinate, elevation: uri.altitude)))
      if let uncertainty = uri.uncertainty { feature.properties["u"] = .number(uncertainty) }
      for parameter in uri.parameters {
        feature.properties[parameter.name] = parameter.value.map { .string($0) } ?? true
      }
      return feature
    }
  }
}

/// Writes points as `geo:` URIs (RFC 5870), one per line.
///
/// Strings, numbers and `true` become parameters; a numeric `u` becomes the uncertainty. Properties
/// with other values, or whose names contain characters other than letters, digits and hyphens, are
/// omitted and counted in ``leftOut``. Each point of a multipoint is written on a separate line.
public struct GeoURIWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private let fractionDigits: Int?

  /// Creates a writer.
  ///
  /// - Parameter fractionDigits: digits after the decimal point of degrees and meters, 0 to 15; nil
  ///   for the shortest numbers that read back as the same bits.
  public init(fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
  }

  /// Writes the point or the points of a feature.
  ///
  /// - Throws: ``FormatError`` for other geometries, a missing geometry, and a coordinate that is
  ///   not valid.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let positions: [GeoFeature.Position]
    switch feature.geometry {
    case .point(let position): positions = [position]
    case .multiPoint(let set): positions = set
    case .none: throw FormatError(.notRepresentable("a feature without geometry"), line: 0)
    case .some(let other):
      throw FormatError(.notRepresentable("a \(other.name); it holds points"), line: 0)
    }
    var parameters: [GeoURI.Parameter] = []
    var omittedCount = 0
    for (name, value) in feature.properties.members {
      let text: String?
      switch value {
      case .string(let string): text = string
      case .integer(let number): text = String(number)
      case .number(let number):
        var digits: [UInt8] = []
        digits.append(plain: number, fractionDigits: nil)
        text = String(decoding: digits, as: UTF8.self)
      case .bool(true): text = nil
      case .null: continue
      case .bool(false), .array, .object:
        omittedCount += 1
        continue
      }
      if let parameter = GeoURI.Parameter(name: name, value: text) {
        parameters.append(parameter)
      } else if name != "u" {
        omittedCount += 1
      }
    }
    var uris: [GeoURI] = []
    for position in positions {
      guard
        let uri = GeoURI(
          position.coordinate, altitude: position.elevation,
          uncertainty: feature.properties["u"]?.number, parameters: parameters)
      else {
        throw FormatError(.notRepresentable("a coordinate that is out of range"), line: 0)
      }
      uris.append(uri)
    }
    for uri in uris {
      bytes.append(uri: uri, fractionDigits: fractionDigits)
      bytes.append(UInt8(ascii: "\n"))
    }
    leftOut.addMembersAndMeasures(feature)
    leftOut.add(.property, omittedCount)
    if feature.identifier != nil { leftOut.add(.identifier) }
  }

  /// Does nothing: the last line is already terminated.
  public mutating func end() throws(FormatError) {}

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

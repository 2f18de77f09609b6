/// Reads `geo:` URIs (RFC 5870), one a line, as points.
///
/// ```swift
/// var reader = GeoURIReader()
/// reader.append(Array("geo:48.2010,16.3695,183;u=40\n".utf8))
/// reader.finish()
/// try reader.next()?.properties["u"]     // 40
/// ```
///
/// The altitude becomes the elevation, the uncertainty the number `u`, other parameters texts, and
/// those without a value `true`. Blank lines are skipped. A line that is wrong is an error
/// with line and byte, and the next call goes on with the next line.
public struct GeoURIReader: FeatureReader {
  private var lines = LineInput()

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { lines.finish() }

  /// The place of the next line, or nil when the input so far holds no further whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try lines.nextFeature { bytes, line throws(ByteProblem) in
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

/// Writes points as `geo:` URIs (RFC 5870), one a line.
///
/// Texts, numbers and `true` become parameters, and `u`, a number, the uncertainty; a property
/// whose name holds more than letters, digits and hyphens, and any other value, is left out. The
/// points of a set stand on lines of their own.
public struct GeoURIWriter: FeatureWriter {
  private var bytes: [UInt8] = []
  private let fractionDigits: Int?

  /// Makes a writer.
  ///
  /// - Parameter fractionDigits: digits behind the point of degrees and metres, 0 to 15; nil for
  ///   the shortest numbers that read back as the same bits.
  public init(fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
  }

  /// Writes the point or the points of a feature.
  ///
  /// - Throws: ``FormatError`` for every other geometry, for none, and for a coordinate that is not
  ///   valid.
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
      case .bool(false), .null, .array, .object: continue
      }
      if let parameter = GeoURI.Parameter(name: name, value: text) { parameters.append(parameter) }
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
  }

  /// Writes nothing: the last line has its end.
  public mutating func end() throws(FormatError) {}

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }
}

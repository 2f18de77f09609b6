/// Writes features as a sequence of GeoJSON texts, one a line: with a record separator in front of
/// each (RFC 8142) or without (newline-delimited GeoJSON).
///
/// Features are written as ``GeoJSONWriter`` does. Nothing stands in front of the first one or
/// behind the last, so sequences can be joined.
///
/// ```swift
/// var lines = GeoJSONSequenceWriter(separators: false)
/// try lines.write(feature)
/// lines.end()
/// ```
public struct GeoJSONSequenceWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  private var json = JSONWriter()
  private let separators: Bool
  private let options: GeoJSONOptions

  /// What has been written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Makes a writer with nothing written.
  ///
  /// - Parameters:
  ///   - separators: whether byte 1E stands in front of each feature.
  ///   - options: how features are written.
  public init(separators: Bool = true, options: GeoJSONOptions = GeoJSONOptions()) {
    self.separators = separators
    self.options = options
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError``, as ``GeoJSONWriter/write(_:)`` does.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    try feature.geometry?.checkForGeoJSON()
    leftOut.add(.shortLine, shortLines)
    if separators { json.bytes.append(0x1E) }
    _ = try json.feature(feature, options)
    json.bytes.append(UInt8(ascii: "\n"))
  }

  /// Does nothing: every feature ends with its line.
  public mutating func end() {}

  /// Hands over what has been written so far and goes on with an empty buffer.
  public mutating func drain() -> [UInt8] { json.drain() }
}

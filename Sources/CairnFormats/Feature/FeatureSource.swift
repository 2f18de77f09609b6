/// What becomes of a row or a feature that cannot be read.
public enum BadRowPolicy: String, Hashable, Sendable, CaseIterable {
  /// The first one is thrown.
  case fail
  /// It is counted and left out.
  case skip
  /// It is counted and stands as a feature without geometry.
  case null
}

/// The features of a reader with a policy for those that cannot be read.
///
/// ```swift
/// var source = FeatureSource(reader, badRows: .skip)
/// source.append(bytes)
/// source.finish()
/// while let feature = try source.next() { print(feature) }
/// print(source.badRowCount, source.badRows.first?.description ?? "")
/// ```
public struct FeatureSource: Sendable {
  private var reader: any FeatureReader
  /// What becomes of a feature that cannot be read.
  public let policy: BadRowPolicy
  /// How many could not be read so far.
  public private(set) var badRowCount = 0
  /// Where and why, for the first twenty.
  public private(set) var badRows: [FormatError] = []

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - reader: what the features come from.
  ///   - policy: what becomes of one that cannot be read.
  public init(_ reader: any FeatureReader, badRows policy: BadRowPolicy = .skip) {
    self.reader = reader
    self.policy = policy
  }

  /// What was left out so far though nothing is wrong with it.
  public var leftOut: LeftOut { reader.leftOut }

  /// How the input is written, in a format that does not say it, as far as it has come.
  public var encoding: TextEncoding { reader.encoding }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { reader.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { reader.finish() }

  /// The next feature, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` for a bad row under ``BadRowPolicy/fail``, and for what ends the
  ///   input whatever the policy is.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while true {
      do throws(FormatError) {
        return try reader.next()
      } catch {
        if policy == .fail || error.endsInput { throw error }
        badRowCount += 1
        if badRows.count < 20 { badRows.append(error) }
        if policy == .null { return GeoFeature(geometry: nil) }
      }
    }
  }
}

/// Reads features from bytes, in pieces of any size.
///
/// Make the reader, ``append(_:)`` what arrives, take features until ``next()`` is nil, and
/// ``finish()`` after the last piece. Only what belongs to a feature in progress is kept between
/// pieces.
///
/// After an error the next call goes on with the next feature where the format allows that; an
/// error that ends the input is followed by nil. So a loop that counts errors and goes on always
/// comes to an end.
public protocol FeatureReader: Sendable {
  /// Adds the next piece of the input.
  mutating func append(_ piece: [UInt8])

  /// Says that no more input comes.
  mutating func finish()

  /// The next feature, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` that names where the input is wrong and what would be right.
  mutating func next() throws(FormatError) -> GeoFeature?

  /// What was left out so far though nothing is wrong with it.
  var leftOut: LeftOut { get }

  /// How the input is written, in a format that does not say it, as far as it has come.
  var encoding: TextEncoding { get }
}

extension FeatureReader {
  /// Nothing, in a format of which all is read.
  public var leftOut: LeftOut { LeftOut() }

  /// UTF-8.
  public var encoding: TextEncoding { .utf8 }
}

/// Writes features as bytes of a format, for a file or for a stream.
public protocol FeatureWriter: Sendable {
  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for what the format cannot hold; nothing of it is then written.
  mutating func write(_ feature: GeoFeature) throws(FormatError)

  /// Writes what stands behind the last feature.
  mutating func end() throws(FormatError)

  /// Hands over what has been written since the start or the last drain.
  mutating func drain() -> [UInt8]

  /// What was left out of the features written so far.
  var leftOut: LeftOut { get }
}

extension FeatureWriter {
  /// Nothing.
  public var leftOut: LeftOut { LeftOut() }
}

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
}

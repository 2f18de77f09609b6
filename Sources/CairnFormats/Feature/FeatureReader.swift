/// Reads features from bytes, in pieces of any size.
///
/// Make the reader, ``append(_:)`` what arrives, take features until ``next()`` is nil, and
/// ``finish()`` after the last piece. Only what belongs to a feature in progress is kept between
/// pieces, so that memory is bounded by the largest feature.
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

  /// What the input says of itself beside its features, as far as it has come.
  var foreignMembers: Properties { get }
}

extension FeatureReader {
  /// Nothing, in a format of which all is read.
  public var leftOut: LeftOut { LeftOut() }

  /// UTF-8.
  public var encoding: TextEncoding { .utf8 }

  /// Nothing, in a format that has features alone.
  public var foreignMembers: Properties { Properties() }
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

  /// Takes what the source says of itself beside its features, in a format that has a place for
  /// it: before the first feature in GPX (its extensions before the end), before the end in GeoJSON.
  mutating func take(foreignMembers: Properties)
}

extension FeatureWriter {
  /// Does nothing, in a format without a place for it.
  public mutating func take(foreignMembers: Properties) {}

  /// Empty, for a format of which all is written.
  public var leftOut: LeftOut { LeftOut() }
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
  public var leftOut: LeftOut {
    var leftOut = earlier
    leftOut.add(reader.leftOut)
    return leftOut
  }

  /// What readers before this one have left out.
  private var earlier = LeftOut()

  /// Goes on with another reader, whose features follow those of the first.
  package mutating func goOn(with reader: any FeatureReader) {
    earlier = leftOut
    self.reader = reader
  }

  /// The rows of a table that have more fields than its header.
  package var longRows: LongRows { (reader as? TableReader)?.longRows ?? LongRows() }

  /// How the input is written, in a format that does not say it, as far as it has come.
  public var encoding: TextEncoding { reader.encoding }

  /// What the input says of itself beside its features, as far as it has come.
  public var foreignMembers: Properties { reader.foreignMembers }

  /// What is wanted of the features that come.
  ///
  /// A reader of tables passes over the rest, which costs far less than features do. Other readers,
  /// and some rows, give features that are not wanted all the same.
  package mutating func want(_ wish: RowWish) {
    guard var wishing = reader as? any WishingReader else { return }
    wishing.wish = wish
    reader = wishing
  }

  /// Writes the next rows of a table as GeoJSON, without making features of them, as long as they
  /// are plain.
  ///
  /// - Returns: how many were written; 0 with any other format, and behind the last row at hand.
  ///   ``next()`` goes on behind them.
  package mutating func writeRows(to writer: inout any FeatureWriter) -> Int {
    guard var table = reader as? TableReader else { return 0 }
    // What is changed must not be held twice.
    reader = WKTReader()
    defer { reader = table }
    var count = 0
    if var lines = writer as? GeoJSONSequenceWriter {
      count = lines.writeRows(of: &table)
      writer = lines
    } else if var collection = writer as? GeoJSONWriter {
      count = collection.writeRows(of: &table)
      writer = collection
    }
    return count
  }

  /// Packs the next rows of a table as records of features, as long as they are plain; as
  /// ``writeRows(to:)``.
  package mutating func packRows(to rows: inout PackedRows) -> Int {
    guard var table = reader as? TableReader else { return 0 }
    reader = WKTReader()
    defer { reader = table }
    return table.packRows(to: &rows)
  }

  /// Hands over where the points of the next rows of a table are, and one of their properties, as
  /// long as they are plain; as ``writeRows(to:)``.
  ///
  /// - Parameters:
  ///   - property: the property, nil for none.
  ///   - body: takes a position and the value; nil where the row has none.
  /// - Returns: how many rows were taken.
  package mutating func takePoints(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) -> Int {
    guard var table = reader as? TableReader else { return 0 }
    reader = WKTReader()
    defer { reader = table }
    return table.takePoints(with: property, body)
  }

  /// How many features were passed over, since they are not wanted.
  package var passedCount: Int { (reader as? any WishingReader)?.passedCount ?? 0 }

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

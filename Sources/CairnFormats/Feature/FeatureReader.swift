/// Reads features from bytes, in pieces of any size.
///
/// Create the reader, ``append(_:)`` each piece of input as it arrives and take features until
/// ``next()`` returns nil; call ``finish()`` after the last piece. Between pieces only the feature
/// in progress is buffered, so memory is bounded by the largest feature.
///
/// After an error, the next call continues with the next feature if the format allows it; after an
/// error that ends the input, it returns nil. A loop that counts errors and continues therefore
/// always terminates.
public protocol FeatureReader: Sendable {
  /// Adds the next piece of the input.
  mutating func append(_ piece: [UInt8])

  /// Marks the end of the input.
  mutating func finish()

  /// Returns the next feature, or nil if the input so far contains no further complete one.
  ///
  /// - Throws: ``FormatError`` with the position of the fault and the expected text.
  mutating func next() throws(FormatError) -> GeoFeature?

  /// Counts of valid content omitted so far.
  var leftOut: LeftOut { get }

  /// The text encoding detected so far, for formats that do not declare one.
  var encoding: TextEncoding { get }

  /// Members of the whole file rather than of a feature, as far as they have been read.
  var foreignMembers: Properties { get }

  /// Not public API: the incomplete last feature of a truncated input, if a part of it is complete;
  /// nil the next time.
  mutating func _salvage() -> GeoFeature?

  /// Not public API: the table that the features are read from, for a format that is a table.
  var _table: TableReader? { get }

  /// Not public API: changes that table in place, for a format that is a table.
  mutating func _withTable<Result>(_ body: (inout TableReader) -> Result) -> Result?
}

extension FeatureReader {
  /// Empty, for a format that is read completely.
  public var leftOut: LeftOut { LeftOut() }

  /// UTF-8.
  public var encoding: TextEncoding { .utf8 }

  /// Empty, for a format that contains only features.
  public var foreignMembers: Properties { Properties() }

  /// Nil, for a format whose features cannot be divided.
  public mutating func _salvage() -> GeoFeature? { nil }

  /// Nil, for a format that is not a table.
  public var _table: TableReader? { nil }

  /// Does nothing, for a format that is not a table.
  public mutating func _withTable<Result>(_ body: (inout TableReader) -> Result) -> Result? { nil }
}

/// Writes features in a format, to a file or a stream.
public protocol FeatureWriter: Sendable {
  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` if the format cannot represent the feature; none of it is written.
  mutating func write(_ feature: GeoFeature) throws(FormatError)

  /// Writes whatever follows the last feature.
  mutating func end() throws(FormatError)

  /// Returns the bytes written since the start or the last drain.
  mutating func drain() -> [UInt8]

  /// Counts of content omitted from the features written so far.
  var leftOut: LeftOut { get }

  /// The properties whose names the format uses for something else, with the names that were
  /// written.
  var renamedProperties: [RenamedProperty] { get }

  /// The names of properties that were omitted, because the header of the file lacks them.
  var omittedNames: [String] { get }

  /// Adds members of the whole file, if the format supports them: before the first feature for GPX
  /// (its extensions before the end) and KML, before the end for GeoJSON.
  mutating func take(foreignMembers: Properties)

  /// Not public API: writes the next rows of a table without making features, as long as they are
  /// plain; returns their number.
  mutating func _writeRows(of table: inout TableReader) -> Int
}

extension FeatureWriter {
  /// Does nothing, for a format that does not support them.
  public mutating func take(foreignMembers: Properties) {}

  /// Empty, for a format that writes everything.
  public var leftOut: LeftOut { LeftOut() }

  /// Empty, for a format that writes all names.
  public var renamedProperties: [RenamedProperty] { [] }

  /// Empty, for a format without a header.
  public var omittedNames: [String] { [] }

  /// 0, for a format whose features are written one by one.
  public mutating func _writeRows(of table: inout TableReader) -> Int { 0 }
}

extension [UInt8] {
  /// Returns the bytes, leaving an empty buffer with capacity for as many.
  internal mutating func drain() -> [UInt8] {
    var drained: [UInt8] = []
    swap(&drained, &self)
    reserveCapacity(drained.count)
    return drained
  }
}

/// The treatment of a row or feature that cannot be read.
public enum BadRowPolicy: String, Hashable, Sendable, CaseIterable {
  /// Throws the first error.
  case fail
  /// Counts and skips it.
  case skip
  /// Counts it and returns a feature without geometry in its place, with the properties of the row
  /// if only its location is invalid.
  case null
}

/// The features of a reader, with a policy for those that cannot be read.
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
  /// The treatment of a feature that cannot be read.
  public let policy: BadRowPolicy
  /// The number of features that could not be read so far.
  public private(set) var badRowCount = 0
  /// The errors of the first twenty of them.
  public private(set) var badRows: [FormatError] = []
  /// The error of the last feature read, if the input ends within it.
  package private(set) var cutError: FormatError?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - reader: the reader that supplies the features.
  ///   - policy: how a feature that cannot be read is treated.
  public init(_ reader: any FeatureReader, badRows policy: BadRowPolicy = .skip) {
    self.reader = reader
    self.policy = policy
  }

  /// Counts of valid content omitted so far.
  public var leftOut: LeftOut {
    var leftOut = earlier
    leftOut.add(reader.leftOut)
    return leftOut
  }

  /// The counts of the previous readers.
  private var earlier = LeftOut()

  /// Continues with another reader, whose features follow those of the previous one.
  package mutating func goOn(with reader: any FeatureReader) {
    earlier = leftOut
    earlierMembers = foreignMembers
    self.reader = reader
  }

  /// The rows of a table that have more fields than its header.
  package var longRows: LongRows { reader._table?.longRows ?? LongRows() }

  /// The columns of a table, once its first row is known; nil for any other format.
  package var columns: PlaceColumns? { reader._table?.columns }

  /// The text encoding detected so far, for formats that do not declare one.
  public var encoding: TextEncoding { reader.encoding }

  /// Members of the whole file rather than of a feature, as far as they have been read.
  public var foreignMembers: Properties {
    guard !earlierMembers.isEmpty else { return reader.foreignMembers }
    var members = earlierMembers
    for (name, value) in reader.foreignMembers.members where members[name] == nil {
      members[name] = value
    }
    return members
  }

  /// The members that the previous readers have read.
  private var earlierMembers = Properties()

  /// Sets the rows and properties needed of the features that follow.
  ///
  /// A table reader skips other rows, which costs far less than making features of them. Other
  /// readers ignore it, and a table reader may still return features that do not match.
  package mutating func request(_ rows: RowRequest) { reader._withTable { $0.request = rows } }

  /// Writes the next rows of a table as GeoJSON without making features, as long as they are plain.
  ///
  /// - Returns: the number of rows written; 0 for any other format, and after the last buffered
  ///   row. ``next()`` continues after them.
  package mutating func writeRows(to writer: inout any FeatureWriter) -> Int {
    reader._withTable { writer._writeRows(of: &$0) } ?? 0
  }

  /// Copies the next rows of a table as long as nothing in them is to be changed; otherwise as
  /// ``writeRows(to:)``.
  package mutating func copyRows(to copier: inout TableCopier) -> Int {
    reader._withTable { copier.copyRows(of: &$0) } ?? 0
  }

  /// Copies the row of a table that was read last.
  ///
  /// - Parameters:
  ///   - copier: writes the row.
  ///   - isBad: whether the row has no valid location.
  package func copyRow(to copier: inout TableCopier, isBad: Bool) {
    if let table = reader._table { copier.copyRow(of: table, isBad: isBad) }
  }

  /// Packs the next rows of a table as feature records as long as they are plain; otherwise as
  /// ``writeRows(to:)``.
  package mutating func packRows(to records: inout PackedRecords) -> Int {
    reader._withTable { $0.packRows(to: &records) } ?? 0
  }

  /// Passes the positions of the next rows of a table, with one of their properties, to a closure
  /// as long as the rows are plain; otherwise as ``writeRows(to:)``.
  ///
  /// - Parameters:
  ///   - property: the name of the property; nil for none.
  ///   - body: receives the position and the value, nil if the row has none.
  /// - Returns: the number of rows passed.
  package mutating func forEachPlainPoint(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) -> Int {
    reader._withTable { $0.forEachPlainPoint(with: property, body) } ?? 0
  }

  /// The number of features skipped on request.
  package var passedCount: Int { reader._table?.passedCount ?? 0 }

  /// Returns the complete part of the feature in progress, such as a track, after an input that
  /// ends too early.
  package mutating func salvage() -> GeoFeature? { reader._salvage() }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { reader.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { reader.finish() }

  /// Returns the next feature, or nil if the input so far contains no further complete one.
  ///
  /// - Throws: ``FormatError`` for a bad row under ``BadRowPolicy/fail``, and under any policy for
  ///   an error that ends the input.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while true {
      do throws(FormatError) {
        let feature = try reader.next()
        if feature != nil { cutError = nil }
        return feature
      } catch {
        if policy == .fail || error.endsInput { throw error }
        if case .endsWithin = error.reason { cutError = error } else { cutError = nil }
        badRowCount += 1
        if badRows.count < 20 { badRows.append(error) }
        if policy == .null { return reader._table?.rowWithoutPlace ?? GeoFeature(geometry: nil) }
      }
    }
  }
}

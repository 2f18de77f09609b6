internal import CairnMemory

/// Reads a sequence of GeoJSON texts, in pieces of any size: each preceded by a record separator
/// (RFC 8142), or one per line (newline-delimited GeoJSON).
///
/// A record that starts with a separator (byte 1E) extends to the next separator and may contain
/// line breaks; any other record is a line. Each record is a feature, a geometry or a collection,
/// read as by ``GeoJSONReader``, or several of them one after the other. Blank lines and a comma at
/// the end of a line are skipped.
///
/// ```swift
/// var reader = GeoJSONSequenceReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// No error ends the input: the error of a malformed record has its line, byte and reason, and the
/// next call continues with the next record.
public struct GeoJSONSequenceReader: FeatureReader {
  /// The maximum number of buffered bytes of an incomplete record, 256 MiB by default; longer
  /// records are an error.
  public var recordLimit = 1 << 28

  /// Counts of valid content omitted so far.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private var isFinished = false
  /// The start of the record in progress, and the end of the part already searched for its end.
  private var position = 0
  private var looked = 0
  private var hasSeparator = false
  private var isSkipping = false
  private var lines = LineCount()
  /// The reader of a record that is a collection.
  private var collection: GeoJSONReader?
  /// Further features of a record that contains several, in reverse order.
  private var waiting: [GeoFeature] = []
  private var origin = (line: 1, byte: 0)

  /// Reads records that need not be GeoJSON.
  internal var objects: ObjectPlaces?
  /// The bytes of the last record if the input ends within it.
  internal var cutRecord: [UInt8] = []

  private static let separator: UInt8 = 0x1E

  /// Creates a reader without input.
  public init() {}

  /// Creates a reader for objects that need not be GeoJSON.
  internal init(_ objects: ObjectPlaces) { self.objects = objects }

  /// Creates a reader for a complete input.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isFinished = true
  }

  /// Adds the next piece of the input.
  ///
  /// - Complexity: O(the piece + the record in progress).
  public mutating func append(_ piece: [UInt8]) {
    if position > 0 {
      lines.drop(position, of: bytes)
      if position == bytes.count { bytes = [] } else { bytes.removeSubrange(..<position) }
      looked -= position
      position = 0
    }
    if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
  }

  /// Marks the end of the input.
  public mutating func finish() { isFinished = true }

  /// Returns the next feature, or nil if the input so far contains no further complete record.
  ///
  /// - Throws: ``FormatError`` with line and byte.
  /// - Complexity: O(the record's bytes), regardless of how they are split into pieces.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while true {
      if let feature = waiting.popLast() { return feature }
      if let feature = try nextOfCollection() { return feature }
      guard let record = try nextRecord() else { return nil }
      do throws(JSONFault) {
        let bytes = bytes
        let (features, passed) = try bytes.withUnsafeSpan { span throws(JSONFault) in
          // The prefix ends with the record, since another record follows it.
          try self.features(in: span.prefix(record.upperBound), from: record.lowerBound)
        }
        leftOut.add(passed)
        waiting = features.reversed()
      } catch {
        guard error.reason == .collection else {
          if error.reason == .ends, isFinished, record.upperBound == bytes.count {
            cutRecord = Array(bytes[record])
          }
          throw self.error(error, in: record)
        }
        origin = lines.place(of: record.lowerBound, in: bytes)
        collection = GeoJSONReader(Array(bytes[record]))
      }
    }
  }

  /// The features of a record: usually one value; several may follow each other, and a comma at
  /// the end is skipped.
  private mutating func features(
    in span: UnsafeByteSpan, from start: Int
  ) throws(JSONFault) -> ([GeoFeature], LeftOut) {
    var (features, leftOut, end) = try value(in: span, at: start)
    while end < span.count {
      var cursor = JSONCursor(span, at: end)
      if span[end] == UInt8(ascii: ",") {
        cursor.position += 1
        cursor.skipSpace()
        if cursor.position == span.count { break }
      }
      guard span[cursor.position] == UInt8(ascii: "{") else {
        throw JSONFault(.syntax(.end), at: end)
      }
      let next = try value(in: span, at: cursor.position)
      features += next.features
      leftOut.add(next.leftOut)
      end = next.end
    }
    return (features, leftOut)
  }

  /// The features of a value, and the position of what follows it.
  private mutating func value(
    in span: UnsafeByteSpan, at start: Int
  ) throws(JSONFault) -> (features: [GeoFeature], leftOut: LeftOut, end: Int) {
    var cursor = JSONCursor(span, at: start)
    var features: [GeoFeature] = []
    var fault: JSONFault?
    do throws(JSONFault) {
      if let found = try objects?.features(&cursor) {
        features = found
      } else {
        var sink = FeatureSink()
        try cursor.feature(isInCollection: false, into: &sink)
        features = [sink.feature]
      }
    } catch {
      guard error.leavesSyntaxIntact, error.reason != .collection else { throw error }
      // Invalid JSON takes precedence over other faults.
      fault = error
      cursor.position = start
      do throws(JSONFault) {
        try cursor.skipValue(checksText: false)
      } catch {
        throw error.reason == .tooDeep ? fault ?? error : error
      }
    }
    cursor.skipSpace()
    if let fault {
      // Invalid JSON after the value takes precedence as well.
      if cursor.position < span.count, !",{".utf8.contains(span[cursor.position]) {
        throw JSONFault(.syntax(.end), at: cursor.position)
      }
      throw fault
    }
    return (features, cursor.leftOut, cursor.position)
  }

  private mutating func nextOfCollection() throws(FormatError) -> GeoFeature? {
    guard collection != nil else { return nil }
    do throws(FormatError) {
      if let feature = try collection?.next() { return feature }
    } catch {
      var error = error
      error.byte = error.byte.map { $0 + origin.byte }
      error.line += origin.line - 1
      error.endsInput = false
      throw error
    }
    if let collection {
      leftOut.add(collection.leftOut)
      // A sequence cannot represent the members of one of its collections.
      leftOut.addMembers(collection.foreignMembers)
    }
    collection = nil
    return nil
  }

  /// The bytes of the next nonempty record, without separators.
  private mutating func nextRecord() throws(FormatError) -> Range<Int>? {
    while true {
      if isSkipping {
        guard let end = endOfRecord() else {
          position = looked
          return nil
        }
        isSkipping = false
        hasSeparator = false
        position = end
      }
      skipSeparators()
      guard position < bytes.count else { return nil }
      guard let end = endOfRecord() else {
        guard bytes.count - position > recordLimit else { return nil }
        isSkipping = true
        let place = lines.place(of: position, in: bytes)
        var error = FormatError(
          .recordTooLong(limit: recordLimit), line: place.line, byte: place.byte)
        error.endsInput = false
        throw error
      }
      let record = position..<end
      position = end
      looked = end
      hasSeparator = false
      return record
    }
  }

  /// Skips to the next possible start of a record.
  private mutating func skipSeparators() {
    // A byte order mark at the start of the input is not part of the first record.
    if lines.droppedCount == 0, position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
    }
    while position < bytes.count {
      switch bytes[position] {
      case Self.separator: hasSeparator = true
      case 0x20, 0x09, 0x0A, 0x0D: break
      default:
        looked = max(looked, position)
        return
      }
      position += 1
    }
    looked = position
  }

  /// The end of the record in progress, or nil if it has not arrived.
  private mutating func endOfRecord() -> Int? {
    while looked < bytes.count {
      let byte = bytes[looked]
      if byte == Self.separator || byte == 0x0A && !hasSeparator { return looked }
      looked += 1
    }
    return isFinished ? looked : nil
  }

  private mutating func error(_ fault: JSONFault, in record: Range<Int>) -> FormatError {
    let place = lines.place(of: min(fault.position, record.upperBound), in: bytes)
    let reason = bytes.withUnsafeSpan { span in
      fault.reason(in: span.prefix(record.upperBound), within: "a record")
    }
    var error = FormatError(reason, line: place.line, byte: place.byte)
    error.endsInput = false
    return error
  }
}

internal import CairnMemory

/// Reads a sequence of GeoJSON texts from bytes, in pieces of any size: with a record separator in
/// front of each (RFC 8142), or one a line (newline-delimited GeoJSON).
///
/// A record that starts with a separator (byte 1E) goes on to the next one and may have line
/// breaks in it; any other one is a line. Each is a feature, a geometry or a collection, read as
/// ``GeoJSONReader`` says. Empty lines are skipped.
///
/// ```swift
/// var reader = GeoJSONSequenceReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// No error ends the input: a broken record is named by line, byte and reason, and the next call
/// goes on with the next record.
public struct GeoJSONSequenceReader: FeatureReader {
  /// How many bytes of an unfinished record may wait for its end before that is an error, 256 MB by
  /// default.
  public var recordLimit = 1 << 28

  /// What was left out so far though nothing is wrong with it.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private var isFinished = false
  /// Where the record in progress starts, and how far it has been looked at for its end.
  private var position = 0
  private var looked = 0
  private var hasSeparator = false
  private var isSkipping = false
  private var lines = LineCount()
  /// The features of a record that is a collection.
  private var collection: GeoJSONReader?
  /// Further features of a record that holds several, the next one last.
  private var waiting: [GeoFeature] = []
  private var origin = (line: 1, byte: 0)

  /// Makes a feature of a record that need not be GeoJSON.
  private var objects: ObjectPlaces?

  private static let separator: UInt8 = 0x1E

  /// Makes a reader without input.
  public init() {}

  /// Makes a reader of objects that need not be GeoJSON.
  internal init(_ objects: ObjectPlaces) { self.objects = objects }

  /// Makes a reader over a whole input.
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

  /// Says that no more input comes.
  public mutating func finish() { isFinished = true }

  /// The next feature, or nil when the input so far holds no further whole record.
  ///
  /// - Throws: ``FormatError`` that names line and byte.
  /// - Complexity: O(the record's bytes), however they are cut into pieces.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while true {
      if let feature = waiting.popLast() { return feature }
      if let feature = try nextOfCollection() { return feature }
      guard let record = try nextRecord() else { return nil }
      do throws(JSONFault) {
        let bytes = bytes
        let (features, passed) = try bytes.withWindow { window throws(JSONFault) in
          // The record's own end, since what follows it is another one.
          try self.features(in: window.prefix(record.upperBound), from: record.lowerBound)
        }
        leftOut.add(passed)
        waiting = features.reversed()
      } catch {
        guard error.reason == .collection else { throw self.error(error, in: record) }
        origin = lines.place(of: record.lowerBound, in: bytes)
        collection = GeoJSONReader(Array(bytes[record]))
      }
    }
  }

  private mutating func features(
    in window: ByteWindow, from start: Int
  ) throws(JSONFault) -> ([GeoFeature], LeftOut) {
    var cursor = JSONCursor(window, at: start)
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
      // What is no JSON is the first thing to be said.
      fault = error
      cursor.position = start
      do throws(JSONFault) {
        try cursor.skipValue(checksText: false)
      } catch {
        throw error.reason == .tooDeep ? fault ?? error : error
      }
    }
    cursor.skipSpace()
    if cursor.position < window.count { throw JSONFault(.syntax(.end), at: cursor.position) }
    if let fault { throw fault }
    return (features, cursor.leftOut)
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
      // A sequence has no place for what one of its collections says of itself.
      leftOut.addMembers(collection.foreignMembers)
    }
    collection = nil
    return nil
  }

  /// The bytes of the next record that is not empty, without what separates it from others.
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

  /// Moves to what may be the start of a record.
  private mutating func skipSeparators() {
    // A byte order mark at the very start is no part of the first record.
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

  /// Where the record in progress ends, or nil when that has not come yet.
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
    let reason = bytes.withWindow { window in
      fault.reason(in: window.prefix(record.upperBound), within: "a record")
    }
    var error = FormatError(reason, line: place.line, byte: place.byte)
    error.endsInput = false
    return error
  }
}

/// Reads GeoJSON (RFC 7946) from bytes, in pieces of any size, feature by feature.
///
/// The input is a feature collection, a feature or a geometry, with members in any order. Members
/// that RFC 7946 does not define are kept for features and the collection (see ``foreignMembers``),
/// and counted in ``leftOut`` for geometries. A `crs` must denote WGS 84. A collection is streamed:
/// only the feature in progress is buffered. Several such objects may follow each other, as
/// programs write them by concatenation.
///
/// ```swift
/// var reader = GeoJSONReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// ## Input
/// - Numbers become the nearest double, whole ones an `Int` if they fit, and text if a double would
///   change their digits; one beyond the range of a double (`1e400`) is an error of its feature.
/// - Positions are kept unchanged. A latitude beyond 90 degrees or a longitude beyond 540 degrees
///   is an error. A third number is the elevation, a fourth the measure; further ones are counted
///   in ``leftOut``.
/// - Rings need not be closed, and may have either orientation. A line needs two positions, a ring
///   four, or three if it is not closed.
/// - Null, or a point without coordinates, is read as no geometry.
/// - If a member is repeated, the last value wins.
/// - Arrays and objects may be nested up to 128 deep.
///
/// ## Errors
/// Valid JSON that is not a valid feature is an error of that feature, with line, byte and reason,
/// and the next call continues after it; so are strings that are not valid UTF-8 and values nested
/// too deep. Invalid JSON ends the input.
public struct GeoJSONReader: FeatureReader {
  private var document = GeoJSONDocument()

  /// Creates a reader without input.
  public init() {}

  /// Counts of valid content omitted so far: members of geometries that RFC 7946 does not
  /// define, and numbers after a measure.
  public var leftOut: LeftOut { document.leftOut }

  /// Members of the collection that RFC 7946 does not define, and its `bbox`, as far as they have
  /// been read: those after the features are known at the end.
  public var foreignMembers: Properties { document.foreignMembers }

  /// Creates a reader for a complete input.
  public init(_ bytes: [UInt8]) {
    append(bytes)
    finish()
  }

  /// The maximum number of buffered bytes of an incomplete feature, 256 MiB by default; longer
  /// features are an error.
  public var featureLimit: Int {
    get { document.input.limit }
    set { document.input.limit = newValue }
  }

  /// Adds the next piece of the input.
  ///
  /// - Complexity: O(the piece + the feature in progress).
  public mutating func append(_ piece: [UInt8]) { document.input.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { document.input.finish() }

  /// Returns the next feature, or nil if the input so far contains no further complete one.
  ///
  /// - Throws: ``FormatError`` with line and byte.
  /// - Complexity: O(the feature's bytes), regardless of how they are split into pieces.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try document.next { cursor, isInCollection throws(JSONFault) in
      var sink = FeatureSink()
      try cursor.feature(isInCollection: isInCollection, into: &sink)
      return sink.feature
    }
  }
}

/// The outer structure of a GeoJSON text (RFC 7946): locates its features one by one, in pieces of
/// any size; the caller reads each.
///
/// The members of the collection may be in any order; those other than its type and features are
/// checked and kept or counted, and a reference system must be WGS 84. An object that is not a
/// collection is a single feature.
internal struct GeoJSONDocument: Sendable {
  internal var input = JSONInput()
  private var state = State.start
  private var kind = Kind.unknown
  private var hasType = false
  private var hasFeatures = false
  /// Whether a previous object of the text is a collection, and whether a comma follows it.
  private var (hasCollection, isBehindComma) = (false, false)
  private var member = GeoJSONWord.other
  private var memberName = ""
  /// Members of the outer object that RFC 7946 does not define, and a `bbox`, and those not kept.
  private var members = Properties()
  private var foreignCount = 0

  /// Members of the collection that RFC 7946 does not define, and its `bbox`.
  internal var foreignMembers: Properties {
    kind == .collection || hasCollection ? members : Properties()
  }

  /// Counts of content omitted so far.
  internal var leftOut: LeftOut {
    var leftOut = input.leftOut
    if kind == .collection || hasCollection { leftOut.add(.foreignMember, foreignCount) }
    return leftOut
  }

  private enum State {
    case start, firstName, name, colon, value, afterValue
    case firstFeature, feature, afterFeature, comma, single, end, closed
  }

  private enum Kind { case unknown, collection, array }

  /// Whether the input is an array of objects instead, which need not be GeoJSON.
  private let isArray: Bool

  internal init(isArray: Bool = false) { self.isArray = isArray }

  /// Returns the next feature, or nil if the input so far contains no further complete one.
  ///
  /// - Parameter body: reads the object at the cursor; its second argument is whether the object is
  ///   in a collection.
  /// - Returns: the result of `body`; nil if more input is needed, and at the end.
  /// - Throws: ``FormatError``. After an error that does not end the input, the next feature
  ///   follows.
  @inline(__always)
  internal mutating func next<Value>(
    _ body: (inout JSONCursor, Bool) throws(JSONFault) -> Value
  ) throws(FormatError) -> Value? {
    while true {
      if state == .feature || state == .single {
        let isInCollection = state == .feature
        let value: Value?
        do throws(JSONFault) {
          value = try input.read { cursor throws(JSONFault) in try body(&cursor, isInCollection) }
        } catch {
          guard try skipFaultyFeature(error) else { return try needsMore() }
          let named = input.error(error, within: "a feature")
          moveOn()
          throw named
        }
        guard let value else { return try needsMore() }
        moveOn()
        return value
      }
      guard try step() else { return try needsMore() }
    }
  }

  private mutating func moveOn() {
    state = state == .feature ? .afterFeature : .end
    input.pin = nil
  }

  /// Skips the feature that has a fault.
  ///
  /// - Returns: false if its end has not arrived.
  private mutating func skipFaultyFeature(_ fault: JSONFault) throws(FormatError) -> Bool {
    guard fault.leavesSyntaxIntact else { throw close(fault) }
    // Nothing may be dropped before the error is created, which needs its position.
    input.pin = input.pin ?? input.position
    if try skipValue() { return true }
    if input.isFinished { throw close(JSONFault(.ends, at: input.bytes.count)) }
    return false
  }

  private mutating func close(_ fault: JSONFault, within subject: String = "a feature")
    -> FormatError
  {
    let error = input.error(fault, within: subject, endsInput: true)
    input.close()
    state = .closed
    return error
  }

  /// Returns nil if more input may arrive; otherwise throws the error for incomplete input.
  private mutating func needsMore<Value>() throws(FormatError) -> Value? {
    if input.waiting > input.limit {
      var error = input.error(JSONFault(.ends, at: input.pin ?? input.position), within: "")
      error.reason = .recordTooLong(limit: input.limit)
      input.close()
      state = .closed
      throw error
    }
    if input.isFinished, state != .end, state != .closed {
      throw close(
        JSONFault(.ends, at: input.bytes.count),
        within: isArray
          ? "an array of objects"
          : kind == .collection ? "a collection of features" : "a GeoJSON object")
    }
    return nil
  }

  /// Advances by one delimiter or member of the outer object.
  ///
  /// - Returns: false if more bytes are needed for that.
  private mutating func step() throws(FormatError) -> Bool {
    if state == .closed { return false }
    if state == .start, !skipMark() { return false }
    guard let byte = input.nextMark() else { return false }
    switch state {
    case .start where isArray:
      guard byte == UInt8(ascii: "[") else { throw unexpected(.array) }
      input.position += 1
      kind = .array
      state = .firstFeature
    case .start:
      guard byte == UInt8(ascii: "{") else { throw unexpected(.geoJSON) }
      input.pin = input.position
      input.position += 1
      state = .firstName
    case .firstName where byte == UInt8(ascii: "}"): try endObject()
    case .firstName, .name:
      guard byte == UInt8(ascii: "\"") else {
        throw unexpected(state == .name ? .name : .nameOrEnd)
      }
      guard let word = try readWord() else { return false }
      member = word
      state = .colon
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw unexpected(.colon) }
      input.position += 1
      state = .value
    case .value: return try readMember(byte)
    case .afterValue:
      if byte == UInt8(ascii: "}") { return try endObject() }
      guard byte == UInt8(ascii: ",") else { throw unexpected(.commaOrBrace) }
      input.position += 1
      state = .name
    case .firstFeature, .afterFeature:
      if byte == UInt8(ascii: "]") {
        input.position += 1
        state = isArray ? .end : .afterValue
      } else if state == .firstFeature {
        state = .feature
      } else {
        guard byte == UInt8(ascii: ",") else { throw unexpected(.commaOrBracket) }
        input.position += 1
        guard input.nextMark() != nil else {
          state = .comma
          return false
        }
        state = .feature
      }
    case .end: return try startNext(byte)
    case .comma: state = .feature
    case .feature, .single, .closed: break
    }
    return true
  }

  /// Starts the next object of a text with several, with or without commas between them.
  private mutating func startNext(_ byte: UInt8) throws(FormatError) -> Bool {
    if byte == UInt8(ascii: ","), !isBehindComma {
      isBehindComma = true
      input.position += 1
      return true
    }
    guard byte == (isArray ? UInt8(ascii: "[") : UInt8(ascii: "{")) else { throw unexpected(.end) }
    isBehindComma = false
    hasCollection = hasCollection || kind == .collection
    (kind, hasType, hasFeatures, state) = (.unknown, false, false, .start)
    return true
  }

  private mutating func unexpected(_ wanted: JSONFault.Wanted) -> FormatError {
    close(JSONFault(.syntax(wanted), at: input.position))
  }

  /// Skips a byte order mark.
  private mutating func skipMark() -> Bool {
    guard input.isAtStart, input.bytes.first == 0xEF else { return true }
    guard input.bytes.count >= 3 || input.isFinished else { return false }
    if input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { input.position = 3 }
    return true
  }

  /// Reads a string that may be a GeoJSON word.
  private mutating func readWord() throws(FormatError) -> GeoJSONWord? {
    do throws(JSONFault) {
      let found = try input.read { cursor throws(JSONFault) in
        let name = try cursor.string(checksText: false)
        return (word: cursor.word(name), name: cursor.text(name))
      }
      if let found { memberName = found.name }
      return found?.word
    } catch {
      throw close(error)
    }
  }

  private mutating func readMember(_ byte: UInt8) throws(FormatError) -> Bool {
    let place = input.position
    switch member {
    case .features:
      guard byte == UInt8(ascii: "[") else {
        // The error quotes the value, which therefore must be complete.
        guard try skipValue() else { return false }
        throw close(JSONFault(.content(.features), at: place))
      }
      input.position += 1
      hasFeatures = true
      beCollection()
      state = .firstFeature
      return true
    case .type:
      guard byte == UInt8(ascii: "\"") else {
        guard try skipValue() else { return false }
        throw close(JSONFault(.content(.geoJSON), at: place))
      }
      guard let type = try readWord() else { return false }
      if type == .featureCollection {
        hasType = true
        beCollection()
        state = .afterValue
      } else if kind == .collection {
        throw close(JSONFault(.content(.collectionType), at: place))
      } else {
        guard type == .feature || type.isGeometry else {
          throw close(JSONFault(.content(.geoJSON), at: place))
        }
        input.position = input.pin ?? place
        state = .single
      }
      return true
    case .crs:
      guard try readReferenceSystem() else { return false }
    default:
      guard try keepValue() else { return false }
    }
    state = .afterValue
    return true
  }

  /// Keeps a member of the collection; counts one that is not valid UTF-8 or nested too deep.
  private mutating func keepValue() throws(FormatError) -> Bool {
    let isOfOthers = member != .other && member != .bbox
    if !isOfOthers, members.members.count < XMLTree.memberLimit {
      do throws(JSONFault) {
        let value = try input.read { cursor throws(JSONFault) in try cursor.value() }
        guard let value else { return false }
        members[memberName] = value
        return true
      } catch {
        guard error.leavesSyntaxIntact else { throw close(error) }
      }
    }
    guard try skipValue() else { return false }
    foreignCount += 1
    return true
  }

  private mutating func readReferenceSystem() throws(FormatError) -> Bool {
    do throws(JSONFault) {
      let isWhole: Void? = try input.read { cursor throws(JSONFault) in
        try cursor.referenceSystem()
      }
      return isWhole != nil
    } catch {
      throw close(error)
    }
  }

  /// Skips the value at the position, however deeply it is nested.
  ///
  /// - Returns: false if its end has not arrived.
  private mutating func skipValue() throws(FormatError) -> Bool {
    do throws(JSONFault) {
      let isWhole: Void? = try input.read { cursor throws(JSONFault) in
        try cursor.skipValue(checksText: false)
      }
      return isWhole != nil
    } catch {
      guard error.reason == .tooDeep else { throw close(error) }
      return input.skipUnread()
    }
  }

  private mutating func beCollection() {
    kind = .collection
    input.pin = nil
  }

  @discardableResult
  private mutating func endObject() throws(FormatError) -> Bool {
    let place = input.pin ?? input.position
    if kind == .unknown { throw close(JSONFault(.content(.geoJSON), at: place)) }
    if !hasFeatures { throw close(JSONFault(.content(.features), at: place)) }
    if !hasType { throw close(JSONFault(.content(.collectionType), at: place)) }
    input.position += 1
    state = .end
    return true
  }
}

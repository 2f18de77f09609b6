/// Reads GeoJSON (RFC 7946) from bytes, in pieces of any size, feature by feature.
///
/// The input is a feature collection, a feature or a geometry. Members stand in any order; those
/// of a feature or the collection that RFC 7946 does not know are kept (see ``foreignMembers``),
/// those of a geometry counted in ``leftOut``, and a `crs` must name WGS 84. A collection is read
/// as it comes: only the feature in progress is kept.
///
/// ```swift
/// var reader = GeoJSONReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// ## What it takes
/// - Numbers are the nearest double, whole ones an `Int` where they fit; one beyond the range of a
///   double, such as `1e400`, is an error of its feature.
/// - Positions stand as they are written. A latitude beyond 90 degrees or a longitude beyond 540
///   degrees is an error. A third number is the elevation, a fourth the measure; further ones are
///   counted in ``leftOut``.
/// - A ring need not be closed, and may run either way. A line needs two positions, a ring four.
/// - Null, or a point without coordinates, is no geometry.
/// - A member that stands twice counts as it stands last.
/// - Arrays and objects may be nested 128 deep.
///
/// ## Errors
/// What is JSON but no feature is an error of that feature, named by line, byte and reason, and the
/// next call goes on behind it; so are text that is no UTF-8 and values that are too deep. What is
/// no JSON ends the input.
public struct GeoJSONReader: FeatureReader {
  private var document = GeoJSONDocument()

  /// Makes a reader without input.
  public init() {}

  /// What was left out so far though nothing is wrong with it: members of geometries that RFC 7946
  /// does not know, and numbers behind a measure.
  public var leftOut: LeftOut { document.leftOut }

  /// Members of the collection that RFC 7946 does not know, and its `bbox`, as far as they have
  /// come: those behind the features are known at the end.
  public var foreignMembers: Properties { document.foreignMembers }

  /// Makes a reader over a whole input.
  public init(_ bytes: [UInt8]) {
    append(bytes)
    finish()
  }

  /// How many bytes of an unfinished feature are kept before it is an error, 256 MB by default.
  public var featureLimit: Int {
    get { document.input.limit }
    set { document.input.limit = newValue }
  }

  /// Adds the next piece of the input.
  ///
  /// - Complexity: O(the piece + the feature in progress).
  public mutating func append(_ piece: [UInt8]) { document.input.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { document.input.finish() }

  /// The next feature, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` that names line and byte.
  /// - Complexity: O(the feature's bytes), however they are cut into pieces.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try document.next { cursor, isInCollection throws(JSONFault) in
      var sink = FeatureSink()
      try cursor.feature(isInCollection: isInCollection, into: &sink)
      return sink.feature
    }
  }
}

/// The outer form of a GeoJSON text (RFC 7946): finds its features one after the other, in pieces
/// of any size, and leaves the reading of each to the caller.
///
/// The members of the collection may stand in any order; what is neither its type nor its features
/// is checked and counted, and a reference system must be WGS 84. An object that is no collection
/// is one feature.
internal struct GeoJSONDocument: Sendable {
  internal var input = JSONInput()
  private var state = State.start
  private var kind = Kind.unknown
  private var hasType = false
  private var hasFeatures = false
  private var member = GeoJSONWord.other
  private var memberName = ""
  /// Members of the outer object that RFC 7946 does not know, and a box; those that cannot be kept
  /// are counted.
  private var members = Properties()
  private var foreignCount = 0

  /// Members of the collection that RFC 7946 does not know, and its box.
  internal var foreignMembers: Properties { kind == .collection ? members : Properties() }

  /// What was left out so far.
  internal var leftOut: LeftOut {
    var leftOut = input.leftOut
    if kind == .collection { leftOut.add(.foreignMember, foreignCount) }
    return leftOut
  }

  private enum State {
    case start, firstName, name, colon, value, afterValue
    case firstFeature, feature, afterFeature, comma, single, end, closed
  }

  private enum Kind { case unknown, collection, array }

  /// Whether it is an array of objects instead, which need not be GeoJSON.
  private let isArray: Bool

  internal init(isArray: Bool = false) { self.isArray = isArray }

  /// The next feature, or nil when no further whole one has come.
  ///
  /// - Parameter body: reads the object at the cursor; it is told whether that stands in a
  ///   collection.
  /// - Returns: what the closure makes of the feature; nil when more input is needed, and at the
  ///   end.
  /// - Throws: ``FormatError``. Behind one that does not end the input the next feature follows.
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
          guard try isBehindFault(error) else { return try needsMore() }
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

  /// Moves behind the feature that something is wrong with.
  ///
  /// - Returns: false when its end has not come yet.
  private mutating func isBehindFault(_ fault: JSONFault) throws(FormatError) -> Bool {
    guard fault.leavesSyntaxIntact else { throw close(fault) }
    // The error is to name its place, so nothing may be dropped before it is made.
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

  /// Says whether it is an error that nothing more has come.
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

  /// Goes on by one mark or member of the outer object.
  ///
  /// - Returns: false when more bytes are needed for that.
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
    case .end: throw unexpected(.end)
    case .comma: state = .feature
    case .feature, .single, .closed: break
    }
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

  /// Reads a string that may be a word of GeoJSON.
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
        // The error names the value, which therefore has to be whole.
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

  /// Keeps a member of the collection; one whose text is broken or that is too deep is counted.
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

  /// Skips the value at the position, however deep it is.
  ///
  /// - Returns: false when its end has not come yet.
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

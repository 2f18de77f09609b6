/// The bytes of an input as far as they have come and are still needed, with what it takes to say
/// where something stands in the whole.
internal struct JSONInput: Sendable {
  internal private(set) var bytes: [UInt8] = []
  internal private(set) var isFinished = false
  private var isClosed = false
  /// The first byte that has not been read.
  internal var position = 0
  /// The first byte that may be asked for again; nil when that is the one at the position.
  internal var pin: Int?
  /// How many bytes may be waiting for the end of a value.
  internal var limit = 1 << 28
  /// What was passed over in the values that were read.
  internal private(set) var leftOut = LeftOut()

  /// How many bytes stood in front of those at hand.
  private var dropped = 0
  /// The line at a position that is never behind one that is asked for.
  private var line = 1
  private var linePosition = 0
  private var frame: JSONFrame?

  /// Adds the next piece.
  ///
  /// - Complexity: O(the piece + what has not been read).
  internal mutating func append(_ piece: [UInt8]) {
    if isClosed { return }
    let keep = pin ?? position
    if keep > 0 {
      countLines(to: keep)
      if keep == bytes.count { bytes = [] } else { bytes.removeSubrange(..<keep) }
      position -= keep
      pin? -= keep
      linePosition -= keep
      dropped += keep
      frame?.dropFirst(keep)
    }
    if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
  }

  /// Says that no more comes.
  internal mutating func finish() { isFinished = true }

  /// Drops what has not been read: nothing more is to be had.
  internal mutating func close() {
    bytes = []
    position = 0
    pin = nil
    frame = nil
    linePosition = 0
    isFinished = true
    isClosed = true
  }

  /// Reads from the position on, where a value starts, or says that more bytes are needed.
  ///
  /// - Parameter body: reads; where the bytes end too early it is called again from the same place
  ///   once the value is whole.
  /// - Returns: nil when the value is not whole yet.
  @inline(__always)
  internal mutating func read<Value>(
    _ body: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value? {
    if frame != nil, !frameIsWhole() { return nil }
    var end = position
    var passed: LeftOut?
    do throws(JSONFault) {
      let value = try bytes.withWindow { window throws(JSONFault) in
        var cursor = JSONCursor(window, at: position, isLast: isFinished)
        let value = try body(&cursor)
        end = cursor.position
        if !cursor.passedOver.isEmpty { passed = cursor.leftOut }
        return value
      }
      if let passed { leftOut.add(passed) }
      position = end
      frame = nil
      return value
    } catch {
      return try wait(error)
    }
  }

  /// Whether the value that was not whole before is so now, or never will be.
  private mutating func frameIsWhole() -> Bool {
    guard var frame, frame.start == position else { return true }
    if !frame.isComplete {
      bytes.withWindow { frame.advance(in: $0) }
      self.frame = frame
    }
    return frame.isComplete || isFinished
  }

  /// Remembers how far the value at the position has been looked at.
  @inline(never)
  private mutating func wait<Value>(_ fault: JSONFault) throws(JSONFault) -> Value? {
    guard fault.reason == .ends, !isFinished else {
      frame = nil
      throw fault
    }
    var frame = frame ?? JSONFrame(start: position)
    if frame.start != position { frame = JSONFrame(start: position) }
    bytes.withWindow { frame.advance(in: $0) }
    self.frame = frame
    return nil
  }

  /// Moves behind the value at the position, whatever is wrong inside it.
  ///
  /// - Returns: false when its end has not come yet.
  internal mutating func skipUnread() -> Bool {
    var frame = frame ?? JSONFrame(start: position)
    if frame.start != position { frame = JSONFrame(start: position) }
    bytes.withWindow { frame.advance(in: $0) }
    self.frame = frame
    guard frame.isComplete else { return false }
    position = frame.end
    self.frame = nil
    return true
  }

  /// Whether nothing of the input has been read yet.
  internal var isAtStart: Bool { dropped == 0 && position == 0 }

  /// The bytes that wait to be read.
  internal var waiting: Int { bytes.count - (pin ?? position) }

  /// The error for people.
  internal mutating func error(
    _ fault: JSONFault, within subject: String, endsInput: Bool = false
  ) -> FormatError {
    countLines(to: pin ?? position)
    return bytes.withWindow { window in
      let place = min(fault.position, window.count)
      let lines = place > linePosition ? window.lineFeeds(in: linePosition..<place) : 0
      return FormatError(
        fault.reason(in: window, within: subject), line: line + lines, byte: dropped + place,
        endsInput: endsInput || !fault.leavesSyntaxIntact)
    }
  }

  private mutating func countLines(to end: Int) {
    guard end > linePosition else { return }
    line += bytes.withWindow { $0.lineFeeds(in: linePosition..<end) }
    linePosition = end
  }
}

extension JSONInput {
  /// Moves to the next byte that is no white space.
  ///
  /// - Returns: that byte, or nil when none has come yet.
  @inline(__always)
  internal mutating func nextMark() -> UInt8? {
    let at = position
    guard at < bytes.count else { return nil }
    // Mostly there is no white space.
    if bytes[at] > 0x20 { return bytes[at] }
    return markBehindSpace()
  }

  @inline(never)
  private mutating func markBehindSpace() -> UInt8? {
    position = bytes.withWindow { window in
      var cursor = JSONCursor(window, at: position)
      cursor.skipSpace()
      return cursor.position
    }
    return position < bytes.count ? bytes[position] : nil
  }
}

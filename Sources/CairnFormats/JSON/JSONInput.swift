internal import CairnMemory

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
  /// What was skipped in the values that were read, though it is valid.
  internal private(set) var leftOut = LeftOut()

  private var lines = LineCount()
  private var frame: JSONFrame?

  /// Adds the next piece.
  ///
  /// - Complexity: O(the piece + what has not been read).
  internal mutating func append(_ piece: [UInt8]) {
    if isClosed { return }
    let keep = pin ?? position
    if keep > 0 {
      lines.drop(keep, of: bytes)
      if keep == bytes.count { bytes = [] } else { bytes.removeSubrange(..<keep) }
      position -= keep
      pin? -= keep
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
    isFinished = true
    isClosed = true
  }

  /// Reads from the position on, where a value starts, or says that more bytes are needed.
  ///
  /// - Parameter body: reads; where the bytes end too early it is called again from the same place
  ///   once the value is whole.
  /// - Returns: nil when the value is not whole yet.
  /// - Throws: what the closure throws, but that the bytes end while more may come.
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
    guard let frame, frame.start == position else { return true }
    return frame.isComplete || advanceFrame().isComplete || isFinished
  }

  /// Remembers how far the value at the position has been looked at.
  @inline(never)
  private mutating func wait<Value>(_ fault: JSONFault) throws(JSONFault) -> Value? {
    guard fault.reason == .ends, !isFinished else {
      frame = nil
      throw fault
    }
    _ = advanceFrame()
    return nil
  }

  /// Looks for the end of the value at the position in what has come since the last time.
  private mutating func advanceFrame() -> JSONFrame {
    var frame = JSONFrame(start: position)
    if let known = self.frame, known.start == position { frame = known }
    bytes.withWindow { frame.advance(in: $0) }
    self.frame = frame
    return frame
  }

  /// Moves behind the value at the position, whatever is wrong inside it.
  ///
  /// - Returns: false when its end has not come yet.
  internal mutating func skipUnread() -> Bool {
    let frame = advanceFrame()
    guard frame.isComplete else { return false }
    position = frame.end
    self.frame = nil
    return true
  }

  /// Whether nothing of the input has been read yet.
  internal var isAtStart: Bool { lines.droppedCount == 0 && position == 0 }

  /// The bytes that wait to be read.
  internal var waiting: Int { bytes.count - (pin ?? position) }

  /// The error for people.
  internal mutating func error(
    _ fault: JSONFault, within subject: String, endsInput: Bool = false
  ) -> FormatError {
    let place = lines.place(of: fault.position, in: bytes)
    return FormatError(
      bytes.withWindow { fault.reason(in: $0, within: subject) }, line: place.line,
      byte: place.byte, endsInput: endsInput || !fault.leavesSyntaxIntact)
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

/// Finds where a JSON value ends without reading it, as far as the bytes go.
///
/// It goes on where it stopped when more bytes have come, so that a value that arrives in many
/// pieces is looked at once. It counts brackets outside of strings and does not see whether they
/// fit; whoever reads the value does.
internal struct JSONFrame: Sendable {
  /// Where the value starts.
  internal private(set) var start: Int
  /// How far the bytes have been looked at: the end of the value once it is complete.
  internal private(set) var end: Int
  internal private(set) var isComplete = false
  private var depth = 0
  private var isInString = false

  internal init(start: Int) {
    self.start = start
    end = start
  }

  /// Moves the positions when bytes in front of the value are dropped.
  internal mutating func dropFirst(_ count: Int) {
    start -= count
    end -= count
  }

  /// Looks at what has come.
  internal mutating func advance(in bytes: ByteWindow) {
    guard !isComplete else { return }
    var at = end
    while at < bytes.count {
      let byte = bytes[at]
      at &+= 1
      if isInString {
        if byte == UInt8(ascii: "\\") {
          guard at < bytes.count else {
            // The escaped byte is looked at together with its mark.
            at &-= 1
            break
          }
          at &+= 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return complete(at) }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // Without an opening mark it ends a number or a word in front of it, or is wrong itself.
        depth &-= 1
        if depth <= 0 { return complete(depth == 0 ? at : max(at &- 1, start &+ 1)) }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return complete(max(at &- 1, start &+ 1)) }
      default: break
      }
    }
    end = at
  }

  private mutating func complete(_ at: Int) {
    end = at
    isComplete = true
  }
}

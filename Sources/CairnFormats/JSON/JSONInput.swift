internal import CairnMemory

/// The buffered bytes of an input that are still needed, with the state needed to compute positions
/// in the whole input.
internal struct JSONInput: Sendable {
  internal private(set) var bytes: [UInt8] = []
  internal private(set) var isFinished = false
  private var isClosed = false
  /// The first byte that has not been read.
  internal var position = 0
  /// The first byte that may be needed again; nil if that is the byte at the position.
  internal var pin: Int?
  /// The maximum number of buffered bytes of an incomplete value.
  internal var limit = 1 << 28
  /// Valid content skipped in the values that were read.
  internal private(set) var leftOut = LeftOut()

  private var lines = LineCount()
  private var frame: JSONValueExtent?

  /// Adds the next piece.
  ///
  /// - Complexity: O(the piece + the unread bytes).
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

  /// Marks the end of the input.
  internal mutating func finish() { isFinished = true }

  /// Discards the unread bytes: no more values are read.
  internal mutating func close() {
    bytes = []
    position = 0
    pin = nil
    frame = nil
    isFinished = true
    isClosed = true
  }

  /// Reads a value that starts at the position, or reports that more bytes are needed.
  ///
  /// - Parameter body: reads the value; if the bytes end too early, it is called again at the same
  ///   position once the value is complete.
  /// - Returns: nil if the value is not complete yet.
  /// - Throws: the errors of `body`, except a premature end while more input may arrive.
  @inline(__always)
  internal mutating func read<Value>(
    _ body: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value? {
    if frame != nil, !frameIsWhole() { return nil }
    var end = position
    var passed: LeftOut?
    do throws(JSONFault) {
      let value = try bytes.withUnsafeSpan { span throws(JSONFault) in
        var cursor = JSONCursor(span, at: position, isLast: isFinished)
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

  /// Whether the value that was incomplete before is now complete, or never will be.
  private mutating func frameIsWhole() -> Bool {
    guard let frame, frame.start == position else { return true }
    return frame.isComplete || advanceFrame().isComplete || isFinished
  }

  /// Records how far the value at the position has been scanned.
  @inline(never)
  private mutating func wait<Value>(_ fault: JSONFault) throws(JSONFault) -> Value? {
    guard fault.reason == .ends, !isFinished else {
      frame = nil
      throw fault
    }
    _ = advanceFrame()
    return nil
  }

  /// Searches for the end of the value at the position in the bytes that are new.
  private mutating func advanceFrame() -> JSONValueExtent {
    var frame = JSONValueExtent(start: position)
    if let known = self.frame, known.start == position { frame = known }
    bytes.withUnsafeSpan { frame.advance(in: $0) }
    self.frame = frame
    return frame
  }

  /// Skips the value at the position, regardless of faults inside it.
  ///
  /// - Returns: false if its end has not arrived.
  internal mutating func skipUnread() -> Bool {
    let frame = advanceFrame()
    guard frame.isComplete else { return false }
    position = frame.end
    self.frame = nil
    return true
  }

  /// Whether nothing of the input has been read yet.
  internal var isAtStart: Bool { lines.droppedCount == 0 && position == 0 }

  /// The number of unread bytes.
  internal var waiting: Int { bytes.count - (pin ?? position) }

  /// Creates the error for a fault.
  internal mutating func error(
    _ fault: JSONFault, within subject: String, endsInput: Bool = false
  ) -> FormatError {
    let place = lines.place(of: fault.position, in: bytes)
    return FormatError(
      bytes.withUnsafeSpan { fault.reason(in: $0, within: subject) }, line: place.line,
      byte: place.byte, endsInput: endsInput || !fault.leavesSyntaxIntact)
  }
}

extension JSONInput {
  /// Skips white space.
  ///
  /// - Returns: the next byte, or nil if it has not arrived.
  @inline(__always)
  internal mutating func nextMark() -> UInt8? {
    let at = position
    guard at < bytes.count else { return nil }
    // Usually there is no white space.
    if bytes[at] > 0x20 { return bytes[at] }
    return markBehindSpace()
  }

  @inline(never)
  private mutating func markBehindSpace() -> UInt8? {
    position = bytes.withUnsafeSpan { span in
      var cursor = JSONCursor(span, at: position)
      cursor.skipSpace()
      return cursor.position
    }
    return position < bytes.count ? bytes[position] : nil
  }
}

/// Finds the end of a JSON value without parsing it, as far as the bytes reach.
///
/// Scanning resumes where it stopped when more bytes have arrived, so that a value in many pieces
/// is scanned once. Brackets outside of strings are counted but not matched; the parser checks
/// them.
internal struct JSONValueExtent: Sendable {
  /// The start of the value.
  internal private(set) var start: Int
  /// The end of the scanned bytes: the end of the value once it is complete.
  internal private(set) var end: Int
  internal private(set) var isComplete = false
  private var depth = 0
  private var isInString = false

  internal init(start: Int) {
    self.start = start
    end = start
  }

  /// Adjusts the positions when bytes before the value are dropped.
  internal mutating func dropFirst(_ count: Int) {
    start -= count
    end -= count
  }

  /// Scans the bytes that are new.
  internal mutating func advance(in bytes: UnsafeByteSpan) {
    guard !isComplete else { return }
    var at = end
    while at < bytes.count {
      let byte = bytes[at]
      at &+= 1
      if isInString {
        if byte == UInt8(ascii: "\\") {
          guard at < bytes.count else {
            // The escaped byte is scanned together with its backslash.
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
        // Without an opening bracket it ends a number or literal before it, or is a fault itself.
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

  /// The complete part of a value that ends too early: up to the last complete array or object in
  /// its outermost array, and closed there.
  ///
  /// - Returns: nil if nothing in it is complete.
  internal static func closed(_ bytes: [UInt8]) -> [UInt8]? {
    /// The closing brackets of the open arrays and objects.
    var closings: [UInt8] = []
    var outermostArray: Int?
    var cut: (end: Int, closings: [UInt8])?
    var isInString = false
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if isInString {
        if byte == UInt8(ascii: "\\") { at += 1 }
        isInString = byte != UInt8(ascii: "\"")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"): closings.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["):
        outermostArray = outermostArray ?? closings.count
        closings.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closings.popLast() == byte else { return nil }
        if closings.count == outermostArray { outermostArray = nil }
        if closings.count <= (outermostArray ?? 0) + 1 { cut = (at, closings) }
      default: break
      }
    }
    return cut.map { bytes[..<$0.end] + $0.closings.reversed() }
  }
}

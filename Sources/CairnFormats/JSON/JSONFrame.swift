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

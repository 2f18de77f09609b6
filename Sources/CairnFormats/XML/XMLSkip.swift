/// What an XML reader is skipping, byte by byte, so that none of it has to be kept.
internal enum XMLSkip: Sendable {
  case nothing
  case comment
  case instruction
  case documentType(DocumentType)

  /// Where in a document type one is.
  internal struct DocumentType: Sendable {
    internal var quote: UInt8 = 0
    internal var isWithinBrackets = false
    internal var inner: Inner = .none

    internal enum Inner { case none, comment, instruction }
  }

  /// Moves behind what is skipped; false when its end has not come.
  internal mutating func pass(_ bytes: [UInt8], _ position: inout Int) -> Bool {
    switch self {
    case .nothing:
      return true
    case .comment:
      guard Self.pass("-->", bytes, &position) else { return false }
    case .instruction:
      guard Self.pass("?>", bytes, &position) else { return false }
    case .documentType(var type):
      let hasEnded = Self.pass(&type, bytes, &position)
      self = .documentType(type)
      guard hasEnded else { return false }
    }
    self = .nothing
    return true
  }

  /// Moves behind a mark, or to where it may have begun.
  private static func pass(_ mark: String, _ bytes: [UInt8], _ position: inout Int) -> Bool {
    let mark = Array(mark.utf8)
    let last = mark[mark.count - 1]
    var index = position + mark.count - 1
    while index < bytes.count {
      if bytes[index] == last, bytes[(index - mark.count + 1)...index].elementsEqual(mark) {
        position = index + 1
        return true
      }
      index += 1
    }
    position = max(position, bytes.count - mark.count + 1)
    return false
  }

  private static func pass(
    _ type: inout DocumentType, _ bytes: [UInt8], _ position: inout Int
  ) -> Bool {
    while position < bytes.count {
      switch type.inner {
      case .comment:
        guard pass("-->", bytes, &position) else { return false }
        type.inner = .none
        continue
      case .instruction:
        guard pass("?>", bytes, &position) else { return false }
        type.inner = .none
        continue
      case .none:
        break
      }
      let byte = bytes[position]
      if type.quote != 0 {
        if byte == type.quote { type.quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        type.quote = byte
      } else if byte == UInt8(ascii: "<") {
        // Four bytes tell a comment from a declaration.
        guard position + 3 < bytes.count else { return false }
        if bytes[position + 1] == UInt8(ascii: "?") {
          type.inner = .instruction
          position += 2
          continue
        }
        if bytes[position..<position + 4].elementsEqual("<!--".utf8) {
          type.inner = .comment
          position += 4
          continue
        }
      } else if byte == UInt8(ascii: "[") {
        type.isWithinBrackets = true
      } else if byte == UInt8(ascii: "]") {
        type.isWithinBrackets = false
      } else if byte == UInt8(ascii: ">"), !type.isWithinBrackets {
        position += 1
        return true
      }
      position += 1
    }
    return false
  }
}

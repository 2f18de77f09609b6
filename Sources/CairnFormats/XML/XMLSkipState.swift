/// The construct that an XML reader is skipping; none of its bytes are buffered.
internal enum XMLSkipState: Sendable {
  case nothing
  case comment
  case instruction(Instruction)
  case documentType(DocumentType)

  /// An ill-formed construct and its position.
  internal struct Fault: Error {
    internal let wanted: String
    /// A description of the text found instead; nil to quote the byte.
    internal var found: String?
    internal let index: Int
  }

  /// The progress within a processing instruction.
  internal struct Instruction: Sendable {
    /// The length of its target so far, and whether that is `xml` in any case, which is reserved.
    internal var length = 0
    internal var isReserved = true
    internal var isWithinTarget = true
  }

  /// The progress within a document type.
  internal struct DocumentType: Sendable {
    internal var quote: UInt8 = 0
    internal var isWithinBrackets = false
    internal var inner: Inner = .none

    internal enum Inner { case none, comment, instruction }
  }

  /// Moves past the construct; returns false if its end has not arrived.
  internal mutating func pass(_ bytes: [UInt8], _ position: inout Int) throws(Fault) -> Bool {
    switch self {
    case .nothing:
      return true
    case .comment:
      guard try Self.passComment(bytes, &position) else { return false }
    case .instruction(var instruction):
      if instruction.isWithinTarget {
        let hasTarget = try Self.passTarget(&instruction, bytes, &position)
        self = .instruction(instruction)
        guard hasTarget else { return false }
      }
      let start = position
      let hasEnded = Self.pass("?>", bytes, &position)
      try Self.check(bytes, start..<position)
      guard hasEnded else { return false }
    case .documentType(var type):
      let hasEnded = Self.pass(&type, bytes, &position)
      self = .documentType(type)
      guard hasEnded else { return false }
    }
    self = .nothing
    return true
  }

  /// Moves past the end of a comment, which must not contain `--` (XML 1.0, 2.5).
  private static func passComment(
    _ bytes: [UInt8], _ position: inout Int
  ) throws(Fault) -> Bool {
    let dash = UInt8(ascii: "-")
    while position < bytes.count {
      try check(bytes, position..<position + 1)
      if bytes[position] == dash {
        guard position + 1 < bytes.count else { return false }
        if bytes[position + 1] == dash {
          guard position + 2 < bytes.count else { return false }
          guard bytes[position + 2] == UInt8(ascii: ">") else {
            throw Fault(wanted: "--> or a comment without --", index: position + 2)
          }
          position += 3
          return true
        }
      }
      position += 1
    }
    return false
  }

  /// Moves past the target of an instruction: a name other than `xml` (2.6).
  private static func passTarget(
    _ instruction: inout Instruction, _ bytes: [UInt8], _ position: inout Int
  ) throws(Fault) -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte.isXMLNameByte else { break }
      if instruction.length == 0, !byte.isXMLNameStart { break }
      let letters: [UInt8] = [UInt8(ascii: "x"), UInt8(ascii: "m"), UInt8(ascii: "l")]
      instruction.isReserved =
        instruction.isReserved && instruction.length < 3
        && byte | 0x20 == letters[min(instruction.length, 2)]
      instruction.length += 1
      position += 1
    }
    guard position < bytes.count else { return false }
    guard instruction.length > 0 else {
      throw Fault(wanted: "the name of an instruction", index: position)
    }
    guard !instruction.isReserved || instruction.length < 3 else {
      throw Fault(
        wanted: "an XML declaration at the very start", found: "one further on", index: position)
    }
    guard bytes[position].isXMLBlank || bytes[position] == UInt8(ascii: "?") else {
      throw Fault(wanted: "a space or the end of an instruction", index: position)
    }
    instruction.isWithinTarget = false
    return true
  }

  /// Rejects control characters.
  private static func check(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) {
    for index in range where bytes[index] < 0x20 && !bytes[index].isXMLBlank {
      throw Fault(wanted: "a character of XML", index: index)
    }
  }

  /// Moves past a delimiter, or to where it may have started.
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
        // Four bytes distinguish a comment from a declaration.
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

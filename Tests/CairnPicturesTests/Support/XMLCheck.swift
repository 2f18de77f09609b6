/// Checks that the tags of an XML text nest, and that texts have no unescaped `<` or `&`.
struct XMLCheck {
  struct Problem: Error { let text: String }
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// All elements in the order of their start tags.
  func elements() throws -> [Element] {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem(text: "not UTF-8") }
    var reader = self
    return try reader.read()
  }

  private mutating func read() throws -> [Element] {
    var found: [Element] = []
    var open: [String] = []
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        try text(until: UInt8(ascii: "<"))
        continue
      }
      position += 1
      if peek == UInt8(ascii: "/") {
        position += 1
        let name = word()
        guard open.popLast() == name, take(">") else { throw problem("end tag \(name)") }
        if open.isEmpty { break }
        continue
      }
      var element = Element(name: word())
      while true {
        while peek == UInt8(ascii: " ") { position += 1 }
        if take("/>") { break }
        if take(">") {
          open.append(element.name)
          break
        }
        let name = word()
        guard !name.isEmpty, take("=\""), element.attributes[name] == nil else {
          throw problem("attribute \(name)")
        }
        let start = position
        try text(until: UInt8(ascii: "\""))
        element.attributes[name] = String(decoding: bytes[start..<position], as: UTF8.self)
        guard take("\"") else { throw problem("quote") }
      }
      found.append(element)
    }
    guard open.isEmpty, bytes[position...].allSatisfy({ $0 == UInt8(ascii: "\n") }) else {
      throw problem("open \(open)")
    }
    return found
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func word() -> String {
    let start = position
    while let byte = peek,
      byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func text(until end: UInt8) throws {
    while let byte = peek, byte != end {
      if byte == UInt8(ascii: "<") || byte < 0x20 && byte != 0x0A { throw problem("byte \(byte)") }
      if byte == UInt8(ascii: "&") {
        guard ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].contains(where: { take($0) }) else {
          throw problem("bare &")
        }
      } else {
        position += 1
      }
    }
  }

  private func problem(_ text: String) -> Problem {
    Problem(text: "\(text) at \(position)")
  }
}

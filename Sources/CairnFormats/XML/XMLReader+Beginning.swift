extension XMLReader {
  /// Detects the encoding and reads the XML declaration; returns false if more input is needed.
  ///
  /// A byte order mark takes precedence over the declaration: a file that was re-encoded, for
  /// example by `>` in PowerShell, keeps its original declaration.
  internal mutating func readDeclaration() throws(FormatError) -> Bool {
    guard bytes.count >= 4 || isFinished else { return false }
    if encoding == nil, var wide = XMLEncoding(wideStart: bytes) {
      let raw = bytes
      bytes = []
      wide.convert(raw, to: &bytes)
      encoding = wide
    }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw giveUp(.expected("XML (unzip the archive first)", found: "a zip archive, such as KMZ"))
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if start > 0 { encoding = .utf8 }
    let mark = Array("<?xml".utf8)
    guard bytes.count - start > mark.count || isFinished else { return false }
    guard bytes[start...].starts(with: mark), bytes.count - start > 5,
      bytes[start + 5].isXMLBlank
    else {
      position = start
      encoding = encoding ?? .utf8
      hasBegun = true
      return true
    }
    let rest = bytes[start...].prefix(Self.declarationLimit)
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
      guard isFinished || rest.count == Self.declarationLimit else { return false }
      throw giveUp(.endsWithin("the XML declaration"), at: start)
    }
    var declaration = XMLDeclaration(bytes[(start + 5)..<end])
    guard declaration.read() else {
      throw giveUp(
        .expected(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
          found: "\"\(bytes.excerpt(start..<end + 1))\""), at: start)
    }
    position = end + 1
    hasBegun = true
    if encoding != nil { return true }
    let name = declaration.encoding ?? "utf-8"
    var declared = XMLEncoding(name: name)
    if declared != .utf8 {
      let raw = Array(bytes[position...])
      bytes.removeSubrange(position...)
      declared.convert(raw, to: &bytes)
      if isFinished { declared.finish(&bytes) }
    }
    encoding = declared
    return true
  }
}

/// The content between `<?xml` and `>` (XML 1.0, 2.8): a version, an optional encoding and an
/// optional standalone declaration.
private struct XMLDeclaration {
  private var rest: ArraySlice<UInt8>
  private(set) var encoding: String?

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether the declaration is well-formed.
  mutating func read() -> Bool { (try? take()) == true }

  private mutating func take() throws(IllFormed) -> Bool {
    guard let version = try member("version"), version.hasPrefix("1."), version.utf8.count > 2,
      version.utf8.dropFirst(2).allSatisfy(\.isDigit)
    else { return false }
    if let name = try member("encoding") {
      guard name.utf8.first?.isLetter == true,
        name.utf8.allSatisfy({ $0.isXMLNameByte && $0 < 0x80 && $0 != UInt8(ascii: ":") })
      else { return false }
      encoding = name
    }
    if let word = try member("standalone"), word != "yes", word != "no" { return false }
    skipBlanks()
    return rest.elementsEqual("?".utf8)
  }

  private struct IllFormed: Error {}

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let count = rest.count
    rest = rest.drop(while: \.isXMLBlank)
    return rest.count < count
  }

  /// The value of a pseudo-attribute preceded by white space; nil if a different one or none
  /// follows.
  private mutating func member(_ name: String) throws(IllFormed) -> String? {
    let start = rest
    guard skipBlanks(), rest.starts(with: name.utf8) else {
      rest = start
      return nil
    }
    rest = rest.dropFirst(name.utf8.count)
    skipBlanks()
    guard rest.popFirst() == UInt8(ascii: "=") else { throw IllFormed() }
    skipBlanks()
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = rest.firstIndex(of: quote)
    else { throw IllFormed() }
    let value = String(decoding: rest[..<end].prefix(40), as: UTF8.self)
    rest = rest[(end + 1)...]
    return value
  }
}

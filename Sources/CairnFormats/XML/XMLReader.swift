/// Pulls the elements and texts out of XML 1.0 that comes in pieces of any size.
///
/// Comments and processing instructions are skipped, and so is a document type with all it
/// declares, unchecked: an entity other than the five of XML is an error where it is used, so that
/// nothing expands. The input is UTF-8, or UTF-16 or Latin-1 that says so, which is converted. Of
/// the text itself only what is asked for is checked to be UTF-8.
///
/// What is ill-formed ends the input. Ranges are of ``bytes`` and stand until the next append.
internal struct XMLReader: Sendable {
  /// What was met.
  internal enum Event {
    /// An element begins; ``element`` says which. One without content ends at once.
    case start
    /// The element that began last and has not ended yet ends.
    case end
    /// Text of the element, in one piece or in several; ``text`` says where.
    case text
  }

  /// The name of an element and its attributes.
  internal struct Element: Sendable {
    /// Its name in ``XMLReader/names``.
    internal var name = 0
    /// The vocabulary that its prefix stands for.
    internal var namespace = XMLNamespace.none
    internal var attributes: [Attribute] = []
  }

  /// An attribute: where its name and its value stand.
  internal struct Attribute: Sendable {
    internal var name: Range<Int>
    internal var value: Range<Int>
  }

  /// How deep elements may stand in each other, how long a tag or a text may be, and how many
  /// attributes an element may have.
  internal static let depthLimit = 256
  internal static let tokenLimit = 1 << 27
  internal static let attributeLimit = 256
  internal static let declarationLimit = 1024

  /// What has not been read yet, as UTF-8.
  internal var bytes: [UInt8] = []
  /// The element of the last start.
  internal var element = Element()
  /// Where what ``next()`` gave last begins.
  internal private(set) var eventStart = 0
  /// The last text.
  internal private(set) var text = 0..<0
  /// Whether the last text is to be taken as it is, without references.
  internal private(set) var textIsVerbatim = false
  /// Whether texts are skipped.
  internal var skipsText = true
  /// The names met so far.
  internal var names = XMLNames()
  /// The prefixes that are declared here.
  internal var scopes = XMLScopes()
  /// How many elements are open.
  internal var depth = 0

  internal var position = 0
  internal var isFinished = false
  private var hasEnded = false
  internal var hasRoot = false
  internal var endIsDue = false
  internal var encoding: XMLEncoding?
  internal var hasBegun = false
  internal var openNames: [UInt8] = []
  internal var openStarts: [Int] = []
  private var lines = LineCount()

  /// How far a tag or a text that has not arrived whole has been looked through, and the quote
  /// that is open there.
  internal var scanned = 0
  internal var quote: UInt8 = 0
  /// What is being skipped.
  private var skipping = XMLSkip.nothing

  internal init() {}

  internal mutating func append(_ piece: [UInt8]) {
    if hasEnded { return }
    if position > 0 {
      lines.drop(position, of: bytes)
      if position == bytes.count {
        bytes.removeAll(keepingCapacity: true)
      } else {
        bytes.removeSubrange(..<position)
      }
      scanned -= position
      position = 0
    }
    if encoding == nil || encoding == .utf8 {
      if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
    } else {
      encoding?.convert(piece, to: &bytes)
    }
  }

  internal mutating func finish() {
    encoding?.finish(&bytes)
    isFinished = true
  }

  /// Moves to the next start, end or text.
  ///
  /// - Returns: nil when the input so far holds no further whole one, and at the end.
  internal mutating func next() throws(FormatError) -> Event? {
    if hasEnded { return nil }
    if endIsDue {
      endIsDue = false
      eventStart = position
      close()
      return .end
    }
    if !hasBegun {
      guard try readDeclaration() else { return nil }
    }
    while true {
      guard try skip() else { return try wait("a comment or a declaration") }
      guard position < bytes.count else {
        guard isFinished, depth > 0 || !hasRoot else { return nil }
        throw depth > 0 ? giveUp(.endsWithin(openElement)) : expected("an element")
      }
      eventStart = position
      if bytes[position] != UInt8(ascii: "<") {
        guard let event = try readText() else { return nil }
        if event { return .text }
        continue
      }
      guard position + 1 < bytes.count else { return try wait("a tag") }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"):
        return try readEnd() ? .end : nil
      case UInt8(ascii: "!"):
        guard let event = try readMarked() else { return nil }
        if event { return .text }
      case UInt8(ascii: "?"):
        position += 2
        skipping = .instruction(.init())
      default:
        return try readStart() ? .start : nil
      }
    }
  }

  /// The local name of the element of the last start.
  internal var localName: String { names.local(element.name) }

  /// Where an attribute's value stands.
  internal func attribute(_ name: String) -> Range<Int>? {
    for attribute in element.attributes {
      guard attribute.name.count == name.utf8.count else { continue }
      var index = attribute.name.lowerBound
      for letter in name.utf8 {
        if bytes[index] != letter { break }
        index += 1
      }
      if index == attribute.name.upperBound { return attribute.value }
    }
    return nil
  }

  /// An error at a byte, behind which reading can go on.
  internal mutating func error(_ reason: FormatError.Reason, at index: Int) -> FormatError {
    let place = lines.place(of: index, in: bytes)
    var error = FormatError(reason, line: place.line, byte: place.byte)
    error.endsInput = false
    return error
  }

  /// An error at a byte that ends the input.
  internal mutating func giveUp(
    _ reason: FormatError.Reason, at index: Int? = nil
  ) -> FormatError {
    hasEnded = true
    var error = self.error(reason, at: index ?? position)
    error.endsInput = true
    return error
  }

  internal mutating func expected(_ what: String, at index: Int? = nil) -> FormatError {
    let start = index ?? position
    guard start < bytes.count else { return giveUp(.endsWithin(openElement), at: start) }
    let byte = bytes[start]
    let isPlain = byte > 0x20 && byte < 0x7F
    let found = isPlain ? "\"\(Unicode.Scalar(byte))\"" : "byte \(byte)"
    return giveUp(.expected(what, found: found), at: start)
  }

  internal var openElement: String {
    guard let start = openStarts.last else { return "the document" }
    return "<\(String(decoding: openNames[start...], as: UTF8.self))>"
  }

  /// Nil for a token that has not arrived whole, an error when nothing more comes.
  internal mutating func wait<Result>(_ what: String) throws(FormatError) -> Result? {
    if isFinished { throw giveUp(.endsWithin(what)) }
    if bytes.count - position > Self.tokenLimit {
      throw giveUp(.recordTooLong(limit: Self.tokenLimit))
    }
    return nil
  }

  // MARK: Texts

  /// Moves behind what is being skipped; false when its end has not come.
  private mutating func skip() throws(FormatError) -> Bool {
    do throws(XMLSkip.Fault) {
      return try skipping.pass(bytes, &position)
    } catch {
      guard let found = error.found else { throw expected(error.wanted, at: error.index) }
      throw giveUp(.expected(error.wanted, found: found), at: error.index)
    }
  }

  /// True for a text to return, false for one that is skipped, nil when more input is needed.
  private mutating func readText() throws(FormatError) -> Bool? {
    var index = max(position, scanned)
    let count = bytes.count
    while index < count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    if index == count, !isFinished {
      if depth == 0 || skipsText {
        try checkOutside(position..<index)
        position = index
        return nil
      }
      scanned = index
      return try wait("a text")
    }
    try checkOutside(position..<index)
    text = position..<index
    textIsVerbatim = false
    position = index
    scanned = index
    return depth > 0 && !skipsText
  }

  /// Nothing but white space may stand beside the root.
  private mutating func checkOutside(_ range: Range<Int>) throws(FormatError) {
    guard depth == 0 else { return }
    if let index = range.first(where: { !bytes[$0].isXMLBlank }) {
      throw expected(hasRoot ? "the end of the document" : "an element", at: index)
    }
  }

  /// A comment, a document type, or a text in `<![CDATA[`: true for a text, nil to wait.
  private mutating func readMarked() throws(FormatError) -> Bool? {
    let rest = bytes.count - position
    func begins(with word: String) -> Bool {
      bytes[position...].starts(with: word.utf8.prefix(rest))
    }
    if begins(with: "<!--") {
      guard rest >= 4 else { return try wait("a comment") }
      position += 4
      skipping = .comment
      return false
    }
    if begins(with: "<!DOCTYPE"), !hasRoot {
      guard rest >= 9 else { return try wait("a document type") }
      position += 9
      skipping = .documentType(.init())
      return false
    }
    guard begins(with: "<![CDATA["), depth > 0 else { throw expected("an element") }
    guard rest >= 9 else { return try wait("a text") }
    var index = max(position + 9, scanned)
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "]"), bytes[index + 1] == UInt8(ascii: "]"),
        bytes[index + 2] == UInt8(ascii: ">")
      {
        text = position + 9..<index
        textIsVerbatim = true
        position = index + 3
        scanned = position
        return !skipsText
      }
      index += 1
    }
    scanned = index
    return try wait("a text")
  }
}

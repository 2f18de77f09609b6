/// A pull parser for XML 1.0 that accepts input in pieces of any size.
///
/// Comments and processing instructions are skipped, as is a document type with its declarations,
/// which are not checked: a reference to an entity other than the five predefined ones is an error,
/// so nothing is expanded. The input is UTF-8, or in another encoding with a byte order mark or
/// declaration, which is converted: UTF-16, UTF-32, Latin-1 and Windows-1252 everywhere, any
/// encoding that the system supports, and pure ASCII whatever the declaration is. UTF-8 is
/// validated only for text that is read.
///
/// Ill-formed input ends the input. Ranges refer to ``bytes`` and are valid until the next append.
package struct XMLReader: Sendable {
  /// A token.
  package enum Event {
    /// A start tag; see ``element``. The end of an empty element follows immediately.
    case start
    /// The end of the innermost open element.
    case end
    /// Text of the element, in one or more pieces; see ``text``.
    case text
  }

  /// The name of an element and its attributes.
  package struct Element: Sendable {
    /// The number of its name in ``XMLReader/names``.
    package internal(set) var name = 0
    /// The namespace that its prefix denotes.
    internal var namespace = XMLNamespace.none
    package internal(set) var attributes: [Attribute] = []
  }

  /// The byte ranges of an attribute's name and value.
  package struct Attribute: Sendable {
    package internal(set) var name: Range<Int>
    package internal(set) var value: Range<Int>
  }

  /// Limits: the nesting depth of elements, the length of a tag or text in bytes, the attributes of
  /// an element, and the length of the XML declaration in bytes.
  internal static let depthLimit = 256
  internal static let tokenLimit = 1 << 27
  internal static let attributeLimit = 256
  internal static let declarationLimit = 1024

  /// The input that has not been read yet, as UTF-8.
  package internal(set) var bytes: [UInt8] = []
  /// The element of the last start tag.
  package internal(set) var element = Element()
  /// The start of the token that ``next()`` returned last.
  package private(set) var eventStart = 0
  /// The range of the last text.
  internal private(set) var text = 0..<0
  /// Whether the last text is a CDATA section, in which references are not resolved.
  internal private(set) var textIsVerbatim = false
  /// Whether texts are skipped.
  package var skipsText = true
  /// The element names met so far.
  internal var names = XMLNames()
  /// The namespace prefixes in scope.
  internal var scopes = XMLNamespaceScopes()
  /// The number of open elements.
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

  /// The end of the scanned part of an incomplete tag or text, and the quote that is open there.
  internal var scanned = 0
  internal var quote: UInt8 = 0
  /// The construct being skipped.
  private var skipping = XMLSkipState.nothing

  package init() {}

  package mutating func append(_ piece: [UInt8]) {
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

  package mutating func finish() {
    encoding?.finish(&bytes)
    isFinished = true
  }

  /// Advances to the next start, end or text.
  ///
  /// - Returns: nil if the input so far contains no further complete token, and at the end.
  package mutating func next() throws(FormatError) -> Event? {
    if hasEnded { return nil }
    do throws(FormatError) {
      let event = try nextToken()
      if event == nil, let problem = encoding?.problem { throw giveUp(problem, at: bytes.count) }
      return event
    } catch {
      // The text was cut off at a byte that cannot be converted.
      guard case .endsWithin = error.reason, let problem = encoding?.problem else { throw error }
      throw giveUp(problem, at: bytes.count)
    }
  }

  private mutating func nextToken() throws(FormatError) -> Event? {
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
  package var localName: String { names.local(element.name) }

  /// The range of an attribute's value; nil if the element lacks the attribute.
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

  /// Creates a recoverable error at a byte.
  package mutating func error(_ reason: FormatError.Reason, at index: Int) -> FormatError {
    let place = lines.place(of: index, in: bytes)
    var error = FormatError(reason, line: place.line, byte: place.byte)
    error.endsInput = false
    return error
  }

  /// Creates an error at a byte that ends the input.
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

  /// Returns nil for an incomplete token; throws if the input is finished or the token is too long.
  internal mutating func wait<Result>(_ what: String) throws(FormatError) -> Result? {
    if isFinished { throw giveUp(.endsWithin(what)) }
    if bytes.count - position > Self.tokenLimit {
      throw giveUp(.recordTooLong(limit: Self.tokenLimit))
    }
    return nil
  }

  // MARK: Texts

  /// Skips the construct in progress; returns false if its end has not arrived.
  private mutating func skip() throws(FormatError) -> Bool {
    do throws(XMLSkipState.Fault) {
      return try skipping.pass(bytes, &position)
    } catch {
      guard let found = error.found else { throw expected(error.wanted, at: error.index) }
      throw giveUp(.expected(error.wanted, found: found), at: error.index)
    }
  }

  /// Reads a text; returns true to deliver it, false if it is skipped, nil if more input is needed.
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

  /// Checks that only white space precedes or follows the root element.
  private mutating func checkOutside(_ range: Range<Int>) throws(FormatError) {
    guard depth == 0 else { return }
    if let index = range.first(where: { !bytes[$0].isXMLBlank }) {
      throw expected(hasRoot ? "the end of the document" : "an element", at: index)
    }
  }

  /// Reads a comment, a document type or a CDATA section; returns true for text, nil if more input
  /// is needed.
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

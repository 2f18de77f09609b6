internal import CairnMemory

/// A lexer for the text of a coordinate: numbers with their marks, signs, directions, names.
internal struct CoordinateLexer {
  internal private(set) var text: CoordinateText
  internal var tokens = ContiguousArray<CoordinateToken>()
  internal var directionCount = 0
  private(set) var tightCommaCount = 0
  private(set) var hasPoint = false

  internal var position = 0
  private var hasGap = false
  /// The open brackets, two bits each, and their number.
  private var brackets: UInt32 = 0
  private var depth = 0
  private var hasClosed = false
  internal private(set) var numberCount = 0
  /// The letter d of an angle such as 48d51m30s; m and s must have the same case.
  private var letterOfDegrees: UInt8 = 0
  internal var letterO: CoordinateLetterO?
  internal var hasContradictoryWords = false
  /// A letter O whose meaning, east or west, depends on the words after it.
  internal var undecided: (token: Int, range: Range<Int>)?

  /// More tokens than any coordinate has.
  private static let tokenLimit = 40
  static let example = "latitude and longitude such as \"48.8584, 2.2945\""

  init(_ bytes: UnsafeByteSpan, letterO: CoordinateLetterO?) {
    text = CoordinateText(bytes)
    given = letterO
    tokens.reserveCapacity(16)
  }

  internal let given: CoordinateLetterO?

  // MARK: Characters

  @inline(__always)
  internal mutating func skipBlanks() {
    while position < text.end {
      let byte = text.bytes[position]
      if byte == 0x20 {
        position &+= 1
      } else if byte > 0x20, byte < 0x5F {
        return
      } else {
        let (symbol, length) = text.symbol(position)
        guard symbol == .blank else { return }
        position &+= length
      }
      hasGap = true
    }
  }

  /// An error about the current character.
  internal func unexpected(
    _ kind: CoordinateParsingError.Kind = .unexpectedCharacter,
    expected: String = CoordinateLexer.example
  ) -> CoordinateParsingError {
    let length =
      position < text.end ? (text.byte(position) < 0x80 ? 1 : text.scalar(position).length) : 0
    return CoordinateParsingError(
      kind, position..<min(position + length, text.end), of: text.bytes, expected: expected)
  }

  // MARK: Tokens

  /// Splits the whole text into tokens.
  mutating func run() throws(CoordinateParsingError) {
    stripQuotes()
    while true {
      hasGap = false
      skipBlanks()
      guard position < text.end else { break }
      guard tokens.count < Self.tokenLimit else {
        throw unexpected(.unexpectedNumber, expected: "the end of the text")
      }
      let first = text.bytes[position]
      if text.isDigit(at: position)
        || (first == UInt8(ascii: ".") && text.isDigit(at: position + 1))
      {
        try number()
      } else {
        try mark(first)
      }
    }
    if depth > 0 { throw unexpected(expected: "a closing bracket") }
    try decideLetterO()
  }

  /// Skips quotes around the whole text, which would otherwise be marks of minutes or seconds.
  private mutating func stripQuotes() {
    skipBlanks()
    guard position < text.end else { return }
    let (symbol, length) = text.symbol(position)
    guard symbol == .minutes || symbol == .seconds else { return }
    var last = text.end
    while last > position, text.bytes[last - 1] == 0x20 || (9...13).contains(text.bytes[last - 1]) {
      last -= 1
    }
    // A closing quote has the same number of bytes as the opening one.
    guard last - length > position, text.symbol(last - length).symbol == symbol,
      text.symbol(last - length).length == length
    else { return }
    position += length
    text.end = last - length
  }

  internal mutating func append(_ kind: CoordinateToken.Kind, length: Int) {
    tokens.append(
      CoordinateToken(kind: kind, hasGap: hasGap, start: position, end: position &+ length))
    position &+= length
  }

  /// Reads a character that does not begin a number or a word.
  private mutating func mark(_ first: UInt8) throws(CoordinateParsingError) {
    switch first {
    case UInt8(ascii: ","):
      let isTight =
        position > 0 && text.isDigit(at: position + 1)
        && (text.isDigit(at: position - 1) || followsMark)
      if isTight { tightCommaCount += 1 }
      append(isTight ? .tightComma : .separator, length: 1)
    case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "/"), UInt8(ascii: "&"):
      append(.separator, length: 1)
    case UInt8(ascii: "+"): append(.plus, length: 1)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
      guard numberCount == 0, depth < 8, !hasClosed else { throw unexpected() }
      brackets = brackets << 2 | Self.bracket(first)
      depth += 1
      position += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"):
      guard depth > 0, numberCount > 0, brackets & 3 == Self.bracket(first) else {
        throw unexpected()
      }
      brackets >>= 2
      depth -= 1
      hasClosed = true
      position += 1
    default:
      let (symbol, length) = text.symbol(position)
      switch symbol {
      case .minus: append(.minus, length: length)
      case .separator: append(.separator, length: length)
      case .letter: try word()
      case .seconds, .minutes:
        // Quotes around names and numbers, as in JSON.
        let next = text.symbol(position + length).symbol
        let isBeforeNumber = text.isDigit(at: position + length) || next == .minus
        guard next == .letter || isBeforeNumber else { throw unexpected() }
        position += length
        if isBeforeNumber { quote = first }
      default: throw unexpected()
      }
    }
  }

  /// The quote that encloses the current number.
  private var quote: UInt8 = 0

  private static func bracket(_ byte: UInt8) -> UInt32 {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"): 0
    case UInt8(ascii: "["), UInt8(ascii: "]"): 1
    case UInt8(ascii: "{"), UInt8(ascii: "}"): 2
    default: 3
    }
  }

  // MARK: Numbers

  /// Reads digits with an optional decimal point and, if a lowercase e and digits follow, an
  /// exponent.
  private mutating func number() throws(CoordinateParsingError) {
    guard !hasClosed else {
      throw unexpected(.unexpectedNumber, expected: "the end of the text")
    }
    var token = CoordinateToken(kind: .number, hasGap: hasGap, start: position, end: position)
    token.isFraction = text.bytes[position] == UInt8(ascii: ".") && lastMarkEnd != nil
    var digits: UInt64 = 0
    var index = position
    while text.isDigit(at: index) {
      digits = digits &* 10 &+ UInt64(text.bytes[index] &- 48)
      index &+= 1
    }
    token.wholeDigits = index &- position
    if text.byte(index) == UInt8(ascii: ".") {
      hasPoint = true
      token.isWhole = false
      index &+= 1
      let start = index
      while text.isDigit(at: index) {
        digits = digits &* 10 &+ UInt64(text.bytes[index] &- 48)
        index &+= 1
      }
      token.fractionDigits = index &- start
    }
    token.hasAllDigits = token.wholeDigits &+ token.fractionDigits <= 19
    if text.byte(index) == UInt8(ascii: "e") {
      let sign = text.byte(index &+ 1)
      let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
      if text.isDigit(at: index &+ (isSigned ? 2 : 1)) {
        token.isWhole = false
        token.hasAllDigits = false
        index &+= isSigned ? 2 : 1
        while text.isDigit(at: index) { index &+= 1 }
      }
    }
    token.digits = digits
    token.end = index
    if token.hasAllDigits,
      let value = DecimalNumber.nearest(digits, power: 0 &- token.fractionDigits)
    {
      token.value = value
    } else {
      let whole = text.bytes
      token.value = DecimalNumber.parse(position..<index) { whole[$0] } ?? .nan
    }
    position = index
    if text.byte(index) == UInt8(ascii: ".") {
      throw unexpected(expected: "one decimal point in a number")
    }
    if quote != 0, text.byte(index) == quote {
      position += 1
    } else {
      try readMark(of: &token)
    }
    token.markEnd = position
    quote = 0
    numberCount &+= 1
    if token.isFraction { try join(&token) }
    tokens.append(token)
  }

  /// The end of the last token with its mark, if it is a number with the mark of an angle.
  private var lastMarkEnd: Int? {
    guard let last = tokens.last, last.hasAngleMark else { return nil }
    return last.markEnd
  }

  /// Whether the mark of an angle ends at the current position.
  private var followsMark: Bool { lastMarkEnd == position }

  /// Joins a fraction that follows the mark of a whole number to that number: 51'.504 is 51.504'.
  private mutating func join(_ fraction: inout CoordinateToken) throws(CoordinateParsingError) {
    guard let whole = tokens.last else { return }
    // A fraction with its own mark is a separate number, unless both have one and nothing is
    // between.
    if fraction.hasGap, fraction.mark != .none {
      fraction.isFraction = false
      return
    }
    guard !fraction.hasGap, fraction.mark == .none, whole.isWhole, !whole.hasWordMark,
      let joined = CoordinateTokens.joined(whole, fraction, text.bytes)
    else {
      throw CoordinateParsingError(
        .ambiguous, fraction.start..<fraction.end, of: text.bytes,
        expected: "the fraction before the mark, as in 51.504', or a digit before its point, since "
          + "it may be a part of the number before it or a number of its own")
    }
    tokens.removeLast()
    fraction = joined
  }

  /// Reads the mark after a number, with or without blanks before it.
  private mutating func readMark(of token: inout CoordinateToken) throws(CoordinateParsingError) {
    var index = position
    while text.byte(index) == 0x20 { index &+= 1 }
    guard index < text.end else { return }
    let first = text.bytes[index]
    // Most often a comma or the next number follows.
    if first == UInt8(ascii: ",") || text.isDigit(at: index) { return }
    if first == UInt8(ascii: ":") {
      guard index == position, text.isDigit(at: index &+ 1) else { return }
      token.mark = .colon
      position = index &+ 1
      return
    }
    var (symbol, length) = text.symbol(index)
    if symbol == .blank {
      while symbol == .blank, index < text.end {
        index &+= length
        (symbol, length) = text.symbol(index)
      }
      guard index < text.end else { return }
    }
    switch symbol {
    case .degrees:
      token.mark = .degrees
      letterOfDegrees = 0
      position = index &+ length
    case .seconds:
      token.mark = .seconds
      position = index &+ length
    case .minutes:
      token.mark = .minutes
      position = index &+ length
      // Two primes are a double prime.
      if text.bytes[index] == text.byte(position), text.symbol(position).symbol == .minutes,
        length == 1 || text.bytes[index &+ length &- 1] == text.byte(position &+ length &- 1)
      {
        token.mark = .seconds
        position &+= length
      }
    case .letter: readUnit(at: index, of: &token)
    default: break
    }
  }

  /// Reads a unit in letters after a number, if there is one.
  private mutating func readUnit(at start: Int, of token: inout CoordinateToken) {
    var index = text.wordEnd(start)
    var word = text.word(start..<index)
    if word == nil, index - start > 1 {
      // A unit directly followed by the direction: 30sN, 51mN.
      let last = text.word(index - 1..<index)?.word
      guard last == .north || last == .letterS || last == .east || last == .west || last == .letterO
      else { return }
      index -= 1
      word = text.word(start..<index)
    }
    let previous = tokens.last.flatMap { $0.kind == .number ? $0.mark : nil }
    let sameCase = letterOfDegrees != 0 && letterOfDegrees & 0x20 == text.bytes[start] & 0x20
    switch word?.word {
    case .degrees:
      token.mark = .degrees
      letterOfDegrees = text.bytes[start]
      token.hasWordMark = index - start > 1
    case .minutes:
      token.mark = .minutes
      token.hasWordMark = true
    case .seconds:
      token.mark = .seconds
      token.hasWordMark = true
    case .letterM where letterOfDegrees != 0 && previous == .degrees: token.mark = .minutes
    case .letterS where sameCase && previous == .minutes:
      token.mark = .seconds
      token.mayBeSouth = true
    case .meters, .letterM: token.mark = .meters
    case .feet:
      token.mark = .meters
      token.value *= 0.3048
    default: return
    }
    position = index
  }
}

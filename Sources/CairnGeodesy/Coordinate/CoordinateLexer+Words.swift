internal import CairnMemory

extension CoordinateLexer {
  /// Reads a direction or a name.
  internal mutating func word() throws(CoordinateParsingError) {
    let wordEnd = text.wordEnd(position)
    let range = position..<wordEnd
    guard let entry = text.word(range) else {
      let isLong = range.count > 1
      throw CoordinateParsingError(
        .unexpectedCharacter, range, of: text.bytes,
        expected: isLong && numberCount > 0
          ? "one of the letters N, S, E, W" : Self.example)
    }
    note(entry.letterO)
    let kind: CoordinateToken.Kind
    switch entry.word {
    case .north: kind = .north
    case .south, .letterS: kind = .south
    case .east: kind = .east
    case .west: kind = .west
    case .letterO:
      if undecided == nil { undecided = (tokens.count, range) }
      kind = .east
    case .latitude: kind = .latitude
    case .longitude: kind = .longitude
    case .height: kind = .height
    case .wgs:
      position = wordEnd
      skipBlanks()
      if text.byte(position) == UInt8(ascii: "8"), text.byte(position + 1) == UInt8(ascii: "4"),
        !text.isDigit(at: position + 2)
      {
        position += 2
        skipColon()
        return
      }
      throw unexpected(.unsupportedReferenceSystem, expected: "WGS 84")
    case .nothing:
      position = wordEnd
      skipColon()
      return
    case .degrees, .minutes, .seconds, .meters, .feet, .letterM:
      throw unexpected(expected: "a number before the unit")
    }
    append(kind, length: range.count)
    if tokens[tokens.count - 1].isDirection { directionCount += 1 }
    skipColon()
  }

  /// Skips the period of an abbreviation, and a colon or an equals sign.
  private mutating func skipColon() {
    if text.byte(position) == UInt8(ascii: "."), !text.isDigit(at: position + 1) { position += 1 }
    var index = position
    if text.byte(index) == UInt8(ascii: "\"") { index += 1 }
    let afterQuote = index
    while text.byte(index) == 0x20 { index += 1 }
    if text.byte(index) == UInt8(ascii: ":") || text.byte(index) == UInt8(ascii: "=") {
      position = index + 1
    } else {
      position = afterQuote
    }
  }

  /// Records the meaning of O in the language of a word.
  private mutating func note(_ meaning: CoordinateLetterO?) {
    guard let meaning else { return }
    if letterO == nil { letterO = meaning }
    if letterO != meaning { hasContradictoryWords = true }
  }

  /// Decides whether a letter O means east or west, from the words of the text.
  internal mutating func decideLetterO() throws(CoordinateParsingError) {
    guard let (first, range) = undecided else { return }
    guard let meaning = hasContradictoryWords ? given : letterO ?? given else {
      throw CoordinateParsingError(
        .ambiguous, range, of: text.bytes,
        expected: "E or W, since O means east in German (Ost) and west in French (Ouest) and "
          + "Spanish (Oeste)")
    }
    guard meaning == .west else { return }
    for index in first..<tokens.count where tokens[index].kind == .east {
      // Words for east in a language other than that of O would have changed its meaning.
      let isLetter = tokens[index].end - tokens[index].start == 1
      if isLetter, text.bytes[tokens[index].start] | 0x20 == UInt8(ascii: "o") {
        tokens[index].kind = .west
      }
    }
  }
}

internal import CairnGeodesy

extension XMLReaderState<KMLElement, KMLRole> {
  /// Parses the text of the current element: positions separated by white space.
  ///
  /// - Parameter leftOut: receives the counts of malformed heights and of further values.
  /// - Returns: the positions.
  /// - Throws: ``FormatError`` for the first malformed one.
  internal mutating func kmlPositions(
    _ leftOut: inout LeftOut
  ) throws(FormatError) -> [GeoFeature.Position] {
    var parser = KMLPositionParser(text)
    do throws(ByteParseError) {
      while try parser.next() {}
    } catch {
      leftOut.add(parser.leftOut)
      throw xml.error(error.reason, at: xml.eventStart)
    }
    leftOut.add(parser.leftOut)
    return parser.positions
  }
}

/// Parses positions separated by white space: longitude, latitude and an optional altitude,
/// separated by commas.
private struct KMLPositionParser {
  private(set) var positions: [GeoFeature.Position] = []
  /// The counts of malformed heights and of values after the altitude.
  private(set) var leftOut = LeftOut()

  private let text: [UInt8]
  private var index = 0
  /// The numbers of the current position, of which ``found`` are known.
  private var numbers = (0.0, 0.0, 0.0)
  private var found = 0
  private var hasWrongHeight = false
  private static let comma = UInt8(ascii: ",")

  init(_ text: [UInt8]) {
    self.text = text
    positions.reserveCapacity(text.count / 24)
  }

  /// Parses the next position; returns false at the end.
  mutating func next() throws(ByteParseError) -> Bool {
    skipBlanks()
    guard index < text.count else { return false }
    found = 0
    hasWrongHeight = false
    while found < 3, try takeNumber() {}
    skipRest()
    if hasWrongHeight {
      leftOut.add(.height)
      found = 2
    }
    guard found > 1 else {
      throw fault(.expected("longitude,latitude", found: "a single number"))
    }
    if let reason = FormatError.Reason(latitude: numbers.1, longitude: numbers.0) {
      throw fault(reason)
    }
    positions.append(
      GeoFeature.Position(
        Coordinate(latitude: numbers.1, longitude: numbers.0),
        elevation: found == 3 ? numbers.2 : nil))
    return true
  }

  private func fault(_ reason: FormatError.Reason) -> ByteParseError {
    ByteParseError(reason: reason, index: index)
  }

  private mutating func skipBlanks() {
    while index < text.count, text[index].isBlank { index += 1 }
  }

  private mutating func skipWord() {
    while index < text.count, !text[index].isBlank { index += 1 }
  }

  /// Parses a number and the comma after it; returns false if another number cannot follow.
  private mutating func takeNumber() throws(ByteParseError) -> Bool {
    let start = index
    while index < text.count, text[index] != Self.comma, !text[index].isBlank { index += 1 }
    guard let number = DecimalNumber.parse(text, in: start..<index) else {
      // The altitude may be missing after its comma, and a malformed one does not invalidate the
      // position.
      guard found == 2 else { throw fault(.notANumber(text.excerpt(start..<index))) }
      if start < index { hasWrongHeight = true }
      skipWord()
      return false
    }
    switch found {
    case 0: numbers.0 = number
    case 1: numbers.1 = number
    default: numbers.2 = number
    }
    found += 1
    skipBlanks()
    guard index < text.count, text[index] == Self.comma else { return false }
    index += 1
    if found < 3 { skipBlanks() }
    return true
  }

  /// Skips what follows the altitude: values that KML does not allow but some writers add, or a
  /// unit.
  private mutating func skipRest() {
    guard found == 3 else { return }
    if text[index - 1] == Self.comma {
      let rest = index
      skipWord()
      if index > rest { leftOut.add(.measure) }
    } else if let end = endOfUnit {
      index = end
      hasWrongHeight = true
    }
  }

  /// The end of a word such as a unit that follows optional white space; nil without one.
  private var endOfUnit: Int? {
    var start = index
    while start < text.count, text[start].isBlank { start += 1 }
    guard start < text.count, text[start].isLetter else { return nil }
    var end = start
    while end < text.count, !text[end].isBlank {
      if text[end] == Self.comma { return nil }
      end += 1
    }
    return end
  }
}

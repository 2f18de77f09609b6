internal import CairnMemory

/// A parser for the free forms of a coordinate from its tokens: decimal, with hemispheres or names,
/// degrees-minutes-seconds.
internal struct CoordinateReader {
  private let tokens: CoordinateTokens

  private var first = CoordinateAngle()
  private var second = CoordinateAngle()
  /// The number of angles that are complete.
  private var angleCount = 0
  private var angle = CoordinateAngle()
  /// Names that precede their numbers.
  private var names: (first: Int?, second: Int?) = (nil, nil)
  private var height: Double?
  /// A third number without a unit, which may be a height.
  private var bareHeight: Int?
  private var expectsHeight = false
  private var afterSeparator = false

  /// Reads a text; positions in errors count bytes.
  static func read(
    _ bytes: UnsafeByteSpan, letterO: CoordinateLetterO?
  ) throws(CoordinateParsingError) -> GeodeticPosition {
    var lexer = CoordinateLexer(bytes, letterO: letterO)
    try lexer.run()
    let tokens = CoordinateTokens(
      bytes: bytes, list: lexer.tokens, directionCount: lexer.directionCount)
    guard lexer.tightCommaCount > 0, !lexer.hasPoint,
      let decimal = try tokens.mergingDecimalCommas()
    else { return try position(of: tokens) }

    if lexer.tightCommaCount > 1, tokens.hasSeparatorBeforeNumber {
      // 48,8584; 2,2945: four numbers with a separator between each two are not a coordinate.
      return try position(of: decimal)
    }
    // A comma between digits is a separator or a decimal mark: only one reading may give a place.
    switch (attempt(tokens), attempt(decimal)) {
    case (.success(let parted), .success(let whole)):
      if parted == whole { return parted }
      throw CoordinateParsingError(
        .ambiguous, 0..<bytes.count, of: bytes,
        expected: "decimal points, since a comma may separate (\(parted.coordinate)) or be a "
          + "decimal mark (\(whole.coordinate))")
    case (.success(let position), .failure), (.failure, .success(let position)): return position
    case (.failure(let parted), .failure(let whole)):
      throw lexer.tightCommaCount == 1 ? parted : whole
    }
  }

  private init(_ tokens: CoordinateTokens) {
    self.tokens = tokens
  }

  private static func position(
    of tokens: CoordinateTokens
  ) throws(CoordinateParsingError) -> GeodeticPosition {
    var reader = CoordinateReader(tokens)
    return try reader.read()
  }

  private static func attempt(
    _ tokens: CoordinateTokens
  ) -> Result<GeodeticPosition, CoordinateParsingError> {
    do throws(CoordinateParsingError) { return .success(try position(of: tokens)) } catch {
      return .failure(error)
    }
  }

  // MARK: Tokens

  private mutating func read() throws(CoordinateParsingError) -> GeodeticPosition {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      var isSeparator = false
      switch token.kind {
      case .number: try take(number: index)
      case .minus, .plus: try take(sign: index)
      case .north, .south, .east, .west: try take(direction: index)
      case .latitude, .longitude: try take(name: index)
      case .height:
        if !angle.isEmpty { try finishAngle(before: index) }
        expectsHeight = true
      case .separator, .tightComma: isSeparator = try take(separator: index)
      }
      afterSeparator = isSeparator
      index += 1
    }
    if afterSeparator, bareHeight == nil || angleCount < 2 { throw tokens.incomplete("a number") }
    if !angle.isEmpty { try finishAngle(before: tokens.count) }
    try partUnmarkedNumbers()
    guard angleCount == 2, names.first == nil, !expectsHeight else {
      throw tokens.incomplete(CoordinateLexer.example)
    }
    let coordinate = try tokens.coordinate(first, second)
    try settleBareHeight()
    return GeodeticPosition(coordinate, height: height)
  }

  private mutating func take(number index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    if token.mark == .meters || expectsHeight { return try take(height: index) }
    if angleCount == 2, angle.count == 0, angle.direction == nil, height == nil,
      bareHeight == nil, token.mark == .none, names.first == nil
    {
      // A larger number may be a northing of UTM.
      guard token.value <= 100_000 else {
        throw tokens.error(
          .unexpectedNumber, index,
          "nothing after latitude and longitude, or a height with its unit")
      }
      bareHeight = index
      height = try height(index, isNegative: angle.isNegative)
      angle = CoordinateAngle()
      return
    }
    if angle.count > 0, beginsAngle(token, at: index) { try finishAngle(before: index) }
    var slot = angle.filled + 1
    switch token.mark {
    case .none, .colon, .meters: break
    case .degrees, .minutes, .seconds:
      angle.hasMarks = true
      slot = Int(token.mark.rawValue)
      guard slot == angle.filled + 1 || (slot == 3 && angle.filled == 1) else {
        throw tokens.error(.malformedAngle, index, "degrees, then minutes, then seconds")
      }
    }
    guard angleCount < 2, angle.count < 6 else {
      throw tokens.error(.unexpectedNumber, index, "nothing after latitude and longitude")
    }
    if angle.count == 0 {
      angle.start = index
      if let name = names.first {
        angle.name = name
        names = (names.second, nil)
      }
    }
    angle.count += 1
    angle.filled = slot
  }

  /// Takes a number in meters or feet, or the number after the name of a height.
  private mutating func take(height index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    // The sign before the height belongs to it; an angle before it ends here.
    let isNegative = angle.count == 0 && angle.isNegative
    if angle.count > 0 { try finishAngle(before: index) } else { angle = CoordinateAngle() }
    guard height == nil, bareHeight == nil else {
      throw tokens.error(.unexpectedNumber, index, "one height")
    }
    guard token.mark == .meters || token.mark == .none else {
      throw tokens.error(.unexpectedNumber, index, "a height in meters or feet")
    }
    height = try height(index, isNegative: isNegative)
    expectsHeight = false
  }

  /// Whether a number begins another angle than the current one, which has a number.
  private func beginsAngle(_ token: CoordinateToken, at index: Int) -> Bool {
    let previous = tokens[index - 1]
    let continuesColon = previous.kind == .number && previous.mark == .colon
    let wasColon = angle.count > 1 && tokens[angle.start].mark == .colon
    return token.mark == .degrees || (angle.hasMarks && angle.filled == 3)
      || (!continuesColon && (wasColon || token.mark == .colon))
  }

  private func height(
    _ index: Int, isNegative: Bool
  ) throws(CoordinateParsingError) -> Double {
    let value = tokens[index].value
    guard value.magnitude <= GeodeticPosition.heightLimit else {
      throw tokens.error(.outOfRange, index, "a height of at most 10,000 km")
    }
    return (isNegative ? -value : value) + 0
  }

  private mutating func take(sign index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    guard index + 1 < tokens.count else { throw tokens.incomplete("a number") }
    let next = tokens[index + 1]
    // The sign follows a number, or the direction that ends an angle.
    let followsAngle =
      index > 0 && !afterSeparator
      && (tokens[index - 1].kind == .number || (tokens[index - 1].isDirection && angle.isEmpty))
    // A dash with blanks on both sides, or on neither, may separate two angles.
    if followsAngle, token.kind == .minus, token.hasGap == next.hasGap {
      let parted =
        next.kind == .number || next.isDirection
        ? "\(tokens.bytes.text(in: token.start..<token.end))" : ""
      if tokens.directionCount >= 2 {
        // With direction letters no angle has a sign, so the dash separates angles or the parts of
        // one.
        let previous = tokens[index - 1]
        if !token.hasGap, previous.kind == .number, previous.mark == .none, next.kind == .number,
          angle.count < 3, !(angle.count >= 1 && tokens[angle.start].isWhole == false)
        {
          return
        }
        if angle.count > 0 { try finishAngle(before: index) }
        return
      }
      throw CoordinateParsingError(
        kind: .ambiguous, position: token.start, found: parted,
        expected: "a comma before it, since the dash may separate latitude and longitude or be "
          + "a minus sign")
    }
    if angle.count > 0 { try finishAngle(before: index) }
    guard angle.sign == nil, next.kind == .number else {
      throw tokens.error(.unexpectedCharacter, index + (angle.sign == nil ? 1 : 0), "a number")
    }
    angle.sign = index
    angle.isNegative = token.kind == .minus
  }

  private mutating func take(direction index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    if angle.count == 0 {
      guard angle.direction == nil, angle.sign == nil, angleCount < 2 else {
        throw tokens.error(.unexpectedCharacter, index, "a number")
      }
      angle.direction = index
      return
    }
    if angle.direction != nil {
      // A letter preceded this angle, so this letter precedes the next one.
      try finishAngle(before: index)
      guard angleCount < 2 else {
        throw tokens.error(.unexpectedCharacter, index, "the end of the text")
      }
      angle.direction = index
      return
    }
    if tokens.directionCount == 1, angle.name == nil, angleCount == 0, index + 1 < tokens.count {
      // There is only one letter, between two numbers: it belongs to the closer one.
      let next = tokens[index + 1]
      if next.kind == .number || next.isSign {
        if token.hasGap == next.hasGap {
          throw tokens.error(
            .ambiguous, index,
            "a comma, since \(tokens.bytes.text(in: token.start..<token.end)) may belong to the number "
              + "before it or to the one after it")
        }
        if token.hasGap {
          try finishAngle(before: index)
          angle.direction = index
          return
        }
      }
    }
    angle.direction = index
    try finishAngle(before: index)
  }

  private mutating func take(name index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    if angle.count > 0 {
      let next = tokens.kind(index + 1)
      let isBehind =
        next == nil || next == .separator || next == .tightComma || next == .height
      if isBehind, angle.name == nil {
        angle.name = index
        return try finishAngle(before: index)
      }
      try finishAngle(before: index)
    } else if index > 0, !afterSeparator, tokens[index - 1].isDirection, angle.isEmpty,
      tokens[index - 1].axis == token.axis
    {
      // "nördliche Breite" repeats the direction.
      return
    }
    if names.first == nil {
      names.first = index
    } else {
      guard names.second == nil else {
        throw tokens.error(.unexpectedCharacter, index, CoordinateLexer.example)
      }
      names.second = index
    }
  }

  /// Consumes a separator and returns whether a number has to follow.
  private mutating func take(separator index: Int) throws(CoordinateParsingError) -> Bool {
    if names.first != nil || expectsHeight, angle.isEmpty, !afterSeparator {
      // lat/lng: 48.85, 2.29
      return false
    }
    let after = tokens.kind(index + 2)
    if angle.count > 0, angle.direction == nil, index + 1 < tokens.count,
      tokens[index + 1].isDirection, after == nil || after == .separator || after == .tightComma
    {
      // 4851.504,N,00217.67,E
      return false
    }
    guard angle.count > 0 || (angle.isEmpty && angleCount > 0) || height != nil, !afterSeparator,
      angleCount < 2 || bareHeight == nil
    else { throw tokens.error(.unexpectedCharacter, index, CoordinateLexer.example) }
    if angle.count > 0 { try finishAngle(before: index) }
    return true
  }

  // MARK: Angles

  private mutating func finishAngle(before index: Int) throws(CoordinateParsingError) {
    guard angle.count > 0 else {
      guard index < tokens.count else { throw tokens.incomplete("a number") }
      throw tokens.error(.unexpectedCharacter, index, "a number")
    }
    switch angleCount {
    case 0: first = angle
    case 1: second = angle
    default:
      throw tokens.error(.unexpectedNumber, angle.start, "nothing after latitude and longitude")
    }
    angleCount += 1
    angle = CoordinateAngle()
  }

  /// Splits two, four or six unmarked numbers in the middle; the last of three may be a height.
  private mutating func partUnmarkedNumbers() throws(CoordinateParsingError) {
    guard angleCount == 1, !first.hasMarks, first.direction == nil,
      first.name == nil || names.first != nil, tokens[first.start].mark != .colon
    else { return }
    var half = first.count / 2
    if first.count == 3 {
      guard height == nil, !tokens[first.start].isWhole, !tokens[first.start + 1].isWhole else {
        if height == nil, first.name == nil {
          throw tokens.error(
            .ambiguous, first.start,
            "commas or marks, since three numbers may be degrees, minutes and seconds of one angle, "
              + "or latitude, longitude and height")
        }
        return
      }
      bareHeight = first.start + 2
      height = try height(first.start + 2, isNegative: false)
      half = 1
    } else if first.count % 2 != 0 {
      return
    }
    second = CoordinateAngle()
    second.start = first.start + half
    second.count = half
    second.name = names.first
    names = (names.second, nil)
    first.count = half
    angleCount = 2
  }

  /// Rejects a third number without a unit if it may be something other than a height.
  private func settleBareHeight() throws(CoordinateParsingError) {
    guard let bareHeight else { return }
    func isPlain(_ angle: CoordinateAngle) -> Bool {
      angle.count == 1 && !angle.hasMarks && angle.direction == nil && angle.name == nil
        && tokens[angle.start].isWhole
    }
    if isPlain(first), isPlain(second) {
      throw tokens.error(
        .ambiguous, bareHeight,
        "marks or a unit, since three whole numbers may be degrees, minutes and seconds of one "
          + "angle, or latitude, longitude and height")
    }
  }
}

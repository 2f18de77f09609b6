internal import CairnMemory

/// Reads the free forms of a coordinate from its tokens: decimal, with hemispheres or names,
/// degrees-minutes-seconds.
internal struct CoordinateReader {
  private let bytes: ByteWindow
  private let tokens: ContiguousArray<CoordinateToken>
  private let directionCount: Int

  private var first = Angle()
  private var second = Angle()
  /// How many of the two angles are complete.
  private var angleCount = 0
  private var angle = Angle()
  /// Names that stand before their numbers.
  private var names: (first: Int?, second: Int?) = (nil, nil)
  private var height: Double?
  /// A third number without a unit, which may be a height.
  private var bareHeight: Int?
  private var expectsHeight = false
  private var afterSeparator = false

  /// Up to three numbers with a sign and a direction; up to six until it is known where to part
  /// them.
  private struct Angle {
    /// Its first number's token.
    var start = -1
    var count = 0
    /// How many parts are taken, by order or by a mark.
    var filled = 0
    var hasMarks = false
    /// The sign's token.
    var sign: Int?
    var isNegative = false
    var direction: Int?
    var name: Int?

    var isEmpty: Bool { count == 0 && direction == nil && sign == nil }
  }

  /// Reads a text; the position of an error counts bytes.
  static func read(
    _ bytes: ByteWindow, letterO: CoordinateLetterO?
  ) throws(CoordinateParsingError) -> GeodeticPosition {
    var lexer = CoordinateLexer(bytes, letterO: letterO)
    try lexer.run()
    let reader = CoordinateReader(bytes, lexer.tokens, lexer.directionCount)
    guard lexer.tightCommaCount > 0, !lexer.hasPoint,
      let merged = try reader.mergingDecimalCommas()
    else { return try reader.positionOfTokens() }

    // A comma between digits parts two numbers or marks a decimal: only one may give a place.
    let decimal = CoordinateReader(bytes, merged, lexer.directionCount)
    switch (reader.attempt(), decimal.attempt()) {
    case (.success(let parted), .success(let whole)):
      if parted == whole { return parted }
      throw CoordinateParsingError(
        .ambiguous, 0..<bytes.count, of: bytes,
        expected: "decimal points, since a comma may part (\(parted.coordinate)) or be a decimal "
          + "mark (\(whole.coordinate))")
    case (.success(let position), .failure), (.failure, .success(let position)): return position
    case (.failure(let parted), .failure(let whole)):
      throw lexer.tightCommaCount == 1 ? parted : whole
    }
  }

  private init(
    _ bytes: ByteWindow, _ tokens: ContiguousArray<CoordinateToken>, _ directionCount: Int
  ) {
    self.bytes = bytes
    self.tokens = tokens
    self.directionCount = directionCount
  }

  private func attempt() -> Result<GeodeticPosition, CoordinateParsingError> {
    do throws(CoordinateParsingError) { return .success(try positionOfTokens()) } catch {
      return .failure(error)
    }
  }

  private func positionOfTokens() throws(CoordinateParsingError) -> GeodeticPosition {
    var reader = self
    return try reader.read()
  }

  // MARK: Decimal commas

  /// The tokens with each tight comma as a decimal mark; nil where they cannot be one.
  private func mergingDecimalCommas() throws(CoordinateParsingError) -> ContiguousArray<
    CoordinateToken
  >? {
    var merged = ContiguousArray<CoordinateToken>()
    merged.reserveCapacity(tokens.count)
    var index = 0
    while index < tokens.count {
      var run = 0
      while index + 2 * run + 2 < tokens.count, tokens[index + 2 * run + 1].kind == .tightComma {
        run += 1
      }
      switch run {
      case 0:
        merged.append(tokens[index])
        index += 1
      case 1:
        guard let number = decimal(at: index) else { return nil }
        merged.append(number)
        index += 3
      case 3:
        // 48,8584,2,2945
        guard let number = decimal(at: index), let other = decimal(at: index + 4) else {
          return nil
        }
        if tokens[index + 2].value < 60, tokens[index + 6].value < 60 {
          throw CoordinateParsingError(
            .ambiguous, tokens[index].start..<tokens[index + 6].end, of: bytes,
            expected: "decimal points, or marks as in 48°51', since the commas may be decimal "
              + "marks or part degrees and minutes")
        }
        merged.append(number)
        merged.append(tokens[index + 3])
        merged.append(other)
        index += 7
      default: return nil
      }
    }
    return merged
  }

  /// The number whose whole part, comma and fraction are three tokens.
  private func decimal(at index: Int) -> CoordinateToken? {
    let (whole, fraction) = (tokens[index], tokens[index + 2])
    guard whole.kind == .number, whole.mark == .none, whole.isWhole, fraction.kind == .number,
      fraction.isWhole
    else { return nil }
    var number = fraction
    let end = fraction.start + fraction.wholeDigits
    let bytes = bytes
    let value = DecimalNumber.parse(whole.start..<end, commaIsPoint: true) { bytes[$0] }
    number.start = whole.start
    number.hasGap = whole.hasGap
    // Feet are multiplied already.
    let factor = fraction.mark == .metres && fraction.value != Double(fraction.digits) ? 0.3048 : 1
    number.value = (value ?? .nan) * factor
    number.fractionDigits = fraction.wholeDigits
    number.wholeDigits = whole.wholeDigits
    number.isWhole = false
    number.hasAllDigits = whole.wholeDigits + fraction.wholeDigits <= 19
    var digits = whole.digits
    for _ in 0..<min(fraction.wholeDigits, 20) { digits = digits &* 10 }
    number.digits = digits &+ fraction.digits
    return number
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
    if afterSeparator, bareHeight == nil || angleCount < 2 { throw incomplete("a number") }
    if !angle.isEmpty { try finishAngle(before: tokens.count) }
    try partUnmarkedNumbers()
    guard angleCount == 2, names.first == nil, !expectsHeight else {
      throw incomplete(CoordinateLexer.example)
    }
    let coordinate = try coordinate()
    try settleBareHeight()
    return GeodeticPosition(coordinate, height: height)
  }

  private func kind(_ index: Int) -> CoordinateToken.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  private mutating func take(number index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    if token.mark == .metres || expectsHeight {
      // The sign before it is its own; angles before it end here.
      let isNegative = angle.count == 0 && angle.isNegative
      if angle.count > 0 { try finishAngle(before: index) } else { angle = Angle() }
      guard height == nil, bareHeight == nil else {
        throw error(.unexpectedNumber, index, "one height")
      }
      guard token.mark == .metres || token.mark == .none else {
        throw error(.unexpectedNumber, index, "a height in metres or feet")
      }
      height = try height(index, isNegative: isNegative)
      expectsHeight = false
      return
    }
    if angleCount == 2, angle.count == 0, angle.direction == nil, height == nil,
      bareHeight == nil, token.mark == .none, names.first == nil
    {
      // A larger number may be a northing of UTM.
      guard token.value <= 100_000 else {
        throw error(
          .unexpectedNumber, index,
          "nothing after latitude and longitude, or a height with its unit")
      }
      bareHeight = index
      height = try height(index, isNegative: angle.isNegative)
      angle = Angle()
      return
    }
    if angle.count > 0 {
      let previous = tokens[index - 1]
      let continuesColon = previous.kind == .number && previous.mark == .colon
      let wasColon = angle.count > 1 && tokens[angle.start].mark == .colon
      if token.mark == .degrees || (angle.hasMarks && angle.filled == 3)
        || (!continuesColon && (wasColon || (token.mark == .colon)))
      {
        try finishAngle(before: index)
      }
    }
    var slot = angle.filled + 1
    switch token.mark {
    case .none, .colon, .metres: break
    case .degrees, .minutes, .seconds:
      angle.hasMarks = true
      slot = Int(token.mark.rawValue)
      guard slot == angle.filled + 1 || (slot == 3 && angle.filled == 1) else {
        throw error(.malformedAngle, index, "degrees, then minutes, then seconds")
      }
    }
    guard angleCount < 2, angle.count < 6 else {
      throw error(.unexpectedNumber, index, "nothing after latitude and longitude")
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

  private func height(
    _ index: Int, isNegative: Bool
  ) throws(CoordinateParsingError) -> Double {
    let value = tokens[index].value
    guard value.magnitude <= GeodeticPosition.heightLimit else {
      throw error(.outOfRange, index, "a height of at most 10,000 km")
    }
    return (isNegative ? -value : value) + 0
  }

  private mutating func take(sign index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    guard index + 1 < tokens.count else { throw incomplete("a number") }
    let next = tokens[index + 1]
    // Behind a number, or behind the direction that ends an angle.
    let followsAngle =
      index > 0 && !afterSeparator
      && (tokens[index - 1].kind == .number || (tokens[index - 1].isDirection && angle.isEmpty))
    // A dash with blanks on both sides or on none may part two angles.
    if followsAngle, token.kind == .minus, token.hasGap == next.hasGap {
      let parted =
        next.kind == .number || next.isDirection
        ? "\(bytes.text(in: token.start..<token.end))" : ""
      if directionCount >= 2 {
        // With letters no angle has a sign: the dash parts angles, or the parts of one.
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
        expected: "a comma before it, since the dash may part latitude and longitude or be a minus "
          + "sign")
    }
    if angle.count > 0 { try finishAngle(before: index) }
    guard angle.sign == nil, next.kind == .number else {
      throw error(.unexpectedCharacter, index + (angle.sign == nil ? 1 : 0), "a number")
    }
    angle.sign = index
    angle.isNegative = token.kind == .minus
  }

  private mutating func take(direction index: Int) throws(CoordinateParsingError) {
    let token = tokens[index]
    if angle.count == 0 {
      guard angle.direction == nil, angle.sign == nil, angleCount < 2 else {
        throw error(.unexpectedCharacter, index, "a number")
      }
      angle.direction = index
      return
    }
    if angle.direction != nil {
      // The letter before this angle says that this one is before the next.
      try finishAngle(before: index)
      guard angleCount < 2 else { throw error(.unexpectedCharacter, index, "the end of the text") }
      angle.direction = index
      return
    }
    if directionCount == 1, angle.name == nil, angleCount == 0, index + 1 < tokens.count {
      // Only one letter, between two numbers: it belongs to the one that it stands close to.
      let next = tokens[index + 1]
      if next.kind == .number || next.isSign {
        if token.hasGap == next.hasGap {
          throw error(
            .ambiguous, index,
            "a comma, since \(bytes.text(in: token.start..<token.end)) may belong to the number "
              + "before it or to the one behind it")
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
      let next = kind(index + 1)
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
      // "nördliche Breite": it says the same again.
      return
    }
    if names.first == nil {
      names.first = index
    } else {
      guard names.second == nil else {
        throw error(.unexpectedCharacter, index, CoordinateLexer.example)
      }
      names.second = index
    }
  }

  /// Takes a separator; returns whether a number has to follow.
  private mutating func take(separator index: Int) throws(CoordinateParsingError) -> Bool {
    if names.first != nil || expectsHeight, angle.isEmpty, !afterSeparator {
      // lat/lng: 48.85, 2.29
      return false
    }
    let after = kind(index + 2)
    if angle.count > 0, angle.direction == nil, index + 1 < tokens.count,
      tokens[index + 1].isDirection, after == nil || after == .separator || after == .tightComma
    {
      // 4851.504,N,00217.67,E
      return false
    }
    guard angle.count > 0 || (angle.isEmpty && angleCount > 0) || height != nil, !afterSeparator,
      angleCount < 2 || bareHeight == nil
    else { throw error(.unexpectedCharacter, index, CoordinateLexer.example) }
    if angle.count > 0 { try finishAngle(before: index) }
    return true
  }

  // MARK: Angles

  private mutating func finishAngle(before index: Int) throws(CoordinateParsingError) {
    guard angle.count > 0 else {
      guard index < tokens.count else { throw incomplete("a number") }
      throw error(.unexpectedCharacter, index, "a number")
    }
    switch angleCount {
    case 0: first = angle
    case 1: second = angle
    default: throw error(.unexpectedNumber, angle.start, "nothing after latitude and longitude")
    }
    angleCount += 1
    angle = Angle()
  }

  /// Parts two, four or six bare numbers in the middle; of three the last may be a height.
  private mutating func partUnmarkedNumbers() throws(CoordinateParsingError) {
    guard angleCount == 1, !first.hasMarks, first.direction == nil,
      first.name == nil || names.first != nil, tokens[first.start].mark != .colon
    else { return }
    var half = first.count / 2
    if first.count == 3 {
      guard height == nil, !tokens[first.start].isWhole, !tokens[first.start + 1].isWhole else {
        if height == nil, first.name == nil {
          throw error(
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
    second = Angle()
    second.start = first.start + half
    second.count = half
    second.name = names.first
    names = (names.second, nil)
    first.count = half
    angleCount = 2
  }

  /// Whether a third number without a unit can only be a height.
  private func settleBareHeight() throws(CoordinateParsingError) {
    guard let bareHeight else { return }
    func isPlain(_ angle: Angle) -> Bool {
      angle.count == 1 && !angle.hasMarks && angle.direction == nil && angle.name == nil
        && tokens[angle.start].isWhole
    }
    if isPlain(first), isPlain(second) {
      throw error(
        .ambiguous, bareHeight,
        "marks or a unit, since three whole numbers may be degrees, minutes and seconds of one "
          + "angle, or latitude, longitude and height")
    }
  }

  private func axis(_ angle: Angle) throws(CoordinateParsingError) -> CoordinateAxis? {
    let direction = angle.direction.flatMap { tokens[$0].axis }
    let name = angle.name.flatMap { tokens[$0].axis }
    if let direction, let name, direction != name, let index = angle.direction {
      throw error(.contradictoryHemisphere, index, "a direction of the \(name.rawValue)")
    }
    return direction ?? name
  }

  private func coordinate() throws(CoordinateParsingError) -> Coordinate {
    let axes = (try axis(first), try axis(second))
    let isLatitudeFirst: Bool
    switch axes {
    case (.latitude, .longitude), (.latitude, nil), (nil, .longitude), (nil, nil):
      isLatitudeFirst = true
    case (.longitude, .latitude), (.longitude, nil), (nil, .latitude): isLatitudeFirst = false
    case (.latitude, .latitude), (.longitude, .longitude):
      let index = second.direction ?? second.name ?? second.start
      throw CoordinateParsingError(
        kind: .contradictoryHemisphere, position: tokens[index].start,
        found: "a second \(axes.1?.rawValue ?? "")",
        expected: "one latitude (N or S) and one longitude (E or W)")
    }
    let north = isLatitudeFirst ? first : second
    let east = isLatitudeFirst ? second : first
    try checkSeconds(north, east)
    try checkSeconds(east, north)
    let a = try degrees(of: first, isLatitudeFirst ? .latitude : .longitude)
    let b = try degrees(of: second, isLatitudeFirst ? .longitude : .latitude)
    let (latitude, longitude) = isLatitudeFirst ? (a, b) : (b, a)
    guard latitude.magnitude <= 90 else {
      let isSwapped = axes == (nil, nil) && latitude.magnitude <= 180 && longitude.magnitude <= 90
      throw CoordinateParsingError(
        kind: .outOfRange, position: tokens[north.start].start, found: "latitude \(latitude)",
        expected: "a latitude in -90...90" + (isSwapped ? "; longitude and latitude swapped?" : ""))
    }
    guard longitude.magnitude <= 360 else {
      throw CoordinateParsingError(
        kind: .outOfRange, position: tokens[east.start].start, found: "longitude \(longitude)",
        expected: "a longitude in -360...360")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Refuses a letter s that may be the mark of seconds or the south.
  private func checkSeconds(
    _ angle: Angle, _ other: Angle
  ) throws(CoordinateParsingError) {
    guard angle.direction == nil, other.direction != nil else { return }
    let last = tokens[angle.start..<tokens.count].prefix { $0.kind == .number }.count
    for index in angle.start..<angle.start + last where tokens[index].mayBeSouth {
      throw error(
        .ambiguous, index, "N or S behind it, since the letter s may be seconds or the south")
    }
  }

  private func degrees(
    of angle: Angle, _ axis: CoordinateAxis
  ) throws(CoordinateParsingError) -> Double {
    // The numbers of an angle, which dashes may stand between.
    var parts: (Int, Int, Int) = (angle.start, -1, -1)
    var count = 1
    var index = angle.start + 1
    while count < angle.count, index < tokens.count {
      if tokens[index].kind == .number {
        if count == 1 { parts.1 = index } else if count == 2 { parts.2 = index }
        if count == 3 {
          throw error(
            .unexpectedNumber, index, "at most degrees, minutes and seconds")
        }
        count += 1
      }
      index += 1
    }
    if let direction = angle.direction, angle.isNegative {
      throw CoordinateParsingError(
        kind: .contradictoryHemisphere, position: tokens[direction].start,
        found: "a hemisphere letter beside a minus sign", expected: "one of the two")
    }
    if count > 1, !tokens[parts.0].isWhole || (count > 2 && !tokens[parts.1].isWhole) {
      let part = tokens[parts.0].isWhole ? parts.1 : parts.0
      throw error(.malformedAngle, part, "a whole number before minutes or seconds")
    }
    let value: Double
    switch count {
    case 1: value = try degrees(single: parts.0, angle, axis)
    case 2:
      // Degrees and seconds without minutes.
      let isSeconds = tokens[parts.1].mark == .seconds
      try check(parts.1, isSeconds ? "seconds" : "minutes")
      let unit = isSeconds ? 3600.0 : 60
      value = tokens[parts.1].degrees(after: tokens[parts.0].value * unit, unit: unit)
    default:
      try check(parts.1, "minutes")
      try check(parts.2, "seconds")
      value = tokens[parts.2].degrees(
        after: tokens[parts.0].value * 3600 + tokens[parts.1].value * 60, unit: 3600)
    }
    let isNegative =
      angle.isNegative || (angle.direction.map { tokens[$0].isNegativeDirection } ?? false)
    return (isNegative ? -value : value) + 0
  }

  private func check(_ index: Int, _ name: String) throws(CoordinateParsingError) {
    guard tokens[index].value >= 60 else { return }
    throw CoordinateParsingError(
      kind: .malformedAngle, position: tokens[index].start,
      found: "\(name) \(text(index))", expected: "a number in 0..<60")
  }

  /// A single number: degrees, or degrees and minutes run together before or behind a letter.
  private func degrees(
    single index: Int, _ angle: Angle, _ axis: CoordinateAxis
  ) throws(CoordinateParsingError) -> Double {
    let token = tokens[index]
    guard angle.direction != nil, !angle.hasMarks,
      let packed = token.packedDegrees(axis == .latitude ? 2 : 3)
    else { return token.value }
    if packed.isMalformed {
      throw error(.malformedAngle, index, "minutes and seconds in 0..<60")
    }
    return packed.degrees
  }

  // MARK: Errors

  private func text(_ index: Int) -> String {
    var end = tokens[index].end
    if tokens[index].kind == .number {
      end = min(end, tokens[index].start + 60)
    }
    return bytes.text(in: tokens[index].start..<end)
  }

  private func error(
    _ kind: CoordinateParsingError.Kind, _ index: Int, _ expected: String
  ) -> CoordinateParsingError {
    guard index < tokens.count else { return incomplete(expected) }
    let token = tokens[index]
    return CoordinateParsingError(
      kind: kind, position: token.start, found: text(index), expected: expected)
  }

  private func incomplete(_ expected: String) -> CoordinateParsingError {
    CoordinateParsingError(
      kind: .incomplete, position: bytes.count, found: "", expected: expected)
  }
}

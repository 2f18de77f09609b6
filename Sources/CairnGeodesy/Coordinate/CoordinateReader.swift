/// Reads the free forms of a coordinate: decimal, with hemispheres, degrees-minutes-seconds.
internal struct CoordinateReader {
  private var scanner: CoordinateScanner
  private var angles: [Angle] = []
  private var angle = Angle()
  private var hasMarks = false
  private var afterSeparator = false

  /// A hemisphere letter and where it stood.
  private struct Hemisphere {
    let axis: CoordinateAxis
    let isNegative: Bool
    let position: Int
    let isPrefix: Bool
  }

  /// Up to three numbers with a sign and a letter; up to six until it is known where to part them.
  private struct Angle {
    var parts: [CoordinateScanner.Number] = []
    /// How many parts are taken, by order or by a mark.
    var filled = 0
    var isNegative = false
    var isSigned = false
    var hemisphere: Hemisphere?

    var isEmpty: Bool { parts.isEmpty && hemisphere == nil && !isSigned }
  }

  init(_ scalars: [Unicode.Scalar]) {
    scanner = CoordinateScanner(scalars)
  }

  mutating func read() throws(CoordinateParsingError) -> Coordinate {
    while true {
      scanner.skipBlanks()
      guard let scalar = scanner.current else { break }
      if scanner.startsNumber {
        try readNumber()
      } else if scalar == "+" || CoordinateScanner.isMinus(scalar) {
        try readSign(isMinus: scalar != "+")
      } else if let hemisphere = hemisphere(scalar) {
        try take(hemisphere)
      } else if scalar == "," || scalar == ";" {
        guard !angle.parts.isEmpty || afterHemisphere, !afterSeparator, angles.count < 2 else {
          throw scanner.unexpected(expected: Self.example)
        }
        try finishAngle()
        afterSeparator = true
        scanner.advance()
        continue
      } else {
        throw scanner.unexpected(expected: Self.example)
      }
      afterSeparator = false
    }
    if afterSeparator { throw scanner.unexpected(expected: "a number") }
    if !angle.isEmpty { try finishAngle() }
    try partUnmarkedNumbers()
    guard angles.count == 2 else {
      throw scanner.unexpected(.incomplete, expected: Self.example)
    }
    return try coordinate(angles[0], angles[1])
  }

  private static let example = "latitude and longitude such as \"48.8584, 2.2945\""

  /// Whether the text so far ends with the letter of a finished angle.
  private var afterHemisphere: Bool { angle.isEmpty && !angles.isEmpty }

  // MARK: Tokens

  private mutating func readSign(isMinus: Bool) throws(CoordinateParsingError) {
    if !angle.parts.isEmpty { try finishAngle() }
    guard !angle.isSigned else { throw scanner.unexpected(expected: "a number") }
    angle.isSigned = true
    angle.isNegative = isMinus
    scanner.advance()
    scanner.skipBlanks()
    guard scanner.startsNumber else { throw scanner.unexpected(expected: "a number") }
    try readNumber()
  }

  private mutating func readNumber() throws(CoordinateParsingError) {
    let number = try scanner.number()
    if scanner.current == "." || scanner.startsNumber {
      throw scanner.unexpected(expected: "one decimal point in a number")
    }
    guard let slot = readMark() else {
      // Without marks it is the next part; where a third is there, a new angle.
      if hasMarks, angle.filled == 3 { try finishAngle() }
      try append(number, filling: angle.filled + 1)
      return
    }
    hasMarks = true
    if slot == 1, angle.filled > 0 { try finishAngle() }
    guard slot == angle.filled + 1 || (slot == 3 && angle.filled == 1) else {
      throw CoordinateParsingError(
        kind: .malformedAngle, position: number.start, found: number.text,
        expected: "degrees, then minutes, then seconds")
    }
    try append(number, filling: slot)
  }

  private mutating func append(
    _ number: CoordinateScanner.Number, filling slot: Int
  ) throws(CoordinateParsingError) {
    guard angles.count < 2, angle.parts.count < 6 else {
      throw CoordinateParsingError(
        kind: .unexpectedNumber, position: number.start, found: number.text,
        expected: "nothing after latitude and longitude")
    }
    if slot == angle.filled + 2 {
      // Degrees and seconds without minutes.
      angle.parts.append(
        CoordinateScanner.Number(value: 0, isWhole: true, start: number.start, text: "0"))
    }
    angle.parts.append(number)
    angle.filled = slot
  }

  /// Reads the mark after a number: 1 for degrees, 2 for minutes, 3 for seconds.
  private mutating func readMark() -> Int? {
    var ahead = scanner
    ahead.skipBlanks()
    guard let scalar = ahead.current else { return nil }
    var slot: Int
    switch scalar {
    case "\u{B0}", "\u{BA}", "\u{2DA}": slot = 1
    case "'", "\u{2019}", "\u{2018}", "\u{2032}", "\u{2B9}", "\u{B4}": slot = 2
    case "\"", "\u{201D}", "\u{201C}", "\u{2033}", "\u{2BA}", "\u{2DD}": slot = 3
    default: return nil
    }
    ahead.advance()
    if slot == 2, ahead.current == scalar {
      // Two primes are a double prime.
      slot = 3
      ahead.advance()
    }
    scanner = ahead
    return slot
  }

  private func hemisphere(_ scalar: Unicode.Scalar) -> Hemisphere? {
    let position = scanner.position
    let isPrefix = angle.parts.isEmpty
    func letter(_ axis: CoordinateAxis, _ isNegative: Bool) -> Hemisphere {
      Hemisphere(axis: axis, isNegative: isNegative, position: position, isPrefix: isPrefix)
    }
    switch scalar {
    case "N", "n": return letter(.latitude, false)
    case "S", "s": return letter(.latitude, true)
    case "E", "e": return letter(.longitude, false)
    case "W", "w": return letter(.longitude, true)
    default: return nil
    }
  }

  private mutating func take(_ hemisphere: Hemisphere) throws(CoordinateParsingError) {
    if angle.parts.isEmpty {
      guard angle.hemisphere == nil, !angle.isSigned, angles.count < 2 else {
        throw scanner.unexpected(expected: "a number")
      }
      angle.hemisphere = hemisphere
    } else if angle.hemisphere != nil {
      // The letter before this angle says that this one is before the next.
      try finishAngle()
      guard angles.count < 2 else { throw scanner.unexpected(expected: "the end of the text") }
      angle.hemisphere = Hemisphere(
        axis: hemisphere.axis, isNegative: hemisphere.isNegative, position: hemisphere.position,
        isPrefix: true)
    } else {
      angle.hemisphere = hemisphere
      try finishAngle()
    }
    scanner.advance()
    if let next = scanner.current, next.properties.isAlphabetic {
      throw scanner.unexpected(expected: "one of the letters N, S, E, W")
    }
  }

  // MARK: Angles

  private mutating func finishAngle() throws(CoordinateParsingError) {
    if angle.isEmpty { return }
    guard !angle.parts.isEmpty else { throw scanner.unexpected(expected: "a number") }
    angles.append(angle)
    angle = Angle()
  }

  /// Parts two, four or six bare numbers in the middle.
  private mutating func partUnmarkedNumbers() throws(CoordinateParsingError) {
    guard angles.count == 1, angles[0].parts.count % 2 == 0, !hasMarks,
      angles[0].hemisphere == nil
    else { return }
    let whole = angles[0]
    var first = whole
    var second = Angle()
    let half = whole.parts.count / 2
    first.parts = Array(whole.parts[..<half])
    second.parts = Array(whole.parts[half...])
    angles = [first, second]
  }

  private func coordinate(
    _ first: Angle, _ second: Angle
  ) throws(CoordinateParsingError) -> Coordinate {
    let axes: (CoordinateAxis, CoordinateAxis)
    switch (first.hemisphere?.axis, second.hemisphere?.axis) {
    case (.latitude, .longitude), (.latitude, nil), (nil, .longitude), (nil, nil):
      axes = (.latitude, .longitude)
    case (.longitude, .latitude), (.longitude, nil), (nil, .latitude):
      axes = (.longitude, .latitude)
    case (.latitude, .latitude), (.longitude, .longitude):
      throw CoordinateParsingError(
        kind: .contradictoryHemisphere, position: second.hemisphere?.position ?? 0,
        found: "a second \(second.hemisphere?.axis.rawValue ?? "")",
        expected: "one latitude (N or S) and one longitude (E or W)")
    }
    let a = try degrees(of: first)
    let b = try degrees(of: second)
    let isLatitudeFirst = axes.0 == .latitude
    let (latitude, longitude) = isLatitudeFirst ? (a, b) : (b, a)
    let latitudePart = (isLatitudeFirst ? first : second).parts[0]
    let longitudePart = (isLatitudeFirst ? second : first).parts[0]
    guard abs(latitude) <= 90 else {
      let isSwapped =
        first.hemisphere == nil && second.hemisphere == nil && abs(latitude) <= 180
        && abs(longitude) <= 90
      throw CoordinateParsingError(
        kind: .outOfRange, position: latitudePart.start, found: "latitude \(latitude)",
        expected: "a latitude in -90...90" + (isSwapped ? "; longitude and latitude swapped?" : ""))
    }
    guard abs(longitude) <= 360 else {
      throw CoordinateParsingError(
        kind: .outOfRange, position: longitudePart.start, found: "longitude \(longitude)",
        expected: "a longitude in -360...360")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private func degrees(of angle: Angle) throws(CoordinateParsingError) -> Double {
    let parts = angle.parts
    if parts.count > 3 {
      throw CoordinateParsingError(
        kind: .unexpectedNumber, position: parts[3].start, found: parts[3].text,
        expected: "at most degrees, minutes and seconds")
    }
    if let hemisphere = angle.hemisphere, angle.isNegative {
      throw CoordinateParsingError(
        kind: .contradictoryHemisphere, position: hemisphere.position,
        found: "a hemisphere letter beside a minus sign", expected: "one of the two")
    }
    for part in parts.dropLast() where !part.isWhole {
      throw CoordinateParsingError(
        kind: .malformedAngle, position: part.start, found: part.text,
        expected: "a whole number before minutes or seconds")
    }
    for (part, name) in zip(parts.dropFirst(), ["minutes", "seconds"]) where part.value >= 60 {
      throw CoordinateParsingError(
        kind: .malformedAngle, position: part.start, found: "\(name) \(part.text)",
        expected: "a number in 0..<60")
    }
    let value =
      switch parts.count {
      case 1: parts[0].value
      case 2: parts[1].degrees(after: parts[0].value * 60, unit: 60)
      default: parts[2].degrees(after: parts[0].value * 3600 + parts[1].value * 60, unit: 3600)
      }
    let isNegative = angle.isNegative || (angle.hemisphere?.isNegative ?? false)
    return (isNegative ? -value : value) + 0
  }
}

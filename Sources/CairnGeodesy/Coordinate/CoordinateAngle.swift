internal import CairnMemory

/// Up to three numbers with a sign and a direction; up to six until it is known where to split
/// them.
internal struct CoordinateAngle: BitwiseCopyable {
  /// The token of the first number.
  var start = -1
  var count = 0
  /// The number of parts filled, in order or by a mark.
  var filled = 0
  var hasMarks = false
  /// The token of the sign.
  var sign: Int?
  var isNegative = false
  var direction: Int?
  var name: Int?

  var isEmpty: Bool { count == 0 && direction == nil && sign == nil }
}

extension CoordinateTokens {
  private func axis(_ angle: CoordinateAngle) throws(CoordinateParsingError) -> CoordinateAxis? {
    let direction = angle.direction.flatMap { list[$0].axis }
    let name = angle.name.flatMap { list[$0].axis }
    if let direction, let name, direction != name, let index = angle.direction {
      throw error(.contradictoryHemisphere, index, "a direction of the \(name.rawValue)")
    }
    return direction ?? name
  }

  /// The place of two angles, in either order.
  func coordinate(
    _ first: CoordinateAngle, _ second: CoordinateAngle
  ) throws(CoordinateParsingError) -> Coordinate {
    let axes = (try axis(first), try axis(second))
    let isLatitudeFirst: Bool
    switch axes {
    case (.latitude, .longitude), (.latitude, nil), (nil, .longitude): isLatitudeFirst = true
    case (nil, nil): isLatitudeFirst = !isInSquareBrackets
    case (.longitude, .latitude), (.longitude, nil), (nil, .latitude): isLatitudeFirst = false
    case (.latitude, .latitude), (.longitude, .longitude):
      let index = second.direction ?? second.name ?? second.start
      throw CoordinateParsingError(
        kind: .contradictoryHemisphere, position: list[index].start,
        found: "a second \(axes.1?.rawValue ?? "")",
        expected: "one latitude (N or S) and one longitude (E or W)")
    }
    let north = isLatitudeFirst ? first : second
    let east = isLatitudeFirst ? second : first
    try checkSeconds(north, east)
    try checkSeconds(east, north)
    try checkPacked(north, east)
    let a = try degrees(of: first, isLatitudeFirst ? .latitude : .longitude)
    let b = try degrees(of: second, isLatitudeFirst ? .longitude : .latitude)
    let (latitude, longitude) = isLatitudeFirst ? (a, b) : (b, a)
    guard latitude.magnitude <= 90 else {
      let isSwapped = axes == (nil, nil) && latitude.magnitude <= 180 && longitude.magnitude <= 90
      throw CoordinateParsingError(
        kind: .outOfRange, position: list[north.start].start, found: "latitude \(latitude)",
        expected: "a latitude in -90...90" + (isSwapped ? "; longitude and latitude swapped?" : ""))
    }
    guard longitude.magnitude <= 360 else {
      throw CoordinateParsingError(
        kind: .outOfRange, position: list[east.start].start, found: "longitude \(longitude)",
        expected: "a longitude in -360...360")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Rejects a letter s that may be the mark of seconds or mean south.
  private func checkSeconds(
    _ angle: CoordinateAngle, _ other: CoordinateAngle
  ) throws(CoordinateParsingError) {
    guard angle.direction == nil, other.direction != nil else { return }
    let last = list[angle.start..<list.count].prefix { $0.kind == .number }.count
    for index in angle.start..<angle.start + last where list[index].mayBeSouth {
      throw error(
        .ambiguous, index, "N or S after it, since the letter s may mean seconds or south")
    }
  }

  /// The degrees of a number with minutes and seconds run together, such as 00217.67E; nil for any
  /// other angle.
  private func packedDegrees(
    _ angle: CoordinateAngle, _ axis: CoordinateAxis
  ) -> (degrees: Double, isMalformed: Bool)? {
    guard angle.count == 1, angle.direction != nil, !angle.hasMarks else { return nil }
    return list[angle.start].packedDegrees(axis == .latitude ? 2 : 3)
  }

  /// Rejects a single number next to a packed one, as in 5130N 130W: it may be degrees, or packed
  /// without leading zeros.
  private func checkPacked(
    _ north: CoordinateAngle, _ east: CoordinateAngle
  ) throws(CoordinateParsingError) {
    let isPacked = packedDegrees(north, .latitude) != nil
    guard isPacked != (packedDegrees(east, .longitude) != nil) else { return }
    let other = isPacked ? east : north
    guard other.count == 1, !other.hasMarks else { return }
    throw error(
      .ambiguous, other.start,
      "both with minutes, two digits of degrees in a latitude and three in a longitude, as in "
        + "5130N 00130W, or marks as in 1°30'W")
  }

  private func degrees(
    of angle: CoordinateAngle, _ axis: CoordinateAxis
  ) throws(CoordinateParsingError) -> Double {
    // The numbers of an angle, which may have dashes between them.
    var parts: (Int, Int, Int) = (angle.start, -1, -1)
    var count = 1
    var index = angle.start + 1
    while count < angle.count, index < list.count {
      if list[index].kind == .number {
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
        kind: .contradictoryHemisphere, position: list[direction].start,
        found: "a hemisphere letter and a minus sign", expected: "one of the two")
    }
    if count > 1, !list[parts.0].isWhole || (count > 2 && !list[parts.1].isWhole) {
      let part = list[parts.0].isWhole ? parts.1 : parts.0
      throw error(.malformedAngle, part, "a whole number before minutes or seconds")
    }
    let value: Double
    switch count {
    case 1: value = try degrees(single: angle, axis)
    case 2:
      // Degrees and seconds without minutes.
      let isSeconds = list[parts.1].mark == .seconds
      try check(parts.1, isSeconds ? "seconds" : "minutes")
      try checkDigits(angle)
      let unit = isSeconds ? 3600.0 : 60
      value = list[parts.1].degrees(after: list[parts.0].value * unit, unit: unit)
    default:
      try check(parts.1, "minutes")
      try check(parts.2, "seconds")
      try checkDigits(angle)
      value = list[parts.2].degrees(
        after: list[parts.0].value * 3600 + list[parts.1].value * 60, unit: 3600)
    }
    let isNegative =
      angle.isNegative || (angle.direction.map { list[$0].isNegativeDirection } ?? false)
    return (isNegative ? -value : value) + 0
  }

  private func check(_ index: Int, _ name: String) throws(CoordinateParsingError) {
    guard list[index].value >= 60 else { return }
    throw CoordinateParsingError(
      kind: .malformedAngle, position: list[index].start,
      found: "\(name) \(text(index))", expected: "a number in 0..<60")
  }

  /// The degrees of a single number: plain, or with minutes run together before or after a letter.
  private func degrees(
    single angle: CoordinateAngle, _ axis: CoordinateAxis
  ) throws(CoordinateParsingError) -> Double {
    guard let packed = packedDegrees(angle, axis) else {
      try checkDigits(angle)
      return list[angle.start].value
    }
    if packed.isMalformed {
      throw error(.malformedAngle, angle.start, "minutes and seconds in 0..<60")
    }
    return packed.degrees
  }

  /// Rejects degrees with a zero before three or more digits: 0012 is more likely 0°12'.
  private func checkDigits(_ angle: CoordinateAngle) throws(CoordinateParsingError) {
    let token = list[angle.start]
    guard token.wholeDigits > 3, bytes[token.start] == UInt8(ascii: "0"), token.mark != .degrees
    else { return }
    throw error(
      .malformedAngle, angle.start,
      "at most three digits of degrees, or degrees and minutes run together before or after a "
        + "letter, as in 5130N 00130W")
  }
}

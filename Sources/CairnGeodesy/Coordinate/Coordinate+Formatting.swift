extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees with all their digits, such as `48.8584, 2.2945`.
  ///
  /// ``init(parsing:letterO:)`` parses it to exactly the same numbers.
  public var description: String { "\(latitude), \(longitude)" }

  /// The coordinate as text in a common notation, correctly rounded.
  ///
  /// ```swift
  /// let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)
  /// tower.formatted()                                   // 48.85840, 2.29450
  /// tower.formatted(.decimalWithHemispheres(digits: 4)) // 48.8584° N, 2.2945° E
  /// tower.formatted(.degreesMinutesSeconds(digits: 1))  // 48°51′30.2″N 2°17′40.2″E
  /// tower.formatted(.degreesMinutes(digits: 3))         // 48°51.504′N 2°17.670′E
  /// tower.formatted(.iso6709(digits: 4))                // +48.8584+002.2945/
  /// ```
  ///
  /// ``init(parsing:letterO:)`` parses every one of these forms. The longitude is written in
  /// -180...180. In ISO 6709, as the standard requires, the antimeridian is -180, and the equator
  /// and Greenwich are +0. A coordinate that is not ``isValid`` is written as its ``description``.
  ///
  /// - Parameter style: the notation and the number of digits after the decimal point of its last
  ///   part.
  /// - Returns: one line of text.
  public func formatted(_ style: CoordinateFormat = .decimal(digits: 5)) -> String {
    guard isValid else { return description }
    let longitude = withinHalfTurn(longitude)
    switch style {
    case .decimal(let digits):
      return decimalText(latitude, digits: digits) + ", " + decimalText(longitude, digits: digits)
    case .decimalWithHemispheres(let digits):
      let north = decimalText(latitude.magnitude, digits: digits)
      let east = decimalText(longitude.magnitude, digits: digits)
      return "\(north)° \(latitude < 0 ? "S" : "N"), \(east)° \(longitude < 0 ? "W" : "E")"
    case .degreesMinutes(let digits):
      return sexagesimal(latitude, parts: 2, digits) + (latitude < 0 ? "S " : "N ")
        + sexagesimal(longitude, parts: 2, digits) + (longitude < 0 ? "W" : "E")
    case .degreesMinutesSeconds(let digits):
      return sexagesimal(latitude, parts: 3, digits) + (latitude < 0 ? "S " : "N ")
        + sexagesimal(longitude, parts: 3, digits) + (longitude < 0 ? "W" : "E")
    case .iso6709(let digits):
      // With more digits than a double of 180 has, the zero padding in front would be lost.
      let digits = min(digits, 13)
      let north = decimalText(latitude.magnitude, digits: digits, minimumWholeDigits: 2)
      let east = decimalText(longitude.magnitude, digits: digits, minimumWholeDigits: 3)
      // Zero has a plus sign and the antimeridian a minus sign, even if only rounding leads there.
      func isZero(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
      }
      let isSouth = latitude < 0 && !isZero(north)
      let isWest = longitude < 0 && !isZero(east) || east.utf8.starts(with: "180".utf8)
      return (isSouth ? "-" : "+") + north + (isWest ? "-" : "+") + east + "/"
    }
  }

  /// Degrees and minutes, or degrees, minutes and seconds, of the magnitude of an angle.
  private func sexagesimal(_ angle: Double, parts: Int, _ digits: Int) -> String {
    let degrees = angle.magnitude
    let digits = min(max(digits, 0), parts == 3 ? 9 : 11)
    var unit = parts == 3 ? 3600.0 : 60
    for _ in 0..<digits { unit *= 10 }
    // Rounds once, in units of the last digit, so that no part can come out as 60.
    let total = UInt64((degrees * unit).rounded())
    let perMinute = UInt64(unit) / 60
    let (wholeDegrees, rest) = total.quotientAndRemainder(dividingBy: UInt64(unit))
    func fraction(_ units: UInt64, scale: UInt64) -> String {
      let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
      if digits == 0 { return padded(whole, 2) }
      return padded(whole, 2) + "." + padded(rest, digits)
    }
    if parts == 2 { return "\(wholeDegrees)°\(fraction(rest, scale: perMinute))′" }
    let (minutes, seconds) = rest.quotientAndRemainder(dividingBy: perMinute)
    return "\(wholeDegrees)°\(padded(minutes, 2))′\(fraction(seconds, scale: perMinute / 60))″"
  }

  private func padded(_ number: UInt64, _ digits: Int) -> String {
    var text = String(number)
    while text.utf8.count < digits { text = "0" + text }
    return text
  }
}

/// A notation for coordinates; `digits` is the number of digits after the decimal point of the last
/// part.
public enum CoordinateFormat: Hashable, Sendable {
  /// `48.85840, 2.29450`: signed degrees, latitude first; the fifth digit is about a meter.
  case decimal(digits: Int)
  /// `48.8584° N, 2.2945° E`.
  case decimalWithHemispheres(digits: Int)
  /// `48°51.504′N 2°17.670′E`.
  case degreesMinutes(digits: Int)
  /// `48°51′30.2″N 2°17′40.2″E`; the first digit is about three meters.
  case degreesMinutesSeconds(digits: Int)
  /// `+48.8584+002.2945/`, the text form of ISO 6709, annex H; at most 13 digits.
  case iso6709(digits: Int)
}

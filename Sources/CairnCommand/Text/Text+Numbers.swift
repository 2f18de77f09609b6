#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// Numbers as people read them; the same text on every platform.
enum Text {
  /// A number with a fixed count of digits behind the point, without a sign before a zero.
  static func decimal(_ value: Double, fractionDigits: Int) -> String {
    var scale = 1.0
    for _ in 0..<fractionDigits { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 0x1p53 else { return "\(value)" }
    let units = Int(scaled)
    let whole = units / Int(scale)
    let sign = value < 0 && units > 0 ? "-" : ""
    if fractionDigits == 0 { return "\(sign)\(whole)" }
    let fraction = String(units % Int(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: fractionDigits - fraction.count)
      + fraction
  }

  /// A whole number with a comma between groups of three digits.
  static func grouped(_ value: Int) -> String {
    var text = String(value.magnitude)
    var position = text.count - 3
    while position > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: position))
      position -= 3
    }
    return value < 0 ? "-" + text : text
  }

  /// A length in a unit, as "12.3 km".
  ///
  /// - Parameters:
  ///   - metres: the length.
  ///   - unit: the unit to print it in.
  ///   - fractionDigits: how many digits stand behind the point.
  ///   - dropsZeros: whether "100.0 km" is "100 km".
  static func length(
    _ metres: Double, _ unit: LengthUnit, fractionDigits: Int = 1, dropsZeros: Bool = false
  ) -> String {
    var text = decimal(metres / unit.metres, fractionDigits: fractionDigits)
    if dropsZeros, text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return "\(text) \(unit.rawValue)"
  }

  private static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// A bearing as degrees and the point of the compass, as "45° NE".
  static func bearing(_ degrees: Double, fractionDigits: Int = 0) -> String {
    guard degrees.isFinite, (0...360).contains(degrees) else { return "" }
    let number = decimal(degrees, fractionDigits: fractionDigits)
    let isWholeTurn = number.hasPrefix("360")
    let point = points[Int((degrees / 22.5).rounded()) & 15]
    return "\(isWholeTurn ? decimal(0, fractionDigits: fractionDigits) : number)° \(point)"
  }

  /// The bearing of a point of the compass in any case, as 45 for "NE".
  static func bearing(ofPoint point: String) -> Double? {
    points.firstIndex(of: point.uppercased()).map { Double($0) * 22.5 }
  }

  /// A coordinate as "-33.86785, 151.20732".
  static func coordinate(_ latitude: Double, _ longitude: Double) -> String {
    "\(short(latitude)), \(short(longitude))"
  }

  /// The shortest text that reads back as the number, without ".0".
  private static func short(_ value: Double) -> String {
    let text = "\(value == 0 ? 0 : value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Values of tags that are numbers with units.
enum TagValues {
  /// Parses a speed limit, in km/h.
  ///
  /// - Returns: nil for values without a number, such as `signals`. `none` is 140 km/h; a zone such
  ///   as `DE:urban` is the limit of its kind, where it is the same in most countries.
  static func speed(_ text: String?) -> Double? {
    guard let text = text.map(trimmed), !text.isEmpty else { return nil }
    switch text {
    case "walk": return 5
    case "none": return 140
    default: break
    }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    if let number = Double(digits), number > 0 {
      switch trimmed(text[digits.endIndex...]) {
      case "", "km/h", "kmh", "kph": return number
      case "mph": return number * 1.609344
      case "knots": return number * 1.852
      default: return nil
      }
    }
    let parts = text.split(separator: ":")
    guard digits.isEmpty, parts.count >= 2, let zone = parts.last,
      let limit = zoneSpeed(country: String(parts[0]), zone: String(zone)), limit > 0
    else { return nil }
    return limit
  }

  /// The limit of a zone (<https://wiki.openstreetmap.org/wiki/Key:maxspeed#Implicit_speed_limits>).
  private static func zoneSpeed(country: String, zone: String) -> Double? {
    if zone.hasPrefix("zone"), let number = Double(zone.drop { !$0.isNumber }) {
      return country == "GB" || country == "US" ? number * 1.609344 : number
    }
    if let number = Double(zone) { return number }
    switch (zone, country) {
    case ("urban", "GB"), ("urban", "US"): return 30 * 1.609344
    case ("urban", _): return 50
    case ("rural", "GB"), ("nsl_single", _): return 60 * 1.609344
    case ("nsl_dual", _): return 70 * 1.609344
    case ("rural", "FR"): return 80
    case ("rural", "DE"), ("rural", "AT"): return 100
    case ("rural", _): return 90
    case ("living_street", _): return 7
    case ("bicycle_road", _): return 30
    case ("motorway", "DE"): return 140
    case ("motorway", "GB"): return 70 * 1.609344
    case ("motorway", _): return 130
    default: return nil
    }
  }

  /// Parses a length in meters, or a weight in metric tons for a key such as `maxweight`.
  ///
  /// - Returns: nil for values without a number, such as `default`.
  static func dimension(_ text: String?, key: String) -> Double? {
    guard let text = text.map(trimmed), !text.isEmpty else { return nil }
    if let feet = feetAndInches(text) { return feet }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    guard let number = Double(String(digits.map { $0 == "," ? "." : $0 })), number > 0 else {
      return nil
    }
    switch (trimmed(text[digits.endIndex...]), key.hasPrefix("maxweight")) {
    case ("", _), ("t", true), ("m", false): return number
    case ("kg", true): return number / 1000
    case ("lbs", true), ("lb", true): return number * 0.000_453_592_37
    case ("st", true): return number * 0.907_184_74
    case ("cm", false): return number / 100
    case ("ft", false): return number * 0.3048
    case ("in", false): return number * 0.0254
    default: return nil
    }
  }

  /// A length such as `6'7"`, in meters.
  private static func feetAndInches(_ text: String) -> Double? {
    guard let mark = text.firstIndex(of: "'"), let feet = Double(trimmed(text[..<mark])) else {
      return nil
    }
    var rest = text[text.index(after: mark)...]
    if rest.last == "\"" { rest.removeLast() }
    guard !rest.isEmpty else { return feet * 0.3048 }
    return Double(trimmed(rest)).map { (feet + $0 / 12) * 0.3048 }
  }

  /// Parses a duration, in seconds: `00:30`, `1:20:00`, `PT45M` or a number of minutes.
  static func duration(_ text: String?) -> Double? {
    guard let text = text.map(trimmed), !text.isEmpty, text.utf8.count < 40 else { return nil }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text).map { $0 * 60 } }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 || parts.count == 3 {
      let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Double(part) : nil }
      guard numbers.count == parts.count, parts.dropFirst().allSatisfy({ $0.count == 2 }) else {
        return nil
      }
      return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
    return isoDuration(text)
  }

  /// A duration of ISO 8601 in days, hours, minutes and seconds.
  private static func isoDuration(_ text: String) -> Double? {
    guard text.first == "P" else { return nil }
    var seconds = 0.0
    var digits = ""
    var isTime = false
    var hasPart = false
    for character in text.dropFirst() {
      if character == "T" {
        isTime = true
      } else if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        guard let number = Double(digits) else { return nil }
        switch (character, isTime) {
        case ("D", false): seconds += number * 86_400
        case ("H", true): seconds += number * 3600
        case ("M", true): seconds += number * 60
        case ("S", true): seconds += number
        default: return nil
        }
        digits = ""
        hasPart = true
      }
    }
    return hasPart && digits.isEmpty ? seconds : nil
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

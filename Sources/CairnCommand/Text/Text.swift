internal import CairnFormats
internal import CairnGeodesy

/// Words and numbers formatted for people, identically on every platform.
enum Text {
  /// The note about an encoding other than UTF-8: `read as Windows-1252`.
  static func encoding(_ encoding: TextEncoding) -> String? {
    encoding == .utf8 ? nil : "read as \(encoding)"
  }

  /// A message on one line: control characters and line breaks in quoted words become spaces.
  static func line(_ message: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in message.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .privateUse where FileName.isByte(scalar):
        // A byte of a file name that is not valid UTF-8, as a shell writes it.
        let byte = String(scalar.value & 0xFF, radix: 16, uppercase: true)
        scalars.append(contentsOf: "\\x\(byte)".unicodeScalars)
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Up to three line numbers, for the end of a message: ` (lines 3, 9 and 17)`.
  static func lines(_ lines: [Int], of count: Int) -> String {
    guard let first = lines.first else { return "" }
    if count == 1 { return " (line \(first))" }
    let shown = lines.prefix(3).map(String.init)
    guard count <= 3 else { return " (lines \(shown.joined(separator: ", ")) ...)" }
    return " (lines \(shown.dropLast().joined(separator: ", ")) and \(shown.last ?? ""))"
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

  /// A length with a fixed number of decimals, such as "12.3 km".
  static func length(_ meters: Double, _ unit: LengthUnit, digits: Int = 1) -> String {
    DistanceFormat.fixed(unit, fractionDigits: digits).string(fromMeters: meters)
  }

  /// A length without decimals, with a comma between groups of three digits.
  static func groupedLength(_ meters: Double, _ unit: LengthUnit) -> String {
    let value = unit.value(fromMeters: meters).rounded()
    guard value >= 1_000, value < 1e15 else { return length(meters, unit, digits: 0) }
    return "\(grouped(Int(value))) \(unit.symbol)"
  }

  /// A length with as few digits as needed and a comma between groups of three, such as "1,000 km".
  static func shortLength(_ meters: Double, _ unit: LengthUnit) -> String {
    let text = decimalText(unit.value(fromMeters: meters), digits: 3, trimsZeros: true)
    let whole = text.prefix { $0 != "." }
    return (Int(whole).map(grouped) ?? String(whole)) + text.dropFirst(whole.count)
      + " \(unit.symbol)"
  }

  /// A bearing in degrees with its compass point, such as "45° NE"; empty for NaN.
  static func bearing(_ degrees: Double, digits: Int = 0) -> String {
    guard let point = CompassPoint(bearing: degrees) else { return "" }
    let number = decimalText(degrees, digits: digits)
    // A bearing that rounds to 360 degrees is north.
    return "\(number.hasPrefix("360") ? decimalText(0, digits: digits) : number)° \(point.rawValue)"
  }

  /// A bearing padded so that the compass points align in a column.
  static func paddedBearing(_ degrees: Double) -> String {
    let text = bearing(degrees)
    let point = text.split(separator: " ").last?.count ?? 0
    return text.padding(to: text.count + 3 - point)
  }
}

extension Text {
  /// A number without a fraction if it is whole.
  static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  /// A travel time such as `45 s`, `12 min` or `1 h 5 min`.
  static func travelTime(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\(Int(max(0, seconds).rounded())) s" }
    let minutes = Int((min(seconds, 1e9) / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}

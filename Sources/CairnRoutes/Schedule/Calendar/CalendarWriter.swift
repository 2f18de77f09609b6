/// Writes lines of iCalendar as RFC 5545 has them: at most 75 bytes each, the rest on lines that
/// begin with a blank, and no control characters.
struct CalendarWriter {
  private(set) var text = ""

  /// A property whose value is written as it is.
  mutating func line(_ name: String, _ value: String) {
    // A character is not divided; the blank of a further line counts.
    var room = 75
    for scalar in "\(name):\(value)".unicodeScalars {
      let length = UTF8.width(scalar)
      if length > room {
        text += "\r\n "
        room = 74
      }
      text.unicodeScalars.append(scalar)
      room -= length
    }
    text += "\r\n"
  }

  /// A property whose value is text, with a backslash before what has a meaning.
  mutating func line(_ name: String, text value: String) {
    var escaped = String.UnicodeScalarView()
    var follows: Unicode.Scalar?
    for scalar in value.unicodeScalars {
      defer { follows = scalar }
      switch scalar {
      case "\\", ";", ",": escaped += ["\\", scalar]
      case "\n" where follows == "\r": break
      case "\n", "\r": escaped += ["\\", "n"]
      case "\t": escaped.append(scalar)
      default: if scalar.value >= 0x20, scalar.value != 0x7F { escaped.append(scalar) }
      }
    }
    line(name, String(escaped))
  }
}

/// Writes lines of iCalendar as RFC 5545 has them: at most 75 bytes each, the rest on lines that
/// begin with a blank, and no control characters.
struct CalendarWriter {
  private(set) var text = ""

  /// The most bytes of a line; the blank of a further line counts.
  private static var longestLine: Int { 75 }

  /// A property whose value is written as it is.
  mutating func line(_ name: String, _ value: String) {
    write("\(name):\(value)", hasEscapes: false)
  }

  /// A property whose value is text, with a backslash before what has a meaning.
  mutating func line(_ name: String, text value: String) {
    var escaped = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    for scalar in value.unicodeScalars {
      defer { before = scalar }
      switch scalar {
      case "\\", ";", ",": escaped += ["\\", scalar]
      case "\n" where before == "\r": break
      case "\n", "\r": escaped += ["\\", "n"]
      case "\t": escaped.append(scalar)
      default: if scalar.value >= 0x20, scalar.value != 0x7F { escaped.append(scalar) }
      }
    }
    write("\(name):\(String(escaped))", hasEscapes: true)
  }

  /// Writes a line and folds it, neither inside a character nor between a backslash and what it
  /// escapes: some readers drop the latter.
  private mutating func write(_ line: String, hasEscapes: Bool) {
    var room = Self.longestLine
    var piece = Substring()
    var isEscaping = false
    for character in line {
      piece.append(character)
      if hasEscapes {
        for scalar in character.unicodeScalars { isEscaping = !isEscaping && scalar == "\\" }
      }
      // A backslash and the character it escapes are one piece.
      if isEscaping { continue }
      write(piece, hasEscapes, &room)
      piece = ""
    }
    write(piece, hasEscapes, &room)
    text += "\r\n"
  }

  /// Writes a piece that is not divided, unless it is longer than a line: then between scalars.
  private mutating func write(_ piece: Substring, _ hasEscapes: Bool, _ room: inout Int) {
    let length = piece.utf8.count
    if length > room { fold(&room) }
    if length <= room {
      text += piece
      room -= length
      return
    }
    var isEscaping = false
    for scalar in piece.unicodeScalars {
      let isEscaped = isEscaping
      isEscaping = hasEscapes && !isEscaping && scalar == "\\"
      let length = UTF8.width(scalar) + (isEscaping ? 1 : 0)
      if !isEscaped, length > room { fold(&room) }
      text.unicodeScalars.append(scalar)
      room -= UTF8.width(scalar)
    }
  }

  private mutating func fold(_ room: inout Int) {
    text += "\r\n "
    room = Self.longestLine - 1
  }
}

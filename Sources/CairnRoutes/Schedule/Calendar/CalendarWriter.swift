/// Writes iCalendar content lines (RFC 5545): folded at 75 bytes, with continuation lines that
/// begin with a space, and without control characters.
package struct CalendarWriter {
  package private(set) var text = ""

  /// Creates a writer without a text.
  package init() {}

  /// Begins a calendar.
  ///
  /// - Parameter product: the part of the product that writes it.
  package mutating func begin(_ product: String) {
    line("BEGIN", "VCALENDAR")
    line("VERSION", "2.0")
    line("PRODID", "-//Cairn//\(product)//EN")
    line("CALSCALE", "GREGORIAN")
  }

  /// Ends the calendar.
  package mutating func end() { line("END", "VCALENDAR") }

  /// The maximum number of bytes in a line, including the space of a continuation line.
  private static var longestLine: Int { 75 }

  /// Writes a property whose value is already valid.
  package mutating func line(_ name: String, _ value: String) {
    write("\(name):\(value)", hasEscapes: false)
  }

  /// Writes a property whose value is text; special characters are escaped with a backslash.
  package mutating func line(_ name: String, text value: String) {
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

  /// Writes and folds a line, but not inside a character or after an escaping backslash, because
  /// some readers would lose the escaped character.
  private mutating func write(_ line: String, hasEscapes: Bool) {
    var space = Self.longestLine
    var piece = Substring()
    var isEscaping = false
    for character in line {
      piece.append(character)
      if hasEscapes {
        for scalar in character.unicodeScalars { isEscaping = !isEscaping && scalar == "\\" }
      }
      // A backslash and the character it escapes are one piece.
      if isEscaping { continue }
      write(piece, hasEscapes, &space)
      piece = ""
    }
    write(piece, hasEscapes, &space)
    text += "\r\n"
  }

  /// Writes a piece without splitting it, unless it is longer than a line: then it is split between
  /// scalars.
  private mutating func write(_ piece: Substring, _ hasEscapes: Bool, _ space: inout Int) {
    let length = piece.utf8.count
    if length > space { fold(&space) }
    if length <= space {
      text += piece
      space -= length
      return
    }
    var isEscaping = false
    for scalar in piece.unicodeScalars {
      let isEscaped = isEscaping
      isEscaping = hasEscapes && !isEscaping && scalar == "\\"
      let length = UTF8.width(scalar) + (isEscaping ? 1 : 0)
      if !isEscaped, length > space { fold(&space) }
      text.unicodeScalars.append(scalar)
      space -= UTF8.width(scalar)
    }
  }

  private mutating func fold(_ space: inout Int) {
    text += "\r\n "
    space = Self.longestLine - 1
  }
}

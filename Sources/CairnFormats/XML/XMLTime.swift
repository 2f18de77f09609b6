/// The times of XML Schema (part 2, 3.2.7 and 3.2.9 to 3.2.11).
internal enum XMLTime {
  /// Whether a text is a `dateTime`: `2026-11-22T09:30:00Z`, with a fraction and a zone or without.
  internal static func isDateTime(_ text: String) -> Bool {
    var scanner = Scanner(text)
    return scanner.date(parts: 3) && scanner.take("T") && scanner.time() && scanner.zone()
      && scanner.isAtEnd
  }

  /// Whether a text is a `dateTime`, a `date`, a `gYearMonth` or a `gYear`, as KML takes them.
  internal static func isAnyDate(_ text: String) -> Bool {
    if isDateTime(text) { return true }
    return (1...3).contains { parts in
      var scanner = Scanner(text)
      return scanner.date(parts: parts) && scanner.zone() && scanner.isAtEnd
    }
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8.prefix(80)) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
      index += 1
      return true
    }

    /// A number of digits; years may have more than four.
    private mutating func number(_ digits: Int, orMore: Bool = false) -> Int? {
      let start = index
      var value = 0
      while index < bytes.count, bytes[index].isDigit, orMore || index - start < digits {
        value = (value * 10 + Int(bytes[index] - UInt8(ascii: "0"))) % 1_000_000_000
        index += 1
      }
      return index - start >= digits ? value : nil
    }

    /// A year, and a month and a day where there are so many parts.
    mutating func date(parts: Int) -> Bool {
      _ = take("-")
      let start = index
      guard let year = number(4, orMore: true) else { return false }
      if index - start > 4, bytes[start] == UInt8(ascii: "0") { return false }
      guard parts > 1 else { return true }
      guard take("-"), let month = number(2), 1...12 ~= month else { return false }
      guard parts > 2 else { return true }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard take("-"), let day = number(2) else { return false }
      return 1...days[month - 1] ~= day
    }

    mutating func time() -> Bool {
      guard let hour = number(2), take(":"), let minute = number(2), take(":"),
        let second = number(2)
      else { return false }
      var isRound = minute == 0 && second == 0
      if take(".") {
        let start = index
        while index < bytes.count, bytes[index].isDigit {
          if bytes[index] != UInt8(ascii: "0") { isRound = false }
          index += 1
        }
        if index == start { return false }
      }
      return (hour < 24 || hour == 24 && isRound) && minute < 60 && second < 60
    }

    mutating func zone() -> Bool {
      if isAtEnd || take("Z") { return true }
      guard take("+") || take("-"), let hour = number(2), take(":"), let minute = number(2) else {
        return false
      }
      return minute < 60 && (hour < 14 || hour == 14 && minute == 0)
    }
  }
}

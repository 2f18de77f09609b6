internal import CairnMemory
internal import CairnText

/// A cursor over the numbers of a range of constant text.
internal struct HolidayDigits {
  private let text: ConstantText
  private(set) var position: Int
  private let end: Int

  /// The base of the numbers.
  static let base = 92

  init(_ text: ConstantText, _ range: Range<Int>) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
  }

  /// A cursor over a cell of a table.
  init(_ table: TextTable, column: Int, row: Int) {
    self.init(table.text, table.range(ofColumn: column, row: row))
  }

  var isAtEnd: Bool { position >= end }

  /// The number of remaining bytes.
  var remaining: Int { end - position }

  /// Reads a byte.
  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return text[position]
  }

  /// Reads a number with the given number of digits.
  mutating func number(_ width: Int) -> Int {
    var value = 0
    for _ in 0..<width {
      let code = Int(byte()) - 33
      // The quote (34) and the backslash (92) are left out.
      value = value * Self.base + (code > 59 ? code - 2 : code > 1 ? code - 1 : code)
    }
    return value
  }

  /// Moves past spaces.
  mutating func skipSpace() {
    while position < end, text[position] == UInt8(ascii: " ") { position += 1 }
  }

  /// A cursor over the text up to the next space; moves past it.
  mutating func part() -> HolidayDigits {
    let start = position
    while position < end, text[position] != UInt8(ascii: " ") { position += 1 }
    let part = HolidayDigits(text, start..<position)
    skipSpace()
    return part
  }
}

/// The calendars and the lists of days, opened on first use.
internal struct HolidayTables: Sendable {
  static let shared = HolidayTables()

  /// An entry of a calendar: a pair of names and a list of days.
  struct Entry: Hashable {
    let pair: Int
    let series: Int
  }

  let calendars = TextTable(HolidayData.calendars, expectedRowLength: 50)
  let series = TextTable(HolidayData.series, expectedRowLength: 14)
  /// The days of each table, in days since 2000-01-01.
  let tables: [[Int]]
  /// The row of each country, in the order of the codes.
  let countries: [(code: String, row: Int)]

  private init() {
    let lines = TextTable(HolidayData.tables, expectedRowLength: 100)
    tables = (0..<lines.count).map { row in
      var digits = HolidayDigits(lines, column: 0, row: row)
      var days = [digits.number(3)]
      while !digits.isAtEnd { days.append(days[days.count - 1] + digits.number(2)) }
      return days
    }
    var countries: [(code: String, row: Int)] = []
    for row in 0..<calendars.count where !calendars.range(ofColumn: 0, row: row).isEmpty {
      countries.append((calendars.string(column: 0, row: row), row))
    }
    self.countries = countries
  }

  /// The row of a country, ignoring case.
  func row(ofCountry code: String) -> Int? {
    let code = code.uppercased()
    var (low, high) = (0, countries.count)
    while low < high {
      let middle = (low + high) / 2
      if countries[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low < countries.count && countries[low].code == code ? countries[low].row : nil
  }

  /// The rows of a country's regions.
  func regions(ofCountryAt row: Int) -> Range<Int> {
    var end = row + 1
    while end < calendars.count, calendars.range(ofColumn: 0, row: end).isEmpty { end += 1 }
    return row + 1..<end
  }

  /// The entries of a country, or of one of its regions.
  func entries(ofCountryAt country: Int, regionAt region: Int?) -> [Entry] {
    let own = entries(inRow: country)
    guard let region else { return own }
    var removed = Set<Int>()
    var digits = HolidayDigits(calendars, column: 2, row: region)
    while !digits.isAtEnd { removed.insert(digits.number(2)) }
    let kept = own.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
    return kept + entries(inRow: region)
  }

  private func entries(inRow row: Int) -> [Entry] {
    var digits = HolidayDigits(calendars, column: 3, row: row)
    var entries: [Entry] = []
    while !digits.isAtEnd {
      entries.append(Entry(pair: digits.number(2), series: digits.number(2)))
    }
    return entries
  }
}

/// The names of holidays, decoded on first use.
internal struct HolidayNames: Sendable {
  static let shared = HolidayNames()

  private let names: [String]
  private let pairs = ConstantText(HolidayData.namePairs)

  private init() {
    let lines = TextTable(HolidayData.names, expectedRowLength: 20)
    let labels = TextTable(HolidayData.labels)
    var names: [String] = []
    names.reserveCapacity(lines.count * 5 / 4)
    var last: [Unicode.Scalar] = []
    for row in 0..<lines.count {
      let range = lines.range(ofRow: row)
      var digits = HolidayDigits(lines.text, range)
      let shared = digits.number(1)
      last.removeSubrange(min(shared, last.count)...)
      last += lines.text.string(range.lowerBound + 1..<range.upperBound).unicodeScalars
      var name = String.UnicodeScalarView()
      name.append(contentsOf: last)
      names.append(String(name))
    }
    let text = ConstantText(HolidayData.labeledNames)
    var digits = HolidayDigits(text, 0..<text.count - 1)
    while !digits.isAtEnd {
      let label = digits.number(1)
      let name = names[digits.number(2)]
      names.append(
        labels.string(column: 0, row: label) + name + labels.string(column: 1, row: label))
    }
    self.names = names
  }

  /// The local and the English name of a pair.
  subscript(pair: Int) -> (local: String, english: String) {
    var digits = HolidayDigits(pairs, pair * 4..<pair * 4 + 4)
    return (names[digits.number(2)], names[digits.number(2)])
  }
}

internal import CairnText

/// Rows of text in aligned columns that fit the width of a screen.
struct TerminalTable {
  /// A column: its title, its alignment, and whether it is cut or left out on a narrow screen.
  struct Column {
    var title: String
    var isAlignedRight = false
    /// The minimum width to which its text may be cut; `nil` if it may not be cut.
    var minimum: Int?
    /// Columns with a rank above 0 are left out on a narrow screen, the highest first.
    var rank = 0
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row with a cell for each column.
  ///
  /// Control characters, and others that change how a terminal shows a line, become spaces.
  mutating func append(_ row: [String]) {
    rows.append(row.map(Text.line))
  }

  /// The lines of the table.
  ///
  /// - Parameters:
  ///   - width: the width of the screen in columns; `nil` for no limit.
  ///   - usesStyles: whether the titles may be dimmed.
  /// - Returns: the titles and the rows, each with its line break.
  func text(width: Int?, usesStyles: Bool) -> String {
    var widths = columns.indices.map { column in
      rows.reduce(DisplayWidth.of(columns[column].title)) {
        max($0, DisplayWidth.of($1[column]))
      }
    }
    let shown = fit(&widths, into: width)
    var text = ""
    let titles = line(columns.map(\.title), widths: widths, shown: shown)
    text += usesStyles ? "\u{1B}[2m\(titles)\u{1B}[0m\n" : "\(titles)\n"
    for row in rows { text += line(row, widths: widths, shown: shown) + "\n" }
    return text
  }

  /// Cuts and removes columns until the table fits, and returns the columns that remain.
  private func fit(_ widths: inout [Int], into limit: Int?) -> [Int] {
    // Leave out optional columns without any text.
    var shown = columns.indices.filter { column in
      columns[column].rank == 0 || rows.contains { !$0[column].isEmpty }
    }
    guard let limit else { return shown }
    func total() -> Int { shown.reduce(2 * max(0, shown.count - 1)) { $0 + widths[$1] } }
    while total() > limit {
      let widest = shown.filter { widths[$0] > columns[$0].minimum ?? .max }
        .max { widths[$0] < widths[$1] }
      if let widest {
        let least = columns[widest].minimum ?? 0
        widths[widest] = max(least, widths[widest] - (total() - limit))
      } else if let least = shown.filter({ columns[$0].rank > 0 }).max(by: {
        columns[$0].rank < columns[$1].rank
      }) {
        shown.removeAll { $0 == least }
      } else {
        break
      }
    }
    return shown
  }

  private func line(_ cells: [String], widths: [Int], shown: [Int]) -> String {
    var line = ""
    for (place, column) in shown.enumerated() {
      let cell = DisplayWidth.truncated(cells[column], to: widths[column])
      let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      if place > 0 { line += "  " }
      line += columns[column].isAlignedRight ? space + cell : cell + space
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

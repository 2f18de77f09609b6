/// The rows of an embedded table: lines of cells with tabs between them.
///
/// A cell is never empty; `-` stands for none.
internal struct TextRows {
  private let lines: [Substring]

  init(_ text: StaticString) {
    lines = text.description.split(separator: "\n")
  }

  /// The cells of each row.
  func map<Row>(_ body: ([Substring]) -> Row) -> [Row] {
    lines.map { body($0.split(separator: "\t")) }
  }
}

extension Substring {
  /// The cell's text, or `nil` where it stands for none.
  internal var ifAny: Substring? { self == "-" ? nil : self }
}

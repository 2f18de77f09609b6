internal import CairnMemory

/// The rows of a table with more fields than its header: often because of an unquoted field that
/// contains the delimiter.
///
/// An additional field without text does not count.
public struct LongRows: Hashable, Sendable {
  /// The number of such rows.
  public private(set) var count = 0
  /// The lines on which the first twenty of them start, counted from 1.
  public private(set) var lines: [Int] = []

  /// Creates an empty set.
  public init() {}

  internal mutating func add(line: Int) {
    count += 1
    if lines.count < 20 { lines.append(line) }
  }
}

extension RowScanner {
  /// Whether a row has text after the given number of fields.
  internal func hasText(
    behind width: Int, _ row: Row, in bytes: UnsafeByteSpan
  ) -> Bool {
    row.fieldCount > width
      && (width..<row.fieldCount).contains { index in
        field(index, of: row, in: bytes).map { !bytes.trimmed($0).isEmpty } ?? false
      }
  }
}

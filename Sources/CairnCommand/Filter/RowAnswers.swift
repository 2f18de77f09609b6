internal import CairnGeodesy

/// What a filter appends to each row of a table.
///
/// Rows come in batches, so that look-ups of one kind follow each other. An answer is one or more
/// fields, each with a delimiter before it.
protocol RowAnswers {
  /// How many coordinates of a row it needs, 1 or 2.
  static var pointCount: Int { get }

  /// Whether a row is written once for each of its answers; rows without any are left out.
  static var repeatsRows: Bool { get }

  /// The names of the columns that it appends.
  var columns: [String] { get }

  /// Learns how the fields of the table are told apart, before the first batch.
  mutating func begin(_ dialect: TableDialect)

  /// The most bytes that the fields of a row take, delimiters included.
  var capacity: Int { get }

  /// Looks at the coordinates of a batch; those of a row without any are NaN.
  mutating func answer(_ points: [Coordinate], _ others: [Coordinate])

  /// Looks for all answers to a row that is written more than once.
  ///
  /// - Returns: how many there are; ``write(_:of:to:at:)`` then takes their numbers.
  mutating func answers(to row: Int, of points: [Coordinate]) throws(Failure) -> Int

  /// Writes the fields of a row of the batch; up to 16 bytes behind them may be overwritten.
  ///
  /// - Returns: the position behind them.
  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int
}

extension RowAnswers {
  static var repeatsRows: Bool { false }

  mutating func answers(to row: Int, of points: [Coordinate]) throws(Failure) -> Int { 1 }
}

/// The delimiter, and the word for nothing, as an answer writes them.
struct AnswerStyle {
  let delimiter: UInt8
  let hasNulls: Bool
  /// The delimiter and the word for nothing.
  private let nothing: UInt64
  private let nothingCount: Int

  init(_ dialect: TableDialect) {
    delimiter = dialect.delimiter
    hasNulls = dialect.hasNulls
    nothing = UInt64(dialect.delimiter) | (hasNulls ? 0x4E5C00 : 0)
    nothingCount = hasNulls ? 3 : 1
  }

  /// Writes a field that says nothing.
  @inline(__always)
  func writeNothing(to output: FilterSlots<UInt8>, at position: Int) -> Int {
    output.store(nothing, at: position)
    return position &+ nothingCount
  }
}

/// Where some hundred rows stand and how they are to be written.
struct RowBatch {
  /// How many rows there are at most.
  static let capacity = 512

  /// Where a row ends, before its line break.
  let ends = FilterMemory<UInt32>(capacity: RowBatch.capacity)
  /// How many fields it lacks.
  let missing = FilterMemory<UInt32>(capacity: RowBatch.capacity)
  /// What becomes of it.
  let fates = FilterMemory<UInt8>(capacity: RowBatch.capacity)
  /// How many rows there are.
  var count = 0
  /// Where the first row starts.
  var start = 0
  /// Where the row behind the last one starts.
  var next = 0
  /// How many fields all rows lack together.
  var missingCount = 0
  /// Whether every row is written with its answer and lacks no field.
  var isPlain = true

  /// What becomes of a row.
  enum Fate {
    /// It is written with its answer.
    static let answered: UInt8 = 0
    /// It is a blank line, written as it is.
    static let blank: UInt8 = 1
    /// It is left out.
    static let skipped: UInt8 = 2
  }
}

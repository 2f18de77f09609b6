/// The positions of up to 4,096 rows and how they are written; positions are relative to
/// the scanner's.
internal struct RowBatch: Sendable {
  /// The maximum number of rows: enough to start a second thread for each batch, while the
  /// coordinates and the fields of a batch stay in the cache.
  static let capacity = 4_096

  /// The end of each row, before its line break.
  var ends: [Int] = []
  /// The rows that are not written with their values and all their fields, in order.
  var exceptions: [Exception] = []
  /// The start of the first row.
  var start = 0
  /// The start of the row after the last one.
  var next = 0
  /// The error of the row after the last one, if it ends the output.
  var problem: FormatError?

  /// A row that is blank, short or skipped.
  struct Exception {
    let row: Int
    var fate = Fate.answered
    /// The number of missing fields.
    var missing = 0
  }

  /// The form in which a row is written.
  enum Fate {
    /// With its values.
    case answered
    /// Unchanged, because it is a blank line.
    case blank
    /// Not at all.
    case skipped
  }

  init() {
    ends.reserveCapacity(Self.capacity)
  }

  mutating func removeAll() {
    ends.removeAll(keepingCapacity: true)
    exceptions.removeAll(keepingCapacity: true)
    problem = nil
  }
}

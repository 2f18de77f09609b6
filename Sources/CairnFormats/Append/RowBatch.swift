/// Where some hundred rows stand and how they are to be written; positions are counted as those of
/// the scanner.
internal struct RowBatch: Sendable {
  /// How many rows there are at most.
  static let capacity = 512

  /// Where each row ends, before its line break.
  var ends: [Int] = []
  /// The rows that are not written with their answer and all their fields, in order.
  var exceptions: [Exception] = []
  /// Where the first row starts.
  var start = 0
  /// Where the row behind the last one starts.
  var next = 0
  /// What is wrong with the row behind the last one, when that ends it all.
  var problem: FormatError?

  /// A row that is blank, short or left out.
  struct Exception {
    let row: Int
    var fate = Fate.answered
    /// How many fields it lacks.
    var missing = 0
  }

  /// What becomes of a row.
  enum Fate {
    /// It is written with its answer.
    case answered
    /// It is a blank line, written as it is.
    case blank
    /// It is left out.
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

/// The answers of a batch as text, one row behind the other, delimiters included.
struct AnswerText {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The longest of them.
  private(set) var longest = 0

  /// Forgets all rows.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    longest = 0
  }

  /// Adds to the row in progress.
  mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Ends the row in progress.
  mutating func endRow() {
    longest = max(longest, bytes.count - (ends.last ?? 0))
    ends.append(bytes.count)
  }

  /// Writes a row.
  func write(_ row: Int, to output: FilterSlots<UInt8>, at position: Int) -> Int {
    let start = row == 0 ? 0 : ends[row - 1]
    return output.write(bytes[start..<ends[row]], at: position)
  }
}

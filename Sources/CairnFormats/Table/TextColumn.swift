/// A column of short texts in a single buffer, without a string for each.
///
/// ```swift
/// var names = TextColumn()
/// names.append("Bern")
/// names.append("Chur")
/// names[1]    // "Chur"
/// ```
public struct TextColumn: Hashable, Sendable {
  internal var bytes: [UInt8] = []
  internal var ends: [Int] = []

  /// Creates an empty column.
  public init() {}

  /// Creates a column of identical texts.
  internal init(repeating text: String, count: Int) {
    for _ in 0..<count { append(text) }
  }

  /// Appends a text.
  public mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    endText()
  }

  internal mutating func endText() {
    ends.append(bytes.count)
  }
}

extension TextColumn: RandomAccessCollection {
  /// The position of the first text.
  public var startIndex: Int { 0 }

  /// The position after the last text.
  public var endIndex: Int { ends.count }

  /// The text at a position; invalid UTF-8 is replaced by replacement characters.
  public subscript(position: Int) -> String {
    let start = position == 0 ? 0 : ends[position - 1]
    return String(decoding: bytes[start..<ends[position]], as: UTF8.self)
  }
}

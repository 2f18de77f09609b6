/// Many short texts in one run of bytes: a column of names without a string for each.
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

  /// Makes an empty column.
  public init() {}

  /// Makes a column of texts that are all the same.
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

  /// The position behind the last text.
  public var endIndex: Int { ends.count }

  /// The text at a position; broken UTF-8 comes out with replacement characters.
  public subscript(position: Int) -> String {
    let start = position == 0 ? 0 : ends[position - 1]
    return String(decoding: bytes[start..<ends[position]], as: UTF8.self)
  }
}

internal import CairnMemory

/// The tokens of a text, which do not change while a coordinate is read from them.
///
/// Separate from the reader's state, so that reading a token copies none of that state.
internal struct CoordinateTokens {
  let bytes: UnsafeByteSpan
  let list: ContiguousArray<CoordinateToken>
  /// The number of tokens that are directions.
  let directionCount: Int

  var count: Int { list.count }

  subscript(index: Int) -> CoordinateToken { list[index] }

  /// The kind of a token; nil beyond the last one.
  func kind(_ index: Int) -> CoordinateToken.Kind? {
    list.indices.contains(index) ? list[index].kind : nil
  }

  /// The text of a token; at most the first 60 digits of a number.
  func text(_ index: Int) -> String {
    var end = list[index].end
    if list[index].kind == .number {
      end = min(end, list[index].start + 60)
    }
    return bytes.text(in: list[index].start..<end)
  }

  /// Whether the whole text is in square brackets.
  var isInSquareBrackets: Bool {
    func isMark(_ index: Int) -> Bool { bytes[index] > 0x20 }
    guard let start = (0..<bytes.count).first(where: isMark),
      let end = (0..<bytes.count).last(where: isMark)
    else { return false }
    return bytes[start] == UInt8(ascii: "[") && bytes[end] == UInt8(ascii: "]")
  }

  /// An error about a token.
  func error(
    _ kind: CoordinateParsingError.Kind, _ index: Int, _ expected: String
  ) -> CoordinateParsingError {
    guard index < list.count else { return incomplete(expected) }
    let token = list[index]
    return CoordinateParsingError(
      kind: kind, position: token.start, found: text(index), expected: expected)
  }

  /// An error about text missing at the end.
  func incomplete(_ expected: String) -> CoordinateParsingError {
    CoordinateParsingError(
      kind: .incomplete, position: bytes.count, found: "", expected: expected)
  }
}

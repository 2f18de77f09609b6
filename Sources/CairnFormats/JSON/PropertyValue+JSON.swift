extension PropertyValue {
  /// Reads a JSON text (RFC 8259): one value with white space around it.
  ///
  /// ```swift
  /// let value = try PropertyValue(json: Array(#"{"height": 2962, "snow": true}"#.utf8))
  /// ```
  ///
  /// Whole numbers that fit are integers, all other numbers the nearest doubles. A byte order mark
  /// in front is no matter.
  ///
  /// - Throws: ``FormatError`` with line and byte for what is no JSON, for text that is no UTF-8 or
  ///   has half a surrogate pair, for a number beyond the range of a double, and for more than 128
  ///   open arrays and objects.
  /// - Complexity: O(bytes).
  public init(json bytes: [UInt8]) throws(FormatError) {
    var input = JSONInput()
    input.append(bytes)
    input.finish()
    do throws(JSONFault) {
      let value = try input.read { cursor throws(JSONFault) in
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.position = 3 }
        cursor.skipSpace()
        let value = try cursor.value()
        cursor.skipSpace()
        guard cursor.position == bytes.count else {
          throw JSONFault(.syntax(.end), at: cursor.position)
        }
        return value
      }
      self = value ?? .null
    } catch {
      throw input.error(error, within: "a value")
    }
  }
}

package import CairnMemory

/// Numbers in base 92, each of the same number of digits, in lines of the same length.
package struct PackedNumbers: Sendable {
  package let digits: ConstantText
  /// The digits of a number.
  package let width: Int
  /// The numbers of a line.
  package let columns: Int

  @inlinable
  package init(_ digits: ConstantText, width: Int = 4, columns: Int = 24) {
    self.digits = digits
    self.width = width
    self.columns = columns
  }

  /// The number of numbers.
  @inlinable
  package var count: Int {
    // A line feed follows each line but the last.
    (digits.count - digits.count / (width * columns + 1)) / width
  }

  @inlinable
  package subscript(position: Int) -> Int {
    let line = position / columns * (columns * width + 1)
    let first = line + position % columns * width
    var value = 0
    for place in first..<(first + width) {
      // The digits are the printable characters except `"` and `\`, in order.
      let byte = digits[place]
      let skipped = (byte > UInt8(ascii: "\"") ? 1 : 0) + (byte > UInt8(ascii: "\\") ? 1 : 0)
      value = value * 92 + Int(byte) - 33 - skipped
    }
    return value
  }
}

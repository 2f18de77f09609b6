/// Text that lives as long as the process: the bytes of a string literal, read by position.
///
/// Every read is checked against the length, in release builds, too.
@safe @usableFromInline
package struct ConstantText: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  @usableFromInline
  package let count: Int

  /// The bytes of a literal, which has more than one character.
  @inlinable
  package init(_ literal: StaticString) {
    // A literal of one scalar has no pointer; none of the tables is that short.
    precondition(literal.hasPointerRepresentation, "A table has more than one character.")
    unsafe base = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }

  /// The byte at a position.
  @inlinable
  package subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count, "The position lies outside of the text.")
    return unsafe base[position]
  }

  /// The text of a range as a string.
  @inlinable
  package func string(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Outside of the text.")
    let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// All bytes as a window, which does not check its bounds in release builds.
  @inlinable @inline(__always)
  package var window: Window<UInt8> {
    unsafe Window(UnsafeBufferPointer(start: base, count: count))
  }
}

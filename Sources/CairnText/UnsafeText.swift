/// Text that lives as long as the process: the bytes of a string literal, read by position.
///
/// This is the only place of the module that touches raw memory. Every read is checked against
/// the length, and the memory is constant, so the type is safe to share.
@safe package struct UnsafeText: @unchecked Sendable {
  @usableFromInline internal let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  package let count: Int

  @inlinable package init(_ literal: StaticString) {
    // A literal of one scalar has no pointer; none of the tables is that short.
    precondition(literal.hasPointerRepresentation, "A table has more than one character.")
    unsafe base = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }

  /// The byte at a position.
  @inlinable package subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count, "The position lies outside of the text.")
    return unsafe base[position]
  }

  /// The text of a range as a string.
  @inlinable package func string(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Outside of the text.")
    let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}

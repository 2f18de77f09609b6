/// The bytes of a string literal, valid for the lifetime of the process.
///
/// Every access is bounds-checked, even in release builds.
@safe @usableFromInline
package struct ConstantText: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafePointer<UInt8>
  /// The number of bytes.
  @usableFromInline
  package let count: Int

  /// Wraps the bytes of a literal, which must have more than one character.
  @inlinable
  package init(_ literal: StaticString) {
    // A literal of a single scalar may have no pointer; no table is that short.
    precondition(literal.hasPointerRepresentation, "the literal must have more than one character")
    unsafe base = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }

  /// The byte at a position.
  @inlinable
  package subscript(position: Int) -> UInt8 {
    @_transparent get {
      requireIndex(position, in: count)
      return unsafe base[position]
    }
  }

  /// The text of a range as a string.
  @inlinable
  package func string(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// All bytes as an unsafe span, which is valid for the lifetime of the process.
  @_transparent @usableFromInline
  package var span: UnsafeSpan<UInt8> {
    unsafe UnsafeSpan(UnsafeBufferPointer(start: base, count: count))
  }
}

// The bounds checks of the unsafe memory types, which also hold in release builds: an index out of
// bounds ends the process instead of accessing foreign memory. Each is one or two comparisons.

/// Traps unless `index` is in `0..<count`.
///
/// - Parameters:
///   - index: any number.
///   - count: at least 0.
@_transparent @usableFromInline
internal func requireIndex(_ index: Int, in count: Int) {
  // As unsigned numbers, negative indices exceed every count.
  precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of bounds")
}

/// Traps unless `width` values from `index` are in `0..<count`.
///
/// - Parameters:
///   - width: at least 0.
///   - index: any number.
///   - count: at least 0.
@_transparent @usableFromInline
internal func require(_ width: Int, from index: Int, in count: Int) {
  // The difference of two numbers that are not negative cannot overflow.
  precondition(index >= 0 && index <= count &- width, "range out of bounds")
}

/// Traps unless `range` is in `0..<count`.
///
/// - Parameters:
///   - range: any range, even one whose bounds are not in order.
///   - count: at least 0.
@_transparent @usableFromInline
internal func requireRange(_ range: Range<Int>, in count: Int) {
  precondition(
    range.lowerBound >= 0 && range.lowerBound <= range.upperBound && range.upperBound <= count,
    "range out of bounds")
}

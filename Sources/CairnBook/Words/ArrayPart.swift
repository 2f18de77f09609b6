/// A part of an array that many parts share, in 16 bytes; an `ArraySlice` takes 32.
///
/// A change copies the part to an array of its own, unless it has one.
internal struct ArrayPart<Element> {
  private var array: ContiguousArray<Element>
  /// The number of elements in the lower 28 bits, and the index of the first in the others.
  private var bits: UInt64

  /// The number of elements of a part that extends to the end of its array, however long it is.
  private static var longCount: Int { 1 << 28 - 1 }

  /// Creates a part that is the whole of its own array.
  internal init(_ array: ContiguousArray<Element> = []) {
    self.array = array
    bits = UInt64(Self.longCount)
  }

  /// Creates a part of a shared array: a copy if its range does not fit into the bits.
  internal init(_ array: ContiguousArray<Element>, _ range: Range<Int>) {
    let isShared = range.count < Self.longCount && range.lowerBound < 1 << 36
    self.array = isShared ? array : ContiguousArray(array[range])
    bits =
      isShared
      ? UInt64(range.lowerBound) << 28 | UInt64(range.count) : UInt64(Self.longCount)
  }

  @inline(__always)
  private var range: Range<Int> {
    let count = Int(truncatingIfNeeded: bits) & Self.longCount
    let start = Int(truncatingIfNeeded: bits >> 28)
    return start..<(count == Self.longCount ? array.count : start &+ count)
  }

  /// Changes the elements.
  @inline(__always)
  internal mutating func change<Result>(
    _ body: (inout ContiguousArray<Element>) -> Result
  ) -> Result {
    if bits != UInt64(Self.longCount) { self = ArrayPart(ContiguousArray(array[range])) }
    return body(&array)
  }

  /// Calls a closure with each element.
  @inline(__always)
  internal func forEach(_ body: (Element) -> Void) {
    for index in range { body(array[index]) }
  }
}

extension ArrayPart: RandomAccessCollection {
  @inline(__always)
  internal var startIndex: Int { 0 }

  @inline(__always)
  internal var endIndex: Int { range.count }

  @inline(__always)
  internal subscript(index: Int) -> Element {
    let range = range
    precondition(index >= 0 && index < range.count, "the index is outside the part")
    return array[range.lowerBound &+ index]
  }
}

extension ArrayPart: Sendable where Element: Sendable {}

internal import CairnIndex

// The only place of the filter where memory is read and written without Swift's own checks. The
// positions come from the index of the rows; bounds are asserted in debug builds.

/// Memory for plain numbers, owned by whoever holds the object, that grows by being replaced.
@safe
final class FilterMemory<Element: BitwiseCopyable & ExpressibleByIntegerLiteral> {
  private let base: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  let capacity: Int

  /// Elements at either end that may be touched beyond the capacity: words are read and written
  /// whole where their last bytes do not matter.
  static var slack: Int { 128 }

  init(capacity: Int) {
    self.capacity = capacity
    let count = capacity + 2 * Self.slack
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: 0, count: count)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The memory as a value that costs nothing to pass on; valid as long as this object is.
  var slots: FilterSlots<Element> {
    unsafe FilterSlots(base: base + Self.slack, capacity: capacity, slack: Self.slack)
  }
}

/// A view of the elements of a ``FilterMemory``.
@safe
struct FilterSlots<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  private let capacity: Int
  private let slack: Int

  fileprivate init(base: UnsafeMutablePointer<Element>, capacity: Int, slack: Int) {
    unsafe self.base = base
    self.capacity = capacity
    self.slack = slack
  }

  @inline(__always)
  subscript(_ index: Int) -> Element {
    get {
      assert(index >= -slack && index < capacity + slack)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= -slack && index < capacity + slack)
      unsafe base[index] = newValue
    }
  }

  /// Moves a run of elements within the memory.
  func move(from start: Int, count: Int, to target: Int) {
    assert(start >= 0 && target >= 0 && start + count <= capacity && target + count <= capacity)
    unsafe (base + target).update(from: base + start, count: count)
  }

  /// Copies the first elements from other memory.
  func copy(from other: FilterSlots, start: Int, count: Int) {
    assert(start >= 0 && start + count <= other.capacity && count <= capacity)
    unsafe base.update(from: other.base + start, count: count)
  }
}

extension FilterSlots where Element == UInt8 {
  /// Eight bytes, the first in the lowest place.
  @inline(__always)
  func word(_ index: Int) -> UInt64 {
    assert(index >= -slack && index + 8 <= capacity + slack)
    return UInt64(
      littleEndian: unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Sixteen bytes.
  @inline(__always)
  func sixteen(_ index: Int) -> SIMD16<UInt8> {
    assert(index >= -slack && index + 16 <= capacity + slack)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Writes eight bytes, the lowest first.
  @inline(__always)
  func store(_ word: UInt64, at index: Int) {
    assert(index >= 0 && index + 8 <= capacity + slack)
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(
      of: word.littleEndian, as: UInt64.self)
  }

  /// Writes the characters of a geohash and up to 12 bytes in all.
  @inline(__always)
  func store(_ hash: Geohash, at index: Int) {
    assert(index >= 0 && index + 12 <= capacity + slack)
    unsafe hash.writeASCII(
      to: UnsafeMutableRawBufferPointer(start: base + index, count: 12))
  }

  /// Copies a run of bytes from other memory, and up to 64 bytes behind it.
  @inline(__always)
  func copyLoosely(from other: FilterSlots, _ start: Int, _ end: Int, to target: Int) {
    assert(start >= 0 && end <= other.capacity && target >= 0 && target + end - start <= capacity)
    var source = unsafe UnsafeRawPointer(other.base + start)
    let last = unsafe UnsafeRawPointer(other.base + end)
    var place = unsafe UnsafeMutableRawPointer(base + target)
    repeat {
      let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
      let second = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
      let third = unsafe source.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
      let fourth = unsafe source.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: first, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: third, toByteOffset: 32, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: fourth, toByteOffset: 48, as: SIMD16<UInt8>.self)
      unsafe source += 64
      unsafe place += 64
    } while unsafe source < last
  }

  /// Whether all bytes of a range are ASCII.
  func areASCII(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let limit = SIMD16<UInt8>(repeating: 0x80)
    while index + 64 <= range.upperBound {
      let any = (sixteen(index) | sixteen(index + 16)) | (sixteen(index + 32) | sixteen(index + 48))
      if holdsAnywhere(any .>= limit) { return false }
      index += 64
    }
    return (index..<range.upperBound).allSatisfy { self[$0] < 0x80 }
  }

  /// The bytes of a range as an array.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    range.map { self[$0] }
  }

  /// Writes bytes one after the other.
  func write(_ bytes: some Sequence<UInt8>, at index: Int) -> Int {
    var position = index
    for byte in bytes {
      self[position] = byte
      position += 1
    }
    return position
  }

  /// A run of bytes as memory, valid as long as its owner is.
  @unsafe
  func buffer(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    assert(range.lowerBound >= 0 && range.upperBound <= capacity)
    return unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Hands memory from a position on to a body that fills some of it.
  func withRoom<Result>(
    from start: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    assert(start >= 0 && start <= capacity)
    return unsafe body(UnsafeMutableRawBufferPointer(start: base + start, count: capacity - start))
  }
}

/// The bits of a comparison of 16 bytes, the first byte's lowest.
@inline(__always)
func bits(of mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
  // Every byte of eight keeps another bit, so their sum has no carry.
  let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
  let chosen = SIMD16<UInt8>(repeating: 0).replacing(with: weights, where: mask)
  let halves = unsafe unsafeBitCast(chosen, to: SIMD2<UInt64>.self)
  let ones: UInt64 = 0x0101_0101_0101_0101
  #if _endian(big)
    let first = halves.x.byteSwapped
    let second = halves.y.byteSwapped
  #else
    let first = halves.x
    let second = halves.y
  #endif
  return (first &* ones) &>> 56 | ((second &* ones) &>> 56) &<< 8
}

/// Whether a comparison of 16 bytes holds anywhere.
@inline(__always)
func holdsAnywhere(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
  let chosen = SIMD16<UInt8>(repeating: 0).replacing(with: 1, where: mask)
  let halves = unsafe unsafeBitCast(chosen, to: SIMD2<UInt64>.self)
  return halves.x | halves.y != 0
}

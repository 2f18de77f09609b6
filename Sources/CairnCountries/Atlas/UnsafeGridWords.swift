// The only place of the look-up where memory is read without Swift's own checks. All positions
// come from the writer of the leaves; bounds are asserted in debug builds.

internal import Synchronization

/// The tables of a grid: an entry for each cell, and the blocks of the cells that are cut.
///
/// Blocks are added while others read. A block never changes or moves once an entry refers to it.
@safe
internal final class GridWords: @unchecked Sendable {
  private let cells: UnsafeMutablePointer<Atomic<UInt32>>
  private let cellCount: Int
  /// The pieces of memory that hold the blocks; the first also holds the cells.
  private let slabs: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>

  /// Where the next block goes; what adds blocks holds it, one at a time.
  struct Room: Sendable {
    fileprivate var slab = 0
    fileprivate var used: Int
    fileprivate var capacity: Int
    /// How many words more slabs may hold.
    fileprivate var left: Int
  }

  /// What tables take at most: 512 MB.
  static let mostWords = 1 << BoundaryGrid.Entry.blockBits

  /// The position of a block is the number of its slab, and behind that the word in it.
  private static let slabShift = 21
  private static let slabCount = 1 << (BoundaryGrid.Entry.blockBits - slabShift)

  /// Makes tables without blocks, whose cells all have the answer 0.
  ///
  /// - Parameters:
  ///   - expectedWords: about how many words all blocks will take.
  ///   - mostWords: about how many words the tables may take.
  static func make(
    cellCount: Int, expectedWords: Int, mostWords: Int = mostWords
  ) -> (words: GridWords, room: Room) {
    // A position in a slab has no more bits; more slabs may follow.
    let capacity = max(min(cellCount + expectedWords, 1 << slabShift), cellCount, 64)
    let words = GridWords(cellCount: cellCount, capacity: capacity)
    return (words, Room(used: cellCount, capacity: capacity, left: mostWords - capacity))
  }

  private init(cellCount: Int, capacity: Int) {
    self.cellCount = cellCount
    let first = unsafe Self.allocate(words: capacity)
    unsafe slabs = .allocate(capacity: Self.slabCount)
    unsafe slabs.initialize(repeating: nil, count: Self.slabCount)
    unsafe slabs[0] = first
    unsafe cells = UnsafeMutableRawPointer(first).bindMemory(
      to: Atomic<UInt32>.self, capacity: cellCount)
    for cell in 0..<cellCount { unsafe (cells + cell).initialize(to: Atomic(0)) }
  }

  private static func allocate(words: Int) -> UnsafeMutablePointer<UInt32> {
    // Not in large pages: a program that asks about one city shall not wait for megabytes.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * words, alignment: 64)
    return unsafe memory.bindMemory(to: UInt32.self).baseAddress.unsafelyUnwrapped
  }

  deinit {
    for slab in 0..<Self.slabCount { unsafe slabs[slab]?.deallocate() }
    unsafe slabs.deallocate()
  }

  @inline(__always)
  func cell(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < cellCount)
    return unsafe cells[index].load(ordering: .acquiring)
  }

  /// Changes the entry of a cell; who reads it sees the block that it refers to.
  func setCell(_ index: Int, to entry: UInt32) {
    assert(index >= 0 && index < cellCount)
    unsafe cells[index].store(entry, ordering: .releasing)
  }

  /// The block at a position.
  @inline(__always)
  func block(_ position: Int) -> GridBlock {
    let slab = position &>> Self.slabShift
    assert(slab >= 0 && slab < Self.slabCount)
    let base = unsafe slabs[slab].unsafelyUnwrapped
    return unsafe GridBlock(base + (position & (1 &<< Self.slabShift &- 1)))
  }

  /// Stores a block, and tells its position; `nil` when no more memory may be taken.
  func append(_ block: [UInt32], to room: inout Room) -> Int? {
    if room.capacity - room.used < block.count {
      let slab = room.slab + 1
      guard slab < Self.slabCount, block.count <= room.left else { return nil }
      room.slab = slab
      room.used = 0
      room.capacity = max(block.count, min(max(2 * room.capacity, 1 << 14), 1 << Self.slabShift))
      room.left -= room.capacity
      unsafe slabs[room.slab] = Self.allocate(words: room.capacity)
    }
    let position = room.slab << Self.slabShift + room.used
    unsafe block.withUnsafeBufferPointer { words in
      guard let source = words.baseAddress, let base = unsafe slabs[room.slab] else { return }
      unsafe (base + room.used).initialize(from: source, count: words.count)
    }
    room.used += block.count
    return position
  }
}

/// What a cell was cut into: an entry for each part, and behind those the leaves.
@safe
internal struct GridBlock {
  private let base: UnsafePointer<UInt32>

  fileprivate init(_ base: UnsafePointer<UInt32>) {
    unsafe self.base = base
  }

  /// A word of the block.
  @inline(__always)
  subscript(index: Int) -> UInt32 {
    assert(index >= 0)
    return unsafe base[index]
  }

  /// A word as the number whose bits it holds.
  @inline(__always)
  func number(_ index: Int) -> Float {
    Float(bitPattern: self[index])
  }

  /// A whole number that takes two words.
  @inline(__always)
  func wide(_ index: Int) -> Int64 {
    Int64(bitPattern: UInt64(self[index]) | UInt64(self[index + 1]) << 32)
  }

  /// Four numbers, wherever they stand.
  @inline(__always)
  func numbers(_ index: Int) -> SIMD4<Float> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Four words, wherever they stand.
  @inline(__always)
  func four(_ index: Int) -> SIMD4<UInt32> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}

/// Numbers of 23 bits each: 2^23 and what the bits tell.
@inline(__always)
internal func numbersAbove23Bits(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(words | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self)
}

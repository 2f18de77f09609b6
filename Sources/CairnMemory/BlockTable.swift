/// A table with an entry for each cell, and blocks of words that the entries refer to.
///
/// Blocks may be added while other threads read. A block never changes or moves once an entry
/// refers to it: storing the entry publishes the block, and a reader of the entry sees all of it.
/// Only the thread that holds the ``Room`` may add blocks; any number of threads may read and set
/// entries. For data that must shrink, or grow without bound, use an array with a lock.
@safe @usableFromInline
package final class BlockTable: @unchecked Sendable {
  @usableFromInline
  internal let cells: UnsafeMutablePointer<UInt32>
  @usableFromInline
  internal let cellCount: Int
  /// The allocations that contain the blocks; the first also contains the cells.
  @usableFromInline
  internal let slabs: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>

  /// The position of the next block; held by the only thread that adds blocks.
  package struct Room: Sendable {
    fileprivate var slab = 0
    fileprivate var used: Int
    fileprivate var capacity: Int
    /// The number of words that further slabs may contain.
    fileprivate var left: Int
  }

  /// The number of bits of a block position: the slab number above the word offset in it.
  package static let positionBits = 27

  /// The maximum size of a table: 2²⁷ words, which are 512 MB.
  package static let mostWords = 1 << positionBits

  @usableFromInline
  internal static let slabShift = 21
  @usableFromInline
  internal static let slabCount = 1 << (positionBits - slabShift)

  /// Creates a table without blocks, with all entries 0.
  ///
  /// - Parameters:
  ///   - cellCount: the number of cells, at least 0.
  ///   - expectedWords: the approximate number of words of all blocks.
  ///   - mostWords: the approximate maximum number of words of the table.
  /// - Returns: the table, and the position of its first block.
  package static func make(
    cellCount: Int, expectedWords: Int, mostWords: Int = mostWords
  ) -> (table: BlockTable, room: Room) {
    // A word offset has `slabShift` bits; further slabs may follow.
    let capacity = max(min(cellCount + expectedWords, 1 << slabShift), cellCount, 64)
    let table = BlockTable(cellCount: cellCount, capacity: capacity)
    return (table, Room(used: cellCount, capacity: capacity, left: mostWords - capacity))
  }

  private init(cellCount: Int, capacity: Int) {
    self.cellCount = cellCount
    let first = unsafe Self.allocate(words: capacity)
    unsafe slabs = .allocate(capacity: Self.slabCount)
    unsafe slabs.initialize(repeating: nil, count: Self.slabCount)
    unsafe slabs[0] = first
    unsafe cells = first
    unsafe cells.initialize(repeating: 0, count: cellCount)
  }

  private static func allocate(words: Int) -> UnsafeMutablePointer<UInt32> {
    // Not in large pages: a program that looks up one city should not touch megabytes.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * words, alignment: 64)
    return unsafe memory.bindMemory(to: UInt32.self).baseAddress.unsafelyUnwrapped
  }

  deinit {
    for slab in 0..<Self.slabCount { unsafe slabs[slab]?.deallocate() }
    unsafe slabs.deallocate()
  }

  /// Returns the entry of a cell.
  @inlinable @inline(__always)
  package func cell(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < cellCount)
    return unsafe (cells + index).loadAcquiring()
  }

  /// Sets the entry of a cell; readers of the entry see the block that it refers to.
  package func setCell(_ index: Int, to entry: UInt32) {
    assert(index >= 0 && index < cellCount)
    unsafe (cells + index).storeReleasing(entry)
  }

  /// Returns the block at a position.
  @inlinable @inline(__always)
  package func block(_ position: Int) -> WordBlock {
    let slab = position &>> Self.slabShift
    assert(slab >= 0 && slab < Self.slabCount)
    let base = unsafe slabs[slab].unsafelyUnwrapped
    return unsafe WordBlock(base + (position & (1 &<< Self.slabShift &- 1)))
  }

  /// Stores a block and returns its position; nil if the table is full.
  package func append(_ block: [UInt32], to room: inout Room) -> Int? {
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

/// A block of a ``BlockTable``, valid as long as the table.
///
/// It does not store the number of words; the writer of the block encodes it in the block.
@safe @usableFromInline
package struct WordBlock {
  @usableFromInline
  internal let base: UnsafePointer<UInt32>

  @unsafe @inlinable
  internal init(_ base: UnsafePointer<UInt32>) {
    unsafe self.base = base
  }

  /// A word of the block.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt32 {
    assert(index >= 0)
    return unsafe base[index]
  }

  /// A word as the bit pattern of a `Float`.
  @inlinable @inline(__always)
  package func number(_ index: Int) -> Float {
    Float(bitPattern: self[index])
  }

  /// An integer stored in two words, the lower one first.
  @inlinable @inline(__always)
  package func wide(_ index: Int) -> Int64 {
    Int64(bitPattern: UInt64(self[index]) | UInt64(self[index + 1]) << 32)
  }

  /// Four numbers at any index, unaligned.
  @inlinable @inline(__always)
  package func numbers(_ index: Int) -> SIMD4<Float> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Four words at any index, unaligned.
  @inlinable @inline(__always)
  package func four(_ index: Int) -> SIMD4<UInt32> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}

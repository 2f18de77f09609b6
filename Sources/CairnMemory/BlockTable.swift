/// An entry for each of a number of cells, and blocks of words that the entries refer to.
///
/// Blocks are added while others read. A block never changes or moves once an entry refers to it:
/// who writes the entry publishes the block, and who reads the entry sees all of it. One thread at
/// a time may add blocks, the one that holds the ``Room``; any number may read and set entries.
/// What must shrink, or grow without a bound, is better kept in an array behind a lock.
@safe @usableFromInline
package final class BlockTable: @unchecked Sendable {
  @usableFromInline
  internal let cells: UnsafeMutablePointer<UInt32>
  @usableFromInline
  internal let cellCount: Int
  /// The pieces of memory that hold the blocks; the first also holds the cells.
  @usableFromInline
  internal let slabs: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>

  /// Where the next block goes; what adds blocks holds it, one at a time.
  package struct Room: Sendable {
    fileprivate var slab = 0
    fileprivate var used: Int
    fileprivate var capacity: Int
    /// How many words more slabs may hold.
    fileprivate var left: Int
  }

  /// The bits of a block's position: the number of its slab, and below that the word in it.
  package static let positionBits = 27

  /// What a table takes at most: 2²⁷ words, which are 512 MB.
  package static let mostWords = 1 << positionBits

  @usableFromInline
  internal static let slabShift = 21
  @usableFromInline
  internal static let slabCount = 1 << (positionBits - slabShift)

  /// Makes a table without blocks, whose cells all have the entry 0.
  ///
  /// - Parameters:
  ///   - cellCount: how many cells there are, at least 0.
  ///   - expectedWords: about how many words all blocks will take.
  ///   - mostWords: about how many words the table may take.
  /// - Returns: the table, and where its first block goes.
  package static func make(
    cellCount: Int, expectedWords: Int, mostWords: Int = mostWords
  ) -> (table: BlockTable, room: Room) {
    // A position in a slab has no more bits; more slabs may follow.
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
    // Not in large pages: a program that asks about one city shall not wait for megabytes.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * words, alignment: 64)
    return unsafe memory.bindMemory(to: UInt32.self).baseAddress.unsafelyUnwrapped
  }

  deinit {
    for slab in 0..<Self.slabCount { unsafe slabs[slab]?.deallocate() }
    unsafe slabs.deallocate()
  }

  /// The entry of a cell.
  @inlinable @inline(__always)
  package func cell(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < cellCount)
    return unsafe (cells + index).loadAcquiring()
  }

  /// Changes the entry of a cell; who reads it sees the block that it refers to.
  package func setCell(_ index: Int, to entry: UInt32) {
    assert(index >= 0 && index < cellCount)
    unsafe (cells + index).storeReleasing(entry)
  }

  /// The words from a block's position on.
  @inlinable @inline(__always)
  package func block(_ position: Int) -> WordBlock {
    let slab = position &>> Self.slabShift
    assert(slab >= 0 && slab < Self.slabCount)
    let base = unsafe slabs[slab].unsafelyUnwrapped
    return unsafe WordBlock(base + (position & (1 &<< Self.slabShift &- 1)))
  }

  /// Stores a block, and tells its position; `nil` when no more memory may be taken.
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

/// The words of a ``BlockTable`` from a place on, alive as long as the table.
///
/// It does not know where they end: who wrote the block wrote its length, too.
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

  /// A word as the number whose bits it holds.
  @inlinable @inline(__always)
  package func number(_ index: Int) -> Float {
    Float(bitPattern: self[index])
  }

  /// A whole number that takes two words, the lower one first.
  @inlinable @inline(__always)
  package func wide(_ index: Int) -> Int64 {
    Int64(bitPattern: UInt64(self[index]) | UInt64(self[index + 1]) << 32)
  }

  /// Four numbers, wherever they stand.
  @inlinable @inline(__always)
  package func numbers(_ index: Int) -> SIMD4<Float> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Four words, wherever they stand.
  @inlinable @inline(__always)
  package func four(_ index: Int) -> SIMD4<UInt32> {
    assert(index >= 0)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}

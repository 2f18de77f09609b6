/// A table with an entry for each cell, and blocks of words that the entries refer to.
///
/// Blocks may be added while other threads read. A block never changes or moves once an entry
/// refers to it: storing the entry publishes the block, and a reader of the entry sees all of it.
/// Only the thread that holds the ``Cursor`` may add blocks; any number of threads may read and set
/// entries. For data that must shrink, or grow without bound, use an array with a lock.
@safe @usableFromInline
package final class BlockTable: @unchecked Sendable {
  @usableFromInline
  internal let cells: UnsafeMutablePointer<UInt32>
  /// The number of cells.
  @usableFromInline
  package let cellCount: Int
  /// The allocations that contain the blocks; the first also contains the cells.
  @usableFromInline
  internal let chunks: UnsafeMutablePointer<UnsafeBuffer<UInt32>>

  /// The position of the next block, with the remaining capacity; held by the only thread that adds
  /// blocks.
  package struct Cursor: Sendable {
    fileprivate var chunk = 0
    fileprivate var used: Int
    fileprivate var capacity: Int
    /// The number of words that further chunks may contain.
    fileprivate var left: Int
  }

  /// The number of bits of a block position: the chunk number above the word offset in it.
  package static let positionBits = 27

  /// The maximum size of a table: 2²⁷ words, which are 512 MB.
  package static let mostWords = 1 << positionBits

  @usableFromInline
  internal static let chunkShift = 21
  @usableFromInline
  internal static let chunkCount = 1 << (positionBits - chunkShift)

  /// Creates a table without blocks, with all entries 0.
  ///
  /// - Parameters:
  ///   - cellCount: the number of cells, at least 0.
  ///   - expectedWords: the approximate number of words of all blocks.
  ///   - mostWords: the approximate maximum number of words of the table.
  /// - Returns: the table, and a cursor at its first block.
  package static func make(
    cellCount: Int, expectedWords: Int, mostWords: Int = mostWords
  ) -> (table: BlockTable, cursor: Cursor) {
    // A word offset has `chunkShift` bits; further chunks may follow.
    let capacity = max(min(cellCount + expectedWords, 1 << chunkShift), cellCount, 64)
    let table = BlockTable(cellCount: cellCount, capacity: capacity)
    return (table, Cursor(used: cellCount, capacity: capacity, left: mostWords - capacity))
  }

  private init(cellCount: Int, capacity: Int) {
    self.cellCount = cellCount
    let first = Self.allocate(words: capacity)
    unsafe chunks = .allocate(capacity: Self.chunkCount)
    let none = unsafe UnsafeBuffer(UnsafeMutableBufferPointer<UInt32>(start: nil, count: 0))
    unsafe chunks.initialize(repeating: none, count: Self.chunkCount)
    unsafe chunks[0] = first
    unsafe cells = first.base
    unsafe cells.initialize(repeating: 0, count: cellCount)
  }

  private static func allocate(words: Int) -> UnsafeBuffer<UInt32> {
    // Not in large pages: a program that looks up one city should not touch megabytes.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * words, alignment: 64)
    return unsafe UnsafeBuffer(memory.bindMemory(to: UInt32.self))
  }

  deinit {
    for chunk in 0..<Self.chunkCount where unsafe chunks[chunk].count > 0 {
      unsafe chunks[chunk].buffer.deallocate()
    }
    unsafe chunks.deallocate()
  }

  /// Returns the entry of a cell.
  @inlinable @inline(__always)
  package func cell(_ index: Int) -> UInt32 {
    requireIndex(index, in: cellCount)
    return unsafe (cells + index).loadAcquiring()
  }

  /// Returns the entry of a cell whose index is asserted to be in bounds in debug builds only.
  @unsafe @inlinable @inline(__always)
  package func cell(unchecked index: Int) -> UInt32 {
    assert(index >= 0 && index < cellCount)
    return unsafe (cells + index).loadAcquiring()
  }

  /// Sets the entry of a cell; readers of the entry see the block that it refers to.
  package func setCell(_ index: Int, to entry: UInt32) {
    requireIndex(index, in: cellCount)
    unsafe (cells + index).storeReleasing(entry)
  }

  /// Returns the words from a position, which must be in an allocation of the table.
  @inlinable @inline(__always)
  package func block(_ position: Int) -> WordBlock {
    let chunk = position &>> Self.chunkShift
    requireIndex(chunk, in: Self.chunkCount)
    return unsafe chunks[chunk].span.suffix(from: position & (1 &<< Self.chunkShift &- 1))
  }

  /// Stores a block and returns its position; nil if the table is full.
  package func append(_ block: [UInt32], to cursor: inout Cursor) -> Int? {
    if cursor.capacity - cursor.used < block.count {
      let chunk = cursor.chunk + 1
      guard chunk < Self.chunkCount, block.count <= cursor.left else { return nil }
      cursor.chunk = chunk
      cursor.used = 0
      let usual = min(max(2 * cursor.capacity, 1 << 14), 1 << Self.chunkShift)
      cursor.capacity = max(block.count, usual)
      cursor.left -= cursor.capacity
      unsafe chunks[cursor.chunk] = Self.allocate(words: cursor.capacity)
    }
    let position = cursor.chunk << Self.chunkShift + cursor.used
    block.withUnsafeSpan { unsafe chunks[cursor.chunk].copy($0, to: cursor.used) }
    cursor.used += block.count
    return position
  }
}

/// The words of a ``BlockTable`` from the start of a block, valid as long as the table.
@usableFromInline
package typealias WordBlock = UnsafeSpan<UInt32>

extension WordBlock {
  /// A word as the bit pattern of a `Float`.
  @inlinable @inline(__always)
  package func number(_ index: Int) -> Float {
    Float(bitPattern: self[index])
  }

  /// An integer stored in two words, the lower one first.
  @inlinable @inline(__always)
  package func wide(_ index: Int) -> Int64 {
    let words = lanes(at: index, as: SIMD2<UInt32>.self)
    return Int64(bitPattern: UInt64(words.x) | UInt64(words.y) << 32)
  }

  /// Four numbers at any index, unaligned.
  @inlinable @inline(__always)
  package func numbers(_ index: Int) -> SIMD4<Float> {
    SIMD4(bits: four(index))
  }

  /// Four words at any index, unaligned.
  @inlinable @inline(__always)
  package func four(_ index: Int) -> SIMD4<UInt32> {
    lanes(at: index)
  }
}

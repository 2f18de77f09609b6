// The only place of the look-up where memory is read without Swift's own checks. All positions
// come from the builder of the grid; bounds are asserted in debug builds.

internal import CairnIndex

/// The tables of a grid in one piece of memory that never changes.
@safe
internal final class GridWords: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt32>
  private let parts: UnsafeMutablePointer<UInt32>
  private let leaves: UnsafeMutablePointer<UInt32>
  private let cellCount: Int
  private let partCount: Int
  private let leafCount: Int

  /// Copies the tables.
  ///
  /// - Parameters:
  ///   - cells: an entry for each cell, row by row from the south-west.
  ///   - parts: an entry for each part of the cells that are cut.
  ///   - leaves: all leaves, with four words more than they need.
  init(cells: [UInt32], parts: [UInt32], leaves: [UInt32]) {
    cellCount = cells.count
    partCount = parts.count
    leafCount = leaves.count
    let byteCount = 4 * (cells.count + parts.count + leaves.count)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: byteCount, alignment: byteCount < 2 * largePageSize ? 64 : largePageSize)
    unsafe preferLargePages(memory)
    unsafe base = memory.bindMemory(to: UInt32.self).baseAddress.unsafelyUnwrapped
    unsafe self.parts = base + cells.count
    unsafe self.leaves = base + cells.count + parts.count
    var next = unsafe base
    for table in [cells, parts, leaves] {
      unsafe table.withUnsafeBufferPointer { buffer in
        if let first = buffer.baseAddress {
          unsafe next.initialize(from: first, count: buffer.count)
        }
      }
      unsafe next += table.count
    }
  }

  deinit {
    unsafe base.deallocate()
  }

  /// How many bytes the tables take.
  var byteCount: Int { 4 * (cellCount + partCount + leafCount) }

  @inline(__always)
  func cell(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < cellCount)
    return unsafe base[index]
  }

  @inline(__always)
  func part(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < partCount)
    return unsafe parts[index]
  }

  @inline(__always)
  func leaf(_ index: Int) -> UInt32 {
    assert(index >= 0 && index < leafCount)
    return unsafe leaves[index]
  }

  /// A word of a leaf as the number whose bits it holds.
  @inline(__always)
  func number(_ index: Int) -> Float {
    Float(bitPattern: leaf(index))
  }

  /// A whole number that takes two words.
  @inline(__always)
  func wide(_ index: Int) -> Int {
    Int(Int64(bitPattern: UInt64(leaf(index)) | UInt64(leaf(index + 1)) << 32))
  }

  /// Four numbers of a leaf, wherever they stand.
  @inline(__always)
  func numbers(_ index: Int) -> SIMD4<Float> {
    assert(index >= 0 && index + 4 <= leafCount)
    return unsafe UnsafeRawPointer(leaves + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Four words of a leaf, wherever they stand.
  @inline(__always)
  func four(_ index: Int) -> SIMD4<UInt32> {
    assert(index >= 0 && index + 4 <= leafCount)
    return unsafe UnsafeRawPointer(leaves + index).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}

/// Numbers of 23 bits each: 2^23 and what the bits tell.
@inline(__always)
internal func numbersAbove23Bits(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(words | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self)
}

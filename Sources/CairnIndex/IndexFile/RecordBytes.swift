internal import CairnMemory

/// The bytes of one record in an open index file.
///
/// Up to fifteen bytes are held by the value itself. A longer record is read where it is mapped,
/// and keeps the file open as long as it is held.
///
/// ```swift
/// String(decoding: record, as: UTF8.self)
/// ```
public struct RecordBytes: RandomAccessCollection, Sendable {
  /// The first eight bytes, the first lowest; or the place of the first in ``memory``.
  private let low: UInt64
  /// Seven more bytes below the number of bytes; or that number.
  private let high: UInt64
  /// Where a record stands that the value has no room for.
  ///
  /// Most have room, and then no reference is counted for each place of an answer.
  private let memory: PackedMemory?

  /// How many bytes a value has room for.
  private static let room = 15

  /// The record of an element in a file without records.
  package init() {
    (low, high, memory) = (0, 0, nil)
  }

  init(_ memory: borrowing PackedMemory, at range: Range<Int>) {
    if range.count <= Self.room, range.lowerBound + 16 <= memory.byteCount {
      let count = UInt64(truncatingIfNeeded: range.count)
      let words = memory.littleEndianWords(at: range.lowerBound)
      // Shifts by as much as a word has bits, or more, leave nothing.
      low = words.low & ~(UInt64.max << (count * 8))
      let rest = count > 8 ? ~(UInt64.max << ((count - 8) * 8)) : 0
      high = words.high & rest | count << 56
      self.memory = nil
    } else {
      low = UInt64(range.lowerBound)
      high = UInt64(range.count)
      self.memory = copy memory
    }
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int {
    Int(truncatingIfNeeded: memory == nil ? high >> 56 : high)
  }

  /// A byte; the index must be within the record.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < endIndex, "index outside the record")
    guard let memory else {
      let word = index < 8 ? low : high
      return UInt8(truncatingIfNeeded: word >> (UInt64(index & 7) * 8))
    }
    defer { extendLifetime(memory) }
    return Slab<UInt8>(memory, byteOffset: Int(low), count: Int(high))[index]
  }

  /// Calls a closure with the record's bytes.
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    guard let memory else {
      return try unsafe withBytes(ofLittleEndianWords: (low, high), count: endIndex, body)
    }
    defer { extendLifetime(memory) }
    return try unsafe memory.withBytes(at: Int(low), count: Int(high), body)
  }
}

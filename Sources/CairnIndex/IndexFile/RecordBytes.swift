internal import CairnMemory

/// The bytes of one record in an open index file.
///
/// Up to fifteen bytes are stored inline. A longer record refers to the mapped file and keeps it
/// open.
///
/// ```swift
/// String(decoding: record, as: UTF8.self)
/// ```
public struct RecordBytes: RandomAccessCollection, Sendable {
  /// The first eight bytes, little-endian; or the byte offset of the record in ``memory``.
  private let low: UInt64
  /// Seven more bytes with the byte count above them; or the byte count.
  private let high: UInt64
  /// The file of a record that is too long to be stored inline.
  ///
  /// Most records are inline, so results need no reference counting per place.
  private let memory: PackedMemory?

  /// The maximum number of inline bytes.
  private static let inlineLimit = 15

  /// The record of an element in a file without records.
  package init() {
    (low, high, memory) = (0, 0, nil)
  }

  init(_ memory: borrowing PackedMemory, at range: Range<Int>) {
    if range.count <= Self.inlineLimit, range.lowerBound + 16 <= memory.byteCount {
      let count = UInt64(truncatingIfNeeded: range.count)
      let words = memory.littleEndianWords(at: range.lowerBound)
      // Smart shifts by the word width or more give 0.
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
    return memory.withUnsafeBuffer(of: UInt8.self, byteOffset: Int(low), count: Int(high)) {
      $0[index]
    }
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

/// The bytes of one record in an open index file.
///
/// They are read where they are mapped, and keep the file open as long as they are held.
///
/// ```swift
/// String(decoding: record, as: UTF8.self)
/// ```
public struct RecordBytes: RandomAccessCollection, Sendable {
  private let bytes: Slab<UInt8>
  private let memory: PackedMemory

  init(_ memory: PackedMemory, at range: Range<Int>) {
    bytes = Slab(memory, byteOffset: range.lowerBound, count: range.count)
    self.memory = memory
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int { bytes.count }

  /// A byte; the index must be within the record.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < bytes.count, "index outside the record")
    defer { extendLifetime(memory) }
    return bytes[index]
  }

  /// Calls a closure with the record's bytes as they stand in memory.
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    defer { extendLifetime(memory) }
    return try unsafe bytes.withBytes(body)
  }
}

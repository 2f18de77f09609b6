/// A block of memory, allocated or adopted, such as a mapped file.
///
/// It is accessed through unsafe buffers, see ``UnsafeBuffer``. They do not keep it alive, so their
/// owner must also hold this object. Allocated memory may be written while only one thread has
/// access to it; afterward any number of threads may read it.
@safe @usableFromInline
package final class PackedMemory: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafeMutableRawPointer
  /// The number of bytes.
  @usableFromInline
  package let byteCount: Int
  /// Whether the memory is a mapped file, whose pages are read from disk when they are used.
  internal let isMapped: Bool
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Allocates uninitialized memory, aligned to a cache line, or to a large page if it is large
  /// enough.
  package init(byteCount: Int) {
    precondition(byteCount >= 0, "negative size")
    let alignment = byteCount < 2 * largePageSize ? 64 : largePageSize
    unsafe base = .allocate(byteCount: max(byteCount, 64), alignment: alignment)
    unsafe preferLargePages(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
    self.byteCount = byteCount
    isMapped = false
    unsafe release = { unsafe $0.deallocate() }
  }

  /// Adopts existing memory, for reading only.
  ///
  /// - Parameters:
  ///   - bytes: at least one, aligned to a cache line.
  ///   - isMapped: whether they are a mapped file.
  ///   - release: frees the memory; called once, with its address.
  @unsafe
  package init(
    adopting bytes: UnsafeRawBufferPointer, isMapped: Bool = false,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe base = UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
    byteCount = bytes.count
    self.isMapped = isMapped
    unsafe self.release = release
    precondition(unsafe Int(bitPattern: base) & 63 == 0, "misaligned memory")
  }

  /// Calls `body` with all bytes, valid only during the call.
  @unsafe @inlinable
  package func withBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(self) }
    return try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }

  deinit {
    unsafe release(base)
  }
}

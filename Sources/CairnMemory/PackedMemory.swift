/// A block of memory: its own, or one that something else made, as a mapped file.
///
/// What stands on it are windows, see ``Slab``. They do not keep it alive; their owner holds this
/// object beside them. Memory of its own may be written as long as only one thread knows of it, and
/// is read by any number of threads from then on.
@safe @usableFromInline
package final class PackedMemory: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  @usableFromInline
  package let byteCount: Int
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Memory of its own, aligned to a cache line, or a large page when it fills some, and not yet
  /// filled.
  package init(byteCount: Int) {
    let alignment = byteCount < 2 * largePageSize ? 64 : largePageSize
    unsafe base = .allocate(byteCount: max(byteCount, 64), alignment: alignment)
    unsafe preferLargePages(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
    self.byteCount = byteCount
    unsafe release = { unsafe $0.deallocate() }
  }

  /// Memory that something else made, for reading only.
  ///
  /// - Parameters:
  ///   - bytes: at least one, aligned to a cache line.
  ///   - release: gives them back; called once, with their address.
  @unsafe
  package init(
    adopting bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe base = UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
    byteCount = bytes.count
    unsafe self.release = release
    assert(unsafe Int(bitPattern: base) & 63 == 0)
  }

  /// Calls `body` with all bytes, which end with the call.
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

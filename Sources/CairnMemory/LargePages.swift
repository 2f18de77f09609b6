// Linux maps memory in pages of 4 KB unless it is asked for larger ones; everywhere else the
// system decides by itself.
/// The size of a large page where the system must be asked for one.
package let largePageSize = 2 << 20

/// Asks the system to map a block of memory in large pages, before it is first touched.
///
/// A search that jumps about in a block of many megabytes else waits for the translation of
/// addresses. Only pages that lie wholly in the block are asked for, and blocks below 4 MB are
/// left alone, so that no memory is wasted. The system may decline.
@unsafe @usableFromInline
package func preferLargePages(_ bytes: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    guard bytes.count >= 2 * largePageSize, let base = bytes.baseAddress else { return }
    let start = (Int(bitPattern: base) + largePageSize - 1) & -largePageSize
    let end = (Int(bitPattern: base) + bytes.count) & -largePageSize
    guard start < end else { return }
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE)
  #endif
}

// Linux maps memory in pages of 4 KB unless larger ones are requested; other systems decide
// themselves.
/// The size of a large page on systems where it must be requested.
package let largePageSize = 2 << 20

/// Requests large pages for a block of memory, before it is first touched.
///
/// Otherwise, random access to a block of many megabytes stalls on address translation. Only pages
/// entirely inside the block are requested, and none for blocks below 4 MB, so that no memory is
/// wasted. The system may decline.
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

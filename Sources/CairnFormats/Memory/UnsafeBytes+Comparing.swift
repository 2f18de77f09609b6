// `memcmp` of the C library: against a literal it becomes comparisons of words.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

extension ByteWindow {
  /// Whether a range of the bytes is this text; of a literal the comparison becomes a few words.
  @inline(__always)
  internal func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let bytes = unsafe buffer(range)
    guard let start = bytes.baseAddress else { return true }
    return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether a range of the bytes is the same as a range of others.
  @inline(__always)
  internal func isEqual(_ range: Range<Int>, to other: [UInt8], in otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    return other.withWindow { other in
      let a = unsafe buffer(range)
      let b = unsafe other.buffer(otherRange)
      guard let a = a.baseAddress, let b = b.baseAddress else { return true }
      return unsafe memcmp(a, b, range.count) == 0
    }
  }

  /// A hash of a range of the bytes that nobody outside can foresee.
  internal func hash(_ range: Range<Int>) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer(range)))
    return hasher.finalize()
  }

  /// How many line feeds a range holds.
  internal func lineFeeds(in range: Range<Int>) -> Int {
    let part = prefix(range.upperBound)
    let feed = SIMD16<UInt8>(repeating: 0x0A)
    var count = 0
    for at in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      // What stands behind the end of the part is zero.
      count &+= part.block(at: at).bits { $0 .== feed }.nonzeroBitCount
    }
    return count
  }
}

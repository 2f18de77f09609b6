// Memory of a caller in another language. Addresses are checked once, when a view is created; that
// the memory actually contains the claimed number of rows cannot be checked.

/// An error in accessing a caller's memory.
package enum ForeignMemoryError: Error, Hashable, Sendable {
  /// The address is null or in the first page.
  case noAddress
  /// The address is not aligned for the values to be written.
  case misaligned(alignment: Int)
  /// Rows with this stride would exceed the address space.
  case stride(Int64)
  /// The bit offset is negative or too large.
  case bitOffset(Int64)
}

extension ForeignMemoryError {
  /// The valid range of addresses: above the first page, and within the address space of a process.
  fileprivate static let addresses = 4096..<(Int.max >> (Int.bitWidth == 64 ? 7 : 0))

  /// Checks that rows of `size` bytes from an address are within the address space.
  @safe
  fileprivate static func check(
    _ start: UnsafeRawPointer?, rows: Int, stride: Int, size: Int
  ) throws(ForeignMemoryError) {
    guard rows > 0 else { return }
    let address = Int(bitPattern: start)
    guard addresses.contains(address) else { throw .noAddress }
    let (way, overflows) = stride.multipliedReportingOverflow(by: rows - 1)
    let (end, isBeyond) = address.addingReportingOverflow(way)
    guard !overflows, !isBeyond, addresses.contains(end),
      end <= addresses.upperBound - size
    else { throw .stride(Int64(stride)) }
  }
}

/// A nullable column of doubles in memory of a caller, with a stride and validity bits.
///
/// Values may be unaligned. Null rows are marked by validity bits in the format of Apache Arrow,
/// the lowest bit of a byte first.
@safe @usableFromInline
package struct ForeignColumn {
  @usableFromInline
  internal let values: UnsafeRawPointer
  /// The bytes from one value to the next; 0 if all rows share one value.
  @usableFromInline
  internal let stride: Int
  @usableFromInline
  internal let validity: UnsafePointer<UInt8>?
  /// The bit of the first row.
  @usableFromInline
  internal let firstBit: Int
  /// The number of rows; their addresses were checked.
  @usableFromInline
  internal let rows: Int

  /// Reads the description of a column from four words of 64 bits: the address of the first value,
  /// the stride in bytes, the address of the validity bits or 0, and the bit of the first row.
  ///
  /// - Parameters:
  ///   - description: the address of the words.
  ///   - rows: the number of rows that will be read, at least 0.
  /// - Throws: ``ForeignMemoryError``.
  @safe
  package init(
    describedAt description: UnsafeRawPointer?, rows: Int
  ) throws(ForeignMemoryError) {
    try ForeignMemoryError.check(description, rows: 1, stride: 0, size: 32)
    guard let description = unsafe description else { throw .noAddress }
    let words = (0..<4).map {
      unsafe description.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)
    }
    guard let stride = Int(exactly: words[1]) else { throw .stride(words[1]) }
    guard let firstBit = Int(exactly: words[3]), firstBit >= 0, firstBit <= Int.max - rows else {
      throw .bitOffset(words[3])
    }
    let start = unsafe UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: words[0]))
    try ForeignMemoryError.check(start, rows: rows, stride: stride, size: 8)
    let bits = unsafe UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: words[2]))
    if let bits = unsafe bits {
      try ForeignMemoryError.check(
        bits, rows: min(rows, 1), stride: 0, size: (firstBit + rows) / 8 + 1)
    }
    // A column without rows may have a null address; it is never read.
    unsafe values = start ?? description
    self.stride = stride
    unsafe validity = bits?.assumingMemoryBound(to: UInt8.self)
    self.firstBit = firstBit
    self.rows = rows
  }

  /// Whether every row has a value.
  @inlinable @inline(__always)
  package var hasNoNulls: Bool { unsafe validity == nil }

  /// Whether the values are contiguous.
  @inlinable @inline(__always)
  package var isPacked: Bool { stride == 8 }

  /// The value of a row, whether it is null or not.
  @inlinable @inline(__always)
  package subscript(row: Int) -> Double {
    requireIndex(row, in: rows)
    return unsafe values.loadUnaligned(fromByteOffset: row &* stride, as: Double.self)
  }

  /// Traps unless the column has all rows of a range.
  @inlinable @inline(__always)
  package func requireRows(_ range: Range<Int>) {
    requireRange(range, in: rows)
  }

  /// The value of a row of contiguous values; debug builds assert that the column has it.
  @unsafe @inlinable @inline(__always)
  package subscript(uncheckedPacked row: Int) -> Double {
    assert(isPacked && row >= 0 && row < rows)
    return unsafe values.loadUnaligned(fromByteOffset: row &<< 3, as: Double.self)
  }

  /// Whether a row has a value.
  @inlinable @inline(__always)
  package func hasValue(_ row: Int) -> Bool {
    requireIndex(row, in: rows)
    guard let bits = unsafe validity else { return true }
    let bit = firstBit &+ row
    return unsafe bits[bit &>> 3] &>> UInt8(truncatingIfNeeded: bit & 7) & 1 != 0
  }
}

extension UnsafeBuffer {
  /// Creates a buffer over memory of a caller.
  ///
  /// - Parameters:
  ///   - start: the address of the first value; may be nil only for an empty buffer.
  ///   - count: the number of values, at least 0.
  /// - Throws: ``ForeignMemoryError``.
  @safe
  package init(
    foreign start: UnsafeMutablePointer<Value>?, count: Int
  ) throws(ForeignMemoryError) {
    let stride = MemoryLayout<Value>.stride
    try ForeignMemoryError.check(
      UnsafeRawPointer(start), rows: count, stride: stride, size: stride)
    let alignment = MemoryLayout<Value>.alignment
    guard count == 0 || Int(bitPattern: start) % alignment == 0 else {
      throw .misaligned(alignment: alignment)
    }
    unsafe self.init(UnsafeMutableBufferPointer(start: count == 0 ? nil : start, count: count))
  }

  /// Returns the same, or nil for a null address.
  @safe
  package static func foreign(
    optional start: UnsafeMutablePointer<Value>?, count: Int
  ) throws(ForeignMemoryError) -> UnsafeBuffer? {
    Int(bitPattern: start) == 0 ? nil : try UnsafeBuffer(foreign: start, count: count)
  }
}

extension String {
  /// Reads a zero-terminated UTF-8 string; nil for a null address, without a zero within `limit`
  /// bytes, or for invalid UTF-8.
  @safe
  package init?(foreign start: UnsafePointer<CChar>?, atMost limit: Int) {
    guard ForeignMemoryError.addresses.contains(Int(bitPattern: start)) else { return nil }
    var bytes: [UInt8] = []
    guard let start = unsafe start else { return nil }
    while true {
      let byte = unsafe UInt8(bitPattern: start[bytes.count])
      if byte == 0 { break }
      guard bytes.count < limit else { return nil }
      bytes.append(byte)
    }
    guard let text = String(valid: bytes) else { return nil }
    self = text
  }

  /// Writes the bytes of the string and a zero, truncated to the capacity.
  ///
  /// - Parameters:
  ///   - start: the destination; nil to write nothing.
  ///   - capacity: the capacity in bytes, including the zero.
  /// - Returns: the number of bytes of the whole string, without the zero.
  @safe @discardableResult
  package func write(toForeign start: UnsafeMutablePointer<CChar>?, capacity: Int) -> Int {
    withBytes { bytes in
      guard ForeignMemoryError.addresses.contains(Int(bitPattern: start)), capacity > 0,
        let start = unsafe start
      else { return bytes.count }
      let count = min(bytes.count, capacity - 1)
      for index in 0..<count { unsafe start[index] = CChar(bitPattern: bytes[index]) }
      unsafe start[count] = 0
      return bytes.count
    }
  }
}

// Memory of a caller in another language. What can be told from an address is checked once, when a
// view is made; that as many rows stand there as the caller says nobody can check.

/// Why memory of a caller cannot be read or written.
package enum ForeignMemoryFault: Error, Hashable, Sendable {
  /// There is no address, or one in the first page, where none is.
  case noAddress
  /// The address is not a multiple of the size of the values that are to be written there.
  case misaligned(alignment: Int)
  /// Rows with this stride would not lie within the memory of a process.
  case stride(Int64)
  /// A bit before the first one is asked for.
  case bitOffset(Int64)
}

extension ForeignMemoryFault {
  /// No process has more memory than addresses of so many bytes, nor anything in the first page.
  fileprivate static let addresses = 4096..<(Int.max >> (Int.bitWidth == 64 ? 7 : 0))

  /// Checks that rows of so many bytes begin at an address and lie in memory.
  @safe
  fileprivate static func check(
    _ start: UnsafeRawPointer?, rows: Int, stride: Int, size: Int
  ) throws(ForeignMemoryFault) {
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

/// A column of doubles in memory of a caller: values with a stride, and which of them there are.
///
/// A value may stand at any address. Which rows are null Arrow's validity bits say, the lowest bit
/// of a byte first.
@safe @usableFromInline
package struct ForeignColumn {
  @usableFromInline
  internal let values: UnsafeRawPointer
  /// Bytes from a row's value to the next row's; 0 where one value stands for all rows.
  @usableFromInline
  internal let stride: Int
  @usableFromInline
  internal let validity: UnsafePointer<UInt8>?
  /// The bit of the first row.
  @usableFromInline
  internal let firstBit: Int

  /// Reads how a column lies from four words of 64 bits: the address of the first value, the
  /// stride in bytes, the address of the validity bits or 0, and the bit of the first row.
  ///
  /// - Parameters:
  ///   - description: where the words stand.
  ///   - rows: how many rows are going to be read, at least 0.
  /// - Throws: ``ForeignMemoryFault``.
  @safe
  package init(
    describedAt description: UnsafeRawPointer?, rows: Int
  ) throws(ForeignMemoryFault) {
    try ForeignMemoryFault.check(description, rows: 1, stride: 0, size: 32)
    guard let description = unsafe description else { throw .noAddress }
    let words = (0..<4).map {
      unsafe description.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)
    }
    guard let stride = Int(exactly: words[1]) else { throw .stride(words[1]) }
    guard let firstBit = Int(exactly: words[3]), firstBit >= 0, firstBit <= Int.max - rows else {
      throw .bitOffset(words[3])
    }
    let start = unsafe UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: words[0]))
    try ForeignMemoryFault.check(start, rows: rows, stride: stride, size: 8)
    let bits = unsafe UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: words[2]))
    if let bits = unsafe bits {
      try ForeignMemoryFault.check(
        bits, rows: min(rows, 1), stride: 0, size: (firstBit + rows) / 8 + 1)
    }
    // A column of no rows may have no address; nothing is read from it.
    unsafe values = start ?? description
    self.stride = stride
    unsafe validity = bits?.assumingMemoryBound(to: UInt8.self)
    self.firstBit = firstBit
  }

  /// Whether every row has a value.
  @inlinable @inline(__always)
  package var hasNoNulls: Bool { unsafe validity == nil }

  /// Whether the values stand one behind the other.
  @inlinable @inline(__always)
  package var isPacked: Bool { stride == 8 }

  /// The value of a row, whether it is null or not.
  @inlinable @inline(__always)
  package subscript(row: Int) -> Double {
    unsafe values.loadUnaligned(fromByteOffset: row &* stride, as: Double.self)
  }

  /// The value of a row where values stand one behind the other.
  @inlinable @inline(__always)
  package subscript(packed row: Int) -> Double {
    assert(isPacked)
    return unsafe values.loadUnaligned(fromByteOffset: row &<< 3, as: Double.self)
  }

  /// Whether a row has a value.
  @inlinable @inline(__always)
  package func hasValue(_ row: Int) -> Bool {
    guard let bits = unsafe validity else { return true }
    let bit = firstBit &+ row
    return unsafe bits[bit &>> 3] &>> UInt8(truncatingIfNeeded: bit & 7) & 1 != 0
  }
}

extension Slab {
  /// Room for values in memory of a caller.
  ///
  /// - Parameters:
  ///   - start: where the first value goes; nil only where there is room for none.
  ///   - count: how many values there is room for, at least 0.
  /// - Throws: ``ForeignMemoryFault``.
  @safe
  package init(
    foreign start: UnsafeMutablePointer<Value>?, count: Int
  ) throws(ForeignMemoryFault) {
    let stride = MemoryLayout<Value>.stride
    try ForeignMemoryFault.check(
      UnsafeRawPointer(start), rows: count, stride: stride, size: stride)
    let alignment = MemoryLayout<Value>.alignment
    guard count == 0 || Int(bitPattern: start) % alignment == 0 else {
      throw .misaligned(alignment: alignment)
    }
    unsafe self.init(UnsafeMutableBufferPointer(start: count == 0 ? nil : start, count: count))
  }

  /// The same, or nothing where there is no address.
  @safe
  package static func foreign(
    optional start: UnsafeMutablePointer<Value>?, count: Int
  ) throws(ForeignMemoryFault) -> Slab? {
    Int(bitPattern: start) == 0 ? nil : try Slab(foreign: start, count: count)
  }
}

extension String {
  /// The text that begins at an address and ends with a zero, or nil: where there is no address,
  /// no end within so many bytes, or what is no UTF-8.
  @safe
  package init?(foreign start: UnsafePointer<CChar>?, atMost limit: Int) {
    guard ForeignMemoryFault.addresses.contains(Int(bitPattern: start)) else { return nil }
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

  /// Writes the bytes of the text and a zero, as many as there is room for.
  ///
  /// - Parameters:
  ///   - start: where the first byte goes; nil for nowhere.
  ///   - capacity: how many bytes there is room for, the zero among them.
  /// - Returns: how many bytes the whole text has, without the zero.
  @safe @discardableResult
  package func write(toForeign start: UnsafeMutablePointer<CChar>?, capacity: Int) -> Int {
    withBytes { bytes in
      guard ForeignMemoryFault.addresses.contains(Int(bitPattern: start)), capacity > 0,
        let start = unsafe start
      else { return bytes.count }
      let count = min(bytes.count, capacity - 1)
      for index in 0..<count { unsafe start[index] = CChar(bitPattern: bytes[index]) }
      unsafe start[count] = 0
      return bytes.count
    }
  }
}

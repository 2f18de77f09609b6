extension PackedMemory {
  /// Maps the contents of a file.
  ///
  /// Pages are loaded when they are first read, and the file may be removed meanwhile. Writing to
  /// the file or truncating it changes the mapped memory; index files are therefore replaced as a
  /// whole, see ``OutputFile``.
  ///
  /// - Returns: nil if nothing can be mapped: for an empty file, a directory or a pipe.
  package static func mapping(path: String) throws(FileError) -> PackedMemory? {
    let descriptor = repeatingInterrupted { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure(.open, path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.read, path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    // With 32-bit addresses, a file may be larger than the address space.
    guard let length = Int(exactly: status.st_size) else { throw failure(.map, path, EFBIG) }
    let address = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw failure(.map, path, errno)
    }
    return unsafe PackedMemory(
      adopting: UnsafeRawBufferPointer(start: address, count: length), isMapped: true,
      release: { unsafe _ = munmap($0, length) })
  }

  private static func failure(
    _ operation: FileError.Operation, _ path: String, _ code: Int32
  ) -> FileError {
    FileError(operation: operation, path: path, code: code)
  }
}

/// The expected order of reads of a mapped file.
package enum PageAccess: Sendable {
  /// Mostly in order: the system reads pages ahead.
  case sequential
  /// At scattered places: the system reads only pages that are used.
  case scattered
  /// Soon: the system reads the pages in the background.
  case soon
}

extension PackedMemory {
  /// Tells the system how bytes of a mapped file will be read; this affects only performance.
  ///
  /// - Parameters:
  ///   - access: the kind of access.
  ///   - range: the bytes, in bounds; nil for all.
  package func expect(_ access: PageAccess, _ range: Range<Int>? = nil) {
    let range = range ?? 0..<byteCount
    requireRange(range, in: byteCount)
    guard isMapped, !range.isEmpty else { return }
    #if os(Linux) || canImport(Darwin)
      let advice =
        switch access {
        case .sequential: MADV_NORMAL
        case .scattered: MADV_RANDOM
        case .soon: MADV_WILLNEED
        }
      // The file was mapped at the start of a page.
      let skipped = unsafe Int(bitPattern: base + range.lowerBound) & (Int(getpagesize()) - 1)
      _ = unsafe madvise(base + range.lowerBound - skipped, range.count + skipped, advice)
    #endif
  }
}

extension PackedMemory {
  /// Creates a copy of bytes.
  package convenience init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    copy(bytes, to: 0)
  }

  /// Returns a part of this memory, which keeps the whole alive.
  package func part(_ range: Range<Int>) -> PackedMemory {
    unsafe withBytes { bytes in
      unsafe PackedMemory(
        adopting: UnsafeRawBufferPointer(rebasing: bytes[range]), isMapped: isMapped,
        release: { [self] _ in extendLifetime(self) })
    }
  }

  /// Writes all bytes to a file.
  package func write(to file: inout OutputFile) throws(FileError) {
    try unsafe withBytes { bytes throws(FileError) in try unsafe file.write(bytes) }
  }

  /// Allocates memory filled with zeros.
  package convenience init(zeros byteCount: Int) {
    self.init(byteCount: byteCount)
    unsafe withBytes { bytes in
      _ = unsafe memset(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped), 0, bytes.count)
    }
  }

  /// Copies bytes to an offset; the memory must be owned, not mapped.
  package func copy(_ bytes: [UInt8], to offset: Int) {
    unsafe bytes.withUnsafeBytes { unsafe copy($0, to: offset) }
  }

  /// Copies the contents of other memory to an offset; this memory must be owned, not mapped.
  package func copy(_ other: PackedMemory, to offset: Int) {
    unsafe other.withBytes { unsafe copy($0, to: offset) }
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, to offset: Int) {
    require(bytes.count, from: offset, in: byteCount)
    unsafe withBytes { target in
      unsafe UnsafeMutableRawBufferPointer(
        mutating: UnsafeRawBufferPointer(rebasing: target[offset...])
      ).copyMemory(from: bytes)
    }
  }

  /// Reads sixteen bytes as two little-endian integers; the bytes must be in bounds.
  @inlinable @inline(__always)
  package func littleEndianWords(at offset: Int) -> (low: UInt64, high: UInt64) {
    require(16, from: offset, in: byteCount)
    return unsafe withBytes { bytes in
      unsafe (
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      )
    }
  }

  /// Reads a little-endian integer, which need not be aligned; its bytes must be in bounds.
  @inlinable @inline(__always)
  package func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type
  ) -> Number {
    require(MemoryLayout<Number>.size, from: offset, in: byteCount)
    return unsafe withBytes { bytes in
      unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }

  /// Copies little-endian integers, which need not be aligned; their bytes must be in bounds.
  @inlinable
  package func littleEndianNumbers<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, count: Int, as type: Number.Type
  ) -> [Number] {
    let size = MemoryLayout<Number>.size
    require(count * size, from: offset, in: byteCount)
    return unsafe withBytes { bytes in
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count * size)])
      var numbers = unsafe [Number](unsafeUninitializedCapacity: count) { all, made in
        unsafe UnsafeMutableRawBufferPointer(all).copyMemory(from: part)
        made = count
      }
      #if _endian(big)
        for index in numbers.indices { numbers[index] = Number(littleEndian: numbers[index]) }
      #endif
      return numbers
    }
  }

  /// A copy of all bytes.
  package var allBytes: [UInt8] {
    unsafe withBytes { unsafe Array($0) }
  }
}

extension PackedMemory {
  /// Calls a closure with a range of the bytes, valid only during the call.
  @unsafe
  package func withBytes<R>(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    defer { extendLifetime(self) }
    return try unsafe body(
      UnsafeBufferPointer(UnsafeBuffer<UInt8>(self, byteOffset: offset, count: count).buffer))
  }
}

/// Calls a closure with the first `count` bytes of two little-endian integers.
@unsafe @inlinable @inline(__always)
package func withBytes<R>(
  ofLittleEndianWords words: (UInt64, UInt64), count: Int,
  _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) rethrows -> R {
  let bytes = (words.0.littleEndian, words.1.littleEndian)
  return try unsafe Swift.withUnsafeBytes(of: bytes) { bytes in
    try unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
      try unsafe body(UnsafeBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

extension [UInt8] {
  /// Creates the little-endian bytes of numbers.
  @inlinable
  package init<Number: FixedWidthInteger>(littleEndian numbers: some Sequence<Number>) {
    self.init()
    for number in numbers { append(littleEndian: number) }
  }

  /// Appends the little-endian bytes of a number.
  @inlinable
  package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}

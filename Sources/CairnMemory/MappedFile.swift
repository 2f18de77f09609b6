extension PackedMemory {
  /// The contents of a file, mapped and not read.
  ///
  /// The pages come from the disk when they are first read, and the file may be removed meanwhile.
  /// Who writes into it or makes it shorter changes what is mapped; index files are replaced as a
  /// whole for that reason, see ``OutputFile``.
  ///
  /// - Returns: nil where nothing can be mapped: of an empty file, a folder, a pipe.
  package static func mapping(path: String) throws(FileError) -> PackedMemory? {
    let descriptor = repeatingInterrupted { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure(.open, path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.read, path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    // Where memory has 32-bit addresses a file may be larger than it.
    guard let length = Int(exactly: status.st_size) else { throw failure(.map, path, EFBIG) }
    let address = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw failure(.map, path, errno)
    }
    return unsafe PackedMemory(
      adopting: UnsafeRawBufferPointer(start: address, count: length),
      release: { unsafe _ = munmap($0, length) })
  }

  private static func failure(
    _ operation: FileError.Operation, _ path: String, _ code: Int32
  ) -> FileError {
    FileError(operation: operation, path: path, code: code)
  }
}

extension PackedMemory {
  /// A copy of some bytes.
  package convenience init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    copy(bytes, to: 0)
  }

  /// A part of this memory, which stays alive as long as the part does.
  package func part(_ range: Range<Int>) -> PackedMemory {
    unsafe withBytes { bytes in
      unsafe PackedMemory(
        adopting: UnsafeRawBufferPointer(rebasing: bytes[range]),
        release: { [self] _ in extendLifetime(self) })
    }
  }

  /// Writes all bytes to a file.
  package func write(to file: inout OutputFile) throws(FileError) {
    try unsafe withBytes { bytes throws(FileError) in try unsafe file.write(bytes) }
  }

  /// Memory of its own, filled with zeros.
  package convenience init(zeros byteCount: Int) {
    self.init(byteCount: byteCount)
    unsafe withBytes { bytes in
      _ = unsafe memset(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped), 0, bytes.count)
    }
  }

  /// Puts bytes into memory of its own.
  package func copy(_ bytes: [UInt8], to offset: Int) {
    unsafe bytes.withUnsafeBytes { unsafe copy($0, to: offset) }
  }

  /// Puts the contents of other memory into memory of its own.
  package func copy(_ other: PackedMemory, to offset: Int) {
    unsafe other.withBytes { unsafe copy($0, to: offset) }
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, to offset: Int) {
    precondition(offset >= 0 && offset + bytes.count <= byteCount)
    unsafe withBytes { target in
      unsafe UnsafeMutableRawBufferPointer(
        mutating: UnsafeRawBufferPointer(rebasing: target[offset...])
      ).copyMemory(from: bytes)
    }
  }

  /// Sixteen bytes as two numbers; there must be as many.
  @inlinable @inline(__always)
  package func littleEndianWords(at offset: Int) -> (low: UInt64, high: UInt64) {
    assert(offset >= 0 && offset + 16 <= byteCount)
    return unsafe withBytes { bytes in
      unsafe (
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      )
    }
  }

  /// A copy of all bytes.
  package var allBytes: [UInt8] {
    unsafe withBytes { unsafe Array($0) }
  }
}

extension PackedMemory {
  /// Calls a closure with some of the bytes, which are alive for its duration.
  @unsafe
  package func withBytes<R>(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    defer { extendLifetime(self) }
    return try unsafe body(
      UnsafeBufferPointer(Slab<UInt8>(self, byteOffset: offset, count: count).buffer))
  }
}

/// Calls a closure with the first `count` of the bytes of two numbers, the lowest first.
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

// Files through the system's own calls: mapping for reading.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension PackedMemory {
  /// The contents of a file, mapped and not read.
  static func mapping(path: String) throws(IndexFileError) -> PackedMemory {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("read", path) }
    // Nothing can be mapped of an empty file, nor of a folder or a pipe.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw .notAnIndexFile }
    // Where memory has 32-bit addresses a file may be larger than it.
    guard let length = Int(exactly: status.st_size) else { throw .tooLarge(section: .header) }
    let address = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw failure("map", path)
    }
    return unsafe PackedMemory(
      adopting: UnsafeRawBufferPointer(start: address, count: length),
      release: { unsafe _ = munmap($0, length) })
  }

  /// A copy of some bytes.
  convenience init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    copy(bytes, to: 0)
  }

  /// A part of this memory, which stays alive as long as the part does.
  func part(_ range: Range<Int>) -> PackedMemory {
    unsafe withBytes { bytes in
      unsafe PackedMemory(
        adopting: UnsafeRawBufferPointer(rebasing: bytes[range]),
        release: { [self] _ in extendLifetime(self) })
    }
  }

  /// Writes all bytes to a file.
  func write(to file: inout OutputFile) throws(OutputFileError) {
    try unsafe withBytes { bytes throws(OutputFileError) in try unsafe file.write(bytes) }
  }

  private static func failure(_ operation: String, _ path: String) -> IndexFileError {
    .system(operation: operation, path: path, code: errno)
  }
}

extension PackedMemory {
  /// Memory of its own, filled with zeros.
  convenience init(zeros byteCount: Int) {
    self.init(byteCount: byteCount)
    unsafe withBytes { bytes in
      _ = unsafe memset(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped), 0, bytes.count)
    }
  }

  /// Puts bytes into memory of its own.
  func copy(_ bytes: [UInt8], to offset: Int) {
    unsafe bytes.withUnsafeBytes { unsafe copy($0, to: offset) }
  }

  /// Puts the contents of other memory into memory of its own.
  func copy(_ other: PackedMemory, to offset: Int) {
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
  @inline(__always)
  func littleEndianWords(at offset: Int) -> (low: UInt64, high: UInt64) {
    assert(offset >= 0 && offset + 16 <= byteCount)
    return unsafe withBytes { bytes in
      unsafe (
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      )
    }
  }

  /// A copy of all bytes.
  var allBytes: [UInt8] {
    unsafe withBytes { unsafe Array($0) }
  }
}

extension Slab where Value == UInt8 {
  /// Calls a closure with the bytes, which are to be alive for its duration.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try unsafe body(UnsafeBufferPointer(start: address, count: count))
  }
}

/// Calls a closure with the first of the bytes of two numbers, the lowest first.
@inline(__always)
func withBytes<R>(
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

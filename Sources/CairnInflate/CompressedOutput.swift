internal import CairnMemory

/// Compresses a file while it is written: as gzip (RFC 1952), or as a KMZ archive with the single
/// document `doc.kml`.
package struct CompressedOutput: Sendable {
  /// The kind of file.
  package enum Kind: Hashable, Sendable {
    case gzip
    case kmz
  }

  private let kind: Kind
  private var deflater = Deflater()
  private var checksum = CRC32()
  private var byteCount = 0
  private var compressedCount = 0
  private var isAtStart = true

  private static let name = Array("doc.kml".utf8)

  /// Creates an empty file.
  package init(_ kind: Kind) { self.kind = kind }

  /// Adds bytes.
  ///
  /// - Returns: the bytes of the file that are complete.
  /// - Complexity: O(bytes).
  package mutating func append(_ bytes: [UInt8]) -> [UInt8] {
    checksum.add(bytes)
    byteCount += bytes.count
    deflater.append(bytes)
    return start() + taken()
  }

  /// Ends the file.
  ///
  /// - Returns: its last bytes; nil if it is too long for an archive, which holds 4 GiB.
  package mutating func finish() -> [UInt8]? {
    deflater.finish()
    var bytes = start() + taken()
    switch kind {
    case .gzip:
      bytes += Self.number(Int(checksum.value), 4) + Self.number(byteCount & 0xFFFF_FFFF, 4)
    case .kmz:
      let offset = 30 + Self.name.count + compressedCount
      guard max(byteCount, offset) < 1 << 32 - 1024 else { return nil }
      let sizes =
        Self.number(Int(checksum.value), 4) + Self.number(compressedCount, 4)
        + Self.number(byteCount, 4)
      bytes += Self.signature(7, 8) + sizes
      let directory =
        Self.signature(1, 2) + Self.number(20, 2) + Self.entry + sizes
        + Self.number(Self.name.count, 2) + [UInt8](repeating: 0, count: 16) + Self.name
      bytes += directory + Self.signature(5, 6) + Self.number(0, 4) + Self.number(1, 2)
      bytes += Self.number(1, 2) + Self.number(directory.count, 4)
      bytes += Self.number(offset + 16, 4) + Self.number(0, 2)
    }
    return bytes
  }

  private mutating func taken() -> [UInt8] {
    let bytes = deflater.take()
    compressedCount += bytes.count
    return bytes
  }

  /// The bytes before the compressed ones.
  private mutating func start() -> [UInt8] {
    guard isAtStart else { return [] }
    isAtStart = false
    switch kind {
    case .gzip: return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    case .kmz:
      // The sizes follow the data.
      return Self.signature(3, 4) + Self.entry + [UInt8](repeating: 0, count: 12)
        + Self.number(Self.name.count, 2) + Self.number(0, 2) + Self.name
    }
  }

  /// The version, flags, method and time of the archive's only file: 1980-01-01.
  private static let entry =
    number(20, 2) + number(8, 2) + number(8, 2) + number(0, 2)
    + number(0x21, 2)

  private static func signature(_ third: UInt8, _ fourth: UInt8) -> [UInt8] {
    [0x50, 0x4B, third, fourth]
  }

  /// A number in little-endian order.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

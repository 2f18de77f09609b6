/// An OpenStreetMap extract: `.osm.pbf`, `.osm` or `.osm.gz`.
///
/// The format is detected from the first bytes, not from the name. The file is read block by
/// block, any number of times, with memory bounded by a few blocks:
///
/// ```swift
/// let file = try OSMFile(path: "porto.osm.pbf")
/// var blocks = file.blocks([.way], threads: 4)
/// while let block = try blocks.next() {
///   for index in 0..<block.ways.count { use(block.ways.ids[index]) }
/// }
/// ```
///
/// In a file with history, the last version of each element is delivered, unless it is deleted.
/// Versions of the same element must follow one another.
///
/// © OpenStreetMap contributors: works that use extracts must name the source, see
/// <https://www.openstreetmap.org/copyright>.
public struct OSMFile: Sendable {
  /// The format of an extract.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Blocks of protocol buffers, each compressed: `.osm.pbf`.
    case pbf
    /// XML, plain or compressed by gzip: `.osm`, `.osm.gz`.
    case xml
  }

  /// The format, detected from the first bytes.
  public let format: Format
  /// The properties stated at the beginning of the file.
  public let header: OSMHeader

  private let source: OSMSource

  /// Opens a file and reads its header.
  ///
  /// A pipe is first copied: into memory, or into a temporary file if it is large.
  ///
  /// - Parameter path: the path of a file.
  /// - Throws: ``OSMError`` if the file cannot be read or is not an extract.
  public init(path: String) throws(OSMError) {
    try self.init(OSMSource(path: path))
  }

  /// Opens an extract in memory.
  ///
  /// - Parameter bytes: the contents of the file.
  /// - Throws: ``OSMError`` if the bytes are not an extract.
  public init(bytes: [UInt8]) throws(OSMError) {
    try self.init(.memory(bytes))
  }

  /// Opens the standard input.
  package static func standardInput() throws(OSMError) -> OSMFile {
    try OSMFile(OSMSource(path: nil))
  }

  private init(_ source: OSMSource) throws(OSMError) {
    self.source = source
    format = try Self.format(of: source.bytes(0..<min(16, source.byteCount)))
    switch format {
    case .pbf:
      guard let blob = try PBFBlob(at: 0, in: source), blob.type == "OSMHeader" else {
        throw OSMError(.expected("a header block", found: "another block"), byte: 0)
      }
      header = try OSMHeader(pbf: try blob.contents(of: source), at: 0)
    case .xml:
      var blocks = OSMXMLBlocks(source)
      try blocks.readHeader()
      header = blocks.header
    }
  }

  /// Detects the format from the first bytes of a file.
  private static func format(of start: [UInt8]) throws(OSMError) -> Format {
    for (magic, name, remedy) in foreign where start.starts(with: magic) {
      throw OSMError(.unsupported(name, remedy: remedy), byte: 0)
    }
    let isGzip = start.starts(with: [0x1F, 0x8B])
    let isWide = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
    let isUTF8 = start.starts(with: [0xEF, 0xBB, 0xBF])
    let first = start.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    if isGzip || isWide || isUTF8 || first == UInt8(ascii: "<") { return .xml }
    // UTF-16 without a byte order mark.
    if start.starts(with: [0, 0x3C]) { return .xml }
    // The length of the first block's header, at most 64 KiB.
    if start.count >= 4, start[0] == 0, start[1] <= 1 { return .pbf }
    let found = start.isEmpty ? "an empty file" : "other data"
    throw OSMError(
      .expected("an extract of OpenStreetMap: .osm.pbf, .osm or .osm.gz", found: found), byte: 0)
  }

  /// The first bytes of formats that are not read, with a remedy.
  private static let foreign: [(magic: [UInt8], name: String, remedy: String)] = [
    (Array("BZh".utf8), "compression by bzip2", "decompress it: bunzip2 FILE"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compression by xz", "decompress it: unxz FILE"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compression by Zstandard", "decompress it: unzstd FILE"),
    (Array("PK".utf8), "a ZIP archive", "unpack it: unzip FILE"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "unpack it: 7z x FILE"),
    ([0xFF, 0xE0], "the format o5m", "convert it: osmium cat -o new.osm.pbf FILE"),
  ]

  /// Returns the blocks of the file, in order; blocks without elements of these kinds are left out.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of elements to read; others are skipped, which is much faster.
  ///   - threads: the maximum number of threads that decompress and decode blocks.
  /// - Returns: a reader at the beginning of the file.
  public func blocks(
    _ kinds: Set<OSMElementKind> = Set(OSMElementKind.allCases), threads: Int = 1
  ) -> OSMBlockReader<OSMBlock> {
    blocks(kinds, threads: threads) { $0 }
  }

  /// Returns a result for each block of the file that has elements of these kinds, in order.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of elements to read; others are skipped, which is much faster.
  ///   - threads: the maximum number of threads that decompress, decode and transform blocks.
  ///   - transform: computes the result for a block, on any of the threads.
  /// - Returns: a reader at the beginning of the file.
  public func blocks<Output: Sendable>(
    _ kinds: Set<OSMElementKind> = Set(OSMElementKind.allCases), threads: Int = 1,
    transform: @escaping @Sendable (OSMBlock) -> Output
  ) -> OSMBlockReader<Output> {
    switch format {
    case .pbf:
      let blocks = PBFBlocks(
        source, kinds: kinds, threads: threads, hasHistory: header.hasHistory)
      return OSMBlockReader(.pbf(blocks), transform: transform)
    case .xml:
      return OSMBlockReader(.xml(OSMXMLBlocks(source, kinds: kinds)), transform: transform)
    }
  }
}

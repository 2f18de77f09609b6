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
  /// The properties that the beginning of the file states.
  public let header: OSMHeader

  /// Opens a file and reads its header.
  ///
  /// - Parameter path: the path of a file.
  /// - Throws: ``OSMError`` if the file cannot be read or is not an extract.
  public init(path: String) throws(OSMError) {
    throw OSMError(.unreadable("`\(path)` cannot be read"), byte: 0)
  }

  /// Opens an extract in memory.
  ///
  /// - Parameter bytes: the contents of the file.
  /// - Throws: ``OSMError`` if the bytes are not an extract.
  public init(bytes: [UInt8]) throws(OSMError) {
    throw OSMError(.expected("an extract", found: "other data"), byte: 0)
  }

  /// Returns the blocks of the file, in order.
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

  /// Returns a result for each block of the file, in order.
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
    OSMBlockReader()
  }
}

/// The blocks of a file, or a result for each of them, read on demand; see ``OSMFile``.
public struct OSMBlockReader<Output: Sendable>: Sendable {
  /// Returns the next block or result, or nil at the end.
  ///
  /// - Throws: ``OSMError`` if the file is damaged; later calls return nil.
  public mutating func next() throws(OSMError) -> Output? { nil }
}

/// A place index in a file, queried where it lies: opening it reads next to nothing.
///
/// ```swift
/// let cities = try MappedPlaceIndex(opening: "cities.cairn") { record in
///   String(decoding: record, as: UTF8.self)
/// }
/// try cities.within(100_000, of: paris).first?.element
/// ```
///
/// ``PlaceIndex/write(to:record:)`` makes such files. The file is mapped, not read: only the pages
/// that a query meets come into memory, and processes that have the same file open share them.
///
/// ## Damage
/// Every byte of the file is under a checksum, and every page is checked when it is first needed;
/// what opening itself needs is some ten thousandths of the file. Queries therefore throw: a
/// file that was cut, changed or never was an index gives an ``IndexFileError`` that names the
/// section, and never a wrong answer. Once a query has failed, all later ones do.
/// ``checkEverything()`` reads the whole file at once, and ``loaded()`` makes a ``PlaceIndex`` of it.
///
/// A file should be replaced, as ``PlaceIndex/write(to:)`` does, and not be written into: then who
/// has the old one open keeps it. A file that another program shortens while it is mapped ends
/// the process, as with every mapped file.
///
/// Queries answer exactly as those of ``PlaceIndex`` do and are as fast. Copying a value is free,
/// and any number of threads may query it.
public struct MappedPlaceIndex<Element>: Sendable {
  let core: PackedCore
  @usableFromInline
  let reader: RecordReader
  @usableFromInline
  let decode: @Sendable (RecordBytes) -> Element

  /// The number of places that queries see.
  public var count: Int { core.count }

  /// The number of elements in the file, those without a valid coordinate too.
  public var elementCount: Int { reader.sentry.layout.elementCount }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file that ``PlaceIndex/write(to:record:)`` made.
  ///   - decode: what a record stands for; called for each element that an answer holds. It gets
  ///     no bytes when the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or its outline is wrong.
  /// - Complexity: O(1) but for one checksum of each page, 8 bytes for 4,096.
  public init(
    opening path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(PackedMemory.mapping(path: path), decode)
  }

  /// Opens an index file whose bytes are in memory already; they are copied.
  ///
  /// - Parameters:
  ///   - bytes: what ``PlaceIndex/encoded(record:)`` gives.
  ///   - decode: what a record stands for.
  /// - Throws: ``IndexFileError``, if the outline of the file is wrong.
  public init(
    bytes: [UInt8], decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(PackedMemory(copying: bytes), decode)
  }

  private init(
    _ memory: PackedMemory, _ decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    let sentry = try PageSentry(memory)
    reader = RecordReader(memory, sentry)
    core = PackedCore(tree: sentry.guardedTree)
    self.decode = decode
  }

  /// The element at an offset of the sequence that the index was built from.
  ///
  /// - Parameter offset: in 0..<``elementCount``; another one is a programmer's error.
  /// - Throws: ``IndexFileError`` if its record is damaged.
  public func element(at offset: Int) throws(IndexFileError) -> Element {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return decode(try reader.record(at: offset))
  }

  /// Reads the whole file and checks every page, and that no two places are the same element.
  ///
  /// - Throws: ``IndexFileError`` for the first page that does not pass.
  /// - Complexity: O(n), at about the speed of memory.
  public func checkEverything() throws(IndexFileError) {
    try reader.sentry.checkEverything()
    try reader.checkLengths()
    let offsets = core.tree.allOffsets
    for (offset, next) in zip(offsets, offsets.dropFirst()) where offset == next {
      throw .malformed(section: .tree, reason: "two places at offset \(offset)")
    }
  }
}

extension MappedPlaceIndex where Element == RecordBytes {
  /// Opens a file; the elements of answers are the records as they stand in it.
  ///
  /// - Parameter path: a file that ``PlaceIndex/write(to:record:)`` made.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or its outline is wrong.
  public init(opening path: String) throws(IndexFileError) {
    try self.init(opening: path) { $0 }
  }
}

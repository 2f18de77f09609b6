internal import CairnMemory

/// A place index in a memory-mapped file; opening it reads almost nothing.
///
/// ```swift
/// let cities = try MappedPlaceIndex(opening: "cities.cairn") { record in
///   String(decoding: record, as: UTF8.self)
/// }
/// try cities.within(100_000, of: paris).first?.element
/// ```
///
/// ``PlaceIndex/write(to:record:)`` writes such files. The file is mapped, not read: only the pages
/// that a query touches are loaded, and processes that have the same file open share them.
///
/// ## Damage
/// Every byte of the file is covered by a checksum, and every page is verified at its first use;
/// opening the file verifies only its headers, in two pages. Queries therefore throw: a truncated,
/// modified or unrelated file causes an ``IndexFileError`` that names the section, and never a
/// wrong result. Once a query has failed, all later ones do. ``checkEverything()`` verifies the
/// whole file at once, and ``loaded()`` loads it into a ``PlaceIndex``.
///
/// Replace the file, as ``PlaceIndex/write(to:)`` does, instead of overwriting it in place: then
/// open indexes keep the old one. If another program truncates the file while it is mapped, the
/// process crashes, as with every mapped file.
///
/// Queries return exactly the same as those of ``PlaceIndex`` and are as fast. Copying a value is
/// free, and any number of threads may query it.
public struct MappedPlaceIndex<Element>: Sendable {
  /// The search structure; its tags are the offsets of elements.
  public let _core: _PackedCore
  @usableFromInline
  let reader: RecordReader
  @usableFromInline
  let decode: @Sendable (RecordBytes) -> Element

  /// The number of elements in the file, including those without a valid coordinate.
  public var elementCount: Int { reader.verifier.layout.elementCount }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file written by ``PlaceIndex/write(to:record:)``.
  ///   - decode: converts a record to an element; called for each element of a result, with no
  ///     bytes if the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened, its header or section table is
  ///   invalid, or it is an index of shapes.
  /// - Complexity: O(1) except for one bit for each page and each node, about 2 bytes for every
  ///   32,000 of the file.
  public init(
    opening path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(parts: path, decode: decode)
    try refuseOthers()
  }

  /// Opens an index file from bytes in memory, which are copied.
  ///
  /// - Parameters:
  ///   - bytes: the result of ``PlaceIndex/encoded(record:)``.
  ///   - decode: converts a record to an element.
  /// - Throws: ``IndexFileError``, if the header or section table of the file is invalid.
  public init(
    bytes: [UInt8], decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(partsOf: bytes, decode: decode)
    try refuseOthers()
  }

  /// Opens a file that may have further records after those of the elements.
  package init(
    parts path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(Self.mapping(path), decode)
  }

  /// Opens the bytes of a file that may have further records after those of the elements.
  package init(
    partsOf bytes: [UInt8], decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(PackedMemory(copying: bytes), decode)
  }

  private static func mapping(_ path: String) throws(IndexFileError) -> PackedMemory {
    let memory: PackedMemory?
    do throws(FileError) {
      memory = try PackedMemory.mapping(path: path)
    } catch {
      throw IndexFileError(error)
    }
    guard let memory else { throw .notAnIndexFile }
    return memory
  }

  /// Throws if this is an index of shapes or a place book, whose last record, which belongs to no
  /// place, describes the others.
  private func refuseOthers() throws(IndexFileError) {
    guard elementCount >= count + 2 else { return }
    let last = try reader.record(at: elementCount - 1)
    if count == 0, last.starts(with: "\u{89}cairn regions\n".utf8) {
      throw .malformed(
        section: .records,
        reason: "an index of shapes, not of places; MappedShapeIndex opens it")
    }
    if last.starts(with: "\u{89}cairn book\n".utf8) {
      throw .malformed(section: .records, reason: "a place book; MappedPlaceBook opens it")
    }
  }

  private init(
    _ memory: PackedMemory, _ decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    let verifier = try PageVerifier(memory)
    reader = RecordReader(memory, verifier)
    _core = _PackedCore(tree: verifier.guardedTree)
    self.decode = decode
  }

  /// Returns the element at an offset of the sequence that the index was built from.
  ///
  /// - Parameter offset: in 0..<``elementCount``, or the process traps.
  /// - Returns: the element decoded from its record.
  /// - Throws: ``IndexFileError`` if its record is damaged.
  public func element(at offset: Int) throws(IndexFileError) -> Element {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return decode(try reader.record(at: offset))
  }

  /// The offsets of elements that no query finds because their coordinate is invalid, in ascending
  /// order.
  ///
  /// - Throws: ``IndexFileError`` if the file is damaged; all of it is verified.
  /// - Complexity: O(n).
  public var skippedOffsets: [Int] {
    get throws(IndexFileError) {
      try checkEverything()
      var skipped: [Int] = []
      guard count < elementCount else { return skipped }
      var next = 0
      for offset in _core.tree.allOffsets {
        skipped.append(contentsOf: next..<offset)
        next = offset + 1
      }
      skipped.append(contentsOf: next..<elementCount)
      return skipped
    }
  }

  /// Verifies every page of the file, and that no two places have the same offset.
  ///
  /// - Throws: ``IndexFileError`` for the first invalid page.
  /// - Complexity: O(n), at about memory bandwidth.
  public func checkEverything() throws(IndexFileError) {
    try reader.verifier.checkEverything()
    try reader.checkLengths()
    let offsets = _core.tree.allOffsets
    for (offset, next) in zip(offsets, offsets.dropFirst()) where offset == next {
      throw .malformed(section: .tree, reason: "two places at offset \(offset)")
    }
  }
}

extension MappedPlaceIndex where Element == RecordBytes {
  /// Opens a file; the elements of results are its raw records.
  ///
  /// - Parameter path: a file written by ``PlaceIndex/write(to:record:)``.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or its header or section table is
  ///   invalid.
  public init(opening path: String) throws(IndexFileError) {
    try self.init(opening: path) { $0 }
  }

  /// Opens a file with any records, including those of an index of shapes.
  package init(recordsIn path: String) throws(IndexFileError) {
    try self.init(Self.mapping(path)) { $0 }
  }

  /// Opens the bytes of a file with any records, including those of an index of shapes.
  package init(recordsOf bytes: [UInt8]) throws(IndexFileError) {
    try self.init(PackedMemory(copying: bytes)) { $0 }
  }
}

// The requirements are documented in ``SearchablePlaces``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MappedPlaceIndex: SearchablePlaces {
  public var _elementCount: Int { elementCount }

  public func _forEachElement(_ body: (Element) -> Void) throws(IndexFileError) {
    // A small file can claim billions of elements with neither a place nor a record.
    guard elementCount - count <= reader.verifier.layout.byteCount + 1 << 24 else {
      throw .tooLarge(section: .records)
    }
    reader.verifier.expectAll()
    for offset in 0..<elementCount { body(decode(try reader.record(at: offset))) }
  }

  @inlinable
  public func _element(_ tag: Int) throws(IndexFileError) -> Element {
    decode(try reader.record(at: tag))
  }

  @inlinable @inline(__always)
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    do throws(IndexFileError) {
      return isIncluded(decode(try reader.record(at: tag)))
    } catch {
      // The reader records the error for ``_verify()``.
      return false
    }
  }

  @inlinable
  public func _neighbor(
    _ tag: Int, distance: Double
  ) throws(IndexFileError) -> CairnIndex.Neighbor<Element> {
    CairnIndex.Neighbor(
      element: decode(try reader.record(at: tag)), offset: tag, distance: distance)
  }

  @inlinable
  public func _neighbors(
    _ hits: _HitBuffer
  ) throws(IndexFileError) -> [CairnIndex.Neighbor<Element>] {
    try reader.verify()
    let ranges = try reader.ranges(of: hits)
    return ranges.indices.map { index in
      CairnIndex.Neighbor(
        element: decode(reader.record(in: ranges[index])), offset: hits[index].tag,
        distance: hits[index].distance)
    }
  }

  @inlinable
  public func _verify() throws(IndexFileError) {
    try reader.verify()
  }
}

extension MappedPlaceIndex {
  /// Verifies the whole file and loads it into memory.
  ///
  /// Use it if the file may disappear, or if every element will be needed; nothing is sorted, so
  /// this is many times faster than rebuilding the index.
  ///
  /// - Returns: the index that was written, with the decoded elements, including those without a
  ///   valid coordinate.
  /// - Throws: ``IndexFileError`` for the first invalid page, or if the file claims far more
  ///   elements than it has places and bytes.
  /// - Complexity: O(n).
  public func loaded() throws(IndexFileError) -> PlaceIndex<Element> {
    try checkEverything()
    var elements: [Element] = []
    elements.reserveCapacity(min(elementCount, count + 1 << 24))
    try _forEachElement { elements.append($0) }

    let layout = PackedLayout(count: count)
    let memory = PackedMemory(byteCount: layout.byteCount)
    memory.copy(_core.tree.memory, to: 0)
    return PlaceIndex(
      elements: elements, core: _PackedCore(tree: PackedTree(memory: memory, layout: layout)),
      skippedOffsets: try skippedOffsets)
  }
}

extension PlaceIndex {
  /// Reads an index file into memory.
  ///
  /// ```swift
  /// let cities = try PlaceIndex(contentsOf: "cities.cairn") {
  ///   String(decoding: $0, as: UTF8.self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: a file written by ``write(to:record:)``.
  ///   - decode: converts a record to an element; called in element order, with no bytes if the
  ///     file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or any of it is damaged.
  /// - Complexity: O(n).
  public init(
    contentsOf path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    self = try MappedPlaceIndex(opening: path, decode: decode).loaded()
  }
}

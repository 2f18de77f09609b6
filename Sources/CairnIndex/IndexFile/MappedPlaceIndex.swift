internal import CairnMemory

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
/// ``checkEverything()`` reads the whole file at once, and ``loaded()`` makes a ``PlaceIndex`` of
/// it.
///
/// A file should be replaced, as ``PlaceIndex/write(to:)`` does, and not be written into: then who
/// has the old one open keeps it. A file that another program shortens while it is mapped ends
/// the process, as with every mapped file.
///
/// Queries answer exactly as those of ``PlaceIndex`` do and are as fast. Copying a value is free,
/// and any number of threads may query it.
public struct MappedPlaceIndex<Element>: Sendable {
  /// What finds places, knowing them by their offsets.
  public let _core: _PackedCore
  @usableFromInline
  let reader: RecordReader
  @usableFromInline
  let decode: @Sendable (RecordBytes) -> Element

  /// The number of elements in the file, those without a valid coordinate too.
  public var elementCount: Int { reader.sentry.layout.elementCount }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file that ``PlaceIndex/write(to:record:)`` made.
  ///   - decode: what a record stands for; called for each element that an answer holds. It gets
  ///     no bytes when the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened, its outline is wrong, or it is an
  ///   index of shapes.
  /// - Complexity: O(1) but for one checksum of each page, 8 bytes for 4,096.
  public init(
    opening path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(Self.mapping(path), decode)
    try refuseShapes()
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
    try refuseShapes()
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

  /// An index of shapes is such a file without places, whose last record says what the others are.
  private func refuseShapes() throws(IndexFileError) {
    guard count == 0, elementCount >= 2 else { return }
    if try reader.record(at: elementCount - 1).starts(with: "\u{89}cairn regions\n".utf8) {
      throw .malformed(
        section: .records,
        reason: "an index of shapes, not of places; MappedRegionIndex opens it")
    }
  }

  private init(
    _ memory: PackedMemory, _ decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    let sentry = try PageSentry(memory)
    reader = RecordReader(memory, sentry)
    _core = _PackedCore(tree: sentry.guardedTree)
    self.decode = decode
  }

  /// The element at an offset of the sequence that the index was built from.
  ///
  /// - Parameter offset: in 0..<``elementCount``; another one is a programmer's error.
  /// - Returns: the element, as `decode` makes it of its record.
  /// - Throws: ``IndexFileError`` if its record is damaged.
  public func element(at offset: Int) throws(IndexFileError) -> Element {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return decode(try reader.record(at: offset))
  }

  /// Offsets of elements that no query finds since their coordinate is invalid, ascending.
  ///
  /// - Throws: ``IndexFileError`` if the file is damaged: all of it is checked.
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

  /// Reads the whole file and checks every page, and that no two places are the same element.
  ///
  /// - Throws: ``IndexFileError`` for the first page that does not pass.
  /// - Complexity: O(n), at about the speed of memory.
  public func checkEverything() throws(IndexFileError) {
    try reader.sentry.checkEverything()
    try reader.checkLengths()
    let offsets = _core.tree.allOffsets
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

  /// Opens a file whatever its records are, those of an index of shapes, too.
  package init(recordsIn path: String) throws(IndexFileError) {
    try self.init(Self.mapping(path)) { $0 }
  }

  /// Opens the bytes of a file whatever its records are, those of an index of shapes, too.
  package init(recordsOf bytes: [UInt8]) throws(IndexFileError) {
    try self.init(PackedMemory(copying: bytes)) { $0 }
  }
}

// What each requirement is stands in ``SearchablePlaces``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MappedPlaceIndex: SearchablePlaces {
  public var _elementCount: Int { elementCount }

  public func _forEachElement(_ body: (Element) -> Void) throws(IndexFileError) {
    // A small file can claim billions of elements with neither a place nor a record.
    guard elementCount - count <= reader.sentry.layout.byteCount + 1 << 24 else {
      throw .tooLarge(section: .records)
    }
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
      // The reader remembers it.
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
  /// Checks the whole file and reads it into memory.
  ///
  /// Worth it where the file may go away, or where every element is going to be needed; nothing
  /// is sorted, so this is many times faster than building the index anew.
  ///
  /// - Returns: the index that was written, with the decoded elements, those without a valid
  ///   coordinate too.
  /// - Throws: ``IndexFileError`` for the first page that does not pass, or when the file claims
  ///   far more elements than it has places and bytes.
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
  ///   - path: a file that ``write(to:record:)`` made.
  ///   - decode: what a record stands for, in the order of the elements; it gets no bytes when
  ///     the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or any of it is damaged.
  /// - Complexity: O(n).
  public init(
    contentsOf path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    self = try MappedPlaceIndex(opening: path, decode: decode).loaded()
  }
}

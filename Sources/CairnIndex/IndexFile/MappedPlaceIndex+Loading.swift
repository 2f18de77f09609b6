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
    // A small file can claim billions of elements with neither a place nor a record.
    guard elementCount - count <= reader.sentry.layout.byteCount + 1 << 24 else {
      throw .tooLarge(section: .records)
    }
    var elements: [Element] = []
    elements.reserveCapacity(elementCount)
    for offset in 0..<elementCount { elements.append(decode(try reader.record(at: offset))) }

    let layout = PackedLayout(count: count)
    let memory = PackedMemory(byteCount: layout.byteCount)
    memory.copy(core.tree.memory, to: 0)
    var skipped: [Int] = []
    if count < elementCount {
      var next = 0
      for offset in core.tree.allOffsets {
        skipped.append(contentsOf: next..<offset)
        next = offset + 1
      }
      skipped.append(contentsOf: next..<elementCount)
    }
    return PlaceIndex(
      elements: elements, core: PackedCore(tree: PackedTree(memory: memory, layout: layout)),
      skippedOffsets: skipped)
  }
}

extension PlaceIndex {
  /// Reads an index file into memory.
  ///
  /// ```swift
  /// let cities = try PlaceIndex(contentsOf: "cities.cairn") { String(decoding: $0, as: UTF8.self) }
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

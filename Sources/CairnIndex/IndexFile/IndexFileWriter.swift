public import CairnMemory

extension _PackedCore {
  /// Returns the complete index file in memory.
  ///
  /// - Parameters:
  ///   - elementCount: the number of elements, including those without a point.
  ///   - records: a record for each element, or nil.
  /// - Returns: the bytes, whole pages.
  /// - Throws: ``IndexFileError`` if the records are too large for a file.
  func indexFile(
    elementCount: Int, records: RecordTable?
  ) throws(IndexFileError) -> PackedMemory {
    let none = EncodedRecords(storage: .none, lengths: [], bytes: [])
    guard let packed = records == nil ? none : records?.packed() else {
      throw .tooLarge(section: .records)
    }
    let layout = IndexFileLayout(
      pointCount: tree.count, elementCount: elementCount, storage: packed.storage,
      recordBytes: packed.bytes.count)
    let memory = PackedMemory(zeros: layout.byteCount)
    memory.copy(tree.memory, to: layout.tree.lowerBound)
    packed.write(to: memory, layout)

    memory.withUnsafeBuffer(of: UInt64.self, count: layout.byteCount / 8) { words in
      writeChecksums(layout, to: words)
    }
    return memory
  }

  /// Writes the checksums of all pages, and the header.
  private func writeChecksums(_ layout: IndexFileLayout, to words: UnsafeBuffer<UInt64>) {
    let range = layout.checksums
    let checksums = words[(range.lowerBound / 8)..<(range.upperBound / 8)]
    for page in layout.checkedPages {
      checksums[page - 1] = PageVerifier.checksum(words, pages: page..<(page + 1))
    }
    let own = IndexFileLayout.pages(of: layout.checksums)
    layout.writeHeader(
      to: words[0..<(IndexFileLayout.pageBytes / 8)],
      sectionChecksums: layout.sections.dropLast().map {
        PageVerifier.checksum(checksums, of: $0.bytes)
      } + [PageVerifier.checksum(words, pages: own)])
  }

  /// Creates or replaces an index file.
  @usableFromInline
  func write(
    to path: String, elementCount: Int, records: RecordTable?
  ) throws(IndexFileError) {
    let bytes = try indexFile(elementCount: elementCount, records: records)
    do throws(FileError) {
      var file = try OutputFile(path)
      try bytes.write(to: &file)
      try file.finish()
    } catch {
      throw IndexFileError(error)
    }
  }

  /// Writes an index file to an open output file; the caller finishes it.
  @usableFromInline
  func write(
    to file: inout OutputFile, elementCount: Int, records: RecordTable?
  ) throws(IndexFileError) {
    let bytes = try indexFile(elementCount: elementCount, records: records)
    do throws(FileError) {
      try bytes.write(to: &file)
    } catch {
      throw IndexFileError(error)
    }
  }

  @usableFromInline
  func encoded(
    elementCount: Int, records: RecordTable?
  ) throws(IndexFileError) -> [UInt8] {
    try indexFile(elementCount: elementCount, records: records).allBytes
  }
}

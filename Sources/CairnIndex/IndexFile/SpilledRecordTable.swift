package import CairnGeodesy
package import CairnMemory

#if !hasFeature(Embedded)
  /// The lengths and hashes of the spilled records of an index file to be written: eight bytes per
  /// record.
  ///
  /// The resulting file is identical to one written from records in memory. For few places,
  /// ``SearchablePlaces/write(to:record:)`` is simpler.
  package struct SpilledRecordTable: Sendable {
    private var lengths: [UInt32] = []
    /// Hashes of the records, to detect records that differ.
    private var hashes: [UInt32] = []
    private var byteCount = 0
    private var isTooLong = false

    /// Creates an empty table.
    package init() {}

    /// The number of records.
    package var count: Int { lengths.count }

    /// Appends a record, which the caller appends to the spill file.
    package mutating func append(_ record: ArraySlice<UInt8>) {
      byteCount += record.count
      isTooLong = isTooLong || UInt64(record.count) > UInt64(UInt32.max)
      lengths.append(UInt32(truncatingIfNeeded: record.count))
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in record { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hashes.append(UInt32(truncatingIfNeeded: (hash &* mixingFactor) >> 32))
    }

    /// The record storage; nil if deduplication may be smaller, which only a comparison of all
    /// records can decide.
    private func storage() throws(IndexFileError) -> IndexFileLayout.RecordStorage? {
      guard !isTooLong else { throw .tooLarge(section: .records) }
      guard let first = lengths.first else { return IndexFileLayout.RecordStorage.none }
      let longest = lengths.max() ?? 0
      if longest == first, lengths.min() == first { return .fixed(bytes: Int(first)) }
      let width = longest <= 0xFF ? 1 : longest <= 0xFFFF ? 2 : 4
      let storage = IndexFileLayout.RecordStorage.variable(lengthBytes: width)
      let greatest = RecordTable.greatestShared(
        lengthBytes: width, count: count,
        below: byteCount + storage.lengthSectionBytes(count))
      return differentBytes(lengthBytes: width, upTo: greatest) >= greatest ? storage : nil
    }

    /// A lower bound of the bytes of the distinct records with their lengths, counted up to a
    /// limit.
    private func differentBytes(lengthBytes width: Int, upTo limit: Int) -> Int {
      // One pass per sixteenth of the hash range, with one bit per hash.
      var sum = 0
      for part in UInt32(0)..<16 {
        var seen = [UInt64](repeating: 0, count: 1 << 22)
        for (index, hash) in hashes.enumerated() where hash >> 28 == part {
          let (word, bit) = (Int(hash & 0x0FFF_FFFF) >> 6, UInt64(1) << UInt64(hash & 63))
          guard seen[word] & bit == 0 else { continue }
          seen[word] |= bit
          sum += Int(lengths[index]) + width
        }
        if sum >= limit { break }
      }
      return sum
    }

    /// Writes an index file of the records; the caller finishes the output.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - coordinates: the coordinate of each record except the last one, which describes the
    ///     others; records with invalid coordinates have no place.
    ///   - output: the file to write.
    ///   - threads: the number of threads that may build the index.
    /// - Returns: the number of places; nil if nothing was written, because the records must be in
    ///   memory to be deduplicated.
    /// - Throws: ``IndexFileError`` if a file operation fails or there are too many records.
    package mutating func write(
      _ records: inout SpillFile, at coordinates: consuming [Coordinate],
      to output: inout OutputFile, threads: Int
    ) throws(IndexFileError) -> Int? {
      guard let storage = try storage() else { return nil }
      hashes = []
      let lengthSection = RecordTable.lengthSection(lengths, storage)
      let elementCount = count
      let core: _PackedCore
      do throws(PlaceIndexError) {
        core = try .skippingInvalid(coordinates, threads: threads).core
      } catch {
        throw .tooLarge(section: .tree)
      }
      coordinates = []
      let layout = IndexFileLayout(
        pointCount: core.tree.count, elementCount: elementCount, storage: storage,
        recordBytes: byteCount)
      var pages = IndexFilePages()
      pages.add(core.tree.memory, layout.tree.count)
      pages.add(section: lengthSection)
      try Self.forEachPiece(of: &records) { piece throws(IndexFileError) in pages.add(piece) }
      pages.endSection()
      try pages.writeHeader(layout, to: &output)
      try Self.write(to: &output) { output throws(FileError) in
        try core.tree.memory.part(0..<layout.tree.count).write(to: &output)
        try output.write(IndexFileLayout.padding(behind: layout.tree))
        try output.write(lengthSection)
        try output.write(IndexFileLayout.padding(behind: layout.recordLengths))
      }
      try Self.forEachPiece(of: &records) { piece throws(IndexFileError) in
        try Self.write(to: &output) { output throws(FileError) in try output.write(piece) }
      }
      try Self.write(to: &output) { output throws(FileError) in
        try output.write(IndexFileLayout.padding(behind: layout.records))
        try pages.checksums(layout).write(to: &output)
      }
      return core.tree.count
    }

    /// Calls a closure with the bytes of the records, without their lengths, in pieces.
    private static func forEachPiece(
      of records: inout SpillFile, _ body: ([UInt8]) throws(IndexFileError) -> Void
    ) throws(IndexFileError) {
      var piece: [UInt8] = []
      try records.forEachRecord { bytes, record throws(IndexFileError) in
        piece += bytes[record]
        guard piece.count >= 1 << 18 else { return }
        try body(piece)
        piece.removeAll(keepingCapacity: true)
      } failure: {
        IndexFileError($0)
      }
      try body(piece)
    }

    private static func write(
      to output: inout OutputFile, _ body: (inout OutputFile) throws(FileError) -> Void
    ) throws(IndexFileError) {
      do throws(FileError) { try body(&output) } catch { throw IndexFileError(error) }
    }
  }

  /// Computes the page checksums of an index file from its bytes in order.
  private struct IndexFilePages {
    private var sums: [UInt64] = []
    private let buffer = PackedMemory(zeros: capacity)
    private var filled = 0
    private static let capacity = 64 * IndexFileLayout.pageBytes

    /// Adds a complete section in memory.
    mutating func add(_ memory: PackedMemory, _ count: Int) {
      let whole = count >> IndexFileLayout.pageShift
      addSums(of: memory, pages: whole)
      let start = whole << IndexFileLayout.pageShift
      if start < count {
        buffer.copy(memory.part(start..<count), to: 0)
        filled = count - start
      }
      endSection()
    }

    mutating func add(section bytes: [UInt8]) {
      add(bytes)
      endSection()
    }

    /// Adds the next bytes of a section.
    mutating func add(_ bytes: [UInt8]) {
      var start = 0
      while start < bytes.count {
        let count = min(bytes.count - start, Self.capacity - filled)
        buffer.copy(Array(bytes[start..<(start + count)]), to: filled)
        filled += count
        start += count
        if filled == Self.capacity { sum() }
      }
    }

    /// Ends a section and pads its last page with zeros.
    mutating func endSection() {
      let padding = IndexFileLayout.aligned(filled) - filled
      if padding > 0 { buffer.copy([UInt8](repeating: 0, count: padding), to: filled) }
      filled += padding
      sum()
    }

    private mutating func sum() {
      addSums(of: buffer, pages: filled >> IndexFileLayout.pageShift)
      filled = 0
    }

    /// Adds the checksums of the first pages of memory.
    private mutating func addSums(of memory: PackedMemory, pages: Int) {
      let count = pages << IndexFileLayout.pageShift / 8
      sums += memory.withUnsafeBuffer(of: UInt64.self, count: count) { words in
        (0..<pages).map { PageVerifier.checksum(words, pages: $0..<($0 + 1)) }
      }
    }

    /// The checksum section.
    func checksums(_ layout: IndexFileLayout) -> PackedMemory {
      assert(sums.count == layout.checksums.count / 8)
      let memory = PackedMemory(zeros: IndexFileLayout.aligned(layout.checksums.count))
      memory.withUnsafeBuffer(of: UInt64.self, count: sums.count) { words in
        for (index, sum) in sums.enumerated() { words[index] = sum }
      }
      return memory
    }

    func writeHeader(
      _ layout: IndexFileLayout, to output: inout OutputFile
    ) throws(IndexFileError) {
      let last = checksums(layout)
      let checksums = last.withUnsafeBuffer(of: UInt64.self, count: last.byteCount / 8) { words in
        let pages = 0..<(last.byteCount >> IndexFileLayout.pageShift)
        return layout.sections.dropLast().map { PageVerifier.checksum(words, of: $0.bytes) }
          + [PageVerifier.checksum(words, pages: pages)]
      }
      let page = PackedMemory(zeros: IndexFileLayout.pageBytes)
      page.withUnsafeBuffer(of: UInt64.self, count: IndexFileLayout.pageBytes / 8) {
        layout.writeHeader(to: $0, sectionChecksums: checksums)
      }
      do throws(FileError) { try page.write(to: &output) } catch { throw IndexFileError(error) }
    }
  }

  extension IndexFileLayout {
    /// The zero padding up to the next page.
    fileprivate static func padding(behind section: Range<Int>) -> [UInt8] {
      Array(repeating: 0, count: aligned(section.upperBound) - section.upperBound)
    }
  }
#endif

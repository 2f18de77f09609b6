internal import CairnMemory

#if !hasFeature(Embedded)
  /// Writes the sections of an index file in any order, and computes the checksums of their pages.
  ///
  /// For a pipe or a device, whose bytes must be written in order, the file is first written to a
  /// temporary one.
  struct IndexFileOutput {
    let layout: IndexFileLayout
    private let threads: Int
    /// The checksum of each page after the header.
    private let sums: PackedMemory
    /// The pages of which only a part has been written so far, by their numbers.
    private var incomplete: [Int: PackedMemory] = [:]
    private let file: FilePositions
    private let temporary: TemporaryFile?
    private let buffer = PackedMemory(byteCount: bufferBytes)
    private var filled = 0
    private var position = 0
    private static let bufferBytes = 64 * IndexFileLayout.pageBytes

    /// Creates the output, which `output` must outlive.
    init(
      _ layout: IndexFileLayout, to output: borrowing OutputFile, threads: Int
    ) throws(FileError) {
      self.layout = layout
      self.threads = threads
      sums = PackedMemory(zeros: IndexFileLayout.aligned(layout.checksums.count))
      guard output.isStream else {
        temporary = nil
        file = output.positions
        return
      }
      let path = System.temporaryFolder + "/index.cairn"
      guard let draft = TemporaryFile(beside: path) else {
        throw TemporaryFile.creationFailure(path)
      }
      temporary = draft
      file = draft.positions
    }

    /// Writes bytes of memory at a position of the file; both must be multiples of eight, and so
    /// must the number of bytes unless nothing follows them in their page.
    mutating func write(
      _ memory: PackedMemory, _ range: Range<Int>, at position: Int
    ) throws(FileError) {
      guard !range.isEmpty else { return }
      let size = IndexFileLayout.pageBytes
      let shift = IndexFileLayout.pageShift
      let end = position + range.count
      let firstWhole = IndexFileLayout.aligned(position) >> shift
      let whole = firstWhole..<max(firstWhole, end >> shift)
      for page in (position >> shift)...((end - 1) >> shift) where !whole.contains(page) {
        let part = max(position, page * size)..<min(end, (page + 1) * size)
        let held = incomplete[page] ?? PackedMemory(zeros: size)
        incomplete[page] = held
        held.copy(
          memory, (part.lowerBound - position + range.lowerBound), part.count,
          to: part.lowerBound - page * size)
      }
      let start = range.lowerBound - position
      let failures = PartialResults<FileError>()
      memory.withUnsafeBuffer(of: UInt8.self, byteOffset: range.lowerBound, count: range.count) {
        bytes in
        let (file, sums) = (file, sums)
        inParts(whole.count, threads: whole.count < 256 ? 1 : threads) { part, pages in
          for page in pages {
            let first = (whole.lowerBound + page) * size + start
            memory.withUnsafeBuffer(of: UInt64.self, byteOffset: first, count: size / 8) {
              Self.set(PageVerifier.checksum($0, pages: 0..<1), whole.lowerBound + page, sums)
            }
          }
          let low = part == 0 ? 0 : (whole.lowerBound + pages.lowerBound) * size - position
          let isLast = pages.upperBound == whole.count
          let high = isLast ? bytes.count : (whole.lowerBound + pages.upperBound) * size - position
          do throws(FileError) {
            try file.write(bytes[low..<high].span, at: position + low)
          } catch {
            failures.set(part, error)
          }
        }
      }
      if let failure = failures.inOrder.first { throw failure }
    }

    private static func set(_ sum: UInt64, _ page: Int, _ sums: PackedMemory) {
      sums.withUnsafeBuffer(of: UInt64.self, count: sums.byteCount / 8) { $0[page - 1] = sum }
    }

    // MARK: Sections in order

    /// Starts a section whose bytes are appended in order.
    mutating func beginSection(_ section: Range<Int>) {
      position = section.lowerBound
      filled = 0
    }

    /// Appends bytes to the section.
    mutating func append(
      _ bytes: UnsafeSpan<UInt8>
    ) throws(FileError) {
      var start = 0
      while start < bytes.count {
        let size = min(bytes.count - start, Self.bufferBytes - filled)
        buffer.withUnsafeBuffer(of: UInt8.self, count: Self.bufferBytes) {
          $0.copy(bytes.suffix(from: start).prefix(size), to: filled)
        }
        filled += size
        start += size
        if filled == Self.bufferBytes { try flush() }
      }
    }

    /// Ends the section, and pads its last page with zeros.
    mutating func endSection() throws(FileError) {
      let padded = IndexFileLayout.aligned(filled)
      buffer.withUnsafeBuffer(of: UInt8.self, count: Self.bufferBytes) {
        for index in filled..<padded { $0[index] = 0 }
      }
      filled = padded
      try flush()
    }

    private mutating func flush() throws(FileError) {
      try write(buffer, 0..<filled, at: position)
      position += filled
      filled = 0
    }

    // MARK: The end

    /// Writes the checksums and the header, and the whole file to a pipe; the caller finishes the
    /// output.
    mutating func finish(to output: inout OutputFile) throws(FileError) {
      for (page, held) in incomplete {
        let sum = held.withUnsafeBuffer(of: UInt64.self, count: IndexFileLayout.pageBytes / 8) {
          PageVerifier.checksum($0, pages: 0..<1)
        }
        Self.set(sum, page, sums)
        // The end of a section has not been written yet.
        try put(held, held.byteCount, at: page << IndexFileLayout.pageShift)
      }
      let checksums = sums.withUnsafeBuffer(of: UInt64.self, count: sums.byteCount / 8) { words in
        let pages = 0..<(sums.byteCount >> IndexFileLayout.pageShift)
        return layout.sections.dropLast().map { PageVerifier.checksum(words, of: $0.bytes) }
          + [PageVerifier.checksum(words, pages: pages)]
      }
      try put(sums, sums.byteCount, at: layout.checksums.lowerBound)
      let page = PackedMemory(zeros: IndexFileLayout.pageBytes)
      page.withUnsafeBuffer(of: UInt64.self, count: IndexFileLayout.pageBytes / 8) {
        layout.writeHeader(to: $0, sectionChecksums: checksums)
      }
      try put(page, page.byteCount, at: 0)
      guard let temporary else { return }
      var place = 0
      let piece = PackedMemory(byteCount: 1 << 20)
      while place < layout.byteCount {
        let size = min(piece.byteCount, layout.byteCount - place)
        try piece.withUnsafeBuffer(of: UInt8.self, count: size) { bytes throws(FileError) in
          try temporary.read(into: bytes, at: place)
          try output.write([UInt8](count: size) { bytes[$0] })
        }
        place += size
      }
    }

    private func put(
      _ memory: PackedMemory, _ count: Int, at position: Int
    ) throws(FileError) {
      try memory.withUnsafeBuffer(of: UInt8.self, count: count) { bytes throws(FileError) in
        try file.write(bytes.span, at: position)
      }
    }
  }

  extension PackedMemory {
    /// Copies bytes of other memory.
    fileprivate func copy(_ other: PackedMemory, _ start: Int, _ count: Int, to offset: Int) {
      other.withUnsafeBuffer(of: UInt8.self, byteOffset: start, count: count) { bytes in
        withUnsafeBuffer(of: UInt8.self, byteOffset: offset, count: count) {
          $0.copy(bytes.span, to: 0)
        }
      }
    }
  }
#endif

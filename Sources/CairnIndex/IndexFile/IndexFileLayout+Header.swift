extension IndexFileLayout {
  /// Writes the header page; the sections' checksums are given in the order of the table.
  func writeHeader(to words: Slab<UInt64>, sectionChecksums: [UInt64]) {
    assert(words.count == Self.pageBytes / 8 && sectionChecksums.count == sections.count)
    for index in 0..<words.count { words[index] = 0 }
    words[0] = Self.magic
    words[1] = UInt64(Self.version) | UInt64(storage.code) << 32
    words[2] = UInt64(byteCount)
    words[3] = UInt64(pointCount)
    words[4] = UInt64(elementCount)
    words[5] = UInt64(storage.parameter)
    for (index, section) in sections.enumerated() {
      words[6 + 4 * index] = UInt64(section.bytes.lowerBound)
      words[7 + 4 * index] = UInt64(section.bytes.count)
      words[8 + 4 * index] = sectionChecksums[index]
    }
    words[Self.checksumWord] = PageChecksum.of(header: words)
  }

  /// Reads and checks the header page of a file of `fileBytes` bytes.
  ///
  /// What is returned is within the file, whatever the header says: the positions of sections are
  /// computed from the counts and must be those of the table.
  static func read(
    header words: Slab<UInt64>, fileBytes: Int
  ) throws(IndexFileError) -> (layout: IndexFileLayout, sectionChecksums: [UInt64]) {
    guard words[0] == magic else { throw .notAnIndexFile }
    let found = UInt32(truncatingIfNeeded: words[1])
    guard found == version else {
      throw .unsupportedVersion(found: found, supported: version)
    }
    guard words[2] == UInt64(fileBytes) else {
      throw .wrongLength(expected: words[2], found: UInt64(fileBytes))
    }
    guard words[checksumWord] == PageChecksum.of(header: words) else {
      throw .damaged(section: .header, page: 0)
    }
    // No count can exceed the bytes it stands for; this also keeps the sums below from overflowing.
    let recordBytes = words[15]
    guard words[3] <= words[4], words[4] <= UInt64(PackedLayout.greatestCount),
      words[3] <= UInt64(fileBytes), recordBytes <= UInt64(fileBytes)
    else {
      throw .malformed(section: .header, reason: "more elements than bytes")
    }
    guard let storage = RecordStorage(code: UInt32(words[1] >> 32), parameter: words[5]) else {
      throw .malformed(section: .header, reason: "no such way to store records")
    }
    let layout = IndexFileLayout(
      pointCount: Int(words[3]), elementCount: Int(words[4]), storage: storage,
      recordBytes: Int(recordBytes))
    if case .fixed(let bytes) = storage {
      let (size, isTooLarge) = bytes.multipliedReportingOverflow(by: layout.elementCount)
      if isTooLarge || size != layout.records.count {
        throw .malformed(section: .header, reason: "records do not fit their number")
      }
    }
    guard layout.byteCount == fileBytes else {
      throw .malformed(section: .header, reason: "sections do not fill the file")
    }
    for (index, section) in layout.sections.enumerated()
    where words[6 + 4 * index] != UInt64(section.bytes.lowerBound)
      || words[7 + 4 * index] != UInt64(section.bytes.count) || words[9 + 4 * index] != 0
    {
      throw .malformed(section: .header, reason: "a section is not where it belongs")
    }
    return (layout, layout.sections.indices.map { words[8 + 4 * $0] })
  }
}

extension PageChecksum {
  /// The checksum of a header page, whose last word holds it.
  static func of(header words: Slab<UInt64>) -> UInt64 {
    // The last group of four words holds the checksum and is taken without it.
    let body = of(words[0..<(words.count - 4)])
    var tail = body
    for index in (words.count - 4)..<(words.count - 1) {
      tail = (tail ^ words[index]) &* 0x9FB2_1C65_1E98_DF25
      tail ^= tail >> 29
    }
    return tail
  }
}

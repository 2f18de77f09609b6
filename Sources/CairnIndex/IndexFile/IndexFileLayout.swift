internal import CairnMemory

/// The layout of an index file.
///
/// All integers are little-endian.
///
/// ```
/// page 0      the header
///   0   8     magic: 89 43 41 49 52 4E 0D 0A ("\x89CAIRN\r\n"; reveals text-mode transfers)
///   8   4     version, UInt32
///   12  4     record storage, UInt32: 0 none, 1 fixed length, 2 variable length,
///             3 variable length, deduplicated
///   16  8     length of the file
///   24  8     number of points in the tree
///   32  8     number of elements (more than points if some coordinates were invalid)
///   40  8     bytes per record (storage 1), or bytes of a record length (2 and 3)
///   48  32×4  for tree, record lengths, records, checksums: byte offset, length, checksum, 0
///   4088 8    checksum of all preceding bytes
/// tree        the memory of a packed tree, unchanged (see `PackedLayout`)
/// lengths     storage 2: the start of every 16th record, UInt64; then each record's length
///             storage 3: the start of the record of each element, UInt32
/// records     the records in element order, without gaps; with storage 3 the distinct records in
///             order of first occurrence, each preceded by its length
/// checksums   the checksum of each page of the three preceding sections, UInt64
/// ```
///
/// Sections start at multiples of a page, 4,096 bytes, and are padded with zeros, so a file can be
/// opened by mapping it. Every byte is covered by a checksum: page 0 by its own, the pages of the
/// sections by the last section, and the last section by the header. So opening verifies only the
/// headers, and each page is verified at its first use.
struct IndexFileLayout: Equatable {
  static let pageShift = 12
  static let pageBytes = 1 << pageShift
  static let magic: UInt64 = 0x0A0D_4E52_4941_4389
  static let version: UInt32 = 3
  static let checksumWord = pageBytes / 8 - 1
  static let recordGroup = 16

  enum RecordStorage: Equatable {
    case none
    case fixed(bytes: Int)
    case variable(lengthBytes: Int)
    case shared(lengthBytes: Int)

    var code: UInt32 {
      switch self {
      case .none: 0
      case .fixed: 1
      case .variable: 2
      case .shared: 3
      }
    }

    var parameter: Int {
      switch self {
      case .none: 0
      case .fixed(let bytes): bytes
      case .variable(let bytes), .shared(let bytes): bytes
      }
    }

    /// The length of the section with the record lengths or starts.
    func lengthSectionBytes(_ elementCount: Int) -> Int {
      switch self {
      case .none, .fixed: 0
      case .variable(let width):
        (elementCount + recordGroup - 1) / recordGroup * 8 + elementCount * width
      case .shared: elementCount * 4
      }
    }

    init?(code: UInt32, parameter: UInt64) {
      switch (code, parameter) {
      case (0, 0): self = .none
      case (1, 0...UInt64(UInt32.max)):
        guard let bytes = Int(exactly: parameter) else { return nil }
        self = .fixed(bytes: bytes)
      case (2, 1), (2, 2), (2, 4): self = .variable(lengthBytes: Int(parameter))
      case (3, 1), (3, 2), (3, 4): self = .shared(lengthBytes: Int(parameter))
      default: return nil
      }
    }
  }

  let pointCount: Int
  let elementCount: Int
  let storage: RecordStorage
  let tree: Range<Int>
  let recordLengths: Range<Int>
  let records: Range<Int>
  let checksums: Range<Int>
  let byteCount: Int

  /// The sections in the order of the header's table.
  var sections: [(name: IndexFileError.Section, bytes: Range<Int>)] {
    [
      (.tree, tree), (.recordLengths, recordLengths), (.records, records), (.checksums, checksums),
    ]
  }

  /// The pages that have a checksum in the last section.
  var checkedPages: Range<Int> { 1..<(checksums.lowerBound >> Self.pageShift) }

  init(pointCount: Int, elementCount: Int, storage: RecordStorage, recordBytes: Int) {
    self.pointCount = pointCount
    self.elementCount = elementCount
    self.storage = storage
    var end = Self.pageBytes
    func section(_ bytes: Int) -> Range<Int> {
      let start = Self.aligned(end)
      end = start + bytes
      return start..<end
    }
    tree = section(PackedLayout(count: pointCount).byteCount)
    recordLengths = section(storage.lengthSectionBytes(elementCount))
    records = section(recordBytes)
    checksums = section((Self.aligned(end) >> Self.pageShift - 1) * 8)
    byteCount = Self.aligned(end)
  }

  /// The section that a page belongs to.
  func section(ofPage page: Int) -> IndexFileError.Section {
    let byte = page << Self.pageShift
    return sections.first {
      byte >= $0.bytes.lowerBound && byte < Self.aligned($0.bytes.upperBound)
    }?
    .name ?? .header
  }

  /// The pages of a section.
  static func pages(of bytes: Range<Int>) -> Range<Int> {
    (bytes.lowerBound >> pageShift)..<((bytes.upperBound + pageBytes - 1) >> pageShift)
  }

  static func aligned(_ bytes: Int) -> Int {
    (bytes + pageBytes - 1) & ~(pageBytes - 1)
  }
}

extension IndexFileLayout {
  /// Writes the header page; `sectionChecksums` are in the order of the section table.
  func writeHeader(to words: UnsafeBuffer<UInt64>, sectionChecksums: [UInt64]) {
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
  /// The returned ranges are always within the file: the positions of sections are computed from
  /// the counts and must match the table.
  static func read(
    header words: UnsafeBuffer<UInt64>, fileBytes: Int
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
    // No count can exceed the number of bytes; this also prevents overflow in the sums below.
    let recordBytes = words[15]
    guard words[3] <= words[4], words[4] <= UInt64(PackedLayout.maximumCount),
      words[3] <= UInt64(fileBytes), recordBytes <= UInt64(fileBytes)
    else {
      throw .malformed(section: .header, reason: "more elements than bytes")
    }
    guard let storage = RecordStorage(code: UInt32(words[1] >> 32), parameter: words[5]) else {
      throw .malformed(section: .header, reason: "unknown record storage")
    }
    let layout = IndexFileLayout(
      pointCount: Int(words[3]), elementCount: Int(words[4]), storage: storage,
      recordBytes: Int(recordBytes))
    if case .fixed(let bytes) = storage {
      let (size, isTooLarge) = bytes.multipliedReportingOverflow(by: layout.elementCount)
      if isTooLarge || size != layout.records.count {
        throw .malformed(section: .header, reason: "the record section has the wrong length")
      }
    }
    guard layout.byteCount == fileBytes else {
      throw .malformed(section: .header, reason: "sections do not fill the file")
    }
    for (index, section) in layout.sections.enumerated()
    where words[6 + 4 * index] != UInt64(section.bytes.lowerBound)
      || words[7 + 4 * index] != UInt64(section.bytes.count) || words[9 + 4 * index] != 0
    {
      throw .malformed(section: .header, reason: "the position or length of a section is wrong")
    }
    return (layout, layout.sections.indices.map { words[8 + 4 * $0] })
  }
}

extension PageChecksum {
  /// The checksum of a header page, which is stored in its last word.
  static func of(header words: UnsafeBuffer<UInt64>) -> UInt64 {
    // The last group of four words contains the checksum itself, which is excluded.
    let body = of(words[0..<(words.count - 4)])
    var tail = body
    for index in (words.count - 4)..<(words.count - 1) {
      tail = (tail ^ words[index]) &* mixingFactor
      tail ^= tail >> 29
    }
    return tail
  }
}

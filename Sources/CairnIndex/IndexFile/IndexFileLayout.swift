/// Where everything of an index file stands.
///
/// All numbers are little-endian.
///
/// ```
/// page 0      the header
///   0   8     magic: 89 43 41 49 52 4E 0D 0A ("\x89CAIRN\r\n", so that a transfer as text shows)
///   8   4     version, UInt32
///   12  4     how records are stored, UInt32: 0 none, 1 all of one length, 2 of various lengths,
///           3 of various lengths, equal ones once
///   16  8     length of the file
///   24  8     number of points in the tree
///   32  8     number of elements (more than points, when some had no valid coordinate)
///   40  8     bytes of a record (storage 1), or of the number that is its length (2 and 3)
///   48  32×4  for tree, record lengths, records, checksums: byte offset, length, checksum, 0
///   4088 8    checksum of all the bytes before
/// tree        the memory of a packed tree as it stands (see `PackedLayout`)
/// lengths     storage 2: where every 16th record begins, UInt64; then each record's length
///             storage 3: where the record of each element begins, UInt32
/// records     the records in the order of the elements, without gaps; with storage 3 those that
///             differ, in the order in which they first occur, each after its length
/// checksums   that of each page of the three sections before, UInt64
/// ```
///
/// Sections begin at multiples of a page, 4,096 bytes, and are padded with zeros, so that opening
/// a file is mapping it. Every byte is under a checksum: page 0 under its own, the pages of the
/// sections under those of the last section, and that one under the header's. So a reader checks
/// little to begin with, and each page when it first needs it.
struct IndexFileLayout: Equatable {
  static let pageShift = 12
  static let pageBytes = 1 << pageShift
  static let magic: UInt64 = 0x0A0D_4E52_4941_4389
  static let version: UInt32 = 1
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

    /// The length of the section that says where the records are.
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

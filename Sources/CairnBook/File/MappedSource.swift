internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

/// The layout of a book file.
///
/// A book file is an index file with a record for each place, in insertion order, followed by one
/// record for each of these sections of little-endian numbers, and by the header:
///
/// ```
/// 0       the latitude and longitude of each place, Double
/// 1       the approximate position of each place, four Floats
/// 2–10    the keys and words (see `MappedWords`)
/// 11      a hash of each place's ID above the place, UInt64, in order
/// 12      the packed country code of each place, UInt16; empty without an atlas
/// 13      the importance of each place, Double; empty without such a field
/// 14–17   the names of areas (see `PlaceAreas`); empty without such a field
/// 18…     the columns (see `ColumnSections`)
/// header  "\u{89}cairn book\n", and numbers of 32 bits: the version, the number of places, the
///         number of words, whether there are countries, importances and areas, the number of
///         columns, and the kind of each column; then the number of fields of words, at most 255,
///         in one byte, which older files do not have
/// ```
internal struct BookFileHeader {
  static let magic = Array("\u{89}cairn book\n".utf8)
  static let version: UInt32 = 1
  /// The number of sections before those of the columns.
  static let commonCount = 18

  var count: Int
  var wordCount: Int
  var hasCountries: Bool
  var hasImportances: Bool
  var hasAreas: Bool
  var kinds: [ColumnKind]
  /// The number of fields of words, at most 255; nil if it is not known.
  var textCount: UInt8?

  var sectionCount: Int { Self.commonCount + kinds.reduce(0) { $0 + $1.sectionCount } }

  var encoded: [UInt8] {
    var numbers = [Self.version]
    numbers += [count, wordCount].map { UInt32(truncatingIfNeeded: $0) }
    numbers += [hasCountries, hasImportances, hasAreas].map { $0 ? 1 : 0 }
    numbers.append(UInt32(truncatingIfNeeded: kinds.count))
    numbers += kinds.map(\.rawValue)
    return Self.magic + [UInt8](littleEndian: numbers) + [textCount].compactMap { $0 }
  }

  /// Reads the last record of a file.
  init(_ record: RecordBytes) throws(IndexFileError) {
    guard record.starts(with: Self.magic) else {
      throw .malformed(
        section: .records, reason: "not a place book; PlaceBook.write(to:record:) writes one")
    }
    let bytes = Array(record.dropFirst(Self.magic.count))
    let numbers = stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      bytes[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    guard let version = numbers.first else { throw Self.impossible }
    guard version == Self.version else {
      throw .unsupportedVersion(found: version, supported: Self.version)
    }
    guard numbers.count >= 7, numbers[1...2].allSatisfy({ UInt64($0) <= UInt64(Int.max / 16) }),
      numbers[3...5].allSatisfy({ $0 < 2 }),
      UInt64(numbers.count) == 7 + UInt64(numbers[6])
    else { throw Self.impossible }
    let kinds = numbers[7...].compactMap { ColumnKind(rawValue: $0) }
    guard kinds.count == numbers[6] else { throw Self.impossible }
    self.init(
      count: Int(numbers[1]), wordCount: Int(numbers[2]), hasCountries: numbers[3] == 1,
      hasImportances: numbers[4] == 1, hasAreas: numbers[5] == 1, kinds: kinds,
      textCount: bytes.count % 4 == 1 ? bytes.last : nil)
  }

  init(
    count: Int, wordCount: Int, hasCountries: Bool, hasImportances: Bool, hasAreas: Bool,
    kinds: [ColumnKind], textCount: UInt8?
  ) {
    self.count = count
    self.textCount = textCount
    self.wordCount = wordCount
    self.hasCountries = hasCountries
    self.hasImportances = hasImportances
    self.hasAreas = hasAreas
    self.kinds = kinds
  }

  static var impossible: IndexFileError {
    .malformed(section: .records, reason: "the header of the place book is impossible")
  }

  /// The lengths of the sections that follow from the counts; nil for others.
  var lengths: [Int?] {
    let words: [Int?] = [
      8 * wordCount, wordCount, 4 * wordCount, nil, 4 * wordCount, 4 * wordCount,
    ]
    var lengths: [Int?] = [16 * count, 16 * count, 4 * count, nil]
    lengths += words
    lengths += [nil, 8 * count, hasCountries ? 2 * count : 0, hasImportances ? 8 * count : 0]
    lengths += hasAreas ? [nil, nil, 4 * count, nil] : [0, 0, 0, 0]
    return lengths
  }
}

/// The data of a ``MappedPlaceBook``.
internal struct MappedSource: BookSource {
  let core: _PackedCore
  let words: MappedWords
  let header: BookFileHeader
  let views: [RecordView]
  let used: StoredSlots
  private let loadedCountries = Once<PagedArray<UInt16>>()
  private let loadedImportances = Once<PagedArray<Double>>()
  private let loadedAreas = Once<PlaceAreas>()

  init(_ file: MappedPlaceIndex<some Any>) throws(IndexFileError) {
    guard file.elementCount > 0 else { throw BookFileHeader.impossible }
    header = try BookFileHeader(file.record(at: file.elementCount - 1))
    guard header.count == file.count,
      file.elementCount == header.count + header.sectionCount + 1
    else { throw BookFileHeader.impossible }
    var views: [RecordView] = []
    for number in header.count..<(header.count + header.sectionCount) {
      views.append(try file.view(ofRecord: number))
    }
    let lengths = header.lengths
    for index in lengths.indices
    where views[index].byteCount != lengths[index] ?? views[index].byteCount {
      throw BookFileHeader.impossible
    }
    self.views = views
    core = file._core
    used = StoredSlots(first: header.count)
    words = MappedWords(
      slotLimit: header.count, wordCount: header.wordCount, keyEnds: views[2], keyBytes: views[3],
      heads: views[4], shared: views[5], wordEnds: views[6], wordBytes: views[7],
      slotEnds: views[8], startingCounts: views[9], slots: views[10])
  }

  var slotsAreInOrder: Bool { true }

  var countries: PagedArray<UInt16> {
    guard header.hasCountries else { return PagedArray() }
    return loadedCountries {
      let codes = views[12].numbers(0..<header.count, as: UInt16.self)
      return PagedArray(ContiguousArray(codes.count == header.count ? codes : none(0)))
    }
  }

  var importances: PagedArray<Double> {
    guard header.hasImportances else { return PagedArray() }
    return loadedImportances {
      var values = views[13].numbers(0..<header.count, as: UInt64.self)
        .map { Double(bitPattern: $0) }
      if !values.allSatisfy({ abs($0) <= 100 }) {
        views[13].fail()
        values = []
      }
      return PagedArray(ContiguousArray(values.count == header.count ? values : none(0)))
    }
  }

  var areas: PlaceAreas {
    guard header.hasAreas else { return PlaceAreas() }
    return loadedAreas {
      if let areas = PlaceAreas(views[14..<18], count: header.count) { return areas }
      views[14].fail()
      return PlaceAreas()
    }
  }

  /// The values of a damaged section, so that the query can go on to its end.
  private func none<Value>(_ value: Value) -> [Value] {
    Array(repeating: value, count: header.count)
  }

  func coordinate(_ slot: Int) -> Coordinate {
    let coordinate = Coordinate(
      latitude: Double(bitPattern: views[0].number64(at: 2 * slot)),
      longitude: Double(bitPattern: views[0].number64(at: 2 * slot + 1)))
    if coordinate.isValid { return coordinate }
    views[0].fail()
    return Coordinate(latitude: 0, longitude: 0)
  }

  func tag(_ slot: Int) -> Int { slot }

  func slot(_ tag: Int) -> Int {
    if tag < header.count { return tag }
    views[0].fail()
    return 0
  }

  func approximatePosition(_ slot: Int) -> ApproximatePosition {
    let view = views[1]
    let (low, high) = (view.number64(at: 2 * slot), view.number64(at: 2 * slot + 1))
    return ApproximatePosition(
      SIMD4(
        UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32),
        UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32)))
  }

  // MARK: IDs

  /// A hash of the description of an ID, the same in every process, in the upper 32 bits: that of
  /// Fowler, Noll and Vo (FNV-1a), mixed.
  static func hash(_ id: some CustomStringConvertible) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash & 0xFFFF_FFFF_0000_0000
  }

  /// The first slot with a hash for which a closure returns true, by binary search.
  func slot(withHash hash: UInt64, where isSame: (Int) -> Bool) -> Int? {
    let ids = views[11]
    var low = 0
    var high = header.count
    while low < high {
      let middle = (low + high) / 2
      if ids.number64(at: middle) < hash { low = middle + 1 } else { high = middle }
    }
    while low < header.count {
      let entry = ids.number64(at: low)
      guard entry & 0xFFFF_FFFF_0000_0000 == hash else { return nil }
      let slot = slot(Int(truncatingIfNeeded: entry & 0xFFFF_FFFF))
      if isSame(slot) { return slot }
      low += 1
    }
    return nil
  }
}

internal import CairnMemory

/// The records of all elements, to be written to a file.
@usableFromInline
struct RecordTable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  @usableFromInline
  init(capacity: Int) {
    ends.reserveCapacity(capacity)
  }

  /// Appends the record of the next element.
  @usableFromInline
  mutating func append(_ record: some Sequence<UInt8>) {
    bytes.append(contentsOf: record)
    ends.append(bytes.count)
  }

  /// Returns the table with further records at its end.
  consuming func appending(_ further: [[UInt8]]) -> RecordTable {
    for record in further { append(record) }
    return self
  }

  /// The number of records.
  var count: Int { ends.count }

  /// The range of a record in ``bytes``.
  func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Returns the records in the most compact storage; nil if a record is longer than 4 GB.
  func packed() -> EncodedRecords? {
    guard count > 0 else { return EncodedRecords(storage: .none, lengths: [], bytes: []) }
    let first = range(at: 0).count
    var longest = 0
    var isUniform = true
    for index in ends.indices {
      let length = range(at: index).count
      longest = max(longest, length)
      isUniform = isUniform && length == first
    }
    guard UInt64(longest) <= UInt64(UInt32.max) else { return nil }
    if isUniform {
      return EncodedRecords(storage: .fixed(bytes: first), lengths: [], bytes: bytes)
    }
    let width = longest <= 0xFF ? 1 : longest <= 0xFFFF ? 2 : 4
    let storage = IndexFileLayout.RecordStorage.variable(lengthBytes: width)
    let size = bytes.count + storage.lengthSectionBytes(count)
    if let shared = sharedRecords(lengthBytes: width, below: size) { return shared }
    let lengths = (0..<count).map { UInt32(range(at: $0).count) }
    return EncodedRecords(
      storage: storage, lengths: Self.lengthSection(lengths, storage), bytes: bytes)
  }

  /// Returns the starts of every 16th record and all lengths; empty if all records have the same
  /// length.
  static func lengthSection(
    _ lengths: [UInt32], _ storage: IndexFileLayout.RecordStorage
  ) -> [UInt8] {
    guard case .variable(let width) = storage else { return [] }
    var section: [UInt8] = []
    section.reserveCapacity(storage.lengthSectionBytes(lengths.count))
    var start = 0
    for (index, length) in lengths.enumerated() {
      if index % IndexFileLayout.recordGroup == 0 { section.append(littleEndian: start, bytes: 8) }
      start += Int(length)
    }
    for length in lengths { section.append(littleEndian: Int(length), bytes: width) }
    return section
  }

  /// The size that deduplicated records must stay below to be smaller than `limit`.
  static func greatestShared(lengthBytes width: Int, count: Int, below limit: Int) -> Int {
    let storage = IndexFileLayout.RecordStorage.shared(lengthBytes: width)
    return min(limit - storage.lengthSectionBytes(count), Int(clamping: UInt32.max))
  }
}

/// Records in their file representation.
struct EncodedRecords {
  let storage: IndexFileLayout.RecordStorage
  /// The section with the lengths or starts of records.
  let lengths: [UInt8]
  /// The section with the records.
  let bytes: [UInt8]

  /// Writes both sections.
  func write(to memory: PackedMemory, _ layout: IndexFileLayout) {
    if !lengths.isEmpty { memory.copy(lengths, to: layout.recordLengths.lowerBound) }
    if !bytes.isEmpty { memory.copy(bytes, to: layout.records.lowerBound) }
  }
}

extension [UInt8] {
  /// Appends the low bytes of a number in little-endian order.
  package mutating func append(littleEndian value: Int, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}

extension RecordTable {
  /// Returns deduplicated records, with a reference for each element.
  ///
  /// Returns early as soon as nothing is saved.
  ///
  /// - Parameters:
  ///   - width: the number of bytes of a record length.
  ///   - limit: the size in bytes that the result must stay below.
  /// - Returns: the records; nil if they would reach the limit.
  func sharedRecords(lengthBytes width: Int, below limit: Int) -> EncodedRecords? {
    let storage = IndexFileLayout.RecordStorage.shared(lengthBytes: width)
    let greatest = Self.greatestShared(lengthBytes: width, count: count, below: limit)
    guard greatest > 0 else { return nil }
    var distinct = RecordDeduplicator(lengthBytes: width, below: greatest)
    var references: [UInt8] = []
    references.reserveCapacity(count * 4)
    for index in 0..<count {
      guard let start = distinct.start(of: bytes[range(at: index)]) else { return nil }
      references.append(littleEndian: Int(start), bytes: 4)
    }
    return EncodedRecords(storage: storage, lengths: references, bytes: distinct.bytes)
  }
}

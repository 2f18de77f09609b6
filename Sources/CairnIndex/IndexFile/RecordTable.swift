/// The records of all elements, on their way into a file.
@usableFromInline
struct RecordTable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  @usableFromInline
  init(capacity: Int) {
    ends.reserveCapacity(capacity)
  }

  /// Adds the record of the next element.
  @usableFromInline
  mutating func append(_ record: some Sequence<UInt8>) {
    bytes.append(contentsOf: record)
    ends.append(bytes.count)
  }

  /// The number of records.
  var count: Int { ends.count }

  /// Where a record stands in ``bytes``.
  func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// The records in the least wasteful form; nil when one is longer than 4 GB.
  func packed() -> PackedRecords? {
    guard count > 0 else { return PackedRecords(storage: .none, lengths: [], bytes: []) }
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
      return PackedRecords(storage: .fixed(bytes: first), lengths: [], bytes: bytes)
    }
    let width = longest <= 0xFF ? 1 : longest <= 0xFFFF ? 2 : 4
    let storage = IndexFileLayout.RecordStorage.variable(lengthBytes: width)
    let size = bytes.count + storage.lengthSectionBytes(count)
    if let shared = sharedRecords(lengthBytes: width, below: size) { return shared }
    return PackedRecords(storage: storage, lengths: lengthSection(width), bytes: bytes)
  }

  /// Where every 16th record begins, and all lengths.
  private func lengthSection(_ width: Int) -> [UInt8] {
    var section: [UInt8] = []
    section.reserveCapacity(
      IndexFileLayout.RecordStorage.variable(lengthBytes: width).lengthSectionBytes(count))
    for index in stride(from: 0, to: count, by: IndexFileLayout.recordGroup) {
      section.append(littleEndian: range(at: index).lowerBound, bytes: 8)
    }
    for index in 0..<count { section.append(littleEndian: range(at: index).count, bytes: width) }
    return section
  }
}

/// Records as they stand in a file.
struct PackedRecords {
  let storage: IndexFileLayout.RecordStorage
  /// The section that says where they are.
  let lengths: [UInt8]
  /// The section that they are in.
  let bytes: [UInt8]

  /// Writes both sections.
  func write(to memory: PackedMemory, _ layout: IndexFileLayout) {
    if !lengths.isEmpty { memory.copy(lengths, to: layout.recordLengths.lowerBound) }
    if !bytes.isEmpty { memory.copy(bytes, to: layout.records.lowerBound) }
  }
}

extension [UInt8] {
  /// Adds the low bytes of a number, the lowest first.
  mutating func append(littleEndian value: Int, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}

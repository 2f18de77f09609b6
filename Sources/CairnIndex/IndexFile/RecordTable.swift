/// The records of all elements, on their way into a file.
@usableFromInline
struct RecordTable {
  private var bytes: [UInt8] = []
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

  var byteCount: Int { bytes.count }

  func length(at index: Int) -> Int {
    ends[index] - (index == 0 ? 0 : ends[index - 1])
  }

  /// The least wasteful way to store the lengths; nil when a record is longer than 4 GB.
  var storage: IndexFileLayout.RecordStorage? {
    guard !ends.isEmpty else { return IndexFileLayout.RecordStorage.none }
    let first = length(at: 0)
    var longest = 0
    var isUniform = true
    for index in ends.indices {
      let length = length(at: index)
      longest = max(longest, length)
      isUniform = isUniform && length == first
    }
    switch longest {
    case _ where isUniform && first <= 0xFFFF_FFFF: return .fixed(bytes: first)
    case ...0xFF: return .variable(lengthBytes: 1)
    case ...0xFFFF: return .variable(lengthBytes: 2)
    case ...0xFFFF_FFFF: return .variable(lengthBytes: 4)
    default: return nil
    }
  }

  /// Writes the records, and their lengths when they vary.
  func write(to memory: PackedMemory, _ layout: IndexFileLayout) {
    if !bytes.isEmpty { memory.copy(bytes, to: layout.records.lowerBound) }
    guard case .variable(let width) = layout.storage else { return }
    let groups = (ends.count + IndexFileLayout.recordGroup - 1) / IndexFileLayout.recordGroup
    let starts = Slab<UInt64>(
      memory, byteOffset: layout.recordLengths.lowerBound, count: groups)
    for group in 0..<groups {
      starts[group] = UInt64(group == 0 ? 0 : ends[group * IndexFileLayout.recordGroup - 1])
    }
    let lengths = Slab<UInt8>(
      memory, byteOffset: layout.recordLengths.lowerBound + groups * 8, count: ends.count * width)
    for index in ends.indices {
      let length = length(at: index)
      for byte in 0..<width {
        lengths[index * width + byte] = UInt8(truncatingIfNeeded: length >> (8 * byte))
      }
    }
  }
}

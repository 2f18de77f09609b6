internal import CairnMemory

/// Distinct records in order of first occurrence, each preceded by its length.
///
/// Many places share a category, a country or a name. Equal records are found with an
/// open-addressing hash table.
struct RecordDeduplicator {
  /// The distinct records.
  private(set) var bytes: [UInt8] = []
  private let width: Int
  private let limit: Int
  /// The start of a record plus one, for each slot; 0 for a free one.
  private var starts = [UInt32](repeating: 0, count: 1 << 10)
  private var count = 0

  /// - Parameters:
  ///   - width: the number of bytes of a record length.
  ///   - limit: the number of bytes that all records must stay below; at most 2³² - 1.
  init(lengthBytes width: Int, below limit: Int) {
    self.width = width
    self.limit = limit
  }

  /// Returns the start of a record, which is appended if it is a new one; nil at the limit.
  mutating func start(of record: ArraySlice<UInt8>) -> UInt32? {
    var slot = Self.hash(record) & (starts.count - 1)
    while starts[slot] != 0 {
      if isEqual(record, to: Int(starts[slot]) - 1) { return starts[slot] - 1 }
      slot = (slot + 1) & (starts.count - 1)
    }
    let start = bytes.count
    guard start + width + record.count < limit else { return nil }
    bytes.append(littleEndian: record.count, bytes: width)
    bytes.append(contentsOf: record)
    starts[slot] = UInt32(start) + 1
    count += 1
    if 2 * count > starts.count { grow() }
    return UInt32(start)
  }

  private mutating func grow() {
    starts = [UInt32](repeating: 0, count: 2 * starts.count)
    var start = 0
    while start < bytes.count {
      let record = range(at: start)
      var slot = Self.hash(bytes[record]) & (starts.count - 1)
      while starts[slot] != 0 { slot = (slot + 1) & (starts.count - 1) }
      starts[slot] = UInt32(start) + 1
      start = record.upperBound
    }
  }

  /// The bytes of the record that starts at a position.
  private func range(at start: Int) -> Range<Int> {
    let length = (0..<width).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    return (start + width)..<(start + width + length)
  }

  private func isEqual(_ record: ArraySlice<UInt8>, to start: Int) -> Bool {
    let other = range(at: start)
    return record.count == other.count && record.elementsEqual(bytes[other])
  }

  /// The FNV-1a hash, with its high bits mixed into the low ones.
  private static func hash(_ record: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in record { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7FFF_FFFF_FFFF)
  }
}

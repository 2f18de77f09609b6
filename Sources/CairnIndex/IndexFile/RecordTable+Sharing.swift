extension RecordTable {
  /// Equal records stored once, with a reference to it for each element.
  ///
  /// Many places share a category, a country or a name. Records are found again in a hash table
  /// of open addresses; it is given up as soon as nothing is won.
  ///
  /// - Parameters:
  ///   - width: the bytes in which the length of a record is written.
  ///   - limit: the size in bytes that must not be reached.
  func sharedRecords(lengthBytes width: Int, below limit: Int) -> PackedRecords? {
    let storage = IndexFileLayout.RecordStorage.shared(lengthBytes: width)
    let greatest = min(limit - storage.lengthSectionBytes(count), Int(clamping: UInt32.max))
    guard greatest > 0 else { return nil }
    var size = 16
    while size < 2 * count { size *= 2 }
    // The first element with the record that belongs here, plus one; and where that is stored.
    var owners = [UInt32](repeating: 0, count: size)
    var starts = [UInt32](repeating: 0, count: size)
    var references: [UInt8] = []
    references.reserveCapacity(count * 4)
    var unique: [UInt8] = []
    for index in 0..<count {
      let record = range(at: index)
      var slot = hash(record) & (size - 1)
      while owners[slot] != 0, !isEqual(record, range(at: Int(owners[slot]) - 1)) {
        slot = (slot + 1) & (size - 1)
      }
      if owners[slot] == 0 {
        owners[slot] = UInt32(index + 1)
        starts[slot] = UInt32(unique.count)
        unique.append(littleEndian: record.count, bytes: width)
        unique.append(contentsOf: bytes[record])
        guard unique.count < greatest else { return nil }
      }
      references.append(littleEndian: Int(starts[slot]), bytes: 4)
    }
    return PackedRecords(storage: storage, lengths: references, bytes: unique)
  }

  /// FNV-1a, with its high bits mixed into the low ones.
  private func hash(_ record: Range<Int>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in record { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7FFF_FFFF_FFFF)
  }

  private func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { bytes[$0] == bytes[$1] }
  }
}

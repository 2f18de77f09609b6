internal import CairnMemory

#if !hasFeature(Embedded)
  /// The lengths of the records of an index file to be written, in memory that does not depend on
  /// their number.
  struct RecordLengths: ~Copyable, Sendable {
    private(set) var byteCount = 0
    private let path: String
    private var lengths: SpilledValues<UInt32>
    private var first: UInt32?
    private var least = UInt32.max
    private var greatest: UInt32 = 0
    private var isTooLong = false
    private var distinct = DistinctRecords()

    init(beside path: String) {
      self.path = path
      lengths = SpilledValues(beside: path)
    }

    mutating func append(_ record: ArraySlice<UInt8>) throws(FileError) {
      byteCount += record.count
      isTooLong = isTooLong || UInt64(record.count) > UInt64(UInt32.max)
      let length = UInt32(truncatingIfNeeded: record.count)
      first = first ?? length
      least = min(least, length)
      greatest = max(greatest, length)
      try lengths.append(length)
      distinct.add(record)
    }

    private var width: Int { greatest <= 0xFF ? 1 : greatest <= 0xFFFF ? 2 : 4 }

    /// The storage of the records if equal ones are not stored once; nil if one is too long.
    var storage: IndexFileLayout.RecordStorage? {
      if isTooLong { return nil }
      guard let first else { return IndexFileLayout.RecordStorage.none }
      if least == greatest { return .fixed(bytes: Int(first)) }
      return .variable(lengthBytes: width)
    }

    /// The maximum number of bytes of distinct records that are stored once.
    private static let sharedLimit = 1 << 28

    /// Returns the distinct records, if the file is smaller with them.
    mutating func sharedRecords(
      records: inout SpillFile, beside path: String
    ) throws(FileError) -> SharedRecords? {
      guard case .variable(let width)? = storage else { return nil }
      let all =
        byteCount
        + IndexFileLayout.RecordStorage.variable(lengthBytes: width)
        .lengthSectionBytes(lengths.count)
      let greatest = RecordTable.greatestShared(
        lengthBytes: width, count: lengths.count, below: all)
      let bound = distinct.bytes(lengthBytes: width)
      distinct = DistinctRecords()
      guard greatest > bound, bound < Self.sharedLimit else { return nil }
      return try SharedRecords(
        of: &records, lengthBytes: width, below: min(greatest, Self.sharedLimit), beside: path)
    }

    /// Writes the starts of every 16th record and all lengths; nothing if all records have the same
    /// length.
    func write(
      to file: inout IndexFileOutput, _ storage: IndexFileLayout.RecordStorage
    ) throws(FileError) {
      guard case .variable(let width) = storage else { return }
      var start = 0
      var bytes: [UInt8] = []
      for isStart in [true, false] {
        try lengths.forEachBlock { (first, block) throws(FileError) in
          bytes.removeAll(keepingCapacity: true)
          for index in 0..<block.count {
            if !isStart {
              bytes.append(littleEndian: Int(block[index]), bytes: width)
              continue
            }
            if (first + index) % IndexFileLayout.recordGroup == 0 {
              bytes.append(littleEndian: start, bytes: 8)
            }
            start += Int(block[index])
          }
          try bytes.withUnsafeSpan { bytes throws(FileError) in try file.append(bytes) }
        } failure: {
          $0
        }
      }
    }
  }

  /// A lower bound of the bytes of distinct records: records with equal hashes count as equal.
  internal struct DistinctRecords {
    private var lengths: [UInt32] = []
    private var hashes: [UInt32] = []
    /// A bit for each hash, if there are more than 2²⁴ records.
    private var seen: AtomicBits?
    private var count = 0
    private var byteCount = 0
    private static let listLimit = 1 << 24
    private let sortLimit: Int

    /// Creates an empty list.
    ///
    /// - Parameter sortLimit: the number of records from which bits are used; below it, sorting
    ///   costs less than 16 passes and clearing 512 MB.
    init(sortLimit: Int = 1 << 18) { self.sortLimit = sortLimit }

    mutating func add(_ record: ArraySlice<UInt8>) {
      // Records that take 4 GB are never stored once.
      guard byteCount < 1 << 32 else { return seen = nil }
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in record { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      let short = UInt32(truncatingIfNeeded: (hash &* mixingFactor) >> 32)
      guard seen == nil else { return add(short, record.count) }
      hashes.append(short)
      lengths.append(UInt32(truncatingIfNeeded: record.count))
      guard hashes.count >= Self.listLimit else { return }
      seen = AtomicBits(count: 1 << 32)
      for (hash, length) in zip(hashes, lengths) { add(hash, Int(length)) }
      (hashes, lengths) = ([], [])
    }

    private mutating func add(_ hash: UInt32, _ length: Int) {
      guard let seen, !seen.contains(Int(hash)) else { return }
      seen.insert(Int(hash))
      count += 1
      byteCount += length
    }

    /// The bytes of the distinct records and their lengths.
    func bytes(lengthBytes width: Int) -> Int {
      guard hashes.count >= sortLimit else {
        return byteCount + count * width + sortedBytes(lengthBytes: width)
      }
      var sum = byteCount + count * width
      // One pass per sixteenth of the hash range, with one bit per hash.
      for part in UInt32(0)..<16 {
        let seen = AtomicBits(count: 1 << 28)
        for (hash, length) in zip(hashes, lengths) where hash >> 28 == part {
          let bit = Int(hash & 0x0FFF_FFFF)
          guard !seen.contains(bit) else { continue }
          seen.insert(bit)
          sum += Int(length) + width
        }
      }
      return sum
    }

    /// The bytes of the listed records; the shortest of those with equal hashes counts.
    private func sortedBytes(lengthBytes width: Int) -> Int {
      let sorted = zip(hashes, lengths).map { UInt64($0) << 32 | UInt64($1) }.sorted()
      var sum = 0
      var previous: UInt64?
      for record in sorted where record >> 32 != previous {
        previous = record >> 32
        sum += Int(record & 0xFFFF_FFFF) + width
      }
      return sum
    }
  }

  /// The distinct records of an index file to be written, and a reference for each element.
  final class SharedRecords {
    let storage: IndexFileLayout.RecordStorage
    let bytes: [UInt8]
    private let references: SpilledValues<UInt32>

    /// Collects the distinct records; nil if they reach a limit.
    init?(
      of records: inout SpillFile, lengthBytes width: Int, below limit: Int, beside path: String
    ) throws(FileError) {
      storage = .shared(lengthBytes: width)
      var distinct = RecordDeduplicator(lengthBytes: width, below: limit)
      var references = SpilledValues<UInt32>(beside: path)
      var isFull = false
      try records.forEachRecord { bytes, record throws(FileError) in
        guard !isFull, let start = distinct.start(of: bytes[record]) else { return isFull = true }
        try references.append(start)
      } failure: {
        $0
      }
      if isFull { return nil }
      bytes = distinct.bytes
      self.references = references
    }

    /// Writes the references, and the records as the section after them.
    func write(to file: inout IndexFileOutput) throws(FileError) {
      try references.forEachBlock { (_, block) throws(FileError) in
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * block.count)
        for index in 0..<block.count { bytes.append(littleEndian: Int(block[index]), bytes: 4) }
        try bytes.withUnsafeSpan { bytes throws(FileError) in try file.append(bytes) }
      } failure: {
        $0
      }
      try file.endSection()
      file.beginSection(file.layout.records)
      try bytes.withUnsafeSpan { bytes throws(FileError) in try file.append(bytes) }
    }
  }
#endif

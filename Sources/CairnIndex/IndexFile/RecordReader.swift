internal import CairnMemory

/// Finds records in an open index file and verifies the pages that they use.
@usableFromInline
struct RecordReader: Sendable {
  let memory: PackedMemory
  let verifier: PageVerifier
  private let layout: IndexFileLayout

  init(_ memory: PackedMemory, _ verifier: PageVerifier) {
    self.memory = memory
    self.verifier = verifier
    layout = verifier.layout
  }

  /// Returns the byte ranges of the records of hits.
  @usableFromInline
  func ranges(of hits: _HitBuffer) throws(IndexFileError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(hits.count)
    guard case .shared(let width) = layout.storage else {
      for index in 0..<hits.count { ranges.append(try range(at: hits[index].tag)) }
      return ranges
    }
    // Reads all references before the first record in a tight loop, so that many loads are in
    // flight at once.
    let table = SharedValues<UInt32>(
      memory, byteOffset: layout.recordLengths.lowerBound, count: layout.elementCount)
    let firstPage = layout.recordLengths.lowerBound >> IndexFileLayout.pageShift
    var references = GrowableArray<UInt32>(capacity: hits.count)
    for index in 0..<hits.count {
      let offset = hits[index].tag
      let page = firstPage &+ offset &>> (IndexFileLayout.pageShift - 2)
      guard verifier.admits(page: page) else { throw failure }
      references.appendReserved(table[offset])
    }
    let start = layout.records.lowerBound
    for index in 0..<hits.count {
      let range = try self.range(
        ofReference: references[index], width: width, offset: hits[index].tag)
      let bytes = (start &+ range.lowerBound)..<(start &+ range.upperBound)
      guard verifier.admits(bytes: bytes) else { throw failure }
      ranges.append(bytes)
    }
    return ranges
  }

  /// Returns the record at a verified range.
  @usableFromInline
  func record(in range: Range<Int>) -> RecordBytes {
    RecordBytes(memory, at: range)
  }

  /// Returns the record of the element at an offset, which must be below the number of elements.
  @usableFromInline
  func record(at offset: Int) throws(IndexFileError) -> RecordBytes {
    record(in: try range(at: offset))
  }

  /// Returns the byte range of a record in the file; verifies its pages.
  private func range(at offset: Int) throws(IndexFileError) -> Range<Int> {
    let bytes = try extent(at: offset)
    guard bytes.isEmpty || verifier.admits(bytes: bytes) else { throw failure }
    return bytes
  }

  /// Returns the byte range of a record in the file, without verifying its pages.
  func extent(at offset: Int) throws(IndexFileError) -> Range<Int> {
    assert(offset >= 0 && offset < layout.elementCount)
    let range: Range<Int>
    switch layout.storage {
    case .none: return 0..<0
    case .fixed(let bytes): range = (offset * bytes)..<((offset + 1) * bytes)
    case .variable(let width): range = try self.range(ofRecord: offset, width: width)
    case .shared(let width): range = try self.range(ofSharedRecord: offset, width: width)
    }
    let start = layout.records.lowerBound
    return (start + range.lowerBound)..<(start + range.upperBound)
  }

  /// Checks that every record is within its section.
  func checkLengths() throws(IndexFileError) {
    // For records of fixed length the header check suffices; a file may have billions of empty
    // ones.
    switch layout.storage {
    case .none, .fixed: return
    case .variable(let width):
      for offset in 0..<layout.elementCount { _ = try range(ofRecord: offset, width: width) }
    case .shared(let width):
      for offset in 0..<layout.elementCount { _ = try range(ofSharedRecord: offset, width: width) }
    }
  }

  /// Returns the range of a record in its section, from the start of its group and the lengths
  /// before it.
  private func range(
    ofRecord offset: Int, width: Int
  ) throws(IndexFileError) -> Range<Int> {
    let size = IndexFileLayout.recordGroup
    let group = offset / size
    let first = group * size
    let groups = (layout.elementCount + size - 1) / size
    let starts = layout.recordLengths.lowerBound + group * 8
    let lengths = layout.recordLengths.lowerBound + groups * 8 + first * width
    let lengthBytes = (offset - first + 1) * width
    guard verifier.admits(bytes: starts..<(starts + 8)),
      verifier.admits(bytes: lengths..<(lengths + lengthBytes))
    else { throw failure }

    let start = memory.withUnsafeBuffer(of: UInt64.self, byteOffset: starts, count: 1) { $0[0] }
    let all = UInt64(layout.records.count)
    // At most 16 lengths of 32 bits are added to a number that is at most the length of the
    // section, so the sum cannot overflow.
    guard start <= all else { throw impossible(offset) }
    let before: UInt64
    let length: UInt64
    switch width {
    case 1: (before, length) = sum(ofBytes: offset - first, at: lengths)
    case 2: (before, length) = sum(of: UInt16.self, offset - first, at: lengths)
    default: (before, length) = sum(of: UInt32.self, offset - first, at: lengths)
    }
    guard start + before + length <= all else { throw impossible(offset) }
    return Int(start + before)..<Int(start + before + length)
  }

  /// The sum of `count` lengths, and the length after them.
  @inline(__always)
  private func sum<Length: FixedWidthInteger & BitwiseCopyable>(
    of type: Length.Type, _ count: Int, at place: Int
  ) -> (before: UInt64, length: UInt64) {
    memory.withUnsafeBuffer(of: type, byteOffset: place, count: count + 1) { lengths in
      var before: UInt64 = 0
      for index in 0..<count { before += UInt64(lengths[index]) }
      return (before, UInt64(lengths[count]))
    }
  }

  /// The same for one-byte lengths, eight at a time; a group starts at a multiple of 8.
  @inline(__always)
  private func sum(ofBytes count: Int, at place: Int) -> (before: UInt64, length: UInt64) {
    let wordCount = count < 8 ? 1 : 2
    return memory.withUnsafeBuffer(of: UInt64.self, byteOffset: place, count: wordCount) { words in
      let last = words[count >> 3]
      let shift = UInt64(truncatingIfNeeded: count & 7) << 3
      var before = sumOfBytes(last & ((1 << shift) - 1))
      if count >= 8 { before += sumOfBytes(words[0]) }
      return (before, last >> shift & 0xFF)
    }
  }

  @inline(__always)
  private func sumOfBytes(_ word: UInt64) -> UInt64 {
    let pairs = (word & 0x00FF_00FF_00FF_00FF) + (word >> 8 & 0x00FF_00FF_00FF_00FF)
    return (pairs &* 0x0001_0001_0001_0001) >> 48
  }

  /// Returns the range of a shared record, after its length prefix.
  private func range(
    ofSharedRecord offset: Int, width: Int
  ) throws(IndexFileError) -> Range<Int> {
    try range(ofReference: reference(at: offset), width: width, offset: offset)
  }

  /// The start of the record of the element at an offset.
  @inline(__always)
  private func reference(at offset: Int) throws(IndexFileError) -> UInt32 {
    let reference = layout.recordLengths.lowerBound + offset * 4
    guard verifier.admits(bytes: reference..<(reference + 4)) else { throw failure }
    return memory.withUnsafeBuffer(of: UInt32.self, byteOffset: reference, count: 1) { $0[0] }
  }

  /// Returns the range of the record at a reference.
  @inline(__always)
  private func range(
    ofReference reference: UInt32, width: Int, offset: Int
  ) throws(IndexFileError) -> Range<Int> {
    let all = layout.records.count
    // Computed in 64 bits, since `Int` may have only 32, like the reference.
    guard UInt64(reference) &+ UInt64(truncatingIfNeeded: width) <= UInt64(truncatingIfNeeded: all)
    else { throw impossible(offset) }
    let start = Int(truncatingIfNeeded: reference)
    let stored = layout.records.lowerBound &+ start
    guard verifier.admits(bytes: stored..<(stored &+ width)) else { throw failure }
    let length = memory.withUnsafeBuffer(of: UInt8.self, byteOffset: stored, count: width) {
      width == 1 ? UInt64($0[0]) : littleEndian($0, 0..<width)
    }
    guard length <= UInt64(truncatingIfNeeded: all &- start &- width) else {
      throw impossible(offset)
    }
    return (start + width)..<(start &+ width &+ Int(truncatingIfNeeded: length))
  }

  /// Returns a little-endian number of up to four bytes.
  private func littleEndian(_ bytes: UnsafeBuffer<UInt8>, _ range: Range<Int>) -> UInt64 {
    range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  private var failure: IndexFileError {
    verifier.failure ?? .damaged(section: .records, page: 0)
  }

  /// Throws if anything used so far was invalid.
  @usableFromInline
  func verify() throws(IndexFileError) {
    if let failure = verifier.failure { throw failure }
  }

  /// Records and returns the error of a record with an invalid range; later queries throw it, too.
  private func impossible(_ offset: Int) -> IndexFileError {
    verifier.fail(record: offset)
    return PageVerifier.impossible(record: offset)
  }
}

/// Finds records in an open index file and checks the pages that they need.
struct RecordReader: Sendable {
  let memory: PackedMemory
  let sentry: PageSentry
  private let layout: IndexFileLayout

  init(_ memory: PackedMemory, _ sentry: PageSentry) {
    self.memory = memory
    self.sentry = sentry
    layout = sentry.layout
  }

  /// The record of the element at an offset, which is below the number of elements.
  func record(at offset: Int) throws(IndexFileError) -> RecordBytes {
    assert(offset >= 0 && offset < layout.elementCount)
    let range: Range<Int>
    switch layout.storage {
    case .none: return RecordBytes()
    case .fixed(let bytes): range = (offset * bytes)..<((offset + 1) * bytes)
    case .variable(let width): range = try self.range(ofRecord: offset, width: width)
    case .shared(let width): range = try self.range(ofSharedRecord: offset, width: width)
    }
    let start = layout.records.lowerBound
    let bytes = (start + range.lowerBound)..<(start + range.upperBound)
    guard sentry.admits(bytes: bytes) else { throw failure }
    return RecordBytes(memory, at: bytes)
  }

  /// Checks that every record lies within its section.
  func checkLengths() throws(IndexFileError) {
    // Records of one length do so by the header; a file may have billions of empty ones.
    switch layout.storage {
    case .none, .fixed: return
    case .variable(let width):
      for offset in 0..<layout.elementCount { _ = try range(ofRecord: offset, width: width) }
    case .shared(let width):
      for offset in 0..<layout.elementCount { _ = try range(ofSharedRecord: offset, width: width) }
    }
  }

  /// Where a record stands in its section: the start of its group and the lengths before it.
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
    guard sentry.admits(bytes: starts..<(starts + 8)),
      sentry.admits(bytes: lengths..<(lengths + lengthBytes))
    else { throw failure }

    let bytes = Slab<UInt8>(memory, byteOffset: lengths, count: lengthBytes)
    func length(_ index: Int) -> UInt64 {
      littleEndian(bytes, (index * width)..<((index + 1) * width))
    }
    var start = Slab<UInt64>(memory, byteOffset: starts, count: 1)[0]
    let all = UInt64(layout.records.count)
    // At most 16 lengths of 32 bits are added to a number that is no more than the section's.
    guard start <= all else { throw impossible(offset) }
    for index in 0..<(offset - first) { start += length(index) }
    let end = start + length(offset - first)
    guard end <= all else { throw impossible(offset) }
    return Int(start)..<Int(end)
  }

  /// Where a record stands that others may use too: behind its length.
  private func range(
    ofSharedRecord offset: Int, width: Int
  ) throws(IndexFileError) -> Range<Int> {
    let reference = layout.recordLengths.lowerBound + offset * 4
    guard sentry.admits(bytes: reference..<(reference + 4)) else { throw failure }
    let start = Int(Slab<UInt32>(memory, byteOffset: reference, count: 1)[0])
    guard start + width <= layout.records.count else { throw impossible(offset) }
    let stored = layout.records.lowerBound + start
    guard sentry.admits(bytes: stored..<(stored + width)) else { throw failure }
    let bytes = Slab<UInt8>(memory, byteOffset: stored, count: width)
    let end = start + width + Int(littleEndian(bytes, 0..<width))
    guard end <= layout.records.count else { throw impossible(offset) }
    return (start + width)..<end
  }

  /// A number of up to four bytes.
  private func littleEndian(_ bytes: Slab<UInt8>, _ range: Range<Int>) -> UInt64 {
    range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  private var failure: IndexFileError {
    sentry.failure ?? .damaged(section: .records, page: 0)
  }

  private func impossible(_ offset: Int) -> IndexFileError {
    .malformed(section: .recordLengths, reason: "record \(offset) ends beyond its section")
  }
}

internal import CairnMemory

/// The bytes of one long record of an index file, read in parts; each page is verified at its first
/// use.
///
/// A damaged or missing part reads as zeros and is recorded, so that the next call of
/// ``MappedPlaceIndex/_verify()`` throws its error.
package struct RecordView: Sendable {
  private let memory: PackedMemory
  private let verifier: PageVerifier
  private let start: Int
  /// The number of bytes.
  package let byteCount: Int

  init(_ memory: PackedMemory, _ verifier: PageVerifier, _ range: Range<Int>) {
    self.memory = memory
    self.verifier = verifier
    start = range.lowerBound
    byteCount = range.count
  }

  /// The byte at an index.
  package func byte(at index: Int) -> UInt8 {
    guard let place = place(index, 1) else { return 0 }
    return memory.littleEndian(at: place, as: UInt8.self)
  }

  /// The little-endian number of 32 bits at an index of such numbers.
  package func number32(at index: Int) -> UInt32 {
    guard let place = place(index, 4) else { return 0 }
    return memory.littleEndian(at: place, as: UInt32.self)
  }

  /// The little-endian number of 64 bits at an index of such numbers.
  package func number64(at index: Int) -> UInt64 {
    guard let place = place(index, 8) else { return 0 }
    return memory.littleEndian(at: place, as: UInt64.self)
  }

  /// Copies a range of little-endian numbers; empty if a part of it is missing or damaged.
  package func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ range: Range<Int>, as type: Number.Type
  ) -> [Number] {
    let size = MemoryLayout<Number>.size
    guard !range.isEmpty else { return [] }
    guard range.lowerBound >= 0, range.upperBound <= byteCount / size else {
      fail()
      return []
    }
    let bytes = (start + range.lowerBound * size)..<(start + range.upperBound * size)
    guard verifier.admits(bytes: bytes) else { return [] }
    return memory.littleEndianNumbers(at: bytes.lowerBound, count: range.count, as: type)
  }

  /// Records that the contents of the record are impossible, although their checksums match.
  package func fail() { verifier.failContents() }

  /// The offset of a number in the file; nil if it is missing or damaged.
  @inline(__always)
  private func place(_ index: Int, _ size: Int) -> Int? {
    guard index >= 0, index < byteCount / size else {
      fail()
      return nil
    }
    let place = start &+ index &* size
    return verifier.admits(bytes: place..<(place &+ size)) ? place : nil
  }
}

extension MappedPlaceIndex {
  /// Returns the record of an element.
  ///
  /// - Parameter offset: in 0..<``elementCount``, or the process traps.
  /// - Returns: its bytes.
  /// - Throws: ``IndexFileError`` if the record is damaged.
  package func record(at offset: Int) throws(IndexFileError) -> RecordBytes {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return try reader.record(at: offset)
  }

  /// Returns the record of an element for reading in parts.
  ///
  /// - Parameter offset: in 0..<``elementCount``, or the process traps.
  /// - Returns: the record, of which no page is verified yet.
  /// - Throws: ``IndexFileError`` if the lengths of the records are damaged.
  package func view(ofRecord offset: Int) throws(IndexFileError) -> RecordView {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return RecordView(reader.memory, reader.verifier, try reader.extent(at: offset))
  }
}

// An index with records that belong to no place: they follow those of the elements.
extension SearchablePlaces {
  /// Saves the index as by ``write(to:record:)``, with further records after those of the elements.
  package func write(
    to path: String, record: (Element) -> some Sequence<UInt8>, further: [[UInt8]]
  ) throws(IndexFileError) {
    try _core.packed().write(
      to: path, elementCount: _elementCount + further.count,
      records: _recordTable(record).appending(further))
  }

  /// Returns the bytes of an index file with further records after those of the elements.
  package func encoded(
    record: (Element) -> some Sequence<UInt8>, further: [[UInt8]]
  ) throws(IndexFileError) -> [UInt8] {
    try _core.packed().encoded(
      elementCount: _elementCount + further.count,
      records: _recordTable(record).appending(further))
  }
}

internal import CairnGeodesy
public import CairnIndex
internal import CairnMemory

extension PlaceBook where ID: CustomStringConvertible {
  /// Saves the book as a file that ``MappedPlaceBook`` opens without building anything.
  ///
  /// ```swift
  /// try book.write(to: "spots.cairn") { spot in encoder.encode(spot) }
  /// ```
  ///
  /// The file contains the spatial index, the words, the fields and the countries; and for each
  /// element a record of the app's own form, for example JSON or lines of text, from which it is
  /// read again. A record must contain the ID and the values of all fields. An ID is found by its
  /// `description`, which must be the same in every process and differ between IDs.
  ///
  /// The file is written next to the old one and replaces it when it is complete, as by
  /// `PlaceIndex.write(to:)`, so a server can write a new file while another process reads the old
  /// one.
  ///
  /// - Parameters:
  ///   - path: the file to create or replace.
  ///   - record: returns the bytes that represent an element.
  /// - Throws: `IndexFileError` if a file operation fails, or if the texts or a record exceed 4 GB.
  /// - Complexity: O(n log n) time, and memory for the whole file.
  public func write(
    to path: String, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try index.write(to: path, record: record, further: fileSections())
  }

  /// Returns the bytes of the file that ``write(to:record:)`` writes.
  ///
  /// - Parameter record: returns the bytes that represent an element.
  /// - Returns: the whole file.
  /// - Throws: `IndexFileError` if the texts or a record exceed 4 GB.
  public func encoded(
    record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> [UInt8] {
    try index.encoded(record: record, further: fileSections())
  }

  /// The sections and the header of the file; see ``BookFileHeader``.
  internal func fileSections() throws(IndexFileError) -> [[UInt8]] {
    let source = source
    let slots = SlotBitSet(used).list.map { (source.tag($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var (keys, ends) = ([UInt8](), [Int]())
    for slot in slots {
      let (bytes, range) = words.keys.place(slot)
      keys += bytes[range]
      ends.append(keys.count)
    }
    guard UInt32(exactly: keys.count) != nil else { throw .tooLarge(section: .records) }
    let (wordCount, wordSections) = MappedWords.sections(keys, ends: ends)
    // A word takes up to two bytes of text for each entry of four bytes.
    guard wordSections[8].count / 4 <= Int(UInt32.max) else { throw .tooLarge(section: .records) }
    let coordinates = slots.lazy.map { source.coordinate($0) }
    var ids: [UInt64] = []
    ids.reserveCapacity(slots.count)
    for (place, slot) in slots.enumerated() {
      guard let id = index.entry(inSlot: slot)?.id else { continue }
      ids.append(MappedSource.hash(id) | UInt64(truncatingIfNeeded: place))
    }
    var sections = [
      [UInt8](
        littleEndian: coordinates.flatMap { [$0.latitude.bitPattern, $0.longitude.bitPattern] }),
      [UInt8](littleEndian: slots.lazy.flatMap { source.approximatePosition($0).bits }),
    ]
    sections += wordSections
    let values = source.importances
    let codes = source.countries
    sections += [
      [UInt8](littleEndian: ids.sorted()),
      codes.isEmpty ? [] : [UInt8](littleEndian: slots.lazy.map { codes[$0] }),
      values.isEmpty ? [] : [UInt8](littleEndian: slots.lazy.map { values[$0].bitPattern }),
    ]
    if areaNames == nil {
      sections += Array(repeating: [], count: PlaceAreas.sectionCount)
    } else {
      areas.write(slots, to: &sections)
    }
    for column in columns { column.write(slots, to: &sections) }
    let header = BookFileHeader(
      count: slots.count, wordCount: wordCount, hasCountries: atlas != nil,
      hasImportances: importance != nil,
      hasAreas: areaNames != nil, kinds: columns.map { type(of: $0).kind },
      textCount: UInt8(clamping: textCount))
    return sections + [header.encoded]
  }
}

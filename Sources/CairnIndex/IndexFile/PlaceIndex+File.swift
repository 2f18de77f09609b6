extension PlaceIndex {
  /// Saves the index, without its elements, as an index file.
  ///
  /// The file is written beside the old one and takes its place when it is complete and on the
  /// disk, so that a reader sees either. ``MappedPlaceIndex`` opens it.
  ///
  /// A symbolic link stays, and the file that it leads to is replaced; the mode stays, and so far
  /// as the system lets it the owner. Other names of the old file (hard links) keep what it held.
  /// A file that may not be written is not replaced. A device, a pipe or an open descriptor such
  /// as `/dev/stdout` is written to; if nobody reads a pipe any more, the system ends a process
  /// that does not ignore `SIGPIPE`.
  ///
  /// - Parameter path: the file to make or to replace.
  /// - Throws: ``IndexFileError`` when the system refuses.
  /// - Complexity: O(n), with as much memory as the file is long.
  public func write(to path: String) throws(IndexFileError) {
    try core.write(to: path, elementCount: elements.count, records: nil)
  }

  /// Saves the index and a record for each element as an index file.
  ///
  /// ```swift
  /// try index.write(to: "places.cairn") { $0.name.utf8 }
  /// ```
  ///
  /// Records may differ in length; if all have the same, no lengths are stored, and records that
  /// many elements share are stored once where that saves room. The file is written as by
  /// ``write(to:)``.
  ///
  /// - Parameters:
  ///   - path: the file to make or to replace.
  ///   - record: the bytes that stand for an element.
  /// - Throws: ``IndexFileError`` when the system refuses, or a record exceeds 4 GB.
  /// - Complexity: O(n), with as much memory as the file is long.
  @inlinable
  public func write(
    to path: String, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try core.write(to: path, elementCount: elements.count, records: recordTable(record))
  }

  /// Writes an index file to what is open already and will be finished by whom opened it.
  @inlinable
  package func write(
    to file: inout OutputFile, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try core.write(to: &file, elementCount: elements.count, records: recordTable(record))
  }

  /// The bytes of an index file without records.
  public func encoded() throws(IndexFileError) -> [UInt8] {
    try core.encoded(elementCount: elements.count, records: nil)
  }

  /// The bytes of an index file with a record for each element.
  ///
  /// - Parameter record: the bytes that stand for an element.
  @inlinable
  public func encoded(
    record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> [UInt8] {
    try core.encoded(elementCount: elements.count, records: recordTable(record))
  }

  @inlinable
  internal func recordTable(_ record: (Element) -> some Sequence<UInt8>) -> RecordTable {
    var table = RecordTable(capacity: elements.count)
    for element in elements { table.append(record(element)) }
    return table
  }
}

public import CairnMemory

// A file of a dynamic index holds its elements in the order in which they came; one of a file that
// is open holds the same places with other records.
extension SearchablePlaces {
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
  /// - Throws: ``IndexFileError`` when the system refuses, or a file that is asked is damaged.
  /// - Complexity: O(n), with as much memory as the file is long.
  public func write(to path: String) throws(IndexFileError) {
    try _core.packed().write(to: path, elementCount: _elementCount, records: nil)
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
    try _core.packed().write(to: path, elementCount: _elementCount, records: _recordTable(record))
  }

  /// Writes an index file to what is open already and will be finished by whom opened it.
  @inlinable
  package func write(
    to file: inout OutputFile, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try _core.packed().write(to: &file, elementCount: _elementCount, records: _recordTable(record))
  }

  /// The bytes of an index file without records.
  public func encoded() throws(IndexFileError) -> [UInt8] {
    try _core.packed().encoded(elementCount: _elementCount, records: nil)
  }

  /// The bytes of an index file with a record for each element.
  ///
  /// - Parameter record: the bytes that stand for an element.
  /// - Returns: the whole file.
  /// - Throws: ``IndexFileError`` when the records are too large for a file, or when this index is
  ///   a file that is damaged.
  @inlinable
  public func encoded(
    record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> [UInt8] {
    try _core.packed().encoded(elementCount: _elementCount, records: _recordTable(record))
  }

  @inlinable
  internal func _recordTable(
    _ record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> RecordTable {
    var table = RecordTable(capacity: _elementCount)
    try _forEachElement { table.append(record($0)) }
    return table
  }
}

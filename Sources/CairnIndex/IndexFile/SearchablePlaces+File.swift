public import CairnMemory

// A file written from a dynamic index contains its elements in insertion order; a file written from
// a mapped index contains the same places with new records.
extension SearchablePlaces {
  /// Saves the index, without its elements, as an index file.
  ///
  /// The file is written next to the old one and replaces it when it is complete and on disk, so a
  /// reader sees either the old or the new file. ``MappedPlaceIndex`` opens it.
  ///
  /// A symbolic link is kept and its target is replaced; the mode is kept, and the owner if the
  /// system permits. Other hard links keep the old contents. A read-only file is not replaced. A
  /// device, a pipe or an open descriptor such as `/dev/stdout` is written to directly; if the
  /// reader of a pipe has closed it, the system terminates a process that does not ignore
  /// `SIGPIPE`.
  ///
  /// - Parameter path: the file to create or replace.
  /// - Throws: ``IndexFileError`` if a file operation fails, or if this index is a file that is
  ///   damaged.
  /// - Complexity: O(n) time, and memory for the whole file.
  public func write(to path: String) throws(IndexFileError) {
    try _core.packed().write(to: path, elementCount: _elementCount, records: nil)
  }

  /// Saves the index and a record for each element as an index file.
  ///
  /// ```swift
  /// try index.write(to: "places.cairn") { $0.name.utf8 }
  /// ```
  ///
  /// Records may differ in length; if all have the same length, no lengths are stored. Equal
  /// records are stored once if that saves space. The file is written as by ``write(to:)``.
  ///
  /// - Parameters:
  ///   - path: the file to create or replace.
  ///   - record: returns the bytes that represent an element.
  /// - Throws: ``IndexFileError`` if a file operation fails, or a record exceeds 4 GB.
  /// - Complexity: O(n) time, and memory for the whole file.
  @inlinable
  public func write(
    to path: String, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try _core.packed().write(to: path, elementCount: _elementCount, records: _recordTable(record))
  }

  /// Writes an index file to an open output file; the caller finishes it.
  @inlinable
  package func write(
    to file: inout OutputFile, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    try _core.packed().write(to: &file, elementCount: _elementCount, records: _recordTable(record))
  }

  /// Returns the bytes of an index file without records.
  public func encoded() throws(IndexFileError) -> [UInt8] {
    try _core.packed().encoded(elementCount: _elementCount, records: nil)
  }

  /// Returns the bytes of an index file with a record for each element.
  ///
  /// - Parameter record: returns the bytes that represent an element.
  /// - Returns: the whole file.
  /// - Throws: ``IndexFileError`` if the records are too large for a file, or if this index is a
  ///   file that is damaged.
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

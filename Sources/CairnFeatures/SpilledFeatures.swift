package import CairnFormats
package import CairnGeodesy
package import CairnIndex
package import CairnMemory

/// Point features that are read from a file, traversed in order any number of times, and may be
/// written to an index file.
///
/// They are spilled to disk above a threshold, so the memory does not depend on their number. An
/// index file is the one that ``PackedFeatures`` writes; see `SpilledIndex` for the exceptions.
///
/// A lock protects them; usually one thread appends all of them before any traverses them. The
/// closure of a traversal must not access the list.
package final class SpilledFeatures: Sendable {
  fileprivate struct State: ~Copyable {
    /// The names of all properties, and the features that are about to be spilled.
    var batch = PackedRecords()
    var file: SpillFile
    var count = 0
    /// The places and the record lengths of an index file.
    var index: SpilledIndex?
  }

  private let state: Lock<State>

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - path: a path, whose file need not exist; the spill file is created in its directory.
  ///   - isForIndexFile: whether the features may be written to an index file.
  ///   - memoryLimit: the maximum number of bytes before they are spilled.
  package init(beside path: String, isForIndexFile: Bool = false, memoryLimit: Int = 4 << 20) {
    state = Lock(
      State(
        file: SpillFile(beside: path, memoryLimit: memoryLimit),
        index: isForIndexFile ? SpilledIndex(beside: path) : nil))
  }

  /// The number of features.
  package var count: Int { state.withLock { $0.count } }

  /// The names of all properties, in order of first occurrence.
  package var propertyNames: [String] { state.withLock { $0.batch.names.names } }

  /// Appends a feature.
  package func append(_ feature: GeoFeature) throws(IndexFileError) {
    try state.withLock { state throws(IndexFileError) in
      state.batch.append(feature)
      try state.spill()
    }
  }

  /// Appends the next rows of a table as long as they are plain; the source continues after them.
  ///
  /// - Returns: the number of rows appended.
  package func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int {
    try state.withLock { state throws(IndexFileError) in
      let count = source.packRows(to: &state.batch)
      try state.spill()
      return count
    }
  }

  /// Calls a closure with the features, in order.
  package func forEach(
    _ body: (SpilledFeature) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    try state.withLock { state throws(IndexFileError) in
      // Usually no more features are appended: release the buffer.
      let names = state.batch.names
      state.batch = PackedRecords(names: names)
      try state.file.forEachRecord { bytes, range throws(IndexFileError) in
        try body(SpilledFeature(names: names, bytes: bytes, range: range))
      } failure: {
        IndexFileError($0)
      }
    }
  }

  /// Loads the features into memory.
  package func packed() throws(IndexFileError) -> PackedFeatures {
    try state.withLock { state throws(IndexFileError) in try state.packed() }
  }

  /// Writes an index file, once, if the list was created for one; the caller finishes it.
  ///
  /// - Returns: the number of features with a valid coordinate.
  package func write(
    to output: inout OutputFile, threads: Int
  ) throws(IndexFileError) -> Int {
    try state.withLock { state throws(IndexFileError) in
      guard var index = state.index.take() else {
        return try state.packed().write(to: &output, threads: threads)
      }
      let legend = state.batch.names.legend(try index.extent())[...]
      let none = Coordinate(latitude: .nan, longitude: .nan)
      try index.append(none, record: legend)
      try state.append(record: legend)
      return try index.write(&state.file, to: &output, threads: threads)
    }
  }
}

extension SpilledFeatures.State {
  /// Moves the features of the batch to the spill file.
  fileprivate mutating func spill() throws(IndexFileError) {
    for position in 0..<batch.count {
      let record = batch[position]
      try index?.append(batch.coordinate(at: position), record: record)
      try append(record: record)
    }
    count += batch.count
    batch.removeAll()
  }

  fileprivate mutating func append(record: ArraySlice<UInt8>) throws(IndexFileError) {
    do throws(FileError) { try file.append(record: record) } catch { throw IndexFileError(error) }
  }

  /// The features in memory, without the legend of an index file, which may follow them.
  fileprivate mutating func packed() throws(IndexFileError) -> PackedFeatures {
    var records = PackedRecords(names: batch.names)
    let count = count
    try file.forEachRecord { bytes, range throws(IndexFileError) in
      if records.count < count { records.append(record: bytes[range]) }
    } failure: {
      IndexFileError($0)
    }
    return PackedFeatures(records)
  }
}

/// A feature of ``SpilledFeatures``, decoded lazily.
package struct SpilledFeature {
  fileprivate let names: RecordNames
  fileprivate let bytes: [UInt8]
  fileprivate let range: Range<Int>

  /// The coordinate; NaN if the geometry is not a point.
  package var coordinate: Coordinate { RecordCursor.coordinate(bytes, in: range) }

  /// The complete feature.
  package var feature: GeoFeature {
    names.feature(bytes, in: range) ?? GeoFeature(geometry: nil)
  }

  /// The value of a property by its index in ``SpilledFeatures/propertyNames``; nil if the feature
  /// lacks it.
  package func value(ofProperty number: Int) -> PropertyValue? {
    RecordNames.value(ofMember: number, bytes, in: range)
  }
}

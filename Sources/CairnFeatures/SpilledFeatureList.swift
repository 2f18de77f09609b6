package import CairnFormats
package import CairnGeodesy
package import CairnIndex
package import CairnMemory

/// A list of features that collects a file while it is read, until the meaning of all of them is
/// known.
package protocol FeatureStore: AnyObject {
  /// The number of features.
  var count: Int { get }

  /// Appends a feature.
  func append(_ feature: GeoFeature) throws(IndexFileError)

  /// Appends the next rows of a table as long as they are plain; the source continues after them.
  ///
  /// - Returns: the number of rows appended.
  func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int
}

/// Point features that can be traversed repeatedly in order.
///
/// They are spilled to disk above a threshold; temporary files are removed.
///
/// A lock protects them; usually one thread appends all of them before any traverses them. The
/// closure of a traversal must not access the list.
package final class SpilledFeatureList: FeatureStore, Sendable {
  fileprivate struct State: ~Copyable {
    var rows = PackedRows()
    var bytes: SpillBuffer
    var frames: [UInt8] = []
    var count = 0
  }

  private let state: Lock<State>

  /// Creates an empty list.
  ///
  /// - Parameter path: a path, whose file need not exist; the spill file is created in its
  ///   directory.
  package init(beside path: String) {
    state = Lock(State(bytes: SpillBuffer(beside: path)))
  }

  package var count: Int { state.withLock { $0.count } }

  /// The names of all properties, in order of first occurrence.
  package var propertyNames: [String] { state.withLock { $0.rows.names.names } }

  package func append(_ feature: GeoFeature) throws(IndexFileError) {
    try state.withLock { state throws(IndexFileError) in
      state.rows.append(feature)
      try state.store()
    }
  }

  package func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int {
    try state.withLock { state throws(IndexFileError) in
      let count = source.packRows(to: &state.rows)
      try state.store()
      return count
    }
  }

  /// Calls a closure with the features, in order.
  package func forEach(
    _ body: (SpilledFeature) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    try state.withLock { state throws(IndexFileError) in
      // Usually no more features are appended: release the buffers.
      let names = state.rows.names
      state.rows = PackedRows()
      state.rows.names = names
      state.frames = []
      try state.forEach(names, body)
    }
  }
}

extension SpilledFeatureList.State {
  /// Appends the packed rows to the spill bytes, each preceded by its length.
  fileprivate mutating func store() throws(IndexFileError) {
    count += rows.ends.count
    rows.drain { record in
      frames.append(group: UInt64(record.count))
      frames += record
    }
    rows.coordinates.removeAll(keepingCapacity: true)
    do throws(FileError) {
      try bytes.append(frames[...])
    } catch {
      throw IndexFileError(waiting: error)
    }
    frames.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func forEach(
    _ names: RecordNames, _ body: (SpilledFeature) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    var rest: [UInt8] = []
    try bytes.read { piece throws(IndexFileError) in
      if rest.isEmpty { rest = piece } else { rest += piece }
      var start = 0
      while start < rest.count {
        var cursor = RecordCursor(rest, in: start..<rest.count)
        guard let length = cursor.group(), rest.count - cursor.position >= length else { break }
        let end = cursor.position + Int(length)
        try body(SpilledFeature(names: names, bytes: rest, range: cursor.position..<end))
        start = end
      }
      rest.removeFirst(start)
    } failure: {
      IndexFileError(waiting: $0)
    }
  }
}

extension IndexFileError {
  /// Creates the error for a failed access to a spill file.
  package init(waiting error: FileError) {
    self = .system(operation: error.operation.rawValue, path: error.path, code: error.code)
  }
}

/// A feature of a ``SpilledFeatureList``, decoded lazily.
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

  /// The value of a property by its index in ``SpilledFeatureList/propertyNames``; nil if the feature
  /// lacks it.
  package func value(ofProperty number: Int) -> PropertyValue? {
    RecordNames.value(ofMember: number, bytes, in: range)
  }
}

package import CairnFormats
package import CairnGeodesy
package import CairnIndex
package import CairnMemory

/// Where features wait while a file is read, until it is known what all of them mean.
package protocol FeatureStore: AnyObject {
  /// How many there are.
  var count: Int { get }

  /// Adds a feature.
  func append(_ feature: GeoFeature) throws(IndexFileError)

  /// Adds the next rows of a table as long as they are plain; the source goes on behind them.
  ///
  /// - Returns: how many were added.
  func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int
}

/// Point features that are looked at in their order, as often as they are needed: few stay in
/// memory, many wait on the disk, and of each nothing stays behind.
///
/// One thread adds them; then any may go through them, one at a time.
package final class FeatureSpool: FeatureStore, @unchecked Sendable {
  private let reading = Lock(())
  private var rows = PackedRows()
  private var bytes: WaitingBytes
  private var frames: [UInt8] = []
  package private(set) var count = 0

  /// Makes an empty list.
  ///
  /// - Parameter path: a file, which need not be there; the features wait in its folder.
  package init(beside path: String) { bytes = WaitingBytes(beside: path) }

  /// The names of all properties, in the order in which they first came.
  package var propertyNames: [String] { rows.names.names }

  package func append(_ feature: GeoFeature) throws(IndexFileError) {
    rows.append(feature)
    try store()
  }

  package func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int {
    let count = source.packRows(to: &rows)
    try store()
    return count
  }

  /// Writes the rows behind the others, each with its length before it.
  private func store() throws(IndexFileError) {
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

  /// Hands over the features, in order.
  package func forEach(
    _ body: (WaitingFeature) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    try reading.withLock { _ throws(IndexFileError) in
      // Nothing comes any more.
      let names = rows.names
      rows = PackedRows()
      rows.names = names
      frames = []
      try forEach(names, body)
    }
  }

  private func forEach(
    _ names: RecordNames, _ body: (WaitingFeature) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    var rest: [UInt8] = []
    try bytes.read { piece throws(IndexFileError) in
      if rest.isEmpty { rest = piece } else { rest += piece }
      var start = 0
      while start < rest.count {
        var cursor = RecordCursor(rest, in: start..<rest.count)
        guard let length = cursor.group(), rest.count - cursor.position >= length else { break }
        let end = cursor.position + Int(length)
        try body(WaitingFeature(names: names, bytes: rest, range: cursor.position..<end))
        start = end
      }
      rest.removeFirst(start)
    } failure: {
      IndexFileError(waiting: $0)
    }
  }
}

extension IndexFileError {
  /// What the system refused of a file in which something waits.
  package init(waiting error: FileError) {
    self = .system(operation: error.operation.rawValue, path: error.path, code: error.code)
  }
}

/// A feature of a ``FeatureSpool``, of which as much is read as is asked for.
package struct WaitingFeature {
  fileprivate let names: RecordNames
  fileprivate let bytes: [UInt8]
  fileprivate let range: Range<Int>

  /// Where it is; not a number where it is no point.
  package var coordinate: Coordinate { RecordCursor.coordinate(bytes, in: range) }

  /// All of it.
  package var feature: GeoFeature {
    names.feature(bytes, in: range) ?? GeoFeature(geometry: nil)
  }

  /// The value of a property by its number in ``FeatureSpool/propertyNames``; nil where it has
  /// none.
  package func value(ofProperty number: Int) -> PropertyValue? {
    RecordNames.value(ofMember: number, bytes, in: range)
  }
}

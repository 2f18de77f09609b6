package import CairnFormats
internal import CairnGeodesy
package import CairnIndex
package import CairnMemory

/// Point features on their way into an index file; they wait on the disk, and in memory stay some
/// 24 bytes of each.
///
/// The file is the one that ``PackedFeatures`` would make.
package final class WaitingFeatures: FeatureStore {
  private var rows = PackedRows()
  private var records: WaitingRecords

  /// Makes an empty list.
  ///
  /// - Parameter path: the index file to be; the features wait in its folder.
  /// - Throws: ``IndexFileError`` where the system lets nothing be there.
  package init(beside path: String) throws(IndexFileError) {
    records = try WaitingRecords(beside: path)
  }

  /// How many features there are.
  package var count: Int { records.count }

  /// Adds a feature.
  package func append(_ feature: GeoFeature) throws(IndexFileError) {
    rows.append(feature)
    try store()
  }

  /// Adds the next rows of a table as long as they are plain; the source goes on behind them.
  ///
  /// - Returns: how many were added.
  package func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int {
    let count = source.packRows(to: &rows)
    try store()
    return count
  }

  private func store() throws(IndexFileError) {
    try rows.drain { record throws(IndexFileError) in try records.append(record) }
  }

  /// The features in memory.
  package func packed() throws(IndexFileError) -> PackedFeatures {
    var features = PackedFeatures(names: rows.names)
    try records.forEach { record throws(IndexFileError) in
      features.append(record: record)
    } failure: {
      $0
    }
    return features
  }

  /// Writes an index file, once, and leaves it to the caller to finish it.
  ///
  /// - Returns: how many of the features are places.
  package func write(
    to file: inout OutputFile, threads: Int
  ) throws(IndexFileError) -> Int {
    let legend = rows.names.legend(BoundingBox(enclosing: rows.coordinates))
    let features = count
    try records.append(legend[...])
    var coordinates: [Coordinate] = []
    swap(&coordinates, &rows.coordinates)
    let written = try records.write(at: consume coordinates, to: &file, threads: threads)
    if let written { return written }
    var packed = PackedFeatures(names: rows.names)
    try records.forEach { record throws(IndexFileError) in
      if packed.count < features { packed.append(record: record) }
    } failure: {
      $0
    }
    return try packed.write(to: &file, threads: threads)
  }
}

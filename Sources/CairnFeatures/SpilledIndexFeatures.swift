package import CairnFormats
internal import CairnGeodesy
package import CairnIndex
package import CairnMemory

/// Point features to be written to an index file.
///
/// They are spilled to disk; about 24 bytes of each stay in memory.
///
/// The file is identical to one written by ``PackedFeatures``.
package final class SpilledIndexFeatures: FeatureStore {
  private var rows = PackedRows()
  private var records: SpilledRecords

  /// Creates an empty list.
  ///
  /// - Parameter path: the index file to be written; the spill files are created in its directory.
  /// - Throws: ``IndexFileError`` if they cannot be created.
  package init(beside path: String) throws(IndexFileError) {
    records = try SpilledRecords(beside: path)
  }

  /// The number of features.
  package var count: Int { records.count }

  /// Appends a feature.
  package func append(_ feature: GeoFeature) throws(IndexFileError) {
    rows.append(feature)
    try store()
  }

  /// Appends the next rows of a table as long as they are plain; the source continues after them.
  ///
  /// - Returns: the number of rows appended.
  package func appendRows(of source: inout FeatureSource) throws(IndexFileError) -> Int {
    let count = source.packRows(to: &rows)
    try store()
    return count
  }

  private func store() throws(IndexFileError) {
    try rows.drain { record throws(IndexFileError) in try records.append(record) }
  }

  /// Loads the features into memory.
  package func packed() throws(IndexFileError) -> PackedFeatures {
    var features = PackedFeatures(names: rows.names)
    try records.forEach { record throws(IndexFileError) in
      features.append(record: record)
    } failure: {
      $0
    }
    return features
  }

  /// Writes an index file, once; the caller finishes it.
  ///
  /// - Returns: the number of features with a valid coordinate.
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

package import CairnGeodesy
package import CairnMemory

#if !hasFeature(Embedded)
  /// The places of an index file to be written, and the lengths of their records: spilled to disk
  /// above a few megabytes.
  ///
  /// The file is built in parts, in at most 1.5 GB of memory, and is identical to one written from
  /// an index in memory, except that equal records are not stored once if the distinct ones take
  /// more than 256 MB.
  package struct SpilledIndex: ~Copyable, Sendable {
    private var points: SpilledPoints
    private var lengths: RecordLengths
    private let path: String
    private let partLevel: Int

    /// Creates an empty list.
    ///
    /// - Parameter path: a path, whose file need not exist; temporary files are created in its
    ///   directory.
    package init(beside path: String) {
      self.init(beside: path, partLevel: PartPlan.level)
    }

    // The level of the nodes that are built one by one is less than usual in tests.
    init(beside path: String, partLevel: Int) {
      points = SpilledPoints(beside: path)
      lengths = RecordLengths(beside: path)
      self.path = path
      self.partLevel = partLevel
    }

    /// The number of elements.
    package var count: Int { points.count }

    /// Appends an element; an invalid coordinate has no place.
    ///
    /// - Parameters:
    ///   - coordinate: the coordinate.
    ///   - record: the record, which the caller appends to its spill file.
    /// - Throws: ``IndexFileError`` if a temporary file cannot be written.
    package mutating func append(
      _ coordinate: Coordinate, record: ArraySlice<UInt8>
    ) throws(IndexFileError) {
      try checkRoom(for: 1)
      do throws(FileError) {
        try points.append(coordinate)
        try lengths.append(record)
      } catch {
        throw IndexFileError(error)
      }
    }

    /// Appends elements without records.
    package mutating func append(_ coordinates: UnsafeSpan<Coordinate>) throws(IndexFileError) {
      try checkRoom(for: coordinates.count)
      do throws(FileError) { try points.append(coordinates) } catch { throw IndexFileError(error) }
    }

    /// Throws if an index file cannot have that number of further elements.
    private func checkRoom(for more: Int) throws(IndexFileError) {
      guard more <= PackedLayout.maximumCount - count else { throw .tooLarge(section: .tree) }
    }

    /// The smallest box that contains all places; with more than 2²⁴ of them and no gap in
    /// longitude of 0.0004 degrees, it may be wider by that.
    package func extent() throws(IndexFileError) -> BoundingBox {
      do throws(FileError) { return try points.extent() } catch { throw IndexFileError(error) }
    }

    /// Writes the index file; the caller finishes the output.
    ///
    /// - Parameters:
    ///   - records: the records; nil if the elements have none.
    ///   - output: the file to write.
    ///   - threads: the maximum number of threads; the file does not depend on it.
    /// - Returns: the number of places.
    /// - Throws: ``IndexFileError`` if a file operation fails or there are too many elements.
    package mutating func write(
      _ records: inout SpillFile, to output: inout OutputFile, threads: Int
    ) throws(IndexFileError) -> Int {
      guard let storage = lengths.storage else { throw .tooLarge(section: .records) }
      do throws(FileError) {
        let shared = try lengths.sharedRecords(records: &records, beside: path)
        let layout = IndexFileLayout(
          pointCount: points.validCount, elementCount: count, storage: shared?.storage ?? storage,
          recordBytes: shared?.bytes.count ?? lengths.byteCount)
        var file = try IndexFileOutput(layout, to: output, threads: threads)
        try points.writeTree(to: &file, threads: threads, partLevel: partLevel)
        file.beginSection(layout.recordLengths)
        if let shared {
          try shared.write(to: &file)
        } else {
          try lengths.write(to: &file, storage)
          try file.endSection()
          file.beginSection(layout.records)
          try records.forEachRecord { bytes, record throws(FileError) in
            try bytes.withUnsafeSpan { bytes throws(FileError) in
              try file.append(bytes.suffix(from: record.lowerBound).prefix(record.count))
            }
          } failure: {
            $0
          }
        }
        try file.endSection()
        try file.finish(to: &output)
      } catch {
        throw IndexFileError(error)
      }
      return points.validCount
    }
  }
#endif

public import CairnGeodesy
internal import CairnMemory

#if !hasFeature(Embedded)
  /// Builds an index file of more places than fit in memory.
  ///
  /// ```swift
  /// var builder = try IndexFileBuilder(creating: "pings.cairn")
  /// while let batch = try table.nextBatch() {
  ///   try builder.append(batch.coordinates)
  /// }
  /// let count = try builder.finish()
  /// ```
  ///
  /// A builder must be a local variable of a function, because ``finish(threads:)`` consumes it.
  ///
  /// Places are spilled to temporary files in the directory of the index file: 36 bytes per place,
  /// and the records. The tree is built in parts of 2²⁴ places, one after the other. So the process
  /// needs at most 1.5 GB of memory for any number of places, and about 100 bytes per place for
  /// fewer than 2²⁴. The file is the same, byte for byte, as that of ``PlaceIndex/write(to:)``
  /// (except that equal records are not stored once if the distinct ones take more than 256 MB).
  ///
  /// The index file gets its name in ``finish(threads:)``; until then, and after an error, an old
  /// file of that name is not changed. The temporary files have no names, and the draft of the
  /// index file, `.cairn-draft-…` in the same directory, is removed with the builder. If a signal
  /// ends the process, the draft is left behind, since a library installs no signal handlers; it
  /// may be removed.
  public struct IndexFileBuilder: ~Copyable {
    private var output: OutputFile
    private var index: SpilledIndex
    private var records: SpillFile
    /// Whether the elements so far have records; nil without elements.
    private var hasRecords: Bool?

    /// Creates the draft of an index file.
    ///
    /// - Parameter path: the file to create or replace, as by ``PlaceIndex/write(to:)``.
    /// - Throws: ``IndexFileError`` if the file cannot be created.
    public init(creating path: String) throws(IndexFileError) {
      try self.init(creating: path, partLevel: PartPlan.level)
    }

    // The level of the nodes that are built one by one is less than usual in tests.
    init(creating path: String, partLevel: Int) throws(IndexFileError) {
      do throws(FileError) { output = try OutputFile(path) } catch { throw IndexFileError(error) }
      let folder = output.isStream ? System.temporaryFolder + "/index.cairn" : path
      index = SpilledIndex(beside: folder, partLevel: partLevel)
      records = SpillFile(beside: folder)
    }

    /// The number of elements so far.
    public var count: Int { index.count }

    /// Appends elements without records.
    ///
    /// - Parameter coordinates: the coordinates, in any number; an invalid one is never found, but
    ///   keeps its offset.
    /// - Throws: ``IndexFileError`` if a temporary file cannot be written, if earlier elements have
    ///   records, or if there would be more than 2³² - 1 elements.
    public mutating func append(_ coordinates: [Coordinate]) throws(IndexFileError) {
      guard !coordinates.isEmpty else { return }
      try check(hasRecords: false)
      try coordinates.withUnsafeSpan { places throws(IndexFileError) in try index.append(places) }
    }

    /// Appends an element with a record.
    ///
    /// - Parameters:
    ///   - coordinate: the coordinate; if it is invalid, the element is never found, but keeps its
    ///     offset.
    ///   - record: the bytes that represent the element, in any number.
    /// - Throws: ``IndexFileError`` if a temporary file cannot be written, if earlier elements have
    ///   no records, or if there would be more than 2³² - 1 elements.
    public mutating func append(
      _ coordinate: Coordinate, record: some Sequence<UInt8>
    ) throws(IndexFileError) {
      try check(hasRecords: true)
      let bytes = Array(record)[...]
      try index.append(coordinate, record: bytes)
      do throws(FileError) {
        try records.append(record: bytes)
      } catch {
        throw IndexFileError(error)
      }
    }

    private mutating func check(hasRecords: Bool) throws(IndexFileError) {
      guard self.hasRecords ?? hasRecords == hasRecords else {
        throw .malformed(section: .records, reason: "some elements have a record, others have none")
      }
      self.hasRecords = hasRecords
    }

    /// Builds the index, writes the file and gives it its name.
    ///
    /// - Parameter threads: the maximum number of threads; the file does not depend on it.
    /// - Returns: the number of places: of the elements with a valid coordinate.
    /// - Throws: ``IndexFileError`` if a file operation fails.
    /// - Complexity: O(n log n), with 2 ⌈log₂(n / 2²⁴)⌉ + 3 sequential passes over 16 bytes per
    ///   place on disk.
    @discardableResult
    public consuming func finish(threads: Int = 1) throws(IndexFileError) -> Int {
      let count = try index.write(&records, to: &output, threads: threads)
      do throws(FileError) { try output.finish() } catch { throw IndexFileError(error) }
      return count
    }
  }
#endif

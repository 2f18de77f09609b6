#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Creates the draft of an index file of any number of places, which may exceed the memory.
  ///
  /// `cairn_index_append` appends places, and `cairn_index_finish` writes the file. Places are kept
  /// in temporary files next to it, 36 bytes each. Until the file is finished, an older file of
  /// that name is not changed; `cairn_index_free` drops an unfinished draft. A process that forks
  /// must not use a draft in both processes.
  ///
  /// - Parameters:
  ///   - path: the path of the file, in zero-terminated UTF-8.
  ///   - index: receives the number of the index, which has no queries until it is finished.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_create)
  public func cairnIndexCreate(
    _ path: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let number = try buffer(index, 1, "index")
      let path = try text(path)
      do throws(IndexFileError) {
        number[0] = IndexTable.add(IndexDraft(try IndexFileBuilder(creating: path), path))
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// Appends places to the draft of an index file.
  ///
  /// Rows that are null or not valid keep their offsets, and are never found. Calls for the same
  /// draft wait for each other. After a failure the draft may have some of the rows: free it.
  ///
  /// - Parameters:
  ///   - index: the number of the draft.
  ///   - count: the number of rows; fewer than 2^32 in all calls together.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_append)
  public func cairnIndexAppend(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      try IndexTable.draft(index).append(columns, rows: rows)
    }
  }

  /// Builds the index of a draft, writes its file and opens it: the number then refers to the open
  /// file.
  ///
  /// After a failure the draft is dropped and an older file of that name is unchanged; the number
  /// must still be freed.
  ///
  /// - Parameters:
  ///   - index: the number of the draft.
  ///   - threads: the maximum number of threads, at least 1; the file does not depend on it.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_finish)
  public func cairnIndexFinish(_ index: Int64, _ threads: Int32) -> Int32 {
    answer { () throws(ColumnFault) in
      guard threads >= 1 else { throw .invalid("threads: at least 1, not \(threads)") }
      let draft = try IndexTable.draft(index)
      try draft.finish(threads: Int(threads))
      do throws(IndexFileError) {
        try IndexTable.replace(index, by: .file(MappedPlaceIndex(opening: draft.path)))
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// An index file that is being built, by any thread.
  internal final class IndexDraft: Sendable {
    let path: String
    /// Nil once the draft is finished or has failed.
    private let builder: Lock<IndexFileBuilder?>

    init(_ builder: consuming sending IndexFileBuilder, _ path: String) {
      self.path = path
      self.builder = Lock(builder)
    }

    /// The number of rows that are converted at a time.
    private static let batchSize = 1 << 16

    func append(_ columns: ForeignPlaceColumns, rows: Int) throws(ColumnFault) {
      var first = 0
      while first < rows {
        let count = min(rows - first, Self.batchSize)
        let batch = columns.rows(first, count)
        try change { builder throws(IndexFileError) in try builder?.append(batch) }
        first += count
      }
    }

    func finish(threads: Int) throws(ColumnFault) {
      try change { builder throws(IndexFileError) in
        if let builder = builder.take() { try builder.finish(threads: threads) }
      }
    }

    /// Calls a closure with the builder, which only one thread uses at a time.
    private func change(
      _ body: (inout sending IndexFileBuilder?) throws(IndexFileError) -> Void
    ) throws(ColumnFault) {
      let isThere: Bool
      do throws(IndexFileError) {
        isThere = try builder.withLock { builder throws(IndexFileError) in
          if builder == nil { return false }
          try body(&builder)
          return true
        }
      } catch {
        throw ColumnFault(error)
      }
      if !isThere { throw .invalid("index: its draft is finished or has failed; free it") }
    }
  }
#endif

#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Builds an index of places, which exists until `cairn_index_free`.
  ///
  /// Rows that are null or not valid keep their offsets, and are never found.
  ///
  /// - Parameters:
  ///   - count: the number of rows, fewer than 2^31.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - index: receives the number of the index.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_build)
  public func cairnIndexBuild(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ index: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let number = try buffer(index, 1, "index")
      guard rows < 1 << 31 else {
        throw ColumnFault(.tooLarge, "count: an index has fewer than 2^31 places")
      }
      do throws(PlaceIndexError) {
        let index = try PlaceIndex(skippingInvalid: columns.all(rows), coordinate: { $0 })
        number[0] = IndexTable.add(.memory(index))
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// Opens an index file, which is memory-mapped and shared by all processes that open it.
  ///
  /// - Parameters:
  ///   - path: the path of the file, in zero-terminated UTF-8.
  ///   - index: receives the number of the index.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_open)
  public func cairnIndexOpen(
    _ path: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let number = try buffer(index, 1, "index")
      let path = try text(path)
      do throws(IndexFileError) {
        number[0] = IndexTable.add(.file(try MappedPlaceIndex(opening: path)))
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// Writes an index to a file, which replaces an older one when it is complete.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - path: the path of the file, in zero-terminated UTF-8.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_write)
  public func cairnIndexWrite(_ index: Int64, _ path: UnsafePointer<CChar>?) -> Int32 {
    answer { () throws(ColumnFault) in
      let index = try IndexTable.index(index)
      let path = try text(path)
      do throws(IndexFileError) {
        try index.write(to: path)
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// Releases an index; concurrent queries on other threads finish normally.
  ///
  /// - Parameter index: the number of the index, which is invalid afterward.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_free)
  public func cairnIndexFree(_ index: Int64) -> Int32 {
    answer { () throws(ColumnFault) in try IndexTable.remove(index) }
  }

  /// Counts the valid places of an index.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: receives the count.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_count)
  public func cairnIndexCount(_ index: Int64, _ count: UnsafeMutablePointer<Int64>?) -> Int32 {
    answer { () throws(ColumnFault) in
      let count = try buffer(count, 1, "count")
      count[0] = Int64(try IndexTable.index(index).core.count)
    }
  }

  /// Finds the places of an index that are nearest to each row, nearest first.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: the number of rows.
  ///   - latitudes: the search centers: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - wanted: the number of places for each row, at least 1.
  ///   - radius: the maximum distance in meters; infinity for no limit.
  ///   - offsets: receives `wanted` offsets for each row, one row after the other: the row of a
  ///     place among those that the index was built from, or -1 if there are fewer places.
  ///   - meters: receives the same number of distances on the mean sphere in meters, or NaN; NULL
  ///     for none.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_nearest)
  public func cairnNearest(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ wanted: Int64, _ radius: Double,
    _ offsets: UnsafeMutablePointer<Int64>?, _ meters: UnsafeMutablePointer<Double>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      guard wanted > 0, wanted < 1 << 31 else {
        throw .invalid("wanted: at least 1 and fewer than 2^31, not \(wanted)")
      }
      let wanted = Int(wanted)
      let results = try checked(Int64(rows).saturatingProduct(Int64(wanted)), "count × wanted")
      let offsets = try buffer(offsets, results, "offsets")
      let meters = try optionalBuffer(meters, results, "meters")
      let validity = try ValidityBuffer(validity, rows: rows)
      let radius = try checkedRadius(radius)
      let index = try IndexTable.index(index)
      let core = index.core
      try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
        columns.read(first, places)
        let range = (first * wanted)..<((first + places.count) * wanted)
        core.writeNearest(
          wanted, to: places.span, within: radius, offsets: offsets[range],
          meters: meters?[range])
        validity.write(first, places.count) { places[$0].isValid }
        try index.verify()
      }
    }
  }

  /// Counts the places of an index within a radius of each row.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: the number of rows.
  ///   - latitudes: the search centers: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - radius: meters; the edge is included.
  ///   - counts: receives a count for each row; 0 if it is null or not valid.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_count)
  public func cairnCount(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ counts: UnsafeMutablePointer<Int64>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let counts = try buffer(counts, rows, "counts")
      let validity = try ValidityBuffer(validity, rows: rows)
      let radius = try checkedRadius(radius)
      let index = try IndexTable.index(index)
      let core = index.core
      try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
        columns.read(first, places)
        core.writeCounts(
          within: radius, of: places.span, into: counts[first..<first + places.count])
        validity.write(first, places.count) { places[$0].isValid }
        try index.verify()
      }
    }
  }

  /// Finds the places of an index within a radius of each row, nearest first, as lists.
  ///
  /// The call processes the rows that the capacity allows; call it again with the rest. If the
  /// capacity is too small for the first row, it returns `CAIRN_STATUS_NO_ROOM`, and `needed` is
  /// the capacity that the row needs.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: the number of rows.
  ///   - latitudes: the search centers: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - radius: meters; the edge is included.
  ///   - capacity: the size of `offsets` and `meters`.
  ///   - ends: receives a number for each row: the number of results up to and including it.
  ///   - offsets: receives the offsets of all rows, one row after the other.
  ///   - meters: receives the same number of distances on the mean sphere in meters; NULL for none.
  ///   - answered: receives the number of rows processed.
  ///   - needed: receives the capacity that the first row not processed needs, 0 if all are; NULL
  ///     for none.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_within)
  public func cairnWithin(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ capacity: Int64,
    _ ends: UnsafeMutablePointer<Int64>?, _ offsets: UnsafeMutablePointer<Int64>?,
    _ meters: UnsafeMutablePointer<Double>?, _ answered: UnsafeMutablePointer<Int64>?,
    _ needed: UnsafeMutablePointer<Int64>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let lists = try ListBuffers(capacity, offsets, meters, answered, needed)
      let ends = try buffer(ends, rows, "ends")
      let validity = try ValidityBuffer(validity, rows: rows)
      let radius = try checkedRadius(radius)
      try lists.fill(rows, columns, IndexTable.index(index), radius) {
        first, places, counts, start, answered in
        var end = Int64(start)
        for row in 0..<answered {
          end += counts[row]
          ends[first + row] = end
        }
        validity.write(first, answered) { places[$0].isValid }
      }
    }
  }

  /// Finds all pairs of a row and a place of an index within a radius, by rows, and nearest first
  /// within a row.
  ///
  /// The call processes the rows that the capacity allows; call it again with the rest. If the
  /// capacity is too small for the first row, it returns `CAIRN_STATUS_NO_ROOM`, and `needed` is
  /// the capacity that the row needs. Rows that are null or not valid have no pairs.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: the number of rows.
  ///   - latitudes: the search centers: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - radius: meters; the edge is included.
  ///   - capacity: the size of `rows`, `offsets` and `meters`.
  ///   - rows: receives the row of each pair.
  ///   - offsets: receives the offset of each pair: a row of those that the index was built from.
  ///   - meters: receives the distance of each pair on the mean sphere in meters; NULL for none.
  ///   - pairs: receives the number of pairs.
  ///   - answered: receives the number of rows processed.
  ///   - needed: receives the capacity that the first row not processed needs, 0 if all are; NULL
  ///     for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_join)
  public func cairnJoin(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ capacity: Int64,
    _ rows: UnsafeMutablePointer<Int64>?, _ offsets: UnsafeMutablePointer<Int64>?,
    _ meters: UnsafeMutablePointer<Double>?, _ pairs: UnsafeMutablePointer<Int64>?,
    _ answered: UnsafeMutablePointer<Int64>?, _ needed: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let all = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: all)
      let lists = try ListBuffers(capacity, offsets, meters, answered, needed)
      let rows = try buffer(rows, lists.capacity, "rows")
      let pairs = try buffer(pairs, 1, "pairs")
      let radius = try checkedRadius(radius)
      pairs[0] = 0
      try lists.fill(all, columns, IndexTable.index(index), radius) {
        first, _, counts, start, answered in
        var pair = start
        for row in 0..<answered {
          for _ in 0..<counts[row] {
            rows[pair] = Int64(first + row)
            pair += 1
          }
        }
        pairs[0] = Int64(pair)
      }
    }
  }

  /// The caller's buffers for lists of results.
  private struct ListBuffers {
    let capacity: Int
    private let offsets: UnsafeBuffer<Int64>
    private let meters: UnsafeBuffer<Double>?
    private let answered: UnsafeBuffer<Int64>
    private let needed: UnsafeBuffer<Int64>?

    @safe
    init(
      _ capacity: Int64, _ offsets: UnsafeMutablePointer<Int64>?,
      _ meters: UnsafeMutablePointer<Double>?, _ answered: UnsafeMutablePointer<Int64>?,
      _ needed: UnsafeMutablePointer<Int64>?
    ) throws(ColumnFault) {
      self.capacity = try checked(capacity, "capacity")
      self.offsets = try buffer(offsets, self.capacity, "offsets")
      self.meters = try optionalBuffer(meters, self.capacity, "meters")
      self.answered = try buffer(answered, 1, "answered")
      self.needed = try optionalBuffer(needed, 1, "needed")
    }

    /// Processes rows until the buffers are full.
    ///
    /// After each block calls `note` with its first row, its places, the number of results of each
    /// row, the position of the first result in the buffers, and the number of rows processed.
    @inline(__always)
    func fill(
      _ rows: Int, _ columns: ForeignPlaceColumns, _ index: IndexHandle, _ radius: Double,
      note: (
        _ first: Int, UnsafeBuffer<Coordinate>, _ counts: UnsafeBuffer<Int64>, _ start: Int,
        _ answered: Int
      ) -> Void
    ) throws(ColumnFault) {
      let core = index.core
      answered[0] = 0
      needed?[0] = 0
      try withScratch(of: Int64.self, count: ForeignPlaceColumns.blockSize) {
        counts throws(ColumnFault) in
        var start = 0
        var next = 0
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          guard next == 0 else { return }
          columns.read(first, places)
          let found = core.writeHits(
            within: radius, of: places.span, counts: counts,
            offsets: offsets[start..<capacity], meters: meters?[start..<capacity])
          try index.verify()
          note(first, places, counts, start, found.rows)
          start += found.hits
          next = found.next
          answered[0] = Int64(first + found.rows)
        }
        needed?[0] = Int64(next)
        if next > 0, answered[0] == 0 {
          throw ColumnFault(.noRoom, "capacity: the first row alone has \(next) results")
        }
      }
    }
  }

  /// Checks a radius in meters: any number but NaN; no place is within a negative radius.
  private func checkedRadius(_ radius: Double) throws(ColumnFault) -> Double {
    guard !radius.isNaN else { throw .invalid("radius: not a number") }
    return radius
  }

  /// Reads the path of a file.
  @safe
  internal func text(_ path: UnsafePointer<CChar>?) throws(ColumnFault) -> String {
    guard let text = String(foreign: path, atMost: 1 << 16), !text.isEmpty else {
      throw .invalid("path: it is empty or not zero-terminated UTF-8")
    }
    return text
  }

  extension Int64 {
    /// The product of two nonnegative numbers, or the largest number on overflow.
    fileprivate func saturatingProduct(_ other: Int64) -> Int64 {
      let (product, overflows) = multipliedReportingOverflow(by: other)
      return overflows ? .max : product
    }
  }
#endif

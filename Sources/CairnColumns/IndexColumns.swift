#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Builds an index of places, which is kept until `cairn_index_free`.
  ///
  /// Rows that are null or not valid keep their offsets, and are never found.
  ///
  /// - Parameters:
  ///   - count: how many rows there are, fewer than 2^31.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - index: room for the number of the index.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_build)
  public func cairnIndexBuild(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ index: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      let number = try room(index, 1, "index")
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

  /// Opens an index file: it is mapped, and processes that have it open share its memory.
  ///
  /// - Parameters:
  ///   - path: the file, in UTF-8 with a zero behind it.
  ///   - index: room for the number of the index.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_open)
  public func cairnIndexOpen(
    _ path: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let number = try room(index, 1, "index")
      let path = try text(path)
      do throws(IndexFileError) {
        number[0] = IndexTable.add(.file(try MappedPlaceIndex(opening: path)))
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  /// Writes an index to a file, which takes the place of an older one when it is complete.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - path: the file, in UTF-8 with a zero behind it.
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

  /// Gives an index back; who is asking it on another thread gets the answer.
  ///
  /// - Parameter index: the number of the index, which means nothing from then on.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_free)
  public func cairnIndexFree(_ index: Int64) -> Int32 {
    answer { () throws(ColumnFault) in try IndexTable.remove(index) }
  }

  /// Tells how many places an index has that can be found.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: room for the count.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_index_count)
  public func cairnIndexCount(_ index: Int64, _ count: UnsafeMutablePointer<Int64>?) -> Int32 {
    answer { () throws(ColumnFault) in
      let count = try room(count, 1, "count")
      count[0] = Int64(try IndexTable.index(index).core.count)
    }
  }

  /// Finds the places of an index that are nearest to each row, nearest first.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: how many rows there are.
  ///   - latitudes: where to look: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - wanted: how many places of each row, at least 1.
  ///   - radius: metres beyond which nothing is wanted; infinity for no limit.
  ///   - offsets: room for `wanted` offsets of each row, one row after the other: the row of a
  ///     place among those that the index was built from, or -1 where there are fewer places.
  ///   - metres: as much room for distances on the mean sphere, or NaN; NULL for none.
  ///   - validity: room for a bit of each row: 0 where it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_nearest)
  public func cairnNearest(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ wanted: Int64, _ radius: Double,
    _ offsets: UnsafeMutablePointer<Int64>?, _ metres: UnsafeMutablePointer<Double>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      guard wanted > 0, wanted < 1 << 31 else {
        throw .invalid("wanted: at least 1 and fewer than 2^31, not \(wanted)")
      }
      let wanted = Int(wanted)
      let results = try checked(Int64(rows).saturatingProduct(Int64(wanted)), "count × wanted")
      let offsets = try room(offsets, results, "offsets")
      let metres = try optionalRoom(metres, results, "metres")
      let validity = try ValidityRoom(validity, rows: rows)
      let radius = try checkedRadius(radius)
      let index = try IndexTable.index(index)
      let core = index.core
      try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
        columns.read(first, places)
        let range = (first * wanted)..<((first + places.count) * wanted)
        core.writeNearest(
          wanted, to: places.window, within: radius, offsets: offsets[range],
          metres: metres?[range])
        validity.write(first, places.count) { places[$0].isValid }
        try index.verify()
      }
    }
  }

  /// Counts the places of an index within a radius of each row.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: how many rows there are.
  ///   - latitudes: where to look: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - radius: metres; the edge is included.
  ///   - counts: room for a count of each row; 0 where it is null or not valid.
  ///   - validity: room for a bit of each row: 0 where it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_count)
  public func cairnCount(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ counts: UnsafeMutablePointer<Int64>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      let counts = try room(counts, rows, "counts")
      let validity = try ValidityRoom(validity, rows: rows)
      let radius = try checkedRadius(radius)
      let index = try IndexTable.index(index)
      let core = index.core
      try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
        columns.read(first, places)
        core.writeCounts(
          within: radius, of: places.window, into: counts[first..<first + places.count])
        validity.write(first, places.count) { places[$0].isValid }
        try index.verify()
      }
    }
  }

  /// Finds the places of an index within a radius of each row, nearest first, as lists.
  ///
  /// It answers as many rows as there is room for; call it again with the rest. A row whose answer
  /// alone has no room gives `CAIRN_STATUS_NO_ROOM`, and `needed` says how much it takes.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: how many rows there are.
  ///   - latitudes: where to look: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - radius: metres; the edge is included.
  ///   - capacity: how many offsets and distances there is room for.
  ///   - ends: room for a number of each row: how many results there are up to its last one.
  ///   - offsets: room for the offsets of all rows, one row after the other.
  ///   - metres: as much room for distances on the mean sphere; NULL for none.
  ///   - answered: room for the number of rows that are answered.
  ///   - needed: room for what the first row that is not answered takes, 0 where all are; NULL for
  ///     none.
  ///   - validity: room for a bit of each row: 0 where it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_within)
  public func cairnWithin(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ capacity: Int64,
    _ ends: UnsafeMutablePointer<Int64>?, _ offsets: UnsafeMutablePointer<Int64>?,
    _ metres: UnsafeMutablePointer<Double>?, _ answered: UnsafeMutablePointer<Int64>?,
    _ needed: UnsafeMutablePointer<Int64>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      let lists = try ListRoom(capacity, offsets, metres, answered, needed)
      let ends = try room(ends, rows, "ends")
      let validity = try ValidityRoom(validity, rows: rows)
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

  /// Joins rows with the places of an index within a radius: all pairs, by rows and within a row
  /// nearest first.
  ///
  /// It answers as many rows as there is room for; call it again with the rest. A row whose answer
  /// alone has no room gives `CAIRN_STATUS_NO_ROOM`, and `needed` says how much it takes. Rows that
  /// are null or not valid have no pairs.
  ///
  /// - Parameters:
  ///   - index: the number of the index.
  ///   - count: how many rows there are.
  ///   - latitudes: where to look: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - radius: metres; the edge is included.
  ///   - capacity: how many pairs there is room for.
  ///   - rows: room for the row of each pair.
  ///   - offsets: room for the offset of each pair: a row of those that the index was built from.
  ///   - metres: room for the distance of each pair on the mean sphere; NULL for none.
  ///   - pairs: room for the number of pairs.
  ///   - answered: room for the number of rows that are answered.
  ///   - needed: room for what the first row that is not answered takes, 0 where all are; NULL for
  ///     none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_join)
  public func cairnJoin(
    _ index: Int64, _ count: Int64, _ latitudes: UnsafeRawPointer?,
    _ longitudes: UnsafeRawPointer?, _ radius: Double, _ capacity: Int64,
    _ rows: UnsafeMutablePointer<Int64>?, _ offsets: UnsafeMutablePointer<Int64>?,
    _ metres: UnsafeMutablePointer<Double>?, _ pairs: UnsafeMutablePointer<Int64>?,
    _ answered: UnsafeMutablePointer<Int64>?, _ needed: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let all = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: all)
      let lists = try ListRoom(capacity, offsets, metres, answered, needed)
      let rows = try room(rows, lists.capacity, "rows")
      let pairs = try room(pairs, 1, "pairs")
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

  /// Room for the results of as many rows as it holds.
  private struct ListRoom {
    let capacity: Int
    private let offsets: Slab<Int64>
    private let metres: Slab<Double>?
    private let answered: Slab<Int64>
    private let needed: Slab<Int64>?

    @safe
    init(
      _ capacity: Int64, _ offsets: UnsafeMutablePointer<Int64>?,
      _ metres: UnsafeMutablePointer<Double>?, _ answered: UnsafeMutablePointer<Int64>?,
      _ needed: UnsafeMutablePointer<Int64>?
    ) throws(ColumnFault) {
      self.capacity = try checked(capacity, "capacity")
      self.offsets = try room(offsets, self.capacity, "offsets")
      self.metres = try optionalRoom(metres, self.capacity, "metres")
      self.answered = try room(answered, 1, "answered")
      self.needed = try optionalRoom(needed, 1, "needed")
    }

    /// Answers rows as long as there is room; a body notes those of a block, which have so many
    /// results each, from a place in the room on.
    @inline(__always)
    func fill(
      _ rows: Int, _ columns: PlaceColumns, _ index: NumberedIndex, _ radius: Double,
      note: (
        _ first: Int, Slab<Coordinate>, _ counts: Slab<Int64>, _ start: Int, _ answered: Int
      ) -> Void
    ) throws(ColumnFault) {
      let core = index.core
      answered[0] = 0
      needed?[0] = 0
      try withScratch(of: Int64.self, count: PlaceColumns.blockSize) {
        counts throws(ColumnFault) in
        var start = 0
        var next = 0
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          guard next == 0 else { return }
          columns.read(first, places)
          let found = core.writeHits(
            within: radius, of: places.window, counts: counts,
            offsets: offsets[start..<capacity], metres: metres?[start..<capacity])
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

  /// A radius in metres: any number but NaN; nothing lies within a negative one.
  private func checkedRadius(_ radius: Double) throws(ColumnFault) -> Double {
    guard !radius.isNaN else { throw .invalid("radius: not a number") }
    return radius
  }

  /// The path of a file.
  @safe
  private func text(_ path: UnsafePointer<CChar>?) throws(ColumnFault) -> String {
    guard let text = String(foreign: path, atMost: 1 << 16), !text.isEmpty else {
      throw .invalid("path: no text in UTF-8 with a zero behind it")
    }
    return text
  }

  extension Int64 {
    /// The product of two numbers that are not negative, or the largest number.
    fileprivate func saturatingProduct(_ other: Int64) -> Int64 {
      let (product, overflows) = multipliedReportingOverflow(by: other)
      return overflows ? .max : product
    }
  }
#endif

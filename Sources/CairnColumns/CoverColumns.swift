#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Finds the cells of the geohash grid that a circle around each place touches.
  ///
  /// Every place within the radius is in one of them. The cells are those of
  /// `cairn_geohash_integer` with five bits for each letter, so joining two tables on equal cells
  /// finds each pair within the radius exactly once, even at the poles and across 180 degrees,
  /// where a circle may touch many cells.
  ///
  /// The call processes the rows that the capacity allows; call it again with the rest. If the
  /// capacity is too small for the first row, it returns `CAIRN_STATUS_NO_ROOM`. Rows that are null
  /// or not valid have no cells.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - radius: meters on the mean sphere; the edge is included.
  ///   - precision: the number of letters of a cell, in 1...12; choose cells larger than the
  ///     circles.
  ///   - capacity: the size of `rows` and `cells`.
  ///   - rows: receives the row of each cell.
  ///   - cells: receives the cells, in ascending order within a row, in the lowest bits.
  ///   - found: receives the number of cells.
  ///   - answered: receives the number of rows processed.
  ///   - needed: receives a capacity to try for the first row not processed, 0 if all are; the row
  ///     may need even more; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_geohash_cover)
  public func cairnGeohashCover(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ radius: Double, _ precision: Int32, _ capacity: Int64, _ rows: UnsafeMutablePointer<Int64>?,
    _ cells: UnsafeMutablePointer<UInt64>?, _ found: UnsafeMutablePointer<Int64>?,
    _ answered: UnsafeMutablePointer<Int64>?, _ needed: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let all = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: all)
      let capacity = try checked(capacity, "capacity")
      let rows = try buffer(rows, capacity, "rows")
      let cells = try buffer(cells, capacity, "cells")
      let found = try buffer(found, 1, "found")
      let answered = try buffer(answered, 1, "answered")
      let needed = try optionalBuffer(needed, 1, "needed")
      guard !radius.isNaN else { throw .invalid("radius: not a number") }
      guard 1...12 ~= precision else {
        throw .invalid("precision: a geohash has 1 to 12 letters, not \(precision)")
      }
      // More than half of the circumference is the whole Earth; this also avoids infinity.
      let radius = min(radius, 25_000_000)
      let shift = UInt64(60 - 5 * precision)
      var used = 0
      var isFull = false
      answered[0] = 0
      needed?[0] = 0
      try forEachBlock(all) { (first, places, _) throws(ColumnFault) in
        guard !isFull else { return }
        columns.read(first, places)
        for row in 0..<places.count where !isFull {
          let circle = Cap(center: places[row], radius: radius)
          let cover = try? GeohashCover(
            circle, precision: Int(precision), maximumCells: capacity - used)
          guard let cover else {
            isFull = true
            continue
          }
          for range in cover.ranges(of: Geohash60.self) {
            for cell in range.first.rawValue >> shift...range.last.rawValue >> shift {
              rows[used] = Int64(first + row)
              cells[used] = cell
              used += 1
            }
          }
          answered[0] = Int64(first + row + 1)
        }
      }
      found[0] = Int64(used)
      guard isFull else { return }
      needed?[0] = Int64(2 * capacity + 32)
      if answered[0] == 0 {
        throw ColumnFault(.noRoom, "capacity: the first row alone has more than \(capacity) cells")
      }
    }
  }
#endif

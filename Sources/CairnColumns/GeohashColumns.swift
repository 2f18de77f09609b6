#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Finds the cell of the geohash grid of each place, as a number.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - bits: the number of bits of a cell, in 1...64; 5 for each letter.
  ///   - cells: receives a number for each row, in the lowest bits; 0 if it is null or not valid.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_geohash_integer)
  public func cairnGeohashInteger(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ bits: Int32, _ cells: UnsafeMutablePointer<UInt64>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let cells = try buffer(cells, rows, "cells")
      let validity = try ValidityBuffer(validity, rows: rows)
      guard 1...64 ~= bits else { throw .invalid("bits: a cell has 1 to 64 bits, not \(bits)") }
      let shift = UInt64(64 - bits)
      try withScratch(of: Geohash64.self, count: ForeignPlaceColumns.blockSize) {
        found throws(ColumnFault) in
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          columns.read(first, places)
          Geohash64.encodeAll(places.span, into: found)
          for row in 0..<places.count { cells[first + row] = found[row].rawValue &>> shift }
          validity.write(first, places.count) { places[$0].isValid }
        }
      }
    }
  }

  /// Finds the geohash of each place, as letters.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - precision: the number of letters of each geohash, in 1...12.
  ///   - letters: receives that many letters for each row, without a terminating zero; all zeros if
  ///     it is null or not valid.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_geohash)
  public func cairnGeohash(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ precision: Int32, _ letters: UnsafeMutablePointer<UInt8>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      guard 1...12 ~= precision else {
        throw .invalid("precision: a geohash has 1 to 12 letters, not \(precision)")
      }
      let width = Int(precision)
      let letters = try buffer(letters, width * rows, "letters")
      let validity = try ValidityBuffer(validity, rows: rows)
      try withScratch(of: Geohash64.self, count: ForeignPlaceColumns.blockSize) {
        cells throws(ColumnFault) in
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          columns.read(first, places)
          let areAllValid = Geohash64.encodeAll(places.span, into: cells) == nil
          // Bytes written beyond the letters of a block are overwritten by the next block.
          Geohash.writeASCII(
            cells.span.prefix(places.count), precision: width,
            to: letters[(width * first)..<(width * rows)])
          if !areAllValid {
            for row in 0..<places.count where !places[row].isValid {
              for letter in 0..<width { letters[width * (first + row) + letter] = 0 }
            }
          }
          validity.write(first, places.count) { places[$0].isValid }
        }
      }
    }
  }
#endif

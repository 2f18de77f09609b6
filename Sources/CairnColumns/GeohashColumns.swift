#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// Finds the cell of the geohash grid of each place, as a number.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - bits: how many bits a cell has, in 1...64; 5 for each letter.
  ///   - cells: room for a number of each row, in the lowest bits; 0 where it is null or not valid.
  ///   - validity: room for a bit of each row: 0 where it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_geohash_integer)
  public func cairnGeohashInteger(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ bits: Int32, _ cells: UnsafeMutablePointer<UInt64>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      let cells = try room(cells, rows, "cells")
      let validity = try ValidityRoom(validity, rows: rows)
      guard 1...64 ~= bits else { throw .invalid("bits: a cell has 1 to 64 of them, not \(bits)") }
      let shift = UInt64(64 - bits)
      try withScratch(of: Geohash64.self, count: PlaceColumns.blockSize) {
        found throws(ColumnFault) in
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          columns.read(first, places)
          Geohash64.encodeAll(places.window, into: found)
          for row in 0..<places.count { cells[first + row] = found[row].rawValue &>> shift }
          validity.write(first, places.count) { places[$0].isValid }
        }
      }
    }
  }

  /// Finds the geohash of each place, as letters.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - precision: how many letters each has, in 1...12.
  ///   - letters: room for as many letters of each row, without a zero behind them; all of them
  ///     zeros where it is null or not valid.
  ///   - validity: room for a bit of each row: 0 where it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_geohash)
  public func cairnGeohash(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ precision: Int32, _ letters: UnsafeMutablePointer<UInt8>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      guard 1...12 ~= precision else {
        throw .invalid("precision: a geohash has 1 to 12 letters, not \(precision)")
      }
      let width = Int(precision)
      let letters = try room(letters, width * rows, "letters")
      let validity = try ValidityRoom(validity, rows: rows)
      try withScratch(of: Geohash64.self, count: PlaceColumns.blockSize) {
        cells throws(ColumnFault) in
        try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
          columns.read(first, places)
          let areAllValid = Geohash64.encodeAll(places.window, into: cells) == nil
          // What is written behind the letters of a block those of the next one cover.
          Geohash.writeASCII(
            cells.window.prefix(places.count), precision: width,
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

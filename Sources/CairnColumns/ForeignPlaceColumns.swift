#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnMemory

  /// Two columns that form pairs, such as latitudes and longitudes.
  internal struct ForeignPlaceColumns {
    /// The number of rows processed at a time.
    ///
    /// A block stays in the L1 cache; it is a multiple of eight, so that its validity bits are
    /// whole bytes.
    static let blockSize = 512

    private let latitudes: ForeignColumn
    private let longitudes: ForeignColumn

    /// Reads the descriptions of two columns.
    @safe
    init(
      _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?, rows: Int,
      names: (String, String) = ("latitudes", "longitudes")
    ) throws(ColumnFault) {
      self.latitudes = try Self.column(latitudes, rows: rows, names.0)
      self.longitudes = try Self.column(longitudes, rows: rows, names.1)
    }

    @safe
    private static func column(
      _ description: UnsafeRawPointer?, rows: Int, _ name: String
    ) throws(ColumnFault) -> ForeignColumn {
      do throws(ForeignMemoryError) {
        return try ForeignColumn(describedAt: description, rows: rows)
      } catch {
        throw ColumnFault(error, in: name)
      }
    }

    /// Reads some rows; null becomes NaN.
    @inline(__always)
    func read(_ first: Int, _ places: UnsafeBuffer<Coordinate>) {
      if latitudes.hasNoNulls, longitudes.hasNoNulls {
        if latitudes.isPacked, longitudes.isPacked {
          let rows = first..<(first + places.count)
          latitudes.requireRows(rows)
          longitudes.requireRows(rows)
          for row in 0..<places.count {
            // Both columns have that many rows.
            unsafe places[row] = Coordinate(
              latitude: latitudes[uncheckedPacked: first &+ row],
              longitude: longitudes[uncheckedPacked: first &+ row])
          }
        } else {
          for row in 0..<places.count {
            places[row] = Coordinate(
              latitude: latitudes[first &+ row], longitude: longitudes[first &+ row])
          }
        }
      } else {
        readNulls(first, places)
      }
    }

    @inline(never)
    private func readNulls(_ first: Int, _ places: UnsafeBuffer<Coordinate>) {
      for row in 0..<places.count {
        let isThere = latitudes.hasValue(first + row) && longitudes.hasValue(first + row)
        places[row] =
          isThere
          ? Coordinate(latitude: latitudes[first + row], longitude: longitudes[first + row])
          : Coordinate(latitude: .nan, longitude: .nan)
      }
    }

    /// Reads all rows at once.
    func all(_ rows: Int) -> [Coordinate] { self.rows(0, rows) }

    /// Reads some rows at once.
    func rows(_ first: Int, _ count: Int) -> [Coordinate] {
      [Coordinate](capacity: count) { places in
        read(first, places)
        return count
      }
    }
  }

  /// A caller's buffer for the validity bits.
  internal struct ValidityBuffer {
    private let bytes: UnsafeBuffer<UInt8>?

    /// Takes a caller's buffer, which may be NULL.
    @safe
    init(_ start: UnsafeMutablePointer<UInt8>?, rows: Int) throws(ColumnFault) {
      bytes = try optionalBuffer(start, (rows + 7) / 8, "validity")
    }

    /// Writes the bits of some rows, the first of which is a multiple of eight.
    @inline(__always)
    func write(_ first: Int, _ count: Int, isValid: (Int) -> Bool) {
      guard let bytes else { return }
      withScratch(of: UInt8.self, count: count) { flags in
        for row in 0..<count { flags[row] = isValid(row) ? 1 : 0 }
        bytes.pack(flags.span.prefix(count), at: first >> 3)
      }
    }
  }

  extension UnsafeBuffer where Value == UInt8 {
    /// Packs flags of 0 and 1 into bits, the lowest bit of a byte first.
    ///
    /// - Parameters:
    ///   - flags: the flags; eight of them are a byte, and the last byte is padded with zeros.
    ///   - first: the offset of the first byte written; the buffer must have room for all bits.
    fileprivate func pack(_ flags: UnsafeSpan<UInt8>, at first: Int) {
      var byte = first
      var flag = 0
      while flag &+ 8 <= flags.count {
        // Each flag ends up in a separate bit of the highest byte of the product.
        let bits = (flags.word(at: flag) &* 0x0102_0408_1020_4080) &>> 56
        self[byte] = UInt8(truncatingIfNeeded: bits)
        byte &+= 1
        flag &+= 8
      }
      guard flag < flags.count else { return }
      var last: UInt8 = 0
      for place in flag..<flags.count { last |= flags[place] &<< UInt8(place &- flag) }
      self[byte] = last
    }
  }

  /// Calls a closure with the rows, a block at a time, and scratch memory for two pairs for each
  /// row.
  @inline(__always)
  internal func forEachBlock(
    _ rows: Int,
    _ body: (_ first: Int, UnsafeBuffer<Coordinate>, UnsafeBuffer<Coordinate>) throws(ColumnFault)
      -> Void
  ) throws(ColumnFault) {
    let most = min(rows, ForeignPlaceColumns.blockSize)
    try withScratch(of: Coordinate.self, count: 2 * most) { scratch throws(ColumnFault) in
      var first = 0
      while first < rows {
        let count = min(rows - first, most)
        try body(first, scratch[0..<count], scratch[most..<most + count])
        first += count
      }
    }
  }
#endif

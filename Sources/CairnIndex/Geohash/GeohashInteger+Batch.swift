public import CairnGeodesy

extension Geohash64 {
  /// Finds the cells of many coordinates.
  ///
  /// - Returns: a cell for each coordinate, in order.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:)`` with the first coordinate that is not
  ///   ``Coordinate/isValid``.
  /// - Complexity: O(*n*).
  public static func cells(of coordinates: [Coordinate]) throws(GeohashError) -> [Geohash64] {
    var failure: GeohashError?
    let cells = unsafe [Geohash64](unsafeUninitializedCapacity: coordinates.count) {
      buffer, count in
      unsafe coordinates.withUnsafeBufferPointer { input in
        do throws(GeohashError) {
          try unsafe encode(input, into: buffer)
          count = input.count
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return cells
  }

  /// Finds the cells of many coordinates, into memory of the caller.
  ///
  /// - Parameters:
  ///   - coordinates: the coordinates.
  ///   - cells: at least as many places; they need not be initialised. It may not overlap the
  ///     coordinates.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:)`` with the first coordinate that is not
  ///   ``Coordinate/isValid``; what has been written then is unspecified.
  /// - Complexity: O(*n*).
  public static func encode(
    _ coordinates: UnsafeBufferPointer<Coordinate>,
    into cells: UnsafeMutableBufferPointer<Geohash64>
  ) throws(GeohashError) {
    precondition(cells.count >= coordinates.count, "no room for all cells")
    guard let input = coordinates.baseAddress, let output = cells.baseAddress else { return }
    // Pairs of coordinates that far apart share each register of the loop below, and a block
    // shares one check. 64 keeps both in the first-level cache.
    let half = 64
    var start = 0
    while coordinates.count - start >= 2 * half {
      let near = unsafe input + start
      let far = unsafe near + half
      let certain = unsafe encodePairs(near, far, output + start, output + start + half, half)
      if !certain {
        for offset in start..<start + 2 * half {
          unsafe output[offset] = try cell(of: input[offset], offset: offset)
        }
      }
      start += 2 * half
    }
    for offset in start..<coordinates.count {
      unsafe output[offset] = try cell(of: input[offset], offset: offset)
    }
  }

  private static func cell(
    of coordinate: Coordinate, offset: Int
  ) throws(GeohashError) -> Geohash64 {
    guard let bits = GeohashGrid.bits(of: coordinate) else {
      throw .invalidCoordinate(offset: offset)
    }
    return Geohash64(truncating: bits)
  }

  /// Encodes two runs of coordinates side by side; false when a number needs the exact way.
  ///
  /// Without a branch in it the loop compiles to two lanes of SSE2 or NEON. The rows of a pair
  /// share one integer and the columns another, so that each of the five steps weaves both
  /// coordinates at once by exchanging bits between the two integers, rather than within each.
  @inline(__always)
  private static func encodePairs(
    _ near: UnsafePointer<Coordinate>, _ far: UnsafePointer<Coordinate>,
    _ nearCells: UnsafeMutablePointer<Geohash64>, _ farCells: UnsafeMutablePointer<Geohash64>,
    _ count: Int
  ) -> Bool {
    var doubt: UInt64 = 0
    for index in 0..<count {
      let first = unsafe near[index]
      let second = unsafe far[index]
      let firstRow = GeohashGrid.fixedPoint(latitude: first.latitude)
      let secondRow = GeohashGrid.fixedPoint(latitude: second.latitude)
      let firstColumn = GeohashGrid.fixedPoint(longitude: first.longitude)
      let secondColumn = GeohashGrid.fixedPoint(longitude: second.longitude)
      doubt |= GeohashGrid.doubt(firstRow) | GeohashGrid.doubt(secondRow)
      doubt |= GeohashGrid.doubt(firstColumn) | GeohashGrid.doubt(secondColumn)

      let low: UInt64 = 0x0000_0000_FFFF_FFFF
      var rows = ((firstRow &>> 20) & low) | ((secondRow &<< 12) & ~low)
      var columns = ((firstColumn &>> 20) & low) | ((secondColumn &<< 12) & ~low)
      exchange(&rows, &columns, 1, 0x5555_5555_5555_5555)
      exchange(&rows, &columns, 2, 0x3333_3333_3333_3333)
      exchange(&rows, &columns, 4, 0x0F0F_0F0F_0F0F_0F0F)
      exchange(&rows, &columns, 8, 0x00FF_00FF_00FF_00FF)
      exchange(&rows, &columns, 16, 0x0000_FFFF_0000_FFFF)
      unsafe nearCells[index] = Geohash64(truncating: (rows & low) | (columns &<< 32))
      unsafe farCells[index] = Geohash64(truncating: (rows &>> 32) | (columns & ~low))
    }
    return doubt &>> 20 == 0
  }

  /// Exchanges the bits of `first` above the mask's with those of `second` at the mask's.
  @inline(__always)
  private static func exchange(
    _ first: inout UInt64, _ second: inout UInt64, _ shift: UInt64, _ mask: UInt64
  ) {
    let difference = ((first &>> shift) ^ second) & mask
    second ^= difference
    first ^= difference &<< shift
  }
}

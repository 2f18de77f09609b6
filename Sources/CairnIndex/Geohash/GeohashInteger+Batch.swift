public import CairnGeodesy
package import CairnMemory

extension Geohash64 {
  /// Returns the cells of many coordinates.
  ///
  /// - Returns: a cell for each coordinate, in order.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:coordinate:)`` for the first coordinate that
  ///   is not ``Coordinate/isValid``.
  /// - Complexity: O(*n*).
  public static func cells(of coordinates: [Coordinate]) throws(GeohashError) -> [Geohash64] {
    var failure: GeohashError?
    let cells = [Geohash64](capacity: coordinates.count) { cells in
      coordinates.withUnsafeSpan { input in
        do throws(GeohashError) {
          try encode(input, into: cells)
          return input.count
        } catch {
          failure = error
          return 0
        }
      }
    }
    if let failure { throw failure }
    return cells
  }

  /// Writes the cells of many coordinates to a buffer.
  ///
  /// - Parameters:
  ///   - coordinates: the coordinates.
  ///   - cells: a buffer of at least the same count, which need not be initialized and must not
  ///     overlap the coordinates.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:coordinate:)`` for the first coordinate that
  ///   is not ``Coordinate/isValid``; the contents of the buffer are then unspecified.
  /// - Complexity: O(*n*).
  public static func encode(
    _ coordinates: UnsafeBufferPointer<Coordinate>,
    into cells: UnsafeMutableBufferPointer<Geohash64>
  ) throws(GeohashError) {
    try unsafe encode(UnsafeSpan(coordinates), into: UnsafeBuffer(cells))
  }

  private static func encode(
    _ input: UnsafeSpan<Coordinate>, into output: UnsafeBuffer<Geohash64>
  ) throws(GeohashError) {
    if let offset = encodeAll(input, into: output) {
      throw .invalidCoordinate(offset: offset, coordinate: input[offset])
    }
  }

  /// Writes the cells of many coordinates, and cell 0 for invalid ones.
  ///
  /// - Returns: the offset of the first invalid coordinate, nil if all are valid.
  @discardableResult
  package static func encodeAll(
    _ input: UnsafeSpan<Coordinate>, into output: UnsafeBuffer<Geohash64>
  ) -> Int? {
    precondition(output.count >= input.count, "the output buffer is smaller than the input")
    // The loop below processes pairs of coordinates `half` apart in each register, with one
    // validity check per block. 64 keeps both runs in the L1 cache.
    let half = 64
    var firstInvalid: Int?
    func encodeOneByOne(_ range: Range<Int>) {
      for offset in range {
        let bits = GeohashGrid.bits(of: input[offset])
        if bits == nil, firstInvalid == nil { firstInvalid = offset }
        output[offset] = Geohash64(truncating: bits ?? 0)
      }
    }
    var start = 0
    while input.count - start >= 2 * half {
      let middle = start + half
      let certain = encodePairs(
        input.suffix(from: start).prefix(half), input.suffix(from: middle).prefix(half),
        output[start..<middle], output[middle..<middle + half], half)
      if !certain { encodeOneByOne(start..<start + 2 * half) }
      start += 2 * half
    }
    encodeOneByOne(start..<input.count)
    return firstInvalid
  }

  /// Encodes two runs of coordinates in parallel; returns false if a number needs the exact
  /// computation.
  ///
  /// The loop is branch-free, so it compiles to two lanes of SSE2 or NEON. The rows of a pair share
  /// one integer and the columns another, so each of the five steps interleaves both coordinates at
  /// once by exchanging bits between the two integers, rather than within each.
  @inline(__always)
  private static func encodePairs(
    _ near: UnsafeSpan<Coordinate>, _ far: UnsafeSpan<Coordinate>,
    _ nearCells: UnsafeBuffer<Geohash64>, _ farCells: UnsafeBuffer<Geohash64>, _ count: Int
  ) -> Bool {
    var doubt: UInt64 = 0
    for index in 0..<count {
      let first = near[index]
      let second = far[index]
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
      nearCells[index] = Geohash64(truncating: (rows & low) | (columns &<< 32))
      farCells[index] = Geohash64(truncating: (rows &>> 32) | (columns & ~low))
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

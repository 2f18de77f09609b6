public import CairnGeodesy

/// The grid underlying every form of a geohash: 2^32 rows of latitude and 2^32 columns of
/// longitude, interleaved to 64 bits, longitude first.
///
/// Every coarser cell is a prefix of these bits, since floors nest. Rows are 45 * 2^-30 degrees
/// high and columns 45 * 2^-29 wide, so each edge of each cell is a `Double` without rounding.
@usableFromInline
internal enum GeohashGrid {
  /// The bits of longitude among the interleaved 64.
  @inlinable static var longitudeMask: UInt64 { 0xAAAA_AAAA_AAAA_AAAA }
  /// The bits of latitude among the interleaved 64.
  @inlinable static var latitudeMask: UInt64 { 0x5555_5555_5555_5555 }

  // Fixed point with 20 fraction bits below the grid: adding 1.5 * 2^52 leaves degrees * scale +
  // 2^51 in the low 52 bits of the significand. The additional 2 centers the window of `doubt`.
  @inlinable
  @inline(__always)
  static func fixedPoint(latitude: Double) -> UInt64 {
    (latitude * (0x1p52 / 180) + (0x1.8p52 + 2)).bitPattern
  }

  @inlinable
  @inline(__always)
  static func fixedPoint(longitude: Double) -> UInt64 {
    (longitude * (0x1p52 / 360) + (0x1.8p52 + 2)).bitPattern
  }

  /// Returns a value whose bits from 20 up are nonzero if the floor of a fixed-point number is
  /// uncertain.
  ///
  /// The product and the sum are off by at most 1 together, so the floor is correct unless the 20
  /// fraction bits are within 2 of an edge; a number outside the grid, or NaN, has an exponent
  /// other than that of 2^52.
  @inlinable
  @inline(__always)
  static func doubt(_ fixed: UInt64) -> UInt64 {
    (fixed & 0xFFF0_0000_000F_FFFF) &- 0x4330_0000_0000_0005
  }

  /// The 64 bits of a coordinate, or nil if it is invalid.
  @inlinable
  @inline(__always)
  static func bits(of coordinate: Coordinate) -> UInt64? {
    let row = fixedPoint(latitude: coordinate.latitude)
    let column = fixedPoint(longitude: coordinate.longitude)
    guard (doubt(row) | doubt(column)) &>> 20 == 0 else { return exactBits(of: coordinate) }
    return interleave(
      row: UInt32(truncatingIfNeeded: row &>> 20),
      column: UInt32(truncatingIfNeeded: column &>> 20))
  }

  /// The 64 bits of any coordinate, including one on an edge, with full turns of longitude, or nil
  /// if invalid.
  @usableFromInline
  @inline(never)
  static func exactBits(of coordinate: Coordinate) -> UInt64? {
    guard coordinate.isValid else { return nil }
    return interleave(
      row: index(of: coordinate.latitude, half: 90),
      column: column(of: coordinate.longitude))
  }

  /// The column of a finite longitude, which may include full turns.
  static func column(of longitude: Double) -> UInt32 {
    var reduced = longitude
    if abs(longitude) > 180 {
      reduced = longitude.remainder(dividingBy: 360)
      if reduced == 180 { reduced = -180 }
    }
    return index(of: reduced, half: 180)
  }

  /// The row of a latitude in -90...90.
  static func row(of latitude: Double) -> UInt32 { index(of: latitude, half: 90) }

  /// The exact floor of (degrees + half) / (half / 2^31); the last cell is closed.
  private static func index(of degrees: Double, half: Double) -> UInt32 {
    if degrees >= half { return .max }
    // Rounding never crosses an edge. Edges are exact doubles with integer quotients, so a value on
    // an edge is exact. A double x below an edge is below it by more than 2⁻⁵³ x, that is by more
    // than half the spacing of doubles of the quotient's magnitude.
    let edge = Int64((degrees / (half * 0x1p-31)).rounded(.down))
    return UInt32(truncatingIfNeeded: edge + 0x8000_0000)
  }

  /// The southern edge of a row in degrees; row 2^32 is the north pole.
  @inline(__always)
  static func latitude(ofEdge row: Int64) -> Double {
    Double(row - 0x8000_0000) * (90 * 0x1p-31)
  }

  /// The western edge of a column in degrees; column 2^32 is 180.
  @inline(__always)
  static func longitude(ofEdge column: Int64) -> Double {
    Double(column - 0x8000_0000) * (180 * 0x1p-31)
  }

  /// The exact center of a cell in degrees.
  ///
  /// The bits of the row and the column are gathered in the two lanes of a vector and become
  /// doubles by setting the exponent of 2^52 above them.
  ///
  /// - Parameters:
  ///   - bits: the interleaved bits, aligned to the top of 64; the bits below the cell are 0.
  ///   - count: the number of bits of the cell, at least 2.
  /// - Returns: the center, with a longitude in -180..<180.
  @inlinable
  @inline(__always)
  static func center(of bits: UInt64, count: Int) -> Coordinate {
    let cells = gather(SIMD2(bits, bits &>> 1)) | SIMD2(repeating: 0x4330_0000_0000_0000)
    // Subtracts 2^52 minus half a cell in one step; it is an exact double, since doubles just below
    // 2^52 have a spacing of 1/2.
    let offsets = SIMD2(
      0x1p52 - 0.5 * Double(1 &<< (32 &- count / 2)),
      0x1p52 - 0.5 * Double(1 &<< (32 &- (count &+ 1) / 2)))
    let middles = SIMD2(Double(bitPattern: cells.x), Double(bitPattern: cells.y)) - offsets
    let degrees = middles * SIMD2(180 * 0x1p-32, 360 * 0x1p-32) - SIMD2(90, 180)
    return Coordinate(latitude: degrees.x, longitude: degrees.y)
  }

  /// Interleaves the bits of a row and a column, the column first.
  @inlinable
  @inline(__always)
  static func interleave(row: UInt32, column: UInt32) -> UInt64 {
    spread(row) | spread(column) &<< 1
  }

  /// Separates the bits of the row and the column.
  @inlinable
  @inline(__always)
  static func deinterleave(_ bits: UInt64) -> (row: UInt32, column: UInt32) {
    let both = gather(SIMD2(bits, bits &>> 1))
    return (UInt32(truncatingIfNeeded: both.x), UInt32(truncatingIfNeeded: both.y))
  }

  /// Inserts a zero above each bit.
  ///
  /// Source: H. S. Warren, "Hacker's Delight", 2nd edition, section 7-2.
  @inlinable
  @inline(__always)
  internal static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits &<< 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits &<< 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &<< 2) & 0x3333_3333_3333_3333
    bits = (bits | bits &<< 1) & 0x5555_5555_5555_5555
    return bits
  }

  /// Collects every other bit of each number, from the lowest.
  @inlinable
  @inline(__always)
  internal static func gather(_ values: SIMD2<UInt64>) -> SIMD2<UInt64> {
    typealias Pair = SIMD2<UInt64>
    var bits = values & Pair(repeating: 0x5555_5555_5555_5555)
    bits = (bits | bits &>> Pair(repeating: 1)) & Pair(repeating: 0x3333_3333_3333_3333)
    bits = (bits | bits &>> Pair(repeating: 2)) & Pair(repeating: 0x0F0F_0F0F_0F0F_0F0F)
    bits = (bits | bits &>> Pair(repeating: 4)) & Pair(repeating: 0x00FF_00FF_00FF_00FF)
    bits = (bits | bits &>> Pair(repeating: 8)) & Pair(repeating: 0x0000_FFFF_0000_FFFF)
    return (bits | bits &>> Pair(repeating: 16)) & Pair(repeating: 0x0000_0000_FFFF_FFFF)
  }
}

/// A cell of the grid after any number of halvings, not only multiples of 5.
///
/// The cell of 0 bits is the whole Earth; each further bit halves it, by longitude first.
internal struct GeohashCell: Hashable, Sendable {
  /// The bits, aligned to the top; those beyond `count` are zero.
  var bits: UInt64
  /// The number of bits, in 0...64.
  var count: Int

  @inline(__always)
  init(bits: UInt64, count: Int) {
    self.bits = bits
    self.count = count
  }

  static var world: GeohashCell { GeohashCell(bits: 0, count: 0) }

  /// The number of free bits below this cell.
  var freeBits: Int { 64 - count }

  /// The greatest 64 bits within the cell.
  var lastBits: UInt64 { bits | (count == 0 ? .max : (1 << UInt64(freeBits)) - 1) }

  /// The descendant with `step` more bits, with a number in 0..<2^step in ascending order.
  @inline(__always)
  func child(_ place: Int, step: Int) -> GeohashCell {
    let deeper = count + step
    return GeohashCell(bits: bits | UInt64(place) << UInt64(64 - deeper), count: deeper)
  }

  /// The enclosing cell of fewer bits, or this cell.
  func ancestor(count shorter: Int) -> GeohashCell {
    guard shorter < count else { return self }
    return GeohashCell(
      bits: shorter == 0 ? 0 : bits & (.max << UInt64(64 - shorter)), count: shorter)
  }

  /// The first row and the number of rows.
  var rows: (first: Int64, count: Int64) {
    (Int64(GeohashGrid.deinterleave(bits).row), 1 << Int64(32 - count / 2))
  }

  /// The first column and the number of columns.
  var columns: (first: Int64, count: Int64) {
    (Int64(GeohashGrid.deinterleave(bits).column), 1 << Int64(32 - (count + 1) / 2))
  }

  /// The exact edges in degrees.
  var edges: GeohashEdges {
    let rows = rows
    let columns = columns
    return GeohashEdges(
      south: GeohashGrid.latitude(ofEdge: rows.first),
      west: GeohashGrid.longitude(ofEdge: columns.first),
      north: GeohashGrid.latitude(ofEdge: rows.first + rows.count),
      east: GeohashGrid.longitude(ofEdge: columns.first + columns.count))
  }
}

/// The edges of a cell in degrees; west is always less than east.
internal struct GeohashEdges {
  var south: Double
  var west: Double
  var north: Double
  var east: Double

  /// The center; exact, since an edge has at most 38 significant bits.
  var center: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

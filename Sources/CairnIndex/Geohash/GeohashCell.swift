internal import CairnGeodesy

/// A cell of the grid after any number of halvings, also between two lengths of a string.
///
/// The cell of 0 bits is the whole Earth; each further bit halves it, by longitude first.
internal struct GeohashCell: Hashable, Sendable {
  /// The bits, aligned to the top; those beyond `count` are zero.
  var bits: UInt64
  /// How many bits are given, in 0...64.
  var count: Int

  @inline(__always)
  init(bits: UInt64, count: Int) {
    self.bits = bits
    self.count = count
  }

  static var world: GeohashCell { GeohashCell(bits: 0, count: 0) }

  /// The bits that stay free below this cell.
  var freeBits: Int { 64 - count }

  /// The greatest 64 bits within the cell.
  var lastBits: UInt64 { bits | (count == 0 ? .max : (1 << UInt64(freeBits)) - 1) }

  /// The cells of `step` more bits, in ascending order.
  func children(step: Int) -> [GeohashCell] {
    let deeper = count + step
    return (0..<(1 << UInt64(step))).map { number in
      GeohashCell(bits: bits | UInt64(number) << UInt64(64 - deeper), count: deeper)
    }
  }

  /// The cell of fewer bits around this one.
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

  /// The middle; exact, since an edge has at most 38 significant bits.
  var center: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

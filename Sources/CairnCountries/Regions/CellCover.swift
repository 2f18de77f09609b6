/// Cells of a window that are entirely within regions, merged into the squares of a quadtree.
///
/// The squares form a pyramid: each level has squares of two by two cells of the level below. The
/// number of squares of a region is about that of the cells that its boundary passes through,
/// however large the region is.
internal struct CellCover: Sendable {
  /// Cells next to one another in consecutive rows.
  struct Band: Sendable {
    var rows: Range<Int32>
    var columns: Range<Int32>
  }

  /// The squares of one level.
  private struct Level: Sendable {
    var columns: Int32 = 0
    var rows: Int32 = 0
    /// The regions that contain squares, in ascending order, and the squares that they contain.
    var regions: [UInt16] = []
    var squares: [UInt32] = []
  }

  private var levels: [Level] = []
  private var levelCount = 0
  private var bands: [Band] = []
  private var wider: [Band] = []

  /// Starts with a window in which no region contains any cell.
  mutating func begin(columns: Int, rows: Int) {
    var columns = Int32(truncatingIfNeeded: columns)
    var rows = Int32(truncatingIfNeeded: rows)
    levelCount = 0
    while true {
      if levelCount == levels.count { levels.append(Level()) }
      levels[levelCount].columns = columns
      levels[levelCount].rows = rows
      levels[levelCount].regions.removeAll(keepingCapacity: true)
      levels[levelCount].squares.removeAll(keepingCapacity: true)
      levelCount += 1
      if columns == 1, rows == 1 { return }
      columns = (columns + 1) >> 1
      rows = (rows + 1) >> 1
    }
  }

  /// Adds a region's cells, from the first row on and in each row from the west on; no two bands of
  /// a row may touch.
  mutating func add(_ cells: ArraySlice<Band>, of region: UInt16) {
    bands.removeAll(keepingCapacity: true)
    for band in cells {
      for row in band.rows { bands.append(Band(rows: row..<row + 1, columns: band.columns)) }
    }
    for level in 0..<levelCount where !bands.isEmpty {
      wider.removeAll(keepingCapacity: true)
      var start = 0
      while start < bands.count {
        let row = bands[start].rows.lowerBound & ~1
        var middle = start
        while middle < bands.count, bands[middle].rows.lowerBound == row { middle += 1 }
        var end = middle
        while end < bands.count, bands[end].rows.lowerBound == row + 1 { end += 1 }
        raise(start..<middle, middle..<end, row: row, at: level, of: region)
        start = end
      }
      swap(&bands, &wider)
    }
  }

  /// Merges the cells that two rows have in common into squares of the next level, and keeps the
  /// rest.
  private mutating func raise(
    _ lower: Range<Int>, _ upper: Range<Int>, row: Int32, at level: Int, of region: UInt16
  ) {
    let firstWider = wider.count
    // Cells beyond the window count as filled, so that its last row can form squares.
    let whole = [Band(rows: row..<row + 2, columns: 0..<levels[level].columns)]
    if level + 1 < levelCount {
      let isLast = row + 1 == levels[level].rows
      join(bands[lower], isLast ? whole[...] : bands[upper], row: row >> 1, at: level)
    }
    for part in [lower, upper] {
      var next = firstWider
      for band in bands[part] {
        var column = band.columns.lowerBound
        while next < wider.count, wider[next].columns.lowerBound << 1 < band.columns.upperBound {
          keep(column..<wider[next].columns.lowerBound << 1, band, at: level, of: region)
          column = min(wider[next].columns.upperBound << 1, band.columns.upperBound)
          next += 1
        }
        keep(column..<band.columns.upperBound, band, at: level, of: region)
      }
    }
  }

  /// Appends the squares of the next level that two rows fill.
  private mutating func join(
    _ lower: ArraySlice<Band>, _ upper: ArraySlice<Band>, row: Int32, at level: Int
  ) {
    let columns = levels[level].columns
    var one = lower.startIndex
    var other = upper.startIndex
    while one < lower.endIndex, other < upper.endIndex {
      let a = lower[one].columns
      let b = upper[other].columns
      let from = (max(a.lowerBound, b.lowerBound) + 1) >> 1
      let end = min(a.upperBound, b.upperBound)
      let to = end == columns ? (end + 1) >> 1 : end >> 1
      if from < to { wider.append(Band(rows: row..<row + 1, columns: from..<to)) }
      if a.upperBound <= b.upperBound { one += 1 } else { other += 1 }
    }
  }

  private mutating func keep(
    _ columns: Range<Int32>, _ band: Band, at level: Int, of region: UInt16
  ) {
    let width = UInt32(truncatingIfNeeded: levels[level].columns)
    let first = UInt32(truncatingIfNeeded: band.rows.lowerBound) * width
    for column in columns {
      levels[level].regions.append(region)
      levels[level].squares.append(first + UInt32(truncatingIfNeeded: column))
    }
  }

  /// The set of each cell, row by row: the regions that contain it, in addition to those of a set.
  func sets(addedTo set: UInt32, of sets: inout RegionSets, into result: inout [UInt32]) {
    var wider = [set]
    var widerColumns = 1
    for level in levels[..<levelCount].reversed() {
      let columns = Int(level.columns)
      let count = columns * Int(level.rows)
      var starts = [UInt32](repeating: 0, count: level.squares.isEmpty ? 0 : count + 2)
      var regions = [UInt16](repeating: 0, count: level.regions.count)
      // Each start is shifted by one position until its regions are placed.
      for square in level.squares { starts[Int(square) + 2] += 1 }
      if !starts.isEmpty { for square in 0..<count { starts[square + 2] += starts[square + 1] } }
      for (index, square) in level.squares.enumerated() {
        regions[Int(starts[Int(square) + 1])] = level.regions[index]
        starts[Int(square) + 1] += 1
      }
      result.removeAll(keepingCapacity: true)
      for row in 0..<Int(level.rows) {
        for column in 0..<columns {
          let parent = wider[(row >> 1) * widerColumns + column >> 1]
          let square = row * columns + column
          if starts.isEmpty {
            result.append(parent)
            continue
          }
          let own = regions[Int(starts[square])..<Int(starts[square + 1])]
          result.append(own.isEmpty ? parent : sets.adding(own, to: parent))
        }
      }
      wider = result
      widerColumns = columns
    }
  }
}

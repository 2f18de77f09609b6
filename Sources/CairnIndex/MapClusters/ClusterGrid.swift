/// Points of the map's square in cells, to find those near another; x wraps round.
///
/// A hash table of chains: cells are as wide as the radius, of which there are trillions at great
/// zooms, and nearly all are empty.
struct ClusterGrid {
  /// Cells in a row; the last one may be wider than the others.
  private var columns = 1
  private var scale = 1.0
  private var mask = 0
  private var heads: ContiguousArray<UInt32> = []
  private var next: ContiguousArray<UInt32> = []
  private var cells: ContiguousArray<UInt64> = []
  private var taken: ContiguousArray<Bool> = []

  private static let none = UInt32.max

  /// Puts points into cells at least `side` wide; those of lower numbers come first in a cell.
  mutating func fill(_ count: Int, side: Double, _ point: (Int) -> (x: Double, y: Double)) {
    columns = max(1, Int(min(1 / side, 0x1p31)))
    scale = Double(columns)
    var size = 16
    while size < 2 * count { size *= 2 }
    mask = size - 1
    heads = ContiguousArray(repeating: Self.none, count: size)
    next = ContiguousArray(repeating: Self.none, count: count)
    cells = ContiguousArray(repeating: 0, count: count)
    taken = ContiguousArray(repeating: false, count: count)
    for index in (0..<count).reversed() {
      let (x, y) = point(index)
      let cell = Self.cell(column(x), column(y))
      let slot = slot(of: cell)
      cells[index] = cell
      next[index] = heads[slot]
      heads[slot] = UInt32(truncatingIfNeeded: index)
    }
  }

  func isTaken(_ index: Int) -> Bool { taken[index] }

  mutating func take(_ index: Int) { taken[index] = true }

  /// Calls a closure for each point not taken in the nine cells around a place.
  @inline(__always)
  func forEachFree(around place: (x: Double, y: Double), _ body: (Int) -> Void) {
    let column = column(place.x)
    let row = self.column(place.y)
    // With few columns a neighbour on either side may be the same one.
    let reach = min(1, (columns - 1) / 2)
    let first = columns < 3 ? 0 : column - reach
    let last = columns < 3 ? columns - 1 : column + reach
    for row in max(0, row - 1)...min(columns - 1, row + 1) {
      for unwrapped in first...last {
        let column =
          unwrapped < 0
          ? unwrapped + columns : unwrapped >= columns ? unwrapped - columns : unwrapped
        let cell = Self.cell(column, row)
        var index = heads[slot(of: cell)]
        while index != Self.none {
          let candidate = Int(index)
          if cells[candidate] == cell, !taken[candidate] { body(candidate) }
          index = next[candidate]
        }
      }
    }
  }

  @inline(__always)
  private func column(_ value: Double) -> Int {
    min(Int(value * scale), columns - 1)
  }

  @inline(__always)
  private static func cell(_ column: Int, _ row: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: row) &<< 32 | UInt64(truncatingIfNeeded: column)
  }

  @inline(__always)
  private func slot(of cell: UInt64) -> Int {
    let mixed = (cell ^ cell &>> 29) &* 0x9FB2_1C65_1E98_DF25
    return Int(truncatingIfNeeded: mixed &>> 32) & mask
  }
}

/// Points of the map's square in cells, to find those near another; x wraps round.
///
/// A hash table of chains: cells are twice as wide as the reach of a search, so that it looks at
/// four of them as a rule; at great zooms there are trillions, and nearly all are empty.
struct ClusterGrid {
  /// Cells in a row and in a column.
  private var columns = 1
  private var scale = 1.0
  private var reach = 0.0
  private var mask = 0
  private var heads: ContiguousArray<UInt32> = []
  private var next: ContiguousArray<UInt32> = []
  private var cells: ContiguousArray<UInt64> = []
  private var taken: ContiguousArray<Bool> = []

  private static let none = UInt32.max

  /// Puts points into cells, for searches within a radius; those of lower numbers come first.
  mutating func fill(_ count: Int, radius: Double, _ point: (Int) -> (x: Double, y: Double)) {
    columns = max(1, Int(min(0.5 / radius, 0x1p30)))
    scale = Double(columns)
    // Far more than what rounding can do to a difference of coordinates.
    reach = radius * (1 + 1e-6)
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

  /// Calls a closure for each point not taken in the cells that a search around a place meets.
  @inline(__always)
  func forEachFree(around place: (x: Double, y: Double), _ body: (Int) -> Void) {
    let west = place.x - reach
    let east = place.x + reach
    var first = west < 0 ? column(max(west + 1, 0)) - columns : column(west)
    var last = east >= 1 ? column(min(east - 1, 1)) + columns : column(east)
    // With few columns the same one may be met on either side.
    if last - first >= columns {
      first = 0
      last = columns - 1
    }
    for row in column(max(place.y - reach, 0))...column(min(place.y + reach, 1)) {
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

  /// Eight cells beside each other have slots beside each other, so in one line of the cache.
  @inline(__always)
  private func slot(of cell: UInt64) -> Int {
    let block = cell &>> 3
    let mixed = (block ^ block &>> 29) &* 0x9FB2_1C65_1E98_DF25
    return Int(truncatingIfNeeded: mixed &>> 29 & ~7 | cell & 7) & mask
  }
}

internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

extension BoundaryGrid {
  /// How many cells and parts of cells are looked at before a rectangle counts as mixed.
  private static let patience = 96

  /// Calls a closure with the state of each cell, or part of a cell, that a rectangle touches,
  /// until that gives false.
  ///
  /// Parts with the same state may be given once or more often; `nil` stands for a part through
  /// which a boundary runs.
  ///
  /// - Returns: whether the closure has seen all of them, without ever giving false; false too for
  ///   a rectangle that touches very many.
  func seesAll(of rectangle: DegreeRectangle, _ body: (UInt32?) -> Bool) -> Bool {
    let units = frame.units
    let cellShift = frame.cellShift
    let world = Int(360 * units.perDegree)
    let south = max(units.floor(rectangle.south).whole - frame.originY, 0)
    let north = min(
      units.floor(rectangle.north).whole - frame.originY, (frame.rows << cellShift) - 1)
    let west = units.floor(rectangle.west).whole - frame.originX
    let width = min(Int((rectangle.width * units.perDegree).rounded(.up)) + 1, world)
    guard (width >> cellShift) * ((north - south) >> cellShift) <= Self.patience else {
      return false
    }
    var left = Self.patience
    // The part beyond 180 degrees lies at the other end.
    let beyond = west + width - world
    return sees(west, min(west + width, world - 1), south, north, &left, body)
      && (beyond < 0 || sees(0, beyond, south, north, &left, body))
  }

  /// The same for a range of units without the antimeridian in it, bounds included.
  private func sees(
    _ west: Int, _ east: Int, _ south: Int, _ north: Int, _ left: inout Int,
    _ body: (UInt32?) -> Bool
  ) -> Bool {
    guard west <= east, south <= north else { return true }
    let cellShift = frame.cellShift
    for row in (south >> cellShift)...(north >> cellShift) {
      for column in (west >> cellShift)...min(east >> cellShift, frame.columns - 1) {
        let entry = entry(ofCell: row * frame.columns + column)
        left -= 1
        guard left >= 0 else { return false }
        if entry & Entry.isReference == 0 {
          guard body(entry) else { return false }
          continue
        }
        let halvings = Int(entry >> UInt32(Entry.halvingsShift)) & 7
        let shift = cellShift - halvings
        let block = words.block(Int(entry & Entry.blockMask))
        let first = (x: column << halvings, y: row << halvings)
        let last = (1 << halvings) - 1
        for y in max(south >> shift - first.y, 0)...min(north >> shift - first.y, last) {
          for x in max(west >> shift - first.x, 0)...min(east >> shift - first.x, last) {
            let part = block[y << halvings | x]
            left -= 1
            guard left >= 0, body(part & Entry.isReference == 0 ? part : nil) else {
              return false
            }
          }
        }
      }
    }
    return true
  }
}

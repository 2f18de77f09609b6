internal import CairnGeodesy
internal import CairnMemory

extension BoundaryGrid {
  /// The number of cells and parts of cells that are examined before a rectangle counts as mixed.
  private static let patience = 96

  /// Calls a closure with the states that points of a rectangle may have in a grid of areas, until
  /// the closure returns false.
  ///
  /// These are the states of each cell, or part of a cell, that the rectangle touches: one if it
  /// has no boundaries, otherwise all states that crossing its lines may lead to, some of which may
  /// not occur at any point. A state may be passed more than once; `nil` stands for too many
  /// states.
  ///
  /// - Returns: true if the closure was called with all of them and never returned false; also
  ///   false for a rectangle that touches very many cells.
  func visitsAllStates(of rectangle: DegreeRectangle, _ body: (UInt32?) -> Bool) -> Bool {
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
    // The part beyond 180 degrees is at the other end.
    let beyond = west + width - world
    return sees(west, min(west + width, world - 1), south, north, &left, body)
      && (beyond < 0 || sees(0, beyond, south, north, &left, body))
  }

  /// The same for a range of units that does not contain the antimeridian, bounds included.
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
        let box = (west: west, east: east, south: south, north: north)
        guard sees(partsOf: entry, column, row, box, &left, body) else { return false }
      }
    }
    return true
  }

  /// The same for the parts of a divided cell.
  private func sees(
    partsOf entry: UInt32, _ column: Int, _ row: Int,
    _ box: (west: Int, east: Int, south: Int, north: Int), _ left: inout Int,
    _ body: (UInt32?) -> Bool
  ) -> Bool {
    let halvings = Int(entry >> UInt32(Entry.halvingsShift)) & 7
    let shift = frame.cellShift - halvings
    let block = words.block(Int(entry & Entry.blockMask))
    let first = (x: column << halvings, y: row << halvings)
    let last = (1 << halvings) - 1
    for y in max(box.south >> shift - first.y, 0)...min(box.north >> shift - first.y, last) {
      for x in max(box.west >> shift - first.x, 0)...min(box.east >> shift - first.x, last) {
        let part = block[y << halvings | x]
        left -= 1
        guard left >= 0 else { return false }
        if part & Entry.isReference == 0 {
          guard body(part) else { return false }
        } else {
          let leaf = Int(part & ~Entry.isReference)
          guard block.seesAllStates(ofLeaf: leaf, body) else { return false }
        }
      }
    }
    return true
  }
}

extension WordBlock {
  /// The maximum number of groups of a leaf whose states are enumerated.
  private static let fewGroups = 3

  /// Calls a closure with each state that points of a leaf of areas may have: that beside its
  /// corner, with the toggles of any subset of its groups; with `nil` if there are too many groups.
  ///
  /// - Returns: whether the closure never returned false.
  fileprivate func seesAllStates(ofLeaf start: Int, _ body: (UInt32?) -> Bool) -> Bool {
    var toggles: (UInt32, UInt32, UInt32) = (0, 0, 0)
    var position = start + 1
    var count = 0
    while true {
      let group = group(position)
      guard count < Self.fewGroups else { return body(nil) }
      toggles = (UInt32(group.toggle), toggles.0, toggles.1)
      count += 1
      if group.isLast { break }
      position = group.end
    }
    for choice in UInt32(0)..<1 << UInt32(count) {
      let state =
        self[start] ^ toggles.0 * (choice & 1) ^ toggles.1 * (choice >> 1 & 1)
        ^ toggles.2 * (choice >> 2)
      guard body(state) else { return false }
    }
    return true
  }
}

internal import CairnGeodesy

/// Finds the cells that a shape touches by recursive halving.
internal enum GeohashCoverer {
  /// Returns all cells of a depth that the shape touches, in ascending order.
  ///
  /// - Parameters:
  ///   - shape: the shape to cover.
  ///   - count: the number of bits of the cells, in 0...60.
  ///   - limit: the maximum number of cells.
  /// - Returns: the cells, nil if there are more than the limit.
  static func cells(
    of shape: any GeohashShape, count: Int, limit: Int
  ) -> [GeohashCell]? {
    var found: [GeohashCell] = []
    // This is a stack, so the second half is pushed first.
    var waiting = seeds(of: shape, count: count, step: 1).reversed().map {
      TouchedCell(cell: $0, relation: .crossing, parts: .all)
    }
    while var last = waiting.popLast() {
      let cell = last.cell
      let relation = shape.relation(of: cell, &last.parts)
      if relation == .outside { continue }
      if relation == .inside || cell.count == count {
        let free = UInt64(count - cell.count)
        guard free < 62, found.count + (1 << free) <= limit else { return nil }
        for number in 0..<(1 as UInt64) << free {
          let bits = count == 0 ? 0 : cell.bits | number << UInt64(64 - count)
          found.append(GeohashCell(bits: bits, count: count))
        }
        continue
      }
      for place in [1, 0] {
        waiting.append(
          TouchedCell(cell: cell.child(place, step: 1), relation: .crossing, parts: last.parts))
      }
    }
    return found
  }

  /// Returns cells of several depths that cover the shape, in ascending order, without overlap.
  ///
  /// The coarsest cell that is not entirely inside is refined next, while the number of cells
  /// allows; ties go to the cell with the fewest children. This is the strategy of S2RegionCoverer.
  ///
  /// - Parameters:
  ///   - shape: the shape to cover.
  ///   - step: the number of bits between two depths.
  ///   - limit: the maximum number of cells, unless the shape needs more of the coarsest depth.
  ///   - count: the maximum number of bits, a multiple of the step.
  /// - Returns: the cells; empty for an empty shape.
  static func cells(
    of shape: any GeohashShape, step: Int, limit: Int, count: Int
  ) -> [GeohashCell] {
    var done: [GeohashCell] = []
    var level = Level()
    var next = Level()
    var number = 0

    func admit(_ touched: TouchedCell, to level: inout Level) {
      let cell = touched.cell
      number += 1
      // A cell of 0 bits is not a geohash, so it is always split if cells are geohashes.
      let isTooCoarse = step > 1 && cell.count == 0
      guard touched.relation == .crossing || isTooCoarse, cell.count < count else {
        done.append(cell)
        return
      }
      let first = level.children.count
      for place in 0..<(1 << step) {
        var child = touched
        child.cell = cell.child(place, step: step)
        child.relation = shape.relation(of: child.cell, &child.parts)
        if child.relation != .outside { level.children.append(child) }
      }
      // A cell that was conservatively reported as touched at its edge may have no touched child.
      guard level.children.count > first else {
        number -= 1
        return
      }
      level.candidates.append((cell, first..<level.children.count))
    }

    for seed in seeds(of: shape, count: count, step: step) {
      var touched = TouchedCell(cell: seed, relation: .crossing, parts: .all)
      touched.relation = shape.relation(of: seed, &touched.parts)
      if touched.relation != .outside { admit(touched, to: &level) }
    }
    while !level.candidates.isEmpty {
      // Cells with the fewest children first, ties in order, so the result is deterministic.
      for width in 1...(1 << step) {
        for (cell, children) in level.candidates where children.count == width {
          let isForced = step > 1 && cell.count == 0
          if isForced || number - 1 + width <= limit {
            number -= 1
            for index in children { admit(level.children[index], to: &next) }
          } else {
            done.append(cell)
          }
        }
      }
      level.removeAll()
      swap(&level, &next)
    }
    return joined(inOrder(done), step: step)
  }

  /// A cell that touches the shape; a tuple in its place would be copied by the runtime.
  private struct TouchedCell {
    var cell: GeohashCell
    var relation: RegionRelation
    var parts: GeohashParts
  }

  /// Cells of one depth that are not entirely inside, with their children that touch the shape.
  private struct Level {
    var candidates: [(cell: GeohashCell, children: Range<Int>)] = []
    var children: [TouchedCell] = []

    mutating func removeAll() {
      candidates.removeAll(keepingCapacity: true)
      children.removeAll(keepingCapacity: true)
    }
  }

  private static func inOrder(_ cells: [GeohashCell]) -> [GeohashCell] {
    cells.sorted { $0.bits < $1.bits }
  }

  /// Replaces complete sets of siblings by their parent; the cells are sorted and disjoint.
  private static func joined(_ cells: [GeohashCell], step: Int) -> [GeohashCell] {
    let family = 1 << step
    let coarsest = step > 1 ? step : 0
    var result: [GeohashCell] = []
    for cell in cells {
      result.append(cell)
      while let last = result.last, last.count > coarsest, result.count >= family {
        let parent = last.ancestor(count: last.count - step)
        let siblings = result.suffix(family)
        guard siblings.allSatisfy({ $0.count == last.count && $0.bits >= parent.bits }),
          siblings.first?.bits == parent.bits
        else { break }
        result.removeLast(family)
        result.append(parent)
      }
    }
    return result
  }

  /// Returns at most four cells, as small as possible, that contain the whole shape, in ascending
  /// order.
  private static func seeds(
    of shape: any GeohashShape, count: Int, step: Int
  ) -> [GeohashCell] {
    if let bounds = shape.bounds, bounds.isEmpty { return [] }
    guard let bounds = shape.bounds, bounds.south > -90, bounds.north < 90,
      bounds.west != -180, bounds.east != 180
    else { return [.world] }
    let south = GeohashGrid.row(of: bounds.south)
    let north = GeohashGrid.row(of: bounds.north)
    let west = GeohashGrid.column(of: bounds.west)
    let east = GeohashGrid.column(of: bounds.east)
    var depth = count
    while depth > 0 {
      let rowShift = UInt32(32 - depth / 2)
      let columnShift = UInt32(32 - (depth + 1) / 2)
      // The smart shift by 32 gives 0, which is correct for a single row.
      let rows = (south >> rowShift, north >> rowShift)
      let columns = (west >> columnShift, east >> columnShift)
      let columnMask = UInt32.max >> columnShift
      let distance = (columns.1 &- columns.0) & columnMask
      // If both bounds are in one column, the box may still wrap around the whole Earth.
      let width = GeohashGrid.longitude(ofEdge: 0x8000_0000 + (1 << Int64(columnShift)))
      let isNarrow = distance == 0 ? bounds.longitudeSpan < width : distance == 1
      if rows.1 - rows.0 <= 1, isNarrow {
        var cells: [GeohashCell] = []
        for row in rows.0...rows.1 {
          for column in distance == 0 ? [columns.0] : [columns.0, columns.1] {
            let bits = GeohashGrid.interleave(
              row: row << rowShift, column: column << columnShift)
            cells.append(GeohashCell(bits: bits, count: depth))
          }
        }
        return inOrder(cells)
      }
      depth -= step
    }
    return [.world]
  }
}

internal import CairnGeodesy

extension BoundaryGrid {
  /// Prepares arcs between areas for looking points up.
  static func areas(of arcs: BoundaryArcs) -> BoundaryGrid {
    let chains = BoundaryChains(
      starts: arcs.starts, x: arcs.x, y: arcs.y,
      toggles: zip(arcs.left, arcs.right).map { $0 ^ $1 })
    let frame = GridFrame(
      units: .countries, box: (west: -1_800_000, south: -900_000, east: 1_799_999, north: 900_000),
      cellShift: 13)
    return cutLater(
      chains, frame: frame, rim: chains.antimeridian(of: frame), leafSize: 32)
  }

  /// The area of a coordinate in a grid that was made of areas; 0 for one that is not valid.
  ///
  /// Most coordinates lie in a cell without boundaries.
  @inline(__always)
  func area(at coordinate: Coordinate) -> Int {
    if let cell = frame.roughCell(of: coordinate) {
      let entry = words.cell(cell)
      if entry & Entry.isReference == 0 { return Int(entry) }
    }
    return Int(areaNearBoundary(at: coordinate))
  }

  /// The area of any coordinate.
  @inline(never)
  private func areaNearBoundary(at coordinate: Coordinate) -> UInt16 {
    guard let point = GridPoint(coordinate) else { return 0 }
    switch place(of: point) {
    case nil: return 0
    case .state(let area): return UInt16(truncatingIfNeeded: area)
    case .leaf(let leaf):
      var area = UInt16(truncatingIfNeeded: leaf.block[leaf.start])
      var group = leaf.block.group(leaf.start &+ 1)
      while true {
        if toggles(group, of: leaf, at: point) { area ^= group.toggle }
        if group.isLast { break }
        group = leaf.block.group(group.end)
      }
      return area
    }
  }
}

extension BoundaryChains {
  /// How the area beside the antimeridian changes from south to north along the western rim.
  ///
  /// Arcs end where they reach the antimeridian. Each is led out of the grid by a short line
  /// along the parallel there, and what lies around the south pole by one south of it.
  fileprivate func antimeridian(of frame: GridFrame) -> [GridPlan.RimLine] {
    let rim = Int32(truncatingIfNeeded: frame.originX)
    var lines: [GridPlan.RimLine] = []
    func lead(out y: Int, _ toggle: UInt16) {
      let x = Int64(frame.originX)
      let line = GridLine(x0: x - 1, y0: Int64(y), x1: x, y1: Int64(y))
      lines.append(GridPlan.RimLine(line: line, toggle: toggle))
    }
    var area: UInt16 = 0
    for chain in toggles.indices {
      let first = Int(starts[chain])
      let last = Int(starts[chain + 1]) - 1
      for end in [first, last] where x[end] == rim {
        lead(out: Int(y[end]), toggles[chain])
        // The north pole lies in no area, the south pole in what all of them come to.
        area ^= toggles[chain]
      }
    }
    lead(out: frame.originY - 1, area)
    return lines
  }
}

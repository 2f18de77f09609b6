extension BoundaryGrid {
  /// Prepares arcs between areas for looking points up.
  static func areas(of arcs: BoundaryArcs) -> BoundaryGrid {
    var chains = BoundaryChains(
      starts: arcs.starts, x: arcs.x, y: arcs.y,
      toggles: zip(arcs.left, arcs.right).map { $0 ^ $1 })
    chains.appendAntimeridian()
    var builder = GridBuilder(
      chains, states: AreaStates(), units: .countries,
      box: (west: -1_800_000, south: -900_000, east: 1_799_999, north: 900_000),
      cellShift: 13, leafSize: 32)
    return builder.build().grid
  }

  /// The area of a point of a grid that was made of areas.
  @inline(__always)
  func area(at point: GridPoint) -> UInt16 {
    switch place(of: point) {
    case nil: return 0
    case .state(let area): return UInt16(truncatingIfNeeded: area)
    case .leaf(let leaf):
      var area = UInt16(truncatingIfNeeded: words.leaf(leaf.leaf))
      var group = words.group(leaf.leaf &+ 1)
      while true {
        if toggles(group, of: leaf, at: point) { area ^= group.toggle }
        if group.isLast { break }
        group = words.group(group.end)
      }
      return area
    }
  }
}

extension BoundaryChains {
  /// Adds the pieces of the antimeridian between land and the western rim of the grid.
  ///
  /// Arcs end where they reach the antimeridian, while the grid wants every state to begin with
  /// nothing at its western rim. From the north pole, which lies in no country, the area beside
  /// the rim changes with each arc that starts there.
  fileprivate mutating func appendAntimeridian() {
    let rim: Int32 = -1_800_000
    var ends: [(y: Int, toggle: UInt16)] = []
    for chain in toggles.indices {
      for line in Int(starts[chain])..<(Int(starts[chain + 1]) - 1) {
        if x[line] == rim, x[line + 1] > rim { ends.append((Int(y[line]), toggles[chain])) }
        if x[line + 1] == rim, x[line] > rim { ends.append((Int(y[line + 1]), toggles[chain])) }
      }
    }
    ends.sort { $0.y > $1.y }
    var area: UInt16 = 0
    for (index, end) in ends.enumerated() {
      area ^= end.toggle
      // The last piece leads out of the grid in the south.
      let next = index + 1 < ends.count ? ends[index + 1].y : -900_001
      if area != 0, next < end.y {
        append([(Int(rim), end.y), (Int(rim), next)], toggle: area)
      }
    }
  }
}

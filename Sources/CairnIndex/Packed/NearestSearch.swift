/// The leaves of a tree that may have points below a bound, which may fall in between: depth
/// first, and always into the nearest child that is left.
struct NearestSearch {
  /// A row of 16 keys for each height.
  static let scratchCount = 16 * PackedLayout.greatestHeight

  private let rows: Slab<Float>
  private var level: Int
  private var group = 0
  private var isOpen = false

  /// - Parameter rows: memory for the search, ``scratchCount`` floats.
  @inline(__always)
  init(_ tree: PackedTree, _ rows: Slab<Float>) {
    self.rows = rows
    level = tree.height
  }

  /// The next leaf whose box is nearer than a squared chord; -1 when there is none left.
  @inline(never)
  mutating func nextLeaf(of tree: PackedTree, near query: SearchCenter, below bound: Float) -> Int {
    let bound = bound * ChordSlack.laneKey
    var level = level
    var group = group
    while true {
      if !isOpen {
        tree.writeKeys(ofGroup: group, atHeight: level, query, to: rows)
        isOpen = true
      }
      let key = rows.takeLeast(ofRow: level &- 1, below: bound)
      if key < bound {
        let lane = Int(truncatingIfNeeded: key.bitPattern & 15)
        let child = group &<< PackedLayout.fanOutShift | lane
        if level == 1 {
          self.level = level
          self.group = group
          return child
        }
        level &-= 1
        group = child
        isOpen = false
      } else {
        if level == tree.height { return -1 }
        level &+= 1
        group &>>= PackedLayout.fanOutShift
      }
    }
  }
}

extension PackedTree {
  /// Writes the keys of the children of a node to the row of its height.
  ///
  /// A key is the squared chord to a child's box with the child's lane in the lowest four bits.
  @inline(__always)
  fileprivate func writeKeys(
    ofGroup group: Int, atHeight level: Int, _ query: SearchCenter, to rows: Slab<Float>
  ) {
    let row = (level &- 1) &* 16
    if level == 1, let sentry, !sentry.admits(block: group) {
      for quad in 0..<4 { rows[quad: row &+ 4 &* quad] = SIMD4(repeating: .infinity) }
      return
    }
    let start = boxes(ofGroup: group, atHeight: level)
    for quad in 0..<4 {
      let near = query.nearSquaredChords(toBoxes: groups, at: start &+ 4 &* quad)
      rows[quad: row &+ 4 &* quad] = near.withLanes(from: UInt32(truncatingIfNeeded: 4 &* quad))
    }
  }
}

extension Slab where Value == Float {
  /// The least key of a row, which is taken out when it is below the bound.
  ///
  /// It does not wait for the bound, so that the way to the next leaf can begin before the last
  /// one has been looked at.
  @inline(__always)
  fileprivate func takeLeast(ofRow row: Int, below bound: Float) -> Float {
    let key = leastOfRow(16 &* row)
    if key < bound {
      self[16 &* row &+ Int(truncatingIfNeeded: key.bitPattern & 15)] = .infinity
    }
    return key
  }
}

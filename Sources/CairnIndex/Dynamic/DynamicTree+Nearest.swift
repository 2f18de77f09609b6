internal import CairnGeodesy

extension DynamicTree {
  /// Finds points of which the `wanted` nearest are some, in no order.
  ///
  /// Depth first, and always into the nearest child that is left.
  ///
  /// - Parameters:
  ///   - found: where the points go; all within the returned limit are among them.
  ///   - wanted: how many, from 1 to ``count``.
  ///   - query: where to look.
  ///   - limit: the squared chord beyond which nothing is wanted.
  ///   - isIncluded: asked with a slot, if `filtered` says so.
  /// - Returns: the squared chord that none of the `wanted` nearest exceeds.
  @inline(never)
  internal func findNearest(
    _ found: inout GrowingList<Candidate>, _ wanted: Int, to query: SearchCenter, limit: Float,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> Float {
    // Row 0 is for the chords of a leaf; constant sizes keep this on the stack.
    withScratch(of: Float.self, count: 16 * (Self.greatestHeight + 1)) { rows in
      withScratch(of: Int32.self, count: Self.greatestHeight + 1) { branches in
        withScratch(of: Float.self, count: wanted) { heap in
          var best = DynamicBest(heap, limit: limit)
          let height = Int(branchHeads[Int(root)].level)
          var level = height
          branches[level] = root
          loadKeys(rows, level, root, query)
          while true {
            let row = 16 &* level
            let key = rows.leastOfRow(row)
            guard key <= best.limit * Self.keySlack else {
              if level == height { return best.limit }
              level &+= 1
              continue
            }
            let lane = Int(truncatingIfNeeded: key.bitPattern & 15)
            rows[row &+ lane] = .infinity
            let child = child(branches[level], Int32(truncatingIfNeeded: lane))
            if level > 1 {
              level &-= 1
              branches[level] = child
              loadKeys(rows, level, child, query)
            } else {
              visit(
                leaf: child, rows, query, &best, &found, where: isIncluded, filtered: filtered)
            }
          }
        }
      }
    }
  }

  /// A lane in its lowest four bits raises a key by at most 15 · 2⁻²³ of it.
  internal static let keySlack: Float = 1 + 0x1p-19

  /// Writes the squared chords of the boxes of a branch into the row of its level, each with its
  /// lane in the lowest four bits.
  @inline(__always)
  private func loadKeys(_ rows: Slab<Float>, _ level: Int, _ branch: Int32, _ query: SearchCenter) {
    let start = boxes(of: branch)
    for quad in 0..<4 {
      let near = query.squaredChords(toBoxes: boxes, at: start &+ 4 &* quad).near
      rows[quad: 16 &* level &+ 4 &* quad] =
        near.withLanes(from: UInt32(truncatingIfNeeded: 4 &* quad))
    }
  }

  @inline(__always)
  private func visit(
    leaf: Int32, _ rows: Slab<Float>, _ query: SearchCenter, _ best: inout DynamicBest,
    _ found: inout GrowingList<Candidate>, where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    let start = Int(leaf) &* Self.leafCapacity
    let row = points(of: leaf)
    let limit = SIMD4(repeating: best.limit)
    var mask = LaneMask()
    for quad in 0..<4 {
      let chords = query.squaredChords(toPoints: points, at: row &+ 4 &* quad)
      rows[quad: 4 &* quad] = chords
      mask.set(quad: quad, chords .<= limit)
    }
    var near = mask.lanes
    guard near != 0 else { return }
    found.reserve(Self.leafCapacity)
    while near != 0 {
      let lane = near.trailingZeroBitCount
      near &= near &- 1
      let chord = rows[lane]
      guard chord <= best.limit else { continue }
      let position = start &+ lane
      if filtered, !isIncluded(Self.slot(ofTag: tags[position])) { continue }
      found.appendReserved(
        Candidate(squaredChord: chord, position: UInt32(truncatingIfNeeded: position)))
      best.note(chord)
    }
  }
}

/// The least squared chords that a search has met, as many as are wanted.
internal struct DynamicBest {
  /// A heap with the greatest first.
  private let heap: Slab<Float>
  private var count = 0
  /// The squared chord beyond which nothing is wanted any more.
  internal private(set) var limit: Float

  /// - Parameter heap: memory for as many values as are wanted.
  internal init(_ heap: Slab<Float>, limit: Float) {
    self.heap = heap
    self.limit = limit
  }

  @inline(__always)
  internal mutating func note(_ squared: Float) {
    if count < heap.count {
      rise(squared)
      guard count == heap.count else { return }
    } else {
      guard squared < heap[0] else { return }
      sink(squared)
    }
    limit = min(limit, ChordSlack.limit(notFartherThan: heap[0]))
  }

  @inline(__always)
  private mutating func rise(_ squared: Float) {
    var place = count
    count &+= 1
    while place > 0 {
      let parent = (place &- 1) >> 1
      guard heap[parent] < squared else { break }
      heap[place] = heap[parent]
      place = parent
    }
    heap[place] = squared
  }

  /// Replaces the greatest.
  @inline(__always)
  private mutating func sink(_ squared: Float) {
    var place = 0
    while true {
      var child = 2 &* place &+ 1
      guard child < count else { break }
      if child &+ 1 < count, heap[child &+ 1] > heap[child] { child &+= 1 }
      guard heap[child] > squared else { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = squared
  }
}

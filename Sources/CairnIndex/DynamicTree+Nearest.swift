internal import CairnGeodesy

extension DynamicTree {
  /// A point that may be among the nearest.
  internal struct Candidate: BitwiseCopyable {
    internal var squaredChord: Float
    internal var position: UInt32
  }

  /// Points of which the `wanted` nearest are some, in no order.
  ///
  /// - Parameters:
  ///   - wanted: how many, at least 1.
  ///   - query: where to look.
  ///   - limit: the squared chord beyond which nothing is wanted.
  ///   - isIncluded: asked with a position; nil to take every point.
  @inline(never)
  internal func nearest(
    _ wanted: Int, to query: SearchCenter, limit: Float, where isIncluded: ((Int) -> Bool)?
  ) -> [Candidate] {
    guard root >= 0, wanted > 0 else { return [] }
    let wanted = min(wanted, count)
    let height = Int(branchHeads[Int(root)].level)
    var seen: [Candidate] = []
    seen.reserveCapacity(min(wanted, 1024) + 24)
    withScratch(of: Float.self, count: 16 * (height + 1)) { rows in
      withScratch(of: Int32.self, count: height + 1) { branches in
        withScratch(of: Float.self, count: wanted) { heap in
          var best = DynamicBest(heap, limit: limit)
          branches[height] = root
          var level = height
          fill(rows, level, root, query)
          while true {
            let lane = takeNearest(rows, level, limit: best.limit)
            guard lane >= 0 else {
              if level == height { return }
              level &+= 1
              continue
            }
            let child = child(branches[level], lane)
            if level > 1 {
              level &-= 1
              branches[level] = child
              fill(rows, level, child, query)
            } else {
              visit(leaf: child, rows, query, &best, &seen, where: isIncluded)
            }
          }
        }
      }
    }
    return seen
  }

  /// Writes the squared chords of the boxes of a branch into the row of its level.
  @inline(__always)
  private func fill(_ rows: Slab<Float>, _ level: Int, _ branch: Int32, _ query: SearchCenter) {
    let start = boxes(of: branch)
    for quad in 0..<4 {
      rows[quad: 16 &* level &+ 4 &* quad] =
        query.squaredChords(toBoxes: boxes, at: start &+ 4 &* quad).near
    }
  }

  /// The lane of the least value of a row, which becomes infinite; -1 when it is over the limit.
  @inline(__always)
  private func takeNearest(_ rows: Slab<Float>, _ level: Int, limit: Float) -> Int32 {
    let row = 16 &* level
    let first = rows[quad: row]
    let second = rows[quad: row &+ 4]
    let third = rows[quad: row &+ 8]
    let fourth = rows[quad: row &+ 12]
    let least = lesser(lesser(first, second), lesser(third, fourth)).least
    guard least <= limit else { return -1 }
    let wanted = SIMD4(repeating: least)
    var mask = LaneMask()
    mask.set(quad: 0, first .== wanted)
    mask.set(quad: 1, second .== wanted)
    mask.set(quad: 2, third .== wanted)
    mask.set(quad: 3, fourth .== wanted)
    let lane = mask.lanes.trailingZeroBitCount
    rows[row &+ lane] = .infinity
    return Int32(truncatingIfNeeded: lane)
  }

  @inline(__always)
  private func visit(
    leaf: Int32, _ rows: Slab<Float>, _ query: SearchCenter, _ best: inout DynamicBest,
    _ seen: inout [Candidate], where isIncluded: ((Int) -> Bool)?
  ) {
    let start = Int(leaf) &* Self.leafCapacity
    var block = 0
    var row = points(of: leaf)
    let end = Int(leafHeads[Int(leaf)].count)
    while block < end {
      let limit = SIMD4(repeating: best.limit)
      var mask = LaneMask()
      // The row of level 0 is free for the chords of a leaf.
      for quad in 0..<4 {
        let chords = query.squaredChords(toPoints: points, at: row &+ 4 &* quad)
        rows[quad: 4 &* quad] = chords
        mask.set(quad: quad, chords .<= limit)
      }
      var near = mask.lanes
      while near != 0 {
        let lane = near.trailingZeroBitCount
        near &= near &- 1
        let chord = rows[lane]
        guard chord <= best.limit else { continue }
        let position = start &+ block &+ lane
        if let isIncluded, !isIncluded(position) { continue }
        seen.append(
          Candidate(squaredChord: chord, position: UInt32(truncatingIfNeeded: position)))
        best.note(chord)
      }
      block &+= 16
      row &+= PackedLayout.leafFloats
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

internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// Finds the candidates for the `wanted` nearest points, unordered.
  ///
  /// Depth first, the nearest unvisited child first.
  ///
  /// - Parameters:
  ///   - found: receives the points; it contains all points within the returned limit, as
  ///     candidates or measured.
  ///   - wanted: the number of points, from 1 to ``count``.
  ///   - query: the center of the search.
  ///   - slack: the slack of the sphere for this center, see ``ChordSlack/onSphere(from:)``.
  ///   - limit: the initial pruning bound, a squared chord.
  ///   - isIncluded: a predicate of tags, called if `filtered`.
  ///   - filtered: whether there is a predicate.
  /// - Returns: an upper bound of the squared chords of the `wanted` nearest points.
  @inline(never)
  internal func findNearest(
    _ found: inout DynamicCandidates, _ wanted: Int, to query: LocalCenter, slack: Float,
    limit: Float, where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> Float {
    // Row 0 contains the chords of a leaf; constant sizes keep the buffers on the stack.
    withScratch(of: Float.self, count: PackedLayout.fanOut * (Self.greatestLevel + 1)) { rows in
      withScratch(of: Int32.self, count: Self.greatestLevel + 1) { nodes in
        withScratch(of: Float.self, count: wanted) { heap in
          var best = DynamicBest(heap, slack: slack, limit: limit)
          let rootLevel = Int(rootLevel)
          var level = rootLevel
          nodes[level] = root
          loadKeys(rows, level, root, query)
          while true {
            let row = rows.part(at: PackedLayout.fanOut &* level, width: PackedLayout.fanOut)
            let key = row.leastOfRow(0)
            guard key <= best.limit * ChordSlack.laneKey else {
              if level == rootLevel { return best.limit }
              level &+= 1
              continue
            }
            let lane = Int(truncatingIfNeeded: key.bitPattern & LaneKey.laneBits)
            row[lane] = .infinity
            let child = child(nodes[level], Int32(truncatingIfNeeded: lane))
            if level > 1 {
              level &-= 1
              nodes[level] = child
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

  /// Writes the squared chords to the boxes of a node to the row of its level, each with its lane
  /// in the lowest four bits.
  @inline(__always)
  private func loadKeys(
    _ rows: UnsafeBuffer<Float>, _ level: Int, _ node: Int32, _ query: LocalCenter
  ) {
    let boxes = boxes.part(at: boxes(of: node), width: PackedLayout.nodeFloats)
    let row = rows.part(at: PackedLayout.fanOut &* level, width: PackedLayout.fanOut)
    for quad in 0..<4 {
      let near = query.nearSquaredChords(toBoxes: boxes, at: 4 &* quad)
      row[quad: 4 &* quad] =
        near.withLanes(from: UInt32(truncatingIfNeeded: 4 &* quad))
    }
  }

  @inline(__always)
  private func visit(
    leaf: Int32, _ rows: UnsafeBuffer<Float>, _ query: LocalCenter, _ best: inout DynamicBest,
    _ found: inout DynamicCandidates, where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    let start = Int(leaf) &* Self.leafCapacity
    let points = points.part(at: points(of: leaf), width: PackedLayout.leafFloats)
    let chordRow = rows.part(at: 0, width: PackedLayout.fanOut)
    let limit = SIMD4(repeating: best.limit)
    var mask = LaneMask()
    for quad in 0..<4 {
      let chords = query.squaredChords(toPoints: points, at: 4 &* quad)
      chordRow[quad: 4 &* quad] = chords
      mask.set(quad: quad, chords .<= limit)
    }
    var near = mask.lanes
    guard near != 0 else { return }
    found.reserve(Self.leafCapacity, within: best.limit, of: self)
    while near != 0 {
      let lane = near.trailingZeroBitCount
      near &= near &- 1
      let chord = chordRow[lane & 15]
      guard chord <= best.limit else { continue }
      let position = start &+ lane
      if filtered, !isIncluded(tag(at: position)) { continue }
      found.appendReserved(
        Candidate(squaredChord: chord, position: UInt32(truncatingIfNeeded: position)))
      best.note(chord)
    }
    if best.isBelowRounding, found.count >= found.measureAt {
      best.shrink(toChord: found.measure(within: best.limit, of: self))
    }
  }
}

/// The points that may be among the nearest: candidates, and points measured exactly because their
/// chords were equal.
internal struct DynamicCandidates: ~Copyable {
  private var found: GrowableArray<Candidate>
  private let wanted: Int
  /// The number of candidates at which those beyond the limit are removed.
  private var reviewAt: Int
  internal private(set) var measured: MeasuredNearest
  /// The number of candidates to measure if rounding errors determine the limit; it doubles each
  /// time.
  internal private(set) var measureAt: Int

  internal init(_ measured: consuming MeasuredNearest, wanted: Int) {
    self.measured = measured
    self.wanted = wanted
    reviewAt = 2 * wanted + 256
    measureAt = max(wanted, 16)
    found = GrowableArray(capacity: min(2 * wanted, 1 << 16) + 32)
  }

  /// The number of candidates that are not measured.
  @inline(__always)
  internal var count: Int { found.count }

  /// Measures the candidates within a limit, and removes all.
  ///
  /// - Returns: a chord beyond which no point is among the nearest.
  @inline(never)
  internal mutating func measure(within limit: Float, of tree: DynamicTree) -> Double {
    found.withPositions(where: { $0.squaredChord <= limit }) { measured.measure($0, of: tree) }
    found.truncate(0)
    measureAt = min(2 * measureAt, reviewAt)
    return measured.chord
  }

  /// Measures the candidates within a limit after the last leaf.
  internal mutating func measureLast(within limit: Float, of tree: DynamicTree) {
    found.withPositions(where: { $0.squaredChord <= limit }) {
      measured.measure($0, of: tree, areLast: true)
    }
  }

  /// Reserves capacity for more candidates.
  @inline(__always)
  internal mutating func reserve(_ more: Int, within limit: Float, of tree: DynamicTree) {
    if found.count >= reviewAt { review(within: limit, of: tree) }
    found.reserve(more)
  }

  @inline(__always)
  internal mutating func appendReserved(_ candidate: Candidate) {
    found.appendReserved(candidate)
  }

  /// Removes the candidates beyond a limit; measures the others if too many remain, so that the
  /// cost per candidate does not grow with their number.
  @inline(never)
  private mutating func review(within limit: Float, of tree: DynamicTree) {
    var kept = 0
    for index in 0..<found.count where found[index].squaredChord <= limit {
      found[kept] = found[index]
      kept &+= 1
    }
    found.truncate(kept)
    guard kept > wanted + 128 else { return }
    found.withPositions(where: { _ in true }) { measured.measure($0, of: tree) }
    found.truncate(0)
  }

  /// Calls a closure with the positions of the candidates within a limit.
  internal func withPositions(within limit: Float, _ body: (UnsafeBuffer<UInt32>) -> Void) {
    found.withPositions(where: { $0.squaredChord <= limit }, body)
  }
}

/// The `wanted` least squared chords that a search has found.
internal struct DynamicBest {
  /// A max-heap.
  private let heap: UnsafeBuffer<Float>
  private let slack: Float
  private var count = 0
  /// The pruning bound: nodes and points with a greater squared chord are skipped.
  internal private(set) var limit: Float

  /// - Parameters:
  ///   - heap: a buffer with capacity for the wanted number of values.
  ///   - slack: the slack of the sphere for the center.
  ///   - limit: the initial pruning bound, a squared chord.
  internal init(_ heap: UnsafeBuffer<Float>, slack: Float, limit: Float) {
    self.heap = heap
    self.slack = slack
    self.limit = limit
  }

  /// Whether the wanted points are within a few roundings of the stored vectors, so that exact
  /// distances give a much smaller limit.
  @inline(__always)
  internal var isBelowRounding: Bool {
    count == heap.count && limit < Self.roundingLimit
  }

  /// The square of eight times the slack of the sphere.
  private static let roundingLimit = Float(64 * ChordSlack.chord * ChordSlack.chord)

  /// Shrinks the limit to exclude all points beyond a chord.
  internal mutating func shrink(toChord chord: Double) {
    limit = min(limit, Float(chord).nextUp.squaredLimit(slack: slack))
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
    limit = min(limit, ChordSlack.limitOnSphere(notFartherThan: heap[0], slack: slack))
  }

  @inline(__always)
  private mutating func rise(_ squared: Float) {
    var place = count
    count &+= 1
    // The caller has checked that the heap is not full; parents come before their children.
    while place > 0 {
      let parent = (place &- 1) >> 1
      guard unsafe heap[unchecked: parent] < squared else { break }
      unsafe heap[unchecked: place] = heap[unchecked: parent]
      place = parent
    }
    unsafe heap[unchecked: place] = squared
  }

  /// Replaces the greatest value.
  @inline(__always)
  private mutating func sink(_ squared: Float) {
    var place = 0
    // The caller has read the first value, so there is one; children are compared with the count,
    // which is at most that of the heap.
    while true {
      var child = 2 &* place &+ 1
      guard child < count else { break }
      if unsafe child &+ 1 < count && heap[unchecked: child &+ 1] > heap[unchecked: child] {
        child &+= 1
      }
      guard unsafe heap[unchecked: child] > squared else { break }
      unsafe heap[unchecked: place] = heap[unchecked: child]
      place = child
    }
    unsafe heap[unchecked: place] = squared
  }
}

extension DynamicTree: SearchTree {
  internal var nearestRoot: (index: Int, level: Int)? {
    root >= 0 ? (Int(root), Int(rootLevel)) : nil
  }

  internal func child(_ lane: Int, ofNode node: Int, atLevel level: Int) -> Int {
    level == 0
      ? node &* Self.leafCapacity &+ lane
      : Int(child(Int32(truncatingIfNeeded: node), Int32(truncatingIfNeeded: lane)))
  }

  func rows(ofNode node: Int, atLevel level: Int) -> Int {
    node * (level == 0 ? PackedLayout.leafFloats : PackedLayout.nodeFloats)
  }

  func frame(ofNode node: Int, atLevel level: Int) -> NodeFrame { .sphere }

  func rectangle(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> DegreeRectangle? {
    DegreeRectangle(boxes: boxes, at: rows(ofNode: node, atLevel: level) + lane, in: .sphere)
  }

  func weight(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> Int {
    Int(weight(Int32(truncatingIfNeeded: node), Int32(truncatingIfNeeded: lane)))
  }

  func isReadable(node: Int, atLevel level: Int) -> Bool { true }

  internal func sortedTags(of positions: borrowing GrowableArray<UInt32>) -> [Int] {
    positions.withValues { found in
      var sorted = [Int](count: found.count) { tag(at: Int(found[$0])) }
      sorted.sort()
      return sorted
    }
  }

  @inline(never)
  internal func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (UnsafeBuffer<Hit>) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 0)
    collectNearest(
      &hits, wanted, to: center, within: radius, where: isIncluded, filtered: filtered)
    hits.withValues(body)
  }

  private func collectNearest(
    _ hits: inout GrowableArray<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return }
    let wanted = min(wanted, count)
    var found = DynamicCandidates(
      MeasuredNearest(wanted: wanted, from: center, query, within: radius), wanted: wanted)
    let slack = ChordSlack.onSphere(from: query.vector)
    let limit = findNearest(
      &found, wanted, to: query.seen(in: .sphere), slack: slack,
      limit: ChordBand(radius: radius).possible(slack: slack), where: isIncluded,
      filtered: filtered)
    if found.measured.isEmpty {
      found.withPositions(within: limit) { append(to: &hits, positions: $0, from: center) }
    } else {
      // Most of the others are farther than the measured ones, and need not be sorted.
      found.measureLast(within: limit, of: self)
      found.measured.append(to: &hits)
    }
    hits.withValues { $0.sortHits() }
    if hits.count > wanted { hits.truncate(wanted) }
    // Hits beyond the radius are at the end.
    while hits.count > 0, !(hits[hits.count - 1].distance <= radius) {
      hits.truncate(hits.count - 1)
    }
  }
}

internal import CairnGeodesy

/// A point that may be among the nearest.
struct Candidate: BitwiseCopyable {
  var squaredChord: Float
  var position: UInt32
}

extension PackedTree {
  /// Fills `hits` with the `wanted` nearest points within a radius, in order.
  @inline(never)
  func collectNearest(
    _ hits: inout GrowingList<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    hits.truncate(0)
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return }
    var search = NearestSearch(
      query: query, wanted: min(wanted, count), limit: ChordBand(radius: radius).possible)
    withScratch(of: Float.self, count: NearestSearch.scratchCount(height: height)) { scratch in
      search.run(self, scratch, where: isIncluded, filtered: filtered)
    }
    withScratch(of: UInt32.self, count: search.seen.count) { positions in
      var near = 0
      for index in 0..<search.seen.count where search.seen[index].squaredChord <= search.limit {
        positions[near] = search.seen[index].position
        near &+= 1
      }
      append(to: &hits, positions: positions[0..<near], from: center)
    }
    hits.withValues { $0.sortHits() }
    if hits.count > wanted { hits.truncate(wanted) }
    // What is beyond the radius is at the end.
    while hits.count > 0, !(hits[hits.count - 1].distance <= radius) {
      hits.truncate(hits.count - 1)
    }
  }
}

/// A search for the nearest points, depth first and always into the nearest child that is left.
///
/// Points whose squared chord is within the limit are kept; the limit is that of the best
/// `wanted` so far with the slack of ``ChordSlack``, so the true nearest are among those kept.
private struct NearestSearch: ~Copyable {
  let query: SearchCenter
  let wanted: Int
  /// The squared chord beyond which nothing is wanted any more.
  var limit: Float
  /// The points that were within the limit when they were met.
  var seen: GrowingList<Candidate>
  /// How many points there may be until the limit is drawn anew, when many are wanted.
  private var tightenAt: Int
  private var bestCount = 0

  /// Up to here the best squared chords are kept in order.
  private static let fewWanted = 24

  init(query: SearchCenter, wanted: Int, limit: Float) {
    self.query = query
    self.wanted = wanted
    self.limit = limit
    tightenAt = wanted
    seen = GrowingList(capacity: min(2 * wanted, 1 << 16) + 32)
  }

  /// A row of 16 keys for each height, one for the points of a leaf, and the best chords.
  static func scratchCount(height: Int) -> Int {
    (height + 1) * 16 + fewWanted
  }

  mutating func run(
    _ tree: PackedTree, _ scratch: Slab<Float>, where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    var level = tree.height
    var group = 0
    loadKeys(tree, scratch, group, level)
    while true {
      let row = level &* 16
      let key = scratch.leastOfRow(row)
      guard key <= limit * ChordSlack.laneKey else {
        if level == tree.height { return }
        level &+= 1
        group &>>= PackedLayout.fanOutShift
        continue
      }
      let lane = Int(truncatingIfNeeded: key.bitPattern & 15)
      scratch[row &+ lane] = .infinity
      let child = group &<< PackedLayout.fanOutShift | lane
      if level == 1 {
        visitLeaf(tree, child, scratch, where: isIncluded, filtered: filtered)
      } else {
        level &-= 1
        group = child
        loadKeys(tree, scratch, group, level)
      }
    }
  }

  /// Puts the squared chords to the children of a node into its row, each with its lane in the
  /// lowest four bits.
  @inline(__always)
  private func loadKeys(_ tree: PackedTree, _ scratch: Slab<Float>, _ group: Int, _ level: Int) {
    let row = level &* 16
    if level == 1, let sentry = tree.sentry, !sentry.admits(block: group) {
      for quad in 0..<4 { scratch[quad: row &+ 4 &* quad] = SIMD4(repeating: .infinity) }
      return
    }
    let start = tree.boxes(ofGroup: group, atHeight: level)
    for quad in 0..<4 {
      let near = query.squaredChords(toBoxes: tree.groups, at: start &+ 4 &* quad).near
      scratch[quad: row &+ 4 &* quad] = near.withLanes(from: UInt32(truncatingIfNeeded: 4 &* quad))
    }
  }

  @inline(__always)
  private mutating func visitLeaf(
    _ tree: PackedTree, _ leaf: Int, _ scratch: Slab<Float>, where isIncluded: (Int) -> Bool,
    filtered: Bool
  ) {
    let start = leaf &* PackedLayout.leafFloats
    var within = LaneMask()
    let limits = SIMD4<Float>(repeating: limit)
    for quad in 0..<4 {
      let chords = query.squaredChords(toPoints: tree.points, at: start &+ 4 &* quad)
      scratch[quad: 4 &* quad] = chords
      within.set(quad: quad, chords .<= limits)
    }
    var lanes = within.lanes
    guard lanes != 0 else { return }
    seen.reserve(16)
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      lanes &= lanes &- 1
      let squared = scratch[lane]
      guard squared <= limit else { continue }
      let position = leaf &<< PackedLayout.fanOutShift | lane
      if filtered, !isIncluded(Int(truncatingIfNeeded: tree.offsets[position])) { continue }
      seen.appendReserved(
        Candidate(squaredChord: squared, position: UInt32(truncatingIfNeeded: position)))
      if wanted <= Self.fewWanted { note(squared, tree.height, scratch) }
    }
    if wanted > Self.fewWanted, seen.count >= tightenAt { tighten() }
  }

  /// Keeps the best squared chords in order and draws the limit by the last of them.
  @inline(__always)
  private mutating func note(_ squared: Float, _ height: Int, _ scratch: Slab<Float>) {
    let best = (height &+ 1) &* 16
    var place = bestCount
    if bestCount == wanted {
      guard squared < scratch[best &+ wanted &- 1] else { return }
      place = wanted &- 1
    } else {
      bestCount &+= 1
    }
    while place > 0, scratch[best &+ place &- 1] > squared {
      scratch[best &+ place] = scratch[best &+ place &- 1]
      place &-= 1
    }
    scratch[best &+ place] = squared
    if bestCount == wanted {
      limit = min(limit, ChordSlack.limit(notFartherThan: scratch[best &+ wanted &- 1]))
    }
  }

  /// Draws the limit by the best `wanted` of those seen and forgets what is beyond it.
  @inline(never)
  private mutating func tighten() {
    let wanted = wanted
    let (limit, kept) = seen.withValues { [limit] values in
      if values.count > wanted { values.selectLeast(wanted) }
      var farthest: Float = 0
      for index in 0..<wanted { farthest = max(farthest, values[index].squaredChord) }
      let limit = min(limit, ChordSlack.limit(notFartherThan: farthest))
      var kept = wanted
      for index in wanted..<values.count where values[index].squaredChord <= limit {
        values[kept] = values[index]
        kept &+= 1
      }
      return (limit, kept)
    }
    self.limit = limit
    seen.truncate(kept)
    tightenAt = kept + max(32, wanted / 2)
  }
}

extension SIMD4<Float> {
  /// The same numbers with the lanes from `first` on in their lowest four bits.
  ///
  /// Infinity becomes 16, which is beyond every squared chord and stays a number.
  @inline(__always)
  func withLanes(from first: UInt32) -> SIMD4<Float> {
    let bits = unsafe unsafeBitCast(lesser(self, SIMD4(repeating: 16)), to: SIMD4<UInt32>.self)
    let lanes = SIMD4<UInt32>(0, 1, 2, 3) &+ SIMD4<UInt32>(repeating: first)
    let keys = (bits & SIMD4<UInt32>(repeating: ~15)) | lanes
    return unsafe unsafeBitCast(keys, to: SIMD4<Float>.self)
  }
}

extension Slab where Value == Float {
  /// The least of 16 values.
  @inline(__always)
  func leastOfRow(_ row: Int) -> Float {
    let quads = lesser(
      lesser(self[quad: row], self[quad: row &+ 4]),
      lesser(self[quad: row &+ 8], self[quad: row &+ 12]))
    let a = quads.x < quads.y ? quads.x : quads.y
    let b = quads.z < quads.w ? quads.z : quads.w
    return a < b ? a : b
  }
}

extension Slab where Value == Candidate {
  /// Moves the `wanted` nearest before all others.
  fileprivate func selectLeast(_ wanted: Int) {
    var low = 0
    var high = count &- 1
    while low < high {
      let middle = (low &+ high) / 2
      let a = self[low].squaredChord
      let b = self[middle].squaredChord
      let c = self[high].squaredChord
      let pivot = max(min(a, b), min(max(a, b), c))
      var left = low
      var right = high
      while left <= right {
        while self[left].squaredChord < pivot { left &+= 1 }
        while pivot < self[right].squaredChord { right &-= 1 }
        if left <= right {
          let value = self[left]
          self[left] = self[right]
          self[right] = value
          left &+= 1
          right &-= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return
      }
    }
  }
}

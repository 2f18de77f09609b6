internal import CairnGeodesy

/// A point that may be among the nearest.
struct Candidate: BitwiseCopyable {
  var squaredChord: Float
  var position: UInt32
}

extension PackedTree {
  /// The `wanted` nearest points within `radius` metres that `isIncluded` wants, in order.
  @inline(never)
  func nearest(
    _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: ((Int) -> Bool)?
  ) -> [Hit] {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return [] }
    var search = NearestSearch(
      tree: self, query: query, wanted: min(wanted, count),
      limit: ChordBand(radius: radius).possible)
    withScratch(of: Float.self, count: (height + 1) * 16) { scratch in
      search.descend(
        group: 0, height: height, scratch: scratch, where: isIncluded)
    }
    var hits: [Hit] = []
    hits.reserveCapacity(search.seen.count)
    for candidate in search.seen where candidate.squaredChord <= search.limit {
      let position = Int(candidate.position)
      let distance = center.distance(to: degrees[position])
      if distance <= radius {
        hits.append(Hit(offset: Int(offsets[position]), distance: distance))
      }
    }
    hits.sort(by: Hit.precedes)
    if hits.count > wanted { hits.removeSubrange(wanted...) }
    return hits
  }
}

/// The state of a search for the nearest points.
private struct NearestSearch {
  let tree: PackedTree
  let query: SearchCenter
  let wanted: Int
  /// The squared chord beyond which nothing is wanted any more.
  var limit: Float
  /// The least squared chords so far, as many as are wanted, the greatest first (a heap).
  var best: [Float] = []
  /// All points that were within the limit when they were met.
  var seen: [Candidate] = []

  init(tree: PackedTree, query: SearchCenter, wanted: Int, limit: Float) {
    self.tree = tree
    self.query = query
    self.wanted = wanted
    self.limit = limit
  }

  mutating func descend(
    group: Int, height: Int, scratch: Slab<Float>, where isIncluded: ((Int) -> Bool)?
  ) {
    let start = tree.boxes(ofGroup: group, atHeight: height)
    let row = height * 16
    for quad in 0..<4 {
      scratch[quad: row + 4 * quad] =
        query.squaredChords(toBoxes: tree.groups, at: start + 4 * quad).near
    }
    while true {
      var nearest = 0
      for lane in 1..<16 where scratch[row + lane] < scratch[row + nearest] { nearest = lane }
      guard scratch[row + nearest] <= limit, scratch[row + nearest] < .infinity else { return }
      scratch[row + nearest] = .infinity
      let child = group << PackedLayout.fanOutShift | nearest
      if height == 1 {
        visit(leaf: child, scratch: scratch, where: isIncluded)
      } else {
        descend(group: child, height: height - 1, scratch: scratch, where: isIncluded)
      }
    }
  }

  mutating func visit(leaf: Int, scratch: Slab<Float>, where isIncluded: ((Int) -> Bool)?) {
    let start = leaf * PackedLayout.leafFloats
    for quad in 0..<4 {
      scratch[quad: 4 * quad] = query.squaredChords(toPoints: tree.points, at: start + 4 * quad)
    }
    for lane in 0..<16 where scratch[lane] <= limit && scratch[lane] < .infinity {
      let position = leaf << PackedLayout.fanOutShift | lane
      if let isIncluded, !isIncluded(Int(tree.offsets[position])) { continue }
      seen.append(
        Candidate(squaredChord: scratch[lane], position: UInt32(truncatingIfNeeded: position)))
      note(scratch[lane])
    }
  }

  /// Keeps the least squared chords and tightens the limit.
  mutating func note(_ squared: Float) {
    if best.count == wanted {
      guard squared < best[0] else { return }
      best[0] = squared
      siftDown()
    } else {
      best.append(squared)
      var child = best.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard best[parent] < best[child] else { break }
        best.swapAt(parent, child)
        child = parent
      }
    }
    if best.count == wanted {
      limit = min(limit, ChordSlack.limit(notFartherThan: best[0]))
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < best.count else { return }
      if child + 1 < best.count, best[child + 1] > best[child] { child += 1 }
      guard best[child] > best[parent] else { return }
      best.swapAt(parent, child)
      parent = child
    }
  }
}

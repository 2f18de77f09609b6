internal import CairnGeodesy

/// Hands out points in order of distance, one by one, and does no more work than that takes.
///
/// Nodes and leaves wait in a heap, each with the squared chord of the nearest of what is left in
/// it. The nearest node gives up its nearest child, or the nearest leaf its nearest point, whose
/// exact distance is then measured. A measured point is handed out as soon as everything that
/// waits is surely farther; see ``ChordSlack``.
@usableFromInline
struct NearestCursor: Sendable {
  private let tree: PackedTree
  private let center: Coordinate
  private let query: SearchCenter?
  /// Opened nodes and leaves; the keys of what is left of each, lanes in the lowest four bits.
  private var opened: [Opened] = []
  private var waiting = BinaryHeap<Waiting>()
  private var measured = BinaryHeap<Measured>()

  private struct Opened: Sendable {
    var keys: SIMD16<Float>
    /// The group or leaf.
    let index: Int
    /// The height of a node, 0 for a leaf.
    let height: Int
  }

  private struct Waiting: HeapElement {
    let key: Float
    let opened: Int

    static func precedes(_ a: Waiting, _ b: Waiting) -> Bool { a.key < b.key }
  }

  private struct Measured: HeapElement {
    let hit: Hit
    /// The squared chord that everything must exceed that is surely farther.
    let limit: Float

    static func precedes(_ a: Measured, _ b: Measured) -> Bool { Hit.precedes(a.hit, b.hit) }
  }

  init(_ tree: PackedTree, from center: Coordinate) {
    self.tree = tree
    self.center = center
    query = SearchCenter(center)
    guard let query, tree.count > 0 else { return }
    let root = Opened(
      keys: keys(ofGroup: 0, atHeight: tree.height, query), index: 0, height: tree.height)
    opened.append(root)
    waiting.insert(Waiting(key: root.keys.least, opened: 0))
  }

  @usableFromInline
  mutating func next() -> Hit? {
    guard let query else { return nil }
    while let nearest = waiting.first {
      if let hit = measured.first, nearest.key > hit.limit {
        measured.removeFirst()
        return hit.hit
      }
      takeOne(of: nearest.opened, query)
    }
    return measured.removeFirst()?.hit
  }

  /// Opens the nearest child, or measures the nearest point, that is left of a node.
  private mutating func takeOne(of place: Int, _ query: SearchCenter) {
    let height = opened[place].height
    let index = opened[place].index
    let key = opened[place].keys.least
    let lane = Int(truncatingIfNeeded: key.bitPattern & 15)
    opened[place].keys[lane] = .infinity
    let rest = opened[place].keys.least
    // A key of 16 stands for a lane without a child or point.
    if rest < 16 {
      waiting.replaceFirst(Waiting(key: rest, opened: place))
    } else {
      waiting.removeFirst()
    }
    let child = index &<< PackedLayout.fanOutShift | lane
    guard height > 0 else {
      measure(position: child, key)
      return
    }
    let node = Opened(
      keys: height == 1
        ? keys(ofLeaf: child, query) : keys(ofGroup: child, atHeight: height - 1, query),
      index: child, height: height - 1)
    opened.append(node)
    waiting.insert(Waiting(key: node.keys.least, opened: opened.count - 1))
  }

  private mutating func measure(position: Int, _ key: Float) {
    let hit = Hit(
      offset: Int(tree.offsets[position]), distance: center.distance(to: tree.degrees[position]))
    let limit = ChordSlack.limit(notFartherThan: key * ChordSlack.laneKey) * ChordSlack.laneKey
    measured.insert(Measured(hit: hit, limit: limit))
  }

  private func keys(
    ofGroup group: Int, atHeight height: Int, _ query: SearchCenter
  ) -> SIMD16<Float> {
    let start = tree.boxes(ofGroup: group, atHeight: height)
    return keys { query.squaredChords(toBoxes: tree.groups, at: start + 4 * $0).near }
  }

  private func keys(ofLeaf leaf: Int, _ query: SearchCenter) -> SIMD16<Float> {
    let start = leaf * PackedLayout.leafFloats
    return keys { query.squaredChords(toPoints: tree.points, at: start + 4 * $0) }
  }

  @inline(__always)
  private func keys(_ quad: (Int) -> SIMD4<Float>) -> SIMD16<Float> {
    SIMD16(
      lowHalf: SIMD8(
        lowHalf: quad(0).withLanes(from: 0), highHalf: quad(1).withLanes(from: 4)),
      highHalf: SIMD8(
        lowHalf: quad(2).withLanes(from: 8), highHalf: quad(3).withLanes(from: 12)))
  }
}

extension SIMD16<Float> {
  /// The least of the lanes.
  fileprivate var least: Float {
    let quads = lesser(
      lesser(lowHalf.lowHalf, lowHalf.highHalf), lesser(highHalf.lowHalf, highHalf.highHalf))
    let a = quads.x < quads.y ? quads.x : quads.y
    let b = quads.z < quads.w ? quads.z : quads.w
    return a < b ? a : b
  }
}

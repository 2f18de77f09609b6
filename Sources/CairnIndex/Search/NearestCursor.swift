internal import CairnGeodesy

/// Hands out points in order of distance, one by one, and does no more work than that takes.
///
/// Nodes and leaves wait in a heap, each with the squared chord of the nearest of what is left in
/// it. The nearest node gives up its nearest child, or the nearest leaf its nearest point, whose
/// exact distance is then measured. A measured point is handed out as soon as everything that
/// waits is surely farther; see ``ChordSlack``.
///
/// It is generic over the tree, and ``PackedCursor`` and ``DynamicCursor`` are the doors to it.
struct NearestCursor<Tree: NearestTree>: Sendable {
  private let tree: Tree
  private let center: Coordinate
  private let query: SearchCenter?
  /// Opened nodes and leaves; the keys of what is left of each, lanes in the lowest four bits.
  private var opened: [Opened] = []
  private var waiting = BinaryHeap<Waiting>()
  private var measured = BinaryHeap<Measured>()

  private struct Opened: Sendable {
    var keys: SIMD16<Float>
    /// The node or leaf.
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

  init(_ tree: Tree, from center: Coordinate) {
    self.tree = tree
    self.center = center
    query = SearchCenter(center)
    guard let query, let root = tree.nearestRoot else { return }
    open(root.index, atHeight: root.height, query)
  }

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
    let child = tree.child(lane, ofNode: index, atHeight: height)
    guard height > 0 else {
      measure(position: child, key)
      return
    }
    open(child, atHeight: height - 1, query)
  }

  /// Lets a node or leaf wait for its turn, unless it has nothing in it.
  private mutating func open(_ index: Int, atHeight height: Int, _ query: SearchCenter) {
    let keys = tree.keys(ofNode: index, atHeight: height, query)
    let least = keys.least
    guard least < 16 else { return }
    waiting.insert(Waiting(key: least, opened: opened.count))
    opened.append(Opened(keys: keys, index: index, height: height))
  }

  private mutating func measure(position: Int, _ key: Float) {
    let limit = ChordSlack.limit(notFartherThan: key * ChordSlack.laneKey) * ChordSlack.laneKey
    measured.insert(Measured(hit: tree.hit(at: position, from: center), limit: limit))
  }
}

/// What a ``NearestCursor`` needs to know of a tree.
protocol NearestTree: Sendable {
  /// The node that everything hangs from and its height; nil for an empty tree.
  var nearestRoot: (index: Int, height: Int)? { get }
  /// The squared chords to the children of a node or, at height 0, to the points of a leaf, each
  /// with its lane in the lowest four bits.
  func keys(ofNode node: Int, atHeight height: Int, _ query: SearchCenter) -> SIMD16<Float>
  /// A child of a node or, at height 0, the position of a point of a leaf.
  func child(_ lane: Int, ofNode node: Int, atHeight height: Int) -> Int
  /// The point at a position.
  func hit(at position: Int, from center: Coordinate) -> Hit
}

extension NearestTree {
  /// Sixteen keys from four times four squared chords.
  @inline(__always)
  func keys(_ quad: (Int) -> SIMD4<Float>) -> SIMD16<Float> {
    SIMD16(
      lowHalf: SIMD8(
        lowHalf: quad(0).withLanes(from: 0), highHalf: quad(1).withLanes(from: 4)),
      highHalf: SIMD8(
        lowHalf: quad(2).withLanes(from: 8), highHalf: quad(3).withLanes(from: 12)))
  }
}

extension PackedTree: NearestTree {
  var nearestRoot: (index: Int, height: Int)? {
    count > 0 ? (0, height) : nil
  }

  func keys(ofNode node: Int, atHeight height: Int, _ query: SearchCenter) -> SIMD16<Float> {
    if height == 0 {
      let start = node * PackedLayout.leafFloats
      return keys { query.squaredChords(toPoints: points, at: start + 4 * $0) }
    }
    if height == 1, let sentry, !sentry.admits(block: node) {
      return SIMD16(repeating: .infinity)
    }
    let start = boxes(ofGroup: node, atHeight: height)
    return keys { query.squaredChords(toBoxes: groups, at: start + 4 * $0).near }
  }

  func child(_ lane: Int, ofNode node: Int, atHeight height: Int) -> Int {
    node &<< PackedLayout.fanOutShift | lane
  }

  func hit(at position: Int, from center: Coordinate) -> Hit {
    Hit(offset: Int(offsets[position]), distance: center.distance(to: degrees[position]))
  }
}

/// The cursor over a packed tree that inlined code may hold.
@usableFromInline
struct PackedCursor: Sendable {
  private var cursor: RegionCursor<PackedTree>

  init(_ tree: PackedTree, from center: Coordinate, in outline: _RegionOutline? = nil) {
    cursor = RegionCursor(tree, from: center, in: outline)
  }

  @usableFromInline
  mutating func next() -> Hit? {
    cursor.next()
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

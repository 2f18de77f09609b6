internal import CairnGeodesy
internal import CairnMemory

/// An incremental nearest-neighbor search, which returns points one by one in order of distance.
///
/// Nodes and leaves are in a heap, each with a lower bound of the chords of its remaining contents.
/// Each step removes the nearest child of the nearest node, or the nearest point of the nearest
/// leaf, whose exact distance is then measured. A measured point is returned as soon as everything
/// in the heap is certainly farther; see ``ChordSlack``.
///
/// It is generic over the tree; ``_NearestCursor`` is its type-erased entry point.
struct NearestCursor<Tree: NearestTree>: Sendable {
  private let tree: Tree
  private let center: Coordinate
  private let query: SearchCenter?
  /// The opened nodes and leaves, with the keys of their remaining contents, lanes in the lowest
  /// four bits.
  private var opened: [Opened] = []
  private var waiting = BinaryHeap<Waiting>()
  private var measured = BinaryHeap<Measured>()

  private struct Opened: Sendable {
    var keys: SIMD16<Float>
    /// The slack of the frame of the keys.
    let slack: Float
    /// The index of the node or leaf.
    let index: Int
    /// The level of a node, 0 for a leaf.
    let level: Int
  }

  private struct Waiting: HeapElement {
    let chord: Float
    let opened: Int

    static func precedes(_ a: Waiting, _ b: Waiting) -> Bool { a.chord < b.chord }
  }

  private struct Measured: HeapElement {
    let hit: Hit
    /// Points with a greater chord are certainly farther.
    let limit: Float

    static func precedes(_ a: Measured, _ b: Measured) -> Bool { Hit.precedes(a.hit, b.hit) }
  }

  init(_ tree: Tree, from center: Coordinate) {
    self.tree = tree
    self.center = center
    query = SearchCenter(center)
    guard let query, let root = tree.nearestRoot else { return }
    open(root.index, atLevel: root.level, query)
  }

  mutating func next() -> Hit? {
    guard let query else { return nil }
    while let nearest = waiting.first {
      if let hit = measured.first, nearest.chord > hit.limit {
        measured.removeFirst()
        return hit.hit
      }
      takeOne(of: nearest.opened, query)
    }
    return measured.removeFirst()?.hit
  }

  /// Opens the nearest remaining child, or measures the nearest remaining point, of a node.
  private mutating func takeOne(of place: Int, _ query: SearchCenter) {
    let level = opened[place].level
    let index = opened[place].index
    let key = opened[place].keys.least
    let lane = Int(truncatingIfNeeded: key.bitPattern & LaneKey.laneBits)
    opened[place].keys[lane] = .infinity
    let rest = opened[place].keys.least
    if rest < LaneKey.none {
      let chord = ChordSlack.least(ofSquared: rest, slack: opened[place].slack)
      waiting.replaceFirst(Waiting(chord: chord, opened: place))
    } else {
      waiting.removeFirst()
    }
    let child = tree.child(lane, ofNode: index, atLevel: level)
    guard level > 0 else {
      measure(position: child, key, slack: opened[place].slack)
      return
    }
    open(child, atLevel: level - 1, query)
  }

  /// From this number of measured but unreturned points on, chords do not distinguish the points,
  /// and the points of a leaf are measured together.
  private static var many: Int { 32 }

  /// Inserts a node or leaf into the heap, unless it is empty.
  private mutating func open(_ index: Int, atLevel level: Int, _ query: SearchCenter) {
    let (keys, slack) = tree.keys(ofNode: index, atLevel: level, query)
    let least = keys.least
    guard least < LaneKey.none else { return }
    if level == 0, measured.count >= Self.many {
      measure(leaf: index, keys, slack: slack)
      return
    }
    waiting.insert(
      Waiting(chord: ChordSlack.least(ofSquared: least, slack: slack), opened: opened.count))
    opened.append(Opened(keys: keys, slack: slack, index: index, level: level))
  }

  private mutating func measure(position: Int, _ key: Float, slack: Float) {
    let limit = ChordSlack.limit(notFartherThan: key * ChordSlack.laneKey) + slack
    measured.insert(Measured(hit: tree.hit(at: position, from: center), limit: limit))
  }

  /// Measures all points of a leaf.
  private mutating func measure(leaf: Int, _ keys: SIMD16<Float>, slack: Float) {
    tree.forEachHit(ofLeaf: leaf, keys, from: center) { lane, hit in
      let limit = ChordSlack.limit(notFartherThan: keys[lane] * ChordSlack.laneKey) + slack
      measured.insert(Measured(hit: hit, limit: limit))
    }
  }
}

/// The requirements of a ``NearestCursor`` on a tree.
protocol NearestTree: Sendable {
  /// The root and its level; nil for an empty tree.
  var nearestRoot: (index: Int, level: Int)? { get }
  /// Returns the squared chords to the children of a node or, at level 0, to the points of a leaf,
  /// each with its lane in the lowest four bits, and the slack of their frame.
  func keys(
    ofNode node: Int, atLevel level: Int, _ query: SearchCenter
  ) -> (keys: SIMD16<Float>, slack: Float)
  /// Returns a child of a node or, at level 0, the position of a point of a leaf.
  func child(_ lane: Int, ofNode node: Int, atLevel level: Int) -> Int
  /// Returns the point at a position.
  func hit(at position: Int, from center: Coordinate) -> Hit
  /// Calls a closure with the points of a leaf that have keys, and their lanes.
  func forEachHit(
    ofLeaf leaf: Int, _ keys: SIMD16<Float>, from center: Coordinate,
    _ body: (_ lane: Int, Hit) -> Void)
}

extension SIMD16<Float> {
  /// Creates sixteen keys from four quads of squared chords.
  @inline(__always)
  fileprivate init(keys quad: (Int) -> SIMD4<Float>) {
    self.init(
      lowHalf: SIMD8(
        lowHalf: quad(0).withLanes(from: 0), highHalf: quad(1).withLanes(from: 4)),
      highHalf: SIMD8(
        lowHalf: quad(2).withLanes(from: 8), highHalf: quad(3).withLanes(from: 12)))
  }

  /// The minimum of the lanes.
  fileprivate var least: Float {
    let quads = lesser(
      lesser(lowHalf.lowHalf, lowHalf.highHalf), lesser(highHalf.lowHalf, highHalf.highHalf))
    return quads.leastEverywhere.x
  }
}

/// A tree with an optional region, held by a lazy search; a class, because the search is copied at
/// each step.
///
/// Nodes outside the region are not opened, so the nearest places of a distant region are found
/// without visiting the places in between.
final class LazyTree<Tree: SearchTree>: NearestTree {
  private let tree: Tree
  private let region: PreparedRegion?

  init(_ tree: Tree, in region: PreparedRegion?) {
    self.tree = tree
    self.region = region
  }

  var nearestRoot: (index: Int, level: Int)? { tree.nearestRoot }

  func keys(
    ofNode node: Int, atLevel level: Int, _ query: SearchCenter
  ) -> (keys: SIMD16<Float>, slack: Float) {
    guard tree.isReadable(node: node, atLevel: level) else {
      return (SIMD16(repeating: .infinity), 0)
    }
    let start = tree.rows(ofNode: node, atLevel: level)
    let frame = tree.frame(ofNode: node, atLevel: level)
    let seen = query.seen(in: frame)
    var keys =
      level == 0
      ? SIMD16(keys: { seen.squaredChords(toPoints: tree.points, at: start + 4 * $0) })
      : SIMD16(keys: { seen.nearSquaredChords(toBoxes: tree.boxes, at: start + 4 * $0) })
    guard let region else { return (keys, frame.slack) }
    let masks =
      level == 0
      ? region.classify(points: tree.points, at: start, in: frame)
      : region.classify(boxes: tree.boxes, at: start, in: frame)
    for lane in 0..<PackedLayout.fanOut where keys[lane] < LaneKey.none {
      let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: lane)
      if masks.whole & bit != 0 { continue }
      let isPossible =
        masks.possible & bit != 0
        && (level > 0
          || region.contains(tree.degrees[tree.child(lane, ofNode: node, atLevel: 0)]))
      if !isPossible { keys[lane] = .infinity }
    }
    return (keys, frame.slack)
  }

  func child(_ lane: Int, ofNode node: Int, atLevel level: Int) -> Int {
    tree.child(lane, ofNode: node, atLevel: level)
  }

  func hit(at position: Int, from center: Coordinate) -> Hit {
    tree.hit(at: position, from: center)
  }

  func forEachHit(
    ofLeaf leaf: Int, _ keys: SIMD16<Float>, from center: Coordinate,
    _ body: (_ lane: Int, Hit) -> Void
  ) {
    withScratch(of: Coordinate.self, count: PackedLayout.fanOut) { places in
      withScratch(of: Double.self, count: PackedLayout.fanOut) { distances in
        var lanes: [Int] = []
        var count = 0
        for lane in 0..<PackedLayout.fanOut where keys[lane] < LaneKey.none {
          places[count] = tree.degrees[tree.child(lane, ofNode: leaf, atLevel: 0)]
          lanes.append(lane)
          count += 1
        }
        center.writeDistances(to: places[0..<count], into: distances[0..<count])
        for (index, lane) in lanes.enumerated() {
          let position = tree.child(lane, ofNode: leaf, atLevel: 0)
          body(lane, Hit(tag: tree.tag(at: position), distance: distances[index]))
        }
      }
    }
  }
}

/// A type-erased ``NearestCursor`` over any tree, or over a region of it, for inlinable code.
public struct _NearestCursor: Sendable {
  private enum State: Sendable {
    case nothing
    case packed(NearestCursor<LazyTree<PackedTree>>)
    case dynamic(NearestCursor<LazyTree<DynamicTree>>)
    case several(MergedCursor)
  }

  private var state = State.nothing

  /// Merges the cursors of the parts of a set.
  init(_ set: _SetCore, from center: Coordinate, in outline: _RegionOutline?) {
    state = .several(MergedCursor(set, from: center, in: outline))
  }

  init(_ tree: PackedTree, from center: Coordinate, in outline: _RegionOutline?) {
    guard let tree = Self.kept(tree, in: outline) else { return }
    state = .packed(NearestCursor(tree, from: center))
  }

  init(_ tree: DynamicTree, from center: Coordinate, in outline: _RegionOutline?) {
    guard let tree = Self.kept(tree, in: outline) else { return }
    state = .dynamic(NearestCursor(tree, from: center))
  }

  /// The tree with the region; nil if the region is certainly empty.
  private static func kept<Tree: SearchTree>(
    _ tree: Tree, in outline: _RegionOutline?
  ) -> LazyTree<Tree>? {
    guard let outline else { return LazyTree(tree, in: nil) }
    guard let region = outline.searchRegion else { return nil }
    return LazyTree(tree, in: region)
  }

  /// Returns the next nearest point, nil after the farthest one.
  @usableFromInline
  internal mutating func next() -> Hit? {
    // The state is cleared during the call, so that the memory of the cursor is uniquely
    // referenced.
    switch state {
    case .nothing: return nil
    case .packed(var cursor):
      state = .nothing
      defer { state = .packed(cursor) }
      return cursor.next()
    case .dynamic(var cursor):
      state = .nothing
      defer { state = .dynamic(cursor) }
      return cursor.next()
    case .several(var cursor):
      state = .nothing
      defer { state = .several(cursor) }
      return cursor.next()
    }
  }
}

/// An element of a ``BinaryHeap``.
package protocol HeapElement: Sendable {
  /// Whether `a` must leave the heap before `b`.
  static func precedes(_ a: Self, _ b: Self) -> Bool
}

/// A binary heap, a priority queue.
///
/// Source: J. W. J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (1964),
/// doi:10.1145/512274.512284.
package struct BinaryHeap<Element: HeapElement>: Sendable {
  @usableFromInline
  internal var elements: [Element] = []

  @inlinable
  package init() {}

  @inlinable
  package var first: Element? { elements.first }
  @inlinable
  package var count: Int { elements.count }

  @inlinable
  package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Element.precedes(element, elements[parent]) else { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  @discardableResult
  @inlinable
  package mutating func removeFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if !elements.isEmpty { replaceFirst(last) }
    return first
  }

  /// Puts an element in place of the first; the heap must not be empty.
  @inlinable
  package mutating func replaceFirst(_ element: Element) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, Element.precedes(elements[child + 1], elements[child]) {
        child += 1
      }
      guard Element.precedes(elements[child], element) else { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = element
  }
}

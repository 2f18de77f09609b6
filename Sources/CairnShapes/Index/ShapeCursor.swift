public import CairnGeodesy
internal import CairnIndex

/// A lazy search for shapes in order of their distance from a place.
///
/// Nodes and shapes are in a heap by a lower bound of their distance; a shape is measured when no
/// other can be nearer. (G. R. Hjaltason and H. Samet, "Distance browsing in spatial databases",
/// ACM Transactions on Database Systems 24 (1999), doi:10.1145/320248.320255.)
public struct _ShapeCursor: Sendable {
  private let core: _ShapeCore
  private let center: Coordinate
  private let vector: SIMD3<Float>
  private var heap: [Waiting] = []

  private struct Waiting: Sendable {
    /// A lower bound of the distance in meters.
    let least: Double
    let kind: Kind
    /// A tag, or the number of a node.
    let number: Int

    enum Kind: Sendable, Equatable {
      case node(tree: Int, level: Int)
      case bounds
      case measured
    }

    /// Whether it is removed first: entries that may be as near as a measured shape come before it.
    func isBefore(_ other: Waiting) -> Bool {
      if least != other.least { return least < other.least }
      if (kind == .measured) != (other.kind == .measured) { return other.kind == .measured }
      return number < other.number
    }
  }

  @usableFromInline
  init(core: _ShapeCore, center: Coordinate) {
    self.core = core
    self.center = center
    vector = center.unitVector.rounded
    guard center.isValid else { return }
    for tree in core.trees.indices where core.trees[tree].count > 0 {
      push(Waiting(least: 0, kind: .node(tree: tree, level: core.trees[tree].top), number: 0))
    }
    for (tag, shape) in core.loose {
      push(
        Waiting(
          least: ChordBound.meters(shape.bounds.squaredChord(to: vector)), kind: .bounds,
          number: tag))
    }
  }

  /// Returns the next shape, or nil after the farthest one.
  @usableFromInline
  mutating func next() -> _ShapeHit? {
    while let waiting = pop() {
      switch waiting.kind {
      case .measured: return _ShapeHit(tag: waiting.number, distance: waiting.least)
      case .bounds:
        guard let shape = core.prepared(waiting.number) else { continue }
        push(
          Waiting(
            least: shape.distance(to: center), kind: .measured, number: waiting.number))
      case .node(let tree, let level): open(tree, level, waiting.number)
      }
    }
    return nil
  }

  private mutating func open(_ tree: Int, _ level: Int, _ node: Int) {
    let squared = core.trees[tree].levels[level][node].squaredChords(to: vector)
    for lane in 0..<BoundsTree.fanOut where squared[lane].isFinite {
      let child = node * BoundsTree.fanOut + lane
      push(
        Waiting(
          least: ChordBound.meters(squared[lane]),
          kind: level > 0 ? .node(tree: tree, level: level - 1) : .bounds,
          number: level > 0 ? child : Int(core.trees[tree].tags[child])))
    }
  }

  private mutating func push(_ waiting: Waiting) {
    heap.append(waiting)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() -> Waiting? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

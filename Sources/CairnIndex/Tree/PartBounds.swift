internal import CairnGeodesy
internal import CairnMemory

/// The boxes of the parts of a set, to find the parts that a query needs.
///
/// A ``VectorBox`` exceeds the points of its part by more than the error of a center that is
/// rounded to floats. So the squared chord from such a center to the box, computed with at most
/// eight roundings, is at most d² · (1 + 8u) for the true chord d to any point of the part; see
/// ``ChordSlack``. A part is skipped if it exceeds ``limit(within:)``, d² · (1 + 24u) for the chord
/// beyond which all places are outside.
struct PartBounds: Sendable {
  /// The boxes of the parts that are not empty, tagged by the numbers of the parts.
  let tree: BoundsTree
  /// The box of each part.
  private let boxes: [VectorBox]

  init(_ parts: [PackedTree]) {
    boxes = parts.map { $0.boundingBox }
    tree = BoundsTree(
      boxes.enumerated().filter { $0.element != .empty }
        .map { (UInt32(truncatingIfNeeded: $0.offset), $0.element) })
  }

  /// Whether a part may contain places of a box.
  func intersects(_ part: Int, _ box: VectorBox) -> Bool { boxes[part].intersects(box) }

  /// The squared chord beyond which no part has a place within a radius in meters.
  static func limit(within radius: Double) -> Float {
    ChordBand(radius: radius).far.squaredLimit(slack: 0)
  }

  /// Calls a closure with the numbers of the parts that may have places within a radius, in
  /// ascending order, until it returns false.
  func forEach(within radius: Double, of center: Coordinate, _ body: (Int) -> Bool) {
    guard radius >= 0, let query = SearchCenter(center) else { return }
    let place = SIMD3<Float>(query.vector)
    let limit = SIMD8(repeating: Self.limit(within: radius))
    forEach(where: { laneBits($0.squaredChords(to: place) .<= limit) }, body)
  }

  /// Calls a closure with the numbers of the parts that may have places in a box, in ascending
  /// order, until it returns false.
  func forEach(in box: VectorBox, _ body: (Int) -> Bool) {
    forEach(where: { $0.lanes(meeting: box) }, body)
  }

  /// Calls a closure with the numbers of the selected parts, in ascending order.
  @inline(__always)
  private func forEach(where judge: (BoundsNode) -> UInt32, _ body: (Int) -> Bool) {
    withScratch(of: UInt32.self, count: max(tree.count, 1)) { found in
      var count = 0
      tree.forEach(where: judge) { part in
        found[count] = part
        count += 1
        return true
      }
      found[0..<count].sortAscending()
      for index in 0..<count where !body(Int(found[index])) { return }
    }
  }
}

/// The parts of a set in order of a lower bound of their distances from a center.
struct PartQueue: Sendable {
  private let tree: BoundsTree
  private let center: SIMD3<Float>
  private var waiting = BinaryHeap<Bound>()

  /// A node of the tree, or a part.
  private struct Bound: HeapElement {
    /// The squared chord to the box.
    let squared: Float
    /// The level of a node, -1 for a part.
    let level: Int
    let place: Int

    static func precedes(_ a: Bound, _ b: Bound) -> Bool {
      a.squared != b.squared ? a.squared < b.squared : (a.level, a.place) < (b.level, b.place)
    }
  }

  /// Creates the queue of all parts; it is empty if the center is invalid.
  init(_ bounds: PartBounds, from center: Coordinate) {
    tree = bounds.tree
    guard let query = SearchCenter(center) else {
      self.center = SIMD3()
      return
    }
    self.center = SIMD3(query.vector)
    waiting.insert(Bound(squared: 0, level: tree.top, place: 0))
  }

  /// Whether all parts have been removed.
  var isEmpty: Bool { waiting.count == 0 }

  /// Removes the next part, and returns its number; nil if the squared chords of all others exceed
  /// a limit.
  mutating func next(within limit: Float) -> Int? {
    while let first = waiting.first, first.squared <= limit {
      waiting.removeFirst()
      guard first.level >= 0 else { return first.place }
      let squared = tree.levels[first.level][first.place].squaredChords(to: center)
      for lane in 0..<BoundsTree.fanOut where squared[lane] < .infinity {
        let child = first.place * BoundsTree.fanOut + lane
        waiting.insert(
          Bound(
            squared: squared[lane], level: first.level - 1,
            place: first.level > 0 ? child : Int(tree.tags[child])))
      }
    }
    return nil
  }
}

extension SIMD3<Float> {
  fileprivate init(_ vector: UnitVector) {
    self.init(Float(vector.x), Float(vector.y), Float(vector.z))
  }
}

extension PackedTree {
  /// A box that contains all points; the whole sphere if the root of a file is damaged, so that
  /// queries find that out.
  fileprivate var boundingBox: VectorBox {
    guard count > 0 else { return .empty }
    guard isReadable(node: 0, atLevel: rootLevel) else { return VectorBox(BoundingBox.world) }
    let start = boxes(ofNode: 0, atLevel: rootLevel)
    let frame = frame(at: start)
    var box = VectorBox.empty
    for lane in start..<(start + PackedLayout.fanOut) where boxes[lane] < .infinity {
      box.add(frame.place(boxes, at: lane), reach: Double(frame.slack))
      box.add(frame.place(boxes, at: lane + BoxRow.greatestX), reach: Double(frame.slack))
    }
    return box
  }
}

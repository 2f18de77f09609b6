internal import CairnGeodesy
internal import CairnMemory

/// The points of polygons, as a tree asks for them.
///
/// A polygon is prepared when it is made: it tells in which of its cells no edge runs. So a node
/// with all its points on one side is taken or left as a whole, and a point near an edge costs
/// what ``GeoPolygon/contains(_:)`` costs. Of many polygons a tree of boxes tells which are near a
/// node, and these are asked as a few are.
struct PolygonRegion: SearchRegion {
  private let polygons: [GeoPolygon]
  /// The box of each.
  private let boxes: [BoxRegion]
  /// What is taller is not asked about as a whole: a quarter of how far a polygon reaches from
  /// south to north, as a difference of heights above the plane of the equator.
  private let heights: [Float]
  /// Which of many polygons are near; nil for a few.
  private let tree: BoundsTree?
  /// A few boxes that together hold all of the polygons.
  private let outer: [BoxRegion]

  /// More polygons than this are in a tree.
  private static let mostAlone = 4

  /// Nil when there is nothing in the polygons.
  init?(_ polygons: [GeoPolygon]) {
    self.polygons = polygons.filter { !$0.boundingBox.isEmpty }
    let degrees = self.polygons.map { $0.boundingBox }
    guard !degrees.isEmpty else { return nil }
    boxes = degrees.compactMap(BoxRegion.init)
    let bounds = degrees.map { VectorBox($0) }
    heights = bounds.map { ($0.greatest.z - $0.least.z) / 4 }
    if degrees.count > Self.mostAlone {
      tree = BoundsTree(zip(0..., bounds).map { (tag: $0, box: $1) })
      outer = [BoundingBox(holding: degrees)].compactMap(BoxRegion.init)
    } else {
      tree = nil
      outer = boxes
    }
  }

  func classify(boxes rows: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var masks = ChildMasks(possible: 0, whole: 0)
    guard let tree else {
      for number in polygons.indices { classify(number, rows, at: start, frame, &masks) }
      return masks
    }
    let lanes = outer[0].classify(boxes: rows, at: start, in: frame).possible
    guard lanes != 0 else { return masks }
    let node = VectorBox(boxes: rows, at: start, lanes, in: frame)
    var near = SIMD8<UInt32>()
    var count = 0
    let areFew = tree.forEach(where: { $0.lanes(meeting: node) }) { number in
      guard count < near.scalarCount else { return false }
      near[count] = number
      count += 1
      return true
    }
    if areFew {
      for index in 0..<count { classify(Int(near[index]), rows, at: start, frame, &masks) }
      return masks
    }
    // What many polygons have of a node is left to smaller ones.
    var rest = lanes
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest ^= bit
      let child = VectorBox(boxes: rows, at: start, bit, in: frame)
      let isNowhere = tree.forEach(where: { $0.lanes(meeting: child) }) { _ in false }
      if !isNowhere { masks.possible |= bit }
    }
    return masks
  }

  /// Adds what a polygon has of the boxes of a node.
  @inline(__always)
  private func classify(
    _ number: Int, _ rows: Slab<Float>, at start: Int, _ frame: NodeFrame,
    _ masks: inout ChildMasks
  ) {
    let height = heights[number]
    var rest = boxes[number].classify(boxes: rows, at: start, in: frame).possible & ~masks.whole
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      let row = start &+ lane
      // What is not much smaller than the polygon is seldom on one side of all edges.
      guard rows[row &+ BoxRow.greatestZ] - rows[row &+ BoxRow.leastZ] < height,
        let rectangle = DegreeRectangle(boxes: rows, at: row, in: frame)
      else {
        masks.possible |= bit
        continue
      }
      // Another polygon might have all of what one has a part of.
      let answer = polygons[number].containsAllOrNone(of: rectangle)
      if answer != false { masks.possible |= bit }
      if answer == true { masks.whole |= bit }
    }
  }

  func classify(points: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in outer { possible |= box.classify(points: points, at: start, in: frame).possible }
    return ChildMasks(possible: possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    // By index: a polygon is large to copy.
    guard let tree else {
      for index in polygons.indices where polygons[index].contains(coordinate) { return true }
      return false
    }
    let vector = coordinate.unitVector
    let place = SIMD3(Float(vector.x), Float(vector.y), Float(vector.z))
    return !tree.forEach(where: { $0.lanes(holding: place) }) { number in
      !polygons[Int(number)].contains(coordinate)
    }
  }

  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    guard let tree else { return containedEach(lanes, degrees, at: start) }
    let leaf = VectorBox(points: points, at: row, lanes, in: frame)
    var rest = lanes
    tree.forEach(where: { $0.lanes(meeting: leaf) }) { number in
      let number = Int(number)
      var near = boxes[number].classify(points: points, at: row, in: frame).possible & rest
      while near != 0 {
        let bit = near & (0 &- near)
        near ^= bit
        if polygons[number].contains(degrees[start &+ bit.trailingZeroBitCount]) { rest ^= bit }
      }
      return rest != 0
    }
    return lanes ^ rest
  }
}

extension VectorBox {
  /// The box around some boxes of a node.
  fileprivate init(boxes: Slab<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
    self = .empty
    forEachLane(lanes) { lane in
      let row = start &+ lane
      formUnion(
        least: SIMD3(
          boxes[row &+ BoxRow.leastX], boxes[row &+ BoxRow.leastY], boxes[row &+ BoxRow.leastZ]),
        greatest: SIMD3(
          boxes[row &+ BoxRow.greatestX], boxes[row &+ BoxRow.greatestY],
          boxes[row &+ BoxRow.greatestZ]))
    }
    self = moved(from: frame)
  }

  /// The box around some points of a leaf.
  fileprivate init(points: Slab<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
    self = .empty
    forEachLane(lanes) { lane in
      let row = start &+ lane
      let point = SIMD3(
        points[row &+ PointRow.x], points[row &+ PointRow.y], points[row &+ PointRow.z])
      formUnion(least: point, greatest: point)
    }
    self = moved(from: frame)
  }

  /// A box in the frame of a node as one of the sphere, rounded outwards.
  private func moved(from frame: NodeFrame) -> VectorBox {
    func bound(_ value: Float, _ origin: Double, _ slack: Float) -> Float {
      Float(origin + Double(value) + Double(slack))
    }
    let origin = frame.origin
    let slack = frame.slack
    return VectorBox(
      least: SIMD3(
        bound(least.x, origin.x, -slack).nextDown, bound(least.y, origin.y, -slack).nextDown,
        bound(least.z, origin.z, -slack).nextDown),
      greatest: SIMD3(
        bound(greatest.x, origin.x, slack).nextUp, bound(greatest.y, origin.y, slack).nextUp,
        bound(greatest.z, origin.z, slack).nextUp))
  }
}

/// Calls a closure with the number of each bit that is set.
@inline(__always)
private func forEachLane(_ lanes: UInt32, _ body: (Int) -> Void) {
  var rest = lanes
  while rest != 0 {
    body(rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}

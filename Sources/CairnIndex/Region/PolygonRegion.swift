internal import CairnGeodesy
internal import CairnMemory

/// The search structure of many polygons.
///
/// A tree of boxes finds the polygons near a node, and only these are tested, as in
/// ``SmallPolygonSet``.
struct PolygonRegion: SearchRegion {
  private let polygons: [GeoPolygon]
  /// The box of each polygon.
  private let boxes: [BoxRegion]
  /// The tree of boxes, to find the near polygons.
  private let tree: BoundsTree
  /// The box around all polygons.
  private let outer: BoxRegion

  /// Returns nil if all polygons are empty.
  init?(_ polygons: [GeoPolygon]) {
    self.polygons = polygons.filter { !$0.boundingBox.isEmpty }
    let degrees = self.polygons.map { $0.boundingBox }
    guard let outer = BoxRegion(BoundingBox(holding: degrees)) else { return nil }
    self.outer = outer
    boxes = degrees.compactMap(BoxRegion.init)
    tree = BoundsTree(degrees.enumerated().map { (UInt32($0.offset), VectorBox($0.element)) })
  }

  func classify(boxes rows: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var masks = ChildMasks(possible: 0, whole: 0)
    let lanes = outer.classify(boxes: rows, at: start, in: frame).possible
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
    // If many polygons are near a node, they are tested only for its descendants.
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

  /// Adds the masks of a polygon for the boxes of a node.
  @inline(__always)
  private func classify(
    _ number: Int, _ rows: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame,
    _ masks: inout ChildMasks
  ) {
    let lanes = boxes[number].classify(boxes: rows, at: start, in: frame).possible
    // Lanes that are possible for one polygon are tested again, since another may contain them
    // entirely.
    let more = ChildMasks(judging: lanes & ~masks.whole) { lane in
      guard let rectangle = DegreeRectangle(boxes: rows, at: start &+ lane, in: frame) else {
        return .crossing
      }
      return polygons[number].relation(to: rectangle)
    }
    masks.possible |= more.possible
    masks.whole |= more.whole
  }

  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    ChildMasks(
      possible: outer.classify(points: points, at: start, in: frame).possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    let vector = coordinate.unitVector
    let place = SIMD3(Float(vector.x), Float(vector.y), Float(vector.z))
    return !tree.forEach(where: { $0.lanes(holding: place) }) { number in
      !polygons[Int(number)].contains(coordinate)
    }
  }

  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
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
  /// Creates the box around some boxes of a node.
  init(boxes: UnsafeBuffer<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
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

  /// Creates the box around some points of a leaf.
  init(points: UnsafeBuffer<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
    self = .empty
    forEachLane(lanes) { lane in
      let row = start &+ lane
      let point = SIMD3(
        points[row &+ PointRow.x], points[row &+ PointRow.y], points[row &+ PointRow.z])
      formUnion(least: point, greatest: point)
    }
    self = moved(from: frame)
  }

  /// Converts a box in the frame of a node to absolute vectors, rounded outward.
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

/// Calls a closure with the index of each set bit.
@inline(__always)
private func forEachLane(_ lanes: UInt32, _ body: (Int) -> Void) {
  var rest = lanes
  while rest != 0 {
    body(rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}

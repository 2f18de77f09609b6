internal import CairnGeodesy
internal import CairnMemory

/// The points of many polygons, as a tree asks for them.
///
/// A tree of boxes tells which polygons are near a node, and these are asked as a few are: see
/// ``FewPolygons``.
struct PolygonRegion: SearchRegion {
  private let polygons: [GeoPolygon]
  /// The box of each.
  private let boxes: [BoxRegion]
  /// Which polygons are near.
  private let tree: BoundsTree
  /// All polygons are in it.
  private let outer: BoxRegion

  /// Nil when there is nothing in the polygons.
  init?(_ polygons: [GeoPolygon]) {
    self.polygons = polygons.filter { !$0.boundingBox.isEmpty }
    let degrees = self.polygons.map { $0.boundingBox }
    guard let outer = BoxRegion(BoundingBox(holding: degrees)) else { return nil }
    self.outer = outer
    boxes = degrees.compactMap(BoxRegion.init)
    tree = BoundsTree(degrees.enumerated().map { (UInt32($0.offset), VectorBox($0.element)) })
  }

  func classify(boxes rows: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
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
    let lanes = boxes[number].classify(boxes: rows, at: start, in: frame).possible
    // Another polygon might have all of what one has a part of.
    let more = ChildMasks(judging: lanes & ~masks.whole) { lane in
      guard let rectangle = DegreeRectangle(boxes: rows, at: start &+ lane, in: frame) else {
        return .crossing
      }
      return polygons[number].relation(to: rectangle)
    }
    masks.possible |= more.possible
    masks.whole |= more.whole
  }

  func classify(points: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
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
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
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
  /// The box around some boxes of a node.
  init(boxes: Slab<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
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
  init(points: Slab<Float>, at start: Int, _ lanes: UInt32, in frame: NodeFrame) {
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

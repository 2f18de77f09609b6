internal import CairnGeodesy
internal import CairnMemory

/// The search structure of a union of many regions of any kind.
///
/// A tree of boxes finds the regions near a node or a place, and only these are evaluated, as
/// ``PolygonRegion`` does for polygons.
struct ManyRegions: SearchRegion {
  private let regions: [PreparedRegion]
  /// The tree of boxes, to find the near regions.
  private let tree: BoundsTree
  /// The box around all regions.
  private let outer: BoxRegion

  /// The maximum number of regions that are evaluated one by one, without a tree.
  static let few = 4

  /// Returns nil if all boxes of the regions are empty.
  init?(_ parts: [(box: BoundingBox, region: PreparedRegion)]) {
    guard let outer = BoxRegion(BoundingBox(holding: parts.lazy.map { $0.box })) else {
      return nil
    }
    self.outer = outer
    regions = parts.map { $0.region }
    tree = BoundsTree(
      parts.enumerated().map {
        (UInt32(truncatingIfNeeded: $0.offset), VectorBox($0.element.box))
      })
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
      for index in 0..<count where masks.whole != 0xFFFF {
        let part = regions[Int(near[index])].classify(boxes: rows, at: start, in: frame)
        masks.possible |= part.possible
        masks.whole |= part.whole
      }
      return masks
    }
    // If many regions are near a node, they are evaluated only for its descendants.
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

  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    ChildMasks(
      possible: outer.classify(points: points, at: start, in: frame).possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    let vector = coordinate.unitVector
    let place = SIMD3(Float(vector.x), Float(vector.y), Float(vector.z))
    return !tree.forEach(where: { $0.lanes(holding: place) }) { number in
      !regions[Int(number)].contains(coordinate)
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
      rest &= ~regions[Int(number)].judged(
        rest, points: points, at: row, degrees: degrees, at: start, frame)
      return rest != 0
    }
    return lanes ^ rest
  }
}

internal import CairnMemory

// The vector work over the sixteen lanes of a node and the places of a leaf, four at a time.
extension DynamicTree {
  /// The lane of a node in which a point belongs: the nearest box, and of several boxes that
  /// are equally near the smallest.
  @inline(__always)
  internal func chooseLane(_ node: Int32, for point: DynamicPoint) -> Int32 {
    let start = boxes(of: node)
    let x = SIMD4(repeating: point.x)
    let y = SIMD4(repeating: point.y)
    let z = SIMD4(repeating: point.z)
    let first = boxes.squaredDistances(start, x, y, z)
    let second = boxes.squaredDistances(start &+ 4, x, y, z)
    let third = boxes.squaredDistances(start &+ 8, x, y, z)
    let fourth = boxes.squaredDistances(start &+ 12, x, y, z)
    let least = SIMD4(repeating: lesser(lesser(first, second), lesser(third, fourth)).least)
    var mask = LaneMask()
    mask.set(quad: 0, first .<= least)
    mask.set(quad: 1, second .<= least)
    mask.set(quad: 2, third .<= least)
    mask.set(quad: 3, fourth .<= least)
    var rest = mask.lanes
    var best = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
    rest &= rest &- 1
    if rest != 0 {
      var smallest = box(node, best).halfSurface
      while rest != 0 {
        let lane = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
        let surface = box(node, lane).halfSurface
        if surface < smallest {
          smallest = surface
          best = lane
        }
      }
    }
    return best
  }

  /// The box of all children of a node.
  internal func bounds(ofNode node: Int32) -> DynamicBox {
    let start = boxes(of: node)
    var box = DynamicBox()
    box.lowX = least(row: start)
    box.lowY = least(row: start &+ BoxRow.leastY)
    box.lowZ = least(row: start &+ BoxRow.leastZ)
    box.highX = greatest(row: start &+ BoxRow.greatestX)
    box.highY = greatest(row: start &+ BoxRow.greatestY)
    box.highZ = greatest(row: start &+ BoxRow.greatestZ)
    return box
  }

  @inline(__always)
  private func least(row: Int) -> Float {
    lesser(
      lesser(boxes[quad: row], boxes[quad: row &+ 4]),
      lesser(boxes[quad: row &+ 8], boxes[quad: row &+ 12])
    ).least
  }

  @inline(__always)
  private func greatest(row: Int) -> Float {
    greater(
      greater(boxes[quad: row], boxes[quad: row &+ 4]),
      greater(boxes[quad: row &+ 8], boxes[quad: row &+ 12])
    ).greatest
  }

  /// The box of the points of a leaf.
  internal func bounds(ofLeaf leaf: Int32) -> DynamicBox {
    let start = points(of: leaf)
    var box = DynamicBox()
    (box.lowX, box.highX) = range(row: start)
    (box.lowY, box.highY) = range(row: start &+ PointRow.y)
    (box.lowZ, box.highZ) = range(row: start &+ PointRow.z)
    return box
  }

  /// The least and the greatest value of a row of a leaf, without the free places.
  @inline(__always)
  private func range(row: Int) -> (Float, Float) {
    var low = SIMD4<Float>(repeating: .infinity)
    var high = SIMD4<Float>(repeating: -.infinity)
    let beyond = SIMD4<Float>(repeating: -.infinity)
    for quad in 0..<4 {
      let values = points[quad: row &+ 4 &* quad]
      low = lesser(low, values)
      high = greater(high, values.replacing(with: beyond, where: values .== .infinity))
    }
    return (low.least, high.greatest)
  }
}

extension Slab<Float> {
  /// Four squared distances of a point from the boxes of a node; infinite for free lanes.
  @inline(__always)
  fileprivate func squaredDistances(
    _ start: Int, _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>
  ) -> SIMD4<Float> {
    let outsideX = greater(self[quad: start] - x, x - self[quad: start &+ BoxRow.greatestX])
    let outsideY = greater(
      self[quad: start &+ BoxRow.leastY] - y, y - self[quad: start &+ BoxRow.greatestY])
    let outsideZ = greater(
      self[quad: start &+ BoxRow.leastZ] - z, z - self[quad: start &+ BoxRow.greatestZ])
    let awayX = greater(outsideX, SIMD4())
    let awayY = greater(outsideY, SIMD4())
    let awayZ = greater(outsideZ, SIMD4())
    return awayX * awayX + awayY * awayY + awayZ * awayZ
  }
}

extension SIMD4<Float> {
  /// The least lane.
  @inline(__always)
  internal var least: Float {
    let two = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return two.y < two.x ? two.y : two.x
  }

  /// The greatest lane.
  @inline(__always)
  internal var greatest: Float {
    let two = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    return two.y > two.x ? two.y : two.x
  }
}

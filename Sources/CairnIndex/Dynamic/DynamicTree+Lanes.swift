internal import CairnMemory

// SIMD operations on the sixteen lanes of a node or the points of a leaf, four at a time.
extension DynamicTree {
  /// The lane of a node that a point belongs to: the smallest box that contains it, or else the
  /// nearest box.
  @inline(__always)
  internal func chooseLane(_ node: Int32, for point: DynamicPoint) -> Int32 {
    boxes.laneOfNode(at: boxes(of: node), for: point)
  }

  /// The box of all children of a node.
  @inline(__always)
  internal func bounds(ofNode node: Int32) -> DynamicBox {
    boxes.boundsOfNode(at: boxes(of: node))
  }

  /// The box of the points of a leaf.
  @inline(__always)
  internal func bounds(ofLeaf leaf: Int32) -> DynamicBox {
    points.boundsOfLeaf(at: points(of: leaf), without: -1)
  }

  /// The box of the points of a leaf except one.
  @inline(__always)
  internal func bounds(ofLeaf leaf: Int32, without place: Int32) -> DynamicBox {
    points.boundsOfLeaf(at: points(of: leaf), without: place)
  }
}

// These are methods of the buffer, not of the tree, because a call that is not inlined would copy
// the whole tree, forty words, to the stack.
extension UnsafeBuffer<Float> {
  /// See ``DynamicTree/chooseLane(_:for:)``.
  ///
  /// Each lane gets one key, so that no branch depends on the point: half the surface area of a box
  /// that contains it, or the squared distance of any other box, scaled beyond every area.
  @inline(__always)
  fileprivate func laneOfNode(at start: Int, for point: DynamicPoint) -> Int32 {
    let x = SIMD4(repeating: point.x)
    let y = SIMD4(repeating: point.y)
    let z = SIMD4(repeating: point.z)
    let node = part(at: start, width: PackedLayout.nodeFloats)
    return withScratch(of: Float.self, count: PackedLayout.fanOut) { keys in
      var least = SIMD4<Float>(repeating: .infinity)
      forEachQuad { quad in
        let row = 4 &* quad
        let lowX = node[quad: row]
        let lowY = node[quad: row &+ BoxRow.leastY]
        let lowZ = node[quad: row &+ BoxRow.leastZ]
        let highX = node[quad: row &+ BoxRow.greatestX]
        let highY = node[quad: row &+ BoxRow.greatestY]
        let highZ = node[quad: row &+ BoxRow.greatestZ]
        let awayX = greater(greater(lowX - x, x - highX), SIMD4())
        let awayY = greater(greater(lowY - y, y - highY), SIMD4())
        let awayZ = greater(greater(lowZ - z, z - highZ), SIMD4())
        let distance = awayX * awayX + awayY * awayY + awayZ * awayZ
        let sideX = highX - lowX
        let sideY = highY - lowY
        let sideZ = highZ - lowZ
        let surface = sideX * sideY + sideY * sideZ + sideZ * sideX
        let key = surface.replacing(with: distance * 0x1p60, where: distance .> SIMD4())
        keys[quad: 4 &* quad] = key
        least = lesser(least, key)
      }
      let first = least.leastEverywhere
      var mask = LaneMask()
      forEachQuad { mask.set(quad: $0, keys[quad: 4 &* $0] .<= first) }
      return Int32(truncatingIfNeeded: mask.lanes.trailingZeroBitCount)
    }
  }

  @inline(never)
  fileprivate func boundsOfNode(at start: Int) -> DynamicBox {
    var box = DynamicBox()
    let node = part(at: start, width: PackedLayout.nodeFloats)
    box.lowX = node.least(row: 0)
    box.lowY = node.least(row: BoxRow.leastY)
    box.lowZ = node.least(row: BoxRow.leastZ)
    box.highX = node.greatest(row: BoxRow.greatestX)
    box.highY = node.greatest(row: BoxRow.greatestY)
    box.highZ = node.greatest(row: BoxRow.greatestZ)
    return box
  }

  /// The box of the points of a leaf without the one at a place, which need not have been removed
  /// yet: a wide load right after narrower stores to the same memory stalls until they complete.
  @inline(never)
  fileprivate func boundsOfLeaf(at start: Int, without place: Int32) -> DynamicBox {
    var box = DynamicBox()
    let leaf = part(at: start, width: PackedLayout.leafFloats)
    (box.lowX, box.highX) = leaf.range(row: 0, without: place)
    (box.lowY, box.highY) = leaf.range(row: PointRow.y, without: place)
    (box.lowZ, box.highZ) = leaf.range(row: PointRow.z, without: place)
    return box.lowX < .infinity ? box : DynamicBox()
  }

  @inline(__always)
  private func least(row: Int) -> Float {
    lesser(
      lesser(self[quad: row], self[quad: row &+ 4]),
      lesser(self[quad: row &+ 8], self[quad: row &+ 12])
    ).leastEverywhere.x
  }

  @inline(__always)
  private func greatest(row: Int) -> Float {
    greater(
      greater(self[quad: row], self[quad: row &+ 4]),
      greater(self[quad: row &+ 8], self[quad: row &+ 12])
    ).greatestEverywhere.x
  }

  /// The minimum and maximum of a row of a leaf, without the free places and a given one.
  @inline(__always)
  private func range(row: Int, without place: Int32) -> (Float, Float) {
    let none = SIMD4<Float>(repeating: .infinity)
    let places = SIMD4<Int32>(0, 1, 2, 3)
    let first = self[quad: row].replacing(
      with: none, where: places .== SIMD4(repeating: place))
    let second = self[quad: row &+ 4].replacing(
      with: none, where: places .== SIMD4(repeating: place &- 4))
    let third = self[quad: row &+ 8].replacing(
      with: none, where: places .== SIMD4(repeating: place &- 8))
    let fourth = self[quad: row &+ 12].replacing(
      with: none, where: places .== SIMD4(repeating: place &- 12))
    let low = lesser(lesser(first, second), lesser(third, fourth)).leastEverywhere
    let high = greater(
      greater(
        first.replacing(with: low, where: first .== none),
        second.replacing(with: low, where: second .== none)),
      greater(
        third.replacing(with: low, where: third .== none),
        fourth.replacing(with: low, where: fourth .== none)))
    return (low.x, high.greatestEverywhere.x)
  }
}

internal import CairnGeodesy

/// A point while the tree is built.
struct BuildPoint: BitwiseCopyable {
  var x: Float
  var y: Float
  var z: Float
  /// The place of the point among those that are given.
  var index: UInt32
}

extension PackedTree {
  /// Builds a tree.
  ///
  /// - Parameters:
  ///   - coordinates: the points, all valid.
  ///   - offsets: the place of each in the input; nil when it is the same.
  init(_ coordinates: [Coordinate], offsets: [UInt32]?) {
    let layout = PackedLayout(count: coordinates.count)
    self.init(memory: PackedMemory(byteCount: layout.byteCount), layout: layout)
    writeHeader(layout)
    withScratch(of: BuildPoint.self, count: coordinates.count) { order in
      for index in coordinates.indices {
        let vector = coordinates[index].unitVector
        order[index] = BuildPoint(
          x: Float(vector.x), y: Float(vector.y), z: Float(vector.z),
          index: UInt32(truncatingIfNeeded: index))
      }
      arrange(order, height: height)
      fillLeaves(order, coordinates, offsets)
    }
    fillGroups(layout)
  }

  private func writeHeader(_ layout: PackedLayout) {
    for word in 0..<header.count { header[word] = 0 }
    header[0] = UInt64(layout.count)
    header[1] = UInt64(layout.height)
    for height in 1...layout.height {
      header[1 + height] = UInt64(layout.groups(atHeight: height).first)
    }
  }

  /// Orders points so that the children of a node of the given height, and their children, each
  /// hold neighbours: halved again and again where the box is longest.
  private func arrange(_ order: Slab<BuildPoint>, height: Int) {
    var capacity = 1 << (PackedLayout.fanOutShift * height)
    // A range that fits into one child is arranged as that child's node.
    while capacity >= PackedLayout.fanOut, order.count <= capacity {
      capacity >>= PackedLayout.fanOutShift
    }
    guard capacity >= PackedLayout.fanOut else { return }
    let children = (order.count + capacity - 1) / capacity
    let middle = (children + 1) / 2 * capacity
    switch longestAxis(of: order) {
    case 0: order.select(middle) { $0.x < $1.x }
    case 1: order.select(middle) { $0.y < $1.y }
    default: order.select(middle) { $0.z < $1.z }
    }
    arrange(order[0..<middle], height: height)
    arrange(order[middle..<order.count], height: height)
  }

  private func longestAxis(of order: Slab<BuildPoint>) -> Int {
    var least = SIMD4<Float>(repeating: .infinity)
    var greatest = SIMD4<Float>(repeating: -.infinity)
    for position in 0..<order.count {
      let point = order[position]
      let vector = SIMD4(point.x, point.y, point.z, 0)
      least = lesser(least, vector)
      greatest = greater(greatest, vector)
    }
    let extent = greatest - least
    if extent.x >= extent.y, extent.x >= extent.z { return 0 }
    return extent.y >= extent.z ? 1 : 2
  }

  private func fillLeaves(
    _ order: Slab<BuildPoint>, _ coordinates: [Coordinate], _ given: [UInt32]?
  ) {
    for position in 0..<order.count {
      let point = order[position]
      let index = Int(point.index)
      let lane = position & (PackedLayout.fanOut - 1)
      let row = (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats + lane
      points[row] = point.x
      points[row + 16] = point.y
      points[row + 32] = point.z
      degrees[position] = coordinates[index]
      offsets[position] = given?[index] ?? point.index
    }
    // Lanes without a point are infinitely far from everything.
    for position in order.count..<(points.count / 3) {
      let lane = position & (PackedLayout.fanOut - 1)
      let row = (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats + lane
      for axis in 0..<3 { points[row + 16 * axis] = .infinity }
    }
  }

  private func fillGroups(_ layout: PackedLayout) {
    var children = layout.leafCount
    for height in 1...layout.height {
      let (first, width) = layout.groups(atHeight: height)
      for child in 0..<(width * PackedLayout.fanOut) {
        let lane = child & (PackedLayout.fanOut - 1)
        let row = (first + child >> PackedLayout.fanOutShift) * PackedLayout.groupFloats + lane
        for axis in 0..<3 {
          let (least, greatest) =
            child >= children
            ? (Float.infinity, -Float.infinity)
            : height == 1
              ? bounds(ofLeaf: child, axis: axis)
              : bounds(ofGroup: layout.groups(atHeight: height - 1).first + child, axis: axis)
          groups[row + 16 * axis] = least
          groups[row + 16 * (axis + 3)] = greatest
        }
      }
      children = width
    }
  }

  func bounds(ofLeaf leaf: Int, axis: Int) -> (Float, Float) {
    var least = Float.infinity
    var greatest = -Float.infinity
    let row = leaf * PackedLayout.leafFloats + 16 * axis
    for lane in 0..<positions(ofChild: leaf, ofHeight: 1).count {
      least = min(least, points[row + lane])
      greatest = max(greatest, points[row + lane])
    }
    return (least, greatest)
  }

  func bounds(ofGroup group: Int, axis: Int) -> (Float, Float) {
    var least = Float.infinity
    var greatest = -Float.infinity
    let row = group * PackedLayout.groupFloats + 16 * axis
    for lane in 0..<16 {
      least = min(least, groups[row + lane])
      greatest = max(greatest, groups[row + lane + 48])
    }
    return (least, greatest)
  }
}

extension Slab where Value == BuildPoint {
  /// Moves the `wanted` least points before all others.
  @inline(__always)
  func select(_ wanted: Int, by precedes: (BuildPoint, BuildPoint) -> Bool) {
    var low = 0
    var high = count - 1
    while low < high {
      // The median of three as pivot; equal points stop both scans, so they are spread evenly.
      let middle = low + (high - low) / 2
      if precedes(self[middle], self[low]) { swap(middle, low) }
      if precedes(self[high], self[low]) { swap(high, low) }
      if precedes(self[high], self[middle]) { swap(high, middle) }
      let pivot = self[middle]
      var left = low
      var right = high
      while left <= right {
        while precedes(self[left], pivot) { left += 1 }
        while precedes(pivot, self[right]) { right -= 1 }
        if left <= right {
          swap(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return
      }
    }
  }

  @inline(__always)
  private func swap(_ a: Int, _ b: Int) {
    let value = self[a]
    self[a] = self[b]
    self[b] = value
  }
}

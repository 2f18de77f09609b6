internal import CairnGeodesy
internal import CairnMemory

extension PackedTree {
  /// Builds a tree.
  ///
  /// - Parameters:
  ///   - coordinates: the points, all valid.
  ///   - offsets: the place of each in the input; nil when it is the same.
  ///   - threads: how many threads may work; the tree does not depend on it.
  init(_ coordinates: [Coordinate], offsets: [UInt32]?, threads: Int) {
    let layout = PackedLayout(count: coordinates.count)
    self.init(memory: PackedMemory(byteCount: layout.byteCount), layout: layout)
    writeHeader(layout)
    withScratch(of: BuildPoint.self, count: coordinates.count) { order in
      inParts(coordinates.count, threads: threads) { _, range in
        for index in range {
          let vector = coordinates[index].unitVector
          order[index] = BuildPoint(
            x: Float(vector.x), y: Float(vector.y), z: Float(vector.z),
            index: UInt32(truncatingIfNeeded: index))
        }
      }
      order.arrange(level: rootLevel, threads: threads)
      inParts(coordinates.count, threads: threads) { _, range in fillLeaves(order, range) }
      fillEmptyLanes()
    }
    // When the order is no longer in memory.
    inParts(coordinates.count, threads: threads) { _, range in
      fillDegrees(range, coordinates, offsets)
    }
    fillGaps(layout)
    fillNodes(layout)
  }

  /// What stands behind degrees and offsets up to the next line of the cache is part of a file, too.
  private func fillGaps(_ layout: PackedLayout) {
    let ends = [
      (layout.degreesOffset + layout.count * PackedLayout.degreeBytes)..<layout.offsetsOffset,
      (layout.offsetsOffset + layout.count * PackedLayout.offsetBytes)..<layout.byteCount,
    ]
    for gap in ends {
      let bytes = Slab<UInt8>(memory, byteOffset: gap.lowerBound, count: gap.count)
      for index in 0..<gap.count { bytes[index] = 0 }
    }
  }

  private func writeHeader(_ layout: PackedLayout) {
    for word in 0..<header.count { header[word] = 0 }
    header[0] = UInt64(layout.count)
    header[1] = UInt64(layout.rootLevel)
    for level in 1...layout.rootLevel {
      header[1 + level] = UInt64(layout.nodes(atLevel: level).first)
    }
  }

  private func fillLeaves(_ order: Slab<BuildPoint>, _ range: Range<Int>) {
    for position in range {
      let point = order[position]
      let lane = position & (PackedLayout.fanOut - 1)
      let row = (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats + lane
      points[row] = point.x
      points[row + PointRow.y] = point.y
      points[row + PointRow.z] = point.z
      offsets[position] = point.index
    }
  }

  private func fillDegrees(_ range: Range<Int>, _ coordinates: [Coordinate], _ given: [UInt32]?) {
    for position in range {
      let index = Int(offsets[position])
      degrees[position] = coordinates[index]
      if let given { offsets[position] = given[index] }
    }
  }

  /// Lanes without a point are infinitely far from everything.
  private func fillEmptyLanes() {
    for position in count..<(points.count / 3) {
      let lane = position & (PackedLayout.fanOut - 1)
      let row = (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats + lane
      for axis in 0..<3 { points[row + PackedLayout.fanOut * axis] = .infinity }
    }
  }

  private func fillNodes(_ layout: PackedLayout) {
    var children = layout.leafCount
    for level in 1...layout.rootLevel {
      let (first, width) = layout.nodes(atLevel: level)
      for child in 0..<(width * PackedLayout.fanOut) {
        let lane = child & (PackedLayout.fanOut - 1)
        let row = (first + child >> PackedLayout.fanOutShift) * PackedLayout.nodeFloats + lane
        for axis in 0..<3 {
          let (least, greatest) =
            child >= children
            ? (Float.infinity, -Float.infinity)
            : level == 1
              ? bounds(ofLeaf: child, axis: axis)
              : bounds(ofNode: layout.nodes(atLevel: level - 1).first + child, axis: axis)
          boxes[row + PackedLayout.fanOut * axis] = least
          boxes[row + PackedLayout.fanOut * (axis + 3)] = greatest
        }
      }
      children = width
    }
  }

  func bounds(ofLeaf leaf: Int, axis: Int) -> (Float, Float) {
    var least = Float.infinity
    var greatest = -Float.infinity
    let row = leaf * PackedLayout.leafFloats + PackedLayout.fanOut * axis
    for lane in 0..<positions(ofChild: leaf, atLevel: 1).count {
      least = min(least, points[row + lane])
      greatest = max(greatest, points[row + lane])
    }
    return (least, greatest)
  }

  func bounds(ofNode node: Int, axis: Int) -> (Float, Float) {
    var least = Float.infinity
    var greatest = -Float.infinity
    let row = node * PackedLayout.nodeFloats + PackedLayout.fanOut * axis
    for lane in 0..<PackedLayout.fanOut {
      least = min(least, boxes[row + lane])
      greatest = max(greatest, boxes[row + lane + BoxRow.greatestX])
    }
    return (least, greatest)
  }
}

/// A point while the tree is built.
struct BuildPoint: BitwiseCopyable {
  /// The unit vector; the last lane holds the bits of the point's index.
  var lanes: SIMD4<Float>

  init(x: Float, y: Float, z: Float, index: UInt32) {
    lanes = SIMD4(x, y, z, Float(bitPattern: index))
  }

  var x: Float { lanes.x }
  var y: Float { lanes.y }
  var z: Float { lanes.z }
  /// The place of the point among those that are given.
  var index: UInt32 { lanes.w.bitPattern }
}

extension Slab where Value == BuildPoint {
  /// Orders points so that the children of a node of the given level, and their children, each
  /// hold neighbours: halved again and again where the points spread most.
  ///
  /// The depth is that of the counts alone, so equal points are no special case.
  func arrange(level: Int, threads: Int) {
    var capacity = 1 << (PackedLayout.fanOutShift * level)
    // A range that fits into one child is arranged as that child's node.
    while capacity >= PackedLayout.fanOut, count <= capacity {
      capacity >>= PackedLayout.fanOutShift
    }
    guard capacity >= PackedLayout.fanOut else { return }
    let children = (count + capacity - 1) / capacity
    let middle = (children + 1) / 2 * capacity
    select(middle, axis: longestAxis())
    let halves = (self[0..<middle], self[middle..<count])
    if threads > 1, count > 1 << 14 {
      inParts(2, threads: 2) { part, _ in
        (part == 0 ? halves.0 : halves.1).arrange(
          level: level, threads: part == 0 ? threads - threads / 2 : threads / 2)
      }
    } else {
      halves.0.arrange(level: level, threads: 1)
      halves.1.arrange(level: level, threads: 1)
    }
  }

  /// The axis along which the points spread most; of more than 1,024 points a sample decides.
  func longestAxis() -> Int {
    let step = count > 1024 ? 1 + count >> 9 : 1
    var least = self[0].lanes
    var greatest = least
    var index = 0
    while index < count {
      let lanes = self[index].lanes
      least = lesser(least, lanes)
      greatest = greater(greatest, lanes)
      index &+= step
    }
    let extent = greatest - least
    if extent.x >= extent.y, extent.x >= extent.z { return 0 }
    return extent.y >= extent.z ? 1 : 2
  }

  /// Moves the `wanted` points that come first along an axis before all others.
  func select(_ wanted: Int, axis: Int) {
    switch axis {
    case 0: select(wanted) { $0.lanes.x }
    case 1: select(wanted) { $0.lanes.y }
    default: select(wanted) { $0.lanes.z }
    }
  }

  /// Moves the `wanted` points with the least keys before all others.
  ///
  /// Pivots are taken from a sample so that what is left shrinks to a small part in two passes.
  /// Source: R. W. Floyd and R. L. Rivest, "Expected time bounds for selection", Communications
  /// of the ACM 18 (1975), doi:10.1145/360680.360691.
  @inline(__always)
  private func select(_ wanted: Int, by key: (BuildPoint) -> Float) {
    var low = 0
    var high = count
    var goesBelow = false
    while high &- low > 1, wanted > low, wanted < high {
      let pivot = pivot(low, high, wanted, goesBelow, by: key)
      goesBelow.toggle()
      let middle = partition(low, high) { key($0) < pivot }
      if middle > low {
        if wanted >= middle { low = middle } else { high = middle }
        continue
      }
      // The pivot is the least key; all points equal to it are in place.
      let end = partition(low, high) { key($0) <= pivot }
      if wanted <= end { return }
      low = end
    }
  }

  /// A key that is likely to lie close to the wanted place, on alternating sides of it.
  @inline(__always)
  private func pivot(
    _ low: Int, _ high: Int, _ wanted: Int, _ goesBelow: Bool, by key: (BuildPoint) -> Float
  ) -> Float {
    let span = high &- low
    if span < 64 {
      let a = key(self[low])
      let b = key(self[low &+ span / 2])
      let c = key(self[high &- 1])
      return Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }
    let size = span < 1024 ? 15 : span < 65536 ? 63 : 255
    return withScratch(of: Float.self, count: 256) { sample in
      let step = span / size
      for index in 0..<size {
        let value = key(self[low &+ step / 2 &+ index &* step])
        var place = index
        if size <= 63 {
          while place > 0, sample[place &- 1] > value {
            sample[place] = sample[place &- 1]
            place &-= 1
          }
        }
        sample[place] = value
      }
      if size > 63 { sample[0..<size].sort(by: <) }
      let rank = Double(wanted &- low) / Double(span) * Double(size)
      let margin = 0.5 * Double(size).squareRoot()
      let place = Int(goesBelow ? rank - margin : rank + margin)
      return sample[Swift.min(Swift.max(place, 0), size &- 1)]
    }
  }

  /// Moves the points that satisfy a condition to the front of a range; gives their end.
  ///
  /// Every point is exchanged, whether it has to be or not, which costs less than guessing: there
  /// is no jump on a key.
  @inline(__always)
  private func partition(_ low: Int, _ high: Int, _ isFront: (BuildPoint) -> Bool) -> Int {
    var end = low
    var index = low
    while index < high {
      let point = self[index]
      self[index] = self[end]
      self[end] = point
      end &+= isFront(point) ? 1 : 0
      index &+= 1
    }
    return end
  }
}

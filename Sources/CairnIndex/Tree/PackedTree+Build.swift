internal import CairnGeodesy
internal import CairnMemory

extension PackedTree {
  /// Builds a tree.
  ///
  /// - Parameters:
  ///   - coordinates: the points, all valid.
  ///   - offsets: the input offset of each point; nil if it equals the index.
  ///   - threads: the maximum number of threads; the tree does not depend on it.
  ///   - leastLevel: the least level of the root; greater than 1 for a part of a larger tree.
  ///   - partLevel: the level of the nodes that are arranged one by one in a larger tree.
  init(
    _ coordinates: [Coordinate], offsets: [UInt32]?, threads: Int, leastLevel: Int = 1,
    partLevel: Int = PartPlan.level
  ) {
    let layout = PackedLayout(count: coordinates.count, leastLevel: leastLevel)
    self.init(memory: PackedMemory(byteCount: layout.byteCount), layout: layout)
    writeHeader(layout)
    // The points are ordered in the memory of the degrees, which are written afterward, each in
    // place of the point whose index it is read by.
    memory.withUnsafeBuffer(
      of: BuildPoint.self, byteOffset: layout.degreesOffset, count: coordinates.count
    ) { order in
      if coordinates.count > PartPlan.partSize(level: partLevel) {
        order.arrangeParts(ofLevel: partLevel, coordinates, threads: threads)
      } else {
        inParts(coordinates.count, threads: threads) { _, range in
          UnitVector.forEachStored(range, of: { coordinates[$0] }) { index, vector in
            order[index] = BuildPoint(vector, index: UInt32(truncatingIfNeeded: index))
          }
        }
        order.arrange(level: rootLevel, coordinates, threads: threads)
      }
      inShares(layout.nodes(atLevel: 1).count, threads: threads) { _, range in
        withScratch(of: UnitVector.self, count: PackedLayout.levelOnePoints) { vectors in
          let last = min(range.upperBound << PackedLayout.levelOneShift, order.count)
          coordinates.withUnsafeSpan { places in
            for node in range {
              fillLowest(node, layout, order[0..<last], places, offsets, vectors)
            }
          }
        }
      }
    }
    fillGaps(layout)
    if rootLevel > 1 {
      for level in 2...rootLevel {
        inShares(layout.nodes(atLevel: level).count, threads: threads) { _, range in
          for node in range { fillNode(node, atLevel: level, layout) }
        }
      }
    }
    repeatedNodes = markedRepeatedNodes(layout)
  }

  /// Zeros the padding after degrees and offsets, which becomes part of a file.
  private func fillGaps(_ layout: PackedLayout) {
    let ends = [
      (layout.degreesOffset + layout.count * PackedLayout.degreeBytes)..<layout.offsetsOffset,
      (layout.offsetsOffset + layout.count * PackedLayout.offsetBytes)..<layout.byteCount,
    ]
    for gap in ends {
      memory.withUnsafeBuffer(of: UInt8.self, byteOffset: gap.lowerBound, count: gap.count) {
        for index in 0..<gap.count { $0[index] = 0 }
      }
    }
  }

  func writeHeader(_ layout: PackedLayout) {
    for word in 0..<header.count { header[word] = 0 }
    header[0] = UInt64(layout.count)
    header[1] = UInt64(layout.rootLevel)
    for level in 1...layout.rootLevel {
      header[1 + level] = UInt64(layout.nodes(atLevel: level).first)
    }
  }

  /// Fills a node of level 1 and all data of the points below it.
  ///
  /// The points of the next node in `order` are prefetched, since they are far apart in the input.
  private func fillLowest(
    _ node: Int, _ layout: PackedLayout, _ order: UnsafeBuffer<BuildPoint>,
    _ coordinates: UnsafeSpan<Coordinate>, _ given: [UInt32]?, _ vectors: UnsafeBuffer<UnitVector>
  ) {
    let range = layout.positions(ofNode: node)
    order[range].sortRepeated(coordinates)
    // Read all points first, so that many loads are in flight at once.
    for position in range {
      let index = order[position].index
      degrees[position] = coordinates[Int(index)]
      offsets[position] = given?[Int(index)] ?? index
    }
    var box = VectorBounds()
    UnitVector.forEachStored(range, of: { degrees[$0] }) { position, vector in
      vectors[position - range.lowerBound] = vector
      box.add(vector)
      let next = position + PackedLayout.levelOnePoints
      if next < order.count { coordinates.prefetch(Int(order[next].index)) }
    }
    let frame = NodeFrame(origin: box.middle)
    let end = min((node + 1) << PackedLayout.levelOneShift, layout.leafCount << 4)
    for position in range.lowerBound..<end {
      let row = pointRow(of: position)
      // Lanes without a point are infinitely far from everything.
      let (x, y, z) =
        position < count
        ? frame.difference(vectors[position - range.lowerBound])
        : (Float.infinity, .infinity, .infinity)
      points[row] = x
      points[row + PointRow.y] = y
      points[row + PointRow.z] = z
    }
    let start = boxes(ofNode: node, atLevel: 1)
    for lane in 0..<PackedLayout.fanOut {
      let leaf = node << PackedLayout.fanOutShift + lane
      for axis in 0..<3 {
        let (least, greatest) =
          leaf < layout.leafCount ? bounds(ofLeaf: leaf, axis: axis) : Self.noBounds
        boxes[start + PackedLayout.fanOut * axis + lane] = least
        boxes[start + PackedLayout.fanOut * (axis + 3) + lane] = greatest
      }
    }
    write(frame.origin, at: start)
    let leaves = node << PackedLayout.fanOutShift
    degreeRows(ofLeaves: leaves..<min(leaves + PackedLayout.fanOut, layout.leafCount))
      .write(boxes, at: start, repeats: repeats(ofNode: node, layout))
  }

  /// Fills a node above level 1; its children must be filled.
  func fillNode(_ node: Int, atLevel level: Int, _ layout: PackedLayout) {
    let below = layout.nodes(atLevel: level - 1)
    let children = node << PackedLayout.fanOutShift
    let count = min(PackedLayout.fanOut, below.count - children)
    var all = VectorBounds()
    for lane in 0..<count {
      let child = bounds(ofNode: below.first + children + lane)
      all.add(child.least)
      all.add(child.greatest)
    }
    let frame = NodeFrame(origin: all.middle)
    let start = boxes(ofNode: node, atLevel: level)
    for lane in 0..<PackedLayout.fanOut {
      let box = lane < count ? bounds(ofNode: below.first + children + lane, in: frame) : nil
      for axis in 0..<3 {
        let (least, greatest) = box?[axis] ?? Self.noBounds
        boxes[start + PackedLayout.fanOut * axis + lane] = least
        boxes[start + PackedLayout.fanOut * (axis + 3) + lane] = greatest
      }
    }
    write(frame.origin, at: start)
    let first = below.first + children
    degreeRows(ofNodes: first..<(first + count)).write(boxes, at: start, repeats: 0)
  }

  /// Writes the frame of a node except its degrees; its boxes must be written.
  private func write(_ origin: UnitVector, at start: Int) {
    let row = start + PackedLayout.nodeFloats
    boxes[doubles: row] = SIMD2(origin.x, origin.y)
    boxes[doubles: row + 4] = SIMD2(origin.z, 0)
    boxes[row + 6] = slack(at: start)
    boxes[row + 7] = reach(at: start)
  }

  /// The bounds of a child that does not exist.
  private static var noBounds: (least: Float, greatest: Float) { (.infinity, -.infinity) }
}

// Derived data, computed in the same way when a tree is built and when a file is verified.
extension PackedTree {
  /// The bounds of a leaf in the frame of its node.
  func bounds(ofLeaf leaf: Int, axis: Int) -> (least: Float, greatest: Float) {
    let row = leaf * PackedLayout.leafFloats + PackedLayout.fanOut * axis
    let lanes = positions(ofChild: leaf, atLevel: 1).count
    if lanes == PackedLayout.fanOut { return (points.leastOfRow(row), points.greatestOfRow(row)) }
    var least = Float.infinity
    var greatest = -Float.infinity
    for lane in 0..<lanes {
      least = min(least, points[row + lane])
      greatest = max(greatest, points[row + lane])
    }
    return (least, greatest)
  }

  /// The union of the child bounds stored in a node.
  private func bounds(at start: Int, axis: Int) -> (least: Float, greatest: Float) {
    let row = start + PackedLayout.fanOut * axis
    return (boxes.leastOfRow(row), boxes.greatestOfRow(row + BoxRow.greatestX))
  }

  /// Two corners of a box that contains all vectors below a node of any level.
  private func bounds(ofNode node: Int) -> (least: UnitVector, greatest: UnitVector) {
    let start = node * PackedLayout.framedNodeFloats
    let frame = frame(at: start)
    let slack = Double(frame.slack)
    let (x, y, z) = (
      bounds(at: start, axis: 0), bounds(at: start, axis: 1), bounds(at: start, axis: 2)
    )
    return (
      UnitVector(
        x: frame.origin.x + Double(x.least) - slack, y: frame.origin.y + Double(y.least) - slack,
        z: frame.origin.z + Double(z.least) - slack),
      UnitVector(
        x: frame.origin.x + Double(x.greatest) + slack,
        y: frame.origin.y + Double(y.greatest) + slack,
        z: frame.origin.z + Double(z.greatest) + slack)
    )
  }

  /// The same in the frame of the parent node, rounded outward.
  func bounds(ofNode node: Int, in frame: NodeFrame) -> [(least: Float, greatest: Float)] {
    let box = bounds(ofNode: node)
    let origin = frame.origin
    return [
      (Float(box.least.x - origin.x).nextDown, Float(box.greatest.x - origin.x).nextUp),
      (Float(box.least.y - origin.y).nextDown, Float(box.greatest.y - origin.y).nextUp),
      (Float(box.least.z - origin.z).nextDown, Float(box.greatest.z - origin.z).nextUp),
    ]
  }

  /// The slack of a node; `start` is the index of its first box float.
  func slack(at start: Int) -> Float {
    var squared = 0.0
    for axis in 0..<3 {
      let (least, greatest) = bounds(at: start, axis: axis)
      let farthest = Double(max(least.magnitude, greatest.magnitude))
      squared += farthest * farthest
    }
    return ChordSlack.slack(within: squared.magnitude.squareRoot())
  }

  /// A lower bound of the square of half the diagonal of the smallest box of a node.
  func reach(at start: Int) -> Float {
    var least = Float.infinity
    for lane in start..<(start + PackedLayout.fanOut) where boxes[lane] < .infinity {
      let x = boxes[lane + BoxRow.greatestX] - boxes[lane]
      let y = boxes[lane + BoxRow.greatestY] - boxes[lane + BoxRow.leastY]
      let z = boxes[lane + BoxRow.greatestZ] - boxes[lane + BoxRow.leastZ]
      least = min(least, (x * x + y * y + z * z) * (0.25 - 0x1p-20))
    }
    return least
  }

  /// The degrees of a node of level 1 with the given leaves.
  func degreeRows(ofLeaves leaves: Range<Int>) -> NodeDegreeRows {
    withScratch(of: DegreeSpan.self, count: PackedLayout.fanOut) { spans in
      for leaf in leaves {
        spans[leaf - leaves.lowerBound] = DegreeSpan(degrees[positions(ofChild: leaf, atLevel: 1)])
      }
      return NodeDegreeRows(spans[0..<leaves.count])
    }
  }

  /// The degrees of a node above level 1 with the given child nodes, numbered across all levels.
  func degreeRows(ofNodes nodes: Range<Int>) -> NodeDegreeRows {
    withScratch(of: DegreeSpan.self, count: PackedLayout.fanOut) { spans in
      for node in nodes {
        spans[node - nodes.lowerBound] = DegreeSpan(
          frame(at: node * PackedLayout.framedNodeFloats).degrees)
      }
      return NodeDegreeRows(spans[0..<nodes.count])
    }
  }

  /// The leaves of a node of level 1 whose points all equal those of the previous leaf, with
  /// ascending offsets across both.
  ///
  /// A search for up to sixteen points can skip them, since ties are ordered by offset.
  func repeats(ofNode node: Int, _ layout: PackedLayout) -> UInt32 {
    let range = layout.positions(ofNode: node)
    var found: UInt32 = 0
    var start = range.lowerBound + PackedLayout.fanOut
    while start < range.upperBound {
      let end = min(start + PackedLayout.fanOut, range.upperBound)
      if degrees[start] == degrees[start - 1], degrees[start] == degrees[end - 1],
        ((start - PackedLayout.fanOut + 1)..<end).allSatisfy({
          degrees[$0] == degrees[$0 - 1] && offsets[$0] > offsets[$0 - 1]
        })
      {
        found |= 1 << UInt32((start - range.lowerBound) >> PackedLayout.fanOutShift)
      }
      start += PackedLayout.fanOut
    }
    return found
  }

  /// The index of the x component of a point.
  func pointRow(of position: Int) -> Int {
    (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats
      + position & (PackedLayout.fanOut - 1)
  }
}

/// The minimum and maximum components of some vectors.
private struct VectorBounds {
  private var least = UnitVector(x: .infinity, y: .infinity, z: .infinity)
  private var greatest = UnitVector(x: -.infinity, y: -.infinity, z: -.infinity)

  @inline(__always)
  mutating func add(_ vector: UnitVector) {
    least.x = vector.x < least.x ? vector.x : least.x
    least.y = vector.y < least.y ? vector.y : least.y
    least.z = vector.z < least.z ? vector.z : least.z
    greatest.x = vector.x > greatest.x ? vector.x : greatest.x
    greatest.y = vector.y > greatest.y ? vector.y : greatest.y
    greatest.z = vector.z > greatest.z ? vector.z : greatest.z
  }

  /// The center of the bounds; exact if all vectors are equal.
  var middle: UnitVector {
    UnitVector(
      x: (least.x + greatest.x) * 0.5, y: (least.y + greatest.y) * 0.5,
      z: (least.z + greatest.z) * 0.5)
  }
}

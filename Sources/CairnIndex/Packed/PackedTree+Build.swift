internal import CairnGeodesy

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
      order.arrange(height: height, threads: threads)
      inParts(coordinates.count, threads: threads) { _, range in
        fillLeaves(order, range, coordinates, offsets)
      }
      fillEmptyLanes()
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

  private func fillLeaves(
    _ order: Slab<BuildPoint>, _ range: Range<Int>, _ coordinates: [Coordinate],
    _ given: [UInt32]?
  ) {
    for position in range {
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
  }

  /// Lanes without a point are infinitely far from everything.
  private func fillEmptyLanes() {
    for position in count..<(points.count / 3) {
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

internal import CairnMemory

extension DynamicTree {
  /// Halves a full leaf across the longest side of its box, at the widest gap near the median.
  ///
  /// Points are divided by rank, so equal points are divided too.
  @inline(never)
  internal mutating func splitLeaf(_ leaf: Int32) {
    let bounds = bounds(ofLeaf: leaf)
    let x = bounds.highX - bounds.lowX
    let y = bounds.highY - bounds.lowY
    let z = bounds.highZ - bounds.lowZ
    let axis = z >= x && z >= y ? 2 : (x >= y ? 0 : 1)
    let all = Int32(Self.leafCapacity)
    let head = leafHeads[Int(leaf)]
    withScratch(of: UInt64.self, count: Self.leafCapacity) { scratch in
      var order = DynamicLaneOrder(scratch)
      for place in 0..<all {
        let point = point(leaf, place)
        order.insert(axis == 0 ? point.x : (axis == 1 ? point.y : point.z), lane: place)
      }
      let middle = order.widestGap(from: 6, through: 10)
      let other = takeLeaf()
      var moved: UInt32 = 0
      for rank in middle..<Self.leafCapacity {
        let place = order[rank]
        moved |= 1 << UInt32(place)
        movePoint(leaf, place, to: other, Int32(rank - middle))
      }
      leafHeads[Int(other)].count = all - Int32(middle)
      // The remaining points are compacted: gaps are filled from the end, to move few points.
      let free = Int32(middle)
      var last = all - 1
      var gaps = moved & (1 << UInt32(free) - 1)
      while gaps != 0 {
        while moved & (1 << UInt32(last)) != 0 { last -= 1 }
        movePoint(leaf, last, to: leaf, Int32(truncatingIfNeeded: gaps.trailingZeroBitCount))
        last -= 1
        gaps &= gaps - 1
      }
      for place in free..<all {
        setPoint(leaf, place, .none)
      }
      leafHeads[Int(leaf)].count = free
      setBox(head.parent, head.lane, self.bounds(ofLeaf: leaf))
      setWeight(head.parent, head.lane, free)
      attach(other, box: self.bounds(ofLeaf: other), weight: all - free, to: head.parent)
    }
  }

  /// Splits a full node where the surface areas of the two parts, each weighted by its number of
  /// children, have the least sum; neither part gets fewer than ``nodeMinimum``.
  @inline(never)
  internal mutating func splitNode(_ node: Int32) {
    let head = nodeHeads[Int(node)]
    let all = Int32(Self.nodeCapacity)
    let total = weight(of: node)
    withScratch(of: UInt64.self, count: Self.nodeCapacity) { scratch in
      let (order, middle) = bestDivision(of: node, scratch)
      let other = takeNode(level: head.level)
      var moved: UInt32 = 0
      for rank in middle..<Self.nodeCapacity {
        let lane = order[rank]
        moved |= 1 << UInt32(lane)
        attach(
          child(node, lane), box: box(node, lane), weight: weight(node, lane), to: other)
      }
      var free: Int32 = 0
      for lane in 0..<all where moved & (1 << UInt32(lane)) == 0 {
        if lane != free {
          moveLane(node, from: lane, to: free)
        }
        free += 1
      }
      for lane in free..<all {
        clearLane(node, lane)
      }
      nodeHeads[Int(node)].count = free
      let otherWeight = weight(of: other)
      setBox(head.parent, head.lane, bounds(ofNode: node))
      setWeight(head.parent, head.lane, total &- otherWeight)
      attach(other, box: bounds(ofNode: other), weight: otherWeight, to: head.parent)
    }
  }

  private func bestDivision(
    of node: Int32, _ scratch: UnsafeBuffer<UInt64>
  ) -> (order: DynamicLaneOrder, middle: Int) {
    var best = (axis: 0, middle: Self.nodeCapacity / 2)
    var bestCost = Float.infinity
    var upper = (0..<Self.nodeCapacity).map { _ in Float(0) }
    for axis in 0..<3 {
      let order = centerOrder(of: node, axis, scratch)
      // The surface area of the upper part for every cut, then of the growing lower part.
      var part = DynamicBox()
      for rank in (Self.nodeMinimum..<Self.nodeCapacity).reversed() {
        part = part.union(box(node, order[rank]))
        upper[rank] = part.halfSurface * Float(Self.nodeCapacity - rank)
      }
      part = DynamicBox()
      for cut in 1...(Self.nodeCapacity - Self.nodeMinimum) {
        part = part.union(box(node, order[cut - 1]))
        guard cut >= Self.nodeMinimum else { continue }
        let cost = part.halfSurface * Float(cut) + upper[cut]
        if cost < bestCost {
          bestCost = cost
          best = (axis, cut)
        }
      }
    }
    return (centerOrder(of: node, best.axis, scratch), best.middle)
  }

  /// The children of a full node in the order of the centers of their boxes along an axis.
  private func centerOrder(
    of node: Int32, _ axis: Int, _ scratch: UnsafeBuffer<UInt64>
  ) -> DynamicLaneOrder {
    var order = DynamicLaneOrder(scratch)
    let row = boxes(of: node) + PackedLayout.fanOut * axis
    for lane in 0..<Int32(Self.nodeCapacity) {
      order.insert(boxes[row + Int(lane)] + boxes[row + BoxRow.greatestX + Int(lane)], lane: lane)
    }
    return order
  }
}

/// A few lanes in ascending order of a value; ties are ordered by lane number.
internal struct DynamicLaneOrder {
  /// Each value as an order-preserving integer, above the number of its lane.
  private let keys: UnsafeBuffer<UInt64>
  private var count = 0

  /// Sorts in the given buffer, which must have capacity for every lane.
  internal init(_ keys: UnsafeBuffer<UInt64>) {
    self.keys = keys
  }

  @inline(__always)
  internal mutating func insert(_ value: Float, lane: Int32) {
    let bits = value.bitPattern
    let ordered = bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
    let key = UInt64(ordered) << 32 | UInt64(UInt32(bitPattern: lane))
    var place = count
    while place > 0 && keys[place &- 1] > key {
      keys[place] = keys[place &- 1]
      place &-= 1
    }
    keys[place] = key
    count &+= 1
  }

  /// The lane at a rank.
  @inline(__always)
  internal subscript(rank: Int) -> Int32 {
    Int32(truncatingIfNeeded: keys[rank])
  }

  /// The rank in a range with the widest gap before it; the middle rank wins ties, then the lowest.
  internal func widestGap(from first: Int, through last: Int) -> Int {
    var best = (first + last) / 2
    var widest = value(best) - value(best - 1)
    for rank in first...last {
      let gap = value(rank) - value(rank - 1)
      if gap > widest {
        widest = gap
        best = rank
      }
    }
    return best
  }

  private func value(_ rank: Int) -> Float {
    let ordered = UInt32(truncatingIfNeeded: keys[rank] >> 32)
    return Float(bitPattern: ordered & 0x8000_0000 != 0 ? ordered & 0x7fff_ffff : ~ordered)
  }
}

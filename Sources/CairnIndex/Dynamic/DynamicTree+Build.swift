internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// Builds the tree of many valid points at once; the slot of a point is its index in the array.
  ///
  /// The points are halved at the median of the longest side of their box until they fill leaves,
  /// O(n log n). Leaves and nodes are not filled completely, so that later insertions do not split
  /// them immediately.
  internal init(_ coordinates: [Coordinate]) {
    let plan = DynamicBuildPlan(pointCount: coordinates.count)
    var capacity = Capacity()
    capacity.leaves = plan.leafCount + plan.leafCount / 8 + 2
    capacity.nodes = plan.nodeCount + plan.nodeCount / 8 + 4 * plan.level + 8
    capacity.slots = coordinates.count
    self.init(capacity: capacity)
    guard !coordinates.isEmpty else { return }
    count = coordinates.count
    withScratch(of: BuildPoint.self, count: coordinates.count) { order in
      for index in coordinates.indices {
        let point = DynamicPoint(coordinates[index])
        order[index] = BuildPoint(
          x: point.x, y: point.y, z: point.z, index: UInt32(truncatingIfNeeded: index))
      }
      rootLevel = Int32(truncatingIfNeeded: plan.level)
      root = buildNode(order, coordinates, level: plan.level)
    }
  }

  private mutating func buildNode(
    _ order: UnsafeBuffer<BuildPoint>, _ coordinates: [Coordinate], level: Int
  ) -> Int32 {
    let node = takeNode(level: Int32(truncatingIfNeeded: level))
    divide(
      order, coordinates, into: DynamicBuildPlan.childCount(order.count, level),
      childrenOf: node, level: level)
    return node
  }

  private mutating func divide(
    _ order: UnsafeBuffer<BuildPoint>, _ coordinates: [Coordinate], into childCount: Int,
    childrenOf node: Int32, level: Int
  ) {
    if childCount > 1 {
      let middle = DynamicBuildPlan.cut(order.count, childCount)
      let half = childCount / 2
      order.select(middle, axis: order.longestAxis())
      divide(order[0..<middle], coordinates, into: half, childrenOf: node, level: level)
      divide(
        order[middle..<order.count], coordinates, into: childCount - half, childrenOf: node,
        level: level)
    } else if level > 1 {
      let child = buildNode(order, coordinates, level: level - 1)
      attach(
        child, box: bounds(ofNode: child), weight: Int32(truncatingIfNeeded: order.count),
        to: node)
    } else {
      let leaf = takeLeaf()
      for place in 0..<order.count {
        let point = order[place]
        append(
          DynamicPoint(x: point.x, y: point.y, z: point.z), coordinates[Int(point.index)],
          tag: Self.tag(slot: Int(point.index), sequence: Int(point.index)), to: leaf)
      }
      attach(
        leaf, box: bounds(ofLeaf: leaf), weight: Int32(truncatingIfNeeded: order.count),
        to: node)
    }
  }
}

/// The numbers of nodes and of their children in a bulk load.
internal struct DynamicBuildPlan {
  internal static let leafFill = 12
  internal static let nodeFill = 13

  /// The level of the root.
  internal private(set) var level = 1
  internal private(set) var leafCount = 0
  internal private(set) var nodeCount = 0

  internal init(pointCount: Int) {
    guard pointCount > 0 else { return }
    while Self.capacity(level) < pointCount {
      level += 1
    }
    // Counts the nodes by simulating the division without points.
    var open = [(pointCount: pointCount, childCount: 1, level: level)]
    while let run = open.popLast() {
      if run.childCount > 1 {
        let cut = Self.cut(run.pointCount, run.childCount)
        open.append((cut, run.childCount / 2, run.level))
        open.append((run.pointCount - cut, run.childCount - run.childCount / 2, run.level))
      } else if run.level > 0 {
        nodeCount += 1
        let children = Self.childCount(run.pointCount, run.level)
        open.append((run.pointCount, children, run.level - 1))
      } else {
        leafCount += 1
      }
    }
  }

  /// The number of points below a node of a level if the bulk load fills it.
  internal static func capacity(_ level: Int) -> Int {
    var capacity = leafFill
    for _ in 0..<level {
      capacity *= nodeFill
    }
    return capacity
  }

  /// The number of children of a node with a number of points below it.
  internal static func childCount(_ pointCount: Int, _ level: Int) -> Int {
    let each = capacity(level - 1)
    return (pointCount + each - 1) / each
  }

  /// The index at which a run of points is divided so that its children get equal shares.
  internal static func cut(_ pointCount: Int, _ childCount: Int) -> Int {
    pointCount * (childCount / 2) / childCount
  }
}

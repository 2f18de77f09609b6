internal import CairnMemory

/// A k-d tree without pointers, over points in space or in the plane.
///
/// Each node is a range of points, split at its median along the axis of its greatest extent.
/// Coordinates are floats relative to the center of all points, so places are distinct if they are
/// more than a millionth of the total extent apart; closer ones may be treated as one place.
///
/// The tree is built once in O(n log n). Duplicate points cost no more than others: their nearest
/// neighbors are the next points in the tree. For exact distances in meters use the index instead.
///
/// J. L. Bentley, "K-d trees for semidynamic point sets" (1990), doi:10.1145/98524.98564.
struct PointTree: ~Copyable {
  /// A point, with the bits of its number in the last lane.
  typealias Point = SIMD4<Float>

  let points: FixedArray<Point>
  /// For each index at the middle of a node, the axis of its split.
  private let axes: FixedArray<UInt8>
  /// The position of the split: points before it are not greater, points after it not less.
  private let splits: FixedArray<Float>
  /// The smallest box around the points of each node, at a quarter of the index of its middle: two
  /// nodes of more than a leaf have middles that are at least four apart.
  private let boxes: FixedArray<Box>
  /// Ranges of at most this many points are scanned linearly: they fit in two cache lines.
  static var leaf: Int { 8 }

  var count: Int { points.count }

  /// Builds the tree.
  ///
  /// - Parameters:
  ///   - positions: finite coordinates; the last lane is ignored.
  ///   - watch: if it ends, the tree is incomplete and must not be used.
  init(_ positions: [SIMD4<Double>], until watch: inout SearchWatch) {
    var least = positions.first ?? .zero
    var greatest = least
    for position in positions {
      least = least.replacing(with: position, where: position .< least)
      greatest = greatest.replacing(with: position, where: position .> greatest)
    }
    let middle = least + (greatest - least) * 0.5
    points = FixedArray(repeating: .zero, count: positions.count)
    axes = FixedArray(repeating: 0, count: positions.count)
    splits = FixedArray(repeating: 0, count: positions.count)
    for (number, position) in positions.enumerated() {
      let moved = position - middle
      points[number] = SIMD4(
        Float(moved.x), Float(moved.y), Float(moved.z),
        Float(bitPattern: UInt32(truncatingIfNeeded: number)))
    }
    boxes = FixedArray(
      repeating: Box(low: .zero, high: .zero), count: positions.count / Self.boxSpacing + 1)
    _ = watch.hasTime(after: positions.count)
    if !positions.isEmpty { _ = arrange(0, positions.count, until: &watch) }
  }

  /// The least distance between the middles of two nodes.
  private static var boxSpacing: Int { 4 }

  /// A box with sides along the axes; the last lane has no meaning.
  struct Box: BitwiseCopyable {
    var low: Point
    var high: Point

    /// Extends the box.
    @inline(__always)
    mutating func add(_ other: Box) {
      low = low.replacing(with: other.low, where: other.low .< low)
      high = high.replacing(with: other.high, where: other.high .> high)
    }
  }

  /// The number of the point at an index.
  @inline(__always)
  func number(_ index: Int) -> Int32 {
    Int32(truncatingIfNeeded: points[index].w.bitPattern)
  }

  /// The signed distance from a point to the split of the node with a middle, along its axis.
  @inline(__always)
  func beyond(_ middle: Int, _ point: Point) -> Float {
    let axis = axes[middle]
    return splits[middle] - (axis == 0 ? point.x : axis == 1 ? point.y : point.z)
  }

  /// The numbers of all points in tree order, which keeps neighbors close together.
  var order: [Int32] {
    (0..<count).map { number($0) }
  }

  /// Arranges a range that is not empty, and returns the box around its points.
  private func arrange(_ low: Int, _ high: Int, until watch: inout SearchWatch) -> Box {
    guard high - low > Self.leaf, watch.hasTime(after: 8 * (high - low)) else {
      var box = Box(low: points[low], high: points[low])
      for index in low + 1..<max(high, low + 1) {
        box.add(Box(low: points[index], high: points[index]))
      }
      return box
    }
    let step = high - low > 1024 ? (high - low) / 512 : 1
    var least = points[low]
    var greatest = least
    for index in stride(from: low, to: high, by: step) {
      let point = points[index]
      least = least.replacing(with: point, where: point .< least)
      greatest = greatest.replacing(with: point, where: point .> greatest)
    }
    let extent = greatest - least
    let axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
    let middle = (low + high) / 2
    points.withUnsafeBuffer { points in
      let range = points[low..<high]
      switch axis {
      case 0: range.select(middle - low) { $0.x }
      case 1: range.select(middle - low) { $0.y }
      default: range.select(middle - low) { $0.z }
      }
    }
    axes[middle] = UInt8(axis)
    splits[middle] = points[middle][axis]
    var box = arrange(low, middle, until: &watch)
    box.add(arrange(middle, high, until: &watch))
    boxes[middle / Self.boxSpacing] = box
    return box
  }

  /// Finds the nearest points to the one at an index, excluding itself.
  ///
  /// - Parameters:
  ///   - index: the index of the point in the tree.
  ///   - wanted: the number of points to find, less than the number of points.
  ///   - found: set to the result, nearest first, as squared distances and indices.
  ///
  /// Among duplicates, those next to it in the tree are found, so that the neighbor graph stays
  /// connected.
  func nearest(to index: Int, wanted: Int, into found: borrowing FixedArray<Near>) {
    for slot in 0..<wanted { found[slot] = Near(square: .infinity, index: 0) }
    search(0, count, points[index], index, wanted, found)
  }

  /// A neighbor: its squared distance and its index in the tree.
  struct Near: BitwiseCopyable {
    var square: Float
    var index: Int32
  }

  /// Inserts a point into the nearest ones, which are in ascending order; the last of them is
  /// dropped.
  @inline(__always)
  private static func insert(
    _ square: Float, _ index: Int, _ wanted: Int, _ found: borrowing FixedArray<Near>
  ) {
    var into = wanted &- 1
    while into > 0, found[into &- 1].square > square {
      found[into] = found[into &- 1]
      into &-= 1
    }
    found[into] = Near(square: square, index: Int32(truncatingIfNeeded: index))
  }

  private func search(
    _ low: Int, _ high: Int, _ point: Point, _ own: Int, _ wanted: Int,
    _ found: borrowing FixedArray<Near>
  ) {
    if high &- low <= Self.leaf {
      var index = low
      while index < high {
        let delta = points[index] - point
        let square = delta.x * delta.x + delta.y * delta.y + delta.z * delta.z
        if square < found[wanted &- 1].square, index != own {
          Self.insert(square, index, wanted, found)
        }
        index &+= 1
      }
      return
    }
    let middle = (low &+ high) / 2
    let beyond = beyond(middle, point)
    if beyond > 0 || (beyond == 0 && own < middle) {
      search(low, middle, point, own, wanted, found)
      if beyond * beyond < found[wanted &- 1].square {
        search(middle, high, point, own, wanted, found)
      }
    } else {
      search(middle, high, point, own, wanted, found)
      if beyond * beyond < found[wanted &- 1].square {
        search(low, middle, point, own, wanted, found)
      }
    }
  }

  /// Finds the points in a quadrant that are nearest to the one at an index.
  ///
  /// - Parameters:
  ///   - index: the index of the point in the tree.
  ///   - wanted: the number of points to find.
  ///   - sides: the normals of the two planes, toward the quadrant.
  ///   - found: set to the result, nearest first.
  /// - Returns: the number of points found.
  func nearest(
    to index: Int, wanted: Int, onSides sides: (Point, Point),
    into found: borrowing FixedArray<Near>
  ) -> Int {
    for slot in 0..<wanted { found[slot] = Near(square: .infinity, index: -1) }
    var point = points[index]
    point.w = 0
    let quadrant = Quadrant(point: point, first: sides.0, second: sides.1, own: index)
    search(0, count, quadrant, wanted, found)
    var number = 0
    while number < wanted, found[number].index >= 0 { number += 1 }
    return number
  }

  /// The quadrant around a point between two planes through it.
  private struct Quadrant {
    var point: Point
    var first: Point
    var second: Point
    var own: Int

    /// Whether the quadrant may contain a point of a box that is nearer than a bound.
    @inline(__always)
    func mayMeet(_ box: Box, within square: Float) -> Bool {
      let low = box.low - point
      let high = box.high - point
      let zero = Point.zero
      let outside =
        zero.replacing(with: low, where: low .> zero)
        + zero.replacing(with: high, where: high .< zero)
      let squares = outside * outside
      if squares.x + squares.y + squares.z >= square { return false }
      return furthest(first, low, high) >= 0 && furthest(second, low, high) >= 0
    }

    @inline(__always)
    private func furthest(_ normal: Point, _ low: Point, _ high: Point) -> Float {
      let a = normal * low
      let b = normal * high
      let most = a.replacing(with: b, where: b .> a)
      return most.x + most.y + most.z
    }
  }

  private func search(
    _ low: Int, _ high: Int, _ quadrant: Quadrant, _ wanted: Int,
    _ found: borrowing FixedArray<Near>
  ) {
    if high &- low <= Self.leaf {
      var index = low
      while index < high {
        let delta = points[index] - quadrant.point
        let square = delta.x * delta.x + delta.y * delta.y + delta.z * delta.z
        if square < found[wanted &- 1].square, index != quadrant.own {
          let first = delta * quadrant.first
          let second = delta * quadrant.second
          if first.x + first.y + first.z >= 0, second.x + second.y + second.z >= 0 {
            Self.insert(square, index, wanted, found)
          }
        }
        index &+= 1
      }
      return
    }
    let middle = (low &+ high) / 2
    // The exact box: one that is bounded by the splits alone may reach across a wide gap between
    // clusters, and none of the boxes in it would be passed over.
    let box = boxes[middle / Self.boxSpacing]
    guard quadrant.mayMeet(box, within: found[wanted &- 1].square) else { return }
    let axis = Int(axes[middle])
    let split = splits[middle]
    if quadrant.point[axis] < split || (quadrant.point[axis] == split && quadrant.own < middle) {
      search(low, middle, quadrant, wanted, found)
      search(middle, high, quadrant, wanted, found)
    } else {
      search(middle, high, quadrant, wanted, found)
      search(low, middle, quadrant, wanted, found)
    }
  }
}

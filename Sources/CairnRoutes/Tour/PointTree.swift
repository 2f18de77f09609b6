/// Points in space, arranged so that neighbours are found quickly: a k-d tree without pointers.
///
/// The points are halved again and again where they spread most; a range of points is a node and
/// its middle the split. Coordinates are floats from the middle of all points, so places a
/// millionth of the whole apart are told apart.
struct PointTree: ~Copyable {
  /// A point, with the bits of its number in the last lane.
  typealias Point = SIMD4<Float>

  let points: WorkArray<Point>
  /// The axis of the split whose middle is the index.
  private let axes: WorkArray<UInt8>
  /// Where the split is: what comes before is not greater, what comes behind not less.
  private let splits: WorkArray<Float>
  /// The box around all points.
  private let least: Point
  private let greatest: Point
  private static var leaf: Int { 8 }

  var count: Int { points.count }

  /// - Parameter positions: finite; the last lane is not used.
  init(_ positions: [SIMD4<Double>]) {
    var watch = SearchWatch()
    self.init(positions, until: &watch)
  }

  /// - Parameter watch: when it is over, the tree is of no use.
  init(_ positions: [SIMD4<Double>], until watch: inout SearchWatch) {
    var least = positions.first ?? .zero
    var greatest = least
    for position in positions {
      least = least.replacing(with: position, where: position .< least)
      greatest = greatest.replacing(with: position, where: position .> greatest)
    }
    let middle = least + (greatest - least) * 0.5
    points = WorkArray(repeating: .zero, count: positions.count)
    axes = WorkArray(repeating: 0, count: positions.count)
    splits = WorkArray(repeating: 0, count: positions.count)
    for (number, position) in positions.enumerated() {
      let moved = position - middle
      points[number] = SIMD4(
        Float(moved.x), Float(moved.y), Float(moved.z),
        Float(bitPattern: UInt32(truncatingIfNeeded: number)))
    }
    let extent = (greatest - least) * 0.5
    self.greatest = Point(Float(extent.x), Float(extent.y), Float(extent.z), 0)
    self.least = -self.greatest
    _ = watch.goesOn(positions.count)
    arrange(0, positions.count, until: &watch)
  }

  /// The number of the point at an index.
  @inline(__always)
  func number(_ index: Int) -> Int32 {
    Int32(truncatingIfNeeded: points[index].w.bitPattern)
  }

  /// The numbers of all points, neighbours close together.
  var order: [Int32] {
    (0..<count).map { number($0) }
  }

  private func arrange(_ low: Int, _ high: Int, until watch: inout SearchWatch) {
    guard high - low > Self.leaf, watch.goesOn(8 * (high - low)) else { return }
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
    switch axis {
    case 0: select(low, high, middle) { $0.x }
    case 1: select(low, high, middle) { $0.y }
    default: select(low, high, middle) { $0.z }
    }
    axes[middle] = UInt8(axis)
    splits[middle] = points[middle][axis]
    arrange(low, middle, until: &watch)
    arrange(middle, high, until: &watch)
  }

  /// Puts the point that belongs to the middle there, the lesser before it, the greater behind.
  @inline(__always)
  private func select(_ low: Int, _ high: Int, _ middle: Int, by key: (Point) -> Float) {
    var low = low
    var high = high - 1
    while low < high {
      // The median of three as pivot; equal keys are spread over both sides.
      let a = key(points[low])
      let b = key(points[(low + high) / 2])
      let c = key(points[high])
      let pivot = max(min(a, b), min(max(a, b), c))
      var left = low
      var right = high
      while left <= right {
        while key(points[left]) < pivot { left &+= 1 }
        while pivot < key(points[right]) { right &-= 1 }
        if left <= right {
          let point = points[left]
          points[left] = points[right]
          points[right] = point
          left &+= 1
          right &-= 1
        }
      }
      if middle <= right {
        high = right
      } else if middle >= left {
        low = left
      } else {
        return
      }
    }
  }

  /// Finds the points nearest to the one at an index, itself not among them.
  ///
  /// - Parameters:
  ///   - index: where the point stands in the tree.
  ///   - wanted: how many to find, less than there are points.
  ///   - found: where they are put, the nearest first, as squared distance and index.
  ///
  /// Of points at one place those that stand next to it in the tree are found, so that each has
  /// others and together they hang together.
  func nearest(to index: Int, wanted: Int, into found: borrowing WorkArray<Near>) {
    for slot in 0..<wanted { found[slot] = Near(square: .infinity, index: 0) }
    search(0, count, points[index], index, wanted, found)
  }

  /// A neighbour: its squared distance and where it stands in the tree.
  struct Near: BitwiseCopyable {
    var square: Float
    var index: Int32
  }

  private func search(
    _ low: Int, _ high: Int, _ point: Point, _ own: Int, _ wanted: Int,
    _ found: borrowing WorkArray<Near>
  ) {
    if high &- low <= Self.leaf {
      var index = low
      while index < high {
        let delta = points[index] - point
        let square = delta.x * delta.x + delta.y * delta.y + delta.z * delta.z
        if square < found[wanted &- 1].square, index != own {
          var into = wanted &- 1
          while into > 0, found[into &- 1].square > square {
            found[into] = found[into &- 1]
            into &-= 1
          }
          found[into] = Near(square: square, index: Int32(truncatingIfNeeded: index))
        }
        index &+= 1
      }
      return
    }
    let middle = (low &+ high) / 2
    let axis = axes[middle]
    let beyond = splits[middle] - (axis == 0 ? point.x : axis == 1 ? point.y : point.z)
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

  /// Finds the points nearest to the one at an index among those on one side of two planes
  /// through it.
  ///
  /// - Parameters:
  ///   - index: where the point stands in the tree.
  ///   - wanted: how many to find.
  ///   - sides: normals of the planes, towards the points that are wanted.
  ///   - found: where they are put, the nearest first.
  /// - Returns: how many there are.
  func nearest(
    to index: Int, wanted: Int, onSides sides: (Point, Point), into found: borrowing WorkArray<Near>
  ) -> Int {
    for slot in 0..<wanted { found[slot] = Near(square: .infinity, index: -1) }
    var point = points[index]
    point.w = 0
    let quadrant = Quadrant(point: point, first: sides.0, second: sides.1, own: index)
    search(0, count, (least, greatest), quadrant, wanted, found)
    var number = 0
    while number < wanted, found[number].index >= 0 { number += 1 }
    return number
  }

  /// What lies on one side of two planes through a point.
  private struct Quadrant {
    var point: Point
    var first: Point
    var second: Point
    var own: Int

    /// Whether a point of a box may be inside, and nearer than a bound.
    @inline(__always)
    func mayMeet(_ box: (low: Point, high: Point), within square: Float) -> Bool {
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
    _ low: Int, _ high: Int, _ box: (low: Point, high: Point), _ quadrant: Quadrant, _ wanted: Int,
    _ found: borrowing WorkArray<Near>
  ) {
    guard quadrant.mayMeet(box, within: found[wanted &- 1].square) else { return }
    if high &- low <= Self.leaf {
      var index = low
      while index < high {
        let delta = points[index] - quadrant.point
        let square = delta.x * delta.x + delta.y * delta.y + delta.z * delta.z
        if square < found[wanted &- 1].square, index != quadrant.own {
          let first = delta * quadrant.first
          let second = delta * quadrant.second
          if first.x + first.y + first.z >= 0, second.x + second.y + second.z >= 0 {
            var into = wanted &- 1
            while into > 0, found[into &- 1].square > square {
              found[into] = found[into &- 1]
              into &-= 1
            }
            found[into] = Near(square: square, index: Int32(truncatingIfNeeded: index))
          }
        }
        index &+= 1
      }
      return
    }
    let middle = (low &+ high) / 2
    let axis = Int(axes[middle])
    let split = splits[middle]
    var lower = box
    lower.high[axis] = split
    var upper = box
    upper.low[axis] = split
    if quadrant.point[axis] < split || (quadrant.point[axis] == split && quadrant.own < middle) {
      search(low, middle, lower, quadrant, wanted, found)
      search(middle, high, upper, quadrant, wanted, found)
    } else {
      search(middle, high, upper, quadrant, wanted, found)
      search(low, middle, lower, quadrant, wanted, found)
    }
  }
}

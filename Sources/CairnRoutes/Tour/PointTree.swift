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
  private static var leaf: Int { 8 }

  var count: Int { points.count }

  /// - Parameter points: finite; the last lane is not used.
  init(_ positions: [SIMD4<Double>]) {
    var least = positions.first ?? .zero
    var greatest = least
    for position in positions {
      least = least.replacing(with: position, where: position .< least)
      greatest = greatest.replacing(with: position, where: position .> greatest)
    }
    let middle = least + (greatest - least) * 0.5
    points = WorkArray(repeating: .zero, count: positions.count)
    axes = WorkArray(repeating: 0, count: positions.count)
    for (number, position) in positions.enumerated() {
      let moved = position - middle
      points[number] = SIMD4(
        Float(moved.x), Float(moved.y), Float(moved.z),
        Float(bitPattern: UInt32(truncatingIfNeeded: number)))
    }
    arrange(0, positions.count)
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

  private func arrange(_ low: Int, _ high: Int) {
    guard high - low > Self.leaf else { return }
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
    arrange(low, middle)
    arrange(middle, high)
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
    let split = points[middle] - point
    let axis = axes[middle]
    let beyond = axis == 0 ? split.x : axis == 1 ? split.y : split.z
    if beyond > 0 {
      search(low, middle, point, own, wanted, found)
      if beyond * beyond < found[wanted &- 1].square {
        search(middle, high, point, own, wanted, found)
      }
    } else {
      search(middle, high, point, own, wanted, found)
      if beyond * beyond <= found[wanted &- 1].square {
        search(low, middle, point, own, wanted, found)
      }
    }
  }
}

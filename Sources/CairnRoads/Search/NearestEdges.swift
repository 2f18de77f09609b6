internal import CairnGeodesy
internal import CairnMemory

/// Finds the edges nearest to a position at once, without a queue.
///
/// The search descends the packed tree depth first, nearest box first, and skips the boxes that are
/// farther away than the best edge, or have no edge that the profile can use.
struct NearestEdges: ~Copyable {
  /// A box to be searched.
  struct Entry: BitwiseCopyable {
    var square: Float
    var level: Int32
    var index: Int32
  }

  private let graph: RoadGraphView
  private let boxes: EdgeBoxes
  private let profile: RoadProfileView
  private let snapper: RoadSnapper
  private let slack: Double
  private var bound: Double
  /// The least number of single precision that is not less than ``bound``.
  private var limit: Float
  private var stack = GrowableArray<Entry>(capacity: 64)
  private var found = GrowableArray<EdgePosition>(capacity: 16)

  /// - Parameters:
  ///   - graph: the network.
  ///   - boxes: the boxes of its edges.
  ///   - coordinate: a valid coordinate.
  ///   - profile: a profile, which must be able to use the edges.
  ///   - radius: the maximum distance in meters.
  ///   - slack: the distance in meters by which other edges may be farther away than the nearest.
  init(
    _ graph: RoadGraphView, _ boxes: EdgeBoxes, _ coordinate: Coordinate,
    profile: RoadProfileView, radius: Double, slack: Double
  ) {
    self.graph = graph
    self.boxes = boxes
    self.profile = profile
    self.slack = slack
    snapper = RoadSnapper(graph, at: coordinate)
    bound = RoadSnapper.square(radius)
    limit = Float(bound).nextUp
  }

  /// The edges, nearest first, and equally near ones in the order of their numbers.
  mutating func positions() -> [EdgePosition] {
    search()
    var positions: [EdgePosition] = []
    for index in 0..<found.count where found[index].squaredDistance <= bound {
      positions.append(found[index])
    }
    positions.sort { ($0.squaredDistance, $0.edge) < ($1.squaredDistance, $1.edge) }
    return positions
  }

  /// The first one of ``positions()``; nil without one.
  mutating func first() -> EdgePosition? {
    search()
    var least: EdgePosition?
    for index in 0..<found.count {
      let next = found[index]
      if let least,
        (least.squaredDistance, least.edge) <= (next.squaredDistance, next.edge)
      {
        continue
      }
      least = next
    }
    return least
  }

  /// Fills ``found``.
  private mutating func search() {
    // The starts of at most twelve levels, the lowest first, without an array.
    var starts = SIMD16<Int32>()
    var depth = 0
    var count = graph.edgeCount
    var start = 0
    repeat {
      count = (count + RoadBoxes.fanOut - 1) / RoadBoxes.fanOut
      guard count > 0 else { return }
      starts[depth] = Int32(truncatingIfNeeded: start)
      start += count
      depth += 1
    } while count > 1
    let distances = BoxDistances(snapper, all: graph.boxes[graph.boxes.count - 1])
    stack.append(Entry(square: 0, level: Int32(depth - 1), index: 0))
    while stack.count > 0 {
      let entry = stack[stack.count - 1]
      stack.truncate(stack.count - 1)
      guard entry.square <= limit else { continue }
      let level = Int(entry.level)
      let box = Int(starts[level]) + Int(entry.index)
      let first = Int(entry.index) * RoadBoxes.fanOut
      let parts = profile.usableParts[box]
      if level == 0 {
        visit(parts, first: first, BoxDistances.Leaf(distances, graph.boxes[box]), distances)
      } else {
        push(parts, first: first, start: Int(starts[level - 1]), level: level - 1, distances)
      }
    }
  }

  /// Adds boxes to the stack, the nearest one last.
  @inline(__always)
  private mutating func push(
    _ parts: UInt8, first: Int, start: Int, level: Int, _ distances: BoxDistances
  ) {
    let base = stack.count
    var rest = parts
    while rest != 0 {
      let box = first &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      let square = distances.square(to: graph.boxes[start &+ box])
      guard square <= limit else { continue }
      let entry = Entry(
        square: square, level: Int32(truncatingIfNeeded: level),
        index: Int32(truncatingIfNeeded: box))
      stack.append(entry)
      var slot = stack.count - 1
      while slot > base, stack[slot - 1].square < square {
        stack[slot] = stack[slot - 1]
        slot -= 1
      }
      stack[slot] = entry
    }
  }

  /// Visits the edges of a leaf, the one with the nearest box first.
  @inline(__always)
  private mutating func visit(
    _ parts: UInt8, first: Int, _ leaf: BoxDistances.Leaf, _ distances: BoxDistances
  ) {
    var squares = SIMD8<Float>(repeating: .infinity)
    var nearest = -1
    var least = Float.infinity
    var open: UInt8 = 0
    var rest = parts
    while rest != 0 {
      let part = rest.trailingZeroBitCount
      rest &= rest &- 1
      let square = leaf.square(to: boxes.code(first &+ part), distances)
      guard square <= limit else { continue }
      squares[part] = square
      open |= 1 &<< UInt8(truncatingIfNeeded: part)
      if square < least {
        least = square
        nearest = part
      }
    }
    guard nearest >= 0 else { return }
    visit(first &+ nearest)
    open &= ~(1 &<< UInt8(truncatingIfNeeded: nearest))
    while open != 0 {
      let part = open.trailingZeroBitCount
      open &= open &- 1
      if squares[part] <= limit { visit(first &+ part) }
    }
  }

  @inline(__always)
  private mutating func visit(_ edge: Int) {
    let position = snapper.nearest(on: edge, within: bound)
    guard position.squaredDistance <= bound else { return }
    let reach = position.squaredDistance.squareRoot() + slack
    // Rounding must not exclude the edge itself.
    bound = min(bound, max(position.squaredDistance, reach * reach))
    limit = Float(bound).nextUp
    found.append(position)
  }
}

extension RoadBoxes {
  /// For each box of edges or boxes, a bit for each of its eight parts that has an edge that a
  /// profile can use.
  ///
  /// - Complexity: O(*n*) for *n* edges.
  static func usableParts(_ graph: RoadGraphView, _ profile: Int) -> [UInt8] {
    var isUsed = [Bool](repeating: false, count: graph.classKinds.count)
    for index in isUsed.indices {
      let speeds = 2 * (index * graph.profileCount + profile)
      isUsed[index] = graph.classSpeeds[speeds] > 0 || graph.classSpeeds[speeds + 1] > 0
    }
    var parts = [UInt8](repeating: 0, count: graph.boxes.count)
    for edge in 0..<graph.edgeCount where isUsed[Int(graph.edgeClasses[edge])] {
      parts[edge / fanOut] |= 1 << UInt8(edge % fanOut)
    }
    var start = 0
    for count in levels(edgeCount: graph.edgeCount) {
      let upper = start + count
      for box in 0..<count where upper < parts.count && parts[start + box] != 0 {
        parts[upper + box / fanOut] |= 1 << UInt8(box % fanOut)
      }
      start = upper
    }
    return parts
  }
}

internal import CairnGeodesy
internal import CairnMemory

/// A position on an edge.
struct EdgePosition: Hashable, Sendable {
  var edge: Int
  /// The segment of the edge, from its first point.
  var segment: Int
  /// The position on the segment, from 0 to 1.
  var fraction: Double
  /// The square of the distance from the requested position, in meters.
  var squaredDistance: Double
}

/// The edges by distance from a position, nearest first.
///
/// Distances are measured on a plane that is tangent at the position. The search descends the
/// packed tree of boxes best first (G. R. Hjaltason and H. Samet, "Distance browsing in spatial
/// databases", ACM Transactions on Database Systems 24 (1999), doi:10.1145/320248.320255).
struct RoadSnapper {
  private let graph: RoadGraphView
  private let latitude: Double
  private let longitude: Double
  private let metersNorth: Double
  private let metersEast: Double
  private let levels: [Int]
  /// Boxes and edges by squared distance; positions of edges are in `found`.
  private var queue: [(key: Double, code: Int)] = []
  private var found: [EdgePosition] = []
  /// The square of the maximum distance, and of the distance within which edges are of interest.
  private let limit: Double
  private var bound: Double
  private let slack: Double

  /// The square of a radius; below 0, so that nothing is within it, if the radius is.
  static func square(_ radius: Double) -> Double { radius < 0 ? -1 : radius * radius }

  /// - Parameters:
  ///   - graph: the network.
  ///   - coordinate: a valid coordinate.
  ///   - radius: the maximum distance in meters.
  ///   - slack: if given, only edges that are at most this many meters farther away than the nearest
  ///     one are found, which is faster.
  init(
    _ graph: RoadGraphView, _ coordinate: Coordinate, radius: Double, slack: Double = .infinity
  ) {
    self.graph = graph
    latitude = coordinate.latitude * 1e7
    longitude = coordinate.longitude * 1e7
    metersNorth = RoadGeometry.metersPerDegree / 1e7
    metersEast = metersNorth * max(sineAndCosine(degrees: coordinate.latitude).cosine, 1e-9)
    levels = RoadBoxes.levels(edgeCount: graph.edgeCount)
    limit = Self.square(radius)
    bound = limit
    self.slack = slack
    if graph.edgeCount > 0 { pushBox(graph.boxes.count - 1) }
  }

  /// A position for distances only, without a search.
  init(_ graph: RoadGraphView, at coordinate: Coordinate) {
    self.graph = graph
    latitude = coordinate.latitude * 1e7
    longitude = coordinate.longitude * 1e7
    metersNorth = RoadGeometry.metersPerDegree / 1e7
    metersEast = metersNorth * max(sineAndCosine(degrees: coordinate.latitude).cosine, 1e-9)
    levels = []
    limit = 0
    bound = 0
    slack = 0
  }

  /// Removes and returns the next edge that satisfies a condition.
  ///
  /// The condition must always be the same. Nil if no edge is left within the radius.
  mutating func next(where isUsable: (Int) -> Bool) -> EdgePosition? {
    defer { skip() }
    return peek(where: isUsable)
  }

  /// The next edge that satisfies a condition.
  mutating func peek(where isUsable: (Int) -> Bool) -> EdgePosition? {
    while let code = queue.first?.code {
      guard code >= 0 else { return found[~code] }
      _ = pop()
      expand(code, isUsable)
    }
    return nil
  }

  /// Removes the edge that ``peek(where:)`` returned.
  mutating func skip() { _ = pop() }

  private mutating func expand(_ box: Int, _ isUsable: (Int) -> Bool) {
    var start = 0
    var level = 0
    while level < levels.count, box >= start + levels[level] {
      start += levels[level]
      level += 1
    }
    let first = (box - start) * RoadBoxes.fanOut
    if level == 0 {
      for edge in first..<min(first + RoadBoxes.fanOut, graph.edgeCount) where isUsable(edge) {
        let position = nearest(on: edge)
        guard position.squaredDistance <= bound else { continue }
        if slack < .infinity {
          let reach = position.squaredDistance.squareRoot() + slack
          bound = min(bound, reach * reach)
        }
        found.append(position)
        push(position.squaredDistance, ~(found.count - 1))
      }
    } else {
      let below = start - levels[level - 1]
      for child in first..<min(first + RoadBoxes.fanOut, levels[level - 1]) {
        pushBox(below + child)
      }
    }
  }

  private mutating func pushBox(_ index: Int) {
    let square = squaredDistance(to: graph.boxes[index])
    if square <= bound { push(square, index) }
  }

  /// The squared distance in meters from the position to a box.
  @inline(__always)
  func squaredDistance(to box: RoadBox) -> Double {
    squaredDistance(
      Double(box.west), Double(box.east), Double(box.south), Double(box.north))
  }

  /// The squared distance in meters from the position to a box in 10⁻⁷ degrees.
  @inline(__always)
  func squaredDistance(
    _ west: Double, _ east: Double, _ south: Double, _ north: Double
  ) -> Double {
    let up = max(south - latitude, latitude - north, 0) * metersNorth
    var right = max(west - longitude, longitude - east, 0)
    // Around the other side of the Earth it may be less, but only for more than 180 degrees.
    if right > 1.8e9 {
      right = min(right, max(longitude + 3.6e9 - east, 0), max(west + 3.6e9 - longitude, 0))
    }
    right *= metersEast
    return up * up + right * right
  }

  /// The point of an edge that is nearest to the position, if its squared distance is at most a
  /// limit; otherwise the squared distance is infinite.
  @inline(__always)
  func nearest(on edge: Int, within limit: Double = .infinity) -> EdgePosition {
    var best = EdgePosition(edge: edge, segment: 0, fraction: 0, squaredDistance: .infinity)
    var least = limit
    var points = EdgePoints(graph, edge)
    guard let first = points.next() else { return best }
    var x = Self.wrapped(Double(first.longitude) - longitude) * metersEast
    var y = (Double(first.latitude) - latitude) * metersNorth
    var last = first
    var segment = 0
    while let point = points.next() {
      let dx =
        Self.wrapped(Double(point.longitude) - Double(last.longitude)) * metersEast
      let dy = (Double(point.latitude) - Double(last.latitude)) * metersNorth
      let length = dx * dx + dy * dy
      let dot = -(x * dx + y * dy)
      let cross = x * dy - y * dx
      // The distance from the line is a lower bound, which needs no division. The factor allows for
      // rounding.
      if cross * cross <= least * length * 1.000_001 {
        let along = length > 0 ? (dot <= 0 ? 0 : dot >= length ? 1 : dot / length) : 0
        let (east, north) = (x + along * dx, y + along * dy)
        let square = east * east + north * north
        if square < best.squaredDistance, square <= limit {
          best.segment = segment
          best.fraction = along
          best.squaredDistance = square
          least = square
        }
      }
      x += dx
      y += dy
      last = point
      segment &+= 1
    }
    return best
  }

  /// A difference of longitudes in −180°...180°.
  @inline(__always)
  private static func wrapped(_ difference: Double) -> Double {
    difference > 1.8e9 ? difference - 3.6e9 : difference < -1.8e9 ? difference + 3.6e9 : difference
  }

  private mutating func push(_ key: Double, _ code: Int) {
    var index = queue.count
    queue.append((key, code))
    while index > 0, queue[(index - 1) / 2].key > key {
      queue[index] = queue[(index - 1) / 2]
      index = (index - 1) / 2
    }
    queue[index] = (key, code)
  }

  private mutating func pop() -> (key: Double, code: Int)? {
    guard let least = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return least }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < queue.count else { break }
      if child + 1 < queue.count, queue[child + 1].key < queue[child].key { child += 1 }
      guard queue[child].key < last.key else { break }
      queue[index] = queue[child]
      index = child
    }
    queue[index] = last
    return least
  }
}

/// Finds the edges nearest to a position at once, without a queue.
///
/// The search descends the packed tree depth first, nearest box first, and skips the boxes that are
/// farther away than the best edge.
struct NearestEdges: ~Copyable {
  /// A box to be searched.
  struct Entry: BitwiseCopyable {
    var square: Double
    var level: Int32
    var index: Int32
  }

  private let graph: RoadGraphView
  private let boxes: EdgeBoxes
  private let profile: Int
  private let snapper: RoadSnapper
  private let slack: Double
  private var bound: Double
  private var stack = GrowableArray<Entry>(capacity: 64)
  private var found = GrowableArray<EdgePosition>(capacity: 16)

  /// - Parameters:
  ///   - graph: the network.
  ///   - boxes: the boxes of its edges.
  ///   - coordinate: a valid coordinate.
  ///   - profile: the offset of a profile, which must be able to use the edges.
  ///   - radius: the maximum distance in meters.
  ///   - slack: the distance in meters by which other edges may be farther away than the nearest.
  init(
    _ graph: RoadGraphView, _ boxes: EdgeBoxes, _ coordinate: Coordinate, profile: Int,
    radius: Double, slack: Double
  ) {
    self.graph = graph
    self.boxes = boxes
    self.profile = profile
    self.slack = slack
    snapper = RoadSnapper(graph, at: coordinate)
    bound = RoadSnapper.square(radius)
  }

  /// The edges, nearest first, and equally near ones in the order of their numbers.
  mutating func positions() -> [EdgePosition] {
    // The starts and counts of at most twelve levels, the lowest first, without an array.
    var starts = SIMD16<Int32>()
    var counts = SIMD16<Int32>()
    var depth = 0
    var count = graph.edgeCount
    var start = 0
    repeat {
      count = (count + RoadBoxes.fanOut - 1) / RoadBoxes.fanOut
      guard count > 0 else { return [] }
      starts[depth] = Int32(truncatingIfNeeded: start)
      counts[depth] = Int32(truncatingIfNeeded: count)
      start += count
      depth += 1
    } while count > 1
    stack.append(Entry(square: 0, level: Int32(depth - 1), index: 0))
    while stack.count > 0 {
      let entry = stack[stack.count - 1]
      stack.truncate(stack.count - 1)
      guard entry.square <= bound else { continue }
      let first = Int(entry.index) * RoadBoxes.fanOut
      guard entry.level > 0 else {
        let leaf = EdgeBoxes.Leaf(graph.boxes[Int(entry.index)])
        for edge in first..<min(first + RoadBoxes.fanOut, graph.edgeCount) {
          let box = leaf.box(boxes.code(edge))
          if snapper.squaredDistance(box.west, box.east, box.south, box.north) <= bound {
            visit(edge)
          }
        }
        continue
      }
      let below = Int(entry.level) - 1
      push(
        first..<min(first + RoadBoxes.fanOut, Int(counts[below])), start: Int(starts[below]),
        level: below)
    }
    var positions: [EdgePosition] = []
    for index in 0..<found.count where found[index].squaredDistance <= bound {
      positions.append(found[index])
    }
    positions.sort { ($0.squaredDistance, $0.edge) < ($1.squaredDistance, $1.edge) }
    return positions
  }

  /// Adds boxes to the stack, the nearest one last.
  @inline(__always)
  private mutating func push(_ boxes: Range<Int>, start: Int, level: Int) {
    let base = stack.count
    for box in boxes {
      let square = snapper.squaredDistance(to: graph.boxes[start + box])
      guard square <= bound else { continue }
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

  @inline(__always)
  private mutating func visit(_ edge: Int) {
    let speeds = 2 * (Int(graph.edgeClasses[edge]) * graph.profileCount + profile)
    guard graph.classSpeeds[speeds] > 0 || graph.classSpeeds[speeds + 1] > 0 else { return }
    let position = snapper.nearest(on: edge, within: bound)
    guard position.squaredDistance <= bound else { return }
    let reach = position.squaredDistance.squareRoot() + slack
    // Rounding must not exclude the edge itself.
    bound = min(bound, max(position.squaredDistance, reach * reach))
    found.append(position)
  }
}

/// The points of an edge, from its first node to its last.
struct EdgePoints {
  private let graph: RoadGraphView
  private let edge: Int
  private var offset: Int
  private let end: Int
  private var latitude: Int64
  private var longitude: Int64
  private var state = 0

  @inline(__always)
  init(_ graph: RoadGraphView, _ edge: Int) {
    self.graph = graph
    self.edge = edge
    offset = Int(graph.geometryStarts[edge])
    end = Int(graph.geometryStarts[edge + 1])
    let tail = graph.tail(ofEdge: edge)
    latitude = Int64(graph.latitudes[tail])
    longitude = Int64(graph.longitudes[tail])
  }

  /// The next point; nil after the last one.
  @inline(__always)
  mutating func next() -> (latitude: Int32, longitude: Int32)? {
    if state == 0 {
      state = 1
    } else if offset < end, let north = read(), let east = read() {
      latitude &+= north
      longitude &+= east
    } else if state == 1 {
      state = 2
      let head = graph.head(ofEdge: edge)
      return (graph.latitudes[head], graph.longitudes[head])
    } else {
      return nil
    }
    return (Int32(truncatingIfNeeded: latitude), Int32(truncatingIfNeeded: longitude))
  }

  /// Reads a difference as ``Varint/read(_:_:end:)`` does, without branches for its length if it has
  /// at most four bytes.
  @inline(__always)
  private mutating func read() -> Int64? {
    let bytes = graph.geometry
    // Near the end of an edge the bytes of the next one are loaded, too, and not used: the verified
    // geometry has no number that continues there.
    guard offset &+ 4 <= bytes.count else { return Varint.read(bytes, &offset, end: end) }
    // The compiler turns this into a single load.
    let word =
      UInt32(bytes[offset]) | UInt32(bytes[offset &+ 1]) &<< 8
      | UInt32(bytes[offset &+ 2]) &<< 16 | UInt32(bytes[offset &+ 3]) &<< 24
    let last = ~word & 0x8080_8080
    guard last != 0 else { return Varint.read(bytes, &offset, end: end) }
    // The bits up to and including the first byte without a continuation bit.
    let used = word & (last ^ (last &- 1))
    offset &+= (last.trailingZeroBitCount &+ 1) &>> 3
    let value =
      used & 0x7F | (used & 0x7F00) &>> 1 | (used & 0x7F_0000) &>> 2 | (used & 0x7F00_0000) &>> 3
    return Int64(value &>> 1) ^ -Int64(value & 1)
  }
}

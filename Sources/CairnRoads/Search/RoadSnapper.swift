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
  let latitude: Double
  let longitude: Double
  let metersNorth: Double
  let metersEast: Double
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
  ///   - slack: if given, only edges that are at most this many meters farther away than the
  ///     nearest one are found, which is faster.
  init(
    _ graph: RoadGraphView, _ coordinate: Coordinate, radius: Double, slack: Double = .infinity
  ) {
    self.graph = graph
    latitude = coordinate.latitude * 1e7
    longitude = coordinate.normalized.longitude * 1e7
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
    longitude = coordinate.normalized.longitude * 1e7
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

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
    limit = radius * radius
    bound = limit
    self.slack = slack
    if graph.edgeCount > 0 { pushBox(graph.boxes.count - 1) }
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
    let box = graph.boxes[index]
    let north = max(Double(box.south) - latitude, latitude - Double(box.north), 0) * metersNorth
    var east = max(Double(box.west) - longitude, longitude - Double(box.east), 0)
    east = min(
      east, max(longitude + 3.6e9 - Double(box.east), 0),
      max(Double(box.west) + 3.6e9 - longitude, 0))
    east *= metersEast
    let square = north * north + east * east
    if square <= bound { push(square, index) }
  }

  /// The point of an edge that is nearest to the position.
  private func nearest(on edge: Int) -> EdgePosition {
    var best = EdgePosition(edge: edge, segment: 0, fraction: 0, squaredDistance: .infinity)
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
      let along = length > 0 ? max(0, min(1, -(x * dx + y * dy) / length)) : 0
      let (east, north) = (x + along * dx, y + along * dy)
      let square = east * east + north * north
      if square < best.squaredDistance {
        best.segment = segment
        best.fraction = along
        best.squaredDistance = square
      }
      x += dx
      y += dy
      last = point
      segment += 1
    }
    return best
  }

  /// A difference of longitudes in −180°...180°.
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
    } else if offset < end, let north = Varint.read(graph.geometry, &offset, end: end),
      let east = Varint.read(graph.geometry, &offset, end: end)
    {
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
}

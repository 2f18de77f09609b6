internal import CairnGeodesy
internal import CairnMemory

/// Finds the positions on roads within a distance of a position.
struct CandidateFinder: ~Copyable {
  /// A position on an edge.
  struct Found: BitwiseCopyable {
    var edge: Int
    var segment: Int
    var fraction: Double
    var squaredDistance: Double
    /// Meters from the first point of the edge, and the length of the edge.
    var along: Double
    var length: Double
  }

  private let graph: RoadGraphView
  private let boxes: EdgeBoxes
  private let levels: [Int]
  private let starts: [Int]
  private var stack = GrowableArray<UInt64>(capacity: 256)
  private(set) var found = GrowableArray<Found>(capacity: 64)

  init(_ graph: RoadGraphView, _ boxes: EdgeBoxes) {
    self.graph = graph
    self.boxes = boxes
    levels = RoadBoxes.levels(edgeCount: graph.edgeCount)
    var start = 0
    var starts: [Int] = []
    for count in levels {
      starts.append(start)
      start += count
    }
    self.starts = starts
  }

  /// Replaces ``found`` by the positions within a radius in meters of a position in 10⁻⁷ degrees,
  /// in the order of edges.
  ///
  /// An edge that comes near the position several times, such as a hairpin bend, has several.
  mutating func find(
    latitude: Double, longitude: Double, radius: Double, where isUsable: (Int) -> Bool
  ) {
    found.truncate(0)
    guard !levels.isEmpty else { return }
    let north = RoadGeometry.metersPerDegree / 1e7
    let east = north * max(sineAndCosine(degrees: latitude / 1e7).cosine, 1e-9)
    let bound = radius * radius
    let snapper = RoadSnapper(
      graph, at: Coordinate(latitude: latitude / 1e7, longitude: longitude / 1e7))
    stack.truncate(0)
    stack.append(UInt64(levels.count - 1) << 32)
    while stack.count > 0 {
      let top = stack[stack.count - 1]
      stack.truncate(stack.count - 1)
      let level = Int(top >> 32)
      let index = Int(top & 0xFFFF_FFFF)
      let box = graph.boxes[starts[level] + index]
      guard snapper.squaredDistance(to: box) <= bound else { continue }
      let first = index * RoadBoxes.fanOut
      if level == 0 {
        let leaf = EdgeBoxes.Leaf(box)
        for edge in first..<min(first + RoadBoxes.fanOut, graph.edgeCount) {
          let own = leaf.box(boxes.code(edge))
          guard snapper.squaredDistance(own.west, own.east, own.south, own.north) <= bound,
            isUsable(edge)
          else { continue }
          add(edge, latitude, longitude, north, east, bound)
        }
      } else {
        var child = min(first + RoadBoxes.fanOut, levels[level - 1])
        while child > first {
          child -= 1
          stack.append(UInt64(level - 1) << 32 | UInt64(child))
        }
      }
    }
  }

  /// The least distance in meters of ``found``; nil if it is empty.
  var nearest: Double? {
    var least = Double.infinity
    for index in 0..<found.count { least = min(least, found[index].squaredDistance) }
    return found.count == 0 ? nil : least.squareRoot()
  }

  /// Removes the positions that are farther away than a distance in meters.
  mutating func keep(within distance: Double) {
    var kept = 0
    for index in 0..<found.count where found[index].squaredDistance <= distance * distance {
      found[kept] = found[index]
      kept += 1
    }
    found.truncate(kept)
  }

  /// Removes the farthest positions if there are more than a number of them.
  mutating func keep(nearest count: Int) {
    guard found.count > count else { return }
    let squares = (0..<found.count).map { found[$0].squaredDistance }.sorted()
    keep(within: squares[count - 1].squareRoot())
    found.truncate(min(found.count, count))
  }

  /// Adds the local minima of the distance along an edge.
  private mutating func add(
    _ edge: Int, _ latitude: Double, _ longitude: Double, _ north: Double, _ east: Double,
    _ bound: Double
  ) {
    var points = EdgePoints(graph, edge)
    guard var last = points.next() else { return }
    let start = found.count
    var x = Self.wrapped(Double(last.longitude) - longitude) * east
    var y = (Double(last.latitude) - latitude) * north
    var along = 0.0
    var segment = 0
    var best = Found(
      edge: edge, segment: 0, fraction: 0, squaredDistance: .infinity, along: 0, length: 0)
    // The greatest squared distance since the last minimum; the road must have moved away before
    // another minimum counts.
    var farthest = 0.0
    while let point = points.next() {
      let dx = Self.wrapped(Double(point.longitude) - Double(last.longitude)) * east
      let dy = (Double(point.latitude) - Double(last.latitude)) * north
      let square = dx * dx + dy * dy
      let length = square.squareRoot()
      let part = square > 0 ? max(0, min(1, -(x * dx + y * dy) / square)) : 0
      let (px, py) = (x + part * dx, y + part * dy)
      let distance = px * px + py * py
      if best.squaredDistance <= bound, Self.isAway(farthest, best.squaredDistance),
        Self.isAway(farthest, distance)
      {
        found.append(best)
        best.squaredDistance = .infinity
      }
      if distance < best.squaredDistance {
        best.segment = segment
        best.fraction = part
        best.squaredDistance = distance
        best.along = along + part * length
        farthest = distance
      }
      x += dx
      y += dy
      farthest = max(farthest, x * x + y * y)
      along += length
      last = point
      segment += 1
    }
    if best.squaredDistance <= bound { found.append(best) }
    for index in start..<found.count { found[index].length = along }
  }

  /// Whether a road that was at one distance had moved away from a minimum: to twice the distance
  /// and another ten meters.
  @inline(__always)
  private static func isAway(_ square: Double, _ minimum: Double) -> Bool {
    square > 4 * minimum + 100
  }

  @inline(__always)
  private static func wrapped(_ difference: Double) -> Double {
    difference > 1.8e9 ? difference - 3.6e9 : difference < -1.8e9 ? difference + 3.6e9 : difference
  }
}

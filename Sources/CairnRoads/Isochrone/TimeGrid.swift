internal import CairnGeodesy
internal import CairnMemory

/// The travel times of the cells of a grid.
///
/// A cell with roads has the least time of a point of a road in it; every other cell has the time
/// of the nearest cell with roads, up to a distance. So a cell is within a time if its nearest road
/// is, and the cells within a longer time contain those within a shorter one.
struct TimeGrid: ~Copyable {
  /// The time of a cell whose road is not reached.
  static let unreached = UInt32.max - 1
  /// The time of a cell without a road nearby.
  static let empty = UInt32.max
  /// The approximate maximum number of cells of a side.
  private static let sideLimit = 800.0

  /// The number of columns and rows.
  let width: Int
  let height: Int
  /// The position of the southwest corner in 10⁻⁷ degrees; the longitude may be beyond ±180°.
  let west: Int
  let south: Int
  /// The size of a cell in 10⁻⁷ degrees, multiples of 16 so that the vertices of outlines are whole
  /// numbers.
  let stepEast: Int
  let stepNorth: Int
  /// The size of a cell in meters.
  let cell: Double
  /// The number of cells around roads that belong to them.
  let reach: Int
  let times: FixedArray<UInt32>
  private let graph: RoadGraphView
  private let profile: RoadProfileView
  /// The longitude, in 10⁻⁷ degrees, at which longitudes continue beyond ±180°.
  private let center: Int
  private let inverseEast: Double
  private let inverseNorth: Double

  /// An empty grid that covers positions and nodes.
  init(
    _ graph: RoadGraphView, _ profile: RoadProfileView, around positions: [Coordinate],
    ends: [RoadEnd], reached: [(node: Int, time: UInt32)], within longest: UInt32
  ) {
    self.graph = graph
    self.profile = profile
    let first = positions.first ?? Coordinate(latitude: 0, longitude: 0)
    let center = Int(first.longitude * 1e7)
    self.center = center
    var (low, high) = (Int(first.latitude * 1e7), Int(first.latitude * 1e7))
    var (left, right) = (center, center)
    func include(_ latitude: Int, _ longitude: Int) {
      low = min(low, latitude)
      high = max(high, latitude)
      let unwrapped = Self.unwrapped(longitude, center)
      left = min(left, unwrapped)
      right = max(right, unwrapped)
    }
    for position in positions {
      include(Int(position.latitude * 1e7), Int(position.longitude * 1e7))
    }
    for (node, time) in reached {
      include(Int(graph.latitudes[node]), Int(graph.longitudes[node]))
      // The parts of roads that are reached may be far from their ends.
      for arc in graph.arcs(node) {
        guard let weight = graph.endTime(arc, profile) else { continue }
        let part = Double(longest - time) / Double(max(weight, 1))
        let box = graph.boxes[Int(graph.arcEdges[arc] >> 1) / RoadBoxes.fanOut]
        let isCovered =
          Int(box.south) >= low && Int(box.north) <= high && Int(box.west) >= left
          && Int(box.east) <= right
        if part < 1 || !isCovered { Self.forEachPoint(graph, arc, to: part, include) }
      }
    }
    for end in ends {
      let (done, whole) = (Double(end.done), max(Double(end.done) + Double(end.left), 1))
      Self.forEachPoint(
        graph, end.arc, from: done / whole, to: (done + Double(longest)) / whole, include)
    }
    let metersNorth = RoadGeometry.metersPerDegree / 1e7
    let metersEast = metersNorth * max(sineAndCosine(degrees: first.latitude).cosine, 0.01)
    let extent = max(Double(high - low) * metersNorth, Double(right - left) * metersEast)
    let isOnFoot = profile.mode == .foot
    let size = max(12, extent / Self.sideLimit)
    reach = max(2, Int((isOnFoot ? 40 : min(120, 4 * size)) / size))
    let margin = Double(reach + 4) * size
    cell = size
    stepNorth = max(16, Int(size / metersNorth) / 16 * 16)
    stepEast = max(16, Int(size / metersEast) / 16 * 16)
    let northMargin = Int(margin / metersNorth) / stepNorth + 1
    let eastMargin = Int(margin / metersEast) / stepEast + 1
    south = Self.floor(low, stepNorth) - northMargin * stepNorth
    west = Self.floor(left, stepEast) - eastMargin * stepEast
    height = (high - south) / stepNorth + northMargin + 1
    width = (right - west) / stepEast + eastMargin + 1
    inverseEast = 1 / Double(stepEast)
    inverseNorth = 1 / Double(stepNorth)
    times = FixedArray(repeating: Self.empty, count: width * height)
  }

  /// Calls `body` with the points of an arc from one fraction of its length to another.
  private static func forEachPoint(
    _ graph: RoadGraphView, _ arc: Int, from: Double = 0, to: Double,
    _ body: (_ latitude: Int, _ longitude: Int) -> Void
  ) {
    let isReversed = graph.arcEdges[arc] & 1 == 1
    var points: [(latitude: Int32, longitude: Int32)] = []
    var iterator = EdgePoints(graph, Int(graph.arcEdges[arc] >> 1))
    while let point = iterator.next() { points.append(point) }
    if isReversed { points.reverse() }
    var lengths: [Double] = [0]
    for (first, second) in zip(points, points.dropFirst()) {
      let step = RoadGeometry.distance(
        first.latitude, first.longitude, second.latitude, second.longitude)
      lengths.append((lengths.last ?? 0) + step)
    }
    let (start, end) = (from * (lengths.last ?? 0), to * (lengths.last ?? 0))
    for (index, point) in points.enumerated() where lengths[index] >= start {
      guard lengths[index] <= end else {
        let last = points[index - 1]
        let part = (end - lengths[index - 1]) / (lengths[index] - lengths[index - 1])
        body(
          Int(Double(last.latitude) + part * Double(point.latitude - last.latitude)),
          Int(
            Double(last.longitude)
              + part
              * Double(
                Self.unwrapped(Int(point.longitude), Int(last.longitude)) - Int(last.longitude))))
        return
      }
      body(Int(point.latitude), Int(point.longitude))
    }
  }

  private static func floor(_ value: Int, _ step: Int) -> Int {
    value >= 0 ? value / step * step : -((-value + step - 1) / step * step)
  }

  private static func unwrapped(_ longitude: Int, _ center: Int) -> Int {
    let difference = longitude - center
    return difference > 1_800_000_000
      ? longitude - 3_600_000_000
      : difference < -1_800_000_000 ? longitude + 3_600_000_000 : longitude
  }

  // MARK: Roads

  /// Adds all roads in the grid, with the times from the reached nodes.
  mutating func addRoads(_ reached: ReachedNodes) {
    let nodeTimes = FixedArray<UInt32>(repeating: Self.unreached, count: graph.nodeCount)
    for (node, time) in reached.nodes { nodeTimes[node] = time }
    let levels = RoadBoxes.levels(edgeCount: graph.edgeCount)
    var starts: [Int] = []
    var start = 0
    for count in levels {
      starts.append(start)
      start += count
    }
    guard !levels.isEmpty else { return }
    var open: [(level: Int, index: Int)] = [(levels.count - 1, 0)]
    while let (level, index) = open.popLast() {
      guard overlaps(graph.boxes[starts[level] + index]) else { continue }
      let first = index * RoadBoxes.fanOut
      if level > 0 {
        for child in first..<min(first + RoadBoxes.fanOut, levels[level - 1]) {
          open.append((level - 1, child))
        }
      } else {
        for edge in first..<min(first + RoadBoxes.fanOut, graph.edgeCount) {
          add(edge, nodeTimes, reached)
        }
      }
    }
  }

  private func overlaps(_ box: RoadBox) -> Bool {
    if Int(box.north) < south || Int(box.south) > south + height * stepNorth { return false }
    // A box may be in the grid unchanged, or moved around the Earth.
    return [-3_600_000_000, 0, 3_600_000_000].contains { shift in
      Int(box.east) + shift >= west && Int(box.west) + shift <= west + width * stepEast
    }
  }

  /// Adds an edge that the profile may use.
  private func add(
    _ edge: Int, _ nodeTimes: borrowing FixedArray<UInt32>, _ reached: ReachedNodes
  ) {
    let impassable = RoadGeometry.impassable
    let arcs = (Int(graph.edgeArcs[2 * edge]), Int(graph.edgeArcs[2 * edge + 1]))
    let forward = graph.endTime(arcs.0, profile) ?? impassable
    let backward = graph.endTime(arcs.1, profile) ?? impassable
    guard forward < impassable || backward < impassable else { return }
    var tail = forward < impassable ? nodeTimes[graph.tail(ofEdge: edge)] : Self.unreached
    var head = backward < impassable ? nodeTimes[graph.head(ofEdge: edge)] : Self.unreached
    if tail != Self.unreached {
      let entry = reached.entry(arcs.0, from: graph.tail(ofEdge: edge), at: tail, profile)
      tail = entry ?? Self.unreached
    }
    if head != Self.unreached {
      let entry = reached.entry(arcs.1, from: graph.head(ofEdge: edge), at: head, profile)
      head = entry ?? Self.unreached
    }
    if tail == Self.unreached, head == Self.unreached {
      addEdge(edge) { _, _ in Self.unreached }
      // Nodes that are reached on another road are part of it, too.
      return
    }
    addEdge(edge) { before, after in
      let length = max(before + after, 1e-9)
      var time = Double(Self.unreached)
      if tail != Self.unreached { time = Double(tail) + Double(forward) * before / length }
      if head != Self.unreached {
        time = min(time, Double(head) + Double(backward) * after / length)
      }
      return UInt32(min(time, Double(Self.unreached)))
    }
  }

  /// Adds the roads from a start to the ends of its arc.
  mutating func addStart(_ end: RoadEnd, _ context: RoadContext) {
    let isReversed = graph.arcEdges[end.arc] & 1 == 1
    let position = unit(context.coordinate(of: end.position))
    let points = units(Int(graph.arcEdges[end.arc] >> 1))
    var line = [position]
    if isReversed {
      line += points.prefix(end.position.segment + 1).reversed()
    } else {
      line += points.dropFirst(end.position.segment + 1)
    }
    let length = max(Self.length(line), 1e-9)
    var along = 0.0
    for (first, second) in zip(line, line.dropFirst()) {
      let step = Self.length([first, second])
      addSegment(
        first, second, from: Double(end.left) * along / length,
        to: Double(end.left) * (along + step) / length)
      along += step
    }
    mark(position.x, position.y, 0)
  }

  /// Adds a straight line that is reached at once.
  mutating func addLine(_ first: Coordinate, _ second: Coordinate) {
    let (a, b) = (unit(first), unit(second))
    addSegment(a, b, from: 0, to: 0)
    mark(a.x, a.y, 0)
  }

  /// A position in cells from the southwest corner.
  private struct Unit {
    var x: Double
    var y: Double
  }

  private func unit(_ latitude: Int, _ longitude: Int) -> Unit {
    Unit(
      x: Double(Self.unwrapped(longitude, center) - west) * inverseEast,
      y: Double(latitude - south) * inverseNorth)
  }

  private func unit(_ coordinate: Coordinate) -> Unit {
    unit(
      Int((coordinate.latitude * 1e7).rounded()), Int((coordinate.longitude * 1e7).rounded()))
  }

  private func units(_ edge: Int) -> [Unit] {
    var points: [Unit] = []
    var iterator = EdgePoints(graph, edge)
    while let point = iterator.next() {
      points.append(unit(Int(point.latitude), Int(point.longitude)))
    }
    return points
  }

  private static func length(_ line: [Unit]) -> Double {
    var length = 0.0
    for (first, second) in zip(line, line.dropFirst()) {
      length += distance(first, second)
    }
    return length
  }

  @inline(__always)
  private static func distance(_ first: Unit, _ second: Unit) -> Double {
    let (x, y) = (second.x - first.x, second.y - first.y)
    return (x * x + y * y).squareRoot()
  }

  /// Adds the points of an edge; `time` returns the time by the distances from the first point and
  /// to the last one.
  @inline(__always)
  private func addEdge(_ edge: Int, _ time: (_ before: Double, _ after: Double) -> UInt32) {
    var length = 0.0
    var iterator = EdgePoints(graph, edge)
    guard let start = iterator.next() else { return }
    let first = unit(Int(start.latitude), Int(start.longitude))
    var last = first
    while let point = iterator.next() {
      let next = unit(Int(point.latitude), Int(point.longitude))
      length += Self.distance(last, next)
      last = next
    }
    iterator = EdgePoints(graph, edge)
    _ = iterator.next()
    last = first
    var along = 0.0
    mark(first.x, first.y, time(0, length))
    while let point = iterator.next() {
      let next = unit(Int(point.latitude), Int(point.longitude))
      let step = Self.distance(last, next)
      // Two samples per cell; a skipped corner of a cell does not matter.
      let count = max(1, Int((step * 2).rounded(.up)))
      for index in 1...count {
        let part = Double(index) / Double(count)
        let before = along + part * step
        mark(
          last.x + part * (next.x - last.x), last.y + part * (next.y - last.y),
          time(before, max(0, length - before)))
      }
      along += step
      last = next
    }
  }

  private func addSegment(_ first: Unit, _ second: Unit, from: Double, to: Double) {
    let count = max(1, Int((2 * Self.distance(first, second)).rounded(.up)))
    for index in 0...count {
      let part = Double(index) / Double(count)
      mark(
        first.x + part * (second.x - first.x), first.y + part * (second.y - first.y),
        UInt32(min(from + part * (to - from), Double(Self.unreached))))
    }
  }

  /// Lowers the time of a cell inside the margin.
  @inline(__always)
  private func mark(_ x: Double, _ y: Double, _ time: UInt32) {
    // The surroundings of roads must not leave the grid.
    let border = Double(reach + 2)
    guard x >= border, y >= border, x < Double(width) - border, y < Double(height) - border else {
      return
    }
    let index = Int(y) * width + Int(x)
    if time < times[index] { times[index] = time }
  }

  // MARK: Surroundings

  /// Gives cells near roads the time of the nearest one.
  ///
  /// The cells grow in steps, alternately with four and eight neighbors, so that the surroundings
  /// are octagons.
  mutating func spread() {
    var front = GrowableArray<UInt32>(capacity: times.count / 2)
    for index in 0..<times.count where times[index] != Self.empty {
      front.append(UInt32(truncatingIfNeeded: index))
    }
    for step in 0..<reach {
      var added = GrowableArray<Neighbor>(capacity: 4096)
      for entry in 0..<front.count {
        let index = Int(front[entry])
        let time = times[index]
        add(index - 1, time, &added)
        add(index + 1, time, &added)
        add(index - width, time, &added)
        add(index + width, time, &added)
        guard step % 2 == 1 else { continue }
        add(index - width - 1, time, &added)
        add(index - width + 1, time, &added)
        add(index + width - 1, time, &added)
        add(index + width + 1, time, &added)
      }
      front.truncate(0)
      // All cells of a front are at the same distance, so a new cell takes the least of their
      // times.
      for entry in 0..<added.count {
        let (index, time) = (Int(added[entry].index), added[entry].time)
        if times[index] == Self.empty { front.append(added[entry].index) }
        times[index] = min(times[index], time)
      }
    }
  }

  private struct Neighbor: BitwiseCopyable {
    var index: UInt32
    var time: UInt32
  }

  @inline(__always)
  private func add(_ index: Int, _ time: UInt32, _ added: inout GrowableArray<Neighbor>) {
    guard times[index] == Self.empty else { return }
    added.append(Neighbor(index: UInt32(truncatingIfNeeded: index), time: time))
  }
}

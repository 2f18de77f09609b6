internal import CairnMemory

/// The memory of a network, whose sections are verified when they are first used.
final class RoadStorage: Sendable {
  let memory: PackedMemory
  let layout: RoadFileLayout
  private let verified: AtomicBits

  init(_ memory: PackedMemory) throws(RoadError) {
    self.memory = memory
    layout = try RoadFileLayout(memory)
    verified = AtomicBits(count: layout.entries.count + 1)
  }

  /// The number of arcs.
  var arcCount: Int { 2 * layout.edgeCount }

  /// The values of a section, whose checksum and values are verified the first time.
  ///
  /// `count` is the required number of values, nil if any number is valid; `check` returns a reason
  /// if the values are invalid.
  func values<Value: BitwiseCopyable>(
    _ section: RoadSection, profile: Int = 0, count: Int? = nil, as type: Value.Type = Value.self,
    check: (UnsafeSpan<Value>) -> String? = { _ in nil }
  ) throws(RoadError) -> UnsafeSpan<Value> {
    guard
      let index = layout.entries.firstIndex(where: {
        $0.kind == section.rawValue && $0.profile == UInt32(profile)
      })
    else { throw .malformed(section: "\(section)", reason: "it is missing") }
    let entry = layout.entries[index]
    let width = MemoryLayout<Value>.stride
    guard entry.length % width == 0, count == nil || entry.length / width == count else {
      throw .malformed(section: "\(section)", reason: "its length does not match")
    }
    // Types that store the span also store this object.
    let values = unsafe UnsafeBuffer<Value>(
      memory, byteOffset: entry.offset, count: entry.length / width
    ).span
    if !verified.contains(index) {
      guard RoadFileLayout.checksum(memory, entry) == entry.checksum else {
        throw .damaged(section: "\(section)")
      }
      if let reason = check(values) { throw .malformed(section: "\(section)", reason: reason) }
      verified.insert(index)
    }
    return values
  }
}

/// The verified parts of a network, so that each request finds them at once.
final class RoadViews: Sendable {
  private struct Views {
    var graph: RoadGraphView?
    var names: RoadNames?
    var profiles: [RoadProfileView?]
  }
  private let views: Lock<Views>

  init(profileCount: Int) {
    views = Lock(Views(profiles: [RoadProfileView?](repeating: nil, count: profileCount)))
  }

  func graph(_ storage: RoadStorage) throws(RoadError) -> RoadGraphView {
    if let graph = views.withLock({ $0.graph }) { return graph }
    let graph = try RoadGraphView(storage)
    views.withLock { $0.graph = graph }
    return graph
  }

  func names(_ storage: RoadStorage) throws(RoadError) -> RoadNames {
    if let names = views.withLock({ $0.names }) { return names }
    let names = try RoadNames(storage)
    views.withLock { $0.names = names }
    return names
  }

  func profile(
    _ storage: RoadStorage, _ index: Int, _ info: RoadProfileInfo
  ) throws(RoadError) -> RoadProfileView {
    if let profile = views.withLock({ $0.profiles[index] }) { return profile }
    let profile = try RoadProfileView(storage, graph(storage), index, info)
    views.withLock { $0.profiles[index] = profile }
    return profile
  }
}

/// The graph and its geometry, all verified.
struct RoadGraphView: Sendable {
  /// Keeps the memory of the spans alive.
  private let storage: RoadStorage
  let nodeCount: Int
  let edgeCount: Int
  let profileCount: Int
  let latitudes: UnsafeSpan<Int32>
  let longitudes: UnsafeSpan<Int32>
  let firstOut: UnsafeSpan<UInt32>
  let heads: UnsafeSpan<UInt32>
  let arcEdges: UnsafeSpan<UInt32>
  let edgeArcs: UnsafeSpan<UInt32>
  let edgeClasses: UnsafeSpan<UInt32>
  let geometryStarts: UnsafeSpan<UInt32>
  let geometry: UnsafeSpan<UInt8>
  let classKinds: UnsafeSpan<UInt32>
  let classSpeeds: UnsafeSpan<Double>
  let boxes: UnsafeSpan<RoadBox>
  /// The boxes of the edges; nil if the file lacks them.
  let edgeBoxes: UnsafeSpan<UInt32>?

  init(_ storage: RoadStorage) throws(RoadError) {
    self.storage = storage
    let layout = storage.layout
    let (nodes, edges) = (layout.nodeCount, layout.edgeCount)
    nodeCount = nodes
    edgeCount = edges
    profileCount = layout.profileCount
    latitudes = try storage.values(.latitudes, count: nodes) {
      RoadCheck.range($0, -900_000_000...900_000_000)
    }
    longitudes = try storage.values(.longitudes, count: nodes) {
      RoadCheck.range($0, -1_800_000_000...1_800_000_000)
    }
    let firstOut: UnsafeSpan<UInt32> = try storage.values(.firstOut, count: nodes + 1) {
      RoadCheck.ascending($0, to: 2 * edges)
    }
    let heads: UnsafeSpan<UInt32> = try storage.values(.heads, count: 2 * edges) {
      RoadCheck.below($0, nodes)
    }
    let arcEdges: UnsafeSpan<UInt32> = try storage.values(.arcEdges, count: 2 * edges) {
      RoadCheck.below($0, 2 * edges)
    }
    self.firstOut = firstOut
    self.heads = heads
    self.arcEdges = arcEdges
    edgeArcs = try storage.values(.edgeArcs, count: 2 * edges) {
      RoadCheck.inverse($0, firstOut, heads, arcEdges)
    }
    edgeClasses = try storage.values(.edgeClasses, count: edges) {
      RoadCheck.below($0, layout.classCount)
    }
    let geometry: UnsafeSpan<UInt8> = try storage.values(.geometry)
    self.geometry = geometry
    let (latitudes, longitudes, edgeArcs) = (latitudes, longitudes, edgeArcs)
    geometryStarts = try storage.values(.geometryStarts, count: edges + 1) { starts in
      RoadCheck.ascending(starts, to: geometry.count)
        ?? RoadCheck.geometry(
          geometry, starts,
          tail: { edge in
            let tail = Int(heads[Int(edgeArcs[2 * edge + 1])])
            return (latitudes[tail], longitudes[tail])
          })
    }
    classKinds = try storage.values(.classKinds, count: layout.classCount)
    classSpeeds = try storage.values(
      .classSpeeds, count: 2 * layout.classCount * layout.profileCount
    ) { speeds in
      for index in 0..<speeds.count
      where !(speeds[index] >= 0 && speeds[index] <= RoadGeometry.fastest) {
        return "a speed is invalid"
      }
      return nil
    }
    boxes = try storage.values(
      .boxes, count: RoadBoxes.levels(edgeCount: edges).reduce(0, +))
    edgeBoxes =
      layout.entry(.edgeBoxes) == nil ? nil : try storage.values(.edgeBoxes, count: edges)
  }

  /// The memory of the spans.
  var memory: PackedMemory { storage.memory }

  /// The node at which an edge begins.
  @inline(__always)
  func tail(ofEdge edge: Int) -> Int { Int(heads[Int(edgeArcs[2 * edge + 1])]) }

  /// The node at which an edge ends.
  @inline(__always)
  func head(ofEdge edge: Int) -> Int { Int(heads[Int(edgeArcs[2 * edge])]) }

  /// The arc of the same edge in the opposite direction.
  @inline(__always)
  func reverse(_ arc: Int) -> Int { Int(edgeArcs[Int(arcEdges[arc] ^ 1)]) }

  /// The node at which an arc begins.
  @inline(__always)
  func tail(_ arc: Int) -> Int { Int(heads[reverse(arc)]) }

  /// The arcs that leave a node.
  @inline(__always)
  func arcs(_ node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }

  /// The speed on an arc in km/h; 0 if the profile cannot use it.
  func speed(_ arc: Int, _ profile: Int) -> Double {
    let half = Int(arcEdges[arc])
    let index = Int(edgeClasses[half >> 1]) * profileCount + profile
    return classSpeeds[2 * index + half & 1]
  }

  /// Whether a profile may use an arc only at the ends of a route.
  func isPrivate(_ arc: Int, _ profile: Int) -> Bool {
    let half = Int(arcEdges[arc])
    let shift = RoadKind.bitCount + 2 * UInt32(profile) + UInt32(half & 1)
    return classKinds[Int(edgeClasses[half >> 1])] >> shift & 1 != 0
  }

  /// The properties of an edge for directions.
  func kind(ofEdge edge: Int) -> RoadKind {
    RoadKind(rawValue: classKinds[Int(edgeClasses[edge])] & ((1 << RoadKind.bitCount) - 1))
  }
}

/// The times and turns of a profile, all verified.
struct RoadProfileView: Sendable {
  /// Keeps the memory of the spans alive.
  private let storage: RoadStorage
  let index: Int
  let mode: TravelMode
  let turnsRoundAnywhere: Bool
  let weights: UnsafeSpan<UInt32>
  let flags: UnsafeSpan<UInt8>
  let extraArcs: UnsafeSpan<UInt32>
  let turnKeys: UnsafeSpan<UInt64>
  let turnTargets: UnsafeSpan<UInt32>
  /// For each box of edges or boxes, a bit for each of its eight parts that has a usable edge.
  let usableParts: [UInt8]

  init(
    _ storage: RoadStorage, _ graph: RoadGraphView, _ index: Int, _ info: RoadProfileInfo
  ) throws(RoadError) {
    let arcs = storage.arcCount
    self.storage = storage
    self.index = index
    mode = info.mode
    turnsRoundAnywhere = info.turnsRoundAnywhere
    weights = try storage.values(.weights, profile: index, count: arcs) {
      RoadCheck.below($0, Int(RoadGeometry.impassable) + 1)
    }
    flags = try storage.values(.nodeFlags, profile: index, count: graph.nodeCount)
    let extra: UnsafeSpan<UInt32> = try storage.values(.extraArcs, profile: index) {
      RoadCheck.below($0, arcs) ?? RoadCheck.sorted($0, by: { graph.heads[Int($0)] })
    }
    guard extra.count < 1 << 30 else {
      throw .malformed(section: "extraArcs", reason: "too many states")
    }
    extraArcs = extra
    let targets: UnsafeSpan<UInt32> = try storage.values(.turnTargets, profile: index)
    turnTargets = targets
    turnKeys = try storage.values(.turnKeys, profile: index, count: targets.count) {
      RoadCheck.turns($0, targets, extra, graph)
    }
    usableParts = RoadBoxes.usableParts(graph, index)
  }

  /// Whether a profile has neither restrictions nor a rule for turning around, so that nodes
  /// suffice as states of a search.
  var isPlain: Bool { turnsRoundAnywhere && turnKeys.count == 0 }
}

/// The name and properties of a profile in a file.
struct RoadProfileInfo: Hashable, Sendable {
  var name: String
  var mode: TravelMode
  var turnsRoundAnywhere: Bool

  static func all(_ storage: RoadStorage) throws(RoadError) -> [RoadProfileInfo] {
    let bytes: UnsafeSpan<UInt8> = try storage.values(.profiles)
    var infos: [RoadProfileInfo] = []
    var offset = 0
    for _ in 0..<storage.layout.profileCount {
      guard offset + 3 <= bytes.count, Int(bytes[offset]) < TravelMode.allCases.count,
        offset + 3 + Int(bytes[offset + 2]) <= bytes.count
      else { throw .malformed(section: "profiles", reason: "a profile is incomplete") }
      let name = (0..<Int(bytes[offset + 2])).map { bytes[offset + 3 + $0] }
      infos.append(
        RoadProfileInfo(
          name: String(decoding: name, as: UTF8.self),
          mode: TravelMode.allCases[Int(bytes[offset])], turnsRoundAnywhere: bytes[offset + 1] != 0)
      )
      offset += 3 + name.count
    }
    return infos
  }
}

/// Checks of the values of sections; each returns a reason if they are invalid.
enum RoadCheck {
  static func range(_ values: UnsafeSpan<Int32>, _ range: ClosedRange<Int32>) -> String? {
    var isValid = true
    for index in 0..<values.count { isValid = isValid && range.contains(values[index]) }
    return isValid ? nil : "a coordinate is outside the Earth"
  }

  static func below(_ values: UnsafeSpan<UInt32>, _ limit: Int) -> String? {
    var greatest: UInt32 = 0
    for index in 0..<values.count { greatest = max(greatest, values[index]) }
    return values.count == 0 || Int(greatest) < limit ? nil : "a number is out of range"
  }

  static func distinct(_ values: UnsafeSpan<UInt32>, below limit: Int) -> String? {
    var isKnown = [Bool](repeating: false, count: limit)
    for index in 0..<values.count {
      guard Int(values[index]) < limit else { return "a number is out of range" }
      guard !isKnown[Int(values[index])] else { return "a number occurs twice" }
      isKnown[Int(values[index])] = true
    }
    return nil
  }

  static func ascending(_ values: UnsafeSpan<UInt32>, to limit: Int) -> String? {
    guard values.count > 0, values[0] == 0, Int(values[values.count - 1]) == limit else {
      return "its first or last number is wrong"
    }
    for index in 1..<max(values.count, 1) where values[index] < values[index - 1] {
      return "its numbers do not ascend"
    }
    return nil
  }

  static func sorted(_ values: UnsafeSpan<UInt32>, by key: (UInt32) -> UInt32) -> String? {
    for index in 1..<max(values.count, 1) where key(values[index]) < key(values[index - 1]) {
      return "its numbers are not sorted"
    }
    return nil
  }

  /// Whether the edges' arcs are the inverse of the arcs' edges, and leave the right nodes.
  static func inverse(
    _ edgeArcs: UnsafeSpan<UInt32>, _ firstOut: UnsafeSpan<UInt32>, _ heads: UnsafeSpan<UInt32>,
    _ arcEdges: UnsafeSpan<UInt32>
  ) -> String? {
    for half in 0..<edgeArcs.count {
      let arc = Int(edgeArcs[half])
      guard arc < arcEdges.count, Int(arcEdges[arc]) == half else {
        return "an arc does not belong to its edge"
      }
      let other = Int(edgeArcs[half ^ 1])
      guard other < arcEdges.count else { return "an arc does not belong to its edge" }
      let tail = Int(heads[other])
      guard arc >= Int(firstOut[tail]), arc < Int(firstOut[tail + 1]) else {
        return "an arc does not leave its node"
      }
    }
    return nil
  }

  static func geometry(
    _ bytes: UnsafeSpan<UInt8>, _ starts: UnsafeSpan<UInt32>,
    tail: (Int) -> (latitude: Int32, longitude: Int32)
  ) -> String? {
    for edge in 0..<(starts.count - 1) {
      var offset = Int(starts[edge])
      let end = Int(starts[edge + 1])
      guard offset < end else { continue }
      let first = tail(edge)
      var (latitude, longitude) = (Int64(first.latitude), Int64(first.longitude))
      while offset < end {
        guard let north = Varint.read(bytes, &offset, end: end),
          let east = Varint.read(bytes, &offset, end: end)
        else { return "a line is incomplete" }
        latitude &+= north
        longitude &+= east
        guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else {
          return "a line is outside the Earth"
        }
      }
    }
    return nil
  }

  static func turns(
    _ keys: UnsafeSpan<UInt64>, _ targets: UnsafeSpan<UInt32>, _ extra: UnsafeSpan<UInt32>,
    _ graph: RoadGraphView
  ) -> String? {
    let arcs = graph.heads.count
    func arc(_ state: UInt64) -> Int? {
      if state < UInt64(arcs) { return Int(state) }
      return state < UInt64(arcs + extra.count) ? Int(extra[Int(state) - arcs]) : nil
    }
    for index in 0..<keys.count {
      let key = keys[index]
      guard index == 0 || keys[index - 1] < key else { return "turns are not sorted" }
      let turn = Int(key & 0xFFFF_FFFF)
      guard let last = arc(key >> 32), turn < arcs, graph.tail(turn) == Int(graph.heads[last])
      else { return "a turn does not exist" }
      let target = targets[index]
      guard target == TurnTable.forbidden || arc(UInt64(target)) == turn else {
        return "a turn leads to another arc"
      }
    }
    return nil
  }
}

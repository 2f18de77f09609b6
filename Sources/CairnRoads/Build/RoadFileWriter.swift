internal import CairnMemory
internal import CairnOSM

/// Writes the sections of a file of roads into memory.
struct RoadFileWriter {
  private var sections: [(kind: RoadSection, profile: Int, bytes: [UInt8])] = []
  private var counts: (nodes: Int, edges: Int, profiles: Int, classes: Int) = (0, 0, 0, 0)

  init(_ graph: RoadGraph) {
    let extract = graph.extract
    let classes = extract.classes.classes
    counts = (graph.nodes.count, graph.edges.count, extract.rules.count, classes.count)
    add(.latitudes, graph.nodes.map { extract.latitudes[Int($0)] })
    add(.longitudes, graph.nodes.map { extract.longitudes[Int($0)] })
    add(.firstOut, graph.firstOut)
    add(.heads, graph.heads)
    add(.arcEdges, graph.arcEdges)
    add(.edgeArcs, graph.edgeArcs)
    let ways = graph.edges.map { Int(graph.chains.ways[Int($0)]) }
    add(.edgeClasses, ways.map { UInt32(extract.classOf[$0]) })
    add(.edgeNames, ways.map { UInt32(extract.nameOf[$0]) })
    addGeometry(graph)
    addNames(extract.names.names)
    add(.classKinds, classes.map(Self.kind))
    add(
      .classSpeeds,
      classes.flatMap { $0.uses.flatMap { [$0.forward.bitPattern, $0.backward.bitPattern] } })
    addProfiles(extract.rules.map(\.profile))
    let weights = graph.weights()
    let restricted = TurnTable.restrictedEdges(graph)
    for profile in extract.rules.indices {
      add(profile, graph, weights[profile], restricted)
    }
  }

  private static func kind(_ value: WayClasses.Class) -> UInt32 {
    var kind = value.kind.rawValue
    for (profile, use) in value.uses.enumerated() {
      let shift = RoadKind.bitCount + 2 * UInt32(profile)
      if use.isForwardPrivate { kind |= 1 << shift }
      if use.isBackwardPrivate { kind |= 2 << shift }
    }
    return kind
  }

  private mutating func add<Value: FixedWidthInteger>(
    _ kind: RoadSection, profile: Int = 0, _ values: [Value]
  ) {
    var bytes: [UInt8] = []
    let width = Value.bitWidth / 8
    bytes.reserveCapacity(values.count * width)
    for value in values {
      for byte in 0..<width {
        bytes.append(UInt8(truncatingIfNeeded: value >> Value(truncatingIfNeeded: 8 * byte)))
      }
    }
    sections.append((kind, profile, bytes))
  }

  /// Adds the points between the nodes of each edge, and the boxes of the edges.
  private mutating func addGeometry(_ graph: RoadGraph) {
    let extract = graph.extract
    var starts: [UInt32] = [0]
    var bytes: [UInt8] = []
    var boxes = RoadBoxes()
    for edge in graph.edges {
      let nodes = graph.chains.nodes[graph.chains.range(of: Int(edge))]
      var latitude = Int64(extract.latitudes[Int(nodes[nodes.startIndex])])
      var longitude = Int64(extract.longitudes[Int(nodes[nodes.startIndex])])
      for node in nodes.dropFirst().dropLast() {
        let nextLatitude = Int64(extract.latitudes[Int(node)])
        let nextLongitude = Int64(extract.longitudes[Int(node)])
        Varint.append(nextLatitude - latitude, to: &bytes)
        Varint.append(nextLongitude - longitude, to: &bytes)
        (latitude, longitude) = (nextLatitude, nextLongitude)
      }
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
      boxes.append(nodes.map { (extract.latitudes[Int($0)], extract.longitudes[Int($0)]) })
    }
    add(.geometryStarts, starts)
    sections.append((.geometry, 0, bytes))
    let leaves = boxes.packed()
    add(.boxes, leaves.flatMap { [$0.south, $0.west, $0.north, $0.east] })
    add(
      .edgeBoxes,
      boxes.edges.enumerated().map { EdgeBoxes.code($1, in: leaves[$0 / RoadBoxes.fanOut]) })
  }

  private mutating func addNames(_ names: [String]) {
    var starts: [UInt32] = [0]
    var bytes: [UInt8] = []
    for name in names {
      bytes += name.utf8
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    add(.nameStarts, starts)
    sections.append((.names, 0, bytes))
  }

  private mutating func addProfiles(_ profiles: [RoadProfile]) {
    var bytes: [UInt8] = []
    for profile in profiles {
      let mode = TravelMode.allCases.firstIndex(of: profile.mode) ?? 0
      bytes.append(UInt8(mode))
      bytes.append(profile.turnsRoundAnywhere ? 1 : 0)
      let name = Array(profile.name.utf8.prefix(255))
      bytes.append(UInt8(name.count))
      bytes += name
    }
    sections.append((.profiles, 0, bytes))
  }

  private mutating func add(
    _ profile: Int, _ graph: RoadGraph, _ weights: [UInt32], _ restricted: [Int64: [Int]]
  ) {
    let table = TurnTable(graph, profile: profile, edges: restricted)
    let components = StrongComponents(
      firstOut: graph.firstOut, heads: graph.heads, weights: weights)
    var flags = [UInt8](repeating: 0, count: graph.nodes.count)
    for node in graph.nodes.indices {
      var value: RoadNodeFlags = []
      if graph.isBlocked(UInt32(node), profile) { value.insert(.blocked) }
      if graph.isGate(UInt32(node), profile) { value.insert(.gate) }
      if components.isInLargest[node] { value.insert(.main) }
      let usable = (graph.firstOut[node]..<graph.firstOut[node + 1]).filter { arc in
        weights[Int(arc)] < RoadGeometry.impassable
          || weights[graph.reverse(Int(arc))] < RoadGeometry.impassable
      }
      if usable.count <= 1 { value.insert(.deadEnd) }
      flags[node] = value.rawValue
    }
    for key in table.keys {
      let node = graph.tail(of: Int(key & 0xFFFF_FFFF))
      flags[node] |= RoadNodeFlags.restricted.rawValue
    }
    for arc in table.extraArcs {
      flags[Int(graph.heads[Int(arc)])] |= RoadNodeFlags.restricted.rawValue
    }
    add(.weights, profile: profile, weights)
    sections.append((.nodeFlags, profile, flags))
    add(.extraArcs, profile: profile, table.extraArcs)
    add(.turnKeys, profile: profile, table.keys)
    add(.turnTargets, profile: profile, table.targets)
    let order = JunctionOrder.order(
      firstOut: graph.firstOut, heads: graph.heads, weights: weights,
      latitudes: graph.nodes.map { graph.extract.latitudes[Int($0)] },
      longitudes: graph.nodes.map { graph.extract.longitudes[Int($0)] })
    add(.junctionOrder, profile: profile, order)
  }

  /// The file in memory.
  func packed() -> PackedMemory {
    var offset = Self.aligned(
      RoadFileLayout.headerBytes + sections.count * RoadFileLayout.entryBytes)
    var entries: [RoadFileLayout.Entry] = []
    for section in sections {
      entries.append(
        RoadFileLayout.Entry(
          kind: section.kind.rawValue, profile: UInt32(section.profile), offset: offset,
          length: section.bytes.count, checksum: 0))
      offset = Self.aligned(offset + section.bytes.count)
    }
    let memory = PackedMemory(zeros: offset)
    for (section, entry) in zip(sections, entries) {
      memory.copy(section.bytes, to: entry.offset)
    }
    memory.withUnsafeBuffer(of: UInt64.self, count: offset / 8) { words in
      writeHeader(to: words, of: memory, entries)
    }
    return memory
  }

  private func writeHeader(
    to words: UnsafeBuffer<UInt64>, of memory: PackedMemory, _ entries: [RoadFileLayout.Entry]
  ) {
    words[0] = RoadFileLayout.magic
    words[1] = UInt64(RoadFileLayout.version) | UInt64(sections.count) << 32
    words[2] = UInt64(memory.byteCount)
    words[3] = UInt64(counts.nodes) | UInt64(counts.edges) << 32
    words[4] = UInt64(counts.profiles) | UInt64(counts.classes) << 32
    for (index, entry) in entries.enumerated() {
      let word = (RoadFileLayout.headerBytes + index * RoadFileLayout.entryBytes) / 8
      words[word] = UInt64(entry.kind) | UInt64(entry.profile) << 32
      words[word + 1] = UInt64(entry.offset)
      words[word + 2] = UInt64(entry.length)
      words[word + 3] = RoadFileLayout.checksum(memory, entry)
    }
    let end = (RoadFileLayout.headerBytes + entries.count * RoadFileLayout.entryBytes) / 8
    words[5] = RoadFileLayout.checksum(ofHeader: words.span, end: end)
  }

  private static func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }
}

/// Numbers as groups of seven bits, the lowest first, with zigzag encoding of the sign.
enum Varint {
  static func append(_ value: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads a number; nil if it does not end before `end` or has more than ten bytes.
  @inline(__always)
  static func read(_ bytes: UnsafeSpan<UInt8>, _ offset: inout Int, end: Int) -> Int64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end, shift < 64 {
      let byte = bytes[offset]
      offset &+= 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1) }
      shift &+= 7
    }
    return nil
  }
}

/// The boxes of a packed tree over edges, in the order of the edges.
struct RoadBoxes {
  /// The number of edges or boxes in a box.
  static let fanOut = 8

  /// The box of each edge.
  private(set) var edges: [RoadBox] = []

  mutating func append(_ points: [(latitude: Int32, longitude: Int32)]) {
    var line = LineBox()
    for point in points { line.extend(latitude: point.latitude, longitude: point.longitude) }
    edges.append(line.box)
  }

  /// All levels, the lowest first, up to a single box.
  func packed() -> [RoadBox] {
    var level = edges
    var all: [RoadBox] = []
    while level.count > 1 || (all.isEmpty && !level.isEmpty) {
      var upper: [RoadBox] = []
      for start in stride(from: 0, to: level.count, by: Self.fanOut) {
        var box = RoadBox()
        for child in level[start..<min(start + Self.fanOut, level.count)] { box.include(child) }
        upper.append(box)
      }
      all += upper
      level = upper
    }
    return all
  }

  /// The number of boxes of each level for a number of edges.
  static func levels(edgeCount: Int) -> [Int] {
    var levels: [Int] = []
    var count = (edgeCount + fanOut - 1) / fanOut
    while count > 0 {
      levels.append(count)
      if count == 1 { break }
      count = (count + fanOut - 1) / fanOut
    }
    return levels
  }
}

/// A box in 10⁻⁷ degrees; empty at first.
struct RoadBox: BitwiseCopyable, Sendable {
  var south = Int32.max
  var west = Int32.max
  var north = Int32.min
  var east = Int32.min

  mutating func include(latitude: Int32, longitude: Int32) {
    south = min(south, latitude)
    north = max(north, latitude)
    west = min(west, longitude)
    east = max(east, longitude)
  }

  mutating func include(_ other: RoadBox) {
    south = min(south, other.south)
    north = max(north, other.north)
    west = min(west, other.west)
    east = max(east, other.east)
  }
}

/// The box of a line.
struct LineBox {
  private(set) var box = RoadBox()
  private var last: Int32?

  /// Includes the next point; a segment across 180° counts as one around the Earth.
  mutating func extend(latitude: Int32, longitude: Int32) {
    if let last, abs(Int64(last) - Int64(longitude)) > 1_800_000_000 {
      box.west = -1_800_000_000
      box.east = 1_800_000_000
    }
    box.include(latitude: latitude, longitude: longitude)
    last = longitude
  }
}

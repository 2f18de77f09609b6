internal import CairnMemory
internal import CairnOSM

/// The roads of an extract: ways with the classes of their tags, and the nodes that they use.
struct RoadExtract {
  let rules: [RoadRules]
  var wayIDs: [Int64] = []
  /// The end of each way's nodes in `references`.
  var referenceEnds: [Int32] = []
  /// The nodes of all ways, as offsets in `nodeIDs`.
  var references: [Int32] = []
  var classOf: [Int32] = []
  var nameOf: [Int32] = []
  var classes = WayClasses()
  var names = RoadNameTable()
  var restrictions: [TurnRestriction] = []
  /// The identifiers of the nodes, ascending.
  var nodeIDs: [Int64] = []
  var latitudes: [Int32] = []
  var longitudes: [Int32] = []
  /// A bit per profile: the node cannot be passed.
  var blocked: [UInt16] = []
  /// A bit per profile: the node can be passed at the ends of a route.
  var gates: [UInt16] = []

  /// Reads an extract twice: its ways and relations, then the nodes of these ways.
  init(
    _ file: OSMFile, _ profiles: [RoadProfile], clock: RoadClock? = nil, threads: Int
  ) throws(OSMError) {
    rules = profiles.map { RoadRules($0, clock: clock) }
    let vocabulary = RoadVocabulary(profiles, conditional: clock != nil)
    var wanted: [Int64] = []
    var batches = file.blocks([.way, .relation], threads: threads) { WayBatch($0, vocabulary) }
    while let batch = try batches.next() { append(batch, &wanted) }
    nodeIDs = Self.sortedDistinct(wanted)
    let ids = nodeIDs
    references = ids.withUnsafeSpan { ids in
      wanted.map { Int32(NodeBatch.offset(of: $0, in: ids) ?? 0) }
    }
    wanted = []
    latitudes = [Int32](repeating: OSMBlock.noLocation, count: ids.count)
    longitudes = latitudes
    blocked = [UInt16](repeating: 0, count: ids.count)
    gates = blocked
    var nodes = file.blocks([.node], threads: threads) { NodeBatch($0, ids, vocabulary) }
    while let batch = try nodes.next() { append(batch) }
    applyFerryDurations()
  }

  private mutating func append(_ batch: WayBatch, _ wanted: inout [Int64]) {
    let classes = batch.tagSets.map { self.classes.index(of: $0, rules) }
    let names = batch.names.map { self.names.index(of: $0) }
    var start = 0
    for way in batch.ids.indices {
      let end = Int(batch.referenceEnds[way])
      defer { start = end }
      let roadClass = classes[Int(batch.tagSetOf[way])]
      guard roadClass >= 0 else { continue }
      wayIDs.append(batch.ids[way])
      wanted.append(contentsOf: batch.references[start..<end])
      referenceEnds.append(Int32(wanted.count))
      classOf.append(roadClass)
      nameOf.append(names[Int(batch.nameOf[way])])
    }
    restrictions += batch.restrictions
  }

  private mutating func append(_ batch: NodeBatch) {
    for (index, node) in batch.offsets.enumerated() {
      latitudes[Int(node)] = batch.latitudes[index]
      longitudes[Int(node)] = batch.longitudes[index]
    }
    for (node, tags) in batch.tagged {
      let tags = tags.tags
      for (profile, rules) in rules.enumerated() {
        let access = rules.nodeAccess(tags)
        if access != .allowed { blocked[Int(node)] |= 1 << UInt16(profile) }
        if access == .privateEnds { gates[Int(node)] |= 1 << UInt16(profile) }
      }
    }
  }

  /// The nodes of a way.
  func range(of way: Int) -> Range<Int> {
    (way == 0 ? 0 : Int(referenceEnds[way - 1]))..<Int(referenceEnds[way])
  }

  /// Whether the location of a node is known.
  func hasLocation(_ node: Int32) -> Bool { latitudes[Int(node)] != OSMBlock.noLocation }

  /// The distance between two nodes in meters.
  func distance(_ first: Int32, _ second: Int32) -> Double {
    RoadGeometry.distance(
      latitudes[Int(first)], longitudes[Int(first)], latitudes[Int(second)],
      longitudes[Int(second)])
  }

  /// Gives each ferry with a duration the speed at which it takes that time.
  private mutating func applyFerryDurations() {
    for way in wayIDs.indices {
      guard let duration = classes.durations[classOf[way]] else { continue }
      var length = 0.0
      let nodes = references[range(of: way)].filter(hasLocation)
      for (node, next) in zip(nodes, nodes.dropFirst()) { length += distance(node, next) }
      // Ferries of no length need a speed, too.
      let speed = RoadGeometry.speed(max(1e-3, length / duration * 3.6))
      classOf[way] = classes.index(of: classOf[way], speed: speed, way: wayIDs[way])
    }
  }

  private static func sortedDistinct(_ ids: [Int64]) -> [Int64] {
    var sorted = ids
    sorted.sort()
    var count = 0
    for id in sorted where count == 0 || sorted[count - 1] != id {
      sorted[count] = id
      count += 1
    }
    sorted.removeLast(sorted.count - count)
    return sorted
  }
}

/// The nodes of one block that ways use.
struct NodeBatch: Sendable {
  var offsets: [Int32] = []
  var latitudes: [Int32] = []
  var longitudes: [Int32] = []
  /// The nodes with a barrier or access tags.
  var tagged: [(node: Int32, tags: TagSet)] = []

  init(_ block: OSMBlock, _ ids: [Int64], _ vocabulary: RoadVocabulary) {
    let numbers = vocabulary.words.numbers(of: block.strings)
    let limit = Int32(vocabulary.nodeExtraCount)
    let needed = Int32(vocabulary.nodeKeyCount)
    ids.withUnsafeSpan { ids in
      var next = 0
      for node in 0..<block.nodes.count {
        let id = block.nodes.ids[node]
        // Blocks are usually sorted: step forward, and search only after a jump.
        if next < ids.count, ids[next] < id { next += 1 }
        if next >= ids.count || ids[next] != id {
          if next > 0, next < ids.count, ids[next] > id, ids[next - 1] < id { continue }
          let found = Self.lowerBound(of: id, in: ids)
          next = found
          guard found < ids.count, ids[found] == id else { continue }
        }
        guard block.nodes.coordinate(of: node) != nil else { continue }
        offsets.append(Int32(next))
        latitudes.append(block.nodes.latitudes[node])
        longitudes.append(block.nodes.longitudes[node])
        let tags = block.nodes.tagRange(of: node)
        let isTagged = tags.contains { tag in
          (0..<needed).contains(numbers[Int(block.tagKeys[tag])])
        }
        guard isTagged else { continue }
        var words: [String] = []
        for tag in tags {
          let key = Int(block.tagKeys[tag])
          guard numbers[key] >= 0, numbers[key] < limit else { continue }
          words += [block.strings[key], block.strings[Int(block.tagValues[tag])]]
        }
        tagged.append((Int32(next), TagSet(words: words)))
      }
    }
  }

  /// The offset of an identifier in an ascending list; nil if it is missing.
  static func offset(of id: Int64, in ids: UnsafeSpan<Int64>) -> Int? {
    let found = lowerBound(of: id, in: ids)
    return found < ids.count && ids[found] == id ? found : nil
  }

  private static func lowerBound(of id: Int64, in ids: UnsafeSpan<Int64>) -> Int {
    var low = 0
    var count = ids.count
    while count > 0 {
      let half = count / 2
      if ids[low + half] < id {
        low += half + 1
        count -= half + 1
      } else {
        count = half
      }
    }
    return low
  }
}

/// Distinct names, each stored once; the empty name is the first.
struct RoadNameTable {
  private(set) var names: [String] = [""]
  private var indices: [String: Int32] = ["": 0]

  mutating func index(of name: String) -> Int32 {
    if let index = indices[name] { return index }
    let index = Int32(names.count)
    names.append(name)
    indices[name] = index
    return index
  }
}

/// The distinct ways in which profiles use roads.
struct WayClasses {
  /// A class: the use by each profile, and properties for directions.
  struct Class: Hashable, Sendable {
    var uses: [WayUse]
    var kind: RoadKind
    /// The way of a ferry with a duration; 0 for other ways.
    var way: Int64 = 0

    /// Whether both directions are equal, so that the way may be reversed.
    var isSymmetric: Bool {
      uses.allSatisfy {
        $0.forward == $0.backward && $0.isForwardPrivate == $0.isBackwardPrivate
      } && !kind.contains(.roundabout)
    }
  }

  private(set) var classes: [Class] = []
  /// The duration in seconds of classes of ferries.
  private(set) var durations: [Int32: Double] = [:]
  private var indices: [Class: Int32] = [:]
  private var known: [TagSet: Int32] = [:]

  /// The class of tags; -1 if no profile can use the way.
  mutating func index(of set: TagSet, _ rules: [RoadRules]) -> Int32 {
    if let index = known[set] { return index }
    let tags = set.tags
    let uses = rules.map { $0.use(of: tags) }
    var index: Int32 = -1
    if !uses.allSatisfy(\.isNone) {
      let kind = RoadKind(tags)
      let duration =
        kind.isDisjoint(with: [.ferry, .shuttleTrain]) ? nil : TagValues.duration(tags["duration"])
      if let duration, duration > 0 {
        index = Int32(classes.count)
        classes.append(Class(uses: uses, kind: kind))
        durations[index] = duration
      } else {
        index = self.index(of: Class(uses: uses, kind: kind))
      }
    }
    known[set] = index
    return index
  }

  /// The class of a ferry with another speed.
  mutating func index(of old: Int32, speed: Double, way: Int64) -> Int32 {
    var changed = classes[Int(old)]
    changed.way = way
    for profile in changed.uses.indices {
      if changed.uses[profile].forward > 0 { changed.uses[profile].forward = speed }
      if changed.uses[profile].backward > 0 { changed.uses[profile].backward = speed }
    }
    return index(of: changed)
  }

  private mutating func index(of value: Class) -> Int32 {
    if let index = indices[value] { return index }
    let index = Int32(classes.count)
    classes.append(value)
    indices[value] = index
    return index
  }
}

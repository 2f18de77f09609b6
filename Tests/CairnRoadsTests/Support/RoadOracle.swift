import CairnGeodesy

@testable import CairnRoads

/// Travel times by a plain search over segments that keeps the arcs driven, without contraction.
struct RoadOracle {
  struct Arc {
    var tail: Int64
    var head: Int64
    var way: Int64
    var time: Int
  }

  let profile: RoadProfile
  private(set) var arcs: [Arc] = []
  private var leaving: [Int64: [Int]] = [:]
  private var blocked: Set<Int64> = []
  private var neighbors: [Int64: Set<Int64>] = [:]
  private var forbidden: Set<[Int]> = []

  init(_ map: RoadMap, _ profile: RoadProfile) {
    self.profile = profile
    let rules = RoadRules(profile)
    for (id, node) in map.nodes where rules.nodeAccess(Self.tags(node.tags)) != .allowed {
      blocked.insert(id)
    }
    for way in map.ways {
      let use = rules.use(of: Self.tags(way.tags))
      for (tail, head) in zip(way.nodes, way.nodes.dropFirst()) where tail != head {
        let meters = map.coordinate(tail).distance(to: map.coordinate(head))
        if use.forward > 0 { add(tail, head, way.id, meters, use.forward) }
        if use.backward > 0 { add(head, tail, way.id, meters, use.backward) }
      }
    }
    for relation in map.relations { add(relation) }
  }

  private static func tags(_ tags: [String: String]) -> RoadTags {
    RoadTags(tags.map { ($0.key, $0.value) })
  }

  private mutating func add(
    _ tail: Int64, _ head: Int64, _ way: Int64, _ meters: Double, _ speed: Double
  ) {
    let time = max(1, Int((meters * 3600 / speed).rounded(.toNearestOrEven)))
    guard !blocked.contains(tail), !blocked.contains(head) else { return }
    leaving[tail, default: []].append(arcs.count)
    neighbors[tail, default: []].insert(head)
    neighbors[head, default: []].insert(tail)
    arcs.append(Arc(tail: tail, head: head, way: way, time: time))
  }

  private func arcs(of way: Int64) -> [Int] { arcs.indices.filter { arcs[$0].way == way } }

  private mutating func add(_ relation: RoadMap.Relation) {
    guard !profile.restrictionModes.isEmpty, let kind = relation.tags["restriction"],
      !profile.restrictionModes.contains(relation.tags["except"] ?? "")
    else { return }
    func ways(_ role: String) -> [Int64] {
      relation.members.filter { $0.role == role && $0.kind == "way" }.map(\.id)
    }
    var paths: [[Int]] = arcs(of: ways("from")[0]).map { [$0] }
    for way in ways("via") {
      paths = paths.flatMap { path in extended(path, along: way, isFirst: path.count == 1) }
    }
    let node = relation.members.first { $0.kind == "node" }?.id
    if let node { paths = paths.filter { arcs[$0[$0.count - 1]].head == node } }
    var complete: [[Int]] = []
    for path in paths {
      let last = arcs[path[path.count - 1]]
      for arc in arcs(of: ways("to")[0]) where arcs[arc].tail == last.head {
        if node == nil, arcs[arc].head == last.tail { continue }
        complete.append(path + [arc])
      }
    }
    if kind.hasPrefix("no_") {
      forbidden.formUnion(complete)
      return
    }
    for beginning in Set(complete.map { Array($0.dropLast()) }) {
      for arc in leaving[arcs[beginning[beginning.count - 1]].head] ?? []
      where !complete.contains(beginning + [arc]) {
        forbidden.insert(beginning + [arc])
      }
    }
  }

  /// All extensions of a path along a way, without turning round on it.
  private func extended(_ path: [Int], along way: Int64, isFirst: Bool) -> [[Int]] {
    var found: [[Int]] = []
    var open = [path]
    var seen: Set<Int> = []
    while let current = open.popLast() {
      let last = arcs[current[current.count - 1]]
      for arc in arcs(of: way) where arcs[arc].tail == last.head && !seen.contains(arc) {
        if current.count > 1, last.way == way, arcs[arc].head == last.tail { continue }
        seen.insert(arc)
        found.append(current + [arc])
        open.append(current + [arc])
      }
    }
    return found
  }

  /// The least time in milliseconds from one node to another; nil without a route.
  func time(from start: Int64, to end: Int64) -> Int? {
    if start == end { return 0 }
    var queue: [(time: Int, path: [Int])] = (leaving[start] ?? []).map { (arcs[$0].time, [$0]) }
    var seen: Set<[Int]> = []
    let memory = (forbidden.map(\.count).max() ?? 1) - 1
    while let index = queue.indices.min(by: { queue[$0].time < queue[$1].time }) {
      let (time, path) = queue.remove(at: index)
      guard seen.insert(path).inserted else { continue }
      let last = arcs[path[path.count - 1]]
      if last.head == end { return time }
      for arc in leaving[last.head] ?? [] {
        let isReversal = arcs[arc].head == last.tail && arcs[arc].way == last.way
        if isReversal, !profile.turnsRoundAnywhere, neighbors[last.head, default: []].count > 1 {
          continue
        }
        let longer = path + [arc]
        if longer.indices.contains(where: { forbidden.contains(Array(longer[$0...])) }) { continue }
        queue.append((time + arcs[arc].time, Array(longer.suffix(max(memory, 1)))))
      }
    }
    return nil
  }
}

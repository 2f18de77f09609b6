import CairnGeodesy

@testable import CairnRoads

/// Travel times by a plain search over segments that keeps the arcs driven, without contraction.
///
/// Roads for local traffic are used in one run at the start and in one at the end of a route.
struct RoadOracle {
  struct Arc {
    var tail: Int64
    var head: Int64
    var way: Int64
    var time: Int
    var isPrivate: Bool
  }

  let profile: RoadProfile
  private(set) var arcs: [Arc] = []
  private var leaving: [Int64: [Int]] = [:]
  private(set) var blocked: Set<Int64> = []
  private var gates: Set<Int64> = []
  /// The nodes of the part of the public network that is not enclosed by private roads.
  private var main: Set<Int64> = []
  /// The ways to other nodes at each node; parallel ways are different.
  private var roads: [Int64: Set<[Int64]>] = [:]
  private var forbidden: Set<[Int]> = []

  init(_ map: RoadMap, _ profile: RoadProfile) {
    self.profile = profile
    let rules = RoadRules(profile)
    for (id, node) in map.nodes {
      switch rules.nodeAccess(Self.tags(node.tags)) {
      case .allowed: break
      case .privateEnds: gates.insert(id)
      case .forbidden: blocked.insert(id)
      }
    }
    for way in map.ways {
      let use = rules.use(of: Self.tags(way.tags))
      for (tail, head) in zip(way.nodes, way.nodes.dropFirst()) where tail != head {
        let meters = map.coordinate(tail).distance(to: map.coordinate(head))
        if use.forward > 0 {
          add(tail, head, way.id, meters, use.forward, use.isForwardPrivate)
        }
        if use.backward > 0 {
          add(head, tail, way.id, meters, use.backward, use.isBackwardPrivate)
        }
      }
    }
    for relation in map.relations { add(relation) }
  }

  private static func tags(_ tags: [String: String]) -> RoadTags {
    RoadTags(tags.map { ($0.key, $0.value) })
  }

  private mutating func add(
    _ tail: Int64, _ head: Int64, _ way: Int64, _ meters: Double, _ speed: Double,
    _ isPrivate: Bool
  ) {
    let time = max(1, Int((meters * 3600 / speed).rounded(.toNearestOrEven)))
    leaving[tail, default: []].append(arcs.count)
    let arc = Arc(tail: tail, head: head, way: way, time: time, isPrivate: isPrivate)
    arcs.append(arc)
    // A road up to a blocked node may be an end of a route.
    guard isOpen(arc) else { return }
    roads[tail, default: []].insert([way, head])
    roads[head, default: []].insert([way, tail])
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
        if node == nil, arcs[arc].head == last.tail, arcs[arc].way == last.way { continue }
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

  /// All extensions of a path along a way, without turning around on it.
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

  /// Whether through traffic may use an arc.
  private func isOpen(_ arc: Arc) -> Bool {
    !arc.isPrivate && gates.isDisjoint(with: [arc.tail, arc.head])
      && blocked.isDisjoint(with: [arc.tail, arc.head])
  }

  /// Declares the part of the public network around a node as not enclosed.
  mutating func setMain(around node: Int64) {
    func reached(_ from: (Arc) -> Int64, _ to: (Arc) -> Int64) -> Set<Int64> {
      var seen: Set<Int64> = [node]
      var open = [node]
      while let next = open.popLast() {
        for arc in arcs where isOpen(arc) && from(arc) == next && seen.insert(to(arc)).inserted {
          open.append(to(arc))
        }
      }
      return seen
    }
    main = reached(\.tail, \.head).intersection(reached(\.head, \.tail))
  }

  private func isMain(_ arc: Arc) -> Bool {
    isOpen(arc) && main.contains(arc.tail) && main.contains(arc.head)
  }

  /// The part of a route: the run on private roads at its start, public roads, the run at its end.
  private enum Part: Int { case start, middle, end }

  private struct State: Hashable {
    var part: Part
    var path: [Int]
  }

  /// The arcs on which a route may begin or end at a node: on public roads, if there are any.
  private func ends(at node: Int64, where isWanted: (Arc) -> Bool) -> [Int] {
    func edge(_ arc: Arc) -> [Int64] {
      [arc.way, min(arc.tail, arc.head), max(arc.tail, arc.head)]
    }
    let around = arcs.filter { $0.tail == node || $0.head == node }
    let open = Set(around.filter { !$0.isPrivate }.map(edge))
    return arcs.indices.filter {
      isWanted(arcs[$0]) && (open.isEmpty || open.contains(edge(arcs[$0])))
    }
  }

  /// The least time in milliseconds from one node to another; nil without a route.
  ///
  /// Only if there is no other route, its ends may be on public roads that are enclosed.
  func time(from start: Int64, to end: Int64) -> Int? {
    if start == end { return 0 }
    return time(from: start, to: end) { $0.isPrivate }
      ?? (main.isEmpty ? nil : time(from: start, to: end) { $0.isPrivate || !isMain($0) })
  }

  private func time(from start: Int64, to end: Int64, isOwn: (Arc) -> Bool) -> Int? {
    var queue: [(time: Int, state: State)] = []
    for arc in ends(at: start, where: { $0.tail == start }) {
      queue.append((arcs[arc].time, State(part: .middle, path: [arc])))
      if isOwn(arcs[arc]) || gates.contains(arcs[arc].head) {
        queue.append((arcs[arc].time, State(part: .start, path: [arc])))
      }
    }
    // It may also begin at the end of a road.
    for arc in ends(at: start, where: { $0.head == start }) {
      queue.append((0, State(part: .middle, path: [arc])))
      if isOwn(arcs[arc]) || gates.contains(start) {
        queue.append((0, State(part: .start, path: [arc])))
      }
    }
    let goals = Set(ends(at: end) { $0.head == end })
    let exits = Set(ends(at: end) { $0.tail == end })
    // A route may end at the beginning of a road.
    func isGoal(_ path: [Int], _ part: Part) -> Bool {
      let last = path[path.count - 1]
      // The route does not pass a gate at its end, so that gate does not make the last arc private.
      if goals.contains(last) {
        if part != .end || isOwn(arcs[last]) || gates.contains(arcs[last].tail) { return true }
      }
      guard arcs[last].head == end, !blocked.contains(end) else { return false }
      return exits.contains {
        canTurn(path, onto: $0)
          && (isOwn(arcs[$0]) || gates.contains(end) || (part != .end && !arcs[$0].isPrivate))
      }
    }
    var seen: Set<State> = []
    let memory = (forbidden.map(\.count).max() ?? 1) - 1
    while let index = queue.indices.min(by: { queue[$0].time < queue[$1].time }) {
      let (time, state) = queue.remove(at: index)
      guard seen.insert(state).inserted else { continue }
      let path = state.path
      let last = arcs[path[path.count - 1]]
      if isGoal(path, state.part) { return time }
      if blocked.contains(last.head) { continue }
      for arc in leaving[last.head] ?? [] {
        guard canTurn(path, onto: arc) else { continue }
        let longer = path + [arc]
        for part in parts(state.part, last, arcs[arc], isOwn) {
          queue.append(
            (
              time + arcs[arc].time,
              State(part: part, path: Array(longer.suffix(max(memory, 1))))
            ))
        }
      }
    }
    return nil
  }

  private func canTurn(_ path: [Int], onto arc: Int) -> Bool {
    let last = arcs[path[path.count - 1]]
    let isReversal = arcs[arc].head == last.tail && arcs[arc].way == last.way
    if isReversal, !profile.turnsRoundAnywhere, roads[last.head, default: []].count > 1 {
      return false
    }
    let longer = path + [arc]
    return !longer.indices.contains { forbidden.contains(Array(longer[$0...])) }
  }

  /// The parts of a route to which an arc may belong after another one.
  private func parts(_ part: Part, _ last: Arc, _ next: Arc, _ isOwn: (Arc) -> Bool) -> [Part] {
    let isGate = gates.contains(last.head)
    let isPublic = !next.isPrivate && !isGate
    let enters = isOwn(next) || isGate || gates.contains(next.head)
    switch part {
    case .start: return (isOwn(next) || isGate ? [.start] : []) + (isPublic ? [.middle] : [])
    case .middle: return (isPublic ? [.middle] : []) + (enters ? [.end] : [])
    case .end: return enters && (isOwn(last) || isGate) ? [.end] : []
    }
  }
}

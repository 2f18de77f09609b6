internal import CairnGeodesy
internal import CairnMemory

/// Turns the arcs of paths into lines and steps.
struct RouteBuilder {
  private let context: RoadContext
  private let names: RoadNames
  private var path: [Coordinate] = []
  private var steps: [RoadStep] = []
  private var milliseconds = 0
  private var distance = 0.0

  init(_ context: RoadContext) throws(RoadError) {
    self.context = context
    names = try context.network.names()
  }

  /// A part of a path: an arc, or a piece of it.
  private struct Piece {
    var arc: Int
    var points: [Coordinate]
    var milliseconds: Int
  }

  /// Adds a leg.
  mutating func append(_ leg: RoadPath) {
    var pieces: [Piece] = []
    if leg.isDirect {
      pieces.append(
        piece(leg.start.arc, from: leg.start.position, to: leg.end.position, leg.cost))
    } else {
      pieces.append(piece(leg.start.arc, from: leg.start.position, to: nil, leg.start.left))
      for arc in leg.arcs {
        let weight = context.profile.weights[Int(arc)]
        let time =
          weight < RoadGeometry.impassable
          ? weight : context.graph.fullTime(Int(arc), context.profile.index) ?? 0
        pieces.append(piece(Int(arc), from: nil, to: nil, time))
      }
      pieces.append(piece(leg.end.arc, from: nil, to: leg.end.position, leg.end.done))
    }
    // A leg that begins or ends at a junction has an empty first or last piece.
    let withLength = pieces.filter { Set($0.points).count > 1 }
    if !withLength.isEmpty { pieces = withLength } else { pieces = Array(pieces.prefix(1)) }
    var maneuvers = Maneuvers(context)
    for (index, piece) in pieces.enumerated() { append(piece, isFirst: index == 0, &maneuvers) }
    milliseconds += Int(leg.cost)
    steps.append(
      RoadStep(
        kind: .arrive, name: pieces.last.map { name($0.arc) } ?? "", exit: nil,
        surface: pieces.last.map { surface($0.arc) } ?? .road, distance: 0, milliseconds: 0,
        pathIndex: max(path.count - 1, 0)))
  }

  private func name(_ arc: Int) -> String {
    names.name(ofEdge: Int(context.graph.arcEdges[arc]) >> 1)
  }

  private func surface(_ arc: Int) -> RoadStep.Surface {
    let kind = context.graph.kind(ofEdge: Int(context.graph.arcEdges[arc]) >> 1)
    if kind.contains(.ferry) { return .ferry }
    if kind.contains(.shuttleTrain) { return .shuttleTrain }
    if kind.contains(.stairs) { return .stairs }
    return kind.contains(.path) ? .path : .road
  }

  private mutating func append(_ piece: Piece, isFirst: Bool, _ maneuvers: inout Maneuvers) {
    let edge = Int(context.graph.arcEdges[piece.arc]) >> 1
    let kind = maneuvers.next(
      arc: piece.arc, points: piece.points, name: names.number(ofEdge: edge), isFirst: isFirst)
    if let exit = maneuvers.exit, let entry = steps.lastIndex(where: { $0.kind != .straight }),
      steps[entry].kind == .roundabout
    {
      steps[entry].exit = exit
    }
    if let kind {
      let start = path.last == piece.points.first ? path.count - 1 : path.count
      steps.append(
        RoadStep(
          kind: kind, name: names.name(ofEdge: edge), exit: nil, surface: surface(piece.arc),
          distance: 0, milliseconds: 0, pathIndex: max(start, 0)))
    }
    let last = steps.count - 1
    var length = 0.0
    for (point, next) in zip(piece.points, piece.points.dropFirst()) {
      length += point.distance(to: next)
    }
    distance += length
    steps[last].distance += length
    steps[last].milliseconds += piece.milliseconds
    for point in piece.points where path.last != point { path.append(point) }
  }

  private func piece(
    _ arc: Int, from start: EdgePosition?, to end: EdgePosition?, _ time: UInt32
  ) -> Piece {
    let graph = context.graph
    let half = Int(graph.arcEdges[arc])
    let isReversed = half & 1 == 1
    // Positions in the direction of the edge.
    let (low, high) = isReversed ? (end, start) : (start, end)
    var all: [(latitude: Int32, longitude: Int32)] = []
    var iterator = EdgePoints(graph, half >> 1)
    while let point = iterator.next() { all.append(point) }
    var points: [Coordinate] = []
    if let low { points.append(context.coordinate(of: low)) }
    let first = low.map { $0.segment + 1 } ?? 0
    let last = high.map(\.segment) ?? all.count - 1
    if first <= last {
      for point in all[first...last] { points.append(RoadContext.coordinate(point, point, 0)) }
    }
    if let high { points.append(context.coordinate(of: high)) }
    var distinct: [Coordinate] = []
    for point in points where distinct.last != point { distinct.append(point) }
    if isReversed { distinct.reverse() }
    return Piece(arc: arc, points: distinct, milliseconds: Int(time))
  }

  /// The route of all legs.
  func route(snaps: [RoadSnap]) -> RoadRoute {
    RoadRoute(
      milliseconds: milliseconds, distance: distance, path: path, steps: steps, snaps: snaps)
  }
}

/// Finds the places of a route where a traveler has to act.
struct Maneuvers {
  private let context: RoadContext
  private var lastBearing: Double?
  private var lastArc: Int?
  private var lastName = -1
  /// The exits passed since a roundabout was entered; nil outside.
  private var exits: Int?
  /// The exit by which a roundabout was just left.
  private(set) var exit: Int?

  init(_ context: RoadContext) {
    self.context = context
  }

  /// The maneuver at the beginning of an arc; nil if it continues the current step.
  mutating func next(
    arc: Int, points: [Coordinate], name: Int, isFirst: Bool
  ) -> RoadStep.Kind? {
    let kind = context.graph.kind(ofEdge: Int(context.graph.arcEdges[arc]) >> 1)
    let bearing = Self.bearing(points, atEnd: false)
    defer {
      lastBearing = Self.bearing(points, atEnd: true) ?? lastBearing
      lastArc = arc
      lastName = name
    }
    exit = nil
    // Walkers cross the roads of a roundabout like any others.
    if kind.contains(.roundabout), context.profile.mode != .foot {
      if exits == nil {
        exits = 0
        return isFirst ? .depart : .roundabout
      }
      countExits(before: arc)
      return nil
    }
    if let passed = exits {
      countExits(before: arc)
      exit = max(passed, exits ?? passed)
      exits = nil
      return .straight
    }
    if isFirst { return .depart }
    guard let last = lastArc, let bearing, let before = lastBearing else { return nil }
    let lastKind = context.graph.kind(ofEdge: Int(context.graph.arcEdges[last]) >> 1)
    if kind.contains(.ferry), !lastKind.contains(.ferry) { return .ferry }
    if kind.contains(.shuttleTrain), !lastKind.contains(.shuttleTrain) { return .shuttleTrain }
    let turn = Self.turn(from: before, to: bearing)
    let special: RoadKind = [.ferry, .shuttleTrain, .stairs]
    if name == lastName, kind.intersection(special) == lastKind.intersection(special) {
      // Following a bend of the same road is not a maneuver where no other road begins.
      return turn == .straight || !isChoice(at: last) ? nil : turn
    }
    return turn
  }

  /// Counts the roads by which the roundabout could have been left at the beginning of an arc,
  /// including those for local traffic: travelers count what they see.
  private mutating func countExits(before arc: Int) {
    let graph = context.graph
    let node = graph.tail(arc)
    let leaves = graph.arcs(node).contains { other in
      graph.speed(other, context.profile.index) > 0
        && !graph.kind(ofEdge: Int(graph.arcEdges[other]) >> 1).contains(.roundabout)
    }
    if leaves { exits = (exits ?? 0) + 1 }
  }

  /// Whether another road than the one ahead and the one behind may be used at the end of an arc.
  private func isChoice(at arc: Int) -> Bool {
    let graph = context.graph
    let node = Int(graph.heads[arc])
    let count = graph.arcs(node).count {
      $0 != graph.reverse(arc) && context.profile.weights[$0] < RoadGeometry.impassable
    }
    return count > 1
  }

  /// The bearing at the beginning or end of a line, over up to 10 meters.
  private static func bearing(_ points: [Coordinate], atEnd: Bool) -> Double? {
    let ordered = atEnd ? points.reversed() : points
    guard let first = ordered.first else { return nil }
    guard
      let second = ordered.dropFirst().first(where: { first.distance(to: $0) > 10 })
        ?? ordered.last, second != first
    else { return nil }
    let bearing = first.initialBearing(to: second)
    return atEnd ? (bearing + 180).truncatingRemainder(dividingBy: 360) : bearing
  }

  /// The kind of a turn by its angle.
  static func turn(from before: Double, to after: Double) -> RoadStep.Kind {
    var angle = (after - before).truncatingRemainder(dividingBy: 360)
    if angle > 180 { angle -= 360 } else if angle < -180 { angle += 360 }
    switch angle {
    case -20...20: return .straight
    case 20..<60: return .slightRight
    case 60..<120: return .right
    case 120..<170: return .sharpRight
    case -60..<(-20): return .slightLeft
    case -120..<(-60): return .left
    case -170..<(-120): return .sharpLeft
    default: return .uTurn
    }
  }
}

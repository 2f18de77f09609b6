import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoads

/// Routes on small maps for single rules.
@Suite struct RouteTests {
  /// A street of five nodes from west to east, 1 to 5, 100 meters apart.
  private func street() -> RoadMap {
    var map = RoadMap()
    for node in 1...5 { map.node(Int64(node), Double(node), 0) }
    return map
  }

  private func names(_ route: RoadRoute) -> [String] {
    route.steps.filter { $0.kind != .arrive }.map(\.name)
  }

  @Test func aRouteHasTheTimeLengthAndLineOfItsRoad() throws {
    var map = street()
    map.way(1, [1, 2, 3], ["highway": "residential", "name": "A"])
    map.way(2, [3, 4, 5], ["highway": "residential", "name": "B"])
    let route = try map.network().route(
      from: map.coordinate(1), to: map.coordinate(5), by: "car")
    let length = (1..<5).reduce(0.0) {
      $0 + map.coordinate(Int64($1)).distance(to: map.coordinate(Int64($1 + 1)))
    }
    #expect((route.distance - length).magnitude < 1e-6)
    #expect((route.seconds - length / (30 / 3.6)).magnitude < 0.01)
    #expect(route.path == (1...5).map { map.coordinate(Int64($0)) })
    #expect(route.steps.map(\.kind) == [.depart, .straight, .arrive])
    #expect(names(route) == ["A", "B"])
  }

  @Test func aPositionOnASegmentSplitsIt() throws {
    var map = street()
    map.way(1, [1, 2], ["highway": "residential"])
    let network = try map.network()
    let (start, end) = (map.coordinate(1), map.coordinate(2))
    let middle = Coordinate(
      latitude: start.latitude, longitude: (start.longitude + end.longitude) / 2)
    let whole = try network.route(from: start, to: end, by: "foot").milliseconds
    let first = try network.route(from: start, to: middle, by: "foot").milliseconds
    let second = try network.route(from: middle, to: end, by: "foot").milliseconds
    #expect(abs(first + second - whole) <= 1)
    #expect(try network.route(from: middle, to: middle, by: "foot").milliseconds == 0)
  }

  @Test func aPrivateRoadIsNoShortcut() throws {
    var map = street()
    map.node(10, 1, 5)
    map.node(11, 5, 5)
    map.node(12, 3, 1)
    map.way(1, [1, 10, 11, 5], ["highway": "residential", "name": "public"])
    map.way(2, [1, 3, 5], ["highway": "service", "access": "private", "name": "private"])
    map.way(3, [3, 12], ["highway": "service", "access": "private", "name": "yard"])
    let network = try map.network()
    let around = try network.route(from: map.coordinate(10), to: map.coordinate(11), by: "car")
    #expect(names(around) == ["public"])
    let through = try network.route(from: map.coordinate(1), to: map.coordinate(5), by: "car")
    #expect(names(through) == ["public"])
    let inward = try network.route(from: map.coordinate(10), to: map.coordinate(12), by: "car")
    #expect(names(inward) == ["public", "private", "yard"])
    let outward = try network.route(from: map.coordinate(12), to: map.coordinate(11), by: "car")
    #expect(names(outward).last == "public")
    let within = try network.route(from: map.coordinate(12), to: map.coordinate(3), by: "car")
    #expect(names(within) == ["yard"])
  }

  @Test func aPrivateGateIsPassedOnlyAtTheEndsOfARoute() throws {
    var map = street()
    map.nodes[3]?.tags = ["barrier": "gate", "access": "private"]
    map.way(1, [1, 2, 3], ["highway": "residential", "name": "A"])
    map.way(2, [3, 4, 5], ["highway": "service", "access": "private", "name": "B"])
    let network = try map.network()
    let route = try network.route(from: map.coordinate(1), to: map.coordinate(5), by: "car")
    #expect(names(route) == ["A", "B"])
  }

  @Test func aBarrierBlocksItsProfile() throws {
    var map = street()
    map.nodes[3]?.tags = ["barrier": "bollard"]
    map.way(1, [1, 2, 3, 4, 5], ["highway": "residential"])
    let network = try map.network()
    #expect(throws: RoadError.noRoute(from: 0, to: 1)) {
      try network.route(from: map.coordinate(1), to: map.coordinate(5), by: "car")
    }
    #expect(
      try network.route(from: map.coordinate(1), to: map.coordinate(5), by: "foot").distance > 0)
    #expect(
      try network.route(from: map.coordinate(1), to: map.coordinate(2), by: "car").distance > 0)
  }

  @Test func aStartOnAnIslandMovesToConnectedRoads() throws {
    var map = street()
    map.node(20, 1.5, 0.2)
    map.node(21, 1.8, 0.2)
    map.way(1, [1, 2, 3, 4, 5], ["highway": "residential", "name": "street"])
    map.way(2, [20, 21], ["highway": "residential", "name": "island"])
    let network = try map.network()
    let (island, end) = (map.coordinate(20), map.coordinate(5))
    for points in [[island, end], [end, island]] {
      let route = try network.route(from: points[0], to: points[1], by: "car")
      #expect(names(route) == ["street"])
      let matrix = try network.milliseconds(from: [points[0]], to: [points[1]], by: "car")
      #expect(matrix == [[route.milliseconds]])
    }
    let within = try network.route(from: island, to: map.coordinate(21), by: "car")
    #expect(names(within) == ["island"])
    #expect(throws: RoadError.noRoute(from: 0, to: 1)) {
      try network.route(from: island, to: end, by: "car", snapRadius: 5)
    }
    for radius in [1e300, .infinity] {
      let route = try network.route(from: island, to: end, by: "car", snapRadius: radius)
      #expect(names(route) == ["street"])
    }
    for radius in [Double.nan, -1, -Double.infinity] {
      #expect(throws: RoadError.self) {
        try network.route(from: island, to: end, by: "car", snapRadius: radius)
      }
      #expect(
        try network.milliseconds(from: [island], to: [end], by: "car", snapRadius: radius) == [
          [nil]
        ])
    }
  }

  @Test func aFerryTakesItsDuration() throws {
    var map = street()
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [2, 3, 4], ["route": "ferry", "duration": "00:10", "name": "ferry"])
    map.way(3, [4, 5], ["highway": "residential", "name": "B"])
    let route = try map.network().route(from: map.coordinate(1), to: map.coordinate(5), by: "foot")
    #expect(route.steps.map(\.kind) == [.depart, .ferry, .straight, .arrive])
    #expect((route.steps[1].seconds - 600).magnitude < 0.01)
  }

  @Test func aRoundaboutCountsItsExits() throws {
    var map = RoadMap()
    // A ring of four nodes, driven counterclockwise, with a road at each.
    map.node(1, 0, -1)
    map.node(2, 1, 0)
    map.node(3, 0, 1)
    map.node(4, -1, 0)
    for (index, at) in [(0.0, -3.0), (3, 0), (0, 3), (-3, 0)].enumerated() {
      map.node(Int64(11 + index), at.0, at.1)
    }
    map.way(1, [1, 2, 3, 4, 1], ["highway": "tertiary", "junction": "roundabout"])
    for road in 1...4 {
      map.way(
        Int64(10 + road), [Int64(10 + road), Int64(road)],
        ["highway": "tertiary", "name": "road \(road)"])
    }
    let network = try map.network()
    for exit in 1...3 {
      let route = try network.route(
        from: map.coordinate(11), to: map.coordinate(Int64(11 + exit)), by: "car")
      let step = route.steps.first { $0.kind == .roundabout }
      #expect(step?.exit == exit)
    }
  }

  /// An exit for local traffic is counted, whether the route passes it or takes it.
  @Test(arguments: ["destination", "private"])
  func aRoundaboutCountsExitsForLocalTraffic(_ access: String) throws {
    var map = RoadMap()
    for (id, x, y) in [(1, 0.0, -1.0), (2, 1, 0), (3, 0, 1), (11, 0, -3), (12, 3, 0), (13, 0, 3)] {
      map.node(Int64(id), x, y)
    }
    map.way(1, [1, 2, 3, 1], ["highway": "tertiary", "junction": "roundabout"])
    map.way(11, [11, 1], ["highway": "tertiary"])
    map.way(13, [13, 3], ["highway": "tertiary"])
    map.way(12, [12, 2], ["highway": "service", "motor_vehicle": access])
    let network = try map.network()
    for (exit, end) in [(1, 12), (2, 13)] {
      let route = try network.route(
        from: map.coordinate(11), to: map.coordinate(Int64(end)), by: "car")
      #expect(route.steps.first { $0.kind == .roundabout }?.exit == exit)
    }
  }

  @Test func turnsHaveTheirDirections() throws {
    var map = RoadMap()
    map.node(1, 0, -2)
    map.node(2, 0, 0)
    map.node(3, 2, 0)
    map.node(4, -2, 0)
    map.node(5, 0, 2)
    map.way(1, [1, 2], ["highway": "residential", "name": "south"])
    map.way(2, [2, 3], ["highway": "residential", "name": "east"])
    map.way(3, [2, 4], ["highway": "residential", "name": "west"])
    map.way(4, [2, 5], ["highway": "residential", "name": "north"])
    let network = try map.network()
    let turns: [(Int64, RoadStep.Kind)] = [(3, .right), (4, .left), (5, .straight)]
    for (end, kind) in turns {
      let route = try network.route(from: map.coordinate(1), to: map.coordinate(end), by: "car")
      #expect(route.steps.map(\.kind) == [.depart, kind, .arrive])
    }
  }

  /// A relation that lists a member twice is not ambiguous, unlike one with several `from` ways.
  @Test func aRestrictionMayListAMemberTwice() throws {
    var map = RoadMap()
    for (id, x, y) in [(1, 0.0, -2.0), (2, 0, 0), (3, 2, 0), (4, 0, 2), (5, 2, 2)] {
      map.node(Int64(id), x, y)
    }
    map.way(1, [1, 2], ["highway": "residential"])
    map.way(2, [2, 3], ["highway": "residential"])
    map.way(3, [2, 4, 5, 3], ["highway": "residential"])
    let free = try map.network().milliseconds(
      from: [map.coordinate(1)], to: [map.coordinate(3)], by: "car")
    for twice in 0..<3 {
      var restricted = map
      restricted.restriction("no_right_turn", from: 1, via: 2, to: 2)
      let members = restricted.relations[0].members
      restricted.relations[0].members.append(members[twice])
      let times = try restricted.network().milliseconds(
        from: [map.coordinate(1)], to: [map.coordinate(3)], by: "car")
      #expect(times[0][0] ?? 0 > free[0][0] ?? .max)
    }
  }

  @Test func conditionalRestrictionsAreNotInForce() throws {
    var map = street()
    map.node(10, 3, 3)
    map.way(1, [1, 2, 3], ["highway": "residential"])
    map.way(2, [3, 10], ["highway": "residential", "name": "B"])
    map.way(3, [3, 4, 5], ["highway": "residential"])
    map.relations.append(
      RoadMap.Relation(
        members: [("way", 1, "from"), ("node", 3, "via"), ("way", 2, "to")],
        tags: ["type": "restriction", "restriction:conditional": "no_left_turn @ (08:00-10:00)"]))
    let open = try map.network().route(from: map.coordinate(1), to: map.coordinate(10), by: "car")
    map.restriction("no_left_turn", from: 1, via: 3, to: 2)
    let closed = try map.network().route(from: map.coordinate(1), to: map.coordinate(10), by: "car")
    #expect(closed.distance > open.distance + 300)
    map.relations.removeLast()
    map.restriction("no_left_turn", from: 1, via: 3, to: 2, ["except": "bicycle;motorcar"])
    let excepted = try map.network().route(
      from: map.coordinate(1), to: map.coordinate(10), by: "car")
    #expect(excepted.milliseconds == open.milliseconds)
  }

  /// Coordinates of six decimal places may be just behind a position on a one-way street, which is
  /// no reason to drive around the block.
  @Test func aPositionJustBehindTheStartIsReachedAtOnce() throws {
    var map = RoadMap()
    for (id, x, y) in [(1, 0.0, 0.0), (2, 3.1, 0.2), (3, 5, 3), (4, 0.1, 5)] {
      map.node(Int64(id), x, y)
    }
    map.way(1, [1, 2, 3, 4, 1], ["highway": "residential", "oneway": "yes"])
    let network = try map.network([.car])
    var random = SeededGenerator(seed: 73)
    func rounded(_ degrees: Double, _ digits: Double) -> Double {
      (degrees * digits).rounded() / digits
    }
    for _ in 0..<rounds(300, inDebug: 60) {
      let start = Coordinate(
        latitude: 47 + Double.random(in: -0.0005...0.005, using: &random),
        longitude: 9 + Double.random(in: -0.0005...0.007, using: &random))
      let snap = try #require(try network.snap(start, by: "car"))
      for digits in [1e6, 1e7, 1e15] {
        let same = Coordinate(
          latitude: rounded(snap.coordinate.latitude, digits),
          longitude: rounded(snap.coordinate.longitude, digits))
        let route = try network.route(from: start, to: same, by: "car")
        #expect(route.distance < 0.1 && route.seconds < 0.02, "\(start) \(same)")
        #expect(route.path.count <= 2 && route.snaps[1].distance < 0.1)
        let times = try network.milliseconds(from: [start], to: [same], by: "car")
        #expect(times == [[route.milliseconds]])
      }
      // A point a meter behind the start requires a full round.
      let (path, index) = ([1, 2, 3, 4, 1] as [Int64], Int.random(in: 0..<4, using: &random))
      let (from, to) = (map.coordinate(path[index]), map.coordinate(path[index + 1]))
      func point(_ part: Double) -> Coordinate {
        Coordinate(
          latitude: from.latitude + part * (to.latitude - from.latitude),
          longitude: from.longitude + part * (to.longitude - from.longitude))
      }
      let part = Double.random(in: 0.1...0.9, using: &random)
      let behind = point(part - 1 / from.distance(to: to))
      #expect(try network.route(from: point(part), to: behind, by: "car").distance > 1000)
    }
  }

  @Test func aHeadingLimitsTheDirectionAtTheStart() throws {
    var map = street()
    map.node(10, 2, 3)
    map.way(1, [1, 2, 3, 4, 5], ["highway": "residential"])
    map.way(2, [1, 10, 5], ["highway": "residential"])
    let network = try map.network()
    let (start, end) = (map.coordinate(3), map.coordinate(5))
    let east = try network.route(through: [start, end], by: "car", heading: 90)
    let west = try network.route(through: [start, end], by: "car", heading: 270)
    #expect(west.distance > east.distance + 300)
  }

  @Test func errorsNameTheirCause() throws {
    var map = street()
    map.way(1, [1, 2], ["highway": "residential"])
    let network = try map.network()
    let (start, far) = (map.coordinate(1), Coordinate(latitude: 10, longitude: 10))
    #expect(throws: RoadError.noRoad(position: 1, radius: 1000)) {
      try network.route(from: start, to: far, by: "car")
    }
    #expect(throws: RoadError.noRoad(position: 0, radius: 1000)) {
      try network.route(from: Coordinate(latitude: .nan, longitude: 0), to: far, by: "car")
    }
    #expect(
      throws: RoadError.unknownProfile("truck", available: ["foot", "bicycle", "car"])
    ) {
      try network.route(from: start, to: far, by: "truck")
    }
  }

  @Test func anEmptyMapHasNoRoads() throws {
    let network = try RoadMap().network()
    let origin = Coordinate(latitude: 0, longitude: 0)
    #expect(network.nodeCount == 0 && network.edgeCount == 0)
    #expect(try network.snap(origin, by: "foot") == nil)
    #expect(throws: RoadError.noRoad(position: 0, radius: 1000)) {
      try network.route(from: origin, to: origin, by: "foot")
    }
  }

  @Test func roadsAcross180DegreesAreFound() throws {
    var map = RoadMap()
    map.nodes[1] = RoadMap.Node(latitude: 0, longitude: 1_799_990_000)
    map.nodes[2] = RoadMap.Node(latitude: 0, longitude: -1_799_990_000)
    map.way(1, [1, 2], ["highway": "residential"])
    let network = try map.network()
    let route = try network.route(from: map.coordinate(1), to: map.coordinate(2), by: "foot")
    #expect((route.distance - map.coordinate(1).distance(to: map.coordinate(2))).magnitude < 1e-3)
    let middle = Coordinate(latitude: 0.0001, longitude: 180)
    let snap = try #require(try network.snap(middle, by: "foot"))
    #expect((snap.distance - 11.12).magnitude < 0.01)
    #expect(snap.coordinate.longitude.magnitude > 179.999999)
  }
}

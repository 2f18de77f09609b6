import CairnGeodesy
import CairnOSM
import TestSupport
import Testing

@testable import CairnRoads

/// Maps with odd numbers and broken restrictions: one of them must not affect other roads.
@Suite struct OddMapTests {
  /// Two roads in a row, 200 m each.
  private func street(_ tags: [String: String]) -> RoadMap {
    var map = RoadMap()
    for id in 1...3 { map.node(Int64(id), Double(2 * id), 0) }
    map.way(1, [1, 2], ["highway": "residential"])
    map.way(2, [2, 3], tags)
    return map
  }

  private func time(
    _ map: RoadMap, _ from: Int64, _ to: Int64, _ profile: RoadProfile
  ) throws -> Int? {
    let network = try map.network([profile])
    try network.checkEverything()
    return try network.milliseconds(
      from: [map.coordinate(from)], to: [map.coordinate(to)], by: profile.name, snapRadius: 0.5)[0][
        0]
  }

  @Test func oddNumbersInTagsAreIgnored() throws {
    var profile = RoadProfile.car
    profile.usesMaxspeed = true
    let expected = try time(street(["highway": "residential"]), 1, 3, profile)
    for text in ["DE:-5", "DE:0", "DE:zone0", "x:nan", "x:-inf", "x:inf", "1e400", "-1", "DE:"] {
      let map = street(["highway": "residential", "maxspeed": text])
      #expect(try time(map, 1, 3, profile) == expected, "\(text)")
    }
    for text in ["x:1e-300", "0.0000000001"] {
      let map = street(["highway": "residential", "maxspeed": text])
      #expect(try time(map, 1, 2, profile) != nil, "\(text)")
      #expect(try time(map, 1, 3, profile) == nil, "\(text)")
    }
  }

  @Test func oddSpeedsOfAProfileCloseRoadsAtMost() throws {
    for speed in [-1, 0, -Double.infinity, .nan, 1e300, .infinity, 1e-300] {
      var profile = RoadProfile.car
      profile.speeds["primary"] = speed
      profile.permittedSpeed = speed
      profile.ferrySpeed = speed
      for tags in [
        ["highway": "primary"], ["route": "ferry"], ["highway": "path", "motorcar": "yes"],
      ] {
        let map = street(tags)
        let plain = try time(street(["highway": "footway"]), 1, 2, .car)
        #expect(try time(map, 1, 2, profile) == plain, "\(speed)")
        #expect((try time(map, 1, 3, profile) != nil) == (speed > 1), "\(speed) \(tags)")
      }
    }
  }

  @Test func ferriesOfAnyLengthTakeTheirDuration() throws {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<rounds(40, inDebug: 8) {
      var map = RoadMap()
      let lengths: [Double] = [0.1, 0.5, 3, 100, 10_000]
      let length = lengths.randomElement(using: &random) ?? 1
      let minutes = [1, 10, 59, 600].randomElement(using: &random) ?? 1
      map.node(1, 0, 0)
      map.node(2, length, 0)
      map.way(1, [1, 2], ["route": "ferry", "duration": "\(minutes)"])
      for profile in RoadProfile.standard {
        let found = try #require(try time(map, 1, 2, profile))
        #expect((found - minutes * 60_000).magnitude <= 1, "\(length) \(minutes)")
      }
    }
    // A ferry that is too fast for its speed to be stored does not damage the file.
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 20_000, 0)
    map.way(1, [1, 2], ["route": "ferry", "duration": "PT1S"])
    #expect(try time(map, 1, 2, .car) ?? 0 > 1000)
  }

  /// A junction of four roads: 1 west, 2 east, 3 north, 4 south; roads 5 and 6 lead back to 1.
  private func junction() -> RoadMap {
    var map = RoadMap()
    let nodes: [(Int64, Double, Double)] = [
      (1, -2, 0), (2, 2, 0), (3, 0, 2), (4, 0, -2), (10, 0, 0), (11, -2, 2),
    ]
    for (id, x, y) in nodes { map.node(id, x, y) }
    let roads: [[Int64]] = [[1, 10], [10, 2], [10, 3], [10, 4], [3, 11, 1]]
    for (index, road) in roads.enumerated() {
      map.way(Int64(index + 1), road, ["highway": "residential"])
    }
    return map
  }

  @Test func membersOutsideTheExtractLeaveTheOthersInForce() throws {
    let free = try #require(try time(junction(), 1, 2, .car))
    for kind in ["no_entry", "no_exit"] {
      for missing in [99, 4] as [Int64] {
        var map = junction()
        // Way 4 exists, but not for cars.
        map.ways[3].tags = ["highway": "footway"]
        map.restriction(kind, from: 1, via: 10, to: 2)
        let role = kind == "no_entry" ? "from" : "to"
        map.relations[0].members.append(("way", missing, role))
        #expect(try time(map, 1, 2, .car) ?? .max > free, "\(kind) \(missing)")
      }
    }
  }

  @Test func aUTurnWithinAWayLeavesTheWayStraightOn() throws {
    for kind in ["no_u_turn", "only_u_turn"] {
      var map = junction()
      map.ways[0].nodes = [1, 10, 2]
      map.ways.remove(at: 1)
      let free = try #require(try time(map, 1, 2, .car))
      map.restriction(kind, from: 1, via: 10, to: 1)
      let time = try time(map, 1, 2, .car)
      #expect(kind == "no_u_turn" ? time == free : time != free, "\(kind)")
    }
  }

  @Test func theKeyOfTheModePrecedesThatOfAllVehicles() throws {
    let free = try #require(try time(junction(), 1, 2, .car))
    for (motorcar, vehicle) in [("no_straight_on", "none"), ("none", "no_straight_on")] {
      var map = junction()
      map.restriction(
        "none", from: 1, via: 10, to: 2,
        ["restriction:motorcar": motorcar, "restriction:vehicle": vehicle])
      #expect((try time(map, 1, 2, .car) == free) == (motorcar == "none"))
    }
  }

  @Test func restrictionsAlongManyRoadsAreBroken() throws {
    var map = RoadMap()
    let count = rounds(3000, inDebug: 300)
    for id in 0...count {
      map.node(Int64(id), Double(id), 0)
      map.node(Int64(id + 10_000), Double(id), 1)
      map.way(Int64(id + 10), [Int64(id), Int64(id + 10_000)], ["highway": "residential"])
    }
    map.way(1, (0...count).map { Int64($0) }, ["highway": "residential"])
    map.restriction("no_u_turn", from: 1, via: 0, to: 1, viaWays: [1])
    map.restriction("only_straight_on", from: 10, via: 0, to: Int64(count + 10), viaWays: [1])
    #expect(try time(map, 0, Int64(count), .car) != nil)
  }
}

import CairnHours
import CairnOSM
import Testing

@testable import CairnRoads

/// Rules that depend on the time.
@Suite struct ConditionTests {
  /// A Monday morning, a Monday evening and a Sunday morning.
  static let morning = "2026-11-23T08:00"
  static let evening = "2026-11-23T20:00"
  static let sunday = "2026-11-29T08:00"

  static func time(_ text: String) throws -> CivilTime { try #require(CivilTime(text)) }

  @Test(arguments: [
    ("no @ (Mo-Fr 07:00-09:00)", morning, "no"),
    ("no @ (Mo-Fr 07:00-09:00)", evening, nil),
    ("no @ (Mo-Fr 07:00-09:00)", sunday, nil),
    ("no @ Mo-Fr 07:00-09:00", morning, "no"),
    ("no@(07:00-09:00)", morning, "no"),
    ("no @ (Mo-Fr 07:00-09:00; Su 07:00-09:00)", sunday, "no"),
    ("no @ (07:00-09:00); destination @ (Mo)", morning, "destination"),
    ("no @ (07:00-09:00); destination @ (Su)", morning, "no"),
    ("no @ (Mo AND 07:00-09:00)", morning, "no"),
    ("no @ (Su AND 07:00-09:00)", morning, nil),
    ("no @ (22:00-05:00)", morning, nil),
    ("no @ (Nov 20-Nov 24)", morning, "no"),
    ("no @ (weight>1)", morning, "no"),
    ("no @ (weight > 3.5)", morning, nil),
    ("no @ (weight<=1.5 AND Mo)", morning, "no"),
    ("no @ (weight<1.5)", morning, nil),
    ("no @ (axles>2)", morning, nil),
    ("no @ (wet)", morning, nil), ("no @ ()", morning, nil), ("no @", morning, nil),
    ("no", morning, nil), ("", morning, nil), ("@ (Mo)", morning, nil), ("no @ (Mo", morning, nil),
    ("no @ (AND)", morning, nil), (";;@;", morning, nil), ("no @ )Mo(", morning, nil),
  ])
  func conditionsAreEvaluated(_ text: String, _ at: String, _ value: String?) throws {
    let clock = RoadClock(try Self.time(at))
    #expect(clock.value(text, ["maxweight": 1.5]) == value)
  }

  @Test func conditionalAccessIsInForceOnlyWithATime() throws {
    let tags = RoadTags([
      ("highway", "residential"), ("motor_vehicle:conditional", "no @ (Mo-Fr 07:00-09:00)"),
      ("maxspeed:conditional", "20 @ (18:00-22:00)"),
      ("oneway:conditional", "yes @ (Su)"),
    ])
    #expect(RoadRules(.car).use(of: tags).forward == 30)
    var profile = RoadProfile.car
    profile.usesMaxspeed = true
    func use(_ time: String) throws -> (Double, Double) {
      let use = RoadRules(profile, clock: RoadClock(try Self.time(time))).use(of: tags)
      return (use.forward, use.backward)
    }
    #expect(try use(Self.morning) == (0, 0))
    #expect(try use(Self.evening) == (20, 20))
    #expect(try use(Self.sunday) == (30, 0))
  }

  @Test func routesAvoidRoadsThatAreClosedAtTheTime() throws {
    // A direct road from 1 to 2, and a detour through 3.
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 4, 0)
    map.node(3, 2, 3)
    map.way(
      1, [1, 2],
      ["highway": "residential", "access:conditional": "no @ (Mo-Fr 07:00-19:00)"])
    map.way(2, [1, 3, 2], ["highway": "residential"])
    func length(_ at: CivilTime?) throws -> Double {
      let network = try RoadNetwork(extract: OSMFile(bytes: Array(map.xml.utf8)), at: at)
      return try network.route(from: map.coordinate(1), to: map.coordinate(2), by: "car").distance
    }
    #expect(try length(nil) < 450)
    #expect(try length(Self.time(Self.evening)) < 450)
    #expect(try length(Self.time(Self.morning)) > 700)
  }

  @Test func conditionalBarriersAndTurnsAreInForceAtTheTime() throws {
    // A street 1-2-3 with a side street 2-4, and a detour 1-5-4.
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 2, 0)
    map.node(3, 4, 0)
    map.node(4, 2, 2)
    map.node(5, -1, 2, ["barrier": "gate", "access:conditional": "no @ (Mo 08:30-09:00)"])
    map.way(1, [1, 2], ["highway": "residential"])
    map.way(2, [2, 3], ["highway": "residential"])
    map.way(3, [2, 4], ["highway": "residential"])
    map.way(4, [1, 5, 4], ["highway": "residential", "name": "Detour"])
    map.relations.append(
      RoadMap.Relation(
        members: [("way", 1, "from"), ("node", 2, "via"), ("way", 3, "to")],
        tags: [
          "type": "restriction", "restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)",
        ]))
    func route(_ at: CivilTime?) throws -> (isDetour: Bool, distance: Double) {
      let network = try RoadNetwork(extract: OSMFile(bytes: Array(map.xml.utf8)), at: at)
      let route = try network.route(
        from: map.coordinate(1), to: map.coordinate(4), by: "car")
      return (route.steps.contains { $0.name == "Detour" }, route.distance)
    }
    #expect(try !route(nil).isDetour)
    #expect(try !route(Self.time(Self.evening)).isDetour)
    #expect(try route(Self.time(Self.morning)).isDetour)
    // With the gate closed too, the way leads to the dead end and back.
    let both = try route(Self.time("2026-11-23T08:45"))
    #expect(!both.isDetour && both.distance > 700)
  }
}

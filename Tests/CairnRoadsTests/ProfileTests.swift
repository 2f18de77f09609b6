import Testing

@testable import CairnRoads

/// The rules of access, directions and speeds.
@Suite struct ProfileTests {
  struct Case: Sendable {
    var profile: RoadProfile
    var tags: [String: String]
    var forward: Double
    var backward: Double
  }

  static let cases: [Case] = [
    Case(profile: .car, tags: ["highway": "residential"], forward: 30, backward: 30),
    Case(profile: .car, tags: ["highway": "footway"], forward: 0, backward: 0),
    Case(
      profile: .car, tags: ["highway": "footway", "motorcar": "yes"], forward: 15, backward: 15),
    Case(profile: .car, tags: ["highway": "primary", "oneway": "yes"], forward: 65, backward: 0),
    Case(profile: .car, tags: ["highway": "primary", "oneway": "-1"], forward: 0, backward: 65),
    Case(profile: .car, tags: ["highway": "motorway"], forward: 110, backward: 0),
    Case(
      profile: .car, tags: ["highway": "tertiary", "junction": "roundabout"], forward: 45,
      backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "oneway": "yes", "oneway:motorcar": "no"],
      forward: 65, backward: 65),
    Case(
      profile: .car, tags: ["highway": "primary", "access": "no", "access:forward": "yes"],
      forward: 65, backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "oneway": "reversible"], forward: 0, backward: 0),
    Case(profile: .car, tags: ["highway": "service", "area": "yes"], forward: 0, backward: 0),
    Case(profile: .car, tags: ["highway": "construction"], forward: 0, backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "access": "no", "motor_vehicle": "yes"],
      forward: 65, backward: 65),
    Case(profile: .car, tags: ["route": "ferry"], forward: 10, backward: 10),
    Case(profile: .bicycle, tags: ["highway": "cycleway"], forward: 18, backward: 18),
    Case(
      profile: .bicycle, tags: ["highway": "residential", "oneway": "yes"], forward: 16, backward: 0
    ),
    Case(
      profile: .bicycle,
      tags: ["highway": "residential", "oneway": "yes", "oneway:bicycle": "no"], forward: 16,
      backward: 16),
    Case(
      profile: .bicycle, tags: ["highway": "residential", "oneway": "-1", "oneway:bicycle": "no"],
      forward: 16, backward: 16),
    Case(
      profile: .bicycle, tags: ["highway": "residential", "oneway": "yes", "cycleway": "opposite"],
      forward: 16, backward: 16),
    Case(profile: .bicycle, tags: ["highway": "footway"], forward: 0, backward: 0),
    Case(
      profile: .bicycle, tags: ["highway": "footway", "bicycle": "yes"], forward: 12, backward: 12),
    Case(
      profile: .bicycle, tags: ["highway": "primary", "motorroad": "yes"], forward: 0, backward: 0),
    Case(profile: .foot, tags: ["highway": "steps"], forward: 2, backward: 2),
    Case(profile: .foot, tags: ["highway": "footway", "oneway": "yes"], forward: 5, backward: 5),
    Case(
      profile: .foot, tags: ["highway": "steps", "conveying": "forward"], forward: 2, backward: 0),
    Case(
      profile: .foot, tags: ["highway": "steps", "conveying": "backward"], forward: 0, backward: 2),
    Case(profile: .foot, tags: ["highway": "steps", "conveying": "yes"], forward: 2, backward: 2),
    Case(profile: .foot, tags: ["highway": "path", "foot": "no"], forward: 0, backward: 0),
    Case(profile: .foot, tags: ["highway": "pedestrian", "area": "yes"], forward: 5, backward: 5),
  ]

  @Test(arguments: cases.indices)
  func waysAreUsedAsTheWikiDefines(_ index: Int) {
    let value = Self.cases[index]
    let tags = RoadTags(value.tags.map { ($0.key, $0.value) })
    let use = RoadRules(value.profile).use(of: tags)
    #expect(use.forward == value.forward, "\(value.tags)")
    #expect(use.backward == value.backward, "\(value.tags)")
  }

  @Test func privateRoadsAreMarked() {
    let use = RoadRules(.car).use(of: RoadTags([("highway", "service"), ("access", "private")]))
    #expect(use.forward == 15 && use.isForwardPrivate && use.isBackwardPrivate)
  }

  @Test func speedsAreAtMostMaxspeedIfRequested() {
    var profile = RoadProfile.car
    profile.usesMaxspeed = true
    let rules = RoadRules(profile)
    let tags = RoadTags([
      ("highway", "primary"), ("maxspeed", "30 mph"), ("maxspeed:backward", "20"),
    ])
    let use = rules.use(of: tags)
    #expect((use.forward - 48.28032).magnitude < 1e-9)
    #expect(use.backward == 20)
  }

  @Test func barriersBlockByProfile() {
    let bollard = RoadTags([("barrier", "bollard")])
    #expect(RoadRules(.car).nodeAccess(bollard) == .forbidden)
    #expect(RoadRules(.foot).nodeAccess(bollard) == .allowed)
    let open = RoadTags([("barrier", "bollard"), ("motor_vehicle", "yes")])
    #expect(RoadRules(.car).nodeAccess(open) == .allowed)
    let gate = RoadTags([("barrier", "gate"), ("access", "private")])
    #expect(RoadRules(.car).nodeAccess(gate) == .privateEnds)
    let rising = RoadTags([("barrier", "bollard"), ("bollard", "rising")])
    #expect(RoadRules(.car).nodeAccess(rising) == .allowed)
  }

  @Test(arguments: [
    ("50", 50), ("50 km/h", 50), ("30 mph", 48.28032), ("10 knots", 18.52), ("walk", 5),
    ("none", 140), ("DE:urban", 50), ("GB:nsl_single", 96.56064), ("FR:zone30", 30),
    ("IT:motorway", 130),
  ])
  func speedLimitsAreParsed(_ text: String, _ limit: Double) {
    #expect(((TagValues.speed(text) ?? 0) - limit).magnitude < 1e-6)
  }

  @Test(arguments: [
    "", "fast", "-5", "signals", "50 furlongs", "0", "1e3", "DE:", ":", "5 km/h mph",
  ])
  func otherSpeedLimitsAreIgnored(_ text: String) {
    #expect(TagValues.speed(text) == nil)
  }

  @Test(arguments: [
    ("00:30", 1800), ("1:20:05", 4805), ("45", 2700), ("PT45M", 2700), ("PT1H30M", 5400),
    ("P1DT2H", 93_600),
  ])
  func durationsAreParsed(_ text: String, _ seconds: Double) {
    #expect(TagValues.duration(text) == seconds)
  }

  @Test(arguments: ["", "P", "PT", "1:2", "a:00", "PT5", "1:00:00:00", "-5", "PT5X"])
  func otherDurationsAreIgnored(_ text: String) {
    #expect(TagValues.duration(text) == nil)
  }
}

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

  private static let horse = RoadProfile(
    name: "horse", mode: .foot, speeds: ["bridleway": 8], permittedSpeed: 6,
    accessKeys: ["horse", "access"])

  static let cases: [Case] = [
    Case(profile: horse, tags: ["highway": "bridleway"], forward: 8, backward: 8),
    Case(profile: horse, tags: ["highway": "bridleway", "horse": "no"], forward: 0, backward: 0),
    Case(profile: horse, tags: ["highway": "track"], forward: 0, backward: 0),
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
      profile: .bicycle, tags: ["highway": "primary", "oneway": "yes", "oneway:vehicle": "no"],
      forward: 16, backward: 16),
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

  /// Access by direction, values for others, cycle lanes, sizes, trains and platforms.
  static let moreCases: [Case] = [
    Case(
      profile: .car, tags: ["highway": "primary", "access:forward": "yes", "motorcar": "no"],
      forward: 0, backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "access:forward": "no", "motorcar": "yes"],
      forward: 65, backward: 65),
    Case(
      profile: .car, tags: ["highway": "primary", "motorcar": "yes", "motorcar:backward": "no"],
      forward: 65, backward: 0),
    Case(
      profile: .bicycle,
      tags: ["highway": "primary", "vehicle:forward": "no", "bicycle": "yes"], forward: 16,
      backward: 16),
    Case(
      profile: .car, tags: ["highway": "pedestrian", "vehicle:forward": "yes"], forward: 15,
      backward: 0),
    Case(profile: .car, tags: ["highway": "primary", "access": "psv"], forward: 0, backward: 0),
    Case(profile: .car, tags: ["highway": "service", "access": "taxi"], forward: 0, backward: 0),
    Case(profile: .foot, tags: ["highway": "service", "access": "psv"], forward: 5, backward: 5),
    Case(
      profile: .car, tags: ["highway": "track", "motorcar": "agricultural;yes"], forward: 15,
      backward: 15),
    Case(
      profile: .car, tags: ["highway": "service", "access": "forestry;agricultural"], forward: 0,
      backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "access": "maybe;unknown"], forward: 65,
      backward: 65),
    Case(
      profile: .car,
      tags: ["highway": "primary", "junction": "roundabout", "oneway": "alternating"],
      forward: 65, backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "junction": "roundabout", "oneway": "no"],
      forward: 65, backward: 65),
    Case(
      profile: .car, tags: ["highway": "track", "motorcar": "yes", "smoothness": "impassable"],
      forward: 0, backward: 0),
    Case(
      profile: .bicycle, tags: ["highway": "track", "smoothness": "impassable"], forward: 0,
      backward: 0),
    Case(
      profile: .foot, tags: ["highway": "track", "smoothness": "impassable"], forward: 5,
      backward: 5),
    Case(
      profile: .bicycle, tags: ["highway": "motorway", "cycleway": "track"], forward: 12,
      backward: 0),
    Case(
      profile: .bicycle, tags: ["highway": "motorway", "cycleway:left": "opposite"], forward: 12,
      backward: 12),
    Case(
      profile: .bicycle, tags: ["highway": "footway", "cycleway:both": "lane"], forward: 12,
      backward: 12),
    Case(
      profile: .bicycle, tags: ["highway": "footway", "cycleway": "no"], forward: 0, backward: 0),
    Case(
      profile: .bicycle,
      tags: ["highway": "footway", "cycleway": "track", "bicycle": "no"], forward: 0, backward: 0),
    Case(
      profile: .bicycle,
      tags: ["highway": "primary", "oneway": "-1", "cycleway": "opposite_lane"], forward: 16,
      backward: 16),
    Case(
      profile: .car, tags: ["highway": "primary", "maxheight": "1.2"], forward: 0, backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "maxheight": "default"], forward: 65,
      backward: 65),
    Case(
      profile: .car, tags: ["highway": "primary", "maxwidth:physical": "5 ft"], forward: 0,
      backward: 0),
    Case(
      profile: .car, tags: ["highway": "primary", "maxweight": "3.5"], forward: 65, backward: 65),
    Case(
      profile: .bicycle, tags: ["highway": "path", "maxheight": "1.2"], forward: 12, backward: 12),
    Case(profile: .car, tags: ["route": "shuttle_train"], forward: 10, backward: 10),
    Case(profile: .foot, tags: ["route": "shuttle_train"], forward: 0, backward: 0),
    Case(
      profile: .foot, tags: ["route": "shuttle_train", "foot": "yes"], forward: 10, backward: 10),
    Case(profile: .car, tags: ["route": "ferry", "motorcar": "no"], forward: 0, backward: 0),
    Case(profile: .foot, tags: ["railway": "platform"], forward: 5, backward: 5),
    Case(profile: .foot, tags: ["public_transport": "platform"], forward: 5, backward: 5),
    Case(profile: .foot, tags: ["man_made": "pier", "area": "yes"], forward: 5, backward: 5),
    Case(profile: .bicycle, tags: ["railway": "platform"], forward: 0, backward: 0),
    Case(profile: .foot, tags: ["railway": "rail"], forward: 0, backward: 0),
    Case(
      profile: .foot, tags: ["highway": "residential", "conveying": "forward"], forward: 5,
      backward: 5),
    Case(
      profile: .foot, tags: ["highway": "footway", "conveying": "forward"], forward: 5,
      backward: 0),
    Case(
      profile: .foot, tags: ["highway": "steps", "conveying": "forward", "oneway": "no"],
      forward: 2, backward: 2),
  ]

  @Test(arguments: moreCases.indices)
  func specialWaysAreUsedAsTheWikiDefines(_ index: Int) {
    let value = Self.moreCases[index]
    let tags = RoadTags(value.tags.map { ($0.key, $0.value) })
    let use = RoadRules(value.profile).use(of: tags)
    #expect(use.forward == value.forward, "\(value.tags)")
    #expect(use.backward == value.backward, "\(value.tags)")
  }

  @Test func surfacesLimitTheSpeed() {
    func speed(_ profile: RoadProfile, _ road: String, _ surface: String) -> Double {
      RoadRules(profile).use(of: RoadTags([("highway", road), ("surface", surface)])).forward
    }
    #expect(speed(.foot, "track", "gravel") == 3.75)
    #expect(speed(.foot, "path", "mud") == 2.5)
    #expect(speed(.foot, "track", "asphalt") == 5)
    // Stairs are slower than gravel, and a surface does not open a road.
    #expect(speed(.foot, "steps", "gravel") == 2)
    #expect(speed(.foot, "motorway", "gravel") == 0)
    #expect(speed(.bicycle, "track", "gravel") == 16)
    var wheels = RoadProfile.foot
    wheels.speeds["surface=gravel"] = nil
    wheels.speeds["surface=sand"] = 0
    #expect(speed(wheels, "track", "gravel") == 5)
    #expect(speed(wheels, "track", "sand") == 0)
  }

  @Test func surfacesCountInTheTimeOfARoute() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 3, 0)
    map.node(3, 6, 0)
    map.way(1, [1, 2], ["highway": "path"])
    map.way(2, [2, 3], ["highway": "path", "surface": "sand"])
    let network = try map.network()
    func seconds(_ from: Int64, _ to: Int64) throws -> Double {
      try network.route(from: map.coordinate(from), to: map.coordinate(to), by: "foot").seconds
    }
    #expect(try abs(seconds(2, 3) - 2 * seconds(1, 2)) < 0.01)
    #expect(try abs(seconds(1, 3) - 3 * seconds(1, 2)) < 0.01)
  }

  @Test func crossingsAndAudibleFencesDoNotBlockRoads() {
    for (key, value) in [
      ("highway", "crossing"), ("crossing", "traffic_signals"), ("entrance", "home"),
      ("amenity", "parking_entrance"),
    ] {
      let tags = RoadTags([(key, value), ("bicycle", "no"), ("foot", "no"), ("access", "private")])
      for profile in RoadProfile.standard {
        #expect(RoadRules(profile).nodeAccess(tags) == .allowed, "\(key)")
      }
    }
    let gate = RoadTags([("highway", "crossing"), ("barrier", "gate"), ("bicycle", "no")])
    #expect(RoadRules(.bicycle).nodeAccess(gate) == .forbidden)
    let fence = RoadTags([("barrier", "fence"), ("sensory", "audible")])
    #expect(RoadRules(.foot).nodeAccess(fence) == .allowed)
    let silent = RoadTags([("barrier", "fence"), ("sensory", "no")])
    #expect(RoadRules(.foot).nodeAccess(silent) == .forbidden)
    let low = RoadTags([("barrier", "height_restrictor"), ("maxheight", "1")])
    #expect(RoadRules(.car).nodeAccess(low) == .forbidden)
    #expect(RoadRules(.bicycle).nodeAccess(low) == .allowed)
  }

  @Test(arguments: [
    ("2.5", "maxheight", 2.5), ("2,5 m", "maxheight", 2.5), ("250 cm", "maxwidth", 2.5),
    ("6'6\"", "maxheight", 1.9812), ("7'", "maxheight", 2.1336), ("8 ft", "maxwidth", 2.4384),
    ("3.5", "maxweight", 3.5), ("3.5 t", "maxweight", 3.5), ("1200 kg", "maxweight", 1.2),
    ("2 st", "maxweight", 1.81436948), ("4409.245 lbs", "maxweight", 2.0),
  ])
  func sizesAreParsed(_ text: String, _ key: String, _ size: Double) {
    #expect(((TagValues.dimension(text, key: key) ?? 0) - size).magnitude < 1e-5)
  }

  @Test(arguments: ["", "none", "default", "'", "6'x\"", "-1", "3 t", "0", "1 furlong"])
  func otherSizesAreIgnored(_ text: String) {
    #expect(TagValues.dimension(text, key: "maxheight") == nil)
  }

  @Test(arguments: cases.indices)
  func waysAreUsedAsTheWikiDefines(_ index: Int) {
    let value = Self.cases[index]
    let tags = RoadTags(value.tags.map { ($0.key, $0.value) })
    let use = RoadRules(value.profile).use(of: tags)
    #expect(use.forward == value.forward, "\(value.tags)")
    #expect(use.backward == value.backward, "\(value.tags)")
  }

  @Test(arguments: ["private", "delivery", "destination", "no;private", "permit", "residents"])
  func valuesForLocalTrafficAreMarked(_ value: String) {
    for profile in RoadProfile.standard {
      let use = RoadRules(profile).use(
        of: RoadTags([("highway", "residential"), ("access", value)]))
      #expect(use.isForwardPrivate && use.isBackwardPrivate, "\(profile.name)")
    }
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
    for barrier in ["bus_trap", "sump_buster", "planter"] {
      let tags = RoadTags([("barrier", barrier)])
      #expect(RoadRules(.car).nodeAccess(tags) == .forbidden)
      #expect(RoadRules(.bicycle).nodeAccess(tags) == .allowed)
    }
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
    "", "fast", "-5", "signals", "50 furlongs", "0", "1e3", "DE:", ":", "5 km/h mph", "DE:-5",
    "DE:0", "DE:zone0", "DE:nan",
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

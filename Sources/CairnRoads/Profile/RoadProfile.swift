/// The rules by which a kind of traveler uses roads: where, in which direction and how fast.
///
/// A profile is a plain value. Change a copy of ``foot``, ``bicycle`` or ``car``, create one, or
/// read one from JSON (it is `Codable`), and pass it to
/// ``RoadNetwork/init(extract:profiles:threads:at:)``.
///
/// ```swift
/// var slow = RoadProfile.foot
/// slow.name = "wheels"
/// slow.speeds["steps"] = nil        // no stairs
/// ```
///
/// Keys and values are those of OpenStreetMap, see
/// <https://wiki.openstreetmap.org/wiki/Key:access>. The built-in rules are documented in the
/// article "Roads".
public struct RoadProfile: Hashable, Sendable, Codable {
  /// The name by which routes choose the profile.
  public var name: String
  /// The kind of traveler, which determines the rules that are not listed here: walkers ignore
  /// one-way streets, for example, and cyclists use contraflow lanes.
  public var mode: TravelMode
  /// The speed in km/h on each value of the key `highway`.
  ///
  /// A value that is not listed is not used, unless a tag of the mode itself allows it, such as
  /// `bicycle=yes` on a `footway`.
  ///
  /// A key such as `surface=gravel` limits the speed on ways with that value of the key `surface`;
  /// ways without a limit keep the speed of their class.
  public var speeds: [String: Double]
  /// The speed in km/h on ways that only a tag of the mode itself allows.
  public var permittedSpeed: Double
  /// The speed in km/h of ferries without a `duration`.
  public var ferrySpeed: Double
  /// The access keys that apply, the most specific first; the first one with a known value decides.
  public var accessKeys: [String]
  /// The values of access keys that allow passage.
  public var allowedValues: [String]
  /// The values of access keys that forbid passage.
  public var forbiddenValues: [String]
  /// The values of access keys that allow passage only at the ends of a route.
  public var privateValues: [String]
  /// The one-way keys that apply, the most specific first.
  public var onewayKeys: [String]
  /// The values of the key `barrier` that block a node without access tags.
  public var blockingBarriers: [String]
  /// The modes whose turn restrictions apply, as in `restriction:motorcar` and `except`; empty if
  /// turn restrictions do not apply.
  public var restrictionModes: [String]
  /// Whether the traveler may turn around anywhere, instead of only at dead ends.
  public var turnsRoundAnywhere: Bool
  /// Whether the speed is at most the value of `maxspeed`.
  public var usesMaxspeed: Bool
  /// The size of the traveler by the key that limits it; ways with a lower limit are not used.
  ///
  /// Values are in meters for `maxheight`, `maxwidth` and `maxlength`, and in metric tons for
  /// `maxweight`.
  public var dimensions: [String: Double]

  /// Creates a profile.
  ///
  /// ```swift
  /// let horse = RoadProfile(
  ///   name: "horse", mode: .foot, speeds: ["bridleway": 8, "track": 8, "path": 6],
  ///   permittedSpeed: 6, accessKeys: ["horse", "access"])
  /// ```
  ///
  /// The values of access keys are those of ``foot`` unless others are given.
  ///
  /// - Parameters:
  ///   - name: the name by which routes choose the profile.
  ///   - mode: the kind of traveler.
  ///   - speeds: the speed in km/h on each value of the key `highway`.
  ///   - permittedSpeed: the speed in km/h on ways that only a tag of the mode itself allows.
  ///   - ferrySpeed: the speed in km/h of ferries without a `duration`.
  ///   - accessKeys: the access keys that apply, the most specific first.
  ///   - allowedValues: the values of access keys that allow passage.
  ///   - forbiddenValues: the values of access keys that forbid passage.
  ///   - privateValues: the values of access keys that allow passage only at the ends of a route.
  ///   - onewayKeys: the one-way keys that apply, the most specific first.
  ///   - blockingBarriers: the values of the key `barrier` that block a node without access tags.
  ///   - restrictionModes: the modes whose turn restrictions apply.
  ///   - turnsRoundAnywhere: whether the traveler may turn round anywhere.
  ///   - usesMaxspeed: whether the speed is at most the value of `maxspeed`.
  ///   - dimensions: the size of the traveler by the key that limits it.
  public init(
    name: String, mode: TravelMode, speeds: [String: Double], permittedSpeed: Double,
    ferrySpeed: Double = 10, accessKeys: [String],
    allowedValues: [String] = RoadProfile.foot.allowedValues,
    forbiddenValues: [String] = RoadProfile.foot.forbiddenValues,
    privateValues: [String] = RoadProfile.foot.privateValues, onewayKeys: [String] = [],
    blockingBarriers: [String] = [], restrictionModes: [String] = [],
    turnsRoundAnywhere: Bool = false, usesMaxspeed: Bool = false,
    dimensions: [String: Double] = [:]
  ) {
    self.name = name
    self.mode = mode
    self.speeds = speeds
    self.permittedSpeed = permittedSpeed
    self.ferrySpeed = ferrySpeed
    self.accessKeys = accessKeys
    self.allowedValues = allowedValues
    self.forbiddenValues = forbiddenValues
    self.privateValues = privateValues
    self.onewayKeys = onewayKeys
    self.blockingBarriers = blockingBarriers
    self.restrictionModes = restrictionModes
    self.turnsRoundAnywhere = turnsRoundAnywhere
    self.usesMaxspeed = usesMaxspeed
    self.dimensions = dimensions
  }

  /// The profile for walking: 5 km/h, 2 km/h on stairs, 3.75 km/h on gravel and 2.5 km/h on sand
  /// and mud.
  public static let foot = RoadProfile(
    name: "foot", mode: .foot, speeds: footSpeeds, permittedSpeed: 5, ferrySpeed: 10,
    accessKeys: ["foot", "access"], allowedValues: allowed, forbiddenValues: forbidden,
    privateValues: ends, onewayKeys: ["oneway:foot"], blockingBarriers: ["fence", "wall", "hedge"],
    restrictionModes: [], turnsRoundAnywhere: true, usesMaxspeed: false, dimensions: [:])

  /// The profile for cycling: 16 km/h on roads, 18 on cycleways, 12 on paths.
  public static let bicycle = RoadProfile(
    name: "bicycle", mode: .bicycle, speeds: bicycleSpeeds, permittedSpeed: 12, ferrySpeed: 10,
    accessKeys: ["bicycle", "vehicle", "access"], allowedValues: allowed,
    forbiddenValues: forbidden, privateValues: ends,
    onewayKeys: ["oneway:bicycle", "oneway:vehicle", "oneway"],
    blockingBarriers: [
      "stile", "turnstile", "full-height_turnstile", "kissing_gate", "fence", "wall", "hedge",
    ], restrictionModes: ["bicycle", "vehicle"], turnsRoundAnywhere: false, usesMaxspeed: false,
    dimensions: [:])

  /// The profile for driving: typical speeds by class of road, from 110 km/h on motorways to
  /// 10 km/h in living streets.
  public static let car = RoadProfile(
    name: "car", mode: .car, speeds: carSpeeds, permittedSpeed: 15, ferrySpeed: 10,
    accessKeys: ["motorcar", "motor_vehicle", "vehicle", "access"], allowedValues: allowed,
    forbiddenValues: forbidden + otherTravelers, privateValues: ends,
    onewayKeys: ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"],
    blockingBarriers: [
      "bollard", "block", "chain", "cycle_barrier", "stile", "kissing_gate", "turnstile",
      "full-height_turnstile", "jersey_barrier", "debris", "log", "motorcycle_barrier", "fence",
      "wall", "hedge", "bus_trap", "sump_buster", "planter",
    ], restrictionModes: ["motorcar", "motor_vehicle", "vehicle"], turnsRoundAnywhere: false,
    usesMaxspeed: false,
    dimensions: ["maxheight": 1.5, "maxwidth": 1.8, "maxlength": 4.5, "maxweight": 1.5])

  /// The three built-in profiles.
  public static let standard: [RoadProfile] = [.foot, .bicycle, .car]
}

extension RoadProfile {
  /// The speed limit in km/h on each value of the key `surface` that ``speeds`` lists.
  var surfaceSpeeds: [String: Double] {
    var limits: [String: Double] = [:]
    for (key, speed) in speeds where key.hasPrefix("surface=") {
      limits[String(key.dropFirst("surface=".count))] = speed
    }
    return limits
  }

  private static let allowed = [
    "yes", "permissive", "designated", "customers", "official", "public", "dismount",
  ]
  private static let forbidden = [
    "no", "agricultural", "forestry", "agricultural;forestry", "restricted", "use_sidepath",
    "emergency", "military",
  ]
  /// Values that reserve a road for other travelers than cars, such as `access=psv`.
  private static let otherTravelers = [
    "psv", "bus", "taxi", "share_taxi", "minibus", "tourist_bus", "coach", "emergency_vehicle",
    "foot", "bicycle", "horse",
  ]
  private static let ends = ["private", "delivery", "destination", "permit", "residents"]

  /// The classes of roads that both cyclists and walkers use.
  private static let sharedRoads = [
    "trunk", "primary", "secondary", "tertiary", "trunk_link", "primary_link", "secondary_link",
    "tertiary_link", "unclassified", "residential", "living_street", "service", "road", "track",
  ]

  private static let footSpeeds: [String: Double] = {
    let paths = [
      "path", "footway", "pedestrian", "cycleway", "bridleway", "corridor", "platform",
    ]
    var speeds: [String: Double] = ["steps": 2]
    for surface in ["fine_gravel", "gravel", "pebblestone"] { speeds["surface=" + surface] = 3.75 }
    for surface in ["mud", "sand"] { speeds["surface=" + surface] = 2.5 }
    for road in sharedRoads + paths { speeds[road] = 5 }
    return speeds
  }()

  private static let bicycleSpeeds: [String: Double] = {
    var speeds: [String: Double] = ["cycleway": 18, "path": 12]
    for road in sharedRoads { speeds[road] = 16 }
    return speeds
  }()

  private static let carSpeeds: [String: Double] = [
    "motorway": 110, "motorway_link": 60, "trunk": 90, "trunk_link": 50, "primary": 65,
    "primary_link": 40, "secondary": 55, "secondary_link": 35, "tertiary": 45,
    "tertiary_link": 30, "unclassified": 40, "residential": 30, "living_street": 10,
    "service": 15, "road": 30,
  ]
}

/// The permission to use a way, a direction of it, or a node.
enum RoadAccess: Hashable, Sendable {
  case allowed
  /// Allowed only at the ends of a route.
  case privateEnds
  case forbidden
}

/// The use of a way by a profile in both directions.
struct WayUse: Hashable, Sendable {
  /// km/h in the direction of the way; 0 if it cannot be used.
  var forward = 0.0
  /// km/h against the direction of the way; 0 if it cannot be used.
  var backward = 0.0
  /// Whether the direction of the way may be used only at the ends of a route.
  var isForwardPrivate = false
  /// Whether the opposite direction may be used only at the ends of a route.
  var isBackwardPrivate = false

  /// Whether the way cannot be used at all.
  var isNone: Bool { forward == 0 && backward == 0 }
}

/// A profile prepared to evaluate tags.
///
/// The rules are those of the OpenStreetMap wiki: Key:access, Key:oneway, Key:barrier, Key:route
/// and the pages that they refer to.
struct RoadRules: Sendable {
  let profile: RoadProfile
  /// The time for conditional tags; nil if they are not in force.
  let clock: RoadClock?
  private let permissions: [String: RoadAccess]
  private let barriers: Set<String>
  /// The speed limit in km/h on each value of the key `surface` that has one.
  private let surfaces: [String: Double]

  init(_ profile: RoadProfile, clock: RoadClock? = nil) {
    self.profile = profile
    self.clock = clock
    var permissions: [String: RoadAccess] = [:]
    for value in profile.allowedValues { permissions[value] = .allowed }
    for value in profile.privateValues { permissions[value] = .privateEnds }
    for value in profile.forbiddenValues { permissions[value] = .forbidden }
    self.permissions = permissions
    barriers = Set(profile.blockingBarriers)
    surfaces = profile.surfaceSpeeds
  }

  /// The value of a key, or that of its conditional tag if that is in force.
  func value(_ tags: RoadTags, _ key: String) -> String? {
    if let clock, let conditional = tags[key, ":conditional"],
      let value = clock.value(conditional, profile.dimensions)
    {
      return value
    }
    return tags[key]
  }

  /// The first access tag with a known value; nil if none exists.
  ///
  /// The tag of a direction precedes that of both directions, but a more specific key for both
  /// directions, such as `motorcar`, precedes `access:forward`.
  func access(_ tags: RoadTags, suffix: String = "") -> (access: RoadAccess, key: String)? {
    for key in profile.accessKeys {
      if !suffix.isEmpty, let access = permission(value(tags, key + suffix)) {
        return (access, key)
      }
      if let access = permission(value(tags, key)) { return (access, key) }
    }
    return nil
  }

  /// The permission of a value, or of the most permissive part of a list such as
  /// `agricultural;destination`; nil for unknown values.
  private func permission(_ value: String?) -> RoadAccess? {
    guard let value else { return nil }
    if let known = permissions[value] { return known }
    guard value.utf8.contains(UInt8(ascii: ";")) else { return nil }
    let parts = value.split(separator: ";").compactMap { permissions[TagValues.trimmed($0)] }
    for access in [RoadAccess.allowed, .privateEnds] where parts.contains(access) {
      return access
    }
    return parts.first
  }

  /// The permission to pass a node, from its access tags or else its barrier.
  func nodeAccess(_ tags: RoadTags) -> RoadAccess {
    let barrier = tags["barrier"]
    // The access tags of a crossing are for those who cross the road, and those of an entrance for
    // those who leave it.
    let isCrossing = tags["highway"] == "crossing" || tags["crossing"] != nil
    let isEntrance = tags["entrance"] != nil || tags["amenity"] == "parking_entrance"
    if barrier == nil, isCrossing || isEntrance { return .allowed }
    if let access = access(tags) { return access.access }
    guard let barrier else { return .allowed }
    if !fits(tags) { return .forbidden }
    // A rising bollard lets permitted cars through.
    if profile.mode == .car, barrier == "bollard", tags["bollard"] == "rising" { return .allowed }
    // A sensory barrier, such as an audible one, does not block anyone.
    if let sensory = tags["sensory"], sensory != "no" { return .allowed }
    return barriers.contains(barrier) ? .forbidden : .allowed
  }

  /// The use of a way; the duration of ferries is not considered.
  func use(of tags: RoadTags) -> WayUse {
    guard let road = Self.road(of: tags), isPassable(tags) else { return WayUse() }
    var forward = permission(tags, road, ":forward")
    var backward = permission(tags, road, ":backward")
    applyOneway(tags, &forward.access, &backward.access)
    var use = WayUse()
    if forward.access != .forbidden {
      use.forward = RoadGeometry.speed(limited(forward.speed, tags, road, "maxspeed:forward"))
      use.isForwardPrivate = forward.access == .privateEnds
    }
    if backward.access != .forbidden {
      use.backward = RoadGeometry.speed(limited(backward.speed, tags, road, "maxspeed:backward"))
      use.isBackwardPrivate = backward.access == .privateEnds
    }
    return use
  }

  /// The kinds of ways that a traveler may use.
  enum Road: Hashable {
    /// A road with its value of the key `highway`.
    case highway(String)
    case ferry
    /// A train that carries cars.
    case shuttleTrain
  }

  private static let unusable: Set<String> = [
    "proposed", "construction", "abandoned", "disused", "razed", "planned",
  ]

  /// The kind of a way; nil if it is not a road.
  static func road(of tags: RoadTags) -> Road? {
    if let highway = tags["highway"] {
      return unusable.contains(highway) ? nil : .highway(highway)
    }
    switch tags["route"] {
    case "ferry": return .ferry
    case "shuttle_train": return .shuttleTrain
    default: break
    }
    if tags["railway"] == "platform" || tags["public_transport"] == "platform" {
      return .highway("platform")
    }
    return tags["man_made"] == "pier" ? .highway("footway") : nil
  }

  /// Whether no tag rules out the traveler in both directions.
  private func isPassable(_ tags: RoadTags) -> Bool {
    if profile.mode == .foot { return true }
    return tags["area"] != "yes" && tags["smoothness"] != "impassable" && fits(tags)
  }

  /// Whether the traveler is not larger than limits such as `maxheight` allow.
  private func fits(_ tags: RoadTags) -> Bool {
    profile.dimensions.allSatisfy { key, own in
      [key, key + ":physical"].allSatisfy { key in
        guard let limit = TagValues.dimension(value(tags, key), key: key) else { return true }
        return own <= limit
      }
    }
  }

  /// The permission and the speed in one direction.
  private func permission(
    _ tags: RoadTags, _ road: Road, _ suffix: String
  ) -> (access: RoadAccess, speed: Double) {
    let found = access(tags, suffix: suffix)
    let access = found?.access ?? .allowed
    // Whether a tag of the mode itself, such as `bicycle=yes`, allows the way.
    let isOpened = access != .forbidden && found != nil && found?.key != "access"
    switch road {
    case .ferry: return (access, profile.ferrySpeed)
    case .shuttleTrain:
      return profile.mode == .car || isOpened
        ? (access, profile.ferrySpeed) : (.forbidden, 0)
    case .highway(let highway):
      var speed = profile.speeds[highway]
      if speed == nil, isOpened || hasCycleway(tags) { speed = profile.permittedSpeed }
      if let limit = tags["surface"].flatMap({ surfaces[$0] }) { speed = min(speed ?? 0, limit) }
      guard let speed, speed > 0 else { return (.forbidden, 0) }
      if tags["motorroad"] == "yes", found?.access != .allowed {
        if profile.mode == .bicycle { return (.forbidden, 0) }
        if profile.mode == .foot, tags["sidewalk"] == nil { return (.forbidden, 0) }
      }
      return (access, speed)
    }
  }

  private static let cyclewayKeys = [
    "cycleway", "cycleway:left", "cycleway:right", "cycleway:both",
  ]
  private static let cyclewayValues: Set<String> = [
    "lane", "track", "shared", "shared_lane", "share_busway", "opposite", "opposite_lane",
    "opposite_track", "opposite_share_busway",
  ]

  /// Whether a cyclist has a lane or track along a way of any class.
  private func hasCycleway(_ tags: RoadTags) -> Bool {
    profile.mode == .bicycle
      && Self.cyclewayKeys.contains { Self.cyclewayValues.contains(tags[$0] ?? "") }
  }

  private static let onewayValues: Set<String> = [
    "yes", "1", "true", "-1", "reverse", "reversible", "no", "0", "false",
  ]

  private func applyOneway(
    _ tags: RoadTags, _ forward: inout RoadAccess, _ backward: inout RoadAccess
  ) {
    var oneway: String?
    for key in profile.onewayKeys where oneway == nil {
      if let value = value(tags, key), Self.onewayValues.contains(value) { oneway = value }
    }
    switch profile.mode {
    case .foot:
      // Walkers are bound by their own one-way tags, and by the direction of escalators.
      if oneway == nil, tags["oneway"] != "no", Self.isConveyor(tags) {
        oneway = Self.conveying[tags["conveying"] ?? ""]
      }
    case .bicycle, .car:
      let junction = tags["junction"]
      if oneway == nil,
        junction == "roundabout" || junction == "circular" || tags["highway"] == "motorway"
      {
        oneway = "yes"
      }
    }
    let isForward = oneway == "yes" || oneway == "1" || oneway == "true"
    let isBackward = oneway == "-1" || oneway == "reverse"
    if isForward || isBackward, profile.mode == .bicycle, tags["oneway:bicycle"] == nil,
      Self.cyclewayKeys.contains(where: { tags[$0]?.hasPrefix("opposite") == true })
    {
      return
    }
    let isClosed = oneway == "reversible" && profile.mode != .foot
    if isForward || isClosed { backward = .forbidden }
    if isBackward || isClosed { forward = .forbidden }
  }

  /// The one-way value of an escalator or moving walkway with a direction.
  private static let conveying = ["forward": "yes", "backward": "-1"]

  /// Whether a way may be an escalator or a moving walkway.
  private static func isConveyor(_ tags: RoadTags) -> Bool {
    switch tags["highway"] {
    case "steps", "footway", "path", "pedestrian", "corridor": true
    default: false
    }
  }

  private func limited(
    _ base: Double, _ tags: RoadTags, _ road: Road, _ key: String
  ) -> Double {
    guard profile.usesMaxspeed, profile.mode == .car, case .highway = road else { return base }
    guard
      let limit = TagValues.speed(value(tags, key)) ?? TagValues.speed(value(tags, "maxspeed"))
    else { return base }
    return min(base, limit)
  }
}

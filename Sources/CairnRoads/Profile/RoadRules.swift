/// The permission to use a way, a direction of it, or a node.
enum RoadAccess: Hashable, Sendable {
  case allowed
  /// Allowed only at the ends of a route.
  case privateEnds
  case forbidden
}

/// How a profile uses a way in both directions.
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
  private let allowed: Set<String>
  private let forbidden: Set<String>
  private let privateValues: Set<String>
  private let barriers: Set<String>

  init(_ profile: RoadProfile) {
    self.profile = profile
    allowed = Set(profile.allowedValues)
    forbidden = Set(profile.forbiddenValues)
    privateValues = Set(profile.privateValues)
    barriers = Set(profile.blockingBarriers)
  }

  /// The first access tag with a known value; nil if none exists.
  func access(_ tags: RoadTags, suffix: String = "") -> (access: RoadAccess, key: String)? {
    for key in profile.accessKeys {
      guard let value = tags[key, suffix] else { continue }
      if forbidden.contains(value) { return (.forbidden, key) }
      if privateValues.contains(value) { return (.privateEnds, key) }
      if allowed.contains(value) { return (.allowed, key) }
    }
    return nil
  }

  /// The permission to pass a node, from its access tags or else its barrier.
  func nodeAccess(_ tags: RoadTags) -> RoadAccess {
    if let access = access(tags) { return access.access }
    guard let barrier = tags["barrier"] else { return .allowed }
    // A rising bollard lets permitted cars through.
    if profile.mode == .car, barrier == "bollard", tags["bollard"] == "rising" { return .allowed }
    return barriers.contains(barrier) ? .forbidden : .allowed
  }

  /// The use of a way; the duration of ferries is not considered.
  func use(of tags: RoadTags) -> WayUse {
    guard let (base, access) = speedAndAccess(of: tags) else { return WayUse() }
    var forward = access
    var backward = access
    if let only = self.access(tags, suffix: ":forward") { forward = only.access }
    if let only = self.access(tags, suffix: ":backward") { backward = only.access }
    applyOneway(tags, &forward, &backward)
    var use = WayUse()
    if forward != .forbidden { use.forward = limited(base, tags, "maxspeed:forward") }
    if backward != .forbidden { use.backward = limited(base, tags, "maxspeed:backward") }
    use.isForwardPrivate = forward == .privateEnds
    use.isBackwardPrivate = backward == .privateEnds
    return use
  }

  /// Whether the tags describe a ferry.
  static func isFerry(_ tags: RoadTags) -> Bool {
    tags["route"] == "ferry" && tags["highway"] == nil
  }

  private static let unusable: Set<String> = [
    "proposed", "construction", "abandoned", "disused", "razed", "planned",
  ]

  private func speedAndAccess(of tags: RoadTags) -> (base: Double, access: RoadAccess)? {
    if tags["area"] == "yes", profile.mode != .foot { return nil }
    let found = access(tags)
    let access = found?.access ?? .allowed
    if Self.isFerry(tags) { return (profile.ferrySpeed, access) }
    guard let highway = tags["highway"], !Self.unusable.contains(highway) else { return nil }
    var base = profile.speeds[highway]
    if base == nil, let found, found.access == .allowed, found.key != "access" {
      base = profile.permittedSpeed
    }
    guard let base, base > 0 else { return nil }
    if tags["motorroad"] == "yes", found?.access != .allowed {
      if profile.mode == .bicycle { return nil }
      if profile.mode == .foot, tags["sidewalk"] == nil { return nil }
    }
    return (base, access)
  }

  private func applyOneway(
    _ tags: RoadTags, _ forward: inout RoadAccess, _ backward: inout RoadAccess
  ) {
    var oneway = profile.onewayKeys.lazy.compactMap { tags[$0] }.first
    switch profile.mode {
    case .foot:
      // Walkers are bound by one-way tags of their own, and by the direction of escalators.
      if oneway == nil { oneway = Self.conveying[tags["conveying"] ?? ""] }
    case .bicycle, .car:
      let junction = tags["junction"]
      if oneway == nil,
        junction == "roundabout" || junction == "circular" || tags["highway"] == "motorway"
      {
        oneway = "yes"
      }
    }
    if profile.mode == .bicycle, Self.isYes(oneway), tags["oneway:bicycle"] == nil {
      let lanes = ["cycleway", "cycleway:left", "cycleway:right"]
      if lanes.contains(where: { tags[$0]?.hasPrefix("opposite") == true }) { oneway = "no" }
    }
    if Self.isYes(oneway) {
      backward = .forbidden
    } else if oneway == "-1" || oneway == "reverse" {
      forward = .forbidden
    } else if oneway == "reversible", profile.mode != .foot {
      forward = .forbidden
      backward = .forbidden
    }
  }

  /// The one-way value of an escalator or moving walkway with a direction.
  private static let conveying = ["forward": "yes", "backward": "-1"]

  private func limited(_ base: Double, _ tags: RoadTags, _ key: String) -> Double {
    guard profile.usesMaxspeed, profile.mode == .car, !Self.isFerry(tags) else { return base }
    guard let limit = TagValues.speed(tags[key]) ?? TagValues.speed(tags["maxspeed"]) else {
      return base
    }
    return min(base, limit)
  }

  private static func isYes(_ value: String?) -> Bool {
    value == "yes" || value == "1" || value == "true"
  }
}

internal import CairnOSM

/// A relation that forbids or prescribes a turn
/// (<https://wiki.openstreetmap.org/wiki/Relation:restriction>).
struct TurnRestriction: Sendable {
  var type = ""
  /// The values of `restriction` and of `restriction:MODE`, by key.
  var kinds: [(key: String, value: String)] = []
  /// The modes that are excepted.
  var exceptions: Set<String> = []
  var fromWays: [Int64] = []
  var toWays: [Int64] = []
  var viaNodes: [Int64] = []
  var viaWays: [Int64] = []

  /// Reads a relation; nil if it is not a turn restriction.
  init?(_ block: OSMBlock, _ index: Int, _ special: SpecialStrings) {
    let tags = block.relations.tagRange(of: index)
    guard let tag = tags.first(where: { block.tagKeys[$0] == special.type }) else { return nil }
    type = block.strings[Int(block.tagValues[tag])]
    guard type == "restriction" || type.hasPrefix("restriction:") else { return nil }
    for tag in tags {
      let key = block.strings[Int(block.tagKeys[tag])]
      let value = block.strings[Int(block.tagValues[tag])]
      if key == "restriction" || key.hasPrefix("restriction:") {
        kinds.append((key, value))
      } else if key == "except" {
        exceptions = Set(value.split(separator: ";").map { TagValues.trimmed($0) })
      }
    }
    for member in block.relations.memberRange(of: index) {
      let id = block.relations.memberIDs[member]
      let role = block.strings[Int(block.relations.memberRoles[member])]
      switch (block.relations.memberKinds[member], role) {
      case (.way, "from"): fromWays.append(id)
      case (.way, "to"): toWays.append(id)
      case (.way, "via"): viaWays.append(id)
      case (.node, "via"): viaNodes.append(id)
      default: break
      }
    }
    // A member that is listed twice counts once.
    for members in [\Self.fromWays, \.toWays, \.viaWays, \.viaNodes] {
      var seen = Set<Int64>()
      self[keyPath: members].removeAll { !seen.insert($0).inserted }
    }
  }

  /// The kind for a profile, such as `no_left_turn`; nil if the restriction does not apply or is
  /// broken.
  ///
  /// Conditional restrictions have other keys, which apply only if the rules have a clock.
  func kind(for rules: RoadRules) -> String? {
    let modes = rules.profile.restrictionModes
    guard !modes.isEmpty, exceptions.isDisjoint(with: modes) else { return nil }
    if type != "restriction", !modes.contains(String(type.dropFirst("restriction:".count))) {
      return nil
    }
    let tags = RoadTags(kinds)
    // The most specific key precedes the others.
    let keys = modes.map { "restriction:" + $0 } + ["restriction"]
    let kind = keys.lazy.compactMap { rules.value(tags, $0) }.first
    guard let kind, !kind.hasSuffix("_on_red") else { return nil }
    guard kind.hasPrefix("only_") || kind.hasPrefix("no_") else { return nil }
    guard !fromWays.isEmpty, !toWays.isEmpty, !viaNodes.isEmpty || !viaWays.isEmpty else {
      return nil
    }
    if fromWays.count > 1, !kind.hasPrefix("no_entry") { return nil }
    if toWays.count > 1, !kind.hasPrefix("no_exit") { return nil }
    return kind
  }
}

/// Properties of a road for directions.
struct RoadKind: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let roundabout = RoadKind(rawValue: 1)
  static let ferry = RoadKind(rawValue: 2)
  static let stairs = RoadKind(rawValue: 4)
  static let link = RoadKind(rawValue: 8)
  static let motorway = RoadKind(rawValue: 16)
  static let path = RoadKind(rawValue: 32)
  static let shuttleTrain = RoadKind(rawValue: 64)

  /// The number of bits; the bits above it are used for private directions in files.
  static let bitCount: UInt32 = 8

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ tags: RoadTags) {
    var kind: RoadKind = []
    let junction = tags["junction"]
    if junction == "roundabout" || junction == "circular" { kind.insert(.roundabout) }
    switch RoadRules.road(of: tags) {
    case .ferry: kind.insert(.ferry)
    case .shuttleTrain: kind.insert(.shuttleTrain)
    default: break
    }
    switch tags["highway"] {
    case "steps": kind.insert(.stairs)
    case "motorway": kind.insert(.motorway)
    case "path", "footway", "cycleway", "track", "bridleway": kind.insert(.path)
    case let highway?: if highway.hasSuffix("_link") { kind.insert(.link) }
    case nil: break
    }
    self = kind
  }
}

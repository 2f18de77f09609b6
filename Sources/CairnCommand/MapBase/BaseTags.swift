internal import CairnOSM
internal import CairnPictures

/// The kinds of features of a base layer by the tags of OpenStreetMap.
struct BaseTags: Sendable {
  typealias Kind = MapPicture.BaseFeature.Kind

  /// The tags of each kind; of an element with several of them, the first one decides.
  ///
  /// Source: <https://wiki.openstreetmap.org/wiki/Map_features>.
  static let table: [(key: String, values: String, kind: Kind)] = [
    ("highway", "motorway motorway_link", .motorway),
    ("highway", "trunk trunk_link primary primary_link", .mainRoad),
    ("highway", "secondary secondary_link tertiary tertiary_link", .minorRoad),
    ("highway", "residential unclassified living_street pedestrian road busway", .street),
    ("highway", "service", .service),
    ("highway", "track path footway cycleway bridleway steps", .path),
    ("railway", "rail narrow_gauge funicular", .railway),
    ("railway", "light_rail subway tram monorail", .tram),
    ("waterway", "river canal", .river), ("waterway", "stream ditch drain", .stream),
    ("waterway", "riverbank dock", .water), ("natural", "water", .water),
    ("landuse", "reservoir basin", .water), ("natural", "wood", .wood),
    ("landuse", "forest", .wood),
    ("leisure", "park garden golf_course", .park), ("amenity", "grave_yard", .park),
    ("landuse", "cemetery recreation_ground village_green allotments", .park),
    ("landuse", "residential commercial retail industrial", .builtUp),
    ("place", "city", .city), ("place", "town", .town), ("place", "village", .village),
    ("place", "suburb quarter hamlet", .quarter),
  ]

  private static let vocabulary: OSMVocabulary = {
    let own = ["coastline", "building", "no", "yes", "culvert", "administrative", "2"]
    let keys = [
      "name", "ref", "population", "tunnel", "service", "type", "boundary", "admin_level",
    ]
    var words = own + keys + ["multipolygon"]
    for row in table { words += [row.key] + row.values.split(separator: " ").map(String.init) }
    return OSMVocabulary(words)
  }()

  private static func number(_ word: String) -> Int32 { vocabulary.number(of: word) }

  /// The kinds by the numbers of a key and a value, with their rank in the table.
  private static let kinds: [Int64: (rank: Int, kind: Kind)] = {
    var found: [Int64: (rank: Int, kind: Kind)] = [:]
    for (rank, row) in table.enumerated() {
      for value in row.values.split(separator: " ") {
        found[pair(number(row.key), number(String(value)))] = (rank, row.kind)
      }
    }
    return found
  }()

  private static func pair(_ key: Int32, _ value: Int32) -> Int64 {
    Int64(key) << 32 | Int64(value)
  }

  private static let building = number("building")
  private static let no = number("no")
  private static let service = number("service")
  private static let tunnel = number("tunnel")
  private static let coastline = pair(number("natural"), number("coastline"))
  private static let multipolygon = pair(number("type"), number("multipolygon"))
  private static let frontier = [
    pair(number("boundary"), number("administrative")), pair(number("admin_level"), number("2")),
  ]

  /// The meaning of an element's tags.
  struct Meaning: Sendable {
    var kind: Kind?
    var isCoast = false
    var isMultipolygon = false
  }

  /// The numbers of the strings of the block.
  private let numbers: [Int32]
  private let block: OSMBlock

  init(_ block: OSMBlock) {
    self.block = block
    numbers = Self.vocabulary.numbers(of: block.strings)
  }

  /// The meaning of a range of tags.
  func meaning(_ tags: Range<Int>) -> Meaning {
    var meaning = Meaning()
    var best = Int.max
    var isBuilding = false
    var isHidden = false
    var isSiding = false
    var frontierCount = 0
    for tag in tags {
      let key = numbers[Int(block.tagKeys[tag])]
      guard key >= 0 else { continue }
      let value = numbers[Int(block.tagValues[tag])]
      if key == Self.building { isBuilding = value != Self.no }
      if key == Self.tunnel { isHidden = value != Self.no }
      if key == Self.service { isSiding = true }
      guard value >= 0 else { continue }
      let pair = Self.pair(key, value)
      if pair == Self.coastline { meaning.isCoast = true }
      if pair == Self.multipolygon { meaning.isMultipolygon = true }
      if Self.frontier.contains(pair) { frontierCount += 1 }
      if let (rank, kind) = Self.kinds[pair], rank < best {
        best = rank
        meaning.kind = kind
      }
    }
    switch meaning.kind {
    // Waters and railways under the ground are invisible; tunnels of roads are useful.
    case .river?, .stream?, .tram?: if isHidden { meaning.kind = nil }
    case .railway?: if isHidden { meaning.kind = nil } else if isSiding { meaning.kind = .tram }
    case nil:
      if isBuilding { meaning.kind = .building }
      if frontierCount == 2 { meaning.kind = .border }
    default: break
    }
    return meaning
  }

  /// The name of a feature: for a motorway its number.
  func name(_ tags: Range<Int>, of kind: Kind) -> String {
    let name = value("name", tags) ?? ""
    switch kind {
    case .motorway: return value("ref", tags) ?? name
    case .mainRoad: return name.isEmpty ? value("ref", tags) ?? "" : name
    case .building, .builtUp, .border, .railway, .tram: return ""
    default: return name
    }
  }

  /// The population of a place; 0 if it is unknown.
  func population(_ tags: Range<Int>) -> Double {
    value("population", tags).flatMap { Double(plain: $0) }.map { max($0, 0) } ?? 0
  }

  private func value(_ key: String, _ tags: Range<Int>) -> String? {
    let wanted = Self.number(key)
    for tag in tags where numbers[Int(block.tagKeys[tag])] == wanted {
      return block.strings[Int(block.tagValues[tag])]
    }
    return nil
  }
}

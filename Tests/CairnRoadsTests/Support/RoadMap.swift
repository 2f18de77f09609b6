import CairnGeodesy
import CairnOSM
import CairnRoads

/// A small map, written as OpenStreetMap XML.
struct RoadMap {
  struct Node {
    var latitude: Int
    var longitude: Int
    var tags: [String: String] = [:]
  }

  struct Way {
    var id: Int64
    var nodes: [Int64]
    var tags: [String: String]
  }

  struct Relation {
    var members: [(kind: String, id: Int64, role: String)]
    var tags: [String: String]
  }

  /// Coordinates are in 10⁻⁷ degrees.
  var nodes: [Int64: Node] = [:]
  var ways: [Way] = []
  var relations: [Relation] = []

  /// Adds a node `x` and `y` hundred meters east and north of the origin at 47° N, 9° E.
  mutating func node(_ id: Int64, _ x: Double, _ y: Double, _ tags: [String: String] = [:]) {
    nodes[id] = Node(
      latitude: 470_000_000 + Int((y * 8993).rounded()),
      longitude: 90_000_000 + Int((x * 13_186).rounded()), tags: tags)
  }

  mutating func way(_ id: Int64, _ nodes: [Int64], _ tags: [String: String]) {
    ways.append(Way(id: id, nodes: nodes, tags: tags))
  }

  mutating func restriction(
    _ kind: String, from: Int64, via: Int64, to: Int64, viaWays: [Int64] = [],
    _ tags: [String: String] = [:]
  ) {
    var members = [("way", from, "from"), ("way", to, "to")]
    if viaWays.isEmpty { members.append(("node", via, "via")) }
    for way in viaWays { members.append(("way", way, "via")) }
    var all = ["type": "restriction", "restriction": kind]
    all.merge(tags) { $1 }
    relations.append(Relation(members: members, tags: all))
  }

  func coordinate(_ id: Int64) -> Coordinate {
    let node = nodes[id] ?? Node(latitude: 0, longitude: 0)
    return Coordinate(
      latitude: Double(node.latitude) / 1e7, longitude: Double(node.longitude) / 1e7)
  }

  private static func decimal(_ value: Int) -> String {
    let digits = String(value.magnitude % 10_000_000)
    return (value < 0 ? "-" : "") + "\(value.magnitude / 10_000_000)."
      + String(repeating: "0", count: 7 - digits.count) + digits
  }

  private static func tags(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
  }

  var xml: String {
    var text = "<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n"
    for (id, node) in nodes.sorted(by: { $0.key < $1.key }) {
      text += "<node id=\"\(id)\" version=\"1\" lat=\"\(Self.decimal(node.latitude))\" "
      text += "lon=\"\(Self.decimal(node.longitude))\">\(Self.tags(node.tags))</node>\n"
    }
    for way in ways {
      text += "<way id=\"\(way.id)\" version=\"1\">"
      for node in way.nodes { text += "<nd ref=\"\(node)\"/>" }
      text += Self.tags(way.tags) + "</way>\n"
    }
    for (index, relation) in relations.enumerated() {
      text += "<relation id=\"\(index + 1)\" version=\"1\">"
      for member in relation.members {
        text += "<member type=\"\(member.kind)\" ref=\"\(member.id)\" role=\"\(member.role)\"/>"
      }
      text += Self.tags(relation.tags) + "</relation>\n"
    }
    return text + "</osm>\n"
  }

  func network(_ profiles: [RoadProfile] = RoadProfile.standard) throws -> RoadNetwork {
    try RoadNetwork(extract: OSMFile(bytes: Array(xml.utf8)), profiles: profiles)
  }
}

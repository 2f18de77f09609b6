@testable import CairnOSM

extension MapFixture {
  /// Reads all elements of a file through the public interface.
  init(
    _ file: OSMFile, _ kinds: Set<OSMElementKind> = Set(OSMElementKind.allCases), threads: Int = 1
  ) throws(OSMError) {
    self.init()
    var blocks = file.blocks(kinds, threads: threads)
    while let block = try blocks.next() { add(block) }
  }

  mutating func add(_ block: OSMBlock) {
    func tags(_ tags: OSMTags) -> [String: String] {
      Dictionary(tags.pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
    for index in 0..<block.nodes.count {
      let node = block.node(at: index)
      nodes.append(
        Node(
          id: node.id, latitude: block.nodes.latitudes[index],
          longitude: block.nodes.longitudes[index], tags: tags(node.tags)))
    }
    for index in 0..<block.ways.count {
      let way = block.way(at: index)
      ways.append(Way(id: way.id, nodes: way.nodeIDs, tags: tags(way.tags)))
    }
    for index in 0..<block.relations.count {
      let relation = block.relation(at: index)
      let members = relation.members.map {
        Member(
          kind: UInt64(OSMElementKind.allCases.firstIndex(of: $0.kind) ?? 9), id: $0.id,
          role: $0.role)
      }
      relations.append(Relation(id: relation.id, members: members, tags: tags(relation.tags)))
    }
  }
}

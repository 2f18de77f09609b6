// Prints the number of elements of extracts and checksums of all their values, for `osm.py`.
//
//   osm-elements FILE…          the summary of each file, one value per line
//   osm-elements --time FILE…   the seconds for reading each file, on one and two threads

import CairnOSM

let crcTable: [UInt32] = (0..<256).map { (byte: UInt32) in
  (0..<8).reduce(byte) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
}

func crc(_ text: String) -> UInt64 {
  var rest = UInt32.max
  for byte in text.utf8 { rest = crcTable[Int((rest ^ UInt32(byte)) & 255)] ^ rest >> 8 }
  return UInt64(~rest)
}

struct Summary {
  var counts = [0, 0, 0]
  var ids: [Int64] = [0, 0, 0]
  var places: (latitude: Int64, longitude: Int64) = (0, 0)
  var tags: UInt64 = 0
  var parts: UInt64 = 0

  mutating func add(_ block: OSMBlock) {
    for index in 0..<block.nodes.count {
      let node = block.node(at: index)
      counts[0] += 1
      ids[0] &+= node.id
      places.latitude += Int64(block.nodes.latitudes[index])
      places.longitude += Int64(block.nodes.longitudes[index])
      add(node.tags, "n\(node.id)")
    }
    for index in 0..<block.ways.count {
      let way = block.way(at: index)
      counts[1] += 1
      ids[1] &+= way.id
      for (place, node) in way.nodeIDs.enumerated() { parts += crc("w\(way.id) \(place) \(node)") }
      add(way.tags, "w\(way.id)")
    }
    for index in 0..<block.relations.count {
      let relation = block.relation(at: index)
      counts[2] += 1
      ids[2] &+= relation.id
      for (place, member) in relation.members.enumerated() {
        let kind = member.kind.rawValue.prefix(1)
        parts += crc("r\(relation.id) \(place) \(kind)\(member.id) \(member.role)")
      }
      add(relation.tags, "r\(relation.id)")
    }
  }

  mutating func add(_ list: OSMTags, _ element: String) {
    for tag in list.pairs { tags += crc("\(element) \(tag.key)=\(tag.value)") }
  }

  func print(_ name: String) {
    for (kind, index) in [("nodes", 0), ("ways", 1), ("relations", 2)] {
      Swift.print("\(name) \(kind) \(counts[index]) ids \(ids[index])")
    }
    Swift.print("\(name) places \(places.latitude) \(places.longitude)")
    Swift.print("\(name) tags \(tags) parts \(parts)")
  }
}

var words = CommandLine.arguments.dropFirst()
let isTimed = words.first == "--time"
if isTimed { words = words.dropFirst() }
for path in words {
  let file = try OSMFile(path: path)
  if isTimed {
    for threads in [1, 2] {
      let start = ContinuousClock.now
      var blocks = file.blocks(threads: threads)
      var count = 0
      while let block = try blocks.next() {
        count += block.nodes.count + block.ways.count + block.relations.count
      }
      print("\(path): \(count) elements, \(threads) threads: \(ContinuousClock.now - start)")
    }
  } else {
    var summary = Summary()
    var blocks = file.blocks(threads: 2)
    while let block = try blocks.next() { summary.add(block) }
    summary.print(path)
  }
}

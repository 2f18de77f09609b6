import TestSupport

/// A message of protocol buffers under construction.
struct ProtobufMessage {
  var bytes: [UInt8] = []

  mutating func varint(_ value: UInt64) { bytes += Self.varint(value) }

  static func varint(_ value: UInt64) -> [UInt8] {
    var (value, bytes) = (value, [UInt8]())
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    return bytes + [UInt8(value)]
  }

  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value &<< 1 ^ value &>> 63) }

  mutating func integer(_ number: UInt64, _ value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  mutating func signed(_ number: UInt64, _ value: Int64) { integer(number, Self.zigzag(value)) }

  mutating func data(_ number: UInt64, _ value: [UInt8]) {
    varint(number << 3 | 2)
    varint(UInt64(value.count))
    bytes += value
  }

  mutating func text(_ number: UInt64, _ value: String) { data(number, Array(value.utf8)) }

  mutating func message(_ number: UInt64, _ build: (inout ProtobufMessage) -> Void) {
    var message = ProtobufMessage()
    build(&message)
    data(number, message.bytes)
  }

  mutating func packed(_ number: UInt64, _ values: [UInt64]) {
    data(number, values.flatMap(Self.varint))
  }

  mutating func deltas(_ number: UInt64, _ values: [Int64]) {
    var previous: Int64 = 0
    packed(
      number,
      values.map { value in
        defer { previous = value }
        return Self.zigzag(value &- previous)
      })
  }
}

/// Elements to be encoded, and their encodings as a file.
struct MapFixture: Equatable {
  struct Node: Equatable {
    var id: Int64
    var latitude: Int32
    var longitude: Int32
    var tags: [String: String] = [:]
    var version: UInt64 = 1
    var isDeleted = false
  }
  struct Way: Equatable {
    var id: Int64
    var nodes: [Int64]
    var tags: [String: String] = [:]
    var version: UInt64 = 1
    var isDeleted = false
  }
  struct Member: Equatable {
    var kind: UInt64
    var id: Int64
    var role: String
  }
  struct Relation: Equatable {
    var id: Int64
    var members: [Member]
    var tags: [String: String] = [:]
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []

  /// The compression of a block.
  enum Compression { case raw, zlib }

  /// The options of a file.
  struct Options {
    var isDense = true
    var isPacked = true
    var compression = Compression.zlib
    var granularity: Int64 = 100
    var offset: Int64 = 0
    var hasHistory = false
    var blockSize = 3
    /// Whether groups of all kinds, in turn, are in the same block.
    var isOneBlock = false
    var requiredFeatures = ["OsmSchema-V0.6", "DenseNodes"]
  }

  // MARK: Files

  func pbf(_ options: Options = Options()) -> [UInt8] {
    var header = ProtobufMessage()
    header.message(1) { box in
      for (number, side) in [(1, -1), (2, 2), (3, 3), (4, -4)] as [(UInt64, Int64)] {
        box.signed(number, side * 1_000_000_000)
      }
    }
    for feature in options.requiredFeatures + (options.hasHistory ? ["HistoricalInformation"] : [])
    { header.text(4, feature) }
    header.text(5, "Sort.Type_then_ID")
    header.text(16, "fixture")
    header.integer(32, 1_700_000_000)
    var file = Self.blob("OSMHeader", header.bytes, options.compression)
    for block in blocks(options) { file += Self.blob("OSMData", block, options.compression) }
    return file
  }

  /// Wraps a block with its header.
  static func blob(
    _ type: String, _ data: [UInt8], _ compression: Compression, size: UInt64? = nil
  ) -> [UInt8] {
    var blob = ProtobufMessage()
    switch compression {
    case .raw: blob.data(1, data)
    case .zlib:
      blob.integer(2, size ?? UInt64(data.count))
      blob.data(3, zlib(data))
    }
    return framed(type, blob.bytes)
  }

  static func framed(_ type: String, _ blob: [UInt8]) -> [UInt8] {
    var header = ProtobufMessage()
    header.text(1, type)
    header.integer(3, UInt64(blob.count))
    let count = header.bytes.count
    return [
      UInt8(count >> 24), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255),
    ]
      + header.bytes + blob
  }

  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    let tail = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
    return [0x78, 0x9C] + DeflateWriter.compressed(data) + tail
  }

  /// The primitive blocks of the file.
  func blocks(_ options: Options) -> [[UInt8]] {
    typealias Group = (inout Strings) -> ProtobufMessage
    func groups<Item>(
      _ items: [Item], _ build: @escaping (ArraySlice<Item>, inout Strings) -> ProtobufMessage
    ) -> [Group] {
      stride(from: 0, to: items.count, by: options.blockSize).map { start in
        { build(items[start..<min(start + options.blockSize, items.count)], &$0) }
      }
    }
    let all: [[Group]] = [
      groups(nodes) { options.isDense ? dense($0, &$1, options) : plain($0, &$1, options) },
      groups(ways) { group($0, 3, &$1) { way($0, &$1, options, into: &$2) } },
      groups(relations) { group($0, 4, &$1) { relation($0, &$1, options, into: &$2) } },
    ]
    guard options.isOneBlock else { return all.joined().map { block([$0], options) } }
    var mixed: [Group] = []
    for index in 0..<(all.map(\.count).max() ?? 0) {
      for kind in all where index < kind.count { mixed.append(kind[index]) }
    }
    return [block(mixed, options)]
  }

  private func block(
    _ groups: [(inout Strings) -> ProtobufMessage], _ options: Options
  ) -> [UInt8] {
    var strings = Strings()
    let groups = groups.map { $0(&strings) }
    var block = ProtobufMessage()
    block.message(1) { table in for string in strings.all { table.text(1, string) } }
    for group in groups { block.data(2, group.bytes) }
    if options.granularity != 100 { block.integer(17, UInt64(options.granularity)) }
    if options.offset != 0 {
      block.integer(19, UInt64(bitPattern: options.offset))
      block.integer(20, UInt64(bitPattern: -options.offset))
    }
    // An unknown field is skipped.
    block.data(99, [1, 2, 3])
    return block.bytes
  }
}

/// The strings of a block under construction.
struct Strings {
  var all = [""]

  mutating func index(of string: String) -> UInt64 {
    if let index = all.dropFirst().firstIndex(of: string) { return UInt64(index) }
    all.append(string)
    return UInt64(all.count - 1)
  }
}

extension MapFixture {
  private func stored(_ degrees: Int32, _ options: Options, isLatitude: Bool) -> Int64 {
    (Int64(degrees) * 100 - (isLatitude ? options.offset : -options.offset)) / options.granularity
  }

  private func dense(
    _ nodes: ArraySlice<Node>, _ strings: inout Strings, _ options: Options
  ) -> ProtobufMessage {
    var tags: [UInt64] = []
    for node in nodes {
      for (key, value) in node.tags.sorted(by: <) {
        tags += [strings.index(of: key), strings.index(of: value)]
      }
      tags.append(0)
    }
    var group = ProtobufMessage()
    group.message(2) { dense in
      dense.deltas(1, nodes.map(\.id))
      if options.hasHistory {
        dense.message(5) { info in
          info.packed(1, nodes.map(\.version))
          info.packed(6, nodes.map { $0.isDeleted ? 0 : 1 })
        }
      }
      dense.deltas(8, nodes.map { stored($0.latitude, options, isLatitude: true) })
      dense.deltas(9, nodes.map { stored($0.longitude, options, isLatitude: false) })
      if nodes.contains(where: { !$0.tags.isEmpty }) { dense.packed(10, tags) }
    }
    return group
  }

  private func plain(
    _ nodes: ArraySlice<Node>, _ strings: inout Strings, _ options: Options
  ) -> ProtobufMessage {
    group(nodes, 1, &strings) { node, strings, message in
      message.signed(1, node.id)
      self.tags(node.tags, &strings, options, into: &message)
      self.info(node.version, node.isDeleted, options, into: &message)
      message.signed(8, stored(node.latitude, options, isLatitude: true))
      message.signed(9, stored(node.longitude, options, isLatitude: false))
    }
  }

  private func group<Item>(
    _ items: ArraySlice<Item>, _ number: UInt64, _ strings: inout Strings,
    _ build: (Item, inout Strings, inout ProtobufMessage) -> Void
  ) -> ProtobufMessage {
    var group = ProtobufMessage()
    for item in items { group.message(number) { build(item, &strings, &$0) } }
    return group
  }

  private func tags(
    _ tags: [String: String], _ strings: inout Strings, _ options: Options,
    into message: inout ProtobufMessage
  ) {
    let pairs = tags.sorted(by: <).map { (strings.index(of: $0), strings.index(of: $1)) }
    guard !pairs.isEmpty else { return }
    if options.isPacked {
      message.packed(2, pairs.map(\.0))
      message.packed(3, pairs.map(\.1))
    } else {
      for pair in pairs { message.integer(2, pair.0) }
      for pair in pairs { message.integer(3, pair.1) }
    }
  }

  private func info(
    _ version: UInt64, _ isDeleted: Bool, _ options: Options, into message: inout ProtobufMessage
  ) {
    guard options.hasHistory else { return }
    message.message(4) { info in
      info.integer(1, version)
      info.integer(6, isDeleted ? 0 : 1)
    }
  }

  private func way(
    _ way: Way, _ strings: inout Strings, _ options: Options, into message: inout ProtobufMessage
  ) {
    message.integer(1, UInt64(bitPattern: way.id))
    tags(way.tags, &strings, options, into: &message)
    info(way.version, way.isDeleted, options, into: &message)
    message.deltas(8, way.nodes)
  }

  private func relation(
    _ relation: Relation, _ strings: inout Strings, _ options: Options,
    into message: inout ProtobufMessage
  ) {
    message.integer(1, UInt64(bitPattern: relation.id))
    tags(relation.tags, &strings, options, into: &message)
    message.packed(8, relation.members.map { strings.index(of: $0.role) })
    message.deltas(9, relation.members.map(\.id))
    message.packed(10, relation.members.map(\.kind))
  }
}

extension MapFixture {
  /// The file as XML.
  var xml: String {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
        "\"", with: "&quot;")
    }
    func tags(_ tags: [String: String]) -> String {
      tags.sorted(by: <).map { "<tag k=\"\(escaped($0))\" v='\(escaped($1))'/>" }.joined(
        separator: "\n")
    }
    func degrees(_ value: Int32) -> String {
      let digits = String(value.magnitude)
      let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
      return (value < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }
    func info(_ version: UInt64, _ isDeleted: Bool) -> String {
      " version=\"\(version)\"" + (isDeleted ? " visible=\"false\"" : "")
    }
    let kinds = ["node", "way", "relation"]
    return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"fixture\">\n"
      + "<bounds minlat=\"-4\" minlon=\"-1\" maxlat=\"3\" maxlon=\"2\"/>"
      + nodes.map {
        "<node id=\"\($0.id)\"\(info($0.version, $0.isDeleted)) lat=\"\(degrees($0.latitude))\" "
          + "lon=\"\(degrees($0.longitude))\">\(tags($0.tags))</node>\n"
      }.joined()
      + ways.map {
        "<way id=\"\($0.id)\"\(info($0.version, $0.isDeleted))>"
          + $0.nodes.map { "<nd ref=\"\($0)\"/>" }.joined() + tags($0.tags) + "</way>\n"
      }.joined()
      + relations.map {
        "<relation id=\"\($0.id)\">"
          + $0.members.map {
            "<member type=\"\(kinds[Int($0.kind)])\" ref=\"\($0.id)\" role=\"\($0.role)\"/>"
          }.joined() + tags($0.tags) + "</relation>\n"
      }.joined() + "</osm>\n"
  }

  /// Random elements, with the values that break decoders.
  static func random(_ generator: inout SeededGenerator, count: Int) -> MapFixture {
    var map = MapFixture()
    let words = ["name", "amenity", "café", "日本", "a & b", "<x>", "", "yes", "\u{1F600}"]
    func tags(_ generator: inout SeededGenerator) -> [String: String] {
      var tags: [String: String] = [:]
      for _ in 0..<[0, 0, 1, 3][generator.integer(in: 0...3)] {
        tags[words[generator.integer(in: 0...8)]] = words[generator.integer(in: 0...8)]
      }
      return tags
    }
    var id: Int64 = -5
    for _ in 0..<count {
      id += Int64(generator.integer(in: 1...1 << generator.integer(in: 1...33)))
      map.nodes.append(
        Node(
          id: id, latitude: Int32(generator.integer(in: -900_000_000...900_000_000)),
          longitude: Int32(generator.integer(in: -1_800_000_000...1_800_000_000)),
          tags: tags(&generator)))
    }
    for number in 0..<count {
      let nodes = (0..<generator.integer(in: 0...7)).map { _ in
        generator.integer(in: 0...9) == 0
          ? Int64.max - 7 : map.nodes[generator.integer(in: 0...count - 1)].id
      }
      map.ways.append(Way(id: Int64(number * number), nodes: nodes, tags: tags(&generator)))
      let members = (0..<generator.integer(in: 0...4)).map { _ in
        Member(
          kind: UInt64(generator.integer(in: 0...2)),
          id: Int64(generator.integer(in: -9...1 << 40)),
          role: ["outer", "", "inner"][generator.integer(in: 0...2)])
      }
      map.relations.append(
        Relation(id: Int64(number + 1), members: members, tags: tags(&generator)))
    }
    return map
  }
}

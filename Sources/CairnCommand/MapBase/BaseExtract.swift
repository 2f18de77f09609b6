internal import CairnCountries
internal import CairnGeodesy
internal import CairnOSM
internal import CairnPictures

/// The base layer of a map from an extract of OpenStreetMap.
///
/// Only the features are kept that are visible at the scale of the map, simplified to its
/// resolution. Ways are resolved in batches, each with a pass over the nodes of the file, so that
/// the memory does not depend on the size of the extract.
struct BaseExtract {
  typealias Kind = MapPicture.BaseFeature.Kind

  /// A way, before the locations of its nodes are known.
  struct Way: Sendable {
    var kind: Kind
    var name: String
    var isCoast: Bool
    var nodes: [Int64]
  }

  /// A relation: a multipolygon, or the border of a country.
  struct Relation: Sendable {
    var kind: Kind
    var name: String
    var outer: [Int64]
    var inner: [Int64]
  }

  private let file: OSMFile
  private let view: MapView
  private let kinds: Set<Kind>
  /// The part of the map that the extract describes.
  let box: BoundingBox
  /// The nodes near the map; nil if the map shows much of the extract, or too many of them.
  private var near: [Int64]?
  private var shapes: BaseShapes
  private(set) var features: [MapPicture.BaseFeature] = []
  /// The coastlines, with the identifiers of their first and last nodes.
  private var coasts: [CoastLines.Way] = []
  /// The number of areas that are left out because the extract lacks a part of them.
  private(set) var incompleteCount = 0

  private static let threads = 4
  /// The maximum number of node references, or of member ways, that are resolved at a time.
  private static let batch = 4_000_000
  /// The maximum number of nodes near the map whose identifiers are kept.
  private static let nearLimit = 8_000_000

  /// Opens an extract, or standard input for "-".
  static func open(_ path: String) throws(Failure) -> OSMFile {
    try reading(path) { () throws(OSMError) in
      path == "-" ? try OSMFile.standardInput() : try OSMFile(path: path)
    }
  }

  /// Runs a closure that reads an extract, and turns its error into a ``Failure``.
  static func reading<Result>(
    _ path: String, _ body: () throws(OSMError) -> Result
  ) throws(Failure) -> Result {
    do throws(OSMError) {
      return try body()
    } catch {
      if case .unreadable(let message) = error.reason {
        throw Failure(code: .noInput, message: message)
      }
      let name = path == "-" ? "the input" : Spelling.quoted(path)
      throw Failure(code: .data, message: "\(name), \(error)")
    }
  }

  /// The area of an extract: that of its header, or else around all nodes; empty without nodes.
  static func bounds(of file: OSMFile) throws(OSMError) -> BoundingBox {
    if let box = file.header.boundingBox { return box }
    var boxes = file.blocks([.node], threads: threads) { block in
      BoundingBox(enclosing: (0..<block.nodes.count).lazy.compactMap(block.nodes.coordinate))
    }
    var box = BoundingBox.empty
    while let next = try boxes.next() { box = box.union(next) }
    return box
  }

  /// Reads the features of a map.
  ///
  /// - Parameters:
  ///   - file: the extract.
  ///   - bounds: the area of the extract, which intersects the map.
  ///   - view: the part of the Earth on the map, and its scale.
  /// - Throws: ``OSMError`` if the file is damaged.
  init(_ file: OSMFile, bounds: BoundingBox, _ view: MapView) throws(OSMError) {
    self.file = file
    self.view = view
    box = view.box.intersection(bounds)
    kinds = Set(Kind.allCases.filter { $0.limit >= view.metersPerPixel })
    shapes = BaseShapes(box, view)
    try readNodes(bounds)
    try readWays()
    try readRelations()
  }

  /// The base layer.
  var layer: MapPicture.BaseLayer {
    var layer = MapPicture.BaseLayer(extent: box, features: features)
    let sea = CoastLines(coasts, in: box).sea
    if let sea, !sea.isEmpty { layer.features.append(.init(.sea, sea)) }
    // Many extracts contain roads only: without coastlines, land and sea cannot be distinguished.
    layer.replacesLand = sea.map { !$0.isEmpty || isLand } ?? false
    return layer
  }

  /// Whether the embedded countries have no sea in the area.
  private var isLand: Bool {
    let land = CountryAtlas.world.landOnly
    let steps = 16
    return (0...steps).allSatisfy { row in
      (0...steps).allSatisfy { column in
        land.isLand(
          Coordinate(
            latitude: box.south + box.latitudeSpan * Double(row) / Double(steps),
            longitude: box.west + box.longitudeSpan * Double(column) / Double(steps)))
      }
    }
  }

  // MARK: Nodes

  private mutating func readNodes(_ bounds: BoundingBox) throws(OSMError) {
    let area = box
    let kinds = kinds
    let isPart =
      box.latitudeSpan * box.longitudeSpan * 4 < bounds.latitudeSpan * bounds.longitudeSpan
    // With a margin, so that lines across the map are found by their nodes.
    let corner = Coordinate(latitude: box.north, longitude: box.east)
    let wide = box.expanded(byMeters: min(box.center.distance(to: corner) + 10_000, 110_000))
    var blocks = file.blocks([.node], threads: Self.threads) { block in
      let tags = BaseTags(block)
      var features: [MapPicture.BaseFeature] = []
      var near: [Int64] = []
      for index in 0..<block.nodes.count {
        guard let place = block.nodes.coordinate(of: index) else { continue }
        if isPart, wide.contains(place) { near.append(block.nodes.ids[index]) }
        let range = block.nodes.tagRange(of: index)
        guard !range.isEmpty, area.contains(place), let kind = tags.meaning(range).kind,
          kind.form == .point, kinds.contains(kind)
        else { continue }
        features.append(
          .init(
            kind, [[place]], name: tags.name(range, of: kind), importance: tags.population(range)))
      }
      return (features, near)
    }
    near = isPart ? [] : nil
    while let (found, ids) = try blocks.next() {
      features += found
      near?.append(contentsOf: ids)
      if near?.count ?? 0 > Self.nearLimit { near = nil }
    }
    near?.sort()
  }

  // MARK: Ways

  private mutating func readWays() throws(OSMError) {
    let (kinds, near) = (kinds, near)
    var blocks = file.blocks([.way], threads: Self.threads) { block in
      let tags = BaseTags(block)
      return (0..<block.ways.count).compactMap { index -> Way? in
        let range = block.ways.tagRange(of: index)
        let meaning = tags.meaning(range)
        let nodes = block.ways.references[block.ways.referenceRange(of: index)]
        guard nodes.count > 1 else { return nil }
        let kind = meaning.isCoast ? .sea : meaning.kind
        guard let kind, kinds.contains(kind) else { return nil }
        let isArea = kind.form == .area && !meaning.isCoast
        // Only closed ways are areas, and names of towns are nodes.
        guard kind.form != .point, !isArea || nodes.first == nodes.last else { return nil }
        // An area may contain the whole map.
        if let near, kind == .building || !isArea, !nodes.contains(where: near.holds) { return nil }
        return Way(
          kind: kind, name: tags.name(range, of: kind), isCoast: meaning.isCoast,
          nodes: Array(nodes))
      }
    }
    var ways: [Way] = []
    var count = 0
    while let found = try blocks.next() {
      ways += found
      count += found.reduce(0) { $0 + $1.nodes.count }
      guard count > Self.batch else { continue }
      try add(ways)
      (ways, count) = ([], 0)
    }
    try add(ways)
  }

  /// Adds the features of ways.
  private mutating func add(_ ways: [Way]) throws(OSMError) {
    let locations = try file.locations(ofNodes: ways.flatMap(\.nodes), threads: Self.threads)
    for way in ways {
      let line = way.nodes.compactMap { locations[$0] }
      if way.isCoast {
        guard let first = way.nodes.first, let last = way.nodes.last, line.count == way.nodes.count
        else { continue }
        coasts.append(.init(first: first, last: last, line: shapes.thinned(line)))
      } else if way.kind.form == .area {
        guard line.count == way.nodes.count else {
          incompleteCount += 1
          continue
        }
        if let rings = shapes.area([line], holes: [], way.kind) {
          features.append(.init(way.kind, rings, name: way.name))
        }
      } else if let line = shapes.line(line) {
        features.append(.init(way.kind, [line], name: way.name))
      }
    }
  }

  // MARK: Relations

  private mutating func readRelations() throws(OSMError) {
    let kinds = kinds
    var blocks = file.blocks([.relation], threads: Self.threads) { block in
      let tags = BaseTags(block)
      return (0..<block.relations.count).compactMap { index -> Relation? in
        let range = block.relations.tagRange(of: index)
        let meaning = tags.meaning(range)
        guard let kind = meaning.kind, kinds.contains(kind),
          kind == .border || meaning.isMultipolygon && kind.form == .area
        else { return nil }
        var relation = Relation(
          kind: kind, name: tags.name(range, of: kind), outer: [], inner: [])
        for member in block.relation(at: index).members where member.kind == .way {
          if member.role == "inner" {
            relation.inner.append(member.id)
          } else {
            relation.outer.append(member.id)
          }
        }
        return relation
      }
    }
    var relations: [Relation] = []
    var count = 0
    while let found = try blocks.next() {
      relations += found
      count += found.reduce(0) { $0 + $1.outer.count + $1.inner.count }
      guard count > Self.batch / 40 else { continue }
      try add(relations)
      (relations, count) = ([], 0)
    }
    if !relations.isEmpty { try add(relations) }
  }

  /// Adds the features of relations.
  private mutating func add(_ relations: [Relation]) throws(OSMError) {
    let wanted = relations.flatMap { $0.outer + $0.inner }.sorted()
    var blocks = file.blocks([.way], threads: Self.threads) { block in
      (0..<block.ways.count).compactMap { index -> (Int64, [Int64])? in
        let id = block.ways.ids[index]
        guard wanted.holds(id) else { return nil }
        return (id, Array(block.ways.references[block.ways.referenceRange(of: index)]))
      }
    }
    var members: [Int64: [Int64]] = [:]
    while let found = try blocks.next() {
      for (id, nodes) in found { members[id] = nodes }
    }
    let locations = try file.locations(
      ofNodes: members.values.flatMap { $0 }, threads: Self.threads)
    func coordinates(_ nodes: [Int64]) -> [Coordinate]? {
      let line = nodes.compactMap { locations[$0] }
      return line.count == nodes.count ? line : nil
    }
    var borders: Set<Int64> = []
    for relation in relations {
      if relation.kind == .border {
        for id in relation.outer where borders.insert(id).inserted {
          guard let nodes = members[id], let line = coordinates(nodes).flatMap(shapes.line) else {
            continue
          }
          features.append(.init(.border, [line]))
        }
        continue
      }
      let outer = OSMRings.joined(relation.outer.compactMap { members[$0] })
      let inner = OSMRings.joined(relation.inner.compactMap { members[$0] })
      let isWhole = outer.isComplete && relation.outer.allSatisfy { members[$0] != nil }
      let rings = outer.closed.compactMap(coordinates)
      if !isWhole || rings.count < outer.closed.count { incompleteCount += 1 }
      if let rings = shapes.area(rings, holes: inner.closed.compactMap(coordinates), relation.kind)
      {
        features.append(.init(relation.kind, rings, name: relation.name))
      }
    }
  }
}

extension [Int64] {
  /// Whether a sorted array contains an element, in O(log *n*).
  fileprivate func holds(_ wanted: Int64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == wanted
  }
}

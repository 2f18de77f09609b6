internal import CairnGeodesy
internal import CairnShapes

/// The geometry of the ways and relations that are places.
internal struct OSMGeometry {
  /// The location of a place.
  internal struct Location {
    internal var coordinate: Coordinate
    internal var isIncomplete = false
  }

  /// The nodes of the member ways of relations.
  private var members: [Int64: [Int64]] = [:]
  private var locations = OSMNodeLocations([])

  /// The tolerance in meters of a label point.
  private static let tolerance = 1.0

  /// Reads the member ways of relations and the nodes of all ways.
  internal mutating func load(
    _ ways: [OSMWay], _ relations: [OSMRelation], from file: OSMFile, threads: Int
  ) throws(OSMError) {
    var nodes = ways.flatMap(\.nodeIDs)
    var wanted: Set<Int64> = []
    for relation in relations {
      for member in relation.members {
        if member.kind == .way { wanted.insert(member.id) }
        if member.kind == .node { nodes.append(member.id) }
      }
    }
    if !wanted.isEmpty {
      let wanted = wanted
      var blocks = file.blocks([.way], threads: threads) { block in
        (0..<block.ways.count).compactMap { index -> (Int64, [Int64])? in
          let id = block.ways.ids[index]
          guard wanted.contains(id) else { return nil }
          return (id, Array(block.ways.references[block.ways.referenceRange(of: index)]))
        }
      }
      while let found = try blocks.next() {
        for (id, references) in found {
          members[id] = references
          nodes += references
        }
      }
    }
    locations = try file.locations(ofNodes: nodes, threads: threads)
  }

  // MARK: Ways

  /// The location of a way; nil if none of its nodes is in the extract.
  internal func location(of way: OSMWay) -> Location? {
    let line = way.nodeIDs.compactMap { locations[$0] }
    let isIncomplete = line.count < way.nodeIDs.count
    if way.isClosed, !isIncomplete, let label = Self.label([line]) {
      return Location(coordinate: label)
    }
    guard let middle = Self.middle(way.isClosed ? Array(line.dropLast()) : line) else { return nil }
    if way.isClosed {
      return Self.center(line).map { Location(coordinate: $0, isIncomplete: isIncomplete) }
    }
    return Location(coordinate: middle, isIncomplete: isIncomplete)
  }

  /// The label point of the largest of some rings without the other rings inside it; nil if they
  /// enclose nothing.
  private static func label(_ outer: [[Coordinate]], holes: [[Coordinate]] = []) -> Coordinate? {
    let polygons = outer.map { GeoPolygon($0) }
    let areas = polygons.map { $0.area() }
    guard let largest = areas.indices.max(by: { areas[$0] < areas[$1] }), areas[largest] > 0 else {
      return nil
    }
    let inside = holes.filter { $0.first.map { polygons[largest].contains($0) } ?? false }
    let polygon = inside.isEmpty ? polygons[largest] : GeoPolygon(outer[largest], holes: inside)
    return GeoShape(polygon).labelPoint(tolerance: tolerance)?.coordinate
  }

  /// The middle of a line; nil without coordinates.
  private static func middle(_ line: [Coordinate]) -> Coordinate? {
    guard line.count > 1 else { return line.first }
    let path = GeoPath(line)
    return path.coordinate(atDistance: path.length() / 2) ?? line.first
  }

  /// The center of a set of coordinates; nil for an empty set.
  private static func center(_ coordinates: [Coordinate]) -> Coordinate? {
    guard let first = coordinates.first else { return nil }
    var sum = (x: 0.0, y: 0.0, z: 0.0)
    for vector in coordinates.lazy.map(\.unitVector) {
      sum = (sum.x + vector.x, sum.y + vector.y, sum.z + vector.z)
    }
    // Coordinates all around the Earth have no center.
    guard sum.x * sum.x + sum.y * sum.y + sum.z * sum.z > 1e-18 else { return first }
    return UnitVector(x: sum.x, y: sum.y, z: sum.z).coordinate
  }

  // MARK: Relations

  /// The location of a relation; nil if the extract has none of its members.
  ///
  /// Only nodes and ways count, not further relations, so members may form a cycle.
  internal func location(of relation: OSMRelation) -> Location? {
    let isArea = ["multipolygon", "boundary"].contains(relation.tags["type"])
    if !isArea, let label = labelNode(of: relation) { return Location(coordinate: label) }
    var isIncomplete = false
    var (outer, inner): ([[Int64]], [[Int64]]) = ([], [])
    var nodes: [Int64] = []
    for member in relation.members {
      switch member.kind {
      case .way:
        guard let references = members[member.id] else {
          isIncomplete = true
          continue
        }
        if member.role == "inner" { inner.append(references) } else { outer.append(references) }
      case .node: nodes.append(member.id)
      case .relation: isIncomplete = isIncomplete || !isArea
      }
    }
    let rings = OSMRings.joined(outer)
    let places = (outer.joined() + nodes).compactMap { locations[$0] }
    if isArea {
      let closed = rings.closed.compactMap { ring in whole(ring) }
      let holes = OSMRings.joined(inner).closed.compactMap { ring in whole(ring) }
      isIncomplete = isIncomplete || !rings.isComplete || closed.count < rings.closed.count
      if let label = Self.label(closed, holes: holes) {
        return Location(coordinate: label, isIncomplete: isIncomplete)
      }
      if let label = labelNode(of: relation) { return Location(coordinate: label) }
    }
    return Self.center(places).map { Location(coordinate: $0, isIncomplete: isIncomplete) }
  }

  /// The location of the member node that marks the label.
  private func labelNode(of relation: OSMRelation) -> Coordinate? {
    for role in ["label", "admin_centre"] {
      for member in relation.members where member.kind == .node && member.role == role {
        if let place = locations[member.id] { return place }
      }
    }
    return nil
  }

  /// The coordinates of a ring; nil if a node is missing.
  private func whole(_ ring: [Int64]) -> [Coordinate]? {
    let line = ring.compactMap { locations[$0] }
    return line.count == ring.count ? line : nil
  }
}

/// Rings that consist of several ways.
package struct OSMRings {
  /// The closed rings, each with its first node at the end, too.
  package var closed: [[Int64]] = []
  /// Whether every way is part of a closed ring.
  package var isComplete = true

  /// Joins ways at their ends.
  ///
  /// Where more than two ways meet, a ring continues with the first unused one.
  ///
  /// - Complexity: O(*n*) on average in the number of nodes.
  package static func joined(_ ways: [[Int64]]) -> OSMRings {
    var rings = OSMRings()
    var open: [[Int64]] = []
    for way in ways {
      guard let first = way.first, let last = way.last, way.count > 1 else {
        rings.isComplete = false
        continue
      }
      if first == last { rings.closed.append(way) } else { open.append(way) }
    }
    // The open ways that begin or end at a node, last ones first.
    var ends: [Int64: [Int]] = [:]
    for index in open.indices.reversed() {
      for node in [open[index][0], open[index][open[index].count - 1]] {
        ends[node, default: []].append(index)
      }
    }
    var isUsed = [Bool](repeating: false, count: open.count)
    for start in open.indices where !isUsed[start] {
      isUsed[start] = true
      var ring = open[start]
      while ring[0] != ring[ring.count - 1] {
        let end = ring[ring.count - 1]
        var next: Int?
        while let candidate = ends[end]?.popLast() {
          guard !isUsed[candidate] else { continue }
          next = candidate
          break
        }
        guard let next else { break }
        isUsed[next] = true
        let way = open[next]
        ring += way[0] == end ? way.dropFirst() : way.reversed().dropFirst()
      }
      if ring[0] == ring[ring.count - 1] {
        rings.closed.append(ring)
      } else {
        rings.isComplete = false
      }
    }
    return rings
  }
}

public import CairnGeodesy

extension CountryAtlas {
  /// The outline of a country: its parts with their holes.
  ///
  /// The edges follow the boundaries, which are straight in degrees; vertices are added on long
  /// edges as in ``CairnGeodesy/GeoPolygon/init(straightInDegrees:holes:tolerance:)``. Without
  /// simplification the polygons contain the places for which ``landOnly`` returns the country, to
  /// within ten meters at such edges. Parts may cross the antimeridian, and Antarctica contains its
  /// pole.
  ///
  /// - Parameters:
  ///   - country: a country that has land in this atlas; others give no polygons.
  ///   - tolerance: the maximum deviation of the outline in meters, for drawing; 0 for every
  ///     vertex. Neighbors simplified by the same tolerance still share their border.
  /// - Returns: the parts of the country.
  /// - Complexity: O(*n*) in the number of all vertices of the atlas.
  public func outline(of country: Country, tolerance: Double = 0) -> GeoMultiPolygon {
    outline(of: [country], tolerance: tolerance)
  }

  /// The outline of several countries together, without the borders between them.
  ///
  /// - Parameters:
  ///   - countries: the countries; an empty set gives no polygons.
  ///   - tolerance: as for ``outline(of:tolerance:)-(Country,_)``.
  /// - Returns: the parts of their land.
  /// - Complexity: O(*n*) in the number of all vertices of the atlas.
  public func outline(of countries: Set<Country>, tolerance: Double = 0) -> GeoMultiPolygon {
    AreaOutlines(arcs: borders.arcs).polygons(tolerance: tolerance) { area in
      country(ofLand: area).map(countries.contains) ?? false
    }
  }
}

// Input for drawing the atlas: rings and borders with every vertex, straight in degrees, which the
// renderer clips and simplifies.

extension CountryAtlas {
  /// The boundaries, without preparing them for distances.
  package var drawnArcs: BoundaryArcs { storage.borders?.arcs ?? WorldBoundaries.sharedArcs }

  /// Iterates over the rings around all land, including unclaimed land; only one at a time is in
  /// memory.
  ///
  /// - Parameters:
  ///   - isSeen: whether a ring with this box is needed; rings that reach 180° are always passed.
  ///   - body: called with open rings, in arbitrary order.
  package func forEachLandRing(
    where isSeen: (BoundingBox) -> Bool = { _ in true }, _ body: ([Coordinate]) -> Void
  ) {
    AreaOutlines(arcs: drawnArcs).forEachRing(
      tolerance: 0, in: isSeen, where: { storage.isLand[Int($0)] }, body)
  }

  /// All rings of ``forEachLandRing(where:_:)``.
  package func landRings(
    where isSeen: (BoundingBox) -> Bool = { _ in true }
  ) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    forEachLandRing(where: isSeen) { rings.append($0) }
    return rings
  }

  /// The rings around the union of some countries.
  package func rings(around countries: Set<Country>) -> [[Coordinate]] {
    AreaOutlines(arcs: drawnArcs).rings(tolerance: 0) { area in
      country(ofLand: area).map(countries.contains) ?? false
    }
  }

  /// Iterates over the borders on land between two countries, or between a country and unclaimed
  /// land.
  ///
  /// - Parameters:
  ///   - isSeen: whether a line with this box is needed.
  ///   - body: called with lines, in the order of the arcs.
  package func forEachBorderLine(
    where isSeen: (BoundingBox) -> Bool = { _ in true }, _ body: ([Coordinate]) -> Void
  ) {
    let arcs = drawnArcs
    for arc in 0..<arcs.count {
      let (left, right) = (arcs.left[arc], arcs.right[arc])
      guard storage.isLand[Int(left)], storage.isLand[Int(right)],
        country(ofLand: left) != country(ofLand: right), isSeen(arcs.box(of: arc))
      else { continue }
      body(
        arcs.vertices(of: arc).map { vertex in
          Coordinate(
            latitude: Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree,
            longitude: Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree)
        })
    }
  }

  /// All lines of ``forEachBorderLine(where:_:)``.
  package func borderLines(
    where isSeen: (BoundingBox) -> Bool = { _ in true }
  ) -> [[Coordinate]] {
    var lines: [[Coordinate]] = []
    forEachBorderLine(where: isSeen) { lines.append($0) }
    return lines
  }
}

extension BoundaryArcs {
  /// The box of an arc, which does not cross 180°.
  fileprivate func box(of arc: Int) -> BoundingBox {
    let range = vertices(of: arc)
    var (west, south) = (x[range.lowerBound], y[range.lowerBound])
    var (east, north) = (west, south)
    for vertex in range {
      (west, east) = (min(west, x[vertex]), max(east, x[vertex]))
      (south, north) = (min(south, y[vertex]), max(north, y[vertex]))
    }
    return BoundingBox(
      south: Double(south) / Self.unitsPerDegree, west: Double(west) / Self.unitsPerDegree,
      north: Double(north) / Self.unitsPerDegree, east: Double(east) / Self.unitsPerDegree)
  }
}

/// A builder of the rings of arcs around a set of areas.
package struct AreaOutlines: Sendable {
  package let arcs: BoundaryArcs

  package init(arcs: BoundaryArcs) { self.arcs = arcs }

  /// An end of arcs; points on both sides of the antimeridian are the same node, as are all
  /// longitudes of a pole.
  private struct Node: Hashable {
    let x: Int32
    let y: Int32

    init(x: Int32, y: Int32) {
      self.x = abs(y) == 900_000 ? 0 : x == 1_800_000 ? -1_800_000 : x
      self.y = y
    }
  }

  /// An arc with a direction.
  private struct Way {
    let arc: Int
    let isForward: Bool
  }

  /// The union of the areas for which `isInside` is true: its parts with their holes.
  ///
  /// - Parameters:
  ///   - tolerance: as for ``forEachRing(tolerance:in:where:_:)``.
  ///   - isInside: whether an area is in the set.
  /// - Returns: the parts, without the lines between areas of the set.
  package func polygons(tolerance: Double, where isInside: (UInt16) -> Bool) -> GeoMultiPolygon {
    // The areas are to the left of a ring: counterclockwise rings are parts, clockwise ones holes.
    var parts: [(polygon: GeoPolygon, ring: [Coordinate], holes: [[Coordinate]])] = []
    var holes: [[Coordinate]] = []
    forEachRing(tolerance: tolerance, where: isInside) { ring in
      if GeoPolygon(ring).isCounterclockwise {
        parts.append((GeoPolygon(straightTheShorterWay: ring), ring, []))
      } else {
        holes.append(ring)
      }
    }
    for hole in holes {
      // The smallest part around the hole; the hole may touch the part at some of its corners.
      let around = parts.indices.filter { part in
        hole.prefix(64).filter { parts[part].polygon.contains($0) }.count * 2
          > min(hole.count, 64)
      }
      let smallest = around.min { parts[$0].polygon.area() < parts[$1].polygon.area() }
      if let smallest { parts[smallest].holes.append(hole) }
    }
    return GeoMultiPolygon(
      parts.map { part in
        part.holes.isEmpty
          ? part.polygon : GeoPolygon(straightTheShorterWay: part.ring, holes: part.holes)
      })
  }

  /// All rings of ``forEachRing(tolerance:in:where:_:)``.
  func rings(tolerance: Double, where isInside: (UInt16) -> Bool) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    forEachRing(tolerance: tolerance, where: isInside) { rings.append($0) }
    return rings
  }

  /// Iterates over the rings around the areas for which `isInside` is true, each with the areas to
  /// its left.
  ///
  /// Where several rings meet in a point, each turns as far to the left as possible, so that they
  /// touch but do not cross. No ring visits a point twice.
  ///
  /// - Parameters:
  ///   - tolerance: the tolerance of the simplification in meters. Each arc is simplified on its
  ///     own, so neighbors still share their border. Rings with fewer than three corners are
  ///     omitted.
  ///   - isSeen: whether a ring with this box is needed; rings that reach 180° are always passed.
  ///   - isInside: whether an area is in the set.
  ///   - body: called with open rings: the first corner is not repeated.
  func forEachRing(
    tolerance: Double, in isSeen: (BoundingBox) -> Bool = { _ in true },
    where isInside: (UInt16) -> Bool, _ body: ([Coordinate]) -> Void
  ) {
    var leaving: [Node: [Way]] = [:]
    var ways: [Way] = []
    for arc in 0..<arcs.count {
      let isLeft = isInside(arcs.left[arc])
      guard isLeft != isInside(arcs.right[arc]) else { continue }
      let way = Way(arc: arc, isForward: isLeft)
      ways.append(way)
      leaving[start(of: way), default: []].append(way)
    }
    var used = [Bool](repeating: false, count: arcs.count)
    for first in ways where !used[first.arc] {
      var parts: [Way] = []
      var way = first
      while true {
        used[way.arc] = true
        parts.append(way)
        let end = end(of: way)
        let choices = (leaving[end] ?? []).filter { !used[$0.arc] }
        let next = choices.min { leftTurn(from: way, into: $0) < leftTurn(from: way, into: $1) }
        if end == start(of: first),
          next.map({ leftTurn(from: way, into: first) <= leftTurn(from: way, into: $0) }) ?? true
        {
          break
        }
        guard let next else { break }
        way = next
      }
      for parts in loops(of: parts) where isWanted(parts, isSeen) {
        var ring: [Coordinate] = []
        ring.reserveCapacity(parts.reduce(0) { $0 + arcs.vertices(of: $1.arc).count })
        for part in parts {
          let line = vertices(of: part.arc, tolerance: tolerance)
          ring.append(contentsOf: (part.isForward ? line : line.reversed()).dropLast())
        }
        let open = withoutRepeats(ring)
        if open.count >= 3 { body(open) }
      }
    }
  }

  /// Splits a ring at the nodes that it visits repeatedly, such as one that goes around a hole on
  /// its way, because other code expects rings that do not touch themselves.
  private func loops(of ways: [Way]) -> [[Way]] {
    var loops: [[Way]] = []
    var open: [Way] = []
    var places: [Node: Int] = [:]
    for way in ways {
      let node = start(of: way)
      if let place = places[node] {
        loops.append(Array(open[place...]))
        for closed in open[place...] { places[start(of: closed)] = nil }
        open.removeSubrange(place...)
      }
      places[node] = open.count
      open.append(way)
    }
    return loops + [open]
  }

  /// Whether a ring is needed, judged by its box; a ring that reaches 180° is always needed,
  /// because its box is not meaningful.
  private func isWanted(_ parts: [Way], _ isSeen: (BoundingBox) -> Bool) -> Bool {
    var whole: BoundingBox?
    for part in parts {
      let box = arcs.box(of: part.arc)
      if box.west <= -180 || box.east >= 180 { return true }
      whole =
        whole.map {
          BoundingBox(
            south: min($0.south, box.south), west: min($0.west, box.west),
            north: max($0.north, box.north), east: max($0.east, box.east))
        } ?? box
    }
    return whole.map(isSeen) ?? true
  }

  /// The clockwise angle from the reverse of one directed arc to another: least for the sharpest
  /// left turn.
  private func leftTurn(from way: Way, into next: Way) -> Double {
    let back = bearing(of: Way(arc: way.arc, isForward: !way.isForward))
    let angle = bearing(of: next) - back
    return angle < 0 ? angle + 360 : angle
  }

  /// The direction on the map in which a directed arc starts, in degrees.
  private func bearing(of way: Way) -> Double {
    let range = arcs.vertices(of: way.arc)
    let from = way.isForward ? range.lowerBound : range.upperBound - 1
    let to = way.isForward ? from + 1 : from - 1
    let start = Coordinate(latitude: 0, longitude: 0)
    let scale = 1e-6
    return start.initialBearing(
      to: Coordinate(
        latitude: Double(arcs.y[to] - arcs.y[from]) * scale,
        longitude: Double(arcs.x[to] - arcs.x[from]) * scale))
  }

  private func start(of way: Way) -> Node {
    let range = arcs.vertices(of: way.arc)
    let vertex = way.isForward ? range.lowerBound : range.upperBound - 1
    return Node(x: arcs.x[vertex], y: arcs.y[vertex])
  }

  private func end(of way: Way) -> Node {
    start(of: Way(arc: way.arc, isForward: !way.isForward))
  }

  /// The vertices of an arc, simplified between its ends.
  private func vertices(of arc: Int, tolerance: Double) -> [Coordinate] {
    let line = arcs.vertices(of: arc).map { vertex in
      Coordinate(
        latitude: Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree,
        longitude: Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree)
    }
    guard tolerance > 0, line.count > 2 else { return line }
    guard line.first == line.last else {
      return GeoPath(line).simplified(tolerance: tolerance).coordinates
    }
    // A closed arc is simplified in two halves, split at the vertex farthest from its first.
    let far = line.indices.max { line[0].distance(to: line[$0]) < line[0].distance(to: line[$1]) }
    guard let far, far > 0 else { return line }
    let there = GeoPath(Array(line[...far])).simplified(tolerance: tolerance).coordinates
    let back = GeoPath(Array(line[far...])).simplified(tolerance: tolerance).coordinates
    return there.dropLast() + back
  }

  /// The ring without consecutive duplicates.
  private func withoutRepeats(_ ring: [Coordinate]) -> [Coordinate] {
    var result: [Coordinate] = []
    result.reserveCapacity(ring.count)
    for corner in ring {
      let place = Coordinate(
        latitude: corner.latitude, longitude: corner.longitude == 180 ? -180 : corner.longitude)
      if result.last != place { result.append(place) }
    }
    while result.count > 1, result.last == result.first { result.removeLast() }
    return result
  }
}

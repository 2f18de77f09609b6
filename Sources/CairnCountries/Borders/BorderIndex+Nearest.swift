internal import CairnGeodesy

/// The point of a boundary that is nearest to a place.
internal struct NearestBorder {
  let arc: Int
  let coordinate: Coordinate
  /// Meters on the mean sphere.
  let distance: Double
}

/// The best place so far, with its squared half chord.
internal struct NearestCandidate {
  private(set) var key: Double
  private(set) var arc = -1
  private(set) var latitude = 0.0
  private(set) var longitude = 0.0

  init(within limit: Double) {
    let half = limit / (2 * Sphere.mean.radius)
    let sine = half < .pi / 2 ? sineAndCosine(radians: half).sine : 1
    // A few ulps more, because the distance itself decides in the end.
    key = sine * sine * (1 + 1e-9) + 1e-24
  }

  /// Lowers the key to that of a place that the search will find, a few ulps more.
  mutating func limit(to other: Double) {
    assert(arc < 0)
    key = min(key, other * (1 + 1e-9) + 1e-24)
  }

  /// Replaces the candidate if a place is nearer, or equally near and on an earlier arc.
  mutating func take(_ place: LinePlace, arc: Int, from observer: DistanceOrigin) {
    guard place.key < key || place.key == key && arc < self.arc else { return }
    key = place.key
    self.arc = arc
    latitude = place.latitude
    longitude = place.longitude + observer.longitude
  }
}

/// The arcs that a search considers: those between different countries, or those of a country that
/// is not known yet.
internal struct ArcFilter {
  /// The letters of the country of each area, 0 for none.
  let letters: [UInt16]
  /// The countries whose arcs are ignored; `nil` for borders between any two.
  let known: [UInt16]?

  /// Whether letters denote a country that is not known yet.
  func isNew(_ letters: UInt16) -> Bool { letters != 0 && known?.contains(letters) != true }
}

extension BorderIndex {
  /// The nearest place on the arcs that pass a filter, within a distance.
  ///
  /// The distance to a line is that to its nearest point, straight in degrees, on the mean sphere.
  /// Among equally near arcs, returns the first.
  ///
  /// - Parameters:
  ///   - coordinate: a valid place with a longitude in -180...180.
  ///   - limit: meters, inclusive; if it is NaN or negative, nothing is found.
  ///   - filter: the arcs to consider.
  /// - Returns: the nearest place, or nil if none exists within the limit.
  /// - Complexity: O(log *n*) for most places; the first calls take O(*n*).
  func nearest(
    to coordinate: Coordinate, within limit: Double, where filter: ArcFilter
  ) -> NearestBorder? {
    guard limit >= 0, arcs.count > 0 else { return nil }
    return nearest(to: coordinate, within: limit, where: filter, by: treeOfNextQuery)
  }

  /// The same by a tree, or by a scan of all arcs without one.
  func nearest(
    to coordinate: Coordinate, within limit: Double, where filter: ArcFilter, by tree: BorderTree?
  ) -> NearestBorder? {
    let best = withTables(of: tree, filter) { tables in
      var search = BorderSearch(
        tables: tables, observer: DistanceOrigin(coordinate),
        best: NearestCandidate(within: limit))
      if let tree {
        if let top = tree.levels.last { search.descend(to: top, level: tree.levels.count - 1) }
      } else {
        search.scan()
      }
      return search.best
    }
    guard best.arc >= 0 else { return nil }
    let place = Coordinate(
      latitude: best.latitude * (180 / .pi), longitude: best.longitude * (180 / .pi))
    let distance = coordinate.distance(to: place)
    return distance <= limit
      ? NearestBorder(arc: best.arc, coordinate: place, distance: distance) : nil
  }
}

/// A search for the border nearest to a point.
private struct BorderSearch {
  let tables: BorderTables
  let observer: DistanceOrigin
  var best: NearestCandidate

  /// Descends to the children of a node that may contain a nearer place, nearest first.
  mutating func descend(to number: Int, level: Int) {
    let firstChild = (number &- tables.level(level)) &* 8
    var bounds = tables.bounds(ofNode: number, from: observer)
    while true {
      let least = bounds.least
      guard Double(least) <= best.key else { return }
      let lane = bounds.lastLane(equalTo: least)
      // Not by subscript, which stores one lane to memory and reloads all of them.
      bounds.replace(
        with: .infinity, where: laneNumbers .== SIMD8(repeating: Int32(truncatingIfNeeded: lane)))
      if level > 0 {
        descend(
          to: tables.level(level &- 1) &+ firstChild &+ lane, level: level &- 1)
      } else {
        let piece = tables.piece(firstChild &+ lane)
        if tables.counts(piece.arc) { measure(piece) }
      }
    }
  }

  /// Searches all arcs, eight at a time, by the boxes around them.
  ///
  /// The nearest first vertex of an arc is an upper bound, so that few arcs remain.
  mutating func scan() {
    let arcs = (0..<tables.arcCount).filter { tables.counts(Int32(truncatingIfNeeded: $0)) }
    let scale = BorderIndex.radiansPerUnit
    for arc in arcs {
      let first = tables.vertices(of: arc).lowerBound
      let latitude = Double(tables.y(first)) * scale
      let way = abs(Double(tables.x(first)) * scale - observer.longitude)
      let point = DegreeLine(
        latitude: latitude, longitude: min(way, 2 * .pi - way), rise: 0, run: 0)
      best.limit(to: LinePlace(point, 0, observer).key)
    }
    for start in stride(from: 0, to: arcs.count, by: 8) {
      let group = arcs[start..<min(start + 8, arcs.count)]
      var node = BorderTree.Node()
      for (lane, arc) in group.enumerated() { node.set(lane, to: tables.box(of: arc)) }
      let bounds = observer.bounds(node)
      for (lane, arc) in group.enumerated() where Double(bounds[lane]) <= best.key {
        BorderTree.Piece.forEach(of: arc, tables.vertices(of: arc)) { measure($0) }
      }
    }
  }

  /// Searches the lines of a piece for a nearer place.
  private mutating func measure(_ piece: BorderTree.Piece) {
    let scale = BorderIndex.radiansPerUnit
    let first = Int(piece.first)
    // Shifts longitudes by a whole turn if that brings the piece nearer.
    let way = Double(tables.x(first)) * scale - observer.longitude
    let turn: Int32 = way > .pi ? -1 : way < -.pi ? 1 : 0
    let offset = Double(turn) * (2 * .pi)
    var bounds = SIMD8<Float>(repeating: 0)
    if let starts = tables.eight(from: first), let ends = tables.eight(from: first &+ 1) {
      bounds = observer.bounds(
        x0: starts.x, y0: starts.y, x1: ends.x, y1: ends.y, turn: turn &* 3_600_000)
    }
    let least = bounds.least
    guard Double(least) <= best.key else { return }
    // A place of the line that seems nearest excludes most of the others. They are still searched
    // in their order, so that the same one of several equally near places is found.
    var limit = best.key
    let nearest = bounds.lastLane(equalTo: least)
    if nearest < Int(piece.count) {
      let line = line(from: first &+ nearest, shiftedBy: offset)
      if let fraction = line.nearestFraction(within: limit, from: observer) {
        limit = min(limit, LinePlace(line, fraction, observer).key * (1 + 1e-9) + 1e-24)
      }
    }
    for lane in 0..<Int(piece.count) where Double(bounds[lane]) <= min(limit, best.key) {
      let line = line(from: first &+ lane, shiftedBy: offset)
      if let fraction = line.nearestFraction(within: min(limit, best.key), from: observer) {
        line.improve(&best, arc: Int(piece.arc), from: observer, near: fraction)
      }
    }
  }

  /// The line from a vertex to the next one.
  @inline(__always)
  private func line(from vertex: Int, shiftedBy offset: Double) -> DegreeLine {
    let scale = BorderIndex.radiansPerUnit
    let startX = Double(tables.x(vertex)) * scale - observer.longitude + offset
    let startY = Double(tables.y(vertex)) * scale
    let endX = Double(tables.x(vertex &+ 1)) * scale - observer.longitude + offset
    let endY = Double(tables.y(vertex &+ 1)) * scale
    return DegreeLine(
      latitude: startY, longitude: startX, rise: endY - startY, run: endX - startX)
  }
}

/// Not a stored constant, because each use would have to check whether it is initialized.
@inline(__always)
private var laneNumbers: SIMD8<Int32> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

extension SIMD8<Float> {
  /// The least of all lanes.
  @inline(__always)
  fileprivate var least: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two.y < two.x ? two.y : two.x
  }

  /// The last lane with a value that one of them has.
  @inline(__always)
  fileprivate func lastLane(equalTo value: Float) -> Int {
    let equal = SIMD8<Int32>(repeating: 0).replacing(
      with: laneNumbers, where: self .== SIMD8(repeating: value))
    let four = equal.lowHalf.replacing(
      with: equal.highHalf, where: equal.highHalf .> equal.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return Int(two.y > two.x ? two.y : two.x)
  }
}

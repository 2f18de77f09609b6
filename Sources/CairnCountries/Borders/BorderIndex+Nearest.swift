internal import CairnGeodesy

/// The place of a boundary that is nearest to a point.
internal struct NearestBorder {
  let arc: Int
  let coordinate: Coordinate
  /// Metres on the mean sphere.
  let distance: Double
}

/// The best place so far, by its squared half chord.
internal struct NearestCandidate {
  private(set) var key: Double
  private(set) var arc = -1
  private(set) var latitude = 0.0
  private(set) var longitude = 0.0

  init(within limit: Double) {
    let half = limit / (2 * Sphere.mean.radius)
    let sine = half < .pi / 2 ? sineAndCosine(radians: half).sine : 1
    // Some ulps more, since the distance itself decides in the end.
    key = sine * sine * (1 + 1e-9) + 1e-24
  }

  /// Takes a place if it is nearer, or as near and of an earlier arc.
  mutating func take(_ place: LinePlace, arc: Int, from observer: BorderObserver) {
    guard place.key < key || place.key == key && arc < self.arc else { return }
    key = place.key
    self.arc = arc
    latitude = place.latitude
    longitude = place.longitude + observer.longitude
  }
}

/// Which arcs a search considers: those between different countries, or those of a country that is
/// not known yet.
internal struct ArcFilter {
  /// The letters of the country of each area, 0 for none.
  let letters: [UInt16]
  /// The countries whose arcs do not count; `nil` for borders between any two.
  let known: [UInt16]?

  /// Whether letters are those of a country that is not known yet.
  func isNew(_ letters: UInt16) -> Bool { letters != 0 && known?.contains(letters) != true }
}

extension BorderIndex {
  /// The nearest place on the arcs that count, among those within a distance.
  ///
  /// The distance to each line is that to the nearest of all points of the straight line in
  /// degrees, on the mean sphere. Of equally near arcs the first counts.
  ///
  /// - Parameters:
  ///   - coordinate: a valid place with a longitude in -180...180.
  ///   - limit: metres, inclusive; NaN and negative ones find nothing.
  ///   - filter: which arcs count.
  /// - Returns: the nearest place, or nil where none is within the limit.
  /// - Complexity: O(log *n*) for most places.
  func nearest(
    to coordinate: Coordinate, within limit: Double, where filter: ArcFilter
  ) -> NearestBorder? {
    guard limit >= 0, let top = levels.last else { return nil }
    let best = withTables(filter) { tables in
      var search = BorderSearch(
        tables: tables, observer: BorderObserver(coordinate),
        best: NearestCandidate(within: limit))
      search.descend(to: top, level: levels.count - 1)
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
  let observer: BorderObserver
  var best: NearestCandidate

  /// Descends to the children of a node that may hold a nearer place, the nearest first.
  mutating func descend(to number: Int, level: Int) {
    let firstChild = (number &- tables.level(level)) &* 8
    var bounds = tables.bounds(ofNode: number, from: observer)
    while true {
      let least = bounds.least
      guard Double(least) <= best.key else { return }
      let lane = bounds.lastLane(equalTo: least)
      // Not by subscript, which stores one lane in memory and loads all of them again.
      bounds.replace(
        with: .infinity, where: laneNumbers .== SIMD8(repeating: Int32(truncatingIfNeeded: lane)))
      if level > 0 {
        descend(
          to: tables.level(level &- 1) &+ firstChild &+ lane, level: level &- 1)
      } else {
        let piece = tables.piece(firstChild &+ lane)
        if tables.counts(piece.arc) { look(through: piece) }
      }
    }
  }

  /// Looks for a nearer place on the lines of a piece.
  private mutating func look(through piece: BorderIndex.Piece) {
    let scale = BorderIndex.radiansPerUnit
    let first = Int(piece.first)
    // Longitudes are moved by a whole turn where that brings the piece nearer.
    let way = Double(tables.x(first)) * scale - observer.longitude
    let turn: Int32 = way > .pi ? -1 : way < -.pi ? 1 : 0
    let offset = Double(turn) * (2 * .pi)
    var bounds = SIMD8<Float>(repeating: 0)
    if let starts = tables.eight(from: first), let ends = tables.eight(from: first &+ 1) {
      bounds = observer.bounds(
        x0: starts.x, y0: starts.y, x1: ends.x, y1: ends.y, turn: turn &* 3_600_000)
    }
    for lane in 0..<Int(piece.count) where Double(bounds[lane]) <= best.key {
      let vertex = first &+ lane
      let startX = Double(tables.x(vertex)) * scale - observer.longitude + offset
      let startY = Double(tables.y(vertex)) * scale
      let endX = Double(tables.x(vertex &+ 1)) * scale - observer.longitude + offset
      let endY = Double(tables.y(vertex &+ 1)) * scale
      let line = DegreeLine(
        latitude: startY, longitude: startX, rise: endY - startY, run: endX - startX)
      if let fraction = line.nearestFraction(within: best.key, from: observer) {
        line.improve(&best, arc: Int(piece.arc), from: observer, near: fraction)
      }
    }
  }
}

/// No stored constant, which each use would have to ask whether it is made yet.
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

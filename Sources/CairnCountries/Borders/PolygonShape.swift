internal import CairnGeodesy

/// Polygons, with the arcs of all their rings.
internal struct PolygonShape: DepthShape {
  private let polygons: [GeoPolygon]
  private let arcs: [RingArc]
  /// The range of the arcs of each ring.
  private let rings: [Range<Int>]

  init?(_ polygons: [GeoPolygon]) {
    self.polygons = polygons.filter { !$0.boundingBox.isEmpty }
    var arcs: [RingArc] = []
    var rings: [Range<Int>] = []
    for polygon in self.polygons {
      for ring in [polygon.outer] + polygon.holes {
        let start = arcs.count
        arcs += RingArc.ring(ring)
        if arcs.count > start { rings.append(start..<arcs.count) }
      }
    }
    guard !rings.isEmpty else { return nil }
    self.arcs = arcs
    self.rings = rings
  }

  var everything: [Int] { Array(arcs.indices) }
  var tolerance: Double { 0.01 }
  var slack: Double { 11 }
  var innerPlaces: [Coordinate] { polygons.compactMap { $0.outer.first } }

  /// For each ring a place beside one of its arcs that is outside by more than the slack.
  var outerPlaces: [Coordinate] {
    let everything = everything
    let step = 1.01 * slack / Sphere.mean.radius
    return rings.compactMap { ring in
      for arc in stride(from: ring.lowerBound, to: ring.upperBound, by: 1 + ring.count / 256) {
        for place in arcs[arc].besides(step).map({ $0.coordinate })
        where depth(at: place, near: everything) < -slack {
          return place
        }
      }
      return nil
    }
  }

  func depth(at place: Coordinate, near: [Int]) -> Double {
    let vector = place.unitVector
    let toRim = near.reduce(Double.infinity) { min($0, arcs[$1].chord(to: vector)) }
    let meters = toRim * Sphere.mean.radius
    return polygons.contains { $0.contains(place) } ? meters : -meters
  }

  func narrowed(_ near: [Int], around place: Coordinate, within reach: Double) -> [Int] {
    let vector = place.unitVector
    let chords = near.map { arcs[$0].chord(to: vector) }
    // Within the reach, distances differ from those at the place by at most the reach.
    let bound = (chords.min() ?? 0) + 2 * reach / Sphere.mean.radius + 1e-12
    return zip(near, chords).filter { $1 <= bound }.map { $0.0 }
  }

  /// A part that deviates from a great circle by less than the tolerance meets the edge if its arc
  /// does, and leaves an arc of the edge no farther than its ends do.
  func relation(ofPart part: LinePart, near: [Int]) -> LineRelation? {
    let deviation = part.length * part.length / 8 * part.bend
    let start = part.start.unitVector
    let end = part.end.unitVector
    var result = LineRelation()
    if part.mayMeet {
      guard deviation <= tolerance / 2 else { return nil }
      let arc = RingArc(start, end)
      let distance = tolerance / Sphere.mean.radius
      result.meets = near.contains { arcs[$0].meets(arc, within: distance) }
    }
    if part.mayLeave, part.length > 1 {
      let distance = slack / Sphere.mean.radius
      guard deviation <= 1, part.length <= 100_000 else { return nil }
      let follows = near.contains { index in
        arcs[index].chord(to: start) <= distance && arcs[index].chord(to: end) <= distance
      }
      guard follows else { return nil }
    }
    return result
  }
}

/// A great-circle arc of less than half a turn, with chords of the unit sphere as distances.
///
/// Everything is computed from differences of places, without cancellation, so arcs of one meter
/// are as accurate as long ones.
internal struct RingArc {
  let start: UnitVector
  let end: UnitVector
  private let normal: UnitVector
  private let startTangent: UnitVector
  private let endTangent: UnitVector

  init(_ start: UnitVector, _ end: UnitVector) {
    self.start = start
    self.end = end
    let cross = (start - end).cross(start + end)
    let size = cross.dot(cross).squareRoot()
    // Equal ends have no normal; with zeros, only the distance to the ends counts.
    let scale = size > 0 ? 1 / size : 0
    normal = UnitVector(x: cross.x * scale, y: cross.y * scale, z: cross.z * scale)
    startTangent = normal.cross(start)
    endTangent = normal.cross(end)
  }

  /// The chord to the nearest point of the arc.
  func chord(to place: UnitVector) -> Double {
    let fromStart = place - start
    let fromEnd = place - end
    if startTangent.dot(fromStart) > 0, endTangent.dot(fromEnd) < 0 {
      let height = min(abs(side(of: place)), 1)
      return (2 * height * height / (1 + (1 - height * height).squareRoot())).squareRoot()
    }
    return min(fromStart.dot(fromStart), fromEnd.dot(fromEnd)).squareRoot()
  }

  /// The height of a place above the plane of the arc, positive to its left.
  func side(of place: UnitVector) -> Double {
    let fromStart = place - start
    let fromEnd = place - end
    let isNearStart = fromStart.dot(fromStart) <= fromEnd.dot(fromEnd)
    return normal.dot(isNearStart ? fromStart : fromEnd)
  }

  /// Whether a short arc crosses this one or comes within a chord length of it.
  ///
  /// Arcs that do not cross are nearest at one of their ends.
  func meets(_ short: RingArc, within distance: Double) -> Bool {
    let toStart = chord(to: short.start)
    if min(toStart, chord(to: short.end)) <= distance { return true }
    if min(short.chord(to: start), short.chord(to: end)) <= distance { return true }
    let length = short.start - short.end
    guard toStart * toStart <= length.dot(length) * 1.01 else { return false }
    return (side(of: short.start) > 0) != (side(of: short.end) > 0)
      && (short.side(of: start) > 0) != (short.side(of: end) > 0)
  }

  /// The arcs of a ring as in ``CairnGeodesy/GeoPolygon``; none if it encloses nothing.
  static func ring(_ ring: [Coordinate]) -> [RingArc] {
    var corners: [Coordinate] = []
    for corner in ring {
      guard corner.isValid else { return [] }
      if corners.last?.unitVector != corner.unitVector { corners.append(corner.normalized) }
    }
    while corners.count > 1, corners.last?.unitVector == corners.first?.unitVector {
      corners.removeLast()
    }
    guard corners.count > 2 else { return [] }
    var arcs: [RingArc] = []
    for (index, start) in corners.enumerated() {
      let end = corners[(index + 1) % corners.count]
      let isPolar = (start.latitude.magnitude == 90, end.latitude.magnitude == 90)
      var middle: Coordinate?
      if isPolar.0, isPolar.1 {
        middle = Coordinate(latitude: 0, longitude: start.longitude)
      } else if !isPolar.0, !isPolar.1, abs(start.longitude - end.longitude) == 180 {
        middle = Coordinate(
          latitude: start.latitude + end.latitude < 0 ? -90 : 90, longitude: 0)
      }
      if let middle {
        arcs.append(RingArc(start.unitVector, middle.unitVector))
        arcs.append(RingArc(middle.unitVector, end.unitVector))
      } else {
        arcs.append(RingArc(start.unitVector, end.unitVector))
      }
    }
    return arcs
  }

  /// Places to the left and to the right of the midpoint of the arc.
  func besides(_ distance: Double) -> [UnitVector] {
    let middle = start + end
    let size = middle.dot(middle).squareRoot()
    return [distance, -distance].map { way in
      UnitVector(
        x: middle.x / size + normal.x * way, y: middle.y / size + normal.y * way,
        z: middle.z / size + normal.z * way)
    }
  }
}

internal import CairnGeodesy

/// Polygons, with the arcs of all their rings.
internal struct PolygonShape: DepthShape {
  private let polygons: [GeoPolygon]
  private let arcs: [RingArc]
  /// Where the arcs of each ring are.
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
  var innerPlaces: [Coordinate] { polygons.compactMap(\.outer.first) }

  /// For each ring a place beside one of its arcs that is farther outside than what is allowed.
  var outerPlaces: [Coordinate] {
    let everything = everything
    let step = 1.01 * slack / Sphere.mean.radius
    return rings.compactMap { ring in
      for arc in stride(from: ring.lowerBound, to: ring.upperBound, by: 1 + ring.count / 256) {
        for place in arcs[arc].besides(step).map(\.coordinate)
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
    let metres = toRim * Sphere.mean.radius
    return polygons.contains { $0.contains(place) } ? metres : -metres
  }

  func narrowed(_ near: [Int], around place: Coordinate, within reach: Double) -> [Int] {
    let vector = place.unitVector
    let chords = near.map { arcs[$0].chord(to: vector) }
    // Within the reach, distances differ by at most the reach from those at the place.
    let bound = (chords.min() ?? 0) + 2 * reach / Sphere.mean.radius + 1e-12
    return zip(near, chords).filter { $1 <= bound }.map(\.0)
  }

  /// A part that deviates from a great circle by less than the tolerance meets the rim as an arc
  /// does, and leaves an arc of the rim no farther than its ends do.
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

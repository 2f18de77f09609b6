/// Answers whether a point lies inside one ring of a polygon.
///
/// The ring is seen on the cylinder of longitudes and latitudes: a walk from a point down its
/// meridian to the south pole crosses the boundary once for each edge below the point. With the
/// side of the south pole known, the parity of the crossings decides. Longitudes are compared as
/// they are stored, so only "is this edge below" needs arithmetic, and every ring with the same
/// edge gets the same answer to it.
///
/// That answer is the one for a point nudged north and then, by far less, east. No point is on
/// an edge after that: of regions that share a border exactly one contains any point of it.
internal struct RingIndex: Sendable {
  /// The edges that a meridian can cross; those along a meridian are left out.
  private(set) var edges: ContiguousArray<RingEdge> = []
  /// Whether the south pole lies on the chosen side.
  private(set) var containsSouthPole = false
  /// Whether the ring encloses nothing: fewer than three distinct vertices, or invalid ones.
  private(set) var isDegenerate = true

  init(_ ring: [Coordinate], interior: GeoPolygon.Interior) {
    guard let vertices = Self.distinctVertices(of: ring), vertices.count >= 3 else { return }
    isDegenerate = false
    edges.reserveCapacity(vertices.count)

    /// Whole turns eastwards around the axis.
    var turns = 0
    /// The integral of 1 + sin(latitude) along the ring: the area between it and the south pole.
    var below = 0.0
    func advance(from west: Double, to east: Double) -> Double {
      let step = eastward(from: west, to: east)
      if step <= 180 {
        if east < west { turns += 1 }
        return step
      }
      if east > west { turns -= 1 }
      return -eastward(from: east, to: west)
    }
    func passPole(_ sign: Double, from start: Double, to end: Double) {
      guard start != end else { return }
      let step = advance(from: start, to: end)
      if sign > 0 {
        below += 2 * step * (.pi / 180)
      } else {
        edges.append(
          step > 0
            ? RingEdge(southPoleFrom: start, to: end) : RingEdge(southPoleFrom: end, to: start))
      }
    }

    for index in vertices.indices {
      let a = vertices[index]
      let b = vertices[index + 1 == vertices.count ? 0 : index + 1]
      if abs(a.latitude) == 90 {
        // The boundary comes up the meridian of the vertex before and leaves along that of the
        // next one; between two poles it runs along the longitude stored with the first.
        let before = vertices[index == 0 ? vertices.count - 1 : index - 1]
        passPole(
          a.latitude, from: before.longitude,
          to: abs(b.latitude) == 90 ? a.longitude : b.longitude)
        continue
      }
      if abs(b.latitude) == 90 || a.longitude == b.longitude { continue }
      if abs(a.longitude - b.longitude) == 180 {
        // Over a pole: the nearer one, and the north pole between antipodes.
        passPole(a.latitude + b.latitude < 0 ? -90 : 90, from: a.longitude, to: b.longitude)
        continue
      }
      let step = advance(from: a.longitude, to: b.longitude)
      edges.append(RingEdge(a, b))
      below += step * (.pi / 180) + areaUnderArc(from: a.latitude, to: b.latitude, width: step)
    }
    containsSouthPole = Self.southPoleIsInside(turns: turns, below: below, interior: interior)
  }

  /// The vertices without repetitions, or nil when one of them is no valid coordinate.
  private static func distinctVertices(of ring: [Coordinate]) -> [RingPoint]? {
    var vertices: [RingPoint] = []
    vertices.reserveCapacity(ring.count)
    func same(_ a: RingPoint, _ b: RingPoint) -> Bool {
      a.latitude == b.latitude && (a.longitude == b.longitude || abs(a.latitude) == 90)
    }
    for coordinate in ring {
      guard coordinate.isValid else { return nil }
      let point = RingPoint(
        longitude: reducedLongitude(coordinate.longitude), latitude: coordinate.latitude)
      if let last = vertices.last, same(last, point) { continue }
      vertices.append(point)
    }
    while vertices.count > 1, same(vertices[0], vertices[vertices.count - 1]) {
      vertices.removeLast()
    }
    return vertices
  }

  private static func southPoleIsInside(
    turns: Int, below: Double, interior: GeoPolygon.Interior
  ) -> Bool {
    // A ring that winds eastwards has the north at its left; one that does not wind has its
    // left side away from the south pole when it runs eastwards on its southern part.
    let isAtLeft = turns == 0 ? below > 0 : turns < 0
    let excess = abs(below) - 2 * .pi
    if interior == .leftOfRing || abs(excess) < 1e-9 { return isAtLeft }
    return turns == 0 ? excess > 0 : excess < 0
  }

  /// Whether a point lies on the chosen side of the ring.
  func contains(_ point: RingPoint) -> Bool {
    if isDegenerate { return false }
    var isInside = containsSouthPole
    for edge in edges where edge.spans(point.longitude) && edge.isBelow(point) {
      isInside.toggle()
    }
    return isInside
  }
}

/// The area on the unit sphere between a great-circle arc and the equator: positive for an arc
/// north of it that runs eastwards by `width` degrees, less than 180.
internal func areaUnderArc(from a: Double, to b: Double, width: Double) -> Double {
  let s = tangentOfLatitude(a / 2)
  let t = tangentOfLatitude(b / 2)
  return 2 * arcTangent(radiansOf: tangentOfLatitude(width / 2) * (s + t), 1 + s * t)
}

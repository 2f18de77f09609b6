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
  /// The edges; a meridian crosses those that are not along one.
  private(set) var edges: ContiguousArray<RingEdge> = []
  /// Whether the south pole lies on the chosen side.
  private(set) var containsSouthPole = false
  /// The edges near each place, for a large ring.
  private var grid: RingGrid?
  /// The smallest box that holds the chosen side.
  private(set) var boundingBox = BoundingBox.empty
  /// Whether the ring encloses nothing: fewer than three distinct vertices, or invalid ones.
  private(set) var isDegenerate = true

  init(_ ring: [Coordinate], interior: GeoPolygon.Interior, usesGrid: Bool = true) {
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
        let out = abs(b.latitude) == 90 ? a.longitude : b.longitude
        passPole(a.latitude, from: before.longitude, to: out)
        edges.append(RingEdge(meridian: out, from: a.latitude, to: b.latitude))
      } else if abs(b.latitude) == 90 || a.longitude == b.longitude {
        edges.append(RingEdge(meridian: a.longitude, from: a.latitude, to: b.latitude))
      } else if abs(a.longitude - b.longitude) == 180 {
        let pole = a.latitude + b.latitude < 0 ? -90.0 : 90
        edges.append(RingEdge(meridian: a.longitude, from: a.latitude, to: pole))
        passPole(pole, from: a.longitude, to: b.longitude)
        edges.append(RingEdge(meridian: b.longitude, from: pole, to: b.latitude))
      } else {
        let step = advance(from: a.longitude, to: b.longitude)
        edges.append(RingEdge(a, b))
        below += step * (.pi / 180) + areaUnderArc(from: a.latitude, to: b.latitude, width: step)
      }
    }
    containsSouthPole = Self.southPoleIsInside(
      turns: turns, below: below, interior: interior, ring: vertices)
    if usesGrid, edges.count >= Self.gridThreshold {
      grid = RingGrid(edges, containsSouthPole: containsSouthPole)
    }
    boundingBox = box(of: vertices)
  }

  /// Rings with fewer edges are scanned.
  private static let gridThreshold = 24

  private func box(of vertices: [RingPoint]) -> BoundingBox {
    var run = LongitudeRun()
    for edge in edges where edge.high > -90 { run.addArc(from: edge.west, to: edge.east) }
    var low = 90.0
    var high = -90.0
    for vertex in vertices {
      low = min(low, vertex.latitude)
      high = max(high, vertex.latitude)
    }
    // Only the arcs whose rough range reaches beyond the vertices need their true one.
    for edge in edges where edge.west != edge.east && (edge.low < low || edge.high > high) {
      let range = latitudeRange(
        ofArcFrom: (edge.westLatitude, edge.west), to: (edge.eastLatitude, edge.east))
      low = min(low, range.low)
      high = max(high, range.high)
    }
    for edge in edges where edge.west == edge.east {
      low = min(low, edge.low)
      high = max(high, edge.high)
    }
    let hasNorth = high < 90 && contains(RingPoint(longitude: 0, latitude: 90))
    let hasSouth = low > -90 && contains(RingPoint(longitude: 0, latitude: -90))
    // A ring through both poles may have its inside on either side of its own longitudes.
    let meetsBothPoles = low == -90 && high == 90
    let (west, east) = hasNorth || hasSouth || meetsBothPoles ? (-180, 180) : run.bounds
    return BoundingBox(
      south: hasSouth ? -90 : low, west: west, north: hasNorth ? 90 : high, east: east)
  }

  /// The vertices without repetitions, or nil when one of them is no valid coordinate.
  static func distinctVertices(of ring: [Coordinate]) -> [RingPoint]? {
    var vertices: [RingPoint] = []
    vertices.reserveCapacity(ring.count)
    func same(_ a: RingPoint, _ b: RingPoint) -> Bool {
      a.latitude == b.latitude && (a.longitude == b.longitude || abs(a.latitude) == 90)
    }
    for coordinate in ring {
      guard coordinate.isValid else { return nil }
      let point = RingPoint(
        longitude: longitudeRange(coordinate.longitude), latitude: coordinate.latitude)
      if let last = vertices.last, same(last, point) { continue }
      vertices.append(point)
    }
    while vertices.count > 1, same(vertices[0], vertices[vertices.count - 1]) {
      vertices.removeLast()
    }
    return vertices
  }

  private static func southPoleIsInside(
    turns: Int, below: Double, interior: GeoPolygon.Interior, ring: [RingPoint]
  ) -> Bool {
    // A ring that winds eastwards has the north at its left; one that does not wind has its
    // left side away from the south pole when it runs eastwards on its southern part.
    var isAtLeft = turns == 0 ? below > 0 : turns < 0
    if turns == 0, abs(below) < 1e-6, interior == .leftOfRing {
      // The sign of a small region drowns in the rounding of the sum; its own area knows it.
      isAtLeft = SphericalRing(ring).leftArea > 2 * .pi
    }
    let excess = abs(below) - 2 * .pi
    if interior == .leftOfRing || abs(excess) < 1e-9 { return isAtLeft }
    return turns == 0 ? excess > 0 : excess < 0
  }

  /// Whether a point lies on the chosen side of the ring.
  func contains(_ point: RingPoint) -> Bool {
    if let grid { return grid.contains(point, edges: edges) }
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
  return 2 * polarAngle(radiansOfX: 1 + s * t, y: tangentOfLatitude(width / 2) * (s + t))
}

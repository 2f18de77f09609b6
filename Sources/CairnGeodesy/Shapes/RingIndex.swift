/// Determines whether a point is inside one ring of a polygon.
///
/// The ring is considered on the cylinder of longitudes and latitudes: a walk from a point down its
/// meridian to the south pole crosses the boundary once for each edge below the point. With the
/// side of the south pole known, the parity of the crossings decides. Longitudes are compared as
/// they are stored, so only "is this edge below" needs arithmetic, and every ring with the same
/// edge gets the same answer to it.
///
/// That answer is the one for a point moved slightly north and then, by far less, east. No point is
/// on an edge after this move: of regions that share a border exactly one contains any point of it.
internal struct RingIndex: Sendable {
  /// The edges; a meridian crosses those that are not along one.
  private(set) var edges: ContiguousArray<RingEdge> = []
  /// Whether the south pole lies on the chosen side.
  private(set) var containsSouthPole = false
  /// The edges near each place, for a large ring.
  private(set) var grid: RingGrid?
  /// The smallest box that holds the chosen side.
  private(set) var boundingBox = BoundingBox.empty
  /// Whether the chosen side is all of the Earth.
  private(set) var isWhole = false
  /// Whether the ring encloses nothing: fewer than three distinct vertices, or invalid ones.
  private(set) var isDegenerate = true

  init(_ ring: [Coordinate], interior: GeoPolygon.Interior, usesGrid: Bool = true) {
    guard let vertices = Self.distinctVertices(of: ring) else { return }
    if interior == .leftOfRing, Self.runsFromPoleToPole(vertices) {
      isDegenerate = false
      isWhole = true
      containsSouthPole = true
      boundingBox = .world
      return
    }
    guard vertices.count >= 3 else { return }
    isDegenerate = false
    let walk = RingWalk(vertices)
    edges = walk.edges
    if interior == .leftOfRing || !walk.isNarrow {
      containsSouthPole =
        southPoleIsInside(ofRingWithinHalf: vertices, turns: walk.turns, interior: interior)
        ?? (interior == .smallerSide
          ? southPoleIsInside(ofLargeRing: vertices) : nil)
        ?? southPoleIsInside(
          turns: walk.turns, below: walk.below, interior: interior, ring: vertices)
    }
    if usesGrid, edges.count >= Self.gridThreshold {
      grid = RingGrid(edges, containsSouthPole: containsSouthPole)
    }
    boundingBox = box(of: vertices)
  }

  /// Rings with fewer edges are scanned.
  private static let gridThreshold = 24

  private func box(of vertices: [RingPoint]) -> BoundingBox {
    var run = LongitudeArcs()
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
    // A ring through both poles may have its inside on either side of its longitudes.
    let meetsBothPoles = low == -90 && high == 90
    let (west, east) = hasNorth || hasSouth || meetsBothPoles ? (-180, 180) : run.bounds
    return BoundingBox(
      south: hasSouth ? -90 : low, west: west, north: hasNorth ? 90 : high, east: east)
  }

  /// The vertices without repetitions, or nil when a coordinate is invalid.
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

  /// Whether a ring runs along one meridian from a pole to the other, so that it separates nothing.
  private static func runsFromPoleToPole(_ vertices: [RingPoint]) -> Bool {
    var meridian: Double?
    var meetsNorth = false
    var meetsSouth = false
    guard var last = vertices.last else { return false }
    for vertex in vertices {
      let isPole = abs(vertex.latitude) == 90
      if isPole, vertex.latitude > 0 { meetsNorth = true } else if isPole { meetsSouth = true }
      // From pole to pole the edge follows the longitude stored with the first.
      let way = isPole ? (abs(last.latitude) == 90 ? last : nil) : vertex
      if let way {
        guard meridian == nil || meridian == way.longitude else { return false }
        meridian = way.longitude
      }
      last = vertex
    }
    return meetsNorth && meetsSouth
  }

  /// Areas in steradians, or differences from half the Earth, below this may be the rounding of a
  /// sum over many edges.
  private static var doubtfulArea: Double { 1e-6 }

  /// Whether the south pole lies on the chosen side of a ring within less than half of the Earth.
  ///
  /// The points opposite such a ring are on its larger side, however it crosses itself. That side
  /// is the left one if the ring winds around more area clockwise than counterclockwise.
  ///
  /// - Returns: nil if the ring is not known to be within half of the Earth, and for the left side
  ///   if the ring does not wind around the axis or its area is below its rounding error.
  private func southPoleIsInside(
    ofRingWithinHalf ring: [RingPoint], turns: Int, interior: GeoPolygon.Interior
  ) -> Bool? {
    if interior == .leftOfRing, turns == 0 { return nil }
    var sum = UnitVector(x: 0, y: 0, z: 0)
    let places = ring.map {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude).unitVector
    }
    for place in places { sum = sum + place }
    guard sum.length > 0 else { return nil }
    let middle = sum / sum.length
    guard places.allSatisfy({ middle.dot($0) > 1e-6 }) else { return nil }
    // Decided with the south pole assumed outside.
    let isApart = contains(RingPoint(middle * -1))
    guard interior == .leftOfRing else { return isApart }
    let measured = SphericalRing(ring)
    guard measured.windingArea.magnitude > 8 * measured.doubt else { return nil }
    return isApart != (measured.windingArea < 0)
  }

  /// Whether the south pole lies on the smaller side of a ring that meets itself and may be larger
  /// than half of the Earth.
  ///
  /// - Returns: nil for a ring that does not meet itself, and for one that halves the Earth.
  private mutating func southPoleIsInside(ofLargeRing ring: [RingPoint]) -> Bool? {
    guard ring.count > 3 else { return nil }
    // Two points beside each piece of the border are looked up.
    if edges.count >= Self.gridThreshold {
      grid = RingGrid(edges, containsSouthPole: false)
    }
    defer { grid = nil }
    guard
      let border = EvenOddBoundary(
        SphericalRing.withoutHalfTurns(ring), contains: { contains($0) })
    else { return shareAroundSouthPole(meridians: 1_000) < 0.5 }
    guard border.isMeeting else { return nil }
    // The side without the south pole, up to the whole Earth.
    let area = SphericalRing(border).signedArea
    if area.magnitude < Self.doubtfulArea { return shareAroundSouthPole(meridians: 180) < 0.5 }
    return area.magnitude > 2 * .pi - 1e-9 ? nil : area < 0
  }

  /// Whether the south pole lies on the chosen side of a ring that does not meet itself.
  ///
  /// - Parameters:
  ///   - turns: whole turns of the ring eastwards around the axis.
  ///   - below: the area between the ring and the south pole, in steradians: the area of each part
  ///     times the turns that the ring makes north of it.
  ///   - interior: which side is chosen.
  ///   - ring: the distinct vertices.
  /// - Returns: whether it does; for a ring through the pole, whether the pole counts as inside.
  private func southPoleIsInside(
    turns: Int, below: Double, interior: GeoPolygon.Interior, ring: [RingPoint]
  ) -> Bool {
    if interior == .smallerSide {
      // Rings that wind more than once, which have no left and right side, and all that look like
      // one of them.
      if abs(turns) > 1 || (turns == 0 && abs(below) > 2 * .pi - Self.doubtfulArea) {
        let share = shareAroundSouthPole(meridians: 180)
        // The mean over meridians is accurate to a few hundredths.
        if abs(share - 0.5) > 0.05 || abs(turns) > 1 { return share < 0.5 }
      } else if turns == 0 {
        return false
      }
    }
    // The sign of a small area, and that of a half of the Earth, is lost in the rounding of the
    // sum.
    let signed = (-below).remainder(dividingBy: 4 * .pi)
    let isClear =
      abs(signed) > Self.doubtfulArea && abs(signed) < 2 * .pi - Self.doubtfulArea
    let measured = isClear ? nil : SphericalRing(ring)
    // A ring that winds eastward has the north to its left. One that does not wind has the poles to
    // its left if it runs eastward on the northern side of the enclosed area.
    let isAtLeft: Bool
    if !turns.isMultiple(of: 2) {
      isAtLeft = turns < 0
    } else if let measured, abs(below) < 1 {
      isAtLeft = measured.signedArea < 0
    } else {
      isAtLeft = below.remainder(dividingBy: 8 * .pi) > 0
    }
    return interior == .leftOfRing || measured?.smallerIsLeft ?? (signed > 0) ? isAtLeft : !isAtLeft
  }

  /// The share of the Earth that lies on the south pole's side of the ring, by the even-odd rule:
  /// the mean over meridians, for rings so large that it is decisive.
  ///
  /// - Parameter wanted: the number of meridians; fewer if the ring crosses them more than four
  ///   million times in all.
  /// - Returns: 0 to 1.
  /// - Complexity: O(n + c log c) for n edges and c crossings of a meridian.
  private func shareAroundSouthPole(meridians wanted: Int) -> Double {
    // By the golden section, so that they coincide with no pattern, and any number of them is
    // spread evenly.
    let longitudes = (0..<wanted).map { longitudeRange(Double($0) * 222.49223594996216) }
    let ascending = longitudes.indices.sorted { longitudes[$0] < longitudes[$1] }
    /// Calls a closure with each edge and each meridian that it spans.
    func forEachCrossing(_ body: (_ edge: RingEdge, _ meridian: Int) -> Void) {
      for edge in edges {
        // The first meridian that is not west of the edge.
        var (rank, end) = (0, wanted)
        while rank < end {
          let middle = (rank + end) / 2
          if longitudes[ascending[middle]] < edge.west { rank = middle + 1 } else { end = middle }
        }
        for step in ascending.indices {
          let meridian = ascending[(rank + step) % wanted]
          guard edge.spans(longitudes[meridian]) else { break }
          body(edge, meridian)
        }
      }
    }
    var counts = [Int](repeating: 0, count: wanted)
    forEachCrossing { counts[$1] += 1 }
    var (meridians, crossings) = (0, 0)
    while meridians < wanted, meridians < 16 || crossings + counts[meridians] <= 4_000_000 {
      crossings += counts[meridians]
      meridians += 1
    }
    var sines = counts.prefix(meridians).map { count in
      var sines: [Double] = []
      sines.reserveCapacity(count)
      return sines
    }
    forEachCrossing { edge, meridian in
      guard meridian < meridians else { return }
      sines[meridian].append(sineOfLatitude(of: edge, at: longitudes[meridian]))
    }
    var share = 0.0
    for meridian in sines.indices {
      sines[meridian].sort()
      var isSouth = true
      var last = -1.0
      for sine in sines[meridian] + [1] {
        if isSouth { share += sine - last }
        last = sine
        isSouth.toggle()
      }
    }
    return share / Double(2 * meridians)
  }

  /// The sine of the latitude at which an edge crosses a meridian that it spans.
  private func sineOfLatitude(of edge: RingEdge, at longitude: Double) -> Double {
    if edge.high == -90 { return -1 }
    func sine(_ degrees: Double) -> Double { sineAndCosine(degrees: degrees).sine }
    let width = sine(eastward(from: edge.west, to: edge.east))
    let rise =
      tangentOfLatitude(edge.westLatitude) * sine(eastward(from: longitude, to: edge.east))
      + tangentOfLatitude(edge.eastLatitude) * sine(eastward(from: edge.west, to: longitude))
    return rise / hypotenuse(rise, width)
  }

  /// Whether a point lies on the chosen side of the ring.
  @inline(__always)
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
/// north of it that runs eastward by `width` degrees, less than 180.
internal func areaUnderArc(from a: Double, to b: Double, width: Double) -> Double {
  let s = tangentOfLatitude(a / 2)
  let t = tangentOfLatitude(b / 2)
  return 2 * polarAngle(radiansOfX: 1 + s * t, y: tangentOfLatitude(width / 2) * (s + t))
}

extension GeoPolygon {
  /// Creates a polygon whose edges are straight in degrees, as on a map in longitude and latitude.
  ///
  /// This is how GeoJSON defines its edges (RFC 7946, section 3.1.1), and how borders along a
  /// parallel are recorded with vertices far apart: a great circle between two points of the 49th
  /// parallel runs up to hundreds of kilometers north of it. Vertices are added on long edges until
  /// the great-circle edges of the result follow the straight ones to within the tolerance; short
  /// edges get none. The added vertices do not depend on the direction of the edge, so polygons
  /// that shared a border still share it.
  ///
  /// An edge runs from longitude to longitude as the numbers are written: from 170 to -170 over
  /// Greenwich, from 170 to 190 across the antimeridian, from -180 to 180 once around the Earth.
  /// The inside is the region that the ring encloses on the map, whichever way it runs and however
  /// large it is. A pole is inside if the ring runs along it, as the ring of Antarctica does,
  /// closed along 90°S.
  ///
  /// ```swift
  /// let ring = [(-80, -170), (-80, 170), (80, 170), (80, -170)].map {
  ///   Coordinate(latitude: $0.0, longitude: $0.1)
  /// }
  /// GeoPolygon(straightInDegrees: ring).contains(paris)  // true: all but a strip at 180 degrees
  /// GeoPolygon(ring).contains(paris)                     // false: the strip, by great circles
  /// ```
  ///
  /// For a region of more than half the Earth ``outer`` runs counterclockwise and ``interior`` is
  /// ``Interior/leftOfRing``. Near the poles, where straight lines in degrees are spirals, an edge
  /// gets at most 10,000 parts. Longitudes more than ten turns apart count modulo 360.
  ///
  /// To bound the memory, a ring of *n* vertices gets at most 20,000 + 200 *n* more, but not over a
  /// million or, if that is greater, 4 *n*; edges wider than 150 degrees get at least one for every
  /// 120. If a ring needs more, the tolerance is increased for it, and it may no longer share its
  /// borders exactly. At ten meters that takes dozens of edges, most of them thousands of
  /// kilometers long.
  ///
  /// - Parameters:
  ///   - outer: the vertices of the outer ring.
  ///   - holes: the rings of the holes.
  ///   - tolerance: the maximum deviation of an edge in meters, at least a millimeter. If it is
  ///     infinite or NaN, adds only the vertices that keep long edges from going the other way
  ///     around.
  /// - Complexity: O(n + m) for n vertices and m added ones.
  public init(
    straightInDegrees outer: [Coordinate], holes: [[Coordinate]] = [], tolerance: Double = 10
  ) {
    self.init(
      ringOnSphere(outer, tolerance: tolerance),
      holes: holes.map { ringOnSphere($0, tolerance: tolerance) })
  }

  /// Creates a polygon from edges that are straight in degrees, each the shorter way around in
  /// longitude.
  package init(
    straightTheShorterWay outer: [Coordinate], holes: [[Coordinate]] = [], tolerance: Double = 10
  ) {
    func following(_ ring: [Coordinate]) -> [Coordinate] {
      followingStraightLines(ring, tolerance: tolerance, takesShorterWay: true)
    }
    self.init(following(outer), holes: holes.map(following))
  }
}

/// A ring of a map converted to the sphere, with the side that it encloses on the map.
private func ringOnSphere(
  _ ring: [Coordinate], tolerance: Double
) -> (ring: [Coordinate], interior: GeoPolygon.Interior) {
  let line = followingStraightLines(ring, tolerance: tolerance, takesShorterWay: false)
  // Near the half of the Earth the smaller side would depend on the rounding.
  let half = 2 * .pi - 1e-3
  guard areaOfBoxOnMap(ring) > half else { return (line, .smallerSide) }
  let area = areaOnMap(ring)
  let reversed = Array(line.reversed())
  let left = area > 0 ? [line, reversed] : [reversed, line]
  var sides: [(ring: [Coordinate], interior: GeoPolygon.Interior)] = [
    (line, .smallerSide), (left[0], .leftOfRing), (left[1], .leftOfRing),
  ]
  if abs(area) > half { sides.swapAt(0, 1) }
  // The signed area of a ring that crosses itself does not determine the size of its inside.
  return sides.first { side in
    let index = RingIndex(side.ring, interior: side.interior, usesGrid: false)
    return index.containsSouthPole == isSouthPoleInside(of: index, ring, line)
  } ?? sides[0]
}

/// Whether the south pole is inside of a ring on a map, whose outside is south of it.
///
/// - Parameters:
///   - index: the ring on the sphere. Along the pole it takes the shorter way.
///   - ring: the vertices on the map, whose edges along 90°S may be wider.
///   - line: the vertices on the sphere.
/// - Returns: whether the index has to hold it, whose edges at the pole count as south of it.
private func isSouthPoleInside(
  of index: RingIndex, _ ring: [Coordinate], _ line: [Coordinate]
) -> Bool {
  // The edges at the pole are counted on one meridian, which may be any.
  let meridian = 12.34
  var count = index.edges.count { $0.high == -90 && $0.spans(meridian) }
  func add(from start: Double, width: Double) {
    // Longitudes may be too large for an integer.
    func turns(_ longitude: Double) -> Double { ((longitude - meridian) / 360).rounded(.up) }
    let crossings = turns(start + width) - turns(start)
    if abs(crossings.remainder(dividingBy: 2)) == 1 { count += 1 }
  }
  for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
  where start.latitude == -90 && end.latitude == -90 {
    add(from: start.longitude, width: edgeWidth(from: start.longitude, to: end.longitude))
  }
  // On the sphere these run along the meridian of their other end.
  for (start, end) in zip(line, line.dropFirst() + line.prefix(1))
  where (start.latitude == -90) != (end.latitude == -90) {
    let width = (end.longitude - start.longitude).remainder(dividingBy: 360)
    add(from: start.longitude, width: width)
  }
  return !count.isMultiple(of: 2)
}

/// The area in steradians of the smallest box on the map around a ring and the area that it
/// encloses.
///
/// NaN for an invalid ring.
private func areaOfBoxOnMap(_ ring: [Coordinate]) -> Double {
  guard var last = ring.last else { return 0 }
  var longitude = (now: 0.0, west: 0.0, east: 0.0)
  var (south, north) = (last.latitude, last.latitude)
  for vertex in ring {
    longitude.now += edgeWidth(from: last.longitude, to: vertex.longitude)
    longitude.west = min(longitude.west, longitude.now)
    longitude.east = max(longitude.east, longitude.now)
    (south, north) = (min(south, vertex.latitude), max(north, vertex.latitude))
    last = vertex
  }
  let width = min(longitude.east - longitude.west, 360) * (.pi / 180)
  return width * (sineAndCosine(degrees: north).sine - sineAndCosine(degrees: south).sine)
}

/// The area in steradians that a ring of edges straight in degrees encloses, positive if it runs
/// counterclockwise: minus the integral of the latitude's sine over the longitude.
private func areaOnMap(_ ring: [Coordinate]) -> Double {
  guard let last = ring.last else { return 0 }
  var sum = 0.0
  var start = (longitude: last.longitude, latitude: last.latitude)
  for vertex in ring {
    let width = edgeWidth(from: start.longitude, to: vertex.longitude)
    if width != 0 {
      // The mean of the sine between two latitudes.
      let rise = (vertex.latitude - start.latitude) / 2 * (.pi / 180)
      let middle = sineAndCosine(degrees: (vertex.latitude + start.latitude) / 2).sine
      let spread = abs(rise) < 1e-4 ? 1 : sineAndCosine(radians: rise).sine / rise
      sum -= width * (.pi / 180) * middle * spread
    }
    start = (vertex.longitude, vertex.latitude)
  }
  return sum
}

/// The degrees that an edge runs eastward, as the numbers are written.
private func edgeWidth(from start: Double, to end: Double) -> Double {
  let width = end - start
  return abs(width) <= 3_600 ? width : width.remainder(dividingBy: 360)
}

/// Returns a ring with vertices added along its straight edges.
///
/// - Parameters:
///   - ring: the vertices.
///   - tolerance: the maximum deviation of an edge in meters.
///   - takesShorterWay: whether each edge is the shorter way around in longitude.
///   - limit: the number of added vertices beyond which the tolerance is increased; nil for 20,000
///     and 200 for each vertex, up to a million or four for each vertex.
/// - Returns: the ring itself if a vertex is invalid.
internal func followingStraightLines(
  _ ring: [Coordinate], tolerance: Double, takesShorterWay: Bool, limit: Int? = nil
) -> [Coordinate] {
  guard let last = ring.last, ring.allSatisfy({ $0.isValid }) else { return ring }
  /// Calls a closure with each edge.
  func forEachEdge(_ body: (StraightEdge) -> Void) {
    var start = last
    for end in ring {
      let width = takesShorterWay ? nil : edgeWidth(from: start.longitude, to: end.longitude)
      body(StraightEdge(from: start, to: end, width: width))
      start = end
    }
  }
  let limit = limit ?? max(min(20_000 + 200 * ring.count, 1_000_000), 4 * ring.count)
  var tolerance = tolerance
  var counts: ContiguousArray<Int32> = []
  var added = 0
  while true {
    counts.removeAll(keepingCapacity: true)
    counts.reserveCapacity(ring.count)
    added = 0
    forEachEdge { edge in
      let parts = edge.parts(tolerance: tolerance)
      counts.append(parts)
      added += Int(parts) - 1
    }
    // Beyond ten million kilometers only the parts remain that every wide edge needs.
    guard added > limit, tolerance < 1e10 else { break }
    // The number of parts falls with the root of the tolerance.
    let excess = Double(added) / Double(limit)
    tolerance = max(tolerance, 1e-3) * max(excess * excess, 2)
  }
  var result: [Coordinate] = []
  result.reserveCapacity(ring.count + added)
  var number = 0
  forEachEdge { edge in
    edge.addPoints(parts: Int(counts[number]), to: &result)
    result.append(edge.end)
    number += 1
  }
  return result
}

/// An edge that is straight in degrees.
private struct StraightEdge {
  let end: Coordinate
  /// The ends from west to east whatever the direction, so that both neighbors get the same points.
  private let west: Coordinate
  private let east: Coordinate
  private let isForwards: Bool
  /// The longitude of the western end, and the degrees from there to the eastern one.
  private let origin: Double
  private let width: Double

  /// Creates an edge that runs `width` degrees eastward or, if that is nil, the shorter way around.
  init(from start: Coordinate, to end: Coordinate, width given: Double?) {
    self.end = end
    let a = longitudeRange(start.longitude)
    let b = longitudeRange(end.longitude)
    isForwards = given.map { $0 >= 0 } ?? (eastward(from: a, to: b) <= eastward(from: b, to: a))
    (west, east) = isForwards ? (start, end) : (end, start)
    origin = isForwards ? a : b
    let shorter = isForwards ? eastward(from: a, to: b) : eastward(from: b, to: a)
    width = given.map { abs($0) > 180 ? abs($0) : shorter } ?? shorter
  }

  private var rise: Double { east.latitude - west.latitude }

  /// The number of great-circle arcs that follow the edge to within a tolerance in meters.
  func parts(tolerance: Double) -> Int32 {
    // An edge along a pole is a single point.
    let isAtPole = rise == 0 && abs(west.latitude) == 90
    // An edge of the sphere is less than half a turn long.
    let least = isAtPole ? 1 : abs(rise) == 180 ? 2 : width > 150 ? (width / 120).rounded(.up) : 1
    if isAtPole || (width == 0 && least == 1) { return 1 }

    // A great circle has latitude'' = -(sin cos + 2 tan latitude'^2) with respect to longitude, a
    // straight line 0. Between common ends they deviate by an eighth of that times the width
    // squared.
    let steepest = max(abs(west.latitude), abs(east.latitude))
    let bend = sineAndCosine(degrees: min(steepest, 89.9))
    let middle = sineAndCosine(
      degrees: min(max(45, min(abs(west.latitude), abs(east.latitude))), steepest))
    let radian = Double.pi / 180
    let curve =
      max(abs(bend.sine * bend.cosine), abs(middle.sine * middle.cosine)) * width * width
      + 2 * bend.sine / bend.cosine * rise * rise
    let deviation = curve * radian * radian / 8 * Sphere.mean.radius
    let ratio = deviation / max(tolerance, 1e-3)
    // Also false for the NaN of an invalid tolerance.
    let wanted = width > 0 && ratio > 1 ? min(ratio.squareRoot().rounded(.up), 10_000) : 1
    return Int32(max(wanted, least))
  }

  /// Appends the points between the parts of the edge.
  func addPoints(parts: Int, to result: inout [Coordinate]) {
    guard parts > 1 else { return }
    for step in 1..<parts {
      let fraction = Double(isForwards ? step : parts - step) / Double(parts)
      result.append(
        Coordinate(
          latitude: west.latitude + rise * fraction,
          longitude: longitudeRange(origin + width * fraction)))
    }
  }
}

extension GeoPolygon {
  /// The rings projected onto a map in longitude and latitude, for the even-odd rule there.
  ///
  /// A map has no shorter way around and ends at the poles. So longitudes continue beyond 180
  /// degrees where a ring crosses the antimeridian, a ring through a pole runs along the pole's
  /// parallel, and one that goes around a pole is closed along the parallel of the enclosed pole.
  /// If both poles are inside, the first ring is the whole map. A ring that encloses nothing is
  /// unchanged.
  ///
  /// - Parameter line: the great-circle edge between two vertices as vertices of a line that is
  ///   straight in degrees, without the first and with the last; by default only the last.
  /// - Returns: closed rings; an empty array for a polygon without vertices.
  package func ringsOnMap(
    following line: (_ start: Coordinate, _ end: Coordinate) -> [Coordinate] = { [$1] }
  ) -> [[Coordinate]] {
    var result: [[Coordinate]] = []
    for (ring, index) in zip([outer] + holes, [outerIndex] + holeIndexes) {
      guard let first = ring.first else { continue }
      guard !index.isDegenerate else {
        result.append(ring.last == first ? ring : ring + [first])
        continue
      }
      let open = ring.count > 1 && ring.last == first ? ring.dropLast() : ring[...]
      if index.isWhole {
        result.append(MapRing.world)
        continue
      }
      var map = MapRing(from: first)
      var before = first
      for vertex in open.dropFirst() {
        map.add(from: before, to: vertex, line)
        before = vertex
      }
      map.add(from: before, to: first, line)
      result += map.closed(holdsSouthPole: index.containsSouthPole)
    }
    return result
  }
}

/// A ring under construction on the map.
private struct MapRing {
  private var corners: [Coordinate] = []
  private var longitude: Double?

  init(from first: Coordinate) {
    // A ring leaves a pole along the meridian of its second vertex.
    if abs(first.latitude) < 90 { append(first.latitude, first.longitude) }
  }

  mutating func add(
    from start: Coordinate, to end: Coordinate, _ line: (Coordinate, Coordinate) -> [Coordinate]
  ) {
    let isAtPole = (start: abs(start.latitude) == 90, end: abs(end.latitude) == 90)
    if isAtPole.end {
      // Up or down the meridian of the start, or the meridian stored with it if it is a pole, too.
      if isAtPole.start { append(start.latitude, start.longitude) }
      append(end.latitude, start.longitude)
    } else if isAtPole.start {
      append(start.latitude, end.longitude)
      append(end.latitude, end.longitude)
    } else if abs(longitudeRange(start.longitude) - longitudeRange(end.longitude)) == 180 {
      let pole = start.latitude + end.latitude < 0 ? -90.0 : 90
      append(pole, start.longitude)
      append(pole, end.longitude)
      append(end.latitude, end.longitude)
    } else {
      for place in line(start, end) { append(place.latitude, place.longitude) }
    }
  }

  /// Appends a vertex the shorter way in longitude; 180 degrees go to the east.
  private mutating func append(_ latitude: Double, _ stored: Double) {
    var next = stored
    if let longitude, abs(stored - longitude) > 180 || stored - longitude == -180 {
      let range = longitudeRange(stored)
      let turns = ((longitude - range) / 360).rounded()
      next = range + 360 * turns
      if next - longitude <= -180 { next += 360 }
      if next - longitude > 180 { next -= 360 }
    }
    longitude = next
    let corner = Coordinate(latitude: latitude, longitude: next)
    if corners.last != corner { corners.append(corner) }
  }

  /// The closed ring, after the whole map if needed.
  func closed(holdsSouthPole: Bool) -> [[Coordinate]] {
    guard let first = corners.first, let last = corners.last else { return [] }
    // The number of whole turns between the first corner and the end of the ring.
    let turns = ((last.longitude - first.longitude) / 360 + 0.5).rounded(.down)
    let isRoundSouthPole = holdsSouthPole && turns.remainder(dividingBy: 2) != 0
    var ring = corners
    if turns != 0 {
      for longitude in [last.longitude, first.longitude] {
        ring.append(Coordinate(latitude: isRoundSouthPole ? -90 : 90, longitude: longitude))
      }
    }
    if ring.last != first { ring.append(first) }
    return holdsSouthPole && !isRoundSouthPole ? [Self.world, ring] : [ring]
  }

  static var world: [Coordinate] {
    [(-90.0, -180.0), (-90, 180), (90, 180), (90, -180), (-90, -180)].map {
      Coordinate(latitude: $0, longitude: $1)
    }
  }
}

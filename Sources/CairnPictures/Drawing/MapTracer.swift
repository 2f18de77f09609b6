internal import CairnGeodesy

/// Draws lines and areas of the sphere into the pixels of a map.
///
/// Every line is cut where the projection is: exactly at the meridian opposite to the middle, or
/// at a circle around the centre that lies beyond the corners of the picture. Areas are given by
/// their rings and by whether one place lies in them; they are filled by the even-odd rule.
internal struct MapTracer: Sendable {
  let frame: MapFrame
  /// Shapes are cut to this: the map's box with a margin, so that lines along the cut are not seen.
  let box: PixelBox
  /// By how many pixels lines may deviate.
  let tolerance: Double
  /// What a disc shows, and more; nil on a map that is cut along a meridian.
  private let sight: BoundingBox?

  init(_ frame: MapFrame, tolerance: Double = 0.25, margin: Double = 8) {
    self.frame = frame
    self.tolerance = tolerance
    box = frame.box.expanded(by: margin)
    let projection = frame.projection
    sight =
      projection.isCutAlongMeridian
      ? nil
      : BoundingBox(
        center: projection.center, radius: Sphere.mean.radius * frame.reach * (.pi / 180))
  }

  /// The place that decides what is inside of rings: the north pole for a map that is cut along a
  /// meridian, the antipode of the centre for a disc.
  var reference: Coordinate {
    if frame.projection.isCutAlongMeridian { return Coordinate(latitude: 90, longitude: 0) }
    let center = frame.projection.center
    return Coordinate(latitude: -center.latitude, longitude: center.longitude + 180)
  }

  /// The rings in pixels that fill an area.
  ///
  /// - Parameters:
  ///   - rings: all rings of the area in any direction and order, open or closed.
  ///   - kind: how corners are joined.
  ///   - holdsReference: whether ``reference`` lies in the area.
  /// - Returns: rings cut to the box and simplified, to be filled by the even-odd rule.
  func area(
    _ rings: [[Coordinate]], _ kind: MapEdge.Kind, holdsReference: Bool
  ) -> [[PlanePoint]] {
    var found: [[PlanePoint]] = []
    for ring in rings { add(ring, kind, to: &found) }
    if holdsReference { addGlobe(to: &found) }
    return found
  }

  /// Adds what ``area(_:_:holdsReference:)`` makes of one ring.
  func add(_ ring: [Coordinate], _ kind: MapEdge.Kind, to rings: inout [[PlanePoint]]) {
    guard ring.count > 2, ring.allSatisfy(\.isValid), !isOutOfSight(ring, kind) else { return }
    let parts =
      frame.projection.isCutAlongMeridian ? seamRing(ring, kind) : [discRing(ring, kind)]
    for part in parts { add(part, to: &rings) }
  }

  /// Adds what is all of the map, for an area that holds the ``reference``.
  func addGlobe(to rings: inout [[PlanePoint]]) { add(globe, to: &rings) }

  private func add(_ ring: [PlanePoint], to rings: inout [[PlanePoint]]) {
    let cut = simplified(ring: clipped(ring: ring, to: box), tolerance: tolerance)
    if !cut.isEmpty { rings.append(cut) }
  }

  /// The lines in pixels along a path.
  func lines(_ path: [Coordinate], _ kind: MapEdge.Kind) -> [[PlanePoint]] {
    if isOutOfSight(path, kind) { return [] }
    var found: [[PlanePoint]] = []
    let parts = frame.projection.isCutAlongMeridian ? seamLines(path, kind) : discLines(path, kind)
    for part in parts {
      for cut in clipped(line: part, to: box) {
        let line = simplified(line: cut, tolerance: tolerance)
        if line.count > 1 { found.append(line) }
      }
    }
    return found
  }

  /// Whether something in a box may be seen; all of a map that is cut along a meridian may.
  func maySee(_ box: BoundingBox) -> Bool {
    sight.map { $0.intersects(box) } ?? true
  }

  /// Whether a path or a ring has a box of latitudes and longitudes beyond what a disc shows.
  ///
  /// Such a ring goes around the disc only when the antipode is in its box, and fills nothing else.
  private func isOutOfSight(_ path: [Coordinate], _ kind: MapEdge.Kind) -> Bool {
    guard kind == .degrees, let sight, let first = path.first else { return false }
    var (south, north) = (first.latitude, first.latitude)
    var (west, east, before) = (first.longitude, first.longitude, first.longitude)
    for point in path {
      let longitude = point.longitude
      // Across 180°; also true for what is no number.
      if !((longitude - before).magnitude < 180) { return false }
      before = longitude
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }
    if (first.longitude - before).magnitude >= 180 { return false }
    let box = BoundingBox(south: south, west: west, north: north, east: east)
    return !box.intersects(sight) && !box.contains(reference)
  }

  /// The edge of the whole map in pixels, not cut to the picture.
  var globe: [PlanePoint] {
    guard frame.projection.isCutAlongMeridian else {
      let radius = frame.projection.distance(ofAngle: frame.reach) * frame.scale
      let (x, y) = (frame.origin.x, frame.origin.y)
      return stride(from: 0.0, to: 360, by: 1).map { degrees in
        let (sine, cosine) = sineAndCosine(degrees: degrees)
        return PlanePoint(x: x + radius * sine, y: y - radius * cosine)
      }
    }
    let eastern = stride(from: -90.0, through: 90, by: 1).map { seamPixel(180, $0) }
    let western = stride(from: 90.0, through: -90, by: -1).map { seamPixel(-180, $0) }
    return eastern + western
  }

  /// The edge of the map as it is to be drawn; empty where it is not in the picture.
  var outline: [[PlanePoint]] {
    let ring = globe
    if !frame.projection.isCutAlongMeridian, frame.reach < min(frame.projection.reach, 179.5) {
      return []
    }
    return clipped(line: ring + ring.prefix(1), to: box).map {
      simplified(line: $0, tolerance: tolerance / 2)
    }
  }

  /// The pixel of a latitude and a longitude counted from the central meridian.
  func seamPixel(_ eastward: Double, _ latitude: Double) -> PlanePoint {
    frame.pixel(MapProjection.equalEarth(eastward: eastward, latitude: latitude))
  }
}

/// A line between two corners: what lies on it besides its ends.
internal struct MapEdge: Sendable {
  /// How corners are joined.
  enum Kind: Hashable, Sendable {
    /// Straight in longitude and latitude, as the boundaries of countries and a graticule are.
    case degrees
    /// By the shortest way on the sphere.
    case greatCircle
  }

  private let kind: Kind
  private let start: Coordinate
  private let end: Coordinate
  private let span: Double

  init(_ start: Coordinate, _ end: Coordinate, _ kind: Kind) {
    self.kind = kind
    self.start = start
    self.end = end
    span = (end.longitude - start.longitude).remainder(dividingBy: 360)
  }

  /// The coordinate at a fraction of the way.
  func coordinate(at fraction: Double) -> Coordinate {
    switch kind {
    case .greatCircle: return start.interpolated(to: end, fraction: fraction)
    case .degrees:
      return Coordinate(
        latitude: start.latitude + (end.latitude - start.latitude) * fraction,
        longitude: start.longitude + span * fraction)
    }
  }

  /// How many degrees a corner's step may be before it must be looked at in parts.
  static let longStep = 5.0

  /// Whether the edge is so long that its middle says little about it.
  func isLong(from first: Double, to last: Double) -> Bool {
    let share = last - first
    switch kind {
    case .degrees:
      return max(span.magnitude, (end.latitude - start.latitude).magnitude) * share > Self.longStep
    case .greatCircle:
      return share > 1.0 / 64
        && start.squaredDegrees(to: end) * share * share
          > Self.longStep * Self.longStep
    }
  }
}

extension Coordinate {
  /// The squared distance as an angle in degrees, roughly; for deciding how finely to cut.
  fileprivate func squaredDegrees(to other: Coordinate) -> Double {
    let degrees = distance(to: other) / 111_195
    return degrees * degrees
  }
}

internal import CairnGeodesy

/// Projects lines and areas of the sphere to the pixels of a map.
///
/// Every line is cut along the cut of the projection: at the meridian opposite the middle, or at a
/// circle around the center beyond the corners of the picture. Areas are given by their rings and
/// by whether a reference place is inside; they are filled by the even-odd rule.
internal struct MapTracer: Sendable {
  let frame: MapFrame
  /// The box that shapes are cut to: the map's box with a margin that hides lines along the cut.
  let box: PixelBox
  /// The maximum deviation of lines, in pixels.
  let tolerance: Double
  /// A box around the part of the Earth that a disc shows; nil on a map cut along a meridian.
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

  /// The place that decides which side of rings is inside: the north pole for a map cut along a
  /// meridian, the antipode of the center for a disc.
  var reference: Coordinate {
    if frame.projection.isCutAlongMeridian { return Coordinate(latitude: 90, longitude: 0) }
    let center = frame.projection.center
    return Coordinate(latitude: -center.latitude, longitude: center.longitude + 180)
  }

  /// The rings in pixels that fill an area.
  ///
  /// - Parameters:
  ///   - rings: all rings of the area in any direction and order, open or closed.
  ///   - kind: how corners are connected.
  ///   - holdsReference: whether ``reference`` is in the area.
  /// - Returns: rings cut to the box and simplified, to be filled by the even-odd rule.
  func area(
    _ rings: [[Coordinate]], _ kind: MapEdge.Kind, holdsReference: Bool
  ) -> [[PlanePoint]] {
    var found: [[PlanePoint]] = []
    for ring in rings { add(ring, kind, to: &found) }
    if holdsReference { addGlobe(to: &found) }
    return found
  }

  /// Adds the parts of one ring, as ``area(_:_:holdsReference:)`` does.
  func add(_ ring: [Coordinate], _ kind: MapEdge.Kind, to rings: inout [[PlanePoint]]) {
    guard ring.count > 2, ring.allSatisfy(\.isValid), !isOutOfSight(ring, kind) else { return }
    let parts =
      frame.projection.isCutAlongMeridian ? seamRing(ring, kind) : [discRing(ring, kind)]
    for part in parts { add(part, to: &rings) }
  }

  /// Adds the edge of the whole map, for an area that contains the ``reference``.
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

  /// Whether shapes in a box may be visible; always true on a map cut along a meridian.
  func maySee(_ box: BoundingBox) -> Bool {
    sight.map { $0.intersects(box) } ?? true
  }

  /// Whether the box of a path or a ring is outside of the visible part of a disc.
  ///
  /// Such a ring can go around the disc only if the antipode is in its box; otherwise it fills
  /// nothing visible.
  private func isOutOfSight(_ path: [Coordinate], _ kind: MapEdge.Kind) -> Bool {
    guard kind == .degrees, let sight, let first = path.first else { return false }
    var (south, north) = (first.latitude, first.latitude)
    var (west, east, before) = (first.longitude, first.longitude, first.longitude)
    for point in path {
      let longitude = point.longitude
      // Also returns for an edge across 180°, and for NaN.
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

  /// The edge of the map as drawn; empty if it is not in the picture.
  var outline: [[PlanePoint]] {
    let ring = globe
    if !frame.projection.isCutAlongMeridian, frame.reach < min(frame.projection.reach, 179.5) {
      return []
    }
    return clipped(line: ring + ring.prefix(1), to: box).map {
      simplified(line: $0, tolerance: tolerance / 2)
    }
  }

  /// The pixel of a latitude and a longitude from the central meridian.
  func seamPixel(_ eastward: Double, _ latitude: Double) -> PlanePoint {
    frame.pixel(MapProjection.equalEarth(eastward: eastward, latitude: latitude))
  }
}

/// An edge between two corners, which can be evaluated at any fraction.
internal struct MapEdge: Sendable {
  /// The kind of line that connects corners.
  enum Kind: Hashable, Sendable {
    /// Straight in longitude and latitude, as for country boundaries and the graticule.
    case degrees
    /// The shortest line on the sphere.
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

  /// The coordinate at a fraction of the edge.
  func coordinate(at fraction: Double) -> Coordinate {
    switch kind {
    case .greatCircle: return start.interpolated(to: end, fraction: fraction)
    case .degrees:
      return Coordinate(
        latitude: start.latitude + (end.latitude - start.latitude) * fraction,
        longitude: start.longitude + span * fraction)
    }
  }

  /// The length in degrees above which an edge is subdivided before its deviation is checked.
  static let longStep = 5.0

  /// Whether a part of the edge is so long that checking only its middle is unreliable.
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
  /// The approximate squared angular distance in degrees, to decide how finely to subdivide.
  fileprivate func squaredDegrees(to other: Coordinate) -> Double {
    let degrees = distance(to: other) / 111_195
    return degrees * degrees
  }
}

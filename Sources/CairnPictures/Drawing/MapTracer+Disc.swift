internal import CairnGeodesy

// Azimuthal maps. The sphere without the antipode is a disc, on which a ring is a closed curve, so
// a fill is correct once it is known on which side the antipode is. Where a ring runs beyond the
// reach of the picture, its exact path does not matter, only its winding number: it is moved inward
// onto a circle just beyond the reach.

extension MapTracer {
  /// Follows a path on a disc.
  private struct Follower {
    let tracer: MapTracer
    let projection: MapProjection
    /// The cosine of the reach.
    let limit: Double
    /// The radius of the circle onto which points beyond the reach are moved, in pixels.
    let radius: Double
    let isRing: Bool
    /// The lines so far; a ring is a single line.
    var lines: [[PlanePoint]] = [[]]
    /// The azimuths of the last point on the circle and of the last one drawn, in degrees.
    private var azimuth = 0.0
    private var drawnAzimuth = 0.0
    private var isBeyond = false

    /// The step along the circle in degrees, small enough that its chords stay outside of the
    /// reach.
    private let step: Double

    init(_ tracer: MapTracer, isRing: Bool) {
      self.tracer = tracer
      self.isRing = isRing
      projection = tracer.frame.projection
      let reach = tracer.frame.reach
      limit = sineAndCosine(degrees: reach).cosine
      // The limb of a globe is drawn exactly on its circle; any other circle is not visible.
      let isLimb = reach >= projection.reach
      step = isLimb ? 1 : 6
      let outward = isLimb ? 1 : 1.0015
      radius = projection.distance(ofAngle: reach) * tracer.frame.scale * outward
    }

    struct Sample {
      var local: TangentFrame.Local
      var isInside: Bool
      var pixel: PlanePoint
    }

    func sample(_ local: TangentFrame.Local) -> Sample {
      let isInside = local.up >= limit
      return Sample(
        local: local, isInside: isInside,
        pixel: isInside ? tracer.frame.pixel(projection.azimuthal(local)) : PlanePoint(x: 0, y: 0))
    }

    mutating func start(_ first: Sample) {
      if first.isInside {
        draw(first.pixel)
      } else {
        leave(polarAngle(degreesOfX: first.local.north, y: first.local.east))
      }
    }

    /// Follows a part of an edge.
    mutating func follow(
      _ edge: MapEdge, _ first: Double, _ last: Double, _ start: Sample, _ end: Sample, depth: Int
    ) {
      if mustHalve(edge, first, last, start, end), depth < 40 {
        let half = (first + last) / 2
        let middle = sample(projection.frame.local(edge.coordinate(at: half)))
        if !start.isInside || !end.isInside || !middle.isInside || depth < 3
          || edge.isLong(from: first, to: last)
          || middle.pixel.distance(to: start.pixel.interpolated(to: end.pixel, fraction: 0.5))
            > tracer.tolerance / 2
        {
          follow(edge, first, half, start, middle, depth: depth + 1)
          follow(edge, half, last, middle, end, depth: depth + 1)
          return
        }
      }
      switch (start.isInside, end.isInside) {
      case (true, true): draw(end.pixel)
      case (true, false):
        let rim = crossing(start.local, end.local)
        draw(rim.pixel)
        leave(rim.azimuth)
        turn(to: end.local)
      case (false, true):
        let rim = crossing(end.local, start.local)
        turn(to: start.local)
        turn(by: (rim.azimuth - azimuth).remainder(dividingBy: 360))
        enter()
        draw(rim.pixel)
        draw(end.pixel)
      case (false, false): turn(to: end.local)
      }
    }

    private func mustHalve(
      _ edge: MapEdge, _ first: Double, _ last: Double, _ start: Sample, _ end: Sample
    ) -> Bool {
      let (a, b) = (start.local, end.local)
      let (de, dn, du) = (b.east - a.east, b.north - a.north, b.up - a.up)
      let chord = (de * de + dn * dn + du * du).squareRoot()
      if start.isInside, end.isInside {
        return start.pixel.distance(to: end.pixel) > 3
      }
      if !start.isInside, !end.isInside {
        // `up` cannot increase by more than the length of the edge.
        if chord < 0.1, max(a.up, b.up) + chord < limit { return false }
        return chord > 1e-9 && (chord > 0.1 || canEnter(a, b, chord: chord))
      }
      return chord > 1e-9 && chord * Sphere.mean.radius * tracer.frame.scale > 2
    }

    /// Whether an edge between two points beyond the reach may come within it.
    private func canEnter(
      _ a: TangentFrame.Local, _ b: TangentFrame.Local, chord: Double
    ) -> Bool {
      let degrees = chord * (180 / .pi)
      // By the triangle inequality; the limit as an angle is the reach of the frame.
      return (a.angle + b.angle - degrees * 1.2) / 2 < tracer.frame.reach
    }

    /// The point where an edge leaves the reach, between a point inside and one outside.
    private func crossing(
      _ inside: TangentFrame.Local, _ outside: TangentFrame.Local
    ) -> (pixel: PlanePoint, azimuth: Double) {
      let fall = inside.up - outside.up
      let fraction = fall > 0 ? min(max((inside.up - limit) / fall, 0), 1) : 0
      let east = inside.east + (outside.east - inside.east) * fraction
      let north = inside.north + (outside.north - inside.north) * fraction
      let azimuth = polarAngle(degreesOfX: north, y: east)
      let rim = projection.distance(ofAngle: tracer.frame.reach) * tracer.frame.scale
      return (circlePoint(azimuth, rim), azimuth)
    }

    private func circlePoint(_ degrees: Double, _ radius: Double? = nil) -> PlanePoint {
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      let length = radius ?? self.radius
      let origin = tracer.frame.origin
      return PlanePoint(x: origin.x + length * sine, y: origin.y - length * cosine)
    }

    private mutating func leave(_ degrees: Double) {
      isBeyond = true
      azimuth = degrees
      drawnAzimuth = degrees
      if isRing { draw(circlePoint(degrees)) }
    }

    private mutating func enter() {
      isBeyond = false
      if isRing { draw(circlePoint(azimuth)) } else { lines.append([]) }
    }

    private mutating func turn(to local: TangentFrame.Local) {
      let next = polarAngle(degreesOfX: local.north, y: local.east)
      turn(by: (next - azimuth).remainder(dividingBy: 360))
    }

    private mutating func turn(by degrees: Double) {
      azimuth += degrees
      guard isRing else { return }
      while (azimuth - drawnAzimuth).magnitude > step {
        drawnAzimuth += azimuth > drawnAzimuth ? step : -step
        draw(circlePoint(drawnAzimuth))
      }
    }

    /// Ends a ring on the circle where it began.
    mutating func end() {
      if isRing, isBeyond { draw(circlePoint(azimuth)) }
    }

    private mutating func draw(_ pixel: PlanePoint) {
      lines[lines.count - 1].append(pixel)
    }
  }

  /// A ring as a closed curve.
  func discRing(_ ring: [Coordinate], _ kind: MapEdge.Kind) -> [PlanePoint] {
    var follower = Follower(self, isRing: true)
    follow(ring + ring.prefix(1), kind, &follower)
    return follower.lines.flatMap { $0 }
  }

  /// A path as lines, cut at the reach of the picture.
  func discLines(_ path: [Coordinate], _ kind: MapEdge.Kind) -> [[PlanePoint]] {
    path.split(whereSeparator: { !$0.isValid }).flatMap { part in
      var follower = Follower(self, isRing: false)
      follow(Array(part), kind, &follower)
      return follower.lines.filter { $0.count > 1 }
    }
  }

  private func follow(_ path: [Coordinate], _ kind: MapEdge.Kind, _ follower: inout Follower) {
    guard let first = path.first else { return }
    var before = follower.sample(frame.projection.frame.local(first))
    follower.start(before)
    for (start, end) in zip(path, path.dropFirst()) {
      let now = follower.sample(frame.projection.frame.local(end))
      follower.follow(MapEdge(start, end, kind), 0, 1, before, now, depth: 0)
      before = now
    }
    follower.end()
  }
}

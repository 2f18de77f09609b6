/// The intersection of two ``GeodesicLine``s.
public struct GeodesicIntersection: Hashable, Sendable, BitwiseCopyable {
  /// The place.
  public var coordinate: Coordinate
  /// The distance along the first line, in meters from its start; negative behind the start.
  public var distance: Double
  /// The distance along the other line, in meters from its start.
  public var otherDistance: Double
  /// Whether the lines overlap there, so that the place is one of many.
  public var isOverlap: Bool

  /// Creates an intersection.
  ///
  /// - Parameters:
  ///   - coordinate: the place.
  ///   - distance: the distance along the first line, in meters from its start.
  ///   - otherDistance: the distance along the other line, in meters from its start.
  ///   - isOverlap: whether the lines overlap there.
  public init(
    coordinate: Coordinate, distance: Double, otherDistance: Double, isOverlap: Bool = false
  ) {
    self.coordinate = coordinate
    self.distance = distance
    self.otherDistance = otherDistance
    self.isOverlap = isOverlap
  }
}

extension GeodesicLine {
  /// The intersection of two lines, extended in both directions, that is nearest to their starts.
  ///
  /// ```swift
  /// // Two bearings from two lighthouses: where is the ship?
  /// let line = GeodesicLine(from: ouessant, bearing: 301, on: .wgs84)
  /// let other = GeodesicLine(from: lizard, bearing: 227, on: .wgs84)
  /// line.intersection(with: other)?.coordinate
  /// ```
  ///
  /// Any two geodesics intersect: great circles at two antipodal places, those of an ellipsoid
  /// again and again. The result is the intersection with the least sum of the distances along both
  /// lines, forward or backward. On WGS 84 it is accurate to about 10 nm for lines that cross at a
  /// large angle, otherwise to that divided by the sine of the angle. If the lines overlap, the
  /// result is the place halfway between the two starts.
  ///
  /// Method: the triangle of the two lines and the geodesic between a place on each is solved on a
  /// sphere, repeatedly from the places found, with five initial guesses. Source: C. F. F. Karney,
  /// "Geodesic intersections", J. Surv. Eng. 150 (2024), doi:10.1061/JSUED2.SUENG-1483.
  ///
  /// - Parameter other: a line on the same surface.
  /// - Returns: nil for lines on different surfaces, for invalid places, and for ellipsoids with a
  ///   flattening beyond 1/20.
  /// - Complexity: O(1), about twenty inverse problems in the worst case.
  public func intersection(with other: GeodesicLine) -> GeodesicIntersection? {
    guard let pair = LinePair(self, other) else { return nil }
    return pair.closest(to: LinePair.Point(x: 0, y: 0)).map(pair.intersection)
  }

  /// The intersection of two segments: the lines from their starts to their ``length``, ends
  /// included.
  ///
  /// ```swift
  /// let leg = GeodesicLine(from: dover, to: ostend, on: .wgs84)
  /// let ferry = GeodesicLine(from: harwich, to: dunkirk, on: .wgs84)
  /// leg.segmentIntersection(with: ferry)?.coordinate
  /// ```
  ///
  /// An end within a tenth of a micrometer of the other segment intersects it. If the segments
  /// overlap, the result is the middle of their common part.
  ///
  /// - Parameter other: a line on the same surface, created from two places.
  /// - Returns: nil if the segments do not intersect, and in the cases of ``intersection(with:)``.
  /// - Complexity: O(1), about forty inverse problems in the worst case, if they do not intersect.
  public func segmentIntersection(with other: GeodesicLine) -> GeodesicIntersection? {
    guard let pair = LinePair(self, other), length.isFinite, other.length.isFinite else {
      return nil
    }
    return pair.onSegments(length, other.length).map(pair.intersection)
  }
}

/// Two lines on a surface, and the search for their intersections.
private struct LinePair {
  private let first: GeodesicLine
  private let second: GeodesicLine
  /// The radius of a sphere with the same area as the surface.
  private let radius: Double
  /// The least distance between two intersections, as the sum of the distances along both lines.
  private let leastApart: Double
  /// The distance of the other guesses from the first.
  private let spread: Double

  /// The distances along both lines, and whether the lines overlap there.
  struct Point {
    var x: Double
    var y: Double
    /// 1 if the lines overlap, -1 if they do so in opposite directions.
    var overlap = 0.0

    func distance(to other: Point) -> Double {
      (x - other.x).magnitude + (y - other.y).magnitude
    }
  }

  /// If a step is below this, the next one is far below rounding: each step cubes the error.
  private static var negligibleStep: Double { 1e-4 }
  private static var mostSteps: Int { 30 }
  /// The position error of a place read from a line, in meters.
  private static var rounding: Double { 4e-9 }
  /// The distance, in meters, over which overlapping lines must continue to overlap.
  private static var testWay: Double { 1_000 }
  /// A place nearer than this to an end of a segment, in meters, is on it.
  private static var touch: Double { 1e-7 }

  init?(_ first: GeodesicLine, _ second: GeodesicLine) {
    guard first.surface == second.surface, !first.length.isNaN, !second.length.isNaN else {
      return nil
    }
    self.first = first
    self.second = second
    let equatorial: Double
    let flattening: Double
    switch first.surface.kind {
    case .sphere(let sphere): (equatorial, flattening, radius) = (sphere.radius, 0, sphere.radius)
    case .ellipsoid(let ellipsoid):
      (equatorial, flattening) = (ellipsoid.equatorialRadius, ellipsoid.flattening)
      radius = (ellipsoid.area / (4 * .pi)).squareRoot()
    }
    guard flattening.magnitude <= 0.05, radius.isFinite, radius > 0 else { return nil }
    // Half a turn over the poles, and half a turn beside the equator or a pole, to where
    // neighboring geodesics meet.
    let polar = equatorial * (1 - flattening) * .pi
    let other = equatorial * (1 + flattening / 2) * .pi
    leastApart = min(polar, other)
    spread = max(polar, other) / 2
  }

  func intersection(_ point: Point) -> GeodesicIntersection {
    GeodesicIntersection(
      coordinate: first.coordinate(at: point.x), distance: point.x, otherDistance: point.y,
      isOverlap: point.overlap != 0)
  }

  /// The step to where the lines would intersect if the surface were a sphere.
  private func step(from point: Point) -> Point? {
    let a = first.place(at: point.x)
    let b = second.place(at: point.y)
    let between = a.coordinate.inverse(to: b.coordinate, on: first.surface)
    let z = between.distance
    guard z.isFinite else { return nil }
    func unit(_ angle: (difference: Double, lost: Double)) -> (sine: Double, cosine: Double) {
      sineAndCosine(degrees: angle.difference, lost: angle.lost)
    }
    if z <= Self.rounding {
      let turn = unit(angleDifference(from: a.finalBearing, to: b.finalBearing))
      return overlapping(Point(x: 0, y: 0), from: point, turn.cosine > 0 ? 1 : -1)
    }
    // The angles at both places between the lines and the geodesic from one place to the other.
    let atFirst = angleDifference(from: a.finalBearing, to: between.initialBearing)
    let atSecond = angleDifference(from: b.finalBearing, to: between.finalBearing)
    let (sx, cx) = unit(atFirst)
    let (sy, cy) = unit(atSecond)
    // Both lines deviate from that geodesic by no more than the position error.
    if sx.magnitude * z <= Self.rounding, sy.magnitude * z <= Self.rounding, cx != 0, cy != 0 {
      return overlapping(
        Point(x: cx > 0 ? z / 2 : -z / 2, y: cy > 0 ? -z / 2 : z / 2), from: point,
        cx * cy > 0 ? 1 : -1)
    }
    let (sz, cz) = sineAndCosine(radians: z / radius)
    // The nearer of the two intersections of great circles.
    let side = angleDifference(from: atFirst.difference, to: atSecond.difference)
    let sign: Double = side.difference + (side.lost + atSecond.lost - atFirst.lost) < 0 ? -1 : 1
    return Point(
      x: radius
        * polarAngle(
          radiansOfX: sign * (sy * cx * cz - cy * sx), y: sign * sy * sz),
      y: radius
        * polarAngle(
          radiansOfX: sign * (cx * sy - sx * cy * cz), y: sign * sx * sz))
  }

  /// A step to a common place, and whether the lines overlap from there on.
  private func overlapping(_ step: Point, from point: Point, _ direction: Double) -> Point {
    let (x, y) = (point.x + step.x, point.y + step.y)
    let isOverlap = [-Self.testWay, Self.testWay].allSatisfy { way in
      let place = first.coordinate(at: x + way)
      let other = second.coordinate(at: y + direction * way)
      return place.distance(to: other, on: first.surface) <= 5 * Self.rounding
    }
    return Point(x: step.x, y: step.y, overlap: isOverlap ? direction : 0)
  }

  /// The intersection near a guess.
  private func meeting(near guess: Point) -> Point? {
    var point = guess
    for _ in 0..<Self.mostSteps {
      guard let step = step(from: point) else { return nil }
      point = Point(x: point.x + step.x, y: point.y + step.y, overlap: step.overlap)
      if step.overlap != 0 || !(step.x.magnitude + step.y.magnitude > Self.negligibleStep) {
        return point
      }
    }
    return nil
  }

  /// On overlapping lines, the common place that is nearest to a guess.
  private func slid(_ point: Point, towards guess: Point) -> Point {
    guard point.overlap != 0 else { return point }
    let way = ((guess.x - point.x) + point.overlap * (guess.y - point.y)) / 2
    return Point(x: point.x + way, y: point.y + point.overlap * way, overlap: point.overlap)
  }

  /// The intersection with the least sum of the distances along both lines from a guess.
  func closest(to guess: Point) -> Point? {
    var best: Point?
    for (dx, dy) in [(0.0, 0.0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
      let start = Point(x: guess.x + dx * spread, y: guess.y + dy * spread)
      guard let found = meeting(near: start).map({ slid($0, towards: guess) }) else { continue }
      if found.distance(to: guess) < leastApart { return found }
      if let other = best, other.distance(to: guess) <= found.distance(to: guess) { continue }
      best = found
    }
    return best
  }

  /// The intersection of segments of given lengths.
  ///
  /// It is near the midpoints of both or, in cases that this does not rule out, near a pair of
  /// ends.
  func onSegments(_ length: Double, _ otherLength: Double) -> Point? {
    let middle = Point(x: length / 2, y: otherLength / 2)
    if let found = closest(to: middle), let point = kept(found, length, otherLength) {
      return point
    }
    // Two intersections are farther apart than shorter segments reach.
    guard length + otherLength >= leastApart else { return nil }
    for x in [0, length] {
      for y in [0, otherLength] {
        if let found = meeting(near: Point(x: x, y: y)),
          let point = kept(found, length, otherLength)
        {
          return point
        }
      }
    }
    return nil
  }

  /// A place on both segments, clamped to their ends if it exceeds them by rounding only.
  private func kept(_ point: Point, _ length: Double, _ otherLength: Double) -> Point? {
    var point = point
    if point.overlap != 0 {
      // The distances along the first line at which the other begins and ends.
      let start = point.x - point.overlap * point.y
      let end = start + point.overlap * otherLength
      let from = max(0, min(start, end))
      let to = min(length, max(start, end))
      guard from <= to + Self.touch else { return nil }
      let way = (from + to) / 2 - point.x
      point.x += way
      point.y += point.overlap * way
    }
    guard point.x >= -Self.touch, point.x <= length + Self.touch, point.y >= -Self.touch,
      point.y <= otherLength + Self.touch
    else { return nil }
    return Point(
      x: min(max(point.x, 0), length), y: min(max(point.y, 0), otherLength),
      overlap: point.overlap)
  }
}

/// A shortest line that runs on in its direction, from which any number of places are read.
///
/// What depends on the line alone is worked out once, so that a place on it costs a fraction of
/// a direct problem: use it for markers along a track or for a smooth animation.
///
/// ```swift
/// let lisbon = Coordinate(latitude: 38.7223, longitude: -9.1393)
/// let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)
/// let line = GeodesicLine(from: lisbon, to: newYork, on: .wgs84)
/// let places = stride(from: 0, through: line.length, by: 100_000).map(line.coordinate(at:))
/// ```
///
/// On the ellipsoid a place is exact to some 5 nm in each turn round the Earth, after Karney
/// (2013), doi:10.1007/s00190-012-0578-z; on the sphere it is a great circle, exact to rounding.
public struct GeodesicLine: Sendable {
  private enum Course: Sendable {
    case sphere(SphereLine)
    case ellipsoid(EllipsoidLine)
    case nowhere
  }

  /// Where the line starts, as it was given.
  public let start: Coordinate
  /// The surface that the line lies on.
  public let surface: Surface
  /// The length in metres between the two places that the line was made from.
  ///
  /// 0 for a line from a place and a bearing; NaN for places that are none.
  public let length: Double
  private let course: Course

  /// Makes the line that leaves a place with a bearing.
  ///
  /// - Parameters:
  ///   - start: at a pole the bearing counts from its stored longitude.
  ///   - bearing: degrees clockwise from north, any turn.
  ///   - surface: the sphere or an ellipsoid.
  ///
  /// Every place on the line is NaN when the latitude is outside -90...90 or a number is not
  /// finite.
  public init(from start: Coordinate, bearing: Double, on surface: Surface = .sphere) {
    self.start = start
    self.surface = surface
    let heading =
      bearing.isFinite ? AngleVector(degrees: withinHalfTurn(bearing)) : nil
    let course = Self.course(from: start, heading: heading, on: surface)
    self.course = course
    if case .nowhere = course { length = .nan } else { length = 0 }
  }

  /// Makes the line through two places, from the first to the second.
  ///
  /// Between equal places it runs north. Between opposite places, where many lines are equally
  /// short, it is the one whose bearing the inverse problem gives.
  public init(from start: Coordinate, to end: Coordinate, on surface: Surface = .sphere) {
    self.start = start
    self.surface = surface
    // A sphere is an ellipsoid without flattening; its line is the great circle.
    let ellipsoid: Ellipsoid
    switch surface.kind {
    case .sphere(let sphere):
      ellipsoid = Ellipsoid(equatorialRadius: sphere.radius, flattening: 0)
    case .ellipsoid(let own): ellipsoid = own
    }
    guard let problem = GeodesicProblem(ellipsoid.constants, from: start, to: end) else {
      length = .nan
      course = .nowhere
      return
    }
    let solution = problem.solution()
    let heading =
      solution.length > 0
      ? problem.restored(solution.start, solution.end).0 : AngleVector(sine: 0, cosine: 1)
    length = solution.length
    course = Self.course(from: start, heading: heading, on: surface)
  }

  private static func course(
    from start: Coordinate, heading: AngleVector?, on surface: Surface
  ) -> Course {
    guard let heading else { return .nowhere }
    switch surface.kind {
    case .sphere(let sphere):
      return SphereLine(sphere, from: start, heading: heading).map(Course.sphere) ?? .nowhere
    case .ellipsoid(let ellipsoid):
      return EllipsoidLine(ellipsoid.constants, from: start, heading: heading)
        .map(Course.ellipsoid) ?? .nowhere
    }
  }

  /// The place at a distance in metres along the line, with a longitude in -180..<180.
  ///
  /// A negative distance leads backwards, one beyond ``length`` further on. NaN when the
  /// distance is not finite.
  ///
  /// Complexity: O(1).
  public func coordinate(at metres: Double) -> Coordinate {
    guard metres.isFinite else { return Coordinate(latitude: .nan, longitude: .nan) }
    switch course {
    case .ellipsoid(let line): return line.coordinate(of: line.position(at: metres))
    case .sphere(let line): return line.place(at: metres).coordinate
    case .nowhere: return Coordinate(latitude: .nan, longitude: .nan)
    }
  }

  /// The place at a distance in metres along the line, and the bearing there in 0..<360.
  ///
  /// A negative distance leads backwards, with the bearing still that of travel forwards.
  /// NaN when the distance is not finite.
  public func place(at metres: Double) -> GeodesicDirect {
    let nowhere = GeodesicDirect(
      coordinate: Coordinate(latitude: .nan, longitude: .nan), finalBearing: .nan)
    guard metres.isFinite else { return nowhere }
    switch course {
    case .ellipsoid(let line):
      let position = line.position(at: metres)
      return GeodesicDirect(
        coordinate: line.coordinate(of: position), finalBearing: position.heading.bearing)
    case .sphere(let line): return line.place(at: metres)
    case .nowhere: return nowhere
    }
  }
}

/// One great circle, from a place in a direction.
internal struct SphereLine: Sendable {
  private let radius: Double
  private let longitude: Double
  private let latitude: AngleVector
  private let heading: AngleVector

  /// Nil when the start is not a place.
  init?(_ sphere: Sphere, from start: Coordinate, heading: AngleVector) {
    guard abs(start.latitude) <= 90, start.longitude.isFinite, sphere.radius > 0 else {
      return nil
    }
    radius = sphere.radius
    longitude = withinHalfTurn(start.longitude)
    latitude = AngleVector(degrees: start.latitude)
    self.heading = heading
  }

  func place(at metres: Double) -> GeodesicDirect {
    let arc = AngleVector(radians: metres / radius)
    let north = arc.sine * heading.cosine
    let sine = latitude.sine * arc.cosine + latitude.cosine * north
    let turn = AngleVector(
      sine: arc.sine * heading.sine,
      cosine: latitude.cosine * arc.cosine - latitude.sine * north)
    let cosine = root(turn.sine * turn.sine + turn.cosine * turn.cosine)
    let end = AngleVector(
      sine: heading.sine * latitude.cosine,
      cosine: latitude.cosine * arc.cosine * heading.cosine - latitude.sine * arc.sine)
    return GeodesicDirect(
      coordinate: Coordinate(
        latitude: AngleVector(sine: sine, cosine: cosine).degrees,
        longitude: longitudeRange(longitude + turn.degrees)),
      finalBearing: end.bearing)
  }
}

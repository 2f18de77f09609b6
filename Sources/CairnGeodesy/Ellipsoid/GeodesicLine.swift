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
///
/// For one place on a line ask ``Coordinate/destination(bearing:distance:on:)`` or
/// ``Coordinate/interpolated(to:fraction:on:)``: a line costs a whole inverse or direct problem
/// before its first place. It keeps neither a bearing nor a latitude; rhumb lines do. From an
/// invalid start all its places are NaN.
public struct GeodesicLine: Sendable {
  /// Where the line starts, as it was given.
  public let start: Coordinate
  /// The surface that the line lies on.
  public let surface: Surface
  /// The length in metres between the two places that the line was made from.
  ///
  /// 0 for a line from a place and a bearing; NaN for invalid places.
  public let length: Double
  private let line: EllipsoidLine

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
    let heading =
      bearing.isFinite ? AngleVector(degrees: withinHalfTurn(bearing)) : nil
    self.init(start, heading: heading, length: 0, surface, surface.constants)
  }

  /// Makes the line through two places, from the first to the second.
  ///
  /// Between equal places it runs north. Between opposite places, where many lines are equally
  /// short, it is the one whose bearing the inverse problem gives.
  ///
  /// - Parameters:
  ///   - start: where the line starts.
  ///   - end: a place that it runs through, at ``length``.
  ///   - surface: the sphere or an ellipsoid.
  public init(from start: Coordinate, to end: Coordinate, on surface: Surface = .sphere) {
    let constants = surface.constants
    guard let problem = GeodesicProblem(constants, from: start, to: end) else {
      self.init(start, heading: nil, length: .nan, surface, constants)
      return
    }
    let solution = problem.solution()
    self.init(
      start, heading: problem.heading(of: solution), length: solution.length, surface, constants)
  }

  private init(
    _ start: Coordinate, heading: AngleVector?, length: Double, _ surface: Surface,
    _ constants: EllipsoidConstants
  ) {
    self.start = start
    self.surface = surface
    if let heading, let line = EllipsoidLine(constants, from: start, heading: heading) {
      self.line = line
      self.length = length
    } else {
      line = EllipsoidLine.none
      self.length = .nan
    }
  }

  /// The place at a distance in metres along the line, with a longitude in -180..<180.
  ///
  /// A negative distance leads backwards, one beyond ``length`` further on. NaN when the
  /// distance is not finite.
  ///
  /// - Parameter metres: the distance from the start.
  /// - Returns: the place.
  /// - Complexity: O(1).
  public func coordinate(at metres: Double) -> Coordinate {
    guard metres.isFinite, !length.isNaN else { return .nowhere }
    return line.coordinate(of: line.position(at: metres))
  }

  /// The place at a distance in metres along the line, and the bearing there in 0..<360.
  ///
  /// A negative distance leads backwards, with the bearing still that of travel forwards.
  /// NaN when the distance is not finite.
  ///
  /// - Parameter metres: the distance from the start.
  /// - Returns: the place and the bearing.
  /// - Complexity: O(1).
  public func place(at metres: Double) -> GeodesicDirect {
    guard metres.isFinite, !length.isNaN else {
      return GeodesicDirect(coordinate: .nowhere, finalBearing: .nan)
    }
    let position = line.position(at: metres)
    return GeodesicDirect(
      coordinate: line.coordinate(of: position), finalBearing: position.heading.bearing)
  }
}

extension Surface {
  /// The constants of an ellipsoid; a sphere is one without flattening, and its geodesics are
  /// the great circles.
  fileprivate var constants: EllipsoidConstants {
    switch kind {
    case .sphere(let sphere):
      EllipsoidConstants(equatorialRadius: sphere.radius, flattening: 0)
    case .ellipsoid(let ellipsoid): ellipsoid.constants
    }
  }
}

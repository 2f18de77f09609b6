/// A shortest line extended beyond its end, from which any number of places can be computed.
///
/// Everything that depends only on the line is precomputed, so a place on it costs a fraction of a
/// direct problem: use it for markers along a track or for a smooth animation.
///
/// ```swift
/// let lisbon = Coordinate(latitude: 38.7223, longitude: -9.1393)
/// let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)
/// let line = GeodesicLine(from: lisbon, to: newYork, on: .wgs84)
/// let places = stride(from: 0, through: line.length, by: 100_000).map(line.coordinate(at:))
/// ```
///
/// On the ellipsoid a place is accurate to about 5 nm per turn around the Earth, after Karney
/// (2013), doi:10.1007/s00190-012-0578-z; on the sphere the line is a great circle, exact to
/// rounding.
///
/// For a single place use ``Coordinate/destination(bearing:distance:on:)`` or
/// ``Coordinate/interpolated(to:fraction:on:)``: creating a line costs a whole inverse or direct
/// problem. The line keeps neither its bearing nor its latitude; rhumb lines keep their bearing.
/// With an invalid start all its places are NaN.
public struct GeodesicLine: Sendable {
  /// The start of the line, as given.
  public let start: Coordinate
  /// The surface of the line.
  public let surface: Surface
  /// The length in meters between the two places from which the line was created.
  ///
  /// 0 for a line from a place and a bearing; NaN for invalid places.
  public let length: Double
  private let line: EllipsoidLine

  /// Creates the line that leaves a place at a bearing.
  ///
  /// - Parameters:
  ///   - start: the start of the line; at a pole the bearing is measured from its stored longitude.
  ///   - bearing: degrees clockwise from north; any finite number.
  ///   - surface: the sphere or an ellipsoid.
  ///
  /// Every place on the line is NaN if the latitude is outside -90...90 or a number is not
  /// finite.
  public init(from start: Coordinate, bearing: Double, on surface: Surface = .sphere) {
    let heading =
      bearing.isFinite ? AngleVector(degrees: withinHalfTurn(bearing)) : nil
    self.init(start, heading: heading, length: 0, surface, surface.constants)
  }

  /// Creates the line through two places, from the first to the second.
  ///
  /// Between equal places it runs north. Between antipodal places, where many lines are equally
  /// short, it is the one with the bearing of the inverse problem.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - end: a place on the line, at ``length``.
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

  /// The place at a distance in meters along the line, with a longitude in -180..<180.
  ///
  /// A negative distance is backward, one greater than ``length`` beyond the end. NaN if the
  /// distance is not finite.
  ///
  /// - Parameter meters: the distance from the start.
  /// - Returns: the place.
  /// - Complexity: O(1).
  public func coordinate(at meters: Double) -> Coordinate {
    guard meters.isFinite, !length.isNaN else { return .nowhere }
    return line.coordinate(of: line.position(at: meters))
  }

  /// The place at a distance in meters along the line, and the bearing there in 0..<360.
  ///
  /// A negative distance is backward; the bearing is still that of forward travel.
  /// NaN when the distance is not finite.
  ///
  /// - Parameter meters: the distance from the start.
  /// - Returns: the place and the bearing.
  /// - Complexity: O(1).
  public func place(at meters: Double) -> GeodesicDirect {
    guard meters.isFinite, !length.isNaN else {
      return GeodesicDirect(coordinate: .nowhere, finalBearing: .nan)
    }
    let position = line.position(at: meters)
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

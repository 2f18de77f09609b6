public import CairnGeodesy

/// A projection of the sphere to a plane.
///
/// ```swift
/// let map = MapProjection.azimuthalEquidistant(center: sydney)
/// let point = map.point(of: melbourne)     // meters to the right and upward
/// map.coordinate(at: point)                // Melbourne again
/// ```
///
/// Lengths are those of the mean sphere (``CairnGeodesy/Sphere/mean``), with a radius of
/// 6,371,008.8 meters. Each projection shows every place once, except along the line where the
/// sphere is cut: the meridian opposite the middle, or the antipode of the center.
///
/// No projection preserves all distances: measure distances and areas with
/// ``CairnGeodesy/Coordinate``, not on the plane. An invalid center counts as 0, 0; the point of an
/// invalid coordinate is NaN. Projecting a point costs about two sines and an arc tangent.
public struct MapProjection: Hashable, Sendable {
  /// The formulas of the projection.
  internal enum Kind: Hashable, Sendable {
    case equalEarth, azimuthalEqualArea, azimuthalEquidistant, orthographic
  }

  internal let kind: Kind
  /// The place in the middle; on the equator for ``equalEarth(centralMeridian:)``.
  public let center: Coordinate
  internal let frame: TangentFrame

  private init(_ kind: Kind, _ center: Coordinate) {
    self.kind = kind
    let isUsable = center.isValid
    self.center = isUsable ? center : Coordinate(latitude: 0, longitude: 0)
    frame = TangentFrame(center: self.center)
  }

  /// The Equal Earth projection, for the whole world: it preserves areas exactly and shapes nearly.
  ///
  /// Parallels are straight, the poles are lines, and the map is cut along the meridian opposite
  /// the central one. Source: B. Šavrič, T. Patterson and B. Jenny, "The Equal Earth map
  /// projection", Int. J. Geogr. Inf. Sci. 33 (2019), doi:10.1080/13658816.2018.1504949.
  ///
  /// - Parameter centralMeridian: the longitude in the middle, in degrees; one that is not finite
  ///   counts as 0.
  /// - Returns: the projection, cut along the meridian opposite the middle.
  public static func equalEarth(centralMeridian: Double = 0) -> MapProjection {
    MapProjection(.equalEarth, Coordinate(latitude: 0, longitude: centralMeridian))
  }

  /// Lambert's azimuthal equal-area projection, for a country or a continent.
  ///
  /// Areas are preserved everywhere, shapes near the center; directions from the center are true.
  /// Source: J. P. Snyder, "Map Projections: A Working Manual", U.S. Geological Survey
  /// Professional Paper 1395 (1987), doi:10.3133/pp1395, chapter 24.
  ///
  /// - Parameter center: the place in the middle, which may be a pole; an invalid one counts as 0,
  ///   0.
  /// - Returns: the projection; the antipode of its center is the rim of the map.
  public static func azimuthalEqualArea(center: Coordinate) -> MapProjection {
    MapProjection(.azimuthalEqualArea, center)
  }

  /// The azimuthal equidistant projection: distances and directions from the center are true.
  ///
  /// It suits a city and its surroundings: a circle around the center is a circle on the map.
  /// Source: Snyder, as above, chapter 25.
  ///
  /// - Parameter center: the place in the middle, which may be a pole; an invalid one counts as 0,
  ///   0.
  /// - Returns: the projection; the antipode of its center is the rim of the map.
  public static func azimuthalEquidistant(center: Coordinate) -> MapProjection {
    MapProjection(.azimuthalEquidistant, center)
  }

  /// The orthographic projection: the Earth seen from infinitely far away, of which half is
  /// visible.
  ///
  /// Source: Snyder, as above, chapter 20.
  ///
  /// - Parameter center: the place in the middle, which may be a pole; an invalid one counts as 0,
  ///   0.
  /// - Returns: the projection; places more than 90 degrees from the center are not on it.
  public static func orthographic(center: Coordinate) -> MapProjection {
    MapProjection(.orthographic, center)
  }

  /// Returns the point of a coordinate on the plane, in meters.
  ///
  /// - Returns: the point; both numbers are NaN for a coordinate that is not
  ///   ``CairnGeodesy/Coordinate/isValid``, and for the far side of an orthographic map. The
  ///   antipode of an azimuthal map's center, which is a circle, has the point at its top.
  public func point(of coordinate: Coordinate) -> PlanePoint {
    guard coordinate.isValid else { return PlanePoint(x: .nan, y: .nan) }
    if kind == .equalEarth {
      return Self.equalEarth(
        eastward: (coordinate.longitude - center.longitude).remainder(dividingBy: 360),
        latitude: coordinate.latitude)
    }
    return azimuthal(frame.local(coordinate))
  }

  /// Returns the coordinate at a point of the plane.
  ///
  /// - Parameter point: a point in meters, as ``point(of:)`` returns it.
  /// - Returns: the coordinate, or `nil` if the point is beyond the edge of the map.
  public func coordinate(at point: PlanePoint) -> Coordinate? {
    guard point.isFinite else { return nil }
    return kind == .equalEarth ? inverseEqualEarth(point) : inverseAzimuthal(point)
  }

  /// Whether the map is cut along a meridian; otherwise it is a disc around the center.
  internal var isCutAlongMeridian: Bool { kind == .equalEarth }

  /// The maximum angle from the center that a disc can show, in degrees.
  internal var reach: Double {
    switch kind {
    case .equalEarth, .azimuthalEqualArea, .azimuthalEquidistant: 180
    case .orthographic: 90
    }
  }
}

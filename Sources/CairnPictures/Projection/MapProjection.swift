public import CairnGeodesy

/// A way to draw the sphere on a plane.
///
/// ```swift
/// let map = MapProjection.azimuthalEquidistant(center: sydney)
/// let point = map.point(of: melbourne)     // metres to the right and upwards
/// map.coordinate(at: point)                // Melbourne again
/// ```
///
/// Lengths are those of the mean sphere (``CairnGeodesy/Sphere/mean``), 6,371,008.8 metres. Each
/// projection shows every place once, except along the line where the sphere is cut open: the
/// meridian opposite to the middle, or the antipode of the centre.
///
/// No plane keeps all distances: do not measure on one, but ask ``CairnGeodesy/Coordinate`` for
/// distances and areas. An invalid centre counts as 0, 0, an invalid coordinate has the point NaN.
/// A point costs some two sines and an arc tangent.
public struct MapProjection: Hashable, Sendable {
  /// Which formulas apply.
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

  /// The Equal Earth projection, for the whole world: areas are right, shapes nearly so.
  ///
  /// Parallels are straight, the poles are lines, and the map is cut along the meridian opposite
  /// to the central one. Source: B. Šavrič, T. Patterson and B. Jenny, "The Equal Earth map
  /// projection", Int. J. Geogr. Inf. Sci. 33 (2019), doi:10.1080/13658816.2018.1504949.
  ///
  /// - Parameter centralMeridian: the longitude in the middle, in degrees; one that is not finite
  ///   counts as 0.
  /// - Returns: the projection, cut along the meridian opposite to the middle.
  public static func equalEarth(centralMeridian: Double = 0) -> MapProjection {
    MapProjection(.equalEarth, Coordinate(latitude: 0, longitude: centralMeridian))
  }

  /// Lambert's azimuthal equal-area projection, for a country or a continent.
  ///
  /// Areas are right everywhere, shapes near the centre; directions from the centre are right.
  /// Source: J. P. Snyder, "Map Projections: A Working Manual", U.S. Geological Survey
  /// Professional Paper 1395 (1987), doi:10.3133/pp1395, chapter 24.
  ///
  /// - Parameter center: the place in the middle, a pole too; an invalid one counts as 0, 0.
  /// - Returns: the projection; the antipode of its centre is the rim of the map.
  public static func azimuthalEqualArea(center: Coordinate) -> MapProjection {
    MapProjection(.azimuthalEqualArea, center)
  }

  /// The azimuthal equidistant projection: distances and directions from the centre are right.
  ///
  /// For a city and what is around it: a circle around the centre is a circle on the map. Source:
  /// Snyder, as above, chapter 25.
  ///
  /// - Parameter center: the place in the middle, a pole too; an invalid one counts as 0, 0.
  /// - Returns: the projection; the antipode of its centre is the rim of the map.
  public static func azimuthalEquidistant(center: Coordinate) -> MapProjection {
    MapProjection(.azimuthalEquidistant, center)
  }

  /// The Earth as a globe from very far away: half of it is seen.
  ///
  /// Source: Snyder, as above, chapter 20.
  ///
  /// - Parameter center: the place in the middle, a pole too; an invalid one counts as 0, 0.
  /// - Returns: the projection; what is more than 90 degrees from the centre is not on it.
  public static func orthographic(center: Coordinate) -> MapProjection {
    MapProjection(.orthographic, center)
  }

  /// Where a coordinate is on the plane, in metres.
  ///
  /// - Returns: the point; both numbers are NaN for a coordinate that is not
  ///   ``CairnGeodesy/Coordinate/isValid``, and for the far side of an orthographic map. The
  ///   antipode of an azimuthal map's centre, which is a circle, is taken to lie at its top.
  public func point(of coordinate: Coordinate) -> PlanePoint {
    guard coordinate.isValid else { return PlanePoint(x: .nan, y: .nan) }
    if kind == .equalEarth {
      return Self.equalEarth(
        eastward: (coordinate.longitude - center.longitude).remainder(dividingBy: 360),
        latitude: coordinate.latitude)
    }
    return azimuthal(frame.local(coordinate))
  }

  /// The coordinate that is drawn at a point of the plane.
  ///
  /// - Parameter point: metres, as ``point(of:)`` gives them.
  /// - Returns: `nil` for a point beyond the edge of the map.
  public func coordinate(at point: PlanePoint) -> Coordinate? {
    guard point.isFinite else { return nil }
    return kind == .equalEarth ? inverseEqualEarth(point) : inverseAzimuthal(point)
  }

  /// Whether the map is cut along a meridian; otherwise it is a disc around the centre.
  internal var isCutAlongMeridian: Bool { kind == .equalEarth }

  /// How far from the centre a disc can reach, in degrees.
  internal var reach: Double {
    switch kind {
    case .equalEarth, .azimuthalEqualArea, .azimuthalEquidistant: 180
    case .orthographic: 90
    }
  }
}

public import CairnGeodesy
internal import CairnMemory

/// A point of the map that web maps are drawn on: Web Mercator, EPSG:3857, in metres of that map.
///
/// ```swift
/// let point = WebMercatorPoint(Coordinate(latitude: 59.9139, longitude: 10.7522))
/// point.x                                  // 1196929.42…, east of Greenwich
/// point.y                                  // 8380386.19…, north of the equator
/// point.coordinate
/// ```
///
/// The map takes the Earth for a sphere with the equatorial radius of WGS 84 and the degrees for
/// those of it, and stretches it with the latitude: its metres are metres of the Earth at the
/// equator alone, half as long at 60°, so never measure with them; see
/// ``groundResolution(latitude:zoom:tileSize:)``. It is a square from -20,037,508.34 to
/// 20,037,508.34 metres, which ends at 85.05° north and south. A pole is infinitely far away.
///
/// For distances ask ``Coordinate/distance(to:on:)``; for a map that shows areas or the poles, take
/// another one.
public struct WebMercatorPoint: Hashable, Sendable, BitwiseCopyable {
  /// Metres of the map to the east of Greenwich.
  public var x: Double
  /// Metres of the map to the north of the equator.
  public var y: Double

  /// The radius of the map's sphere in metres: the equatorial radius of WGS 84.
  public static let earthRadius = 6_378_137.0

  /// Half the width of the map in metres, and half its height.
  public static let halfWidth = earthRadius * .pi

  /// The latitude at which the square map ends, in degrees north and south.
  public static let greatestLatitude = 85.0511287798066

  /// Makes a point from its metres.
  ///
  /// - Parameters:
  ///   - x: metres of the map to the east.
  ///   - y: metres of the map to the north.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point of a place.
  ///
  /// - Parameter coordinate: the longitude is taken as it is, so that 190 lies beyond the eastern
  ///   end of the map. A pole is at ±infinity; an invalid place gives NaN.
  public init(_ coordinate: Coordinate) {
    guard coordinate.isValid else {
      self.init(x: .nan, y: .nan)
      return
    }
    let (sine, cosine) = sineAndCosine(degrees: coordinate.latitude)
    self.init(
      x: coordinate.longitude / 180 * Self.halfWidth,
      y: Self.earthRadius * inverseHyperbolicSine(sine / cosine))
  }

  /// The place at the point, its longitude in -180..<180.
  ///
  /// Right to some units in the last place, on each platform to its own. Points beyond the square
  /// are places too; NaN gives an invalid one.
  public var coordinate: Coordinate {
    let longitude = (x / Self.halfWidth * 180).remainder(dividingBy: 360)
    let latitude =
      y.isNaN
      ? Double.nan
      : polarAngle(degreesOfX: 1, y: hyperbolicSineAndCosine(y / Self.earthRadius).sine)
    return Coordinate(latitude: latitude, longitude: longitude == 180 ? -180 : longitude)
  }

  /// The pixel of the map at a zoom, counted from its north-western corner.
  ///
  /// - Parameters:
  ///   - zoom: at 0 the map is one tile, at each step twice as wide; fractions are zooms between.
  ///   - tileSize: the pixels of a tile in each direction.
  /// - Returns: pixels to the east and to the south, with fractions.
  public func pixel(zoom: Double, tileSize: Double = 256) -> (x: Double, y: Double) {
    let size = Self.size(zoom, tileSize)
    return (
      (x / Self.halfWidth + 1) / 2 * size, (1 - y / Self.halfWidth) / 2 * size
    )
  }

  /// The point at a pixel of the map.
  ///
  /// - Parameters:
  ///   - pixel: pixels to the east and to the south of the map's north-western corner.
  ///   - zoom: as of ``pixel(zoom:tileSize:)``.
  ///   - tileSize: the pixels of a tile in each direction.
  public init(pixel: (x: Double, y: Double), zoom: Double, tileSize: Double = 256) {
    let size = Self.size(zoom, tileSize)
    self.init(
      x: (2 * pixel.x / size - 1) * Self.halfWidth, y: (1 - 2 * pixel.y / size) * Self.halfWidth)
  }

  /// How many metres of the Earth a pixel spans at a latitude.
  ///
  /// ```swift
  /// WebMercatorPoint.groundResolution(latitude: 0, zoom: 0)        // 156543.03 m
  /// WebMercatorPoint.groundResolution(latitude: 60, zoom: 10)      // 76.44 m
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: in degrees; 0 at a pole.
  ///   - zoom: as of ``pixel(zoom:tileSize:)``.
  ///   - tileSize: the pixels of a tile in each direction.
  /// - Returns: metres on the map's sphere.
  public static func groundResolution(
    latitude: Double, zoom: Double, tileSize: Double = 256
  ) -> Double {
    let size = Self.size(zoom, tileSize)
    return sineAndCosine(degrees: latitude).cosine * (2 * halfWidth / size)
  }

  /// The pixels of the whole map in each direction; exact at whole zooms.
  private static func size(_ zoom: Double, _ tileSize: Double) -> Double {
    let whole = zoom.rounded(.down)
    guard whole.magnitude < 900 else { return .nan }
    let scale = Double(sign: .plus, exponent: Int(whole), significand: tileSize)
    return zoom == whole ? scale : scale * exponential((zoom - whole) * 0.6931471805599453)
  }
}

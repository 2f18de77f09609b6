public import CairnGeodesy
internal import CairnMemory

/// A point in the Web Mercator projection of web maps, EPSG:3857, in projected meters.
///
/// ```swift
/// let point = WebMercatorPoint(Coordinate(latitude: 59.9139, longitude: 10.7522))
/// point.x                                  // 1196929.42…, east of Greenwich
/// point.y                                  // 8380386.19…, north of the equator
/// point.coordinate
/// ```
///
/// The projection treats geodetic coordinates as those of a sphere with the equatorial radius of
/// WGS 84, and its scale grows with the latitude: projected meters equal true meters only at the
/// equator and are half as long at 60°, so do not measure distances with them; see
/// ``groundResolution(latitude:zoom:tileSize:)``. The map is a square from -20,037,508.34 to
/// 20,037,508.34 meters, which ends at 85.05° north and south. The poles are infinitely far away.
///
/// For distances use ``Coordinate/distance(to:on:)``; for equal areas or the poles use another
/// projection.
public struct WebMercatorPoint: Hashable, Sendable, BitwiseCopyable {
  /// The projected meters east of Greenwich.
  public var x: Double
  /// The projected meters north of the equator.
  public var y: Double

  /// The radius of the sphere in meters: the equatorial radius of WGS 84.
  public static let earthRadius = 6_378_137.0

  /// Half the width and height of the map in projected meters.
  public static let halfWidth = earthRadius * .pi

  /// The latitude at which the square map ends, in degrees north and south.
  public static let maximumLatitude = 85.0511287798066

  /// Creates a point from projected meters.
  ///
  /// - Parameters:
  ///   - x: the projected meters to the east.
  ///   - y: the projected meters to the north.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a coordinate.
  ///
  /// - Parameter coordinate: the coordinate. The longitude is not wrapped, so 190 is beyond the
  ///   eastern end of the map. A pole is projected to ±infinity, an invalid coordinate to NaN.
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

  /// The coordinate of the point, with a longitude in -180..<180.
  ///
  /// It is accurate to a few units in the last place, which may differ between platforms. Points
  /// outside the square are valid too; NaN results in an invalid coordinate.
  public var coordinate: Coordinate {
    let longitude = (x / Self.halfWidth * 180).remainder(dividingBy: 360)
    let latitude =
      y.isNaN
      ? Double.nan
      : polarAngle(degreesOfX: 1, y: hyperbolicSineAndCosine(y / Self.earthRadius).sine)
    return Coordinate(latitude: latitude, longitude: longitude == 180 ? -180 : longitude)
  }

  /// Returns the pixel of the map at a zoom, counted from its northwestern corner.
  ///
  /// - Parameters:
  ///   - zoom: the zoom: at 0 the map is one tile, and its width doubles with each step; may be
  ///     fractional.
  ///   - tileSize: the width and height of a tile in pixels.
  /// - Returns: pixels to the east and to the south, as fractional numbers.
  public func pixel(zoom: Double, tileSize: Double = 256) -> (x: Double, y: Double) {
    let size = Self.size(zoom, tileSize)
    return (
      (x / Self.halfWidth + 1) / 2 * size, (1 - y / Self.halfWidth) / 2 * size
    )
  }

  /// Creates the point of a pixel of the map.
  ///
  /// - Parameters:
  ///   - pixel: the pixels to the east and to the south of the northwestern corner of the map.
  ///   - zoom: the zoom, as for ``pixel(zoom:tileSize:)``.
  ///   - tileSize: the width and height of a tile in pixels.
  public init(pixel: (x: Double, y: Double), zoom: Double, tileSize: Double = 256) {
    let size = Self.size(zoom, tileSize)
    self.init(
      x: (2 * pixel.x / size - 1) * Self.halfWidth, y: (1 - 2 * pixel.y / size) * Self.halfWidth)
  }

  /// Returns the size of a pixel on the ground in meters at a latitude.
  ///
  /// ```swift
  /// WebMercatorPoint.groundResolution(latitude: 0, zoom: 0)        // 156543.03 m
  /// WebMercatorPoint.groundResolution(latitude: 60, zoom: 10)      // 76.44 m
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: the latitude in degrees; the result is 0 at a pole.
  ///   - zoom: the zoom, as for ``pixel(zoom:tileSize:)``.
  ///   - tileSize: the width and height of a tile in pixels.
  /// - Returns: meters on the sphere of the map.
  public static func groundResolution(
    latitude: Double, zoom: Double, tileSize: Double = 256
  ) -> Double {
    let size = Self.size(zoom, tileSize)
    return sineAndCosine(degrees: latitude).cosine * (2 * halfWidth / size)
  }

  /// The width and height of the whole map in pixels; exact at integer zooms.
  private static func size(_ zoom: Double, _ tileSize: Double) -> Double {
    let whole = zoom.rounded(.down)
    guard whole.magnitude < 900 else { return .nan }
    let scale = Double(sign: .plus, exponent: Int(whole), significand: tileSize)
    return zoom == whole ? scale : scale * exponential((zoom - whole) * 0.6931471805599453)
  }
}

/// A region between two parallels and two meridians, in degrees; it may cross the antimeridian.
///
/// `west > east` means that the box runs eastward from `west` across 180 to `east`, as in RFC 7946,
/// section 5.2. All four bounds are part of the box.
///
/// ```swift
/// let fiji = BoundingBox(south: -20, west: 177, north: -16, east: -178)
/// fiji.longitudeSpan                                            // 5
/// fiji.contains(Coordinate(latitude: -18, longitude: 180))      // true
/// fiji.contains(Coordinate(latitude: -18, longitude: -179))     // true
/// fiji.contains(Coordinate(latitude: -18, longitude: 0))        // false
/// ```
///
/// Three boxes that are easily confused are distinct values here:
/// - `west == east` is a box of **zero width**; it contains the points of its meridian.
/// - The **full circle** is -180...180. Bounds at least 360 degrees apart, such as 0...360, are
///   stored that way.
/// - An **empty** box contains nothing; see ``empty``.
///
/// Bounds are normalized, so that equal regions are `==`: longitudes are reduced by whole turns
/// without a rounding error, a western bound on the antimeridian is -180, an eastern one 180, and a
/// box of zero width on it has both at -180. Latitudes are clamped to -90...90.
///
/// All longitudes of a pole name one point: a box that reaches a pole contains that pole at any
/// longitude.
///
/// A box is the fastest region to test, without trigonometry, but a coarse one: the box of a circle
/// is a quarter larger than the circle, and one around a pole contains all longitudes. For a radius
/// use a ``Cap``, for an outline a ``GeoPolygon``. Bounds that are not finite, and latitudes in the
/// wrong order, create the empty box.
public struct BoundingBox: Hashable, Sendable, BitwiseCopyable {
  /// The southern bound in degrees, in -90...90.
  public let south: Double
  /// The western bound in degrees, in -180..<180; greater than ``east`` across the antimeridian.
  public let west: Double
  /// The northern bound in degrees, in -90...90.
  public let north: Double
  /// The eastern bound in degrees, in -180...180.
  public let east: Double

  /// Creates a box from its bounds in degrees.
  ///
  /// The box is ``empty`` if `south > north`, if both latitudes are beyond the same pole, or if a
  /// bound is not a number.
  ///
  /// - Parameters:
  ///   - south: the southern bound, clamped to -90...90.
  ///   - west: the western bound, any finite number; greater than `east` for a box across 180.
  ///   - north: the northern bound, clamped to -90...90.
  ///   - east: the eastern bound, any finite number; 360 or more beyond `west` for the full circle.
  public init(south: Double, west: Double, north: Double, east: Double) {
    guard south <= north, south <= 90, north >= -90 else {
      self = .empty
      return
    }
    var start = -180.0
    var end = 180.0
    if !(east - west >= 360) {
      start = longitudeRange(west)
      end = longitudeRange(east)
      guard start.isFinite, end.isFinite else {
        self = .empty
        return
      }
      if end == -180, start != -180 { end = 180 }
    }
    self.init(
      storingSouth: max(south, -90), west: start, north: min(north, 90), east: end)
  }

  /// Stores bounds that are already normalized.
  @inline(__always)
  internal init(storingSouth south: Double, west: Double, north: Double, east: Double) {
    // Adding zero turns -0.0 into 0.0.
    self.south = south + 0
    self.west = west + 0
    self.north = north + 0
    self.east = east + 0
  }

  /// The box of the whole Earth.
  public static var world: BoundingBox {
    BoundingBox(storingSouth: -90, west: -180, north: 90, east: 180)
  }

  /// The box that contains no point.
  ///
  /// It is the identity of the union of boxes. Its bounds are south 90 and north -90.
  public static var empty: BoundingBox {
    BoundingBox(storingSouth: 90, west: 0, north: -90, east: 0)
  }

  /// Whether the box contains no point; a box of zero width or height is not empty.
  public var isEmpty: Bool { south > north }

  /// Whether the box covers every meridian: -180...180.
  public var spansAllLongitudes: Bool { west == -180 && east == 180 && !isEmpty }

  /// Whether the box runs across the antimeridian, so that `west > east`.
  ///
  /// A box that only touches 180 from one side, or spans all longitudes, does not cross.
  public var crossesAntimeridian: Bool { west > east }

  /// The width in degrees of longitude, in 0...360; 0 for an empty box.
  public var longitudeSpan: Double {
    eastward(from: west, to: east)
  }

  /// The height in degrees of latitude, in 0...180; 0 for an empty box.
  public var latitudeSpan: Double { isEmpty ? 0 : north - south }

  /// The midpoint of the bounds in degrees; both numbers are NaN for an empty box.
  ///
  /// This is the midpoint of the latitudes and of the longitudes, not the centroid of the area. The
  /// longitude is in -180..<180.
  public var center: Coordinate {
    guard !isEmpty else { return .nowhere }
    return Coordinate(
      latitude: south + (north - south) / 2,
      longitude: longitudeRange(west + longitudeSpan / 2))
  }

  /// Whether a coordinate is in the box, including its bounds.
  ///
  /// The longitude is taken modulo 360, without a rounding error; at a pole that the box reaches,
  /// any longitude is inside. A coordinate with a number that is not finite, or a latitude outside
  /// -90...90, is in no box.
  ///
  /// - Complexity: O(1), without trigonometry.
  public func contains(_ coordinate: Coordinate) -> Bool {
    contains(latitude: coordinate.latitude, longitude: longitudeRange(coordinate.longitude))
  }

  /// Equivalent to ``contains(_:)`` for a longitude in -180..<180 or NaN.
  @inline(__always)
  internal func contains(latitude: Double, longitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    if containsLongitude(longitude) { return true }
    return abs(latitude) == 90 && longitude.isFinite
  }

  /// Whether a longitude in -180..<180 is between the meridians of the box.
  @inline(__always)
  internal func containsLongitude(_ longitude: Double) -> Bool {
    if west <= east {
      return (longitude >= west && longitude <= east) || (longitude == -180 && east == 180)
    }
    return longitude >= west || longitude <= east
  }
}

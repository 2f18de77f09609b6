public import CairnGeodesy

/// A place in the Universal Polar Stereographic grid: meters around a pole.
///
/// ```swift
/// let camp = try UPSCoordinate(Coordinate(latitude: 85, longitude: 30))
/// camp.description   // north 2277728.696 1518959.788
/// ```
///
/// The grid covers the latitudes that ``UTMCoordinate`` does not: from 84° to the north pole and
/// from 80° to the south pole, plus half a degree. The pole is at 2,000,000, 2,000,000; the
/// meridian of 0° points down in the north and up in the south. The only error is rounding, a few
/// nanometers.
///
/// Source: NGA.SIG.0012 (2014), see ``UTMCoordinate``; J. P. Snyder, doi:10.3133/pp1395.
public struct UPSCoordinate: Hashable, Sendable {
  /// The pole.
  public let hemisphere: Hemisphere
  /// Meters; 2,000,000 on the meridians of 0 and 180.
  public let easting: Double
  /// Meters; 2,000,000 on the meridians of 90 and -90.
  public let northing: Double

  internal static let centralScale = 0.994
  internal static let falseOrigin = 2_000_000.0

  /// Creates the grid coordinate of a place.
  ///
  /// - Parameter coordinate: a place north of 83.5° or south of -79.5°.
  /// - Throws: ``GridError``.
  /// - Complexity: O(1).
  public init(_ coordinate: Coordinate) throws(GridError) {
    guard coordinate.isValid else {
      throw .invalidCoordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    guard coordinate.latitude >= 83.5 || coordinate.latitude <= -79.5 else {
      throw .outsideOfGrid(latitude: coordinate.latitude)
    }
    hemisphere = coordinate.latitude < 0 ? .south : .north
    let point = PolarStereographic.point(
      latitude: coordinate.latitude.magnitude, longitude: coordinate.normalized.longitude)
    easting = Self.falseOrigin + Self.centralScale * point.easting
    northing =
      Self.falseOrigin
      + Self.centralScale * (hemisphere == .north ? point.northing : -point.northing)
  }

  /// Creates a grid coordinate from its parts.
  ///
  /// - Parameters:
  ///   - hemisphere: the pole.
  ///   - easting: meters, in 0...4,000,000.
  ///   - northing: meters, in 0...4,000,000.
  /// - Throws: ``GridError``.
  public init(hemisphere: Hemisphere, easting: Double, northing: Double) throws(GridError) {
    guard 0...4_000_000 ~= easting, 0...4_000_000 ~= northing else {
      throw .outOfRange(easting: easting, northing: northing)
    }
    self.hemisphere = hemisphere
    self.easting = easting
    self.northing = northing
  }

  /// The place in degrees, with a longitude in -180..<180; at a pole it is 0.
  public var coordinate: Coordinate {
    Self.place(hemisphere, easting: easting, northing: northing)
  }

  /// The place at an easting and northing of the grid, without a check.
  internal static func place(
    _ hemisphere: Hemisphere, easting: Double, northing: Double
  ) -> Coordinate {
    let east = (easting - falseOrigin) / centralScale
    let north = (northing - falseOrigin) / centralScale
    let (latitude, longitude) = PolarStereographic.place(
      easting: east, northing: hemisphere == .north ? north : -north)
    return Coordinate(
      latitude: hemisphere == .north ? latitude : -latitude, longitude: longitude
    ).normalized
  }
}

extension UPSCoordinate: CustomStringConvertible {
  /// Hemisphere, easting and northing to the millimeter: `north 2277728.696 1518959.788`.
  public var description: String { formatted(digits: 3) }

  /// Hemisphere, easting and northing, correctly rounded.
  ///
  /// - Parameter digits: digits after the decimal point, 0 to 9.
  /// - Returns: one line.
  public func formatted(digits: Int = 0) -> String {
    let digits = min(max(digits, 0), 9)
    return "\(hemisphere.rawValue) \(decimalText(easting, digits: digits)) "
      + decimalText(northing, digits: digits)
  }

  /// Parses a hemisphere or one of the letters A, B, Y and Z, an easting and a northing.
  ///
  /// `north 2277698 1519014`, `N 2277698 1519014`, `Z 2277698 1519014`. A letter must fit the
  /// easting: A and Y are the western halves.
  ///
  /// - Parameter text: one coordinate, optionally surrounded by blanks.
  /// - Throws: ``GridParsingError`` with the position of the first error.
  public init(parsing text: some StringProtocol) throws(GridParsingError) {
    let form = "north or south, an easting and a northing in meters"
    var scanner = try GridScanner(String(text))
    scanner.skipBlanks()
    let start = scanner.position
    let word = scanner.word()
    scanner.skipSeparator()
    let eastingStart = scanner.position
    guard let easting = scanner.number() else { throw scanner.error(.otherForm, at: start, form) }
    scanner.skipSeparator()
    guard let northing = scanner.number() else { throw scanner.error(.otherForm, at: start, form) }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw scanner.error(.malformed, "the end of the text") }
    let letter = word.count == 1 ? scanner.byte(at: word.lowerBound) : 0
    let hemisphere: Hemisphere
    if scanner.holds("NORTH", in: word) || "NYZ".utf8.contains(letter) {
      hemisphere = .north
    } else if scanner.holds("SOUTH", in: word) || "SAB".utf8.contains(letter) {
      hemisphere = .south
    } else {
      throw scanner.error(.otherForm, at: start, form)
    }
    let isWest = "AY".utf8.contains(letter)
    if isWest || "BZ".utf8.contains(letter), isWest != (easting < Self.falseOrigin) {
      throw scanner.error(
        .outOfRange, at: eastingStart, "an easting in the half given by the letter")
    }
    do throws(GridError) {
      try self.init(hemisphere: hemisphere, easting: easting, northing: northing)
    } catch {
      throw scanner.error(.outOfRange, at: eastingStart, "meters in 0...4000000")
    }
  }
}

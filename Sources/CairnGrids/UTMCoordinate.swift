public import CairnGeodesy

/// The half of the Earth from whose equator or pole a grid coordinate counts.
public enum Hemisphere: String, Hashable, Sendable, CustomStringConvertible {
  /// The northern half, including the equator.
  case north
  /// The southern half, without the equator.
  case south

  /// `north` or `south`.
  public var description: String { rawValue }
}

/// A place in the Universal Transverse Mercator grid: a zone of six degrees, and meters in it.
///
/// ```swift
/// let vienna = try UTMCoordinate(Coordinate(latitude: 48.2082, longitude: 16.3738))
/// vienna.zone                    // 33
/// vienna.easting                 // 602065.207...
/// vienna.description             // 33north 602065.207 5340353.594
/// try UTMCoordinate(parsing: "33U 602065 5340354").coordinate
/// ```
///
/// The grid covers 80° south to below 84° north; ``UPSCoordinate`` covers the rest. Zones are those
/// of the standard, with the wider ones of Norway (32V) and Svalbard (31X, 33X, 35X, 37X), unless
/// another is given. Eastings count from 500 km west of the zone's central meridian, northings from
/// the equator or, in the south, from 10,000 km south of it. All coordinates are on WGS 84.
///
/// Positions are accurate to 5 nm in both directions. Distances and directions on the map differ
/// from those on the ground by ``scale`` and ``convergence``: use ``Coordinate/distance(to:on:)``
/// for the true ones, and never compare places of different zones by their eastings and northings.
///
/// Source: NGA.SIG.0012, "The Universal Grids and the Transverse Mercator and Polar Stereographic
/// Map Projections" (2014); C. F. F. Karney, doi:10.1007/s00190-011-0445-3.
public struct UTMCoordinate: Hashable, Sendable {
  /// The zone, in 1...60.
  public let zone: Int
  /// The hemisphere of the northing.
  public let hemisphere: Hemisphere
  /// Meters; 500,000 on the central meridian; in 0...1,000,000.
  public let easting: Double
  /// Meters from the equator, or from 10,000,000 meters south of it.
  public let northing: Double

  /// The scale on the central meridian.
  internal static let centralScale = 0.9996
  internal static let falseEasting = 500_000.0
  internal static let falseNorthing = 10_000_000.0
  /// Meters from the equator to a pole.
  internal static let poleNorthing =
    centralScale * TransverseMercator.wgs84.point(latitude: 90, longitude: 0).northing

  /// Creates the grid coordinate of a place.
  ///
  /// - Parameters:
  ///   - coordinate: a place from 80° south to below 84° north; with a zone, any latitude.
  ///   - zone: a zone to use instead of the standard one. Its central meridian must be so close
  ///     that the easting is in 0...1,000,000.
  /// - Throws: ``GridError``.
  /// - Complexity: O(1).
  public init(_ coordinate: Coordinate, zone: Int? = nil) throws(GridError) {
    let place = coordinate.normalized
    guard coordinate.isValid else {
      throw .invalidCoordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    let number: Int
    if let zone {
      guard 1...60 ~= zone else { throw .noSuchZone(zone) }
      number = zone
    } else {
      guard let zone = Self.standardZone(of: place) else {
        throw .outsideOfGrid(latitude: coordinate.latitude)
      }
      number = zone
    }
    var longitude = place.longitude - Self.centralMeridian(of: number)
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    guard longitude.magnitude <= 90 else { throw .farFromZone(number) }
    let point = TransverseMercator.wgs84.point(latitude: place.latitude, longitude: longitude)
    easting = Self.falseEasting + Self.centralScale * point.easting
    guard 0...1_000_000 ~= easting else { throw .farFromZone(number) }
    hemisphere = place.latitude < 0 ? .south : .north
    // A place slightly south of the equator must not round onto it.
    northing =
      hemisphere == .north
      ? Self.centralScale * point.northing
      : min(Self.falseNorthing + Self.centralScale * point.northing, Self.falseNorthing.nextDown)
    self.zone = number
  }

  /// Creates a grid coordinate from its parts.
  ///
  /// - Parameters:
  ///   - zone: the zone, in 1...60.
  ///   - hemisphere: the hemisphere of the northing.
  ///   - easting: meters, in 0...1,000,000.
  ///   - northing: meters, from the equator to the pole of the hemisphere.
  /// - Throws: ``GridError``.
  public init(
    zone: Int, hemisphere: Hemisphere, easting: Double, northing: Double
  ) throws(GridError) {
    guard 1...60 ~= zone else { throw .noSuchZone(zone) }
    let fromEquator = hemisphere == .north ? northing : Self.falseNorthing - northing
    guard 0...1_000_000 ~= easting, 0...Self.poleNorthing ~= fromEquator else {
      throw .outOfRange(easting: easting, northing: northing)
    }
    self.zone = zone
    self.hemisphere = hemisphere
    self.easting = easting
    self.northing = northing
  }

  /// The place in degrees, with a longitude in -180..<180.
  public var coordinate: Coordinate {
    Self.place(
      zone: zone, easting: easting,
      northing: hemisphere == .north ? northing : northing - Self.falseNorthing)
  }

  /// The place at an easting and a northing from the equator, without a check.
  internal static func place(zone: Int, easting: Double, northing: Double) -> Coordinate {
    let (latitude, longitude) = TransverseMercator.wgs84.place(
      easting: (easting - falseEasting) / centralScale, northing: northing / centralScale)
    return Coordinate(
      latitude: latitude, longitude: centralMeridian(of: zone) + longitude
    ).normalized
  }

  /// The bearing of grid north at the place: degrees clockwise from true north.
  public var convergence: Double { point.convergence }

  /// The ratio of the length of a short line on the map to that on the ground.
  public var scale: Double { Self.centralScale * point.scale }

  private var point: TransverseMercator.Point {
    let place = coordinate
    let longitude = (place.longitude - Self.centralMeridian(of: zone)).remainder(dividingBy: 360)
    return TransverseMercator.wgs84.point(latitude: place.latitude, longitude: longitude)
  }

  /// The central meridian of a zone, in degrees.
  internal static func centralMeridian(of zone: Int) -> Double { Double(6 * zone - 183) }

  /// The zone of a place, with the exceptions of Norway and Svalbard.
  ///
  /// - Parameter coordinate: a place; its longitude counts modulo 360.
  /// - Returns: 1 to 60; nil in the area of UPS, and for a coordinate that is not valid.
  public static func standardZone(of coordinate: Coordinate) -> Int? {
    guard coordinate.isValid, coordinate.latitude >= -80, coordinate.latitude < 84 else {
      return nil
    }
    let (latitude, longitude) = (coordinate.latitude, coordinate.normalized.longitude)
    if latitude >= 56, latitude < 64, longitude >= 3, longitude < 12 { return 32 }
    if latitude >= 72, longitude >= 0, longitude < 42 {
      return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    return Int((longitude / 6).rounded(.down)) + 31
  }
}

extension UTMCoordinate: CustomStringConvertible {
  /// Zone, hemisphere, easting and northing to the millimeter: `33north 602065.207 5340353.594`.
  ///
  /// The hemisphere is written out, since a single S is also the letter of a northern band.
  public var description: String { formatted(digits: 3) }

  /// Zone, hemisphere, easting and northing, correctly rounded.
  ///
  /// - Parameter digits: digits after the decimal point, 0 to 9.
  /// - Returns: one line.
  public func formatted(digits: Int = 0) -> String {
    let digits = min(max(digits, 0), 9)
    return "\(zone)\(hemisphere.rawValue) \(decimalText(easting, digits: digits)) "
      + decimalText(northing, digits: digits)
  }

  /// Parses a zone with a hemisphere or the letter of a band, an easting and a northing.
  ///
  /// `33north 602074 5340391`, `33N 602074 5340391`, `33U 602074.17 5340390.66`,
  /// `33 U 602074 mE 5340391 mN`. The letter S means south and is also a band of the north (32° to
  /// 40°): if the northing fits both, the text is rejected with an error that names both. Any other
  /// letter of a band must fit the northing.
  ///
  /// - Parameter text: one coordinate, optionally surrounded by blanks.
  /// - Throws: ``GridParsingError`` with the position of the first error.
  public init(parsing text: some StringProtocol) throws(GridParsingError) {
    var scanner = try GridScanner(String(text))
    let parts = try UTMParts(&scanner)
    let word = parts.word
    if scanner.holds("NORTH", in: word) || scanner.holds("N", in: word) {
      // Band N is in the north, so both meanings of N give the same place.
      self = try parts.checked(.north, scanner)
      return
    }
    if scanner.holds("SOUTH", in: word) {
      self = try parts.checked(.south, scanner)
      return
    }
    guard word.count == 1, let band = LatitudeBand(letter: scanner.byte(at: word.lowerBound)) else {
      throw scanner.error(
        .malformed, at: word.lowerBound, "north, south or the letter of a band, C to X")
    }
    let banded = parts.coordinate(band.hemisphere)
    let fits = banded.map { band.isNear(latitude: $0.coordinate.latitude) } ?? false
    if band.letter == UInt8(ascii: "S") {
      if fits, parts.coordinate(.south) != nil {
        throw scanner.error(
          .ambiguous, at: word.lowerBound,
          "north or south, since S means south and also a band of the north (32 to 40 degrees)")
      }
      self = try parts.checked(fits ? .north : .south, scanner)
      return
    }
    let inHemisphere = try parts.checked(band.hemisphere, scanner)
    guard fits else {
      throw scanner.error(
        .outOfRange, at: parts.northingStart, "a northing in the band given by its letter")
    }
    self = inHemisphere
  }
}

/// The parts of a coordinate as they are written, before the word after the zone is understood.
private struct UTMParts {
  /// The zone, in 1...60.
  let zone: Int
  /// The offsets of the hemisphere or the letter of a band.
  let word: Range<Int>
  let easting: Double
  let eastingStart: Int
  let northing: Double
  let northingStart: Int

  /// Reads to the end of the text.
  init(_ scanner: inout GridScanner) throws(GridParsingError) {
    scanner.skipBlanks()
    let start = scanner.position
    let (zone, count) = scanner.digits()
    guard 1...2 ~= count else {
      throw scanner.error(.otherForm, at: start, "a zone such as 33U, an easting and a northing")
    }
    scanner.skipBlanks()
    word = scanner.word()
    scanner.skipSeparator()
    guard !word.isEmpty, scanner.isDigit else {
      throw scanner.error(.otherForm, "a zone such as 33U, an easting and a northing")
    }
    eastingStart = scanner.position
    easting = scanner.number() ?? .nan
    scanner.skipUnit("E")
    scanner.skipSeparator()
    northingStart = scanner.position
    guard let northing = scanner.number() else {
      throw scanner.error(.malformed, "a northing in meters")
    }
    self.northing = northing
    scanner.skipUnit("N")
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw scanner.error(.malformed, "the end of the text") }
    guard 1...60 ~= zone else { throw scanner.error(.outOfRange, at: start, "a zone of 1...60") }
    self.zone = Int(zone)
  }

  /// The coordinate in a hemisphere, or nil if the numbers are outside its range.
  func coordinate(_ hemisphere: Hemisphere) -> UTMCoordinate? {
    try? UTMCoordinate(zone: zone, hemisphere: hemisphere, easting: easting, northing: northing)
  }

  /// The coordinate in a hemisphere, or an error at the number that is outside its range.
  func checked(
    _ hemisphere: Hemisphere, _ scanner: GridScanner
  ) throws(GridParsingError) -> UTMCoordinate {
    if let coordinate = coordinate(hemisphere) { return coordinate }
    let isEasting = !(0...1_000_000 ~= easting)
    throw scanner.error(
      .outOfRange, at: isEasting ? eastingStart : northingStart,
      isEasting ? "an easting of 0...1000000 meters" : "a northing between equator and pole")
  }
}

extension GridScanner {
  /// Skips `m` and the letter of an axis after a number of meters.
  fileprivate mutating func skipUnit(_ axis: Unicode.Scalar) {
    let before = self
    skipBlanks()
    let word = word()
    let isUnit =
      word.count == 1
      && (byte(at: word.lowerBound) == UInt8(ascii: "M")
        || byte(at: word.lowerBound) == UInt8(ascii: axis))
      || word.count == 2 && byte(at: word.lowerBound) == UInt8(ascii: "M")
        && byte(at: word.lowerBound + 1) == UInt8(ascii: axis)
    guard isUnit else {
      self = before
      return
    }
    guard word.count == 1, byte(at: word.lowerBound) == UInt8(ascii: "M") else { return }
    let afterUnit = self
    skipBlanks()
    let letter = self.word()
    if letter.count != 1 || byte(at: letter.lowerBound) != UInt8(ascii: axis) { self = afterUnit }
  }
}

public import CairnGeodesy

/// A square of the Military Grid Reference System: a zone, a 100 km square and digits within.
///
/// ```swift
/// let stephansdom = Coordinate(latitude: 48.2085, longitude: 16.3731)
/// let square = try MGRSSquare(stephansdom, precision: 4)
/// square.description    // 33UXP02014038
/// square.size           // 10.0 meters
/// square.center         // 48.2085..., 16.3731...
/// try MGRSSquare(parsing: "33U XP 0201 4038") == square   // true
/// ```
///
/// The system covers the Earth: squares of UTM from 80° south to below 84° north, in the zones of
/// ``UTMCoordinate/standardZone(of:)``, and of UPS around the poles. Digits are truncated, never
/// rounded: a square includes its southern and western edge, and a longer reference is within the
/// shorter one. Five digits each are one meter; up to eleven digits, a micrometer, are parsed and
/// written.
///
/// Squares are those of the grid: at the border of a zone they extend beyond it, so a center may be
/// in the next zone. They are not suitable as index cells, because they break at each zone; use a
/// geohash for that.
///
/// Source: NGA.SIG.0012 (2014), chapter on MGRS, with the lettering of WGS 84 ("AA").
public struct MGRSSquare: Hashable, Sendable {
  /// The zone of UTM, in 1...60; nil around the poles.
  public let zone: Int?
  /// The letter of the band: C to X in UTM, A and B at the south pole, Y and Z at the north pole.
  public let band: Character
  /// The number of digits of each of easting and northing, 0 to 11.
  public let precision: Int

  /// The southwestern corner in the grid of UTM or UPS, in micrometers; the northing of the
  /// southern hemisphere counts from 10,000 km south of the equator.
  internal let easting: Int64
  internal let northing: Int64

  /// The maximum number of digits of each of easting and northing.
  public static var maximumPrecision: Int { 11 }

  /// Creates the square that contains a place.
  ///
  /// - Parameters:
  ///   - coordinate: any place; a pole is in the eastern half.
  ///   - precision: digits of each of easting and northing, in 0...11: 5 give a square of one
  ///     meter, 0 one of 100 km.
  /// - Throws: ``GridError``.
  /// - Complexity: O(1).
  public init(_ coordinate: Coordinate, precision: Int = 5) throws(GridError) {
    guard 0...Self.maximumPrecision ~= precision else {
      throw .unsupportedPrecision(precision, lowest: 0, highest: Self.maximumPrecision)
    }
    guard coordinate.isValid else {
      throw .invalidCoordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    let (east, north): (Double, Double)
    if UTMCoordinate.standardZone(of: coordinate) != nil {
      let place = try UTMCoordinate(coordinate)
      zone = place.zone
      band = Character(
        Unicode.Scalar(LatitudeBand(latitude: coordinate.latitude).letter))
      (east, north) = (place.easting, place.northing)
    } else {
      let place = try UPSCoordinate(coordinate)
      zone = nil
      let isWest = place.easting < UPSCoordinate.falseOrigin
      band = place.hemisphere == .north ? (isWest ? "Y" : "Z") : (isWest ? "A" : "B")
      (east, north) = (place.easting, place.northing)
    }
    let unit = Self.unit(precision)
    let (x, y) = (Int64((east * 1e6).rounded(.down)), Int64((north * 1e6).rounded(.down)))
    easting = x - x % unit
    northing = y - y % unit
    self.precision = precision
  }

  private init(zone: Int?, band: Character, precision: Int, easting: Int64, northing: Int64) {
    self.zone = zone
    self.band = band
    self.precision = precision
    self.easting = easting
    self.northing = northing
  }

  /// The length of a side, in micrometers.
  internal static func unit(_ precision: Int) -> Int64 {
    var unit: Int64 = 100_000_000_000
    for _ in 0..<precision { unit /= 10 }
    return unit
  }

  /// The length of a side, in meters on the map.
  public var size: Double { Double(Self.unit(precision)) / 1e6 }

  private var hemisphere: Hemisphere {
    switch band {
    case "A", "B": .south
    case "Y", "Z": .north
    default: band < "N" ? .south : .north
    }
  }

  /// The place at an offset in micrometers from the square's corner in the grid.
  private func place(_ x: Double, _ y: Double) -> Coordinate {
    let (east, north) = ((Double(easting) + x) / 1e6, (Double(northing) + y) / 1e6)
    guard let zone else { return UPSCoordinate.place(hemisphere, easting: east, northing: north) }
    return UTMCoordinate.place(
      zone: zone, easting: east,
      northing: hemisphere == .north ? north : north - UTMCoordinate.falseNorthing)
  }

  /// The center of the square in the grid, as a place.
  public var center: Coordinate {
    let half = Double(Self.unit(precision)) / 2
    return place(half, half)
  }

  /// The southwestern corner in the grid, as a place.
  public var southWest: Coordinate { place(0, 0) }

  /// The smallest box that contains the square.
  ///
  /// A square of the grid is not a rectangle in degrees: its edges bend, so the box is larger. It
  /// contains the whole square of the grid, including parts beyond the zone or the band.
  public var boundingBox: BoundingBox {
    let side = Double(Self.unit(precision))
    let corners = [place(0, 0), place(side, 0), place(side, side), place(0, side)]
    let south = corners.map(\.latitude).min() ?? .nan
    let north = corners.map(\.latitude).max() ?? .nan
    // Grid lines include the central meridian and those through the pole, so that no square is on
    // both sides of one: latitudes are extreme at corners. A pole's longitude is arbitrary.
    let middle = center.longitude
    let offsets = corners.filter { $0.latitude.magnitude < 90 }.map {
      ($0.longitude - middle).remainder(dividingBy: 360)
    }
    let west = middle + (offsets.min() ?? -180)
    let east = middle + (offsets.max() ?? 180)
    // The rounding of a place is about 1e-13 degrees.
    let slack = 1e-12
    return BoundingBox(
      south: max(-90, south - slack), west: west - slack, north: min(90, north + slack),
      east: east + slack)
  }
}

extension MGRSSquare: CustomStringConvertible {
  /// The letters of columns, rows and halves.
  private enum Letters {
    /// The column letters of zones 1, 2 and 3, which repeat every three zones.
    static let columns = ["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"].map { Array($0.utf8) }
    /// The row letters from the equator in odd zones; even zones start at the sixth letter.
    static let rows = Array("ABCDEFGHJKLMNPQRSTUV".utf8)

    /// Around a pole: the columns of a half, the first column's meters / 100,000, and the same for
    /// rows.
    static func polar(
      _ band: Character
    ) -> (columns: [UInt8], firstColumn: Int64, rows: [UInt8], firstRow: Int64) {
      switch band {
      case "A": (Array("JKLPQRSTUXYZ".utf8), 8, southRows, 8)
      case "B": (Array("ABCFGHJKLPQR".utf8), 20, southRows, 8)
      case "Y": (Array("RSTUXYZ".utf8), 13, northRows, 13)
      default: (Array("ABCFGHJ".utf8), 20, northRows, 13)
      }
    }
    private static let southRows = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    private static let northRows = Array("ABCDEFGHJKLMNP".utf8)
  }

  private static let side: Int64 = 100_000_000_000

  /// The letters of the 100 km square.
  private var letters: (column: UInt8, row: UInt8) {
    let (column, row) = (easting / Self.side, northing / Self.side)
    if let zone {
      let columns = Letters.columns[(zone - 1) % 3]
      // Eastings of a zone are within 100...900 km.
      let index = min(max(Int(column) - 1, 0), columns.count - 1)
      return (columns[index], Letters.rows[(Int(row) + (zone % 2 == 0 ? 5 : 0)) % 20])
    }
    let polar = Letters.polar(band)
    let columnIndex = min(max(Int(column - polar.firstColumn), 0), polar.columns.count - 1)
    let rowIndex = min(max(Int(row - polar.firstRow), 0), polar.rows.count - 1)
    return (polar.columns[columnIndex], polar.rows[rowIndex])
  }

  /// The reference without blanks: `33UXP02014038`, `ZAH7769919013`.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(27)
    if let zone {
      text.append(UInt8(48 + zone / 10))
      text.append(UInt8(48 + zone % 10))
    }
    text.append(contentsOf: band.utf8)
    let (column, row) = letters
    text.append(column)
    text.append(row)
    for number in [easting, northing] {
      var unit = Self.side
      for _ in 0..<precision {
        unit /= 10
        text.append(UInt8(48 + number / unit % 10))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses a reference, with or without blanks between its parts, in upper or lower case.
  ///
  /// `33UXP0201040420`, `33U XP 02010 40420`, `4QFJ123678`, `ZAH7769919013`, `33UXP`. Letters that
  /// contradict each other are an error: a row that the band does not reach, a column that the zone
  /// does not have.
  ///
  /// - Parameter text: one reference, optionally surrounded by blanks.
  /// - Throws: ``GridParsingError`` with the position of the first error.
  public init(parsing text: some StringProtocol) throws(GridParsingError) {
    var scanner = try GridScanner(String(text))
    let parts = try MGRSParts(&scanner)
    self =
      parts.zone == nil
      ? try Self.polar(parts, scanner) : try Self.universalTransverseMercator(parts, scanner)
  }

  /// The square of a reference without a zone: a band of the polar regions.
  private static func polar(
    _ parts: MGRSParts, _ scanner: GridScanner
  ) throws(GridParsingError) -> MGRSSquare {
    let (letters, positions) = (parts.letters, parts.letterPositions)
    guard "ABYZ".utf8.contains(letters[0]) else {
      throw scanner.error(
        .otherForm, at: parts.start, "a zone of 1...60, or the band A, B, Y or Z")
    }
    let polar = Letters.polar(parts.band)
    guard let column = polar.columns.firstIndex(of: letters[1]) else {
      throw scanner.error(.outOfRange, at: positions[1], "a column of the band \(parts.band)")
    }
    guard let row = polar.rows.firstIndex(of: letters[2]) else {
      throw scanner.error(.outOfRange, at: positions[2], "a row of the band \(parts.band)")
    }
    let unit = Self.unit(parts.precision)
    return MGRSSquare(
      zone: nil, band: parts.band, precision: parts.precision,
      easting: (polar.firstColumn + Int64(column)) * side + parts.easting * unit,
      northing: (polar.firstRow + Int64(row)) * side + parts.northing * unit)
  }

  /// The square of a reference with a zone.
  private static func universalTransverseMercator(
    _ parts: MGRSParts, _ scanner: GridScanner
  ) throws(GridParsingError) -> MGRSSquare {
    let (letters, positions) = (parts.letters, parts.letterPositions)
    guard let zone = parts.zone, 1...60 ~= zone else {
      throw scanner.error(.outOfRange, at: parts.start, "a zone of 1...60")
    }
    guard let latitudes = LatitudeBand(letter: letters[0]) else {
      throw scanner.error(.outOfRange, at: positions[0], "a band of C to X without I and O")
    }
    let columns = Letters.columns[(zone - 1) % 3]
    guard let column = columns.firstIndex(of: letters[1]) else {
      throw scanner.error(
        .outOfRange, at: positions[1],
        "a column of zone \(zone), one of \(String(decoding: columns, as: UTF8.self))")
    }
    guard let rowLetter = Letters.rows.firstIndex(of: letters[2]) else {
      throw scanner.error(.outOfRange, at: positions[2], "a row of A to V without I and O")
    }
    let row = (rowLetter + (zone % 2 == 0 ? 15 : 0)) % 20
    let columnMeters = Double(column + 1) * 100_000
    guard
      let fromEquator = latitudes.northing(ofRow: Double(row) * 100_000, column: columnMeters)
    else {
      throw scanner.error(
        .outOfRange, at: positions[2],
        "a row that intersects the band \(parts.band) in this column")
    }
    let rowMeters =
      latitudes.hemisphere == .north ? fromEquator : fromEquator + UTMCoordinate.falseNorthing
    let unit = Self.unit(parts.precision)
    return MGRSSquare(
      zone: zone, band: parts.band, precision: parts.precision,
      easting: Int64(columnMeters) * 1_000_000 + parts.easting * unit,
      northing: Int64(rowMeters.rounded()) * 1_000_000 + parts.northing * unit)
  }
}

/// The parts of a reference as they are written, before its letters are looked up.
private struct MGRSParts {
  /// The offset of the first character that is not a blank.
  let start: Int
  /// The number before the letters, if there is one.
  let zone: Int?
  /// The letters of band, column and row.
  private(set) var letters: [UInt8] = []
  private(set) var letterPositions: [Int] = []
  /// The number of digits of each number.
  private(set) var precision = 0
  /// The digits of each number, in units of the last digit.
  private(set) var easting: Int64 = 0
  private(set) var northing: Int64 = 0

  var band: Character { Character(Unicode.Scalar(letters[0])) }

  /// Reads to the end of the text.
  init(_ scanner: inout GridScanner) throws(GridParsingError) {
    scanner.skipBlanks()
    start = scanner.position
    let (number, zoneDigits) = scanner.digits()
    zone = zoneDigits > 0 ? Int(number) : nil
    guard zoneDigits <= 2 else { throw otherForm(scanner) }
    scanner.skipBlanks()
    while letters.count < 3, scanner.isLetter {
      letters.append(scanner.byte)
      letterPositions.append(scanner.position)
      scanner.advance()
      scanner.skipBlanks()
    }
    guard letters.count == 3 else { throw otherForm(scanner) }
    try readNumbers(&scanner)
  }

  private mutating func readNumbers(_ scanner: inout GridScanner) throws(GridParsingError) {
    let digitsStart = scanner.position
    let (first, firstCount) = scanner.digits()
    let hasGap = !scanner.isAtEnd
    scanner.skipBlanks()
    let (second, secondCount) = scanner.digits()
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw otherForm(scanner) }
    let isOneRun = !hasGap || secondCount == 0
    guard isOneRun ? firstCount % 2 == 0 : firstCount == secondCount else {
      throw scanner.error(
        .malformed, at: digitsStart, "equally many digits of easting and northing")
    }
    precision = isOneRun ? firstCount / 2 : firstCount
    guard precision <= MGRSSquare.maximumPrecision else {
      throw scanner.error(.malformed, at: digitsStart, "at most 11 digits of each")
    }
    // A single run may have 22 digits, more than fit into one number.
    (easting, northing) =
      isOneRun ? scanner.halves(at: digitsStart, count: firstCount) : (first, second)
  }

  private func otherForm(_ scanner: GridScanner) -> GridParsingError {
    scanner.error(.otherForm, at: start, "an MGRS reference such as 33UXP0201040420")
  }
}

extension GridScanner {
  /// The two halves of a run of digits that may be too long for a single number.
  fileprivate func halves(at start: Int, count: Int) -> (Int64, Int64) {
    func number(_ range: Range<Int>) -> Int64 {
      range.prefix(18).reduce(0) { $0 * 10 + Int64(byte(at: $1) - 48) }
    }
    let middle = start + count / 2
    return (number(start..<middle), number(middle..<start + count))
  }
}

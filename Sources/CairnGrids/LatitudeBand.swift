internal import CairnGeodesy

/// A band of latitude in UTM and MGRS: eight degrees each from C at 80° south, except X, which has
/// twelve degrees, up to 84° north.
internal struct LatitudeBand {
  /// From -10 for C to 9 for X; the band of index 0 begins at the equator.
  let index: Int

  /// C to X without I and O.
  private static let letters = Array("CDEFGHJKLMNPQRSTUVWX".utf8)

  /// Creates the band of a latitude in -80...84.
  init(latitude: Double) {
    index = min(max(Int((latitude / 8).rounded(.down)), -10), 9)
  }

  /// Creates the band of an uppercase letter; nil for any other character.
  init?(letter: UInt8) {
    guard let offset = Self.letters.firstIndex(of: letter) else { return nil }
    index = offset - 10
  }

  var letter: UInt8 { Self.letters[index + 10] }
  var hemisphere: Hemisphere { index < 0 ? .south : .north }
  var south: Double { Double(8 * index) }
  var north: Double { index == 9 ? 84 : Double(8 * index + 8) }

  /// Whether a latitude is in the band, or so close that rounding of meters may have moved it
  /// there.
  func isNear(latitude: Double) -> Bool {
    latitude >= south - 1e-5 && latitude <= north + 1e-5
  }

  /// The lower edge of the row of 100 km with a given letter that intersects the band in a column,
  /// in meters from the equator.
  ///
  /// Rows repeat after 2,000 km; the height of a band with its curved edges is less than that, so
  /// at most one of the rows of a letter intersects it.
  ///
  /// - Parameters:
  ///   - row: the lower edge of the row in meters modulo 2,000 km, in the hemisphere's own count.
  ///   - column: the western edge of the column in meters.
  /// - Returns: meters from the equator, negative in the south; nil if no such row intersects the
  ///   band.
  func northing(ofRow row: Double, column: Double) -> Double? {
    // Southern squares are mirrored, so that their upper edge becomes the lower one.
    let isSouth = index < 0
    let row = isSouth ? 1_900_000 - row : row
    let lowest = isSouth ? -north : south
    let highest = isSouth ? -south : north
    let (low, high) = Self.edges[index + 10]
    let middle = (low + high) / 2 - 50_000
    let northing = row + 2_000_000 * ((middle - row) / 2_000_000).rounded()
    // Parallels curve by less than 60 km within a zone.
    let isSure = northing >= low + 60_000 && northing + 100_000 <= high
    if !isSure {
      let distances = [
        (column - UTMCoordinate.falseEasting).magnitude,
        (column + 100_000 - UTMCoordinate.falseEasting).magnitude,
      ]
      let far = max(distances[0], distances[1])
      // The edge nearer to the central meridian.
      let near = min(distances[0], distances[1])
      func latitude(_ easting: Double, _ northing: Double) -> Double {
        TransverseMercator.wgs84.place(
          easting: easting / UTMCoordinate.centralScale,
          northing: northing / UTMCoordinate.centralScale
        ).latitude
      }
      guard northing >= 0, latitude(near, northing + 100_000) > lowest,
        latitude(far, northing) < highest
      else { return nil }
    }
    return isSouth ? -northing - 100_000 : northing
  }

  private init(index: Int) {
    self.index = index
  }

  /// Meters from the equator to the edges of each band on the central meridian, the nearer first.
  private static let edges: [(low: Double, high: Double)] = (-10..<10).map { index in
    func northing(_ latitude: Double) -> Double {
      UTMCoordinate.centralScale
        * TransverseMercator.wgs84.point(latitude: latitude.magnitude, longitude: 0).northing
    }
    let band = LatitudeBand(index: index)
    return index < 0
      ? (northing(band.north), northing(band.south)) : (northing(band.south), northing(band.north))
  }
}

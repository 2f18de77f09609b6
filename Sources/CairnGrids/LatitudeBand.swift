internal import CairnGeodesy

/// A band of eight degrees of latitude in the grid of UTM and MGRS: C from 80° south to X, which
/// has twelve degrees, up to 84° north.
internal struct LatitudeBand {
  /// From -10 for C to 9 for X; 0 begins at the equator.
  let index: Int

  /// C to X without I and O.
  private static let letters = Array("CDEFGHJKLMNPQRSTUVWX".utf8)

  /// The band of a latitude in -80...84.
  init(latitude: Double) {
    index = min(max(Int((latitude / 8).rounded(.down)), -10), 9)
  }

  /// The band of a capital letter; nil for another one.
  init?(letter: UInt8) {
    guard let offset = Self.letters.firstIndex(of: letter) else { return nil }
    index = offset - 10
  }

  var letter: UInt8 { Self.letters[index + 10] }
  var hemisphere: Hemisphere { index < 0 ? .south : .north }
  var south: Double { Double(8 * index) }
  var north: Double { index == 9 ? 84 : Double(8 * index + 8) }

  /// Whether a latitude is in the band, or so near that rounded metres may have moved it there.
  func isNear(latitude: Double) -> Bool {
    latitude >= south - 1e-5 && latitude <= north + 1e-5
  }

  /// The first metres from the equator of the rows of 100 km that touch the band, in a column.
  ///
  /// Rows repeat after 2,000 km; a band with its curved edges is lower than that, so that at most
  /// one of the rows of a letter touches it.
  ///
  /// - Parameters:
  ///   - row: metres of the row modulo 2,000 km, in the hemisphere's own count.
  ///   - column: metres of the column's western edge.
  /// - Returns: metres from the equator, negative in the south; nil where no such row touches it.
  func northing(ofRow row: Double, column: Double) -> Double? {
    // Southern squares are looked at in their mirror image, whose lower edge is their upper one.
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
      // A column beside the central meridian touches it.
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

  /// Metres from the equator to the edges of each band on the central meridian, the nearer first.
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

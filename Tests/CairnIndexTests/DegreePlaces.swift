import CairnGeodesy
import TestSupport

/// Places that are difficult for indexes of degrees: at 180 and on both sides of it, at poles, with
/// full turns of longitude, all equal, and farther apart than a node has steps.
enum DegreePlaces {
  /// The spread of the places of a round, in degrees.
  static func spread(_ round: Int) -> Double { [0, 1e-9, 1e-3, 1, 200][round % 5] }

  static func points(_ round: Int, _ random: inout SeededGenerator) -> [Coordinate] {
    let count = [1, 15, 16, 17, 255, 257, 1_000, 4_200][round % 8]
    let middles = [180, -180, 0, 179.99, 90, -1e-20, 540, 359.9]
    let spread = spread(round)
    return (0..<count).map { index in
      let middle = middles[(round / 3 + (index % 97 == 0 ? index : 0)) % middles.count]
      var longitude = middle + spread * .random(in: -1...1, using: &random)
      if index % 5 == 1 { longitude = middle }
      if index % 11 == 3 { longitude += 360 * Double(Int.random(in: -2...2, using: &random)) }
      var latitude = Double.random(in: -1...1, using: &random) * min(90, spread)
      if index % 13 == 5 { latitude = [90, -90, 0, -0.0][index / 13 % 4] }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }
}

internal import CairnGeodesy
internal import CairnMemory

/// Distances and times along roads.
///
/// Coordinates are in 10⁻⁷ degrees.
enum RoadGeometry {
  /// The time that stands for a direction that cannot be used.
  static let impassable: UInt32 = 0x7FFF_FFFF
  /// The time from which a route counts as not found, 24.8 days: sums stop there.
  static let longest = impassable - 1
  /// The maximum speed in a file of roads, in km/h.
  static let fastest = 1e6
  /// The radius of the sphere, in meters: the mean radius of the Earth (IUGG).
  static let radius = 6_371_008.8
  /// Meters per degree of latitude on the sphere.
  static let metersPerDegree = radius * .pi / 180

  /// The great-circle distance in meters, by the haversine formula.
  static func distance(
    _ latitude: Int32, _ longitude: Int32, _ otherLatitude: Int32, _ otherLongitude: Int32
  ) -> Double {
    let radians = Double.pi / 180
    let first = Double(latitude) / 1e7 * radians
    let second = Double(otherLatitude) / 1e7 * radians
    let change = Double(longitude) / 1e7 * radians - Double(otherLongitude) / 1e7 * radians
    let north = sineAndCosine(radians: (first - second) / 2).sine
    let east = sineAndCosine(radians: change / 2).sine
    let cosines = sineAndCosine(radians: first).cosine * sineAndCosine(radians: second).cosine
    let square = north * north + cosines * (east * east)
    return 2 * radius * arcSine(min(1, square.magnitude.squareRoot()))
  }

  /// A speed in km/h as files of roads contain it: at most ``fastest``, and 0 for invalid numbers.
  static func speed(_ value: Double) -> Double { value > 0 ? min(value, fastest) : 0 }

  /// The time in milliseconds for a distance at a speed, at least 1.
  @inline(__always)
  static func time(_ meters: Double, kilometersPerHour: Double) -> UInt32 {
    let milliseconds = (meters / (kilometersPerHour / 3.6) * 1000).rounded(.toNearestOrEven)
    return milliseconds < Double(impassable) ? max(1, UInt32(milliseconds)) : impassable - 1
  }

  /// The sum of two times, at most the longest time that is not impassable.
  @inline(__always)
  static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    min(first &+ second, impassable - 1)
  }

  /// The arc sine, in radians, of a number from 0 to 1.
  private static func arcSine(_ value: Double) -> Double {
    // The angles between neighboring nodes are small, where the series converges at once.
    guard value < 0.01 else { return asin(value) }
    let square = value * value
    return value
      * (1 + square
        * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336 + square * (105.0 / 3456)))))
  }

  /// The index of a point along a Hilbert curve over all coordinates.
  static func hilbertIndex(latitude: Int32, longitude: Int32) -> UInt64 {
    var x = UInt32(bitPattern: longitude) &+ 0x8000_0000
    var y = UInt32(bitPattern: latitude) &+ 0x8000_0000
    var index: UInt64 = 0
    var bit: UInt32 = 0x8000_0000
    while bit > 0 {
      let right: UInt32 = x & bit != 0 ? 1 : 0
      let up: UInt32 = y & bit != 0 ? 1 : 0
      index = index << 2 | UInt64((3 * right) ^ up)
      if up == 0 {
        if right == 1 {
          x = ~x
          y = ~y
        }
        swap(&x, &y)
      }
      bit >>= 1
    }
    return index
  }
}

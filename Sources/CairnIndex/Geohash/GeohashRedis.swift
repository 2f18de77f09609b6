public import CairnGeodesy

/// The score of a member of a Redis geo set: 52 bits over another grid than a geohash has.
///
/// Redis weaves 26 bits of longitude and 26 of latitude as a geohash does, but its latitudes end at
/// 85.05112878 degrees, where the square Web Mercator map ends, and not at the poles. The bits of
/// the two grids therefore mean different places; only by way of a coordinate does one become the
/// other.
///
/// ```swift
/// let palermo = RedisGeohash(Coordinate(latitude: 38.115556, longitude: 13.361389))
/// palermo?.score                     // Optional(3479099956230698.0), as ZSCORE says
/// RedisGeohash(score: 3479099956230698)?.center.longitude   // 13.361389338970184, as GEOPOS
/// ```
///
/// Numbers are computed in the order in which Redis does, so scores and positions are the same
/// bits, with one exception: the latitude 85.05112878 and the longitude 180 go to the last cell
/// here, where Redis overflows into a 53rd bit.
public struct RedisGeohash: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The bits, in 0..<2^52.
  public let rawValue: UInt64

  /// The greatest latitude that Redis takes, in degrees.
  public static var maximumLatitude: Double { 85.05112878 }

  /// Takes bits; nil when there are more than 52.
  public init?(rawValue: UInt64) {
    guard rawValue >> 52 == 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Takes a score; nil when it is not an integer in 0..<2^52.
  public init?(score: Double) {
    guard let rawValue = UInt64(exactly: score) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The bits as the number that Redis stores.
  public var score: Double { Double(rawValue) }

  /// Finds the cell of a coordinate.
  ///
  /// - Returns: nil when the latitude is beyond ±85.05112878, the longitude beyond ±180 (Redis
  ///   refuses both), or a number is not finite.
  public init?(_ coordinate: Coordinate) {
    let limit = Self.maximumLatitude
    guard abs(coordinate.latitude) <= limit, abs(coordinate.longitude) <= 180 else { return nil }
    let row = (coordinate.latitude + limit) / (limit + limit) * 0x1p26
    let column = (coordinate.longitude + 180) / 360 * 0x1p26
    rawValue = GeohashGrid.interleave(
      row: UInt32(min(row, 0x1p26 - 1)), column: UInt32(min(column, 0x1p26 - 1)))
  }

  /// The middle of the cell, as GEOPOS gives it.
  public var center: Coordinate {
    let (row, column) = GeohashGrid.deinterleave(rawValue)
    let limit = Self.maximumLatitude
    func middle(_ index: UInt32, from low: Double, span: Double) -> Double {
      let lower = low + Double(index) / 0x1p26 * span
      let upper = low + Double(index + 1) / 0x1p26 * span
      return (lower + upper) / 2
    }
    return Coordinate(
      latitude: min(max(middle(row, from: -limit, span: limit + limit), -limit), limit),
      longitude: min(max(middle(column, from: -180, span: 360), -180), 180))
  }

  /// Whether the first score is less.
  public static func < (first: RedisGeohash, second: RedisGeohash) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension RedisGeohash: CustomStringConvertible {
  /// The score as a whole number, as Redis prints it.
  public var description: String { rawValue.description }
}

#if !hasFeature(Embedded)
  // As a whole number; one with more than 52 bits is refused.
  extension RedisGeohash: Codable {}
#endif

public import CairnGeodesy

/// The score of a member of a Redis geo set: 52 bits over a grid that differs from the geohash
/// grid.
///
/// Redis interleaves 26 bits of longitude and 26 of latitude like a geohash, but its latitudes end
/// at 85.05112878 degrees, the limit of the square Web Mercator map, not at the poles. The same
/// bits therefore mean different places in the two grids; convert through a coordinate.
///
/// ```swift
/// let palermo = RedisGeohash(Coordinate(latitude: 38.115556, longitude: 13.361389))
/// palermo?.score                     // Optional(3479099956230698.0), as ZSCORE returns
/// RedisGeohash(score: 3479099956230698)?.center.longitude   // 13.361389338970184, as GEOPOS
/// ```
///
/// Computations follow the order of operations of Redis, so scores and positions are bit-identical,
/// with one exception: the latitude 85.05112878 and the longitude 180 map to the last cell here,
/// whereas Redis overflows into a 53rd bit.
public struct RedisGeohash: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The bits, in 0..<2^52.
  public let rawValue: UInt64

  /// The maximum latitude that Redis accepts, in degrees.
  public static var maximumLatitude: Double { 85.05112878 }

  /// Creates a cell from its bits; nil if there are more than 52.
  public init?(rawValue: UInt64) {
    guard rawValue >> 52 == 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a cell from a score; nil if it is not an integer in 0..<2^52.
  public init?(score: Double) {
    guard let rawValue = UInt64(exactly: score) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The bits as the number that Redis stores.
  public var score: Double { Double(rawValue) }

  /// Creates the cell of a coordinate.
  ///
  /// - Returns: nil if the latitude is beyond ±85.05112878, the longitude beyond ±180 (Redis
  ///   rejects both), or a number is not finite.
  public init?(_ coordinate: Coordinate) {
    let limit = Self.maximumLatitude
    guard abs(coordinate.latitude) <= limit, abs(coordinate.longitude) <= 180 else { return nil }
    let row = (coordinate.latitude + limit) / (limit + limit) * 0x1p26
    let column = (coordinate.longitude + 180) / 360 * 0x1p26
    rawValue = GeohashGrid.interleave(
      row: UInt32(min(row, 0x1p26 - 1)), column: UInt32(min(column, 0x1p26 - 1)))
  }

  /// The center of the cell, as GEOPOS returns it.
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
  /// The score as an integer, as Redis prints it.
  public var description: String { rawValue.description }
}

#if !hasFeature(Embedded)
  // Encoded as an integer; decoding rejects integers with more than 52 bits.
  extension RedisGeohash: Codable {}
#endif

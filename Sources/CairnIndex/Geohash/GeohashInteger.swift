public import CairnGeodesy

/// A cell of the geohash grid as an integer whose type determines the number of bits.
///
/// The bits of the longitude and the latitude are interleaved, longitude first, so integers sort
/// like the strings and a coarser cell is a range of integers. Widths differ between systems, and
/// mixing them silently gives wrong places, so each width is a separate type:
/// - ``Geohash64`` has 32 bits for each coordinate and the finest cells, below 1 cm;
/// - ``Geohash60`` is a geohash of 12 characters, and fits a signed integer column of a database;
/// - ``Geohash52`` is exactly representable as a `Double`, as in JavaScript or in the score of a
///   sorted set. Redis geo scores use a different grid: see ``RedisGeohash``.
///
/// Cells are half-open, like those of ``Geohash``.
///
/// ```swift
/// let place = Coordinate(latitude: 57.64911, longitude: 10.40744)
/// Geohash60(place)?.geohash(precision: 12)   // Optional("u4pruydqqvj8")
/// Geohash64(place)?.rawValue                 // 15072278539098579594
/// ```
public protocol GeohashInteger: RawRepresentable, Hashable, Comparable, Sendable
where RawValue == UInt64 {
  /// The number of bits; the first is a longitude bit.
  static var bitCount: Int { get }

  /// The bits, in 0..<2^``bitCount``.
  var rawValue: UInt64 { get }

  /// Creates a cell from its bits; bits above ``bitCount`` are discarded.
  init(truncating rawValue: UInt64)
}

extension GeohashInteger {
  /// Creates a cell from its bits; nil if there are more than ``bitCount``.
  @inlinable
  public init?(rawValue: UInt64) {
    guard rawValue <= Self.maximumRawValue else { return nil }
    self.init(truncating: rawValue)
  }

  /// The value with all bits set: the cell at the north pole and 180 degrees east.
  @inlinable public static var maximumRawValue: UInt64 { .max >> UInt64(64 - bitCount) }

  /// Creates a cell from the first bits of 64.
  @inlinable
  @inline(__always)
  internal init(leading bits: UInt64) {
    self.init(truncating: bits &>> UInt64(truncatingIfNeeded: 64 &- Self.bitCount))
  }

  /// The bits, aligned to the top of 64.
  @inlinable internal var leadingBits: UInt64 { rawValue << UInt64(64 - Self.bitCount) }

  internal var gridCell: GeohashCell { GeohashCell(bits: leadingBits, count: Self.bitCount) }

  /// Creates the cell of a coordinate, exactly.
  ///
  /// - Returns: nil if the coordinate is not ``Coordinate/isValid``.
  /// - Complexity: O(1).
  @inlinable
  public init?(_ coordinate: Coordinate) {
    guard let bits = GeohashGrid.bits(of: coordinate) else { return nil }
    self.init(leading: bits)
  }

  /// The exact center of the cell in degrees.
  @inlinable
  @inline(__always)
  public var center: Coordinate {
    GeohashGrid.center(of: leadingBits, count: Self.bitCount)
  }

  /// The exact cell with all four edges.
  public var boundingBox: BoundingBox {
    let edges = gridCell.edges
    return BoundingBox(
      south: edges.south, west: edges.west, north: edges.north, east: edges.east)
  }

  /// Returns the enclosing geohash of a precision.
  ///
  /// - Parameter precision: the number of characters, in 1...`bitCount / 5`.
  /// - Returns: nil for another precision: 52 bits do not determine 11 characters.
  public func geohash(precision: Int) -> Geohash? {
    guard precision >= 1, precision <= min(12, Self.bitCount / 5) else { return nil }
    return Geohash(bits: leadingBits, precision: precision)
  }

  /// Returns the enclosing cell of another type with fewer bits, or the same cell for equal bit
  /// counts.
  ///
  /// - Returns: nil if the other type has more bits.
  public func ancestor<Other: GeohashInteger>(_ type: Other.Type = Other.self) -> Other? {
    Other.bitCount <= Self.bitCount ? Other(leading: leadingBits) : nil
  }

  /// Whether this is the cell of a coordinate; false if the coordinate is invalid.
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool { Self(coordinate) == self }

  /// Whether the first integer, and so the first string, comes before the second.
  @inlinable
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// A cell of the geohash grid in 64 bits: 32 of longitude and 32 of latitude.
///
/// As an unsigned integer it sorts like the geohash string. A database with only signed integers
/// would sort the eastern hemisphere first: use ``Geohash60`` there.
public struct Geohash64: GeohashInteger, BitwiseCopyable {
  /// The number of bits: 64.
  @inlinable public static var bitCount: Int { 64 }
  /// The bits, with the first longitude bit at the top.
  public let rawValue: UInt64
  /// Creates a cell from any 64 bits.
  @inlinable public init(truncating rawValue: UInt64) { self.rawValue = rawValue }
}

/// A cell of the geohash grid in 60 bits: exactly a geohash of 12 characters.
public struct Geohash60: GeohashInteger, BitwiseCopyable {
  /// The number of bits: 60.
  @inlinable public static var bitCount: Int { 60 }
  /// The bits, in 0..<2^60.
  public let rawValue: UInt64
  /// Creates a cell from the lowest 60 bits.
  @inlinable public init(truncating rawValue: UInt64) { self.rawValue = rawValue & (.max >> 4) }

  /// Creates the cell of a geohash of 12 characters; nil if it has fewer.
  public init?(_ geohash: Geohash) {
    guard geohash.precision == 12 else { return nil }
    self.init(leading: geohash.bits)
  }
}

/// A cell of the geohash grid in 52 bits, 26 of longitude and 26 of latitude (90 south to 90
/// north).
///
/// Its integers are exact as `Double`. They are **not** Redis scores, whose latitudes end at
/// 85.05112878: see ``RedisGeohash``.
public struct Geohash52: GeohashInteger, BitwiseCopyable {
  /// The number of bits: 52.
  @inlinable public static var bitCount: Int { 52 }
  /// The bits, in 0..<2^52.
  public let rawValue: UInt64
  /// Creates a cell from the lowest 52 bits.
  @inlinable public init(truncating rawValue: UInt64) { self.rawValue = rawValue & (.max >> 12) }
}

extension Geohash {
  /// Creates the geohash of 12 characters with the same bits.
  public init(_ integer: Geohash60) {
    self.init(bits: integer.leadingBits, precision: 12)
  }
}

#if !hasFeature(Embedded)
  // Encoded as integers; decoding rejects integers with more than ``bitCount`` bits.
  extension Geohash64: Codable {}
  extension Geohash60: Codable {}
  extension Geohash52: Codable {}
#endif

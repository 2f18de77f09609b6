public import CairnGeodesy

/// A cell of the Earth's surface, named by 1 to 12 characters; each further character selects a
/// smaller cell within it.
///
/// Each character adds 5 bits that halve the cell alternately by longitude and latitude, longitude
/// first. In degrees, cells of odd length are square and cells of even length are twice as wide as
/// high: 5 characters are about 5 km, 7 about 150 m, 9 about 5 m.
///
/// ```swift
/// let tower = Coordinate(latitude: 48.85826, longitude: 2.2945)
/// let hash = Geohash(tower, precision: 7)   // Optional("u09tunq")
/// hash?.center                              // 48.8583..., 2.2939...
/// hash?.neighbors.north                     // Optional("u09tunw")
/// Geohash("u09tunq")?.parent                // Optional("u09tun")
/// ```
///
/// Cells are half-open: a cell contains its southern and western edges but not its northern and
/// eastern ones, so each coordinate is in exactly one cell of a precision. The last row also
/// contains the north pole, and the last column the longitude 180 itself; -180 is in the first
/// column, and so are 180 and -180 plus full turns, such as 540. The cell is computed exactly, even
/// on an edge.
///
/// A value is 8 bytes. Values order like their strings: by characters, a prefix first.
///
/// Source: G. M. Morton, "A computer oriented geodetic data base and a new technique in file
/// sequencing", IBM, 1966; the letters are those of G. Niemeyer's geohash of 2008.
public struct Geohash: Hashable, Sendable, BitwiseCopyable {
  /// The bits, aligned to the top, and the number of characters in the lowest 4 bits, which 12
  /// characters leave free, so comparing these integers compares the strings.
  @usableFromInline internal let packed: UInt64

  @inlinable
  @inline(__always)
  internal init(packed: UInt64) {
    self.packed = packed
  }

  /// Takes `precision` characters, in 1...12, from the top of 64 bits.
  @inlinable
  @inline(__always)
  internal init(bits: UInt64, precision: Int) {
    let count = UInt64(truncatingIfNeeded: precision)
    self.init(packed: bits & (.max &<< (64 &- 5 &* count)) | count)
  }

  /// The bits aligned to the top, without the number of characters.
  @inlinable
  @inline(__always)
  internal var bits: UInt64 { packed & ~15 }

  /// The cell as bits and bit count.
  internal var gridCell: GeohashCell { GeohashCell(bits: bits, count: 5 * precision) }

  /// The maximum number of characters.
  public static var maximumPrecision: Int { 12 }

  /// The number of characters, in 1...12.
  @inlinable public var precision: Int { Int(truncatingIfNeeded: packed & 15) }

  /// Creates the cell of a coordinate; nil if the latitude is outside -90...90, a number is not
  /// finite, or the precision is outside 1...12.
  ///
  /// - Parameters:
  ///   - coordinate: the coordinate; its longitude may include full turns, which are reduced
  ///     without a rounding error.
  ///   - precision: the number of characters, in 1...12.
  /// - Complexity: O(1).
  @inlinable
  public init?(_ coordinate: Coordinate, precision: Int = 12) {
    guard 1...12 ~= precision, let bits = GeohashGrid.bits(of: coordinate) else { return nil }
    self.init(bits: bits, precision: precision)
  }

  /// The exact cell, with all four edges.
  ///
  /// The box contains its northern and eastern edges, which belong to the next cells; use
  /// ``contains(_:)-(Coordinate)`` for the half-open cell.
  public var boundingBox: BoundingBox {
    let edges = gridCell.edges
    return BoundingBox(
      south: edges.south, west: edges.west, north: edges.north, east: edges.east)
  }

  /// The exact center of the cell in degrees.
  public var center: Coordinate { gridCell.edges.center }

  /// Half the height of the cell in degrees, the maximum latitude difference from the center.
  public var latitudeError: Double { 90 / Double(1 << (5 * precision / 2)) }

  /// Half the width of the cell in degrees, the maximum longitude difference from the center.
  public var longitudeError: Double {
    // The explicit type saves half a second of type checking.
    let columns: Int = 1 << ((5 * precision + 1) / 2)
    return 180 / Double(columns)
  }

  /// Whether this is the cell of a coordinate; false if the coordinate is invalid.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard let bits = GeohashGrid.bits(of: coordinate) else { return false }
    return Geohash(bits: bits, precision: precision) == self
  }
}

extension Geohash: Comparable {
  /// Whether the string of the first comes before that of the second.
  @inlinable
  public static func < (first: Geohash, second: Geohash) -> Bool {
    first.packed < second.packed
  }
}

public import CairnGeodesy

/// A cell of the Earth, named by 1 to 12 characters; a longer name is a smaller cell within.
///
/// Each character adds 5 bits that halve the cell in turn, by longitude first. Names of odd length
/// are cells wider than high (in degrees), even ones squarer: 5 characters are about 5 km, 7 about
/// 150 m, 9 about 5 m.
///
/// ```swift
/// let tower = Coordinate(latitude: 48.85826, longitude: 2.2945)
/// let hash = Geohash(tower, precision: 7)   // Optional("u09tunq")
/// hash?.center                              // 48.8583..., 2.2939...
/// hash?.neighbors.north                     // Optional("u09tunw")
/// Geohash("u09tunq")?.parent                // Optional("u09tun")
/// ```
///
/// Cells are half-open: one holds its southern and western edge and not the northern and eastern,
/// so each coordinate lies in exactly one cell of a precision. The last row also holds the north
/// pole and the last column the longitude 180 itself; -180 lies in the first column, and so do 180
/// and -180 in another turn, such as 540. The cell is found exactly, also on an edge.
///
/// A value is 8 bytes. Comparison orders as the strings do: by characters, a prefix first.
///
/// Source: G. M. Morton, "A computer oriented geodetic data base and a new technique in file
/// sequencing", IBM, 1966; the letters are those of G. Niemeyer's geohash of 2008.
public struct Geohash: Hashable, Sendable, BitwiseCopyable {
  /// The bits, aligned to the top, and the number of characters in the lowest 4 bits, which 12
  /// characters leave free: comparing these integers compares the strings.
  @usableFromInline internal let packed: UInt64

  @inlinable
  @inline(__always)
  internal init(packed: UInt64) {
    self.packed = packed
  }

  /// Takes as many characters as asked for, in 1...12, off the top of 64 bits.
  @inlinable
  @inline(__always)
  internal init(bits: UInt64, precision: Int) {
    let count = UInt64(truncatingIfNeeded: precision)
    self.init(packed: bits & (.max &<< (64 &- 5 &* count)) | count)
  }

  /// The bits aligned to the top, and nothing else.
  @inlinable
  @inline(__always)
  internal var bits: UInt64 { packed & ~15 }

  /// The cell as bits and their number.
  internal var gridCell: GeohashCell { GeohashCell(bits: bits, count: 5 * precision) }

  /// The most characters a geohash can have.
  public static var maximumPrecision: Int { 12 }

  /// The number of characters, in 1...12.
  @inlinable public var precision: Int { Int(truncatingIfNeeded: packed & 15) }

  /// Finds the cell of a coordinate; nil when the latitude is outside -90...90, a number is not
  /// finite, or the precision is outside 1...12.
  ///
  /// - Parameters:
  ///   - coordinate: any turn of longitude will do, and is reduced without a rounding error.
  ///   - precision: the number of characters, in 1...12.
  /// - Complexity: O(1).
  @inlinable
  public init?(_ coordinate: Coordinate, precision: Int = 12) {
    guard 1...12 ~= precision, let bits = GeohashGrid.bits(of: coordinate) else { return nil }
    self.init(bits: bits, precision: precision)
  }

  /// The exact cell, with all four edges.
  ///
  /// The box contains its northern and eastern edge, which belong to the next cell; ask
  /// ``contains(_:)-(Coordinate)`` for the half-open cell.
  public var boundingBox: BoundingBox {
    let edges = gridCell.edges
    return BoundingBox(
      south: edges.south, west: edges.west, north: edges.north, east: edges.east)
  }

  /// The exact middle of the cell in degrees.
  public var center: Coordinate { gridCell.edges.center }

  /// Half the height of the cell in degrees: no point of it is farther from the centre's latitude.
  public var latitudeError: Double { 90 / Double(1 << (5 * precision / 2)) }

  /// Half the width of the cell in degrees: no point of it is farther from the centre's longitude.
  public var longitudeError: Double {
    // With its type: the compiler tries half a second long what the literals may be otherwise.
    let columns: Int = 1 << ((5 * precision + 1) / 2)
    return 180 / Double(columns)
  }

  /// Whether this is the cell of a coordinate; false when the coordinate is invalid.
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

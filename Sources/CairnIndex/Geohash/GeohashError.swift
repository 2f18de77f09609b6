public import CairnGeodesy

/// An error in parsing a geohash, covering a region, or indexing geohash keys.
///
/// Thrown by ``Geohash/init(parsing:)``, ``GeohashCover`` and indexes built from geohash keys.
/// ``Geohash/init(_:precision:)`` returns nil instead for an invalid coordinate or precision.
///
/// ```swift
/// do {
///   _ = try Geohash(parsing: "u2e!")
/// } catch {
///   print(error)   // character 4 is not a letter of a geohash: those are 0 to 9 and b to z…
/// }
/// ```
public enum GeohashError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text has more than 12 characters.
  case tooLong
  /// The byte at this position (from 0) is not one of the 32 geohash characters, which exclude `a`,
  /// `i`, `l` and `o`.
  case invalidCharacter(position: Int)
  /// A precision outside 1...12.
  case invalidPrecision(Int)
  /// The coordinate at this offset (from 0) has a latitude outside -90...90, or a number that is
  /// not finite.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// A cover would need more cells than the given limit: use a lower precision, a larger limit, or
  /// ``GeohashCover/init(_:maximumCells:maximumPrecision:)``, which mixes cell sizes.
  case tooManyCells(limit: Int)
  /// The key at this offset (from 0) is less than the one before it.
  case unsortedKey(offset: Int)
  /// The key at this offset (from 0) is not the key of its element's coordinate.
  case foreignKey(offset: Int)
}

extension GeohashError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .empty: "a geohash needs at least one character"
    case .tooLong: "a geohash has at most 12 characters"
    case .invalidCharacter(let position):
      "character \(position + 1) is not a letter of a geohash: those are 0 to 9 and b to z without "
        + "i, l and o"
    case .invalidPrecision(let precision): "the precision \(precision) is not in 1...12"
    case .invalidCoordinate(let offset, _):
      "the coordinate at offset \(offset) is not a place on the Earth"
    case .tooManyCells(let limit): "the cover needs more than \(limit) cells"
    case .unsortedKey(let offset): "the key at offset \(offset) is less than the one before it"
    case .foreignKey(let offset):
      "the key at offset \(offset) is not the key of its coordinate"
    }
  }
}

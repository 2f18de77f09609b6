public import CairnGeodesy

/// What can be wrong with a geohash, or with what one is to be made from.
///
/// It comes from ``Geohash/init(parsing:)``, from ``GeohashCover`` and from indexes that are made
/// of geohash keys. ``Geohash/init(_:precision:)`` has nil instead, for a coordinate or a precision
/// that there is none of.
///
/// ```swift
/// do {
///   _ = try Geohash(parsing: "u2e!")
/// } catch {
///   print(error)   // character 4 is no letter of a geohash: those are 0 to 9 and b to z…
/// }
/// ```
public enum GeohashError: Error, Hashable, Sendable {
  /// The text has no character.
  case empty
  /// The text has more than 12 characters.
  case tooLong
  /// The byte at this position (from 0) is none of the 32 letters; `a`, `i`, `l` and `o` are not.
  case invalidCharacter(position: Int)
  /// A precision outside 1...12.
  case invalidPrecision(Int)
  /// The coordinate at this offset (from 0) has a latitude outside -90...90, or a number that is
  /// not finite.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// A cover would need more cells than the given limit: take a smaller precision, a larger limit,
  /// or ``GeohashCover/init(_:maximumCells:maximumPrecision:)``, which takes cells of any size.
  case tooManyCells(limit: Int)
  /// The key at this offset (from 0) is less than the one before it.
  case unsortedKey(offset: Int)
  /// The key at this offset (from 0) is not the key of its element's coordinate.
  case foreignKey(offset: Int)
}

extension GeohashError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String {
    switch self {
    case .empty: "a geohash needs at least one character"
    case .tooLong: "a geohash has at most 12 characters"
    case .invalidCharacter(let position):
      "character \(position + 1) is no letter of a geohash: those are 0 to 9 and b to z without "
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

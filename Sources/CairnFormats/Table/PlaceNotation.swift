internal import CairnGeodesy
internal import CairnGrids

/// A notation for places other than degrees; the most exact one first.
///
/// Any column with both coordinates may contain grid references; only geohashes need a column of
/// this notation, because many words and codes are also geohashes.
package enum PlaceNotation: String, Hashable, Sendable, CaseIterable {
  case mgrs = "MGRS"
  case utm = "UTM"
  case plusCode = "Plus code"
  case geohash = "geohash"

  /// The notation that the name of a column states; nil if it states none.
  ///
  /// - Parameter plain: the name in the form of `PlaceColumns.plain`.
  internal init?(columnName plain: String) {
    // Most columns are rejected by their first letter.
    guard let first = plain.utf8.first, "gmopu".utf8.contains(first), plain.utf8.count <= 40 else {
      return nil
    }
    // The name may state the number of characters: `geohash7`.
    var word = plain[...]
    while word.utf8.last?.isDigit == true { word = word.dropLast() }
    let found = Self.names.first {
      word.hasPrefix($0.key) && Self.suffixes.contains(String(word.dropFirst($0.key.count)))
    }
    guard let found else { return nil }
    self = found.value
  }

  private static let names: [String: PlaceNotation] = [
    "mgrs": .mgrs, "usng": .mgrs, "mgrsusng": .mgrs, "mgrsref": .mgrs, "utmref": .mgrs,
    "militarygrid": .mgrs,
    "utm": .utm,
    "pluscode": .plusCode, "googlepluscode": .plusCode, "olc": .plusCode,
    "openlocationcode": .plusCode,
    "geohash": .geohash,
  ]

  private static let suffixes: Set<String> = [
    "", "coordinates", "coordinate", "coords", "coord", "gridreference", "gridref", "reference",
    "square", "grid", "position", "location", "code", "s",
  ]

  /// The text that a field of such a column should contain.
  private var expected: String {
    switch self {
    case .mgrs: "a reference of MGRS"
    case .utm: "a reference of UTM"
    case .plusCode: "a Plus code"
    case .geohash: "a geohash"
    }
  }
}

/// An error in the text of a grid reference or a geohash.
internal struct NotationError: Error {
  let reason: FormatError.Reason
}

extension PlaceNotation {
  /// The place of a text that is not in degrees: a grid reference, or a geohash in its column.
  ///
  /// - Parameters:
  ///   - text: the text of a field.
  ///   - notation: the notation of its column, if known.
  /// - Returns: the place, or the center of the cell; nil for any other text in a column without a
  ///   notation.
  /// - Throws: ``NotationError`` for an invalid reference, and for any other text in a column with
  ///   a notation.
  internal static func coordinate(
    _ text: String, _ notation: PlaceNotation?
  ) throws(NotationError) -> Coordinate? {
    let text = text.trimmingBlanks
    var expected = notation?.expected
    if notation == .geohash {
      if let center = geohashCenter(text) { return center }
    } else if text.utf8.contains(where: { $0.isDigit || $0 == UInt8(ascii: "+") }) {
      // Without a digit, ZAH is an airport, not a square at the pole.
      do throws(GridParsingError) {
        return try GridReference(parsing: text).coordinate
      } catch {
        if error.kind != .otherForm {
          expected = "\(error.expected) at character \(error.position + 1)"
        }
      }
    }
    guard let expected else { return nil }
    throw NotationError(reason: .expected(expected, found: "\"\(text.prefix(40))\""))
  }

  /// Whether a text is a geohash.
  internal static func isGeohash(_ text: String) -> Bool {
    geohashCenter(text.trimmingBlanks) != nil
  }

  /// The center of a geohash of 1 to 12 characters; nil for any other text.
  ///
  /// Computes the same center as `Geohash` of CairnIndex, which this module does not depend on.
  private static func geohashCenter(_ text: String) -> Coordinate? {
    guard 1...12 ~= text.utf8.count else { return nil }
    var (row, column, rows, columns) = (0, 0, 1, 1)
    for byte in text.utf8 {
      let lower = byte.isLetter ? byte | 0x20 : byte
      guard let value = "0123456789bcdefghjkmnpqrstuvwxyz".utf8.firstOffset(of: lower) else {
        return nil
      }
      for shift in [4, 3, 2, 1, 0] {
        let bit = value >> shift & 1
        // Longitude and latitude alternate.
        if columns <= rows {
          (column, columns) = (2 * column + bit, 2 * columns)
        } else {
          (row, rows) = (2 * row + bit, 2 * rows)
        }
      }
    }
    // Exact: the numerators have fewer than 53 bits, and the denominators are powers of two.
    let fromSouth = Double(180 * (2 * row + 1)) / Double(2 * rows)
    let fromWest = Double(360 * (2 * column + 1)) / Double(2 * columns)
    return Coordinate(latitude: fromSouth - 90, longitude: fromWest - 180)
  }
}

extension String.UTF8View {
  fileprivate func firstOffset(of byte: UInt8) -> Int? {
    firstIndex(of: byte).map { distance(from: startIndex, to: $0) }
  }
}

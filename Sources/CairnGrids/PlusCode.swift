public import CairnGeodesy

/// A Plus code (Open Location Code): a cell of the Earth, named by 2 to 15 characters and a plus
/// sign.
///
/// ```swift
/// let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)
/// let code = try PlusCode(tower)
/// code.description                    // 8FW4V75V+9R
/// code.center                         // 48.8584375, 2.2945625
/// code.shortened(near: tower)         // +9R
/// try PlusCode(parsing: "V75V+9R", near: Coordinate(latitude: 48.86, longitude: 2.35)) == code
/// ```
///
/// Each pair of the first ten characters divides the cell by 20 in both directions: 8 characters
/// are 280 m, 10 are 14 m. Each further character divides it into five rows and four columns: 11
/// are 3.5 m by 2.8 m. Cells are half-open, including their southern and western edge; the north
/// pole is in the last row, and longitudes count modulo 360.
///
/// The cell is computed in integer units of 1/25,000,000 of a degree of latitude and 1/8,192,000 of
/// a degree of longitude, like the public reference, between edges that are the nearest doubles:
/// the codes agree with its test data, even on an edge.
///
/// Short codes lack leading characters and determine a cell only together with a nearby place:
/// ``init(parsing:near:)`` requires it. Store full codes; a short one without its place is
/// ambiguous.
///
/// Source: "Open Location Code Specification", github.com/google/open-location-code.
public struct PlusCode: Hashable, Sendable {
  /// The cell's southwestern corner in units from the south pole and from -180.
  internal let row: Int64
  internal let column: Int64
  /// The number of characters without the plus: 2, 4, 6, 8 or 10 to 15.
  public let length: Int

  /// Units per degree: the rows and columns of the 15th character.
  internal static let rowsPerDegree: Int64 = 25_000_000
  internal static let columnsPerDegree: Int64 = 8_192_000
  private static let rowCount = 180 * rowsPerDegree
  private static let columnCount = 360 * columnsPerDegree
  private static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let separatorPosition = 8
  private static let maximumLength = 15

  /// Creates the code of the cell that contains a place.
  ///
  /// - Parameters:
  ///   - coordinate: any valid place.
  ///   - length: the number of characters without the plus: 2, 4, 6, 8 or 10...15.
  /// - Throws: ``GridError`` for a coordinate that is not valid, or another length.
  /// - Complexity: O(1).
  public init(_ coordinate: Coordinate, length: Int = 10) throws(GridError) {
    guard Self.isLength(length) else {
      throw .unsupportedPrecision(length, lowest: 2, highest: Self.maximumLength)
    }
    guard coordinate.isValid else {
      throw .invalidCoordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    let units = Self.units(coordinate)
    self.init(row: units.row, column: units.column, length: length)
  }

  /// Truncates units to the cell of a length that contains them.
  private init(row: Int64, column: Int64, length: Int) {
    let size = Self.size(length)
    self.row = row - row % size.rows
    self.column = column - column % size.columns
    self.length = length
  }

  /// The units that contain a valid coordinate.
  private static func units(_ coordinate: Coordinate) -> (row: Int64, column: Int64) {
    let row = unit(coordinate.latitude, perDegree: rowsPerDegree)
    let column = unit(
      coordinate.longitude.remainder(dividingBy: 360), perDegree: columnsPerDegree)
    let (east, count) = (column + columnCount / 2, columnCount)
    return (min(max(row + rowCount / 2, 0), rowCount - 1), ((east % count) + count) % count)
  }

  /// The unit that contains an angle, between edges rounded like those of ``boundingBox``: so 129.7
  /// is on an edge like its decimal value, although the double is slightly smaller.
  private static func unit(_ degrees: Double, perDegree: Int64) -> Int64 {
    let scale = Double(perDegree)
    let unit = (degrees * scale).rounded(.down)
    if (unit + 1) / scale <= degrees { return Int64(unit) + 1 }
    return Int64(unit) - (unit / scale > degrees ? 1 : 0)
  }

  private static func isLength(_ length: Int) -> Bool {
    length >= 2 && length <= maximumLength && (length >= 10 || length % 2 == 0)
  }

  /// The units in a cell's sides.
  private static func size(_ length: Int) -> (rows: Int64, columns: Int64) {
    var (rows, columns) = (20 * rowsPerDegree, 20 * columnsPerDegree)
    for position in stride(from: 4, through: length, by: 1) {
      if position <= 10 {
        if position % 2 == 0 { (rows, columns) = (rows / 20, columns / 20) }
      } else {
        (rows, columns) = (rows / 5, columns / 4)
      }
    }
    return (rows, columns)
  }

  /// The exact cell.
  ///
  /// The box contains its northern and eastern edge, which belong to the next cell.
  public var boundingBox: BoundingBox {
    let size = Self.size(length)
    return BoundingBox(
      south: Self.latitude(row), west: Self.longitude(column),
      north: Self.latitude(row + size.rows), east: Self.longitude(column + size.columns))
  }

  /// The center of the cell.
  public var center: Coordinate {
    let size = Self.size(length)
    // In halves of the smallest unit, because the sides of the longest codes are odd.
    return Coordinate(
      latitude: Double(2 * row + size.rows - Self.rowCount) / Double(2 * Self.rowsPerDegree),
      longitude: Double(2 * column + size.columns - Self.columnCount)
        / Double(2 * Self.columnsPerDegree))
  }

  private static func latitude(_ row: Int64) -> Double {
    Double(row - rowCount / 2) / Double(rowsPerDegree)
  }

  private static func longitude(_ column: Int64) -> Double {
    Double(column - columnCount / 2) / Double(columnsPerDegree)
  }
}

extension PlusCode: CustomStringConvertible {
  /// The code with its plus: `8FW4V75V+9R`; codes with fewer than 8 characters are padded with
  /// zeros, `8FW40000+`.
  public var description: String {
    String(decoding: characters, as: UTF8.self)
  }

  private var characters: [UInt8] {
    var text = [UInt8](repeating: UInt8(ascii: "0"), count: max(length, Self.separatorPosition) + 1)
    text[Self.separatorPosition] = UInt8(ascii: "+")
    var (rows, columns) = (20 * Self.rowsPerDegree, 20 * Self.columnsPerDegree)
    var (row, column) = (row, column)
    for pair in 0..<min(length, 10) / 2 {
      if pair > 0 { (rows, columns) = (rows / 20, columns / 20) }
      let position = 2 * pair + (2 * pair >= Self.separatorPosition ? 1 : 0)
      text[position] = Self.alphabet[Int(row / rows)]
      text[position + 1] = Self.alphabet[Int(column / columns)]
      (row, column) = (row % rows, column % columns)
    }
    for position in 10..<max(length, 10) {
      (rows, columns) = (rows / 5, columns / 4)
      text[position + 1] = Self.alphabet[Int(row / rows * 4 + column / columns)]
      (row, column) = (row % rows, column % columns)
    }
    return text
  }

  /// The code without the characters that a nearby place determines: the first four, six or eight,
  /// depending on the distance of the place, with a margin.
  ///
  /// - Parameter reference: the place that the reader will know.
  /// - Returns: the short code; the full code if the place is too far away, or if the code has
  ///   fewer than 8 characters.
  public func shortened(near reference: Coordinate) -> String {
    guard length >= Self.separatorPosition, reference.isValid else { return description }
    let place = Self.units(reference)
    let size = Self.size(length)
    let rows = (2 * row + size.rows - 2 * place.row).magnitude
    var columns = (2 * column + size.columns - 2 * place.column).magnitude
    // The shorter way around.
    columns = min(columns, 2 * UInt64(Self.columnCount) - columns)
    // Half a cell would suffice; like the reference implementation, keeps to three tenths of the
    // cell.
    for removed in [8, 6, 4] where removed < length {
      let cell = Self.size(removed)
      if rows * 10 < UInt64(cell.rows) * 6, columns * 10 < UInt64(cell.columns) * 6 {
        return String(decoding: characters[removed...], as: UTF8.self)
      }
    }
    return description
  }

  /// Whether a text is a Plus code, full or short, in upper or lower case.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    (try? parts(String(text))) != nil
  }

  /// Whether a text is a short Plus code, which needs a nearby place.
  public static func isShort(_ text: some StringProtocol) -> Bool {
    (try? parts(String(text)))?.isShort ?? false
  }

  /// Whether a text is a full Plus code.
  public static func isFull(_ text: some StringProtocol) -> Bool {
    guard let parts = try? parts(String(text)), !parts.isShort else { return false }
    return parts.isOnEarth
  }

  /// Parses a full code, in upper or lower case.
  ///
  /// - Parameter text: one code, optionally surrounded by blanks; characters beyond the 15th are
  ///   ignored.
  /// - Throws: ``GridParsingError``, of kind ``GridParsingError/Kind/needsReference`` for a short
  ///   code.
  public init(parsing text: some StringProtocol) throws(GridParsingError) {
    let parts = try Self.parts(String(text))
    guard !parts.isShort else {
      throw GridParsingError(
        kind: .needsReference, position: parts.start, found: String(String(text).prefix(20)),
        expected: "a full code, or a place near the short one")
    }
    guard parts.isOnEarth else {
      throw GridParsingError(
        kind: .outOfRange, position: parts.start, found: String(String(text).prefix(20)),
        expected: "a code whose cell is on the Earth")
    }
    self.init(digits: parts.digits)
  }

  /// Parses a code, full or short; a short one becomes the nearest matching cell to a place.
  ///
  /// - Parameters:
  ///   - text: one code, optionally surrounded by blanks.
  ///   - reference: a place within half a cell of the missing characters: 500 km without two, 25 km
  ///     without four.
  /// - Throws: ``GridParsingError``, including for a short code if the place is not valid.
  public init(
    parsing text: some StringProtocol, near reference: Coordinate
  ) throws(GridParsingError) {
    let parts = try Self.parts(String(text))
    guard parts.isShort, reference.isValid else {
      try self.init(parsing: text)
      return
    }
    let place = Self.units(reference)
    let missing = parts.missing
    let prefix = PlusCode(row: place.row, column: place.column, length: max(missing, 2))
    let code = PlusCode(digits: Array(prefix.digits.prefix(missing)) + parts.digits)
    // The cells of a short code repeat; takes the nearest of three, but none beyond a pole.
    let period = Self.size(missing)
    let size = Self.size(code.length)
    var (row, column) = (code.row, code.column)
    let rows = 2 * row + size.rows - 2 * place.row
    if rows > period.rows, row - period.rows >= 0 {
      row -= period.rows
    } else if rows < -period.rows, row + size.rows + period.rows <= Self.rowCount {
      row += period.rows
    }
    let columns = 2 * column + size.columns - 2 * place.column
    if columns > period.columns {
      column -= period.columns
    } else if columns < -period.columns {
      column += period.columns
    }
    let count = Self.columnCount
    self.init(row: row, column: (column % count + count) % count, length: code.length)
  }

  // MARK: Digits

  /// The characters as numbers from 0 to 19, without the plus and zeros.
  private var digits: [Int] {
    characters.compactMap { Self.alphabet.firstIndex(of: $0) }
  }

  /// Creates the cell of characters given as numbers; those beyond the 15th are ignored.
  private init(digits: [Int]) {
    let length = min(digits.count, Self.maximumLength)
    var (rows, columns) = (20 * Self.rowsPerDegree, 20 * Self.columnsPerDegree)
    var (row, column): (Int64, Int64) = (0, 0)
    for pair in 0..<min(length, 10) / 2 {
      if pair > 0 { (rows, columns) = (rows / 20, columns / 20) }
      row += Int64(digits[2 * pair]) * rows
      column += Int64(digits[2 * pair + 1]) * columns
    }
    for position in 10..<max(length, 10) {
      (rows, columns) = (rows / 5, columns / 4)
      row += Int64(digits[position] / 4) * rows
      column += Int64(digits[position] % 4) * columns
    }
    self.init(row: row, column: column, length: length)
  }

  /// The parts of a parsed code.
  private struct Parts {
    var digits: [Int] = []
    /// The number of leading characters that a short code lacks.
    var missing = 0
    /// The offset of its first byte.
    var start = 0

    var isShort: Bool { missing > 0 }
    /// Whether the latitude and longitude of the first characters are on the Earth.
    var isOnEarth: Bool {
      (digits.first ?? 0) < 9 && (digits.count < 2 || digits[1] < 18)
    }
  }

  private static func parts(_ text: String) throws(GridParsingError) -> Parts {
    var scanner = try GridScanner(text)
    var parts = Parts()
    scanner.skipBlanks()
    parts.start = scanner.position
    var zeros = 0
    var separator: Int?
    var behind = 0
    while !scanner.isAtEnd {
      let byte = scanner.byte
      if byte == UInt8(ascii: "+") {
        let before = scanner.position - parts.start
        guard separator == nil, before <= separatorPosition, before % 2 == 0 else {
          throw scanner.error(.otherForm, "one plus after 8 characters, or after 0 to 6")
        }
        separator = before
      } else if byte == UInt8(ascii: "0") {
        // Zeros occur in pairs before the plus of a full code, after at least two characters.
        guard separator == nil, parts.digits.count % 2 == 0, !parts.digits.isEmpty else {
          throw scanner.error(.otherForm, "zeros only before the plus")
        }
        zeros += 1
      } else if let digit = alphabet.firstIndex(of: byte) {
        guard zeros == 0 else { throw scanner.error(.otherForm, "a plus after the zeros") }
        parts.digits.append(digit)
        if separator != nil { behind += 1 }
      } else {
        break
      }
      scanner.advance()
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd, let separator, !parts.digits.isEmpty else {
      throw scanner.error(.otherForm, "a Plus code such as 8FW4V75V+9R")
    }
    guard zeros == 0 || (separator == separatorPosition && zeros % 2 == 0) else {
      throw scanner.error(.malformed, "zeros up to the plus after 8 characters")
    }
    guard behind != 1 else {
      throw scanner.error(.malformed, "no characters or at least two after the plus")
    }
    parts.missing = separatorPosition - separator
    return parts
  }
}

public import CairnGeodesy

/// The places of a table, column by column.
///
/// ```swift
/// let csv = Array("title;lat;lng\nPraha;50,0755;14,4378\n".utf8)
/// let table = try PlaceTable(csv: csv)
/// table.names[0]          // "Praha"
/// table.coordinates[0]    // 50.0755, 14.4378
/// ```
///
/// The columns are found by their names in the header (see ``PlaceColumns``), the delimiter by
/// trying which of `,` `;` tab and `|` makes a header with a latitude and a longitude. With any
/// delimiter but the comma a number may have a decimal comma.
public struct PlaceTable: Sendable {
  /// What to do with a row that has no valid coordinate.
  public enum BadRowPolicy: Hashable, Sendable {
    /// Throw its error.
    case fail
    /// Leave it out, and count and keep its error.
    case skip
  }

  /// Where each place lies.
  public internal(set) var coordinates: [Coordinate] = []
  /// What each place is called; empty texts where the table has no name.
  public internal(set) var names = TextColumn()
  /// The country as the table writes it, or an empty column.
  public internal(set) var countries = TextColumn()
  /// The kind as the table writes it, or an empty column.
  public internal(set) var kinds = TextColumn()
  /// The population, 0 where it is unknown, or an empty column.
  public internal(set) var populations: [Int] = []
  /// Which columns were chosen.
  public internal(set) var columns: PlaceColumns
  /// How many rows were left out.
  public internal(set) var badRowCount = 0
  /// What was wrong with the first of the rows left out, up to 20.
  public internal(set) var badRows: [FormatError] = []

  /// Reads a whole table.
  ///
  /// - Parameters:
  ///   - csv: the bytes of the table, header first.
  ///   - delimiter: the byte between fields, or nil to find out.
  ///   - columns: columns chosen by name, in place of what would be recognised.
  ///   - badRows: what to do with a row that has no valid coordinate.
  /// - Throws: ``FormatError`` when there is no header, when it names no latitude or longitude,
  ///   for a quote that is never closed, and for a bad row where the policy says so.
  /// - Complexity: O(bytes).
  public init(
    csv: [UInt8], delimiter: UInt8? = nil, columns overrides: [PlaceColumns.Role: String] = [:],
    badRows policy: BadRowPolicy = .skip
  ) throws(FormatError) {
    var reader = CSVReader(csv, delimiter: delimiter ?? Self.delimiter(of: csv, overrides))
    guard try reader.next() else { throw FormatError(.empty, line: 1) }
    columns = PlaceColumns(
      names: (0..<reader.fieldCount).map { reader.text($0) }, overrides: overrides)
    let rows = try RowReader(columns, line: reader.line, commaIsPoint: reader.delimiter != 0x2C)
    while true {
      do throws(FormatError) {
        guard try reader.next() else { break }
        try append(reader, rows)
      } catch {
        switch error.reason {
        case .unclosedQuote, .recordTooLong: throw error
        default: if policy == .fail { throw error }
        }
        badRowCount += 1
        if badRows.count < 20 { badRows.append(error) }
      }
    }
  }

  private mutating func append(_ row: CSVReader, _ rows: RowReader) throws(FormatError) {
    coordinates.append(try rows.coordinate(row))
    row.append(rows.name, to: &names)
    if let index = rows.country { row.append(index, to: &countries) }
    if let index = rows.kind { row.append(index, to: &kinds) }
    if let index = rows.population {
      populations.append(row.number(index).flatMap { Int(exactly: $0.rounded()) } ?? 0)
    }
  }

  /// The delimiter that makes a header with a latitude and a longitude, else the most frequent
  /// of the first line.
  private static func delimiter(of csv: [UInt8], _ overrides: [PlaceColumns.Role: String]) -> UInt8
  {
    let start = Array(csv.prefix(1 << 16))
    var best = UInt8(ascii: ",")
    var bestCount = 1
    for delimiter in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) }) {
      var reader = CSVReader(start, delimiter: delimiter)
      guard (try? reader.next()) == true else { continue }
      let columns = PlaceColumns(
        names: (0..<reader.fieldCount).map { reader.text($0) }, overrides: overrides)
      if columns[.latitude] != nil, columns[.longitude] != nil { return delimiter }
      if reader.fieldCount > bestCount {
        best = delimiter
        bestCount = reader.fieldCount
      }
    }
    return best
  }
}

extension PlaceTable {
  /// Takes the coordinate out of a row; knows which field says what, looked up once.
  internal struct RowReader {
    private let columns: PlaceColumns
    private let latitude: Int
    private let longitude: Int
    internal let name: Int?
    internal let country: Int?
    internal let kind: Int?
    internal let population: Int?
    private let commaIsPoint: Bool

    internal init(_ columns: PlaceColumns, line: Int, commaIsPoint: Bool) throws(FormatError) {
      self.columns = columns
      self.commaIsPoint = commaIsPoint
      latitude = try columns.required(.latitude, line: line)
      longitude = try columns.required(.longitude, line: line)
      name = columns[.name]
      country = columns[.country]
      kind = columns[.kind]
      population = columns[.population]
    }

    internal func coordinate(_ row: CSVReader) throws(FormatError) -> Coordinate {
      let north = try number(latitude, row)
      let east = try number(longitude, row)
      guard north.magnitude <= 90 else {
        let isSwapped = north.magnitude <= 180 && east.magnitude <= 90
        throw error(isSwapped ? .swapped(north) : .outOfRange(north), latitude, row)
      }
      guard east.magnitude <= 360 else { throw error(.outOfRange(east), longitude, row) }
      return Coordinate(latitude: north, longitude: east)
    }

    private func number(_ index: Int, _ row: CSVReader) throws(FormatError) -> Double {
      guard let number = row.number(index, commaIsPoint: commaIsPoint) else {
        guard index < row.fieldCount else { throw error(.missingField, index, row) }
        throw error(.notANumber(String(row.text(index).prefix(40))), index, row)
      }
      return number
    }

    private func error(
      _ reason: FormatError.Reason, _ index: Int, _ row: CSVReader
    ) -> FormatError {
      let name = columns.names.indices.contains(index) ? columns.names[index] : nil
      return FormatError(reason, line: row.line, field: index + 1, column: name)
    }
  }
}

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
/// The columns are recognized by their names in the header (see ``PlaceColumns``), the delimiter is
/// the one of `,` `;` tab and `|` for which the header identifies the location. A number may have a
/// decimal comma if the comma is not the delimiter, or between quotes. An empty field is null, and
/// so is `\N` in a tab-separated table.
public struct PlaceTable: Sendable {
  /// The coordinates of the places; under ``BadRowPolicy/null`` NaN for a bad row.
  public internal(set) var coordinates: [Coordinate] = []
  /// The names of the places; empty if the table has none.
  public internal(set) var names = TextColumn()
  /// The countries as written in the table, or an empty column.
  public internal(set) var countries = TextColumn()
  /// The kinds as written in the table, or an empty column.
  public internal(set) var kinds = TextColumn()
  /// The populations, 0 if unknown, or an empty array.
  public internal(set) var populations: [Int] = []
  /// All properties, in order of first occurrence, for a format whose features have individual
  /// properties; empty for a table of rows.
  public internal(set) var properties: [PropertyColumn] = []
  /// The columns used.
  public internal(set) var columns: PlaceColumns
  /// The number of rows without a valid coordinate.
  public internal(set) var badRowCount = 0
  /// The text encoding of the table.
  public internal(set) var encoding = TextEncoding.utf8
  /// The errors of the first bad rows, at most 20.
  public internal(set) var badRows: [FormatError] = []
  /// The number of bad rows with a latitude beyond 90 degrees and a longitude within.
  public internal(set) var swappedRowCount = 0

  /// The rows that have more fields than the header; the additional fields are ignored.
  public internal(set) var longRows = LongRows()

  /// Creates a table without places.
  internal init(columns: PlaceColumns) {
    self.columns = columns
  }

  /// Whether latitudes and longitudes seem to be swapped in the whole table: some latitudes are
  /// beyond 90 degrees while their longitudes are within, and no valid row has a longitude beyond
  /// 90.
  ///
  /// If they are swapped, rows that are valid in both orders are wrong as well.
  ///
  /// - Complexity: O(places) if there is a row that seems swapped, otherwise O(1).
  public var seemsSwapped: Bool {
    swappedRowCount > 0 && !coordinates.contains { $0.longitude.magnitude > 90 }
  }
}

extension PlaceTable {
  /// Counts a bad row, and records the error of the first ones.
  internal mutating func count(_ error: FormatError) {
    badRowCount += 1
    if case .swapped = error.reason { swappedRowCount += 1 }
    if badRows.count < 20 { badRows.append(error) }
  }
}

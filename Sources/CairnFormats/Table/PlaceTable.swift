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
/// trying which of `,` `;` tab and `|` makes a header that says where places are. A number may
/// have a decimal comma where the comma is not the delimiter, or between quotes. An empty field
/// holds nothing, and with tabs between the fields `\N` does not either.
public struct PlaceTable: Sendable {
  /// Where each place lies; under ``BadRowPolicy/null`` not-a-number for a bad row.
  public internal(set) var coordinates: [Coordinate] = []
  /// What each place is called; empty texts where the table has no name.
  public internal(set) var names = TextColumn()
  /// The country as the table writes it, or an empty column.
  public internal(set) var countries = TextColumn()
  /// The kind as the table writes it, or an empty column.
  public internal(set) var kinds = TextColumn()
  /// The population, 0 where it is unknown, or an empty column.
  public internal(set) var populations: [Int] = []
  /// All properties of a format whose places have each their own, in the order in which they were
  /// first seen; none for a table of rows.
  public internal(set) var properties: [PropertyColumn] = []
  /// Which columns were chosen.
  public internal(set) var columns: PlaceColumns
  /// How many rows have no valid coordinate.
  public internal(set) var badRowCount = 0
  /// How the table was written.
  public internal(set) var encoding = TextEncoding.utf8
  /// What was wrong with the first of the bad rows, up to 20.
  public internal(set) var badRows: [FormatError] = []
  /// How many of the bad rows have a latitude beyond 90 degrees beside a longitude within.
  public internal(set) var swappedRowCount = 0

  /// The rows that have more fields than the header; the extra fields are not read.
  public internal(set) var longRows = LongRows()

  /// Makes a table without places.
  internal init(columns: PlaceColumns) {
    self.columns = columns
  }

  /// Whether latitudes and longitudes seem to be swapped in the whole table: some latitudes are
  /// beyond 90 degrees beside longitudes within, and no valid row has a longitude beyond 90.
  ///
  /// Rows whose numbers are possible both ways round are then wrong, too.
  ///
  /// - Complexity: O(places) where there is a row that seems swapped.
  public var seemsSwapped: Bool {
    swappedRowCount > 0 && !coordinates.contains { $0.longitude.magnitude > 90 }
  }
}

extension PlaceTable {
  /// Counts a bad row, and keeps what is wrong with the first ones.
  internal mutating func count(_ error: FormatError) {
    badRowCount += 1
    if case .swapped = error.reason { swappedRowCount += 1 }
    if badRows.count < 20 { badRows.append(error) }
  }
}

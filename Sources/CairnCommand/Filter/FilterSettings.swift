internal import CairnFormats

/// How a filter reads its table, as the command line says.
struct FilterSettings {
  /// A column by its name or its number, counted from 1.
  typealias ColumnName = String

  /// Where a coordinate stands.
  struct Point {
    var latitude: ColumnName?
    var longitude: ColumnName?
    /// One column with both, latitude first.
    var both: ColumnName?

    var isGiven: Bool { latitude != nil || longitude != nil || both != nil }
  }

  /// Whether the first row names the columns; nil to find out.
  var hasHeader: Bool?
  /// Tabs without quotes, and `\N` for nothing.
  var isTSV = false
  var delimiter: UInt8?
  /// How many fields a row has at most; a longer one ends it all, since its answer would stand
  /// in the column of another.
  var fieldCount: Int?
  var onError = BadRowPolicy.null
  /// Where the coordinates stand: one, or two for what needs two.
  var points = [Point()]
}

extension FilterSettings {
  /// The columns of the first coordinate as the command line says them.
  var chosenColumns: [PlaceColumns.Role: String] {
    var columns: [PlaceColumns.Role: String] = [:]
    columns[.latitude] = points.first?.latitude
    columns[.longitude] = points.first?.longitude
    columns[.coordinate] = points.first?.both
    return columns
  }

  /// The columns of a table by its first row.
  func columns(_ firstRow: [String], _ dialect: TableDialect) -> PlaceColumns {
    PlaceColumns(
      firstRow: firstRow, commaIsPoint: dialect.commaIsPoint, hasHeader: hasHeader,
      overrides: chosenColumns, takesWholeDegrees: hasHeader == false)
  }
}

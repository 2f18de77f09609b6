public import CairnGeodesy
internal import CairnMemory

/// A column, or several, that ``TableAppender`` appends to each row of a table, computed from the
/// row's coordinate.
///
/// ```swift
/// let hemisphere = AppendedColumn("hemisphere") { $0.latitude < 0 ? "south" : "north" }
/// var table = TableAppender([hemisphere, .geohash(precision: 6)])
/// ```
///
/// Rows are processed in batches of up to 4,096, so that lookups of one kind run together.
public struct AppendedColumn: Sendable {
  /// The column names for the header.
  public let names: [String]
  /// The number of coordinates that it needs from a row, 1 or 2.
  package let pointCount: Int
  /// Whether a row is written once for each of its results; rows without results are omitted.
  package let repeatsRows: Bool
  /// Creates the writer for a table when its dialect is known.
  internal let start: @Sendable (TableDialect) -> Writer

  /// Computes the values of rows.
  internal enum Writer: Sendable {
    /// Adds the values of each row of a batch; the coordinates of rows without a valid one are NaN.
    case once(@Sendable ([Coordinate], [Coordinate], inout AppendedFields) -> Void)
    /// Adds the values of each row of a batch from its coordinate and its number, counted from 0;
    /// the number of a blank line is -1.
    case numbered(@Sendable ([Coordinate], [Int], inout AppendedFields) -> Void)
    /// Adds a row for each result of a row, from its coordinate and its number, counted from 0; the
    /// coordinate of a row without a valid one is NaN.
    case repeating(
      @Sendable (Coordinate, Int, inout AppendedFields) throws(TableAppenderError) -> Void)
  }

  /// Creates a column of texts.
  ///
  /// - Parameters:
  ///   - name: the column's name for the header.
  ///   - answer: returns the text for a valid coordinate, or nil for null. Texts are quoted if
  ///     necessary. Rows without a valid coordinate get null without a call.
  public init(_ name: String, _ answer: @escaping @Sendable (Coordinate) -> String?) {
    self.init([name]) { points, fields in
      for point in points {
        fields.append(field: point.latitude.isFinite ? answer(point) : nil)
        fields.endRow()
      }
    }
  }

  /// Creates several columns of texts that are computed together.
  ///
  /// - Parameters:
  ///   - names: the columns' names for the header.
  ///   - answer: returns a text for each column, or nil for null; missing texts are null, further
  ///     ones are ignored.
  public init(_ names: [String], _ answer: @escaping @Sendable (Coordinate) -> [String?]) {
    self.init(names) { points, fields in
      for point in points {
        let texts = point.latitude.isFinite ? answer(point) : []
        for index in names.indices {
          fields.append(field: index < texts.count ? texts[index] : nil)
        }
        fields.endRow()
      }
    }
  }

  /// Creates columns that are computed for many rows at once.
  ///
  /// - Parameters:
  ///   - names: the columns' names for the header.
  ///   - answer: appends the fields of each row and ends it; the coordinates of rows without a
  ///     valid one are NaN.
  package init(
    _ names: [String],
    batch answer: @escaping @Sendable ([Coordinate], inout AppendedFields) -> Void
  ) {
    self.init(names, pointCount: 1, repeatsRows: false) { _ in
      .once { points, _, fields in answer(points, &fields) }
    }
  }

  /// Creates columns that are computed for many rows at once, after preparing for a table.
  ///
  /// - Parameters:
  ///   - names: the columns' names for the header.
  ///   - start: gets empty fields in the dialect of the table, and returns the closure that appends
  ///     the fields of each row and ends it; the coordinates of rows without a valid one are NaN.
  package init(
    _ names: [String],
    prepared start:
      @escaping @Sendable (AppendedFields) ->
      @Sendable ([Coordinate], inout AppendedFields) -> Void
  ) {
    self.init(names, pointCount: 1, repeatsRows: false) {
      let answer = start(AppendedFields($0))
      return .once { points, _, fields in answer(points, &fields) }
    }
  }

  /// Makes columns that are written for many rows at once, by coordinate and row number.
  ///
  /// - Parameters:
  ///   - names: the columns' names, for the header.
  ///   - start: returns the closure that adds the fields of each row and ends it. It gets empty
  ///     fields in the dialect of the table, the coordinates, NaN for rows without one, and the row
  ///     numbers, counted from 0, -1 for a blank line.
  package init(
    _ names: [String],
    numbered start:
      @escaping @Sendable (AppendedFields) ->
      @Sendable (
        [Coordinate], [Int], inout AppendedFields
      ) -> Void
  ) {
    self.init(names, pointCount: 1, repeatsRows: false) { .numbered(start(AppendedFields($0))) }
  }

  /// Makes a column for which a row is written once for each of its fields, and left out if it has
  /// none.
  ///
  /// - Parameters:
  ///   - name: the column's name, for the header.
  ///   - answer: adds a field for each copy of the row.
  package init(
    _ name: String,
    repeating answer:
      @escaping @Sendable (Coordinate, inout AppendedFields)
      throws(TableAppenderError) -> Void
  ) {
    self.init([name], pointCount: 1, repeatsRows: true) { _ in
      .repeating { point, _, fields throws(TableAppenderError) in
        if point.latitude.isFinite { try answer(point, &fields) }
      }
    }
  }

  /// Makes columns for which a row is written once for each of its results, and left out if it has
  /// none, by coordinate and row number.
  ///
  /// - Parameters:
  ///   - names: the columns' names, for the header.
  ///   - answer: appends the fields of each copy of the row and ends it. It gets the coordinate,
  ///     NaN for a row without one, and the row number, counted from 0 without blank lines.
  package init(
    _ names: [String],
    repeatingNumbered answer: @escaping @Sendable (Coordinate, Int, inout AppendedFields) -> Void
  ) {
    self.init(names, pointCount: 1, repeatsRows: true) { _ in .repeating(answer) }
  }

  internal init(
    _ names: [String], pointCount: Int, repeatsRows: Bool,
    start: @escaping @Sendable (TableDialect) -> Writer
  ) {
    self.names = names
    self.pointCount = pointCount
    self.repeatsRows = repeatsRows
    self.start = start
  }
}

extension AppendedColumn {
  /// Creates a column with the distance in meters between the two coordinates of each row.
  ///
  /// The distance is written with all its digits, so that comparing it gives the same result as
  /// comparing the number: the rows within a radius are exactly those that an index search with
  /// that radius finds. The second coordinate is given by ``TableAppender/Options/points``, which
  /// must contain two.
  ///
  /// - Parameters:
  ///   - surface: the surface on which the distance is measured.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func distance(
    on surface: Surface = .sphere, name: String = "distance_m"
  ) -> AppendedColumn {
    AppendedColumn([name], pointCount: 2, repeatsRows: false) { _ in
      .once { points, others, fields in
        for (point, other) in zip(points, others) {
          let distance = point.distance(to: other, on: surface)
          if distance.isFinite {
            fields.append(number: distance.description)
          } else {
            fields.append(field: nil)
          }
          fields.endRow()
        }
      }
    }
  }
}

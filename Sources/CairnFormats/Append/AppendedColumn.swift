public import CairnGeodesy
internal import CairnMemory

/// What a ``TableAppender`` appends to each row of a table: one field or several, by its
/// coordinate.
///
/// ```swift
/// let hemisphere = AppendedColumn("hemisphere") { $0.latitude < 0 ? "south" : "north" }
/// var table = TableAppender([hemisphere, .geohash(precision: 6)])
/// ```
///
/// Rows are answered some hundred at a time, so that look-ups of one kind follow each other.
public struct AppendedColumn: Sendable {
  /// The names of its fields, as the header gets them.
  public let names: [String]
  /// How many coordinates of a row it needs, 1 or 2.
  package let pointCount: Int
  /// Whether a row is written once for each of its answers; rows without any are left out.
  package let repeatsRows: Bool
  /// Makes what answers the rows of a table, when it is known how that is written.
  internal let start: @Sendable (TableDialect) -> Writer

  /// What answers rows.
  internal enum Writer: Sendable {
    /// Answers each row of a batch once; the coordinates of a row without any are NaN.
    case once(@Sendable ([Coordinate], [Coordinate], inout AppendedFields) -> Void)
    /// Answers each row of a batch once, by its coordinate and its number, counted from 0; that of a
    /// blank line is -1.
    case numbered(@Sendable ([Coordinate], [Int], inout AppendedFields) -> Void)
    /// Adds each answer to a row as a row.
    case repeating(@Sendable (Coordinate, inout AppendedFields) throws(TableAppenderError) -> Void)
  }

  /// Makes a column of texts.
  ///
  /// - Parameters:
  ///   - name: the column's name, for the header.
  ///   - answer: the text for a valid coordinate, or nil for nothing. It is put in quotes where
  ///     that is needed. Rows without a valid coordinate have nothing, and it is not asked.
  public init(_ name: String, _ answer: @escaping @Sendable (Coordinate) -> String?) {
    self.init([name]) { [answer($0)] }
  }

  /// Makes several columns of texts that are found together.
  ///
  /// - Parameters:
  ///   - names: the columns' names, for the header.
  ///   - answer: a text for each column, or nil for nothing; missing ones are nothing, further
  ///     ones are left out.
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

  /// Makes columns that are answered for many rows at once.
  ///
  /// - Parameters:
  ///   - names: the columns' names, for the header.
  ///   - answer: adds the fields of each row and ends it; the coordinates of rows without any are
  ///     NaN.
  package init(
    _ names: [String],
    batch answer: @escaping @Sendable ([Coordinate], inout AppendedFields) -> Void
  ) {
    self.init(names, pointCount: 1, repeatsRows: false) { _ in
      .once { points, _, fields in answer(points, &fields) }
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
    self.init([name], pointCount: 1, repeatsRows: true) { _ in .repeating(answer) }
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
  /// The distance in metres between the two coordinates of each row.
  ///
  /// It is written with all its digits, so that a comparison with it decides as one with the number
  /// itself: what an index finds within a radius is what has no more than the radius here. The
  /// second coordinate is that of ``TableAppender/Options/points``, which must hold two.
  ///
  /// - Parameters:
  ///   - surface: what the distance is measured on.
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
            fields.append(plain: distance.description)
          } else {
            fields.append(field: nil)
          }
          fields.endRow()
        }
      }
    }
  }
}

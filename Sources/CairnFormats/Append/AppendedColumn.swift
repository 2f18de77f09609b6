public import CairnGeodesy
public import CairnIndex
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
  /// The geohash of each row.
  ///
  /// - Parameters:
  ///   - precision: the number of characters; that it is in 1...12 is a precondition.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func geohash(precision: Int = 12, name: String = "geohash") -> AppendedColumn {
    precondition(1...Geohash.maximumPrecision ~= precision, "a geohash has 1 to 12 characters")
    return AppendedColumn([name]) { points, fields in
      fields.append(count: precision, rowCount: points.count) { row, target, position in
        guard let hash = Geohash(points[row], precision: precision) else { return false }
        hash.writeASCII(to: target[position..<position + 12])
        return true
      }
    }
  }

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

  /// The nearest of some places for each row: what it is called and how far it is in metres.
  ///
  /// - Parameters:
  ///   - coordinates: where the places are; those that are not valid are never the nearest.
  ///   - places: what they are called; that there is one for each coordinate is a precondition.
  ///   - radius: metres beyond which none is named.
  ///   - areRows: whether the places are the rows of the table itself, all of them in order, so that
  ///     the nearest is another row than the row itself.
  ///   - names: the names of the two columns.
  /// - Returns: the two columns; metres have three digits behind the point.
  /// - Throws: ``PlaceIndexError`` for more places than an index holds.
  /// - Complexity: O(*n* log *n*) for the index of the places, O(log *n*) for a row.
  public static func nearest(
    of coordinates: [Coordinate], called places: [String], within radius: Double = .infinity,
    areRows: Bool = false, names: (String, String) = ("nearest", "distance_m")
  ) throws(PlaceIndexError) -> AppendedColumn {
    precondition(coordinates.count == places.count, "each place has a name")
    let index = try PlaceIndex(
      skippingInvalid: coordinates.indices, coordinate: { coordinates[$0] })
    return AppendedColumn([names.0, names.1], pointCount: 1, repeatsRows: false) { dialect in
      let empty = AppendedFields(dialect)
      let fields = places.map { empty.bytes(of: $0) }
      return .numbered { points, numbers, answers in
        for (point, number) in zip(points, numbers) {
          let own = areRows ? number : -1
          if point.latitude.isFinite,
            let nearest = index.nearest(to: point, count: areRows ? 2 : 1, within: radius)
              .first(where: { $0.element != own })
          {
            answers.append(bytes: fields[nearest.element])
            answers.append(plain: decimalText(nearest.distance, digits: 3))
          } else {
            answers.append(field: nil)
            answers.append(field: nil)
          }
          answers.endRow()
        }
      }
    }
  }

  /// The geohash cells of one precision that together hold all that is within a distance of a
  /// row's place; the row is written once for each of them, and left out without a coordinate.
  ///
  /// Rows joined to those by equal cells hold all that are within the distance, and more; the exact
  /// distance decides.
  ///
  /// - Parameters:
  ///   - radius: metres, inclusive.
  ///   - precision: the number of characters of the cells, in 1...12.
  ///   - limit: the most cells that a row may have; more are an error.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func geohashCover(
    radius: Double, precision: Int, limit: Int = 10_000, name: String = "geohash"
  ) -> AppendedColumn {
    AppendedColumn([name], pointCount: 1, repeatsRows: true) { _ in
      .repeating { point, fields throws(TableAppenderError) in
        let region = Cap(center: point, radius: radius)
        let cells: [Geohash]
        do {
          cells = try GeohashCover(region, precision: precision, maximumCells: limit).cells
        } catch {
          throw .answer("around \(point.latitude),\(point.longitude) \(error)")
        }
        fields.append(count: precision, rowCount: cells.count) { row, target, position in
          cells[row].writeASCII(to: target[position..<position + 12])
          return true
        }
      }
    }
  }
}

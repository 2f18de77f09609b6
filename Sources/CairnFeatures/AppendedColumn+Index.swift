public import CairnFormats
public import CairnGeodesy
public import CairnIndex
internal import CairnMemory

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
    return AppendedColumn(
      [names.0, names.1],
      numbered: { empty in
        let fields = places.map { empty.bytes(of: $0) }
        return { points, numbers, answers in
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
      })
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
    AppendedColumn(
      name,
      repeating: { point, fields throws(TableAppenderError) in
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
      })
  }
}

public import CairnFormats
public import CairnGeodesy
public import CairnIndex
internal import CairnMemory

extension AppendedColumn {
  /// Creates a column with the geohash of each row.
  ///
  /// - Parameters:
  ///   - precision: the number of characters; must be in 1...12.
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

  /// Creates columns with the name of the nearest of some places for each row, and its distance in
  /// meters.
  ///
  /// - Parameters:
  ///   - coordinates: the coordinates of the places; places with an invalid one are never found.
  ///   - places: the names of the places, one for each coordinate.
  ///   - radius: the maximum distance in meters; farther places are not found.
  ///   - areRows: whether the places are the rows of the table itself, all of them in order, so
  ///     that the nearest must be another row.
  ///   - names: the names of the two columns.
  /// - Returns: the two columns; distances have three digits after the decimal point.
  /// - Throws: ``PlaceIndexError`` if there are more places than an index can contain.
  /// - Complexity: O(*n* log *n*) to build the index of the places, O(log *n*) per row.
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
              answers.append(number: decimalText(nearest.distance, digits: 3))
            } else {
              answers.append(field: nil)
              answers.append(field: nil)
            }
            answers.endRow()
          }
        }
      })
  }

  /// Creates a column with the geohash cells of one precision that cover the circle around a row's
  /// coordinate.
  ///
  /// The row is written once for each cell; rows without a coordinate are omitted.
  ///
  /// Joining rows on equal cells finds all pairs within the distance, and more; filter the result
  /// by the exact distance.
  ///
  /// - Parameters:
  ///   - radius: the radius of the circle in meters, inclusive.
  ///   - precision: the number of characters of the cells, in 1...12.
  ///   - limit: the maximum number of cells of a row; more are an error.
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

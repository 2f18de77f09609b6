public import CairnCountries
public import CairnFormats
package import CairnGeodesy

extension AppendedColumn {
  /// Creates a column with the country of each row, as a two-letter code.
  ///
  /// ```swift
  /// var table = TableAppender([.country(), .geohash(precision: 6)])
  /// ```
  ///
  /// - Parameters:
  ///   - atlas: the atlas in which countries are looked up.
  ///   - distance: the maximum distance to a country in meters, for places at sea; nil for the
  ///     default of the atlas.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func country(
    _ atlas: CountryAtlas = .world, within distance: Double? = nil, name: String = "country"
  ) -> AppendedColumn {
    country(atlas, within: distance, name: name) { _ in nil }
  }

  /// Creates a column with the country of each row, given the countries of some coordinates.
  ///
  /// - Parameters:
  ///   - atlas: the atlas in which countries are looked up.
  ///   - distance: the maximum distance to a country in meters; nil for the default of the atlas.
  ///   - name: the name of the column.
  ///   - own: the country of a valid coordinate, which overrides the atlas, or nil.
  /// - Returns: the column.
  package static func country(
    _ atlas: CountryAtlas, within distance: Double?, name: String,
    own: @escaping @Sendable (Coordinate) -> Country?
  ) -> AppendedColumn {
    AppendedColumn([name]) { points, fields in
      let codes =
        if let distance {
          atlas.countries(at: points, within: distance).map { $0?.packedCode ?? 0 }
        } else {
          atlas.packedCodes(at: points)
        }
      fields.append(rowCount: points.count) { row in
        let country = points[row].latitude.isFinite ? own(points[row]) : nil
        // The first letter is in the high byte, but must be written first.
        return UInt64((country?.packedCode ?? codes[row]).byteSwapped)
      }
    }
  }

  /// Creates a column with the name of the region of each row, for custom regions.
  ///
  /// - Parameters:
  ///   - atlas: the regions; if several contain a place, the first one is used.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func region(
    _ atlas: TerritoryAtlas<String>, name: String = "region"
  ) -> AppendedColumn {
    AppendedColumn([name]) { points, fields in
      for point in points {
        fields.append(repeated: atlas.territory(at: point))
        fields.endRow()
      }
    }
  }
}

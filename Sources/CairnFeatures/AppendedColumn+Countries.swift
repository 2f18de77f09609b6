public import CairnCountries
public import CairnFormats
package import CairnGeodesy

extension AppendedColumn {
  /// The country of each row: two letters.
  ///
  /// ```swift
  /// var table = TableAppender([.country(), .geohash(precision: 6)])
  /// ```
  ///
  /// - Parameters:
  ///   - atlas: decides in which country a place is.
  ///   - distance: how far away in metres a country may be, for places at sea; nil for what the
  ///     atlas says.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func country(
    _ atlas: CountryAtlas = .world, within distance: Double? = nil, name: String = "country"
  ) -> AppendedColumn {
    country(atlas, within: distance, name: name) { _ in nil }
  }

  /// The country of each row, with the known country of some coordinates.
  ///
  /// - Parameters:
  ///   - atlas: decides in which country a place is.
  ///   - distance: how far away in metres a country may be.
  ///   - name: the name of the column.
  ///   - own: the country of a valid coordinate whatever the atlas says, or nil.
  /// - Returns: the column.
  package static func country(
    _ atlas: CountryAtlas, within distance: Double?, name: String,
    own: @escaping @Sendable (Coordinate) -> Country?
  ) -> AppendedColumn {
    AppendedColumn([name]) { points, fields in
      var countries =
        if let distance { atlas.countries(at: points, within: distance) } else {
          atlas.countries(at: points)
        }
      for (row, point) in points.enumerated() where point.latitude.isFinite {
        if let country = own(point) { countries[row] = country }
      }
      // The first letter is in the high byte, and is written first.
      fields.append(words: countries.map { $0.map { UInt64($0.letters.byteSwapped) } ?? 0 })
    }
  }

  /// The region of each row, of regions of your own: its name.
  ///
  /// - Parameters:
  ///   - atlas: the regions; of several that hold a place, the smallest counts.
  ///   - name: the name of the column.
  /// - Returns: the column.
  public static func region(
    _ atlas: RegionAtlas<String>, name: String = "region"
  ) -> AppendedColumn {
    AppendedColumn([name]) { points, fields in
      for point in points {
        fields.append(repeated: atlas.region(at: point))
        fields.endRow()
      }
    }
  }
}

public import CairnGeodesy

extension PlaceTable {
  /// The places of the table, one for each coordinate, for individual access.
  ///
  /// ```swift
  /// let table = try PlaceTable(csv: Array("name,lat,lon,cc\nBern,46.95,7.45,CH\n".utf8))
  /// let index = try PlaceIndex(table.places(), coordinate: \.coordinate)
  /// ```
  ///
  /// A two-letter country becomes the country code, in upper case; a country name does not. A
  /// population of 0 means unknown.
  ///
  /// - Returns: the places in the order of the rows. Bad rows of a table read under
  ///   ``BadRowPolicy/null`` are included with an invalid coordinate; index them with
  ///   `PlaceIndex(skippingInvalid:coordinate:)`.
  /// - Complexity: O(places), with several allocations for each; using the columns directly is
  ///   faster.
  public func places() -> [Place] {
    coordinates.indices.map { row in
      Place(
        name: names.indices.contains(row) ? names[row] : "", coordinate: coordinates[row],
        kind: kinds.isEmpty ? .unspecified : Place.Kind(kinds[row]),
        countryCode: countries.isEmpty ? nil : Place.countryCode(countries[row]),
        population: populations.isEmpty || populations[row] == 0 ? nil : populations[row])
    }
  }
}

extension Place {
  /// The country code in upper case; nil unless the text consists of two letters.
  internal static func countryCode(_ text: String) -> String? {
    let letters = text.utf8
    guard letters.count == 2, letters.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else { return nil }
    return text.uppercased()
  }
}

public import CairnGeodesy

extension PlaceTable {
  /// The places of the table, one for each coordinate, to be shown and asked one by one.
  ///
  /// ```swift
  /// let table = try PlaceTable(csv: Array("name,lat,lon,cc\nBern,46.95,7.45,CH\n".utf8))
  /// let index = try PlaceIndex(table.places(), coordinate: \.coordinate)
  /// ```
  ///
  /// A country of two letters becomes the country code, in upper case; a name of a country does
  /// not. A population of 0 is unknown.
  ///
  /// - Returns: the places in the order of the rows. Those of bad rows, which a table read under
  ///   ``BadRowPolicy/null`` has, are among them with a coordinate that is not valid;
  ///   `PlaceIndex(skippingInvalid:coordinate:)` takes them.
  /// - Complexity: O(places), with some allocations for each: the columns are the quicker way.
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
  /// The code that a text of two letters is.
  internal static func countryCode(_ text: String) -> String? {
    let letters = text.utf8
    guard letters.count == 2, letters.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else { return nil }
    return text.uppercased()
  }
}

public import CairnGeodesy
package import CairnMemory

extension CountryAtlas {
  /// The countries of many coordinates as numbers, in their order; 0 for none.
  ///
  /// ```swift
  /// let codes = CountryAtlas.world.packedCodes(at: coordinates)
  /// let inJapan = codes.count { $0 == Country.japan.packedCode }
  /// ```
  ///
  /// - Parameter coordinates: any places; invalid ones are in no country.
  /// - Returns: for each coordinate the ``CairnCountryFacts/Country/packedCode`` of the result of
  ///   ``country(at:)``, in two bytes.
  /// - Complexity: O(*n*).
  public func packedCodes(at coordinates: [Coordinate]) -> [UInt16] {
    [UInt16](capacity: coordinates.count) { codes in
      coordinates.withUnsafeSpan { writeAreas(at: $0, into: codes) }
      for row in 0..<coordinates.count { codes[row] = letters(ofArea: Int(codes[row])) }
      return coordinates.count
    }
  }

  /// Equivalent to ``packedCodes(at:)`` for coordinates in two columns.
  ///
  /// - Parameters:
  ///   - latitudes: degrees north.
  ///   - longitudes: degrees east. The count must equal that of `latitudes`.
  /// - Returns: the result of ``packedCodes(at:)``.
  public func packedCodes(latitudes: [Double], longitudes: [Double]) -> [UInt16] {
    packedCodes(at: [Coordinate](latitudes: latitudes, longitudes: longitudes))
  }

  /// Writes the area of each of many coordinates; see ``area(at:)``.
  package func writeAreas(at places: UnsafeSpan<Coordinate>, into areas: UnsafeBuffer<UInt16>) {
    storage.grid.writeAreas(at: places, into: areas)
  }

  /// The letters of the country of each area, 0 for none.
  package var areaCodes: [UInt16] { letters }
}

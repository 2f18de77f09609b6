public import CairnGeodesy

extension CountryAtlas {
  /// The countries that many coordinates lie in, in their order; `nil` on the high sea.
  ///
  /// Each as ``country(at:)`` has it.
  ///
  /// - Complexity: O(*n*).
  public func countries(at coordinates: [Coordinate]) -> [Country?] {
    coordinates.map { country(at: $0) }
  }

  /// The countries that many coordinates lie in or are near to, in their order.
  ///
  /// - Parameter distance: metres, inclusive; see ``country(at:within:)``.
  public func countries(at coordinates: [Coordinate], within distance: Double) -> [Country?] {
    coordinates.map { country(at: $0, within: distance) }
  }

  /// How many coordinates lie in each country, as ``country(at:)`` has it; those in none are not
  /// counted.
  public func counts(of coordinates: some Sequence<Coordinate>) -> [Country: Int] {
    var areas = [Int](repeating: 0, count: areaCount)
    for coordinate in coordinates { areas[owner(of: coordinate)] += 1 }
    var counts: [Country: Int] = [:]
    for (area, count) in areas.enumerated() where count > 0 {
      guard let country = country(ofArea: UInt16(truncatingIfNeeded: area)) else { continue }
      counts[country, default: 0] += count
    }
    return counts
  }
}

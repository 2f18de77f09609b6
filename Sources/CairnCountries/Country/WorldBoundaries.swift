internal import CairnCountryData
internal import CairnText

/// The embedded boundaries of the world, and the country of each area.
package enum WorldBoundaries {
  /// The arcs, decoded once and shared.
  internal static let sharedArcs = arcs()

  /// Decodes the arcs.
  ///
  /// - Complexity: O(vertices), a few milliseconds.
  package static func arcs() -> BoundaryArcs {
    BoundaryArcs(decoding: CountryData.boundaries, areaCount: areas.count, areaBits: 9)
  }

  /// The country of each area, land or waters, in a point of view.
  ///
  /// - Returns: for each number of an area a country, or `nil` for area 0, the high seas, and for
  ///   areas that belong to no country in that view. Two areas of the same country may be
  ///   neighbors: the arc between them is not a border in that view.
  package static func countries(from view: PointOfView) -> [Country?] {
    areas.map { $0.country(from: view) }
  }

  /// Whether each area is a country's waters rather than land, by its number.
  package static let isWater: [Bool] = areas.map { $0.isWater }

  /// One area of the partition.
  internal struct Area: Sendable {
    /// The name of the dispute; `nil` if none exists.
    let name: String?
    /// The country in the usual view.
    let usual: Country?
    /// The country in views that differ.
    let others: [(view: PointOfView, country: Country?)]
    /// Whether it is waters rather than land.
    let isWater: Bool

    func country(from view: PointOfView) -> Country? {
      for other in others where other.view == view { return other.country }
      return usual
    }
  }

  /// The areas by number: 0 is the high seas, followed by land and then waters.
  internal static let areas: [Area] = {
    let table = TextTable(CountryData.areas, expectedRowLength: 14)
    let none = Area(name: nil, usual: nil, others: [], isWater: false)
    return [none]
      + (0..<table.count).map { row in
        Area(
          name: table.optionalString(column: 1, row: row),
          usual: table.optionalString(column: 0, row: row).map { Country(verified: $0) },
          others: others(table.optionalString(column: 2, row: row) ?? ""),
          isWater: table.string(column: 3, row: row) == "waters")
      }
  }()

  /// Parses pairs such as `IL:IL *:IL`; `-` after the colon means no country.
  private static func others(_ cell: String) -> [(view: PointOfView, country: Country?)] {
    cell.split(separator: " ").map { pair in
      let parts = pair.split(separator: ":")
      return (PointOfView(cell: parts[0]), parts[1] == "-" ? nil : Country(verified: parts[1]))
    }
  }
}

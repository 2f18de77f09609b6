public import CairnCountryFacts
package import CairnMemory
internal import CairnRegionData
internal import CairnText

/// A first-level region of a country: a state, a province, a canton, an oblast.
///
/// ```swift
/// let tyrol = AdministrativeArea(code: "AT-7")
/// tyrol?.name             // "Tyrol"
/// tyrol?.country          // Austria
/// AdministrativeArea.all(of: .austria).count   // 9
/// ```
///
/// A value is a two-byte number, free to copy and to store a million times. It identifies the same
/// region only as long as the embedded data is unchanged, so store ``code``, or name and country,
/// in files.
///
/// ## Which regions are included
/// Regions are those of GeoNames, as used for the cities of the gazetteer, with the boundaries of
/// Natural Earth: the regions of Italy rather than its provinces, the nations of the United
/// Kingdom. In the 39 countries that have been redivided since Natural Earth drew them, such as
/// Kenya and the Congo, the current regions are separated by the nearest town: their boundaries are
/// correct at towns and off by some kilometers between them. A country without subdivisions, such
/// as Monaco, has none.
///
/// Names are those of GeoNames, mostly English, otherwise Natural Earth's. Two regions of a country
/// may have the same name, such as a city and the district around it.
public struct AdministrativeArea: Hashable, Sendable {
  /// The row in the table of regions.
  package let row: UInt16

  internal init(row: Int) { self.row = UInt16(truncatingIfNeeded: row) }

  /// The region of a row.
  package init(row: UInt16) { self.row = row }

  /// The table of the regions: country, code or `-`, name.
  package static var table: ConstantText { ConstantText(RegionData.regions) }

  /// The row of the region whose name contains a byte of the table.
  package static func row(ofNameAt byte: Int) -> Int {
    let starts = RegionTable.shared.table.starts
    var (low, high) = (0, starts.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= byte { low = middle } else { high = middle }
    }
    return low
  }

  /// The name, such as "Tyrol"; a new string on each call, a few hundred nanoseconds.
  public var name: String { RegionTable.shared.table.string(column: 2, row: Int(row)) }

  /// The ISO 3166-2 code, such as `AT-7`, or `nil` if it has none or none is known.
  ///
  /// No two regions have the same code.
  public var code: String? { RegionTable.shared.table.optionalString(column: 1, row: Int(row)) }

  /// The country of the region, in the usual view of disputed land.
  public var country: Country { RegionTable.shared.countries[Int(row)] }

  /// Creates the region with an ISO 3166-2 code such as `US-TX`, ignoring case; `nil` for any other
  /// text.
  ///
  /// - Complexity: O(log *n*) in the number of regions.
  public init?(code: some StringProtocol) {
    guard let row = RegionTable.rows[code.uppercased()] else { return nil }
    self.init(row: row)
  }

  /// All regions, by country and within a country by name.
  public static let all: [AdministrativeArea] = RegionTable.shared.countries.indices.map {
    AdministrativeArea(row: $0)
  }

  /// The regions of a country by name; an empty array for a country without subdivisions.
  ///
  /// - Complexity: O(log *n*) in the number of regions, plus O(*k*) in that of the result.
  public static func all(of country: Country) -> [AdministrativeArea] {
    let countries = RegionTable.shared.countries
    let first = countries.partitioningIndex { $0 >= country }
    let end = countries.partitioningIndex { $0 > country }
    return (first..<end).map { AdministrativeArea(row: $0) }
  }
}

extension AdministrativeArea: Comparable {
  /// Orders regions by country and within a country by name.
  public static func < (a: AdministrativeArea, b: AdministrativeArea) -> Bool { a.row < b.row }
}

extension AdministrativeArea: Identifiable {
  /// The region itself.
  public var id: AdministrativeArea { self }
}

extension AdministrativeArea: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension [Country] {
  /// The first position from which on a condition is true, by bisection.
  fileprivate func partitioningIndex(where isBehind: (Country) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

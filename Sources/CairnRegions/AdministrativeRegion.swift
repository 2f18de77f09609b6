public import CairnCountryFacts
internal import CairnText

/// A first-level region of a country: a state, a province, a canton, an oblast.
///
/// ```swift
/// let tyrol = AdministrativeRegion(code: "AT-7")
/// tyrol?.name             // "Tyrol"
/// tyrol?.country          // Austria
/// AdministrativeRegion.all(of: .austria).count   // 9
/// ```
///
/// A value is a number of two bytes, free to copy and to store a million times; it means the same
/// region as long as the embedded data is the same, so store ``code`` or name and country in files.
///
/// ## What is a region
/// Regions are those that GeoNames has, as the cities of the gazetteer have them, drawn by Natural
/// Earth: the regions of Italy and not its provinces, the nations of the United Kingdom. Where a
/// country has divided itself anew and Natural Earth has not followed (Kenya, the Congo), regions
/// are the older ones. A country that is not divided, such as Monaco, has none.
///
/// Names are those of GeoNames, mostly English ones, else Natural Earth's. Two regions of a country
/// may have one name, as a city and the district around it.
public struct AdministrativeRegion: Hashable, Sendable {
  /// The row in the table of regions.
  internal let row: UInt16

  internal init(row: Int) { self.row = UInt16(truncatingIfNeeded: row) }

  /// The name, such as "Tyrol"; a new string each time, some hundred nanoseconds.
  public var name: String { RegionTable.shared.table.string(column: 2, row: Int(row)) }

  /// The code of ISO 3166-2, such as `AT-7`, or `nil` where it has none or none is known.
  ///
  /// No two regions have the same code.
  public var code: String? { RegionTable.shared.table.optionalString(column: 1, row: Int(row)) }

  /// The country that it is a region of, in the usual view of disputed land.
  public var country: Country { RegionTable.shared.countries[Int(row)] }

  /// The region of a code of ISO 3166-2 in any case, such as `US-TX`; `nil` for any other text.
  ///
  /// - Complexity: O(log *n*) in the number of regions.
  public init?(code: some StringProtocol) {
    guard let row = RegionTable.shared.rows[code.uppercased()] else { return nil }
    self.init(row: row)
  }

  /// All regions, by country and within a country by name.
  public static let all: [AdministrativeRegion] = RegionTable.shared.countries.indices.map {
    AdministrativeRegion(row: $0)
  }

  /// The regions of a country by name; none for a country that is not divided.
  ///
  /// - Complexity: O(log *n*) in the number of regions, and O(*k*) in that of the result.
  public static func all(of country: Country) -> [AdministrativeRegion] {
    let countries = RegionTable.shared.countries
    let first = countries.partitioningIndex { $0 >= country }
    let end = countries.partitioningIndex { $0 > country }
    return (first..<end).map { AdministrativeRegion(row: $0) }
  }
}

extension AdministrativeRegion: Comparable {
  /// Orders regions by country and within a country by name.
  public static func < (a: AdministrativeRegion, b: AdministrativeRegion) -> Bool { a.row < b.row }
}

extension AdministrativeRegion: Identifiable {
  /// The region itself.
  public var id: AdministrativeRegion { self }
}

extension AdministrativeRegion: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension [Country] {
  /// The first position from which on a condition holds, by bisection.
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

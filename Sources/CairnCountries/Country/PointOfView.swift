internal import CairnCountryData
internal import CairnText

/// A point of view on disputed land.
///
/// Most borders are undisputed. If two states claim the same land, or if one does not recognize
/// another, the country of a place depends on the point of view:
///
/// ```swift
/// PointOfView.usual              // Crimea is Ukraine's, the Golan Heights are Syria's
/// PointOfView.deFacto            // by control on the ground
/// PointOfView(of: .argentina)    // the Falkland Islands are Argentina's
/// ```
///
/// Views differ for about two dozen areas; `Data/README.md` lists them. The country of each area
/// follows Natural Earth's points of view or, for areas without one, the claims of the parties
/// themselves. A view never turns an entire member of the United Nations into another.
public struct PointOfView: Hashable, Sendable {
  /// 0 is the usual view, 1 the de facto view; other values are the letters of the country with the
  /// view.
  private let code: UInt16

  /// The default view of this library.
  ///
  /// It follows ISO 3166-1 and the resolutions of the United Nations, if there are any: Crimea
  /// belongs to Ukraine, Northern Cyprus to Cyprus, Somaliland to Somalia; Western Sahara and
  /// Taiwan have their own codes, as does Kosovo (`XK`, a code that ISO reserves for users).
  public static let usual = PointOfView(code: 0)

  /// Land belongs to the state that controls it, as drawn on Natural Earth's own map.
  ///
  /// Crimea is part of Russia, Western Sahara west of the berm part of Morocco, the Golan Heights
  /// part of Israel. States without an ISO 3166-1 code remain with the country of the usual view.
  public static let deFacto = PointOfView(code: 1)

  /// Creates the view of a country, if the sources have it.
  public init?(of country: Country) {
    guard Self.holders.contains(country) else { return nil }
    self.init(code: country.letters)
  }

  /// The countries whose own view is in the sources, in the order of their codes.
  public static let holders: [Country] = {
    let table = TextTable(CountryData.views, expectedRowLength: 3)
    return (0..<table.count).map { Country(verified: table.string(column: 0, row: $0)) }
  }()

  private init(code: UInt16) { self.code = code }

  /// Creates the view of a cell of an embedded table: `*` or the two letters of a country.
  internal init(cell: some StringProtocol) {
    self.init(code: cell == "*" ? 1 : Country(verified: cell).letters)
  }
}

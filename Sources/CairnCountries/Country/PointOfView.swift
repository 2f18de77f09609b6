internal import CairnCountryData
internal import CairnText

/// Whose view of disputed land an answer takes.
///
/// Most borders are the same for everybody. Where two states claim the same land, or where one
/// does not recognise what another does, the answer depends on who is asked:
///
/// ```swift
/// PointOfView.usual              // Crimea is Ukraine's, the Golan Heights are Syria's
/// PointOfView.deFacto            // as it is held on the ground
/// PointOfView(of: .argentina)    // the Falkland Islands are Argentina's
/// ```
///
/// Views differ on some two dozen areas; `Data/README.md` lists them. Which country a view sees
/// there follows Natural Earth's points of view, and for areas that have none, the claims of the
/// parties themselves. A view never turns one member of the United Nations as a whole into
/// another.
public struct PointOfView: Hashable, Sendable {
  /// 0 is the usual view, 1 the de facto view, else the letters of the country whose view it is.
  private let code: UInt16

  /// The view of this library by default.
  ///
  /// It follows ISO 3166-1 and the resolutions of the United Nations where there are such:
  /// Crimea is Ukraine's, Northern Cyprus is Cyprus's, Somaliland is Somalia's, Western Sahara
  /// has its own code, so has Taiwan, and so has Kosovo (`XK`, a code that ISO leaves to users).
  public static let usual = PointOfView(code: 0)

  /// Land belongs to who holds it, as Natural Earth's own map draws it.
  ///
  /// Crimea is Russia's, Western Sahara west of the berm Morocco's, the Golan Heights are
  /// Israel's. States without a code in ISO 3166-1 are left with the country of the usual view.
  public static let deFacto = PointOfView(code: 1)

  /// The view that a country takes, if the sources have it.
  public init?(of country: Country) {
    guard Self.holders.contains(country) else { return nil }
    self.init(code: country.letters)
  }

  /// The countries whose own view the sources have, in the order of their codes.
  public static let holders: [Country] = {
    let table = TextTable(CountryData.views, expectedRowLength: 3)
    return (0..<table.count).map { Country(verified: table.string(column: 0, row: $0)) }
  }()

  private init(code: UInt16) { self.code = code }

  /// The view of an embedded table: `*` or the two letters of a country.
  internal init(cell: some StringProtocol) {
    self.init(code: cell == "*" ? 1 : Country(verified: cell).letters)
  }
}

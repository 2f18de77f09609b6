import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

/// Places whose country is known: small islands, enclaves, towns at borders, and of each disputed
/// area one in every view that differs. What derives the boundaries looks them up, too.
@Suite struct KnownPlacesTests {
  @Test func knownPlacesAreWhereTheyAre() throws {
    let rows = try VectorFile("known_places.csv").rows
    #expect(rows.count > 200)
    for row in rows {
      let latitude = try #require(Double(row[1]))
      let longitude = try #require(Double(row[2]))
      let view: PointOfView =
        switch row[4] {
        case "": .usual
        case "*": .deFacto
        default: try #require(Country(row[4]).flatMap { PointOfView(of: $0) }, "\(row)")
        }
      let found = CountryAtlas.world(view: view).country(
        at: Coordinate(latitude: latitude, longitude: longitude))
      #expect(found?.alpha2 ?? "-" == row[3], "\(row)")
    }
  }

  @Test func everyViewIsOfferedForAReason() throws {
    let rows = try VectorFile("known_places.csv").rows
    let seen = Set(rows.map { $0[4] })
    for country in PointOfView.holders { #expect(seen.contains(country.alpha2), "\(country)") }
    // A view that differs nowhere would be no view.
    let usual = WorldBoundaries.countries(from: .usual)
    for country in PointOfView.holders {
      let view = try #require(PointOfView(of: country))
      #expect(WorldBoundaries.countries(from: view) != usual, "\(country)")
    }
  }
}

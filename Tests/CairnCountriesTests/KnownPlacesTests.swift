import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

/// Places in known countries, which the script that builds the boundaries also checks.
///
/// They are small islands, enclaves, towns at borders, and one place in each disputed area for
/// every deviating view.
@Suite struct KnownPlacesTests {
  @Test func knownPlacesAreInTheirCountries() throws {
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

  /// Towns, border posts and hotels on both sides of a border, and every place around which the
  /// build script moves a border.
  @Test func placesAtBordersAreInTheirCountry() throws {
    try expectCountries("border_towns.csv", atLeast: 700)
  }

  /// Islands far from larger ones, inhabited or not.
  @Test func islandsAreInTheirCountry() throws {
    try expectCountries("islands.csv", atLeast: 900)
  }

  /// Aerodromes within 5 km of a border, none of which was examined when the data was derived.
  ///
  /// Their country is that of OurAirports, which places some of them on the wrong side of a border;
  /// `Benchmarks/Accuracy/border_aerodromes.py` chooses them.
  @Test func mostHeldBackAerodromesAreInTheirCountry() throws {
    let rows = try VectorFile("border_aerodromes.csv").rows
    #expect(rows.count == 300)
    var right = 0
    for row in rows {
      let latitude = try #require(Double(row[1]))
      let longitude = try #require(Double(row[2]))
      let found = CountryAtlas.world.country(
        at: Coordinate(latitude: latitude, longitude: longitude))
      if found?.alpha2 == row[3] { right += 1 }
    }
    #expect(right >= 277)
  }

  private func expectCountries(_ file: String, atLeast count: Int) throws {
    let rows = try VectorFile(file).rows
    #expect(rows.count >= count)
    for row in rows {
      let latitude = try #require(Double(row[1]))
      let longitude = try #require(Double(row[2]))
      let found = CountryAtlas.world.country(
        at: Coordinate(latitude: latitude, longitude: longitude))
      #expect(found?.alpha2 == row[3], "\(row)")
    }
  }

  @Test func everyDeviatingViewIsCovered() throws {
    let rows = try VectorFile("known_places.csv").rows
    let seen = Set(rows.map { $0[4] })
    let usual = WorldBoundaries.countries(from: .usual)
    for country in PointOfView.holders {
      let view = try #require(PointOfView(of: country))
      if WorldBoundaries.countries(from: view) != usual {
        #expect(seen.contains(country.alpha2), "\(country)")
      }
    }
  }
}

import CairnGeodesy
import Testing

@testable import CairnCountries

@Suite struct ZoomBoxTests {
  private func country(_ code: String) throws -> Country {
    try #require(Country(alpha2: code))
  }

  /// The bounds of a zoom region without margin, in integer degrees: south, west, north, east.
  private func bounds(_ code: String, _ extent: ZoomExtent = .mainland) throws -> [Int] {
    let box = try country(code).zoomBox(extent, margin: 0)
    return [box.south, box.west, box.north, box.east].map { Int($0.rounded()) }
  }

  @Test func defaultIsTheMainland() throws {
    // France with Corsica, without its overseas islands.
    #expect(try bounds("FR") == [41, -5, 51, 10])
    #expect(try bounds("US") == [25, -125, 49, -67])
    #expect(try bounds("ES") == [35, -9, 44, 4])
    #expect(try bounds("PT") == [37, -9, 42, -6])
    #expect(try bounds("NL") == [51, 3, 54, 7])
    #expect(try bounds("EC") == [-5, -81, 1, -75])
    #expect(try bounds("CL")[3] == -66)
    #expect(try bounds("NO") == [58, 5, 71, 31])
    #expect(try bounds("DK") == [55, 8, 58, 15])
    // With the islets of the Coral Sea, as far as Mellish Reef.
    #expect(try bounds("AU") == [-44, 113, -9, 156])
  }

  @Test func farPartsComeOnRequest() throws {
    // With Alaska, whose westernmost islands are beyond 180 degrees; with Hawaii only on request.
    #expect(try bounds("US", .largeParts) == [25, 172, 71, -67])
    #expect(try bounds("US", .everything) == [19, 172, 71, -67])
    #expect(try country("FR").zoomBox(.everything).contains(country("FR").zoomBox(margin: 0)))
    #expect(try bounds("EC", .largeParts)[1] == -92)
  }

  /// Malaysia's two halves and Indonesia's islands form one country each.
  @Test func halvesAreShownTogether() throws {
    #expect(try bounds("MY") == [1, 100, 7, 119])
    #expect(try bounds("ID") == [-11, 95, 6, 141])
    #expect(try bounds("JP")[2] == 46)
    #expect(try bounds("GQ")[1] <= 9)
  }

  @Test func boxesCrossTheAntimeridianWhereCountriesDo() throws {
    for code in ["FJ", "RU", "NZ", "KI"] {
      let box = try country(code).zoomBox(margin: 0)
      #expect(box.crossesAntimeridian, "\(code) \(box)")
      #expect(box.longitudeSpan < 180, "\(code) \(box)")
    }
    #expect(try bounds("RU") == [41, 20, 82, -169])
    #expect(try bounds("FJ")[1] == 175)
    #expect(try bounds("FJ")[3] == -178)
    let kiribati = try country("KI").zoomBox()
    #expect(kiribati.contains(Coordinate(latitude: 1.45, longitude: 173)))
    #expect(kiribati.contains(Coordinate(latitude: 1.87, longitude: -157.4)))
    let antarctica = try country("AQ").zoomBox()
    #expect(antarctica.south == -90 && antarctica.spansAllLongitudes)
  }

  @Test func severalCountriesGoTheShorterWay() throws {
    let atlas = CountryAtlas.world
    let iberia = atlas.zoomBox(of: try [country("ES"), country("PT")], margin: 0)
    #expect(iberia.west < -9 && iberia.east > 3 && iberia.longitudeSpan < 15)
    let pacific = atlas.zoomBox(of: try [country("NZ"), country("TO"), country("WS")])
    #expect(pacific.crossesAntimeridian && pacific.longitudeSpan < 40)
    #expect(atlas.zoomBox(of: []).isEmpty)
    let alone = atlas.zoomBox(of: [try country("CH")])
    let itself = try country("CH").zoomBox()
    #expect(abs(alone.west - itself.west) < 0.001 && abs(alone.north - itself.north) < 0.001)
  }

  @Test func marginsWidenAndEndAtThePoles() throws {
    let plain = try country("CH").zoomBox(margin: 0)
    let wide = try country("CH").zoomBox(margin: 0.5)
    #expect(abs(wide.longitudeSpan - 2 * plain.longitudeSpan) < 1e-9)
    #expect(abs(wide.latitudeSpan - 2 * plain.latitudeSpan) < 1e-9)
    #expect(try country("CH").zoomBox(margin: -1) == plain)
    #expect(try country("CH").zoomBox(margin: .nan) == plain)
    let russia = try country("RU").zoomBox(margin: 2)
    #expect(russia.north == 90 && russia.spansAllLongitudes)
  }

  @Test func labelPointsAreInTheirCountries() {
    let outside = Country.all.filter {
      CountryAtlas.world.landOnly.country(at: $0.labelPoint) != $0
    }
    #expect(outside == [], "\(outside.map(\.alpha2))")
  }

  @Test func theCapitalIsShown() {
    for country in Country.all {
      guard let capital = country.capital else { continue }
      for extent in ZoomExtent.allCases {
        let box = country.zoomBox(extent, margin: 0)
        #expect(box.contains(capital.coordinate), "\(country.alpha2) \(extent) \(box)")
      }
    }
  }

  /// Every country with land has a box that contains its label point or its capital.
  @Test func everyCountryHasARegion() {
    var without: [Country] = []
    for country in Country.all {
      let box = country.zoomBox(margin: 0.2)
      if box.isEmpty {
        without.append(country)
        continue
      }
      #expect(box.longitudeSpan <= 360 && box.latitudeSpan <= 180)
      let all = country.zoomBox(.everything, margin: 0.2)
      #expect(all.contains(box) || all.spansAllLongitudes, "\(country.alpha2) \(all) \(box)")
      if let capital = country.capital {
        #expect(box.contains(capital.coordinate), "\(country.alpha2) \(box) \(capital)")
      }
    }
    #expect(without.isEmpty, "\(without.map(\.alpha2))")
  }
}

import CairnGeodesy
import Testing

@testable import CairnCountries

@Suite("Accuracy of the embedded boundaries")
struct AccuracyTests {
  private func country(_ latitude: Double, _ longitude: Double) -> Country? {
    CountryAtlas.world.country(at: Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("every capital is in its country, and all but some coastal ones on land")
  func capitals() {
    var outside: [String] = []
    for country in Country.all {
      guard let coordinate = country.capital?.coordinate else { continue }
      if CountryAtlas.world.landOnly.country(at: coordinate) == country { continue }
      outside.append(country.alpha2)
      // East Jerusalem is west of the line drawn by the source.
      if country == .palestine { continue }
      #expect(CountryAtlas.world.country(at: coordinate) == country)
    }
    let seaside = "CC CX FJ GD GL GM GP IO JE KI LR MH MQ NR PS SB SJ TO TV VC YT"
    #expect(outside == seaside.split(separator: " ").map(String.init))
  }

  @Test("every country has land, including the five without a capital")
  func land() {
    let owners = Set(WorldBoundaries.countries(from: .usual).compactMap(\.self))
    #expect(owners == Set(Country.all))
    #expect(country(-75, 0) == .antarctica)
    #expect(country(-54.42, 3.36) == .bouvetIsland)
    #expect(country(-53.1, 73.5) == .heardIslandAndMcDonaldIslands)
    #expect(CountryAtlas.world.country(at: Country.tokelau.labelPoint) == .tokelau)
    #expect(country(28.21, -177.38) == .usMinorOutlyingIslands)
  }

  @Test(
    "enclaves, exclaves and small states",
    arguments: [
      ("Vatican, basilica", 41.9022, 12.4533, "VA"), ("Vatican, gardens", 41.9035, 12.4500, "VA"),
      ("Castel Sant'Angelo", 41.9031, 12.4663, "IT"), ("Monaco", 43.7325, 7.4189, "MC"),
      ("San Marino", 43.9367, 12.4464, "SM"), ("Vaduz", 47.1410, 9.5215, "LI"),
      ("Maseru", -29.31, 27.48, "LS"), ("Mbabane", -26.31, 31.14, "SZ"),
      ("Ceuta", 35.8894, -5.3198, "ES"), ("Melilla", 35.2923, -2.9381, "ES"),
      ("Gibraltar", 36.14, -5.353, "GI"), ("Llívia", 42.4641, 1.9806, "ES"),
      ("Saillagouse", 42.459, 2.037, "FR"), ("Cabinda", -5.55, 12.2, "AO"),
      ("Madha", 25.283, 56.3325, "OM"), ("Nahwa", 25.2689, 56.2746, "AE"),
      ("Musandam", 26.18, 56.25, "OM"), ("Campione", 45.9702, 8.9697, "IT"),
      ("Lugano", 46.0037, 8.9511, "CH"), ("Büsingen", 47.6975, 8.6887, "DE"),
      ("Schaffhausen", 47.6960, 8.6350, "CH"), ("Livigno", 46.54, 10.13, "IT"),
      ("Jungholz", 47.575, 10.447, "AT"), ("Kaliningrad", 54.7, 20.5, "RU"),
      ("Nakhchivan", 39.2, 45.4, "AZ"), ("Oecusse", -9.25, 124.37, "TL"),
      ("Point Roberts", 48.985, -123.06, "US"), ("Northwest Angle", 49.3, -95.1, "US"),
      ("Vorukh", 39.851, 70.58, "TJ"), ("Sokh", 39.96, 71.13, "UZ"),
      ("Likoma", -12.07, 34.73, "MW"),
      ("Hong Kong", 22.3, 114.17, "HK"), ("Macao", 22.19, 113.54, "MO"),
      ("Akrotiri", 34.60, 32.97, "GB"), ("Guantanamo", 19.95, -75.10, "CU"),
    ])
  func enclaves(name: String, latitude: Double, longitude: Double, code: String) {
    #expect(country(latitude, longitude)?.alpha2 == code, "\(name)")
  }

  @Test(
    "overseas parts have their own codes",
    arguments: [
      ("Cayenne", 4.93, -52.33, "GF"), ("Guadeloupe", 16.24, -61.58, "GP"),
      ("Martinique", 14.65, -61.0, "MQ"), ("Réunion", -21.1, 55.5, "RE"),
      ("Mayotte", -12.82, 45.15, "YT"), ("Corsica", 42.15, 9.1, "FR"),
      ("Longyearbyen", 78.22, 15.63, "SJ"), ("Jan Mayen", 70.98, -8.5, "SJ"),
      ("Bonaire", 12.18, -68.26, "BQ"), ("Saba", 17.63, -63.24, "BQ"),
      ("Christmas Island", -10.49, 105.63, "CX"), ("Puerto Rico", 18.2, -66.4, "PR"),
      ("Alaska", 64.8, -147.7, "US"), ("Hawaii", 19.6, -155.5, "US"),
      ("Greenland", 72, -40, "GL"), ("Mariehamn", 60.097, 19.935, "AX"),
      ("Easter", -27.12, -109.35, "CL"),
    ])
  func overseas(name: String, latitude: Double, longitude: Double, code: String) {
    #expect(country(latitude, longitude)?.alpha2 == code, "\(name)")
  }

  @Test(
    "poles, antimeridian and the high seas",
    arguments: [
      (-90.0, 0.0, "AQ"), (-90, 180, "AQ"), (-89.9, -180, "AQ"), (-86, 180, "AQ"), (90, 0, nil),
      (0, 0, nil), (68.5, 180, "RU"), (68.5, -180, "RU"), (66, -171, "RU"), (-16.9, 179.97, "FJ"),
      (-16.8, -179.99, "FJ"), (41.7, 50.5, nil), (-43.9, -176.5, "NZ"), (52.9, 173.1, "US"),
    ] as [(Double, Double, String?)])
  func seams(latitude: Double, longitude: Double, code: String?) {
    #expect(country(latitude, longitude)?.alpha2 == code)
  }

  @Test("disputed land follows the point of view")
  func views() throws {
    func answer(_ view: PointOfView, _ latitude: Double, _ longitude: Double) -> String? {
      CountryAtlas.world(view: view)
        .country(at: Coordinate(latitude: latitude, longitude: longitude))?.alpha2
    }
    let russia = try #require(PointOfView(of: .russia))
    let argentina = try #require(PointOfView(of: .argentina))
    let china = try #require(PointOfView(of: .china))
    let morocco = try #require(PointOfView(of: .morocco))
    let turkey = try #require(PointOfView(of: .turkey))
    for (view, simferopol) in [(.usual, "UA"), (.deFacto, "RU"), (russia, "RU"), (argentina, "UA")]
      as [(PointOfView, String)]
    {
      #expect(answer(view, 44.95, 34.1) == simferopol)
    }
    #expect(answer(.usual, -51.7, -58.5) == "FK" && answer(argentina, -51.7, -58.5) == "AR")
    #expect(answer(.usual, 25.05, 121.5) == "TW" && answer(china, 25.05, 121.5) == "CN")
    #expect(answer(.usual, 27.15, -13.2) == "EH" && answer(.deFacto, 27.15, -13.2) == "MA")
    #expect(answer(.deFacto, 26.3, -9.9) == "EH" && answer(morocco, 26.3, -9.9) == "MA")
    #expect(answer(.usual, 42.66, 21.17) == "XK" && answer(russia, 42.66, 21.17) == "RS")
    #expect(answer(.usual, 35.33, 33.32) == "CY" && answer(turkey, 35.33, 33.32) == nil)
    #expect(answer(.usual, 33.0, 35.8) == "SY" && answer(.deFacto, 33.0, 35.8) == "IL")
    #expect(answer(.usual, 9.56, 44.06) == "SO" && answer(.usual, 21.87, 33.75) == nil)
    #expect(PointOfView(of: .switzerland) == nil)
    #expect(PointOfView.holders.count == 29 && PointOfView.holders.contains(.southKorea))
  }
}

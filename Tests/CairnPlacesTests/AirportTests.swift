import CairnGeodesy
import CairnIndex
import CairnPlaces
import Testing

@Suite struct AirportTests {
  let world = Gazetteer.embedded

  /// Airports that a source places elsewhere: angles in minutes read as decimals, and airports that
  /// have moved.
  @Test(arguments: [
    ("BRU", 50.9014, 4.4844), ("CRL", 50.4600, 4.4528), ("LGG", 50.6374, 5.4432),
    ("ANR", 51.1894, 4.4603), ("OST", 51.1989, 2.8622), ("KJK", 50.8172, 3.2047),
    ("LUX", 49.6233, 6.2044), ("BER", 52.3667, 13.5033), ("IST", 41.2753, 28.7519),
    ("PKX", 39.5093, 116.4105), ("DAC", 23.8433, 90.3978), ("KMG", 25.1019, 102.9292),
    ("NKC", 18.3100, -15.9697), ("NMI", 18.9901, 73.0628), ("TFU", 30.3197, 104.4414),
    ("KTI", 11.3628, 104.9161), ("NLU", 19.7456, -99.0145), ("GOX", 15.7443, 73.8606),
    ("RMU", 37.8030, -1.1250), ("COV", 36.8989, 35.0658), ("BSZ", 43.0613, 74.4776),
    ("LYG", 34.4141, 119.1790), ("PHH", 28.1838, 84.0147), ("HUE", 13.8301, 36.8824),
  ])
  func airportsAreAtTheirCoordinates(code: String, latitude: Double, longitude: Double) throws {
    let airport = try #require(world.airport(code: code))
    let expected = Coordinate(latitude: latitude, longitude: longitude)
    #expect(airport.coordinate.distance(to: expected) < 3_000)
    #expect(airport.kind == .airport || airport.isServed == false)
  }

  /// Airports whose region was that of a town elsewhere.
  @Test(arguments: [
    ("LTM", "Upper Takutu-Upper Essequibo"), ("TRT", "South Sulawesi"), ("SHJ", "Sharjah"),
    ("XPL", "Comayagua Department"), ("PYY", "Mae Hong Son"), ("OMA", "Nebraska"),
    ("THO", "Northeast"), ("YCU", "Shanxi"), ("SMZ", "Sipaliwini"),
  ])
  func anAirportIsInItsRegion(code: String, region: String) {
    #expect(world.airport(code: code)?.region == region)
  }

  @Test func closedAirportsAreNotIncluded() throws {
    for code in ["TXL", "SXF", "THF", "MJV", "FRU", "ISX", "DOK"] {
      #expect(world.airport(code: code) == nil, "\(code)")
    }
    // The code of the old airport of Athens now belongs to another one.
    #expect(world.airport(code: "HEW")?.countryCode == "CN")
    for code in ["ISL", "NHT", "RMS", "ADA", "PNH", "KBP"] {
      let closed = try #require(world.airport(code: code))
      #expect(closed.kind == .aerodrome && closed.isServed == false, "\(code)")
    }
  }

  @Test func kindAirportMeansScheduledService() {
    let served = world.aerodromes.filter { $0.kind == .airport }
    let others = world.aerodromes.filter { $0.kind == .aerodrome }
    #expect(served.count + others.count == world.aerodromes.count)
    #expect(served == Array(world.airports))
    #expect((3_900...4_300).contains(served.count))
    #expect(served.allSatisfy { $0.isServed == true && $0.isMilitary != nil })
    #expect(others.allSatisfy { $0.isServed == false && $0.isMilitary != nil })
    #expect(others.filter { $0.isMilitary == true }.count > 200)
    #expect(world.index(of: .airport).count == served.count)
    #expect(world.index(of: .aerodrome).count == world.aerodromes.count)
    #expect(world.cities.allSatisfy { $0.isServed == nil && $0.isMilitary == nil })
  }

  @Test(arguments: [
    (48.1351, 11.5820, "MUC"), (52.52, 13.405, "BER"), (50.8503, 4.3517, "BRU"),
    (49.6116, 6.1319, "LUX"), (37.9838, 23.7275, "ATH"), (51.5074, -0.1278, "LCY"),
    (49.4401, 7.7491, "SCN"), (38.8048, -77.0469, "DCA"), (35.6762, 139.6503, "HND"),
  ])
  func nearestAirport(latitude: Double, longitude: Double, code: String) {
    let center = Coordinate(latitude: latitude, longitude: longitude)
    let nearest = world.places(nearestTo: center, count: 1, kind: .airport).first?.element
    #expect(nearest?.code == code)
  }

  @Test func allAirportsAreAerodromes() {
    let ramstein = Coordinate(latitude: 49.4369, longitude: 7.6003)
    let nearest = world.places(nearestTo: ramstein, count: 1, kind: .aerodrome).first?.element
    #expect(nearest?.code == "RMS")
    #expect(nearest?.isMilitary == true)
    #expect(world.places(within: 5_000, of: ramstein, kind: .airport).isEmpty)
    #expect(world.places(within: 5_000, of: ramstein).allSatisfy { $0.element.kind == .city })
    #expect(throws: PlaceNameError.self) { try world.place(named: "RMS", kind: .airport) }
    #expect((try? world.place(named: "LHR", kind: .aerodrome))?.kind == .airport)
    #expect((try? world.place(named: "RMS"))?.kind == .aerodrome)
  }

  /// The airport is next to towns of its country, not deep inside another one.
  @Test func airportsAreInTheirCountries() {
    let cities = world.index(of: .city)
    var foreign: [String] = []
    for airport in world.aerodromes {
      let near = cities.nearest(to: airport.coordinate, count: 12, within: 40_000)
        .map { world.cities[$0.element].countryCode }
      if near.count == 12, !near.contains(airport.countryCode) {
        foreign.append(airport.description)
      }
    }
    // Across the river from Asunción, and in a city state.
    #expect(
      foreign == ["Clorinda Airport (CLX), Formosa, AR", "Tengah Air Base (TGA), SG"],
      "\(foreign)")
  }
}

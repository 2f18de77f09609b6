import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

/// Districts of cities: sections of a populated place, whose locality is their city.
@Suite struct DistrictTests {
  let world = Gazetteer.embedded

  private func city(_ latitude: Double, _ longitude: Double) -> String? {
    let center = Coordinate(latitude: latitude, longitude: longitude)
    return world.places(nearestTo: center, count: 1, kind: .city).first?.element.name
  }

  /// Sights and squares in districts of large cities, and cities next to larger ones.
  private static let nearestCityIsNotADistrictCases: [(Double, Double, String)] = [
    (48.8584, 2.2945, "Paris"), (48.8867, 2.3431, "Paris"), (52.5163, 13.3777, "Berlin"),
    (52.4584, 13.3228, "Berlin"), (35.6595, 139.7005, "Tokyo"), (35.7101, 139.8107, "Tokyo"),
    (51.5014, -0.1419, "London"), (51.3762, -0.0982, "London"), (51.5882, -0.0599, "London"),
    (40.7484, -73.9857, "New York City"), (40.5749, -73.9857, "New York City"),
    (40.8296, -73.9262, "New York City"), (37.4979, 127.0276, "Seoul"),
    (37.5133, 127.1001, "Seoul"), (37.5219, 126.9245, "Seoul"), (48.1845, 16.3122, "Vienna"),
    (48.2167, 16.3958, "Vienna"), (53.5753, 9.9525, "Hamburg"), (53.46, 9.98, "Hamburg"),
    (48.1508, 11.6176, "Munich"), (48.1586, 11.5032, "Munich"),
    (19.3552, -99.0622, "Mexico City"), (19.3028, -99.1505, "Mexico City"),
    (40.9903, 29.0275, "Istanbul"), (41.109, 29.056, "Istanbul"), (41.4036, 2.1744, "Barcelona"),
    (41.43, 2.19, "Barcelona"), (41.8902, 12.4922, "Rome"), (41.8586, 12.4780, "Rome"),
    (47.5255, 19.05, "Budapest"), (47.5617, 19.09, "Budapest"), (-33.8908, 151.2743, "Sydney"),
    (-33.8150, 151.0011, "Sydney"), (-33.7963, 151.2841, "Sydney"), (50.8467, 4.3525, "Brussels"),
    (55.8298, 37.6290, "Moscow"), (31.2397, 121.4998, "Shanghai"), (22.2988, 114.1722, "Hong Kong"),
    (1.2834, 103.8607, "Singapore"), (18.9220, 72.8347, "Mumbai"),
    (-22.9711, -43.1822, "Rio de Janeiro"),
    (-34.5711, -58.4233, "Buenos Aires"), (34.1341, -118.3215, "Los Angeles"),
    (43.7731, -79.2578, "Toronto"), (40.4530, -3.6883, "Madrid"),
    (-26.2485, 27.8540, "Johannesburg"),
    (48.8049, 2.1204, "Versailles"), (37.8044, -122.2712, "Oakland"), (52.3906, 13.0645, "Potsdam"),
    (35.4437, 139.6380, "Yokohama"), (35.5308, 139.7029, "Kawasaki"),
    (37.8716, -122.2727, "Berkeley"),
    (34.0195, -118.4912, "Santa Monica"), (59.36, 18.0009, "Solna"),
    (42.3736, -71.1097, "Cambridge"),
    (41.3599, 2.0997, "L'Hospitalet de Llobregat"), (43.5890, -79.6441, "Mississauga"),
    (28.6129, 77.2295, "New Delhi"), (14.5547, 121.0244, "Makati City"),
    (40.7357, -74.1724, "Newark"),
    (35.8617, 139.6455, "Saitama"), (37.2636, 127.0286, "Suwon"), (40.3083, -3.7327, "Getafe"),
  ]

  @Test(arguments: nearestCityIsNotADistrictCases)
  func nearestCityIsNotADistrict(latitude: Double, longitude: Double, name: String) {
    #expect(city(latitude, longitude) == name)
  }

  @Test func everyDistrictHasACity() {
    var cities: [String: [Place]] = [:]
    var districts: [Place] = []
    for place in world.cities {
      if place.kind == .district { districts.append(place) }
      if place.kind == .city { cities[place.name, default: []].append(place) }
    }
    #expect(districts.count > 2_500)
    for district in districts {
      let city = cities[district.locality ?? ""]?.first {
        $0.countryCode == district.countryCode
          && $0.coordinate.distance(to: district.coordinate) < 60_000
      }
      if city == nil { Issue.record("\(district) is in no city") }
    }
    #expect(world.places.filter { $0.kind == .city }.allSatisfy { $0.locality == nil })
  }

  @Test func districtsAreFoundByTheirNames() throws {
    let brooklyn = try world.place(named: "Brooklyn")
    #expect(brooklyn.kind == .district)
    #expect(brooklyn.locality == "New York City")
    #expect(brooklyn.description == "Brooklyn, New York City, New York, US")
    #expect(try world.place(named: "Shibuya, Tokyo").locality == "Tokyo")
    #expect(try world.place(named: "Camden Town, London").kind == .district)
    #expect(try world.place(named: "Bogenhausen, München").locality == "Munich")
    #expect(try world.place(named: "Gangnam, Seoul").locality == "Seoul")
    #expect(world.search("brooklyn", kind: .city).allSatisfy { $0.kind == .city })
    #expect(world.search("brooklyn", kind: .district).first == brooklyn)
  }

  @Test func districtsAreFoundByTheirKind() {
    let shibuya = Coordinate(latitude: 35.6595, longitude: 139.7005)
    let nearest = world.places(nearestTo: shibuya, count: 2, kind: .district)
    #expect(nearest.first?.element.name == "Shibuya")
    #expect(nearest.allSatisfy { $0.element.locality == "Tokyo" })
    #expect(world.places(within: 5_000, of: shibuya).map(\.element.name) == ["Tokyo"])
  }
}

import CairnGeodesy
import CairnIndex
import CairnPlaces
import Foundation
import Testing

@Suite struct PlaceTests {
  let zermatt = Place(
    name: "Zermatt", coordinate: Coordinate(latitude: 46.0207, longitude: 7.7491), kind: .city,
    countryCode: "CH", region: "Valais", locality: "Visp", code: "ZER", population: 5_820,
    timeZone: "Europe/Zurich")

  @Test func aPlaceIsSmall() {
    #expect(MemoryLayout<Place>.size == 24)
  }

  @Test func embeddedPlacesHaveUniqueIDs() {
    let world = Gazetteer.embedded
    var seen = Set<Place.ID>()
    for places in [world.cities, world.aerodromes, world.destinations] {
      for place in places {
        #expect(seen.insert(place.id).inserted, "\(place) \(place.kind) \(place.coordinate)")
      }
    }
  }

  @Test func changesAffectOnlyOneCopy() {
    var copy = zermatt
    copy.name = "Täsch"
    copy.population = nil
    copy.kind = .airport
    #expect(zermatt.name == "Zermatt" && zermatt.population == 5_820 && zermatt.kind == .city)
    #expect(copy.name == "Täsch" && copy.population == nil && copy.kind == .airport)
    #expect(copy.region == "Valais" && copy.code == "ZER" && copy.timeZone == "Europe/Zurich")
  }

  @Test func placesAreEqualWhenAllFieldsAre() {
    var other = zermatt
    #expect(other == zermatt && other.hashValue == zermatt.hashValue)
    other.name = "Zermatt"
    #expect(other == zermatt && other.hashValue == zermatt.hashValue)
    let changes: [(inout Place) -> Void] = [
      { $0.name = "x" }, { $0.coordinate.latitude = 1 }, { $0.kind = .unspecified },
      { $0.countryCode = nil }, { $0.region = "x" }, { $0.locality = nil }, { $0.code = "x" },
      { $0.population = 1 }, { $0.timeZone = nil },
    ]
    for change in changes {
      var changed = zermatt
      change(&changed)
      #expect(changed != zermatt)
    }
  }

  @Test func codingKeepsEveryField() throws {
    let bare = Place(name: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    for place in [zermatt, bare] {
      let data = try JSONEncoder().encode(place)
      #expect(try JSONDecoder().decode(Place.self, from: data) == place)
    }
    let json = #"{"name":"A","latitude":1.5,"longitude":-2}"#
    let place = try JSONDecoder().decode(Place.self, from: Data(json.utf8))
    #expect(place == Place(name: "A", coordinate: Coordinate(latitude: 1.5, longitude: -2)))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Place.self, from: Data(#"{"name":"A","latitude":1}"#.utf8))
    }
  }

  @Test func kindsAreAnOpenSet() {
    #expect(Place.Kind("city") == .city)
    #expect(Place.Kind(rawValue: "summit") != .airport)
    #expect("\(Place.Kind("summit"))" == "summit")
  }

  @Test func descriptionsDistinguishNamesakes() {
    #expect(zermatt.description == "Zermatt (ZER), Valais, CH")
    let city = Place(
      name: "Kyoto", coordinate: Coordinate(latitude: 35, longitude: 135), countryCode: "JP",
      region: "Kyoto")
    #expect(city.description == "Kyoto, JP")
  }
}

import CairnFormats
import CairnGeodesy
import CairnIndex
import Testing

@Suite struct PlaceBridgeTests {
  @Test func aTableBecomesPlacesAndAnIndex() throws {
    let text =
      "title,lat,lng,country,type,pop\nBern,46.95,7.45,ch,capital,134591\nX,x,1,,,\n"
      + "Wien,48.2,16.37,Austria,,\n"
    let table = try PlaceTable(csv: Array(text.utf8), badRows: .null)
    let places = table.places()
    #expect(places.map(\.name) == ["Bern", "X", "Wien"])
    #expect(places.map(\.countryCode) == ["CH", nil, nil])
    #expect(places.map(\.kind) == ["capital", "", ""].map { Place.Kind($0) })
    #expect(places.map(\.population) == [134_591, nil, nil])
    let index = try PlaceIndex(skippingInvalid: places, coordinate: \.coordinate)
    let zurich = Coordinate(latitude: 47.37, longitude: 8.54)
    #expect(index.nearest(to: zurich, count: 5).map(\.element.name) == ["Bern", "Wien"])
    #expect(index.skippedOffsets == [1])
    let plain = try PlaceTable(csv: Array("lat,lon\n1,2\n".utf8)).places()
    #expect(plain.map(\.name) == [""])
  }

  @Test func placesAreConvertedToFeaturesAndBack() throws {
    let place = Place(
      name: "Heathrow", coordinate: Coordinate(latitude: 51.47, longitude: -0.46), kind: .airport,
      countryCode: "GB", region: "England", locality: "London", code: "LHR", population: 3,
      timeZone: "Europe/London")
    let feature = GeoFeature(place)
    #expect(
      feature.properties.names == [
        "name", "kind", "country", "region", "locality", "code", "population", "timezone",
      ])
    #expect(Place(feature) == place)
    let bare = Place(name: "x", coordinate: place.coordinate)
    #expect(GeoFeature(bare).properties.names == ["name"])
    #expect(Place(GeoFeature(bare)) == bare)
  }

  @Test func propertiesAreRecognizedLikeColumns() {
    let point = GeoFeature.Geometry.point(.init(Coordinate(latitude: 1, longitude: 2)))
    let feature = GeoFeature(
      geometry: point, properties: ["ISO Country": "at", "Place Name": 12, "POP": 2.0])
    let place = Place(feature)
    #expect(place?.name == "12")
    #expect(place?.countryCode == "AT")
    #expect(place?.population == 2)
    #expect(Place(GeoFeature(geometry: nil)) == nil)
    #expect(Place(GeoFeature(geometry: .multiPoint([]))) == nil)
    let nowhere = Coordinate(latitude: .nan, longitude: .nan)
    #expect(Place(GeoFeature(geometry: .point(.init(nowhere)))) == nil)
  }
}

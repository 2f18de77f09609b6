import CairnCountries
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct NamesTests {
  private func names(_ picture: MapPicture, _ role: PictureLabel.Role) -> [String] {
    PictureScene(picture, tolerance: 1).labels.filter { $0.role == role }.map(\.text)
  }

  @Test func theMostImportantPlaceOfACrowdIsNamed() {
    var picture = MapPicture(width: 600, height: 400)
    picture.atlas = nil
    // A city among its suburbs, which come first in the array.
    let suburbs = (0..<60).map { (number: Int) -> MapPicture.Marker in
      MapPicture.Marker(
        Coordinate(
          latitude: 34.5 + Double(number / 8) * 0.05, longitude: 135.3 + Double(number % 8) * 0.05),
        name: "Suburb \(number)")
    }
    var city = MapPicture.Marker(Coordinate(latitude: 34.69, longitude: 135.5), name: "Osaka")
    var far = MapPicture.Marker(Coordinate(latitude: 36, longitude: 138), name: "Far")
    far.importance = 5
    picture.markers = suburbs + [far, city]
    #expect(!names(picture, .marker).contains("Osaka") || names(picture, .marker).first == "Far")
    city.importance = 2_750_000
    picture.markers = suburbs + [far, city]
    #expect(names(picture, .marker).first == "Osaka")
    // Places of importance 0 are named where there is room; those below 0 never.
    #expect(names(picture, .marker).contains { $0.hasPrefix("Suburb") })
    picture.markers = picture.markers.map { marker in
      var marker = marker
      if marker.name.hasPrefix("Suburb") { marker.importance = -1 }
      return marker
    }
    #expect(Set(names(picture, .marker)) == ["Osaka", "Far"])
    #expect(PictureScene(picture, tolerance: 1).symbols.places.count == 62)
  }

  @Test func countriesWithRoomHaveTheirNames() {
    var picture = MapPicture(extent: .world, width: 2400, height: 1300)
    let found = Set(names(picture, .country))
    for name in [
      "Canada", "United States", "Mexico", "Brazil", "Argentina", "Chile", "Peru", "Colombia",
      "Bolivia", "Venezuela", "Algeria", "Egypt", "Nigeria", "Sudan", "Ethiopia", "Kenya",
      "Tanzania", "Angola", "Namibia", "Mozambique", "Madagascar", "Spain", "France", "Germany",
      "Poland", "Ukraine", "Russia", "Kazakhstan", "China", "Mongolia", "India", "Pakistan", "Iran",
      "Iraq", "Japan", "Thailand", "Indonesia", "Australia", "Antarctica", "Greenland",
    ] { #expect(found.contains(name), "\(name)") }
    // A name on two lines is two texts.
    #expect(found.isSuperset(of: ["South", "Africa"]) || found.contains("South Africa"))
    picture.extent = .box(BoundingBox(south: 36, west: -10, north: 58, east: 28))
    picture.width = 1200
    picture.height = 800
    let europe = Set(names(picture, .country))
    for name in [
      "Portugal", "Spain", "France", "Belgium", "Netherlands", "Germany", "Switzerland", "Austria",
      "Italy", "Croatia", "Hungary", "Poland", "Czechia", "Slovakia", "Romania", "Bulgaria",
      "Greece",
    ] { #expect(europe.contains(name), "\(name)") }
  }

  @Test func namesAreOnTheirOwnCountry() throws {
    let picture = MapPicture(extent: .world, width: 1600, height: 900)
    let scene = PictureScene(picture, tolerance: 1)
    let frame = scene.drawing.frame
    for label in scene.labels where label.role == .country {
      let box = PictureLabel.box(label.text, at: label.point, label.anchor, size: label.size)
      #expect(box.corners.allSatisfy { frame.coordinate(at: $0) != nil }, "\(label.text)")
      let place = try #require(frame.coordinate(at: box.center))
      guard let country = CountryAtlas.world.landOnly.country(at: place) else { continue }
      let names = [country.name, CountryLabels.short[country] ?? ""]
      #expect(
        names.contains { $0.contains(label.text) }, "\(label.text) stands on \(country.name)")
    }
  }

  @Test func clustersHaveTheNameOfTheirLargestPlace() throws {
    var generator = SeededGenerator(seed: 8)
    var picture = MapPicture(extent: .world)
    picture.atlas = nil
    picture.clustersMarkers = true
    picture.markers = (0..<2_000).map { number in
      var marker = MapPicture.Marker(
        Coordinate(
          latitude: Double.random(in: -60...75, using: &generator),
          longitude: Double.random(in: -179...179, using: &generator)), name: "n\(number)")
      marker.importance = Double(number)
      return marker
    }
    let symbols = PictureScene(picture, tolerance: 1).symbols
    var best = symbols.clusters.compactMap(\.best.first?.importance)
    best += symbols.places.map(\.marker.importance)
    #expect(best.max() == 1_999)
    for cluster in symbols.clusters {
      #expect(cluster.best.count == min(cluster.count, PictureSymbols.Cluster.bestCount))
      #expect(cluster.best.map(\.importance) == cluster.best.map(\.importance).sorted(by: >))
    }
    #expect(names(picture, .marker).contains("n1999"))
    for index in picture.markers.indices { picture.markers[index].importance = 0 }
    let nameless = PictureScene(picture, tolerance: 1).symbols.clusters.map(\.name)
    #expect(!nameless.isEmpty && nameless.allSatisfy { $0.isEmpty })
  }

  @Test func namesOfCountriesUseAllAvailableRoom() {
    let picture = MapPicture(extent: .world)
    let found = names(picture, .country)
    // There is no room in their middle at this size.
    for name in ["Norway", "Chile", "DR Congo", "United Kingdom"] {
      #expect(found.contains(name), "\(name)")
    }
    var wide = picture
    (wide.width, wide.height) = (2400, 1300)
    // A name with enough room is not shortened.
    let all = names(wide, .country)
    #expect(!all.contains("DR Congo") && all.contains("Democratic"))
  }

  @Test func aCategoryIsNamedOnce() {
    var picture = MapPicture()
    let place = Coordinate(latitude: 1, longitude: 1)
    picture.markers = ["", "other", "a", ""].map { .init(place, category: $0) }
    #expect(picture.categories == ["other", "a"])
    picture.markers = ["a", ""].map { .init(place, category: $0) }
    #expect(picture.categories == ["a", "other"])
    #expect(MapPicture.number(ofCategory: "", among: picture.categories) == 1)
    picture.markers = ["", ""].map { .init(place, category: $0) }
    #expect(picture.categories == [""])
    picture.markers = (["", "other"] + (0..<20).map { "\($0)" }).map { .init(place, category: $0) }
    #expect(picture.categories.filter { $0 == "other" }.count == 1)
    #expect(picture.categories.count == PicturePalette.categories.count)
  }

  private static let extents: [MapPicture.Extent] = [
    .world, .country(.fiji), .country(.antarctica),
    .circle(Cap(center: Coordinate(latitude: 90, longitude: 0), radius: 2_000_000)),
    .country(.russia), .country(.japan),
    .box(BoundingBox(south: -50, west: 150, north: -30, east: -150)),
  ]

  @Test(arguments: extents.prefix(rounds(7, inDebug: 3)))
  func degreesAreLabeledOnceAtTheBottomAndTheSides(_ extent: MapPicture.Extent) {
    var picture = MapPicture(extent: extent)
    picture.atlas = CoarseAtlas.world
    picture.furniture = [.graticule, .scaleBar]
    let scene = PictureScene(picture, tolerance: 1)
    let marks = scene.graticule?.marks ?? []
    let box = scene.layout.map
    let isCut = scene.drawing.frame.projection.isCutAlongMeridian
    #expect(Set(marks.filter(\.isMeridian).map(\.text)).count == marks.filter(\.isMeridian).count)
    #expect(marks.filter { $0.text == "180°" }.count <= 1)
    guard !isCut else { return }
    for mark in marks {
      if mark.isMeridian {
        #expect(mark.point.y > box.bottom - 0.1)
      } else {
        #expect(mark.point.x < box.left + 0.1 || mark.point.x > box.right - 0.1)
      }
    }
  }

  /// Names of countries are beside routes and the edges of circles and areas.
  @Test func namesOfCountriesAvoidLines() throws {
    let innsbruck = Coordinate(latitude: 47.26, longitude: 11.39)
    let cities = [(48.2, 16.4), (47.5, 19.0), (50.1, 19.9), (50.1, 14.4), (48.1, 11.6)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    var maps = [50_000.0, 60_000, 70_000].map { radius in
      var map = MapPicture(width: 800, height: 560)
      map.circles = [Cap(center: innsbruck, radius: radius)]
      return map
    }
    var route = MapPicture(width: 800, height: 520)
    route.tours = [.init(cities.map { .init($0) }, isRoundTrip: true)]
    var area = MapPicture(width: 800, height: 520)
    area.polygons = [GeoPolygon(cities)]
    maps += [route, area]
    for map in maps {
      let scene = PictureScene(map, tolerance: 1)
      let drawing = scene.drawing
      let lines =
        (drawing.circles + drawing.polygons).flatMap(\.edge)
        + drawing.legs.joined().flatMap(\.lines)
      let found = scene.labels.filter { $0.role == .country }
      #expect(found.count >= 3)
      for line in lines {
        for (start, end) in zip(line, line.dropFirst()) {
          for step in 0...100 {
            let point = start.interpolated(to: end, fraction: Double(step) / 100)
            #expect(!found.contains { $0.box.contains(point) })
          }
        }
      }
    }
  }
}

import CairnCountries
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

/// The names of seas, lakes, rivers and small countries on maps.
@Suite struct SeaNameTests {
  /// The names of a role on a map; those on two lines are joined.
  private func names(_ picture: MapPicture, _ roles: Set<PictureLabel.Role>) -> String {
    PictureScene(picture, tolerance: 1).labels.filter { roles.contains($0.role) }
      .map(\.text).joined(separator: " ")
  }

  @Test func eachPlaceOnWaterHasItsSea() {
    let cells = SeaCells()
    for (name, latitude, longitude) in [
      ("Baltic Sea", 56.0, 18.5), ("Hudson Bay", 59, -85), ("Tasman Sea", -38, 160),
      ("Caribbean Sea", 15, -75), ("Black Sea", 43, 34), ("Yellow Sea", 36, 123),
      ("Mozambique Channel", -18, 41), ("Sea of Azov", 46, 36.5), ("Tyrrhenian Sea", 40, 12),
      ("Gulf of Mexico", 25, -90), ("Arctic Ocean", 90, 0), ("North Pacific Ocean", 30, 180),
      ("South Pacific Ocean", -30, -180), ("Southern Ocean", -65, 100), ("Caspian Sea", 42, 50.5),
      ("North Atlantic Ocean", 40, -40), ("Indian Ocean", -30, 80),
    ] {
      let sea = cells.sea(at: Coordinate(latitude: latitude, longitude: longitude))
      #expect(cells.seas[sea].name == name)
    }
  }

  @Test func mapsOfAnyScaleHaveTheNamesOfTheirSeas() {
    typealias Case = (extent: MapPicture.Extent, names: [String], absent: [String])
    let cases: [Case] = [
      (.world, ["Indian Ocean", "North Atlantic"], ["Aegean", "Gulf of Riga"]),
      (
        .box(BoundingBox(south: 36, west: 6, north: 46, east: 20)),
        ["Adriatic Sea", "Tyrrhenian Sea", "Ionian Sea"], ["Pacific", "Atlantic"]
      ),
      (
        .box(BoundingBox(south: -22, west: 170, north: -10, east: -170)), ["South Pacific"],
        ["North"]
      ),
      (
        .circle(Cap(center: Coordinate(latitude: 90, longitude: 0), radius: 2e6)), ["Arctic Ocean"],
        []
      ),
      (.country(.antarctica), ["Southern Ocean", "Weddell Sea"], ["North Atlantic"]),
      (.country(.sriLanka), ["Bay of Bengal"], ["Pacific"]),
      (.country(.austria), [], ["Sea", "Ocean", "Gulf"]),
      (
        .circle(Cap(center: Coordinate(latitude: 54.4, longitude: 18.8), radius: 30_000)),
        ["Baltic Sea"], ["North Sea"]
      ),
    ]
    for (extent, present, absent) in cases {
      var picture = MapPicture(extent: extent)
      let found = names(picture, [.waters])
      for name in present { #expect(found.contains(name), "\(found)") }
      for name in absent { #expect(!found.contains(name), "\(found)") }
      picture.furniture.remove(.names)
      #expect(names(picture, [.waters]).isEmpty)
    }
  }

  @Test func namesOfSeasAreOnWater() throws {
    let seas = Set(SeaCells().seas.map(\.name))
    for extent in [MapPicture.Extent.world, .country(.denmark), .country(.philippines)] {
      let scene = PictureScene(MapPicture(extent: extent), tolerance: 1)
      let found = scene.labels.filter { $0.role == .waters && seas.contains($0.text) }
      #expect(!found.isEmpty)
      for label in found {
        for corner in label.box.corners {
          let place = try #require(scene.drawing.frame.coordinate(at: corner))
          #expect(!CountryAtlas.world.isLand(place), "\(label.text)")
        }
      }
    }
  }

  @Test func smallWatersAndCountriesHaveTheirNamesBesideThem() {
    typealias Case = (
      extent: MapPicture.Extent, role: PictureLabel.Role, names: [String], absent: [String]
    )
    let cases: [Case] = [
      (.country(.switzerland), .waters, ["Lake Geneva", "Lake Constance"], []),
      (.country(.austria), .waters, ["Danube"], []),
      (
        .box(BoundingBox(south: 45.4, west: 17.2, north: 46.2, east: 18.8)), .waters, ["Drava"],
        ["Mur", "Drau"]
      ),
      (
        .box(BoundingBox(south: 2, west: 18, north: 5, east: 21)), .waters, ["Ubangi"], ["Uele"]
      ),
      (
        .box(BoundingBox(south: 43.2, west: -0.6, north: 44.8, east: 1.6)), .waters, ["Garonne"],
        ["Drau"]
      ),
      (.country(.switzerland), .country, ["Liechtenstein"], []),
      (.country(.italy), .country, ["San Marino"], ["Vatican"]),
      (.country(.france), .country, ["Andorra"], []),
      (.box(BoundingBox(south: 1, west: 103, north: 2, east: 105)), .country, ["Singapore"], []),
      (.world, .country, ["Brazil"], ["San Marino", "Singapore"]),
      (
        .circle(Cap(center: Coordinate(latitude: 7.1, longitude: 171.2), radius: 200_000)),
        .country,
        ["Marshall Islands"], []
      ),
      (
        .box(BoundingBox(south: 52.4, west: 9.9, north: 53.6, east: 13.5)), .country, ["Germany"],
        []
      ),
      (.box(BoundingBox(south: 50.9, west: 6.9, north: 51, east: 7)), .country, [], ["Germany"]),
    ]
    for (extent, role, present, absent) in cases {
      let found = names(MapPicture(extent: extent), [role])
      for name in present { #expect(found.contains(name), "\(name): \(found)") }
      for name in absent { #expect(!found.contains(name), "\(name): \(found)") }
    }
  }

  @Test func theLegendOfSizesHasOnlySizesOfTheMap() {
    for (sizes, texts) in [
      ([2.0, 3.1, 5], ["5", "3", "2"]), ([1, 100], ["100", "20", "5"]), ([7.5, 8.8], ["8.8"]),
      ([400, 900], ["500", "400"]), ([4e5, 1e6], ["1,000,000", "600,000", "400,000"]),
    ] {
      var picture = MapPicture()
      picture.markers = sizes.enumerated().map {
        .init(Coordinate(latitude: Double($0), longitude: 9), magnitude: $1)
      }
      #expect(picture.sizeRows.map(\.text) == texts)
    }
  }

  @Test func terminalMapsOfTracksHaveNames() {
    for (latitude, longitude, name) in [
      (-17.8, 178.6, "Fiji"), (46.9, 7.4, "Switzerland"), (14.6, -90.5, "Guatemala"),
    ] {
      var picture = MapPicture()
      picture.tracks = [
        .init(
          (0...20).map {
            Coordinate(latitude: latitude + Double($0) * 0.05, longitude: longitude + 0.2)
          })
      ]
      #expect(picture.text().contains(name))
    }
  }
}

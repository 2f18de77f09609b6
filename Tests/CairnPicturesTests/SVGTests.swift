import CairnCountries
import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct SVGTests {
  /// A picture with every kind of content.
  private var rich: MapPicture {
    var map = MapPicture(title: "A <title> & \"more\"", width: 900, height: 600)
    map.atlas = CoarseAtlas.world
    map.markers = [
      .init(Coordinate(latitude: 48.2, longitude: 16.4), name: "<&\"> 'x'", category: "a&b"),
      .init(
        Coordinate(latitude: 47.1, longitude: 15.4), name: "Graz\u{0}\u{1B}\u{2028}\u{85}",
        category: "c<d"),
      .init(Coordinate(latitude: .nan, longitude: 15.4), name: "nowhere", category: "c<d"),
    ]
    map.circles = [Cap(center: Coordinate(latitude: 48, longitude: 16), radius: 200_000)]
    map.tours = [
      .init([map.markers[0], map.markers[1]], isRoundTrip: true)
    ]
    map.paths = [GeoPath(map.markers.map(\.coordinate))]
    map.polygons = [
      GeoPolygon([
        Coordinate(latitude: 47, longitude: 14), Coordinate(latitude: 47, longitude: 16),
        Coordinate(latitude: 49, longitude: 15),
      ])
    ]
    map.highlighted = [.austria]
    map.attributions = ["Places: <me>"]
    return map
  }

  @Test func isWellFormedWhateverTheNames() throws {
    let svg = rich.svg()
    let elements = try XMLCheck(svg).elements()
    #expect(elements.first?.name == "svg")
    #expect(elements.first?.attributes["role"] == "img")
    #expect(elements.contains { $0.name == "title" } && elements.contains { $0.name == "desc" })
    let text = String(decoding: svg, as: UTF8.self)
    #expect(text.contains("&lt;&amp;&quot;&gt; &#39;x&#39;"))
    #expect(!text.contains("\u{1B}") && !text.contains("nowhere"))
    #expect(!text.contains("NaN") && !text.contains("nan\"") && !text.contains("inf"))
    #expect(text.contains("prefers-color-scheme:dark"))
    // The document has no external references.
    #expect(!text.contains("href") && !text.contains("@import"))
  }

  @Test func thePageHasNoReferencesAndNoNameEndsTheScript() throws {
    var map = rich
    map.markers.append(
      .init(Coordinate(latitude: 48, longitude: 15), name: "</script><b>", category: "a&b"))
    let page = String(decoding: map.html(), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(page.contains(#"\u003c/script\u003e\u003cb\u003e"#))
    for word in ["http:", "https:", "src=", "href=", "@import", "fetch(", "url("] {
      #expect(!page.contains(word), "\(word)")
    }
    // The drawing in the page is well-formed XML as well.
    let start = try #require(page.range(of: "<svg")).lowerBound
    let end = try #require(page.range(of: "</svg>")).upperBound
    _ = try XMLCheck(Array(page[start..<end].utf8)).elements()
  }

  @Test func equalPicturesHaveEqualBytes() {
    #expect(rich.svg() == rich.svg())
    #expect(rich.html() == rich.html())
    #expect(rich.text() == rich.text())
  }

  private static let countries: [Country] = [
    .russia, .fiji, .antarctica, .kiribati, .vaticanCity, .newZealand, .unitedStates, .france,
    .monaco,
  ]

  @Test(arguments: countries.prefix(rounds(9, inDebug: 2)))
  func countriesStayWithinThePicture(_ country: Country) throws {
    var map = MapPicture(extent: .country(country), width: 600, height: 400)
    map.atlas = CoarseAtlas.world
    map.highlighted = [country]
    try expectWithin(map)
    map.projection = .equalEarth()
    try expectWithin(map)
    map.projection = .orthographic(center: country.labelPoint)
    try expectWithin(map)
  }

  @Test func theWorldStaysWithinThePictureAndIsSmall() throws {
    for middle in [150, 0.0, -180].prefix(rounds(3, inDebug: 1)) {
      var map = MapPicture(extent: .world)
      if middle != 0 { map.atlas = CoarseAtlas.world }
      map.highlighted = [.russia, .antarctica, .fiji]
      map.projection = .equalEarth(centralMeridian: middle)
      map.circles = [
        Cap(center: Coordinate(latitude: 80, longitude: middle + 170), radius: 3_000_000),
        Cap(center: Coordinate(latitude: 0, longitude: 0), radius: 15_000_000),
      ]
      try expectWithin(map)
      #expect(map.svg().count < 300_000)
    }
  }

  /// Checks that all corners are within the map and the small margin around it.
  private func expectWithin(_ map: MapPicture) throws {
    let elements = try XMLCheck(map.svg()).elements()
    let width = map.width + 20
    let height = map.height + 20
    var count = 0
    for path in elements.compactMap({ $0.attributes["d"] }) {
      for ring in try PathData.lines(path) {
        for point in ring {
          count += 1
          #expect(point.x >= -20 && point.x <= width && point.y >= -20 && point.y <= height)
        }
      }
    }
    #expect(count > 20)
  }

  @Test func emptyAndHostilePicturesAreDrawn() throws {
    var pictures = [
      MapPicture(), MapPicture(width: .nan, height: -1), MapPicture(width: 1, height: 1),
      MapPicture(extent: .box(.empty)),
      MapPicture(extent: .box(BoundingBox(south: 0, west: 5, north: 0, east: 5))),
      MapPicture(extent: .circle(Cap(center: Coordinate(latitude: 0, longitude: 0), radius: -1))),
      MapPicture(extent: .circle(Cap(center: Coordinate(latitude: 90, longitude: 0), radius: 0))),
      MapPicture(
        extent: .circle(Cap(center: Coordinate(latitude: 3, longitude: 9), radius: .infinity))),
    ]
    var one = MapPicture(title: String(repeating: "long ", count: 100))
    one.markers = [.init(Coordinate(latitude: 90, longitude: 12), name: "pole")]
    pictures.append(one)
    one.markers = [.init(Coordinate(latitude: .nan, longitude: 12))]
    one.tours = [.init([]), .init(one.markers), .init([], isRoundTrip: true)]
    one.paths = [GeoPath([]), GeoPath(one.markers.map(\.coordinate))]
    one.polygons = [GeoPolygon([]), GeoPolygon([one.markers[0].coordinate])]
    one.clustersMarkers = true
    pictures.append(one)
    one.atlas = nil
    one.furniture = []
    one.markers = [
      .init(Coordinate(latitude: 0, longitude: 0)), .init(Coordinate(latitude: 0, longitude: 180)),
      .init(Coordinate(latitude: 0, longitude: 1e9)),
    ]
    pictures.append(one)
    for var picture in pictures {
      if picture.atlas != nil { picture.atlas = CoarseAtlas.world }
      _ = try XMLCheck(picture.svg()).elements()
      #expect(picture.text(columns: 40).hasSuffix("\n"))
      #expect(picture.html().count > 500)
    }
  }

  @Test func manyPlacesAreFewDots() throws {
    var generator = SeededGenerator(seed: 9)
    var map = MapPicture(extent: .world)
    map.atlas = nil
    map.markers = (0..<rounds(100_000, inDebug: 12_500)).map { number in
      .init(
        Coordinate(
          latitude: Double.random(in: -90...90, using: &generator),
          longitude: Double.random(in: -180...180, using: &generator)), name: "n",
        category: "\(number % 12)")
    }
    let svg = map.svg()
    // Less than one byte for each pixel of each of eight categories.
    #expect(svg.count < 5_000_000)
    _ = try XMLCheck(svg).elements()
    map.clustersMarkers = true
    #expect(map.svg().count < 400_000)
  }

  @Test func categoriesBeyondThePaletteAreCombined() {
    var map = MapPicture()
    map.atlas = CoarseAtlas.world
    map.markers = (0..<20).map {
      .init(Coordinate(latitude: 1, longitude: Double($0)), category: "\($0)")
    }
    #expect(map.categories.count == PicturePalette.categories.count)
    #expect(map.categories.last == "other")
    #expect(String(decoding: map.svg(), as: UTF8.self).contains(">other<"))
  }
}

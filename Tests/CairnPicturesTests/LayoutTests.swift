import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct LayoutTests {
  private static let extents: [MapPicture.Extent] = [
    .world, .country(.france), .country(.russia), .country(.antarctica), .country(.fiji),
    .box(BoundingBox(south: -50, west: 150, north: -30, east: -150)),
    .circle(Cap(center: Coordinate(latitude: 48.2, longitude: 16.4), radius: 5_000)),
    .circle(Cap(center: Coordinate(latitude: 89, longitude: 0), radius: 500_000)),
  ]

  private func picture(_ extent: MapPicture.Extent) -> MapPicture {
    var picture = MapPicture(title: "t", extent: extent)
    picture.atlas = CoarseAtlas.world
    return picture
  }

  @Test(arguments: extents)
  func theScaleBarIsExactAtItsPosition(_ extent: MapPicture.Extent) throws {
    let scene = PictureScene(picture(extent), tolerance: 0.5)
    let bar = try #require(scene.scaleBar)
    let frame = scene.drawing.frame
    var start = bar.start
    if bar.text.contains("middle") {
      start = PlanePoint(x: frame.box.center.x - 80, y: frame.box.center.y)
    }
    let from = try #require(frame.coordinate(at: start))
    let to = try #require(frame.coordinate(at: PlanePoint(x: start.x + bar.width, y: start.y)))
    #expect(abs(from.distance(to: to) / bar.meters - 1) < 0.01)
    #expect(bar.width > 20 && bar.width <= 160)
  }

  /// Near a pole the meridians are as far apart as elsewhere.
  @Test func graticulesAreSparse() throws {
    for latitude in [0, 60, 85, 89, 89.9, 89.99, 89.9999, -88.5, -89.95, 90, -90] {
      for radius in [50.0, 1_000, 8_000, 60_000, 300_000] {
        let center = Coordinate(latitude: latitude, longitude: 33)
        let scene = PictureScene(
          picture(.circle(Cap(center: center, radius: radius))), tolerance: 0.5)
        let lines = try #require(scene.graticule).lines
        #expect(lines.count < 50, "\(latitude) \(radius)")
      }
    }
  }

  /// A map that is cut along a meridian has no empty space on one side of the Earth while it cuts
  /// off the other.
  @Test func theEarthFillsItsMap() throws {
    let latitudes = [(-10.0, 65.0), (-70, 5), (-35, 60), (-89, 20), (-5, 90)]
    let sizes = [(1_200.0, 800.0), (800, 800), (1_600, 500), (400, 900)]
    // A debug build draws one size of each.
    for (number, latitudes) in latitudes.enumerated() {
      for size in (sizes + sizes)[(number % 4)...].prefix(rounds(4, inDebug: 1)) {
        var picture = self.picture(.contents)
        (picture.width, picture.height) = size
        picture.markers = stride(from: -120.0, through: 130, by: 25).flatMap { longitude in
          [latitudes.0, latitudes.1].map {
            MapPicture.Marker(Coordinate(latitude: $0, longitude: longitude), name: "a")
          }
        }
        let scene = PictureScene(picture, tolerance: 0.5)
        let frame = scene.drawing.frame
        try #require(frame.projection.isCutAlongMeridian)
        #expect(scene.symbols.places.count == picture.markers.count)
        let north = frame.pixel(of: Coordinate(latitude: 90, longitude: 0)).y
        let south = frame.pixel(of: Coordinate(latitude: -90, longitude: 0)).y
        let (above, below) = (north - frame.box.top, frame.box.bottom - south)
        let inset = 0.06 * max(min(frame.box.width, frame.box.height), 400) + 0.5
        #expect(above <= inset || below >= inset - 1, "\(latitudes) \(size)")
        #expect(below <= inset || above >= inset - 1, "\(latitudes) \(size)")
        #expect(frame.shown.top <= frame.box.bottom && frame.shown.bottom >= frame.box.top)
      }
    }
  }

  @Test func lengthsAreRounded() {
    #expect(ScaleBar.round(999) == 500)
    #expect(ScaleBar.round(1_000) == 1_000)
    #expect(ScaleBar.round(2_345_678) == 2_000_000)
    #expect(ScaleBar.round(0.7) == 0.5)
    #expect(ScaleBar.round(.nan) == nil)
    #expect(ScaleBar.round(0) == nil)
  }

  @Test(arguments: extents)
  func theWholeExtentIsVisible(_ extent: MapPicture.Extent) {
    for size in [(1200.0, 800.0), (390, 844), (300, 100)].suffix(rounds(3, inDebug: 2)) {
      var picture = self.picture(extent)
      picture.width = size.0
      picture.height = size.1
      let scene = PictureScene(picture, tolerance: 0.5)
      let frame = scene.drawing.frame
      let places: [Coordinate]
      switch extent {
      case .circle(let cap): places = cap.rim(count: 36)
      case .box(let box):
        places = [
          Coordinate(latitude: box.south, longitude: box.west),
          Coordinate(latitude: box.north, longitude: box.east),
        ]
      case .country(let country, _): places = country.capital.map { [$0.coordinate] } ?? []
      default: places = (-17...17).map { Coordinate(latitude: 5, longitude: Double($0) * 10) }
      }
      for place in places { #expect(frame.box.contains(frame.pixel(of: place)), "\(place)") }
    }
  }

  @Test func projectionsSuitTheExtent() {
    func kind(_ picture: MapPicture) -> MapProjection.Kind {
      PictureScene(picture, tolerance: 1).drawing.frame.projection.kind
    }
    #expect(kind(picture(.world)) == .equalEarth)
    #expect(kind(picture(.contents)) == .equalEarth)
    #expect(kind(picture(.country(.france))) == .azimuthalEqualArea)
    #expect(kind(picture(.country(.austria, .everything))) == .azimuthalEquidistant)
    let south = PictureScene(picture(.country(.antarctica)), tolerance: 1).drawing.frame.projection
    #expect(south.center.latitude < -89.9)
    // The Pacific is in the middle, not at both edges.
    var picture = picture(.contents)
    picture.tours = [
      .init([
        .init(Coordinate(latitude: 35.7, longitude: 139.7)),
        .init(Coordinate(latitude: 21.3, longitude: -157.9)),
        .init(Coordinate(latitude: 37.8, longitude: -122.4)),
      ])
    ]
    let pacific = PictureScene(picture, tolerance: 1)
    #expect(abs(pacific.drawing.frame.projection.center.longitude.magnitude - 175) < 20)
    #expect(pacific.symbols.stops.count == 3 && pacific.drawing.legs[0].count == 2)
    #expect(pacific.drawing.legs[0].allSatisfy { $0.lines.count == 1 && $0.arrow != nil })
  }

  @Test func textsCoverNeitherEachOtherNorTheEdge() {
    var generator = SeededGenerator(seed: 4)
    var picture = picture(.country(.france))
    picture.markers = (0..<200).map { number in
      .init(
        Coordinate(
          latitude: Double.random(in: 42...51, using: &generator),
          longitude: Double.random(in: -5...9, using: &generator)),
        name: "Place \(number)")
    }
    let scene = PictureScene(picture, tolerance: 0.5)
    let boxes = scene.labels.map { label in
      PictureLabel.box(label.text, at: label.point, label.anchor, size: label.size)
    }
    #expect(boxes.count > 20)
    for (number, box) in boxes.enumerated() {
      #expect(scene.layout.map.contains(box))
      for other in boxes[..<number] { #expect(!box.intersects(other)) }
    }
  }

  @Test func clustersContainAllPlacesAndDoNotOverlap() {
    var generator = SeededGenerator(seed: 6)
    var picture = picture(.world)
    picture.clustersMarkers = true
    picture.markers = (0..<3_000).map { _ in
      .init(
        Coordinate(
          latitude: Double.random(in: -60...75, using: &generator),
          longitude: Double.random(in: -179...179, using: &generator)))
    }
    let symbols = PictureScene(picture, tolerance: 1).symbols
    #expect(symbols.clusters.reduce(symbols.places.count) { $0 + $1.count } == 3_000)
    for (number, one) in symbols.clusters.enumerated() {
      for other in symbols.clusters[..<number] {
        #expect(one.point.distance(to: other.point) >= 0.8 * (one.radius + other.radius))
      }
    }
  }

  @Test func countsAreShort() {
    #expect(
      [7, 999, 1_000, 1_249, 9_949, 9_950, 34_000, 999_499, 999_500, 12_000_000].map(
        SVGDrawing.short)
        == ["7", "999", "1k", "1.2k", "9.9k", "10k", "34k", "999k", "1M", "12M"])
  }

  @Test(arguments: [1, 40, 500, 20, 80, 120].prefix(rounds(6, inDebug: 2)))
  func textFitsItsColumns(_ columns: Int) {
    let limit = min(max(columns, 20), 400)
    var picture = MapPicture(title: String(repeating: "東京 Tokyo ", count: 60), extent: .world)
    picture.markers = (0..<40).map { number in
      .init(
        Coordinate(latitude: Double(number * 4 - 80), longitude: Double(number * 9 - 175)),
        name: ["東京都", "a\u{1B}[2Jb", "Zürich", "e\u{301}"][number % 4],
        category: "kind \(number % 11)")
    }
    picture.tours = [.init(picture.markers, isRoundTrip: true)]
    picture.atlas = CoarseAtlas.world
    for extent in Self.extents {
      picture.extent = extent
      let plain = picture.text(columns: columns)
      for line in plain.split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= limit)
      }
      #expect(!plain.contains("\u{1B}"))
      let colored = picture.text(columns: columns, usesColor: true)
      #expect(colored.contains("\u{1B}[38;5;"))
      // Without its escape codes the colored text equals the plain one.
      var stripped = ""
      var isCode = false
      for character in colored.unicodeScalars {
        if character == "\u{1B}" {
          isCode = true
        } else if !isCode {
          stripped.unicodeScalars.append(character)
        } else if character == "m" {
          isCode = false
        }
      }
      #expect(stripped == plain)
    }
  }

  @Test func textHasTheGivenRows() {
    var picture = picture(.country(.italy))
    picture.furniture = []
    picture.atlas = nil
    picture.markers = [.init(Coordinate(latitude: 41.9, longitude: 12.5), name: "Rome")]
    let lines = picture.text(columns: 40, rows: 12).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 14)  // with the title, and the empty text after the last line break
    #expect(lines.joined().contains("●"))
  }

  @Test func longTitlesAreBroken() {
    let lines = TextWidth.lines(
      of: "cities and airports within 100 km of Sydney", width: 200, size: 16, limit: 2)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { TextWidth.of($0, size: 16) <= 200 })
    #expect(TextWidth.lines(of: "", width: 10, size: 16, limit: 2).isEmpty)
  }

  @Test func aTextMapNamesAllOfItsSources() {
    var map = MapPicture(extent: .country(.austria))
    map.atlas = CoarseAtlas.world
    map.attributions = ["Places: GeoNames, airportsdata, OurAirports", "Tracks: Ann"]
    let words = map.attribution.split(separator: " ").filter { $0 != "·" }
    for columns in [40, 41, 57, 60, 80, 120, 200] {
      let lines = map.text(columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= columns })
      let text = lines.suffix(5).joined(separator: " ").split(separator: " ").filter { $0 != "·" }
      #expect(text.suffix(words.count) == words[...], "\(text)")
      // A source that fits into a line is not broken.
      #expect(lines.contains { $0.contains("Tracks: Ann") })
    }
  }
}

import CairnGeodesy
import CairnText
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct BaseLayerTests {
  private static let box = BoundingBox(south: 47.0, west: 9.0, north: 47.02, east: 9.03)

  private func place(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: 47 + north, longitude: 9 + east)
  }

  /// A map of two kilometers with a feature of each kind.
  private func map(_ box: BoundingBox = box) -> MapPicture {
    let square = [
      place(0.005, 0.005), place(0.005, 0.015), place(0.015, 0.015), place(0.015, 0.005),
    ]
    let line = [place(0.002, 0.002), place(0.010, 0.015), place(0.018, 0.028)]
    var map = MapPicture(width: 1200, height: 900)
    let features = MapPicture.BaseFeature.Kind.allCases.map { kind in
      switch kind.form {
      case .area: MapPicture.BaseFeature(kind, [square], name: "Name \(kind)")
      case .line: MapPicture.BaseFeature(kind, [line], name: "Name \(kind)")
      case .point: MapPicture.BaseFeature(kind, [[place(0.01, 0.02)]], name: "Name \(kind)")
      }
    }
    map.base = MapPicture.BaseLayer(extent: box, features: features)
    return map
  }

  @Test func drawsEachKindOnceItIsLargeEnough() throws {
    let near = String(decoding: map().svg(), as: UTF8.self)
    for kind in MapPicture.BaseFeature.Kind.allCases where kind.form != .point {
      let isSeen = near.contains("class=\"\(SVGStyle.name(of: kind))\"")
      // A pixel is about three meters.
      #expect(isSeen, "\(kind)")
    }
    #expect(near.contains("class=\"ground\"") && near.contains("class=\"casing\""))
    var far = map()
    far.extent = .box(BoundingBox(south: 44, west: 5, north: 50, east: 13))
    let text = String(decoding: far.svg(), as: UTF8.self)
    #expect(text.contains("class=\"motorway\"") && !text.contains("class=\"rail\""))
    #expect(!text.contains("class=\"building\"") && !text.contains("class=\"street\""))
    #expect(text.contains(">Name city<") && !text.contains(">Name village<"))
  }

  @Test func aMapWithoutContentsShowsTheLayer() {
    let view = map().view(zooms: false)
    #expect(view.box.contains(Self.box))
    #expect(view.box.latitudeSpan < 0.03)
    #expect((2.5...4.5).contains(view.metersPerPixel))
    // A page is drawn more finely, and the dots of a terminal are coarse.
    #expect(map().view(zooms: true).resolution < view.resolution)
    #expect(map().view(columns: 80, rows: nil).metersPerPixel > view.metersPerPixel)
  }

  @Test func aMapWithoutALayerIsUnchanged() {
    var map = MapPicture(extent: .box(Self.box))
    let plain = map.svg()
    map.base = MapPicture.BaseLayer(extent: .empty)
    #expect(map.svg() == plain)
    #expect(!String(decoding: plain, as: UTF8.self).contains("motorway"))
    #expect(!String(decoding: map.html(), as: UTF8.self).contains("class=\"ground\""))
  }

  @Test func attributesAreUniqueInEachTag() throws {
    for box in [Self.box, .world] {
      var map = map(box)
      map.atlas = CoarseAtlas.world
      let bytes = map.svg()
      #expect(try XMLCheck(bytes).elements().count > 30)
      let tags = String(decoding: bytes, as: UTF8.self).split(separator: "<")
      #expect(
        tags.allSatisfy { $0.split(separator: " ").count { $0.hasPrefix("stroke-width=") } < 2 })
    }
  }

  @Test func pagesAndTextHaveTheLayer() {
    let page = String(decoding: map().html(), as: UTF8.self)
    #expect(page.contains("class=\"motorway\"") && page.contains(".cairn .motorway{"))
    #expect(page.contains("<text class=\"town base\">Name city</text>"))
    #expect(
      map().text(columns: 60).unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  @Test func namesOfStreetsFollowThem() throws {
    var map = MapPicture(width: 1200, height: 900)
    let street = (0...20).map { place(0.002 + 0.0008 * Double($0), 0.002 + 0.001 * Double($0)) }
    map.base = MapPicture.BaseLayer(
      extent: Self.box, features: [.init(.street, [street], name: "Long Street")])
    let scene = PictureScene(map, tolerance: 0.25)
    let label = try #require(scene.labels.first { $0.text == "Long Street" })
    // Northeast on the screen is upward to the right: a negative angle.
    #expect((-60 ... -35).contains(label.angle))
    // The same street in the other direction has the same label.
    map.base?.features[0].lines[0].reverse()
    let back = PictureScene(map, tolerance: 0.25).labels.first { $0.text == "Long Street" }
    #expect(abs((back?.angle ?? 0) - label.angle) < 1)
  }

  @Test func theWatersOfALayerReplaceTheCoarseOnes() throws {
    // Lake Constance, 40 m for each pixel.
    var map = MapPicture(
      extent: .box(BoundingBox(south: 47.4, west: 9.0, north: 47.8, east: 9.8)), width: 1600)
    map.atlas = CoarseAtlas.world
    #expect(String(decoding: map.svg(), as: UTF8.self).contains("class=\"lake\""))
    for (kind, isCoarse) in [(MapPicture.BaseFeature.Kind.town, true), (.river, false)] {
      let line = [
        Coordinate(latitude: 47.5, longitude: 9.2), .init(latitude: 47.6, longitude: 9.3),
      ]
      map.base = MapPicture.BaseLayer(
        extent: .empty, features: [.init(kind, [line], name: "A")], replacesLand: false)
      #expect(String(decoding: map.svg(), as: UTF8.self).contains("class=\"lake\"") == isCoarse)
    }
  }

  /// A city is named although a track covers its middle, or the edge of the map is near.
  @Test func citiesAreNamedBesideTracksAndEdges() {
    for (kind, isNamed) in [(MapPicture.BaseFeature.Kind.city, true), (.village, false)] {
      for east in [0.0003, 0.015, 0.0297] {
        var map = MapPicture(extent: .box(Self.box), width: 1200, height: 900)
        let middle = place(0.01, east)
        map.base = MapPicture.BaseLayer(
          extent: Self.box, features: [.init(kind, [[middle]], name: "Newcastle")],
          replacesLand: false)
        // Five tracks side by side cover 60 m, about the height of two lines of text.
        map.tracks = (-2...2).map { row in
          let north = 0.01 + 0.00014 * Double(row)
          return .init([place(north, -0.01), place(north, 0.04)])
        }
        let names = PictureScene(map, tolerance: 0.25).labels.filter { $0.text == "Newcastle" }
        #expect(names.count == (isNamed ? 1 : 0), "\(kind) \(east)")
      }
    }
  }

  @Test func joinsLinesAtTheirEnds() {
    func line(_ xs: Double...) -> [PlanePoint] { xs.map { PlanePoint(x: $0, y: 0) } }
    let joined = BaseDrawing.joined([line(4, 3), line(0, 1), line(1, 3), line(7, 8)])
    #expect(joined.map { $0.map(\.x).sorted() } == [[0, 1, 3, 4], [7, 8]])
    #expect(BaseDrawing.joined([line(0, 1, 0)]).count == 1)
  }

  @Test func namesOfAreasAreInside() throws {
    // A horseshoe: its center is outside.
    let ring = [(0, 0), (90, 0), (90, 20), (20, 20), (20, 80), (90, 80), (90, 100), (0, 100)]
      .map { PlanePoint(x: Double($0.0), y: Double($0.1)) }
    let room = try #require(LabelRoom([ring]))
    #expect(room.middle.y < 20 || room.middle.y > 80)
    #expect(room.width == 90)
    #expect(LabelRoom([[PlanePoint(x: 0, y: 0), PlanePoint(x: 5, y: 0)]]) == nil)
  }
}

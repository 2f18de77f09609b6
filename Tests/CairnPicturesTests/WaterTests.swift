import CairnCountries
import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnPictures

/// Lakes and rivers on maps.
@Suite struct WaterTests {
  private func text(_ picture: MapPicture) -> String {
    String(decoding: picture.svg(), as: UTF8.self)
  }

  /// The lines of the only path of a class; empty if there is no such path.
  private func lines(_ name: String, _ picture: MapPicture) throws -> [[PlanePoint]] {
    let paths = try XMLCheck(picture.svg()).elements().filter { $0.attributes["class"] == name }
    #expect(paths.count <= 1)
    return try paths.first?.attributes["d"].map(PathData.lines) ?? []
  }

  private func picture(_ extent: MapPicture.Extent) -> MapPicture {
    var map = MapPicture(extent: extent)
    map.atlas = CoarseAtlas.world
    return map
  }

  private static let greatLakes = BoundingBox(south: 41, west: -93, north: 49.5, east: -75.5)

  @Test func theWorldHasItsLargestLakesAndNoRivers() throws {
    let world = picture(.world)
    #expect((15...80).contains(try lines("lake", world).count))
    #expect(try lines("river", world).isEmpty)
  }

  @Test func aContinentHasItsGreatestRiversAndACountryMore() throws {
    let europe = BoundingBox(south: 34, west: -12, north: 71, east: 42)
    let rivers = try lines("river", picture(.box(europe))).count
    #expect((10...200).contains(rivers))
    let austria = picture(.country(.austria))
    #expect(try lines("river", austria).count > 10)
    #expect((1...20).contains(try lines("lake", austria).count))
  }

  /// Everything else is drawn as without waters.
  @Test(
    arguments: [MapPicture.Extent.country(.austria), .box(greatLakes), .world]
      .prefix(rounds(3, inDebug: 2)))
  func withoutWatersAMapIsUnchanged(_ extent: MapPicture.Extent) {
    let with = picture(extent)
    var without = with
    without.showsWaters = false
    let plain = text(without)
    #expect(!plain.contains("lake") && !plain.contains("river"))
    var left = text(with).split(separator: "\n", omittingEmptySubsequences: false)
    left.removeAll { $0.hasPrefix("<path class=\"lake\"") || $0.hasPrefix("<path class=\"river\"") }
    // Each name follows its halo.
    while let name = left.firstIndex(where: { $0.hasPrefix("<text class=\"waters\"") }) {
      left.removeSubrange(name - 1...name)
    }
    let stripped = left.joined(separator: "\n")
      .replacingOccurrences(of: SVGStyle.darkWaterSheet, with: "")
    #expect(stripped == plain)
    let page = String(decoding: without.html(), as: UTF8.self)
    #expect(!page.contains("lake") && !page.contains("river"))
  }

  @Test func mapsWithoutWatersHaveNoWaterStyles() {
    var sea = picture(.box(BoundingBox(south: -30, west: -120, north: -20, east: -100)))
    #expect(text(sea).contains(".waters{fill:#8db4cf}"))
    sea.furniture.remove(.names)
    #expect(!text(sea).contains("lake") && !text(sea).contains("river"))
    var nothing = picture(.box(Self.greatLakes))
    nothing.atlas = nil
    #expect(!text(nothing).contains("lake"))
  }

  /// The names of waters on a map.
  private func names(_ map: MapPicture) -> Set<String> {
    let lines = text(map).split(separator: "\n").filter { $0.hasPrefix("<text class=\"waters\"") }
    return Set(
      lines.map { line in
        String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
      })
  }

  @Test func lakesAndRiversHaveNamesWhereTheyFit() {
    let lakes = names(picture(.box(Self.greatLakes)))
    #expect(lakes.isSuperset(of: ["Lake Superior", "Lake Huron", "Lake Erie"]))
    let city = picture(.circle(Cap(center: Self.vienna, radius: 60_000)))
    #expect(names(city).contains("Danube"))
    let constance = Coordinate(latitude: 47.63, longitude: 9.37)
    let shore = names(picture(.circle(Cap(center: constance, radius: 50_000))))
    #expect(shore.contains("Lake Constance") && shore.contains("Rhine"))
    let page = String(decoding: city.html(), as: UTF8.self)
    #expect(page.contains("<text class=\"waters base\">Danube</text>"))
    #expect(page.contains(".cairn .waters{") && page.contains("--aqua:"))
  }

  @Test func namesOfWatersAreLeftOutWhereSymbolsAreDense() {
    var map = picture(.box(Self.greatLakes))
    let free = names(map)
    var random = SeededGenerator(seed: 8)
    map.markers = (0..<1_500).map { _ in
      MapPicture.Marker(
        Coordinate(
          latitude: .random(in: 41...49.5, using: &random),
          longitude: .random(in: -93 ... -75.5, using: &random)))
    }
    #expect(free.count > 5)
    #expect(names(map).count < free.count / 2)
    map.markers = []
    map.furniture.remove(.names)
    #expect(names(map).isEmpty)
  }

  @Test func darkPagesHaveDarkWaters() {
    let map = picture(.box(Self.greatLakes))
    #expect(text(map).contains(".lake{fill:#1a252e}"))
    #expect(text(map).contains(".river{stroke:#"))
    let page = String(decoding: map.html(), as: UTF8.self)
    #expect(page.contains(".cairn .lake{fill:var(--sea)"))
    #expect(page.contains("stroke:var(--river)"))
    #expect(page.contains("--river:"))
  }

  @Test func lakesAreAboveTheLandAndBelowAllElse() throws {
    var map = picture(.box(Self.greatLakes))
    map.highlighted = [.canada]
    map.markers = [.init(Coordinate(latitude: 45, longitude: -82), name: "here")]
    let classes = try XMLCheck(map.svg()).elements().compactMap { $0.attributes["class"] }
    let order = ["land", "lit", "river", "lake", "borders", "grid", "symbol k0", "name"].map {
      classes.firstIndex(of: $0) ?? -1
    }
    #expect(!order.contains(-1))
    #expect(order == order.sorted())
  }

  @Test func aTerminalHasLargeLakesAndNoRivers() {
    let lakes = picture(.box(Self.greatLakes))
    var without = lakes
    without.showsWaters = false
    #expect(lakes.text() != without.text())
    var vienna = picture(.circle(Cap(center: Self.vienna, radius: 30_000)))
    let drawn = vienna.text()
    vienna.showsWaters = false
    #expect(drawn == vienna.text())
  }

  private static let vienna = Coordinate(latitude: 48.2, longitude: 16.37)

  /// Projections with all kinds of cuts and rims: a cut through Lake Baikal, the antipode in Lake
  /// Superior, lakes beyond the limb.
  private static let projections: [MapProjection] = [
    .equalEarth(centralMeridian: 180), .equalEarth(centralMeridian: -72),
    .azimuthalEquidistant(center: Coordinate(latitude: -47.7, longitude: 92.5)),
    .azimuthalEqualArea(center: Coordinate(latitude: 90, longitude: 0)),
    .orthographic(center: Coordinate(latitude: 45, longitude: -90)),
    .azimuthalEquidistant(center: Coordinate(latitude: -90, longitude: 0)),
  ]

  @Test(arguments: projections.prefix(rounds(6, inDebug: 2)))
  func pixelsOfLakesAgreeWithTheirPlaces(_ projection: MapProjection) {
    let box = PixelBox(left: 0, top: 0, right: 1500, bottom: 1500)
    var map = picture(.world)
    map.projection = projection
    let frame = MapFrame(fitting: map, into: box, inset: 0)
    let least = 10_000.0
    let drawing = MapDrawing(
      map, frame, tolerance: 0.25,
      waters: WaterDetail(leastLake: least, leastIsland: 0, lastRank: 0))
    let lakes = WaterDataTests.waters.blocks.filter { $0.isLakes && $0.rank <= 1 }
      .flatMap { WaterDataTests.waters.shapes(of: $0) }.filter { $0[0].flatArea >= least }
    #expect(lakes.count > 12)
    var random = SeededGenerator(seed: 15)
    var (inLakes, wrong) = (0, 0)
    for number in 0..<rounds(6_000, inDebug: 500) {
      // Most of them near shores, where few random pixels would be.
      var pixel = PlanePoint(
        x: random.double(in: 0...1500), y: random.double(in: 0...1500))
      if number % 4 > 0 {
        let shore = lakes[random.integer(in: 0...lakes.count - 1)][0]
        let corner = frame.pixel(of: shore[random.integer(in: 0...shore.count - 1)])
        guard corner.isFinite else { continue }
        pixel = PlanePoint(
          x: corner.x + random.double(in: -12...12), y: corner.y + random.double(in: -12...12))
      }
      guard box.contains(pixel), let place = frame.coordinate(at: pixel), place.isValid else {
        continue
      }
      // Simplification may move a shore by half a pixel, and removes smaller shapes.
      if Insides.distance(drawing.lakes, pixel, areClosed: true) < 1.5 { continue }
      let isInside = lakes.contains { Insides.holds($0, place) }
      inLakes += isInside ? 1 : 0
      if isInside != (Insides.winding(drawing.lakes, pixel) != 0) {
        // Straits and islands of less than a pixel may have been removed.
        let near = (-2...2).flatMap { dx in (-2...2).map { (Double(dx), Double($0)) } }
        let agrees = near.contains { dx, dy in
          frame.coordinate(at: PlanePoint(x: pixel.x + dx, y: pixel.y + dy)).map { place in
            lakes.contains { Insides.holds($0, place) } != isInside
          } ?? true
        }
        if !agrees { wrong += 1 }
      }
    }
    #expect(inLakes > 5)
    #expect(wrong == 0)
  }

  @Test func riversAreDrawnAtTheirPlaces() {
    let box = PixelBox(left: 0, top: 0, right: 800, bottom: 600)
    let map = picture(.box(BoundingBox(south: 44, west: 5, north: 50, east: 15)))
    let frame = MapFrame(fitting: map, into: box, inset: 0)
    let drawing = MapDrawing(
      map, frame, tolerance: 0.25,
      waters: WaterDetail(leastLake: .infinity, leastIsland: 0, lastRank: 6))
    #expect(drawing.lakes.isEmpty)
    var (seen, farthest) = (0, 0.0)
    for river in WaterDataTests.rivers where river.rank <= 6 {
      for corner in river.lines.joined() {
        let pixel = frame.pixel(of: corner)
        guard pixel.isFinite, box.contains(pixel) else { continue }
        seen += 1
        farthest = max(farthest, Insides.distance(drawing.rivers, pixel, areClosed: false))
      }
    }
    #expect(seen > 300)
    #expect(farthest < 0.5)
  }

  @Test func largerScalesHaveSmallerLakesAndMoreRivers() {
    var before: WaterDetail?
    for kilometers in [40.0, 20, 11, 7, 4, 2, 1, 0.5, 0.2, 0.03] {
      let detail = WaterDetail.picture(pixelsPerMeter: 1 / (kilometers * 1000))
      if let before {
        #expect(detail.leastLake < before.leastLake && detail.lastRank >= before.lastRank)
      }
      before = detail
    }
    #expect(before?.lastRank == 10)
    // The lines would be beside the rivers of a town.
    for meters in [30_000.0, 20, 3] {
      #expect(WaterDetail.picture(pixelsPerMeter: 1 / meters).lastRank == 0)
    }
  }
}

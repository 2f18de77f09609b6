import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct TrackTests {
  /// A track to the east with a hill in the middle.
  private func track(_ count: Int = 101, heights: Bool = true) -> MapPicture.Track {
    let places = (0..<count).map { Coordinate(latitude: 47, longitude: 8 + Double($0) * 0.001) }
    return MapPicture.Track(
      places,
      heights: heights ? (0..<count).map { 400 + 10 * Double(min($0, count - 1 - $0)) } : [],
      name: "Walk")
  }

  private func picture(_ tracks: [MapPicture.Track]) -> MapPicture {
    var picture = MapPicture()
    picture.atlas = nil
    picture.tracks = tracks
    return picture
  }

  @Test func aTrackHasEndsLengthAndElevations() throws {
    let way = track()
    let scene = PictureScene(picture([way]), tolerance: 0.25)
    let meters = GeoPath(way.coordinates).length()
    #expect(
      scene.ends.map(\.text) == ["Start", "End, \(decimalText(meters / 1000, digits: 1)) km"])
    #expect(scene.ends.map(\.isStart) == [true, false])
    #expect(scene.labels.map(\.text).contains("Start"))
    let profile = try #require(scene.profile)
    #expect(profile.labels.map(\.text) == ["900 m", "400 m", "0", "7.6 km"])
    // The top is in the middle, and all points are within the axes.
    let line = try #require(profile.lines.first)
    let top = try #require(line.min { $0.y < $1.y })
    let (left, right) = (profile.axes[0][0].x, profile.axes[0][1].x)
    #expect(abs(top.x - (left + right) / 2) < 1 && abs(top.y - profile.axes[0][0].y) < 0.1)
    #expect(line.allSatisfy { $0.x >= left - 0.1 && $0.x <= right + 0.1 })
    // It is below the map and above the attribution.
    let box = try #require(scene.layout.profile)
    #expect(box.top >= scene.layout.map.bottom && box.bottom <= scene.layout.size.bottom)
    _ = try XMLCheck(picture([way]).svg()).elements()
  }

  @Test func unknownElevationsAreNotDrawn() throws {
    #expect(PictureScene(picture([track(heights: false)]), tolerance: 1).profile == nil)
    #expect(PictureScene(picture([]), tolerance: 1).profile == nil)
    var gap = track()
    gap.heights[50] = nil
    gap.heights[51] = .nan
    gap.heights.removeLast(3)
    let profile = PictureScene(picture([gap]), tolerance: 1).profile
    #expect(profile?.lines.count == 2)
    var nowhere = track()
    nowhere.coordinates[3] = Coordinate(latitude: .nan, longitude: 0)
    #expect(nowhere.valid.count == 100)
    let hostile = [
      MapPicture.Track([]), MapPicture.Track([Coordinate(latitude: 1, longitude: 2)], heights: [3]),
      MapPicture.Track([Coordinate(latitude: .nan, longitude: 2)], heights: [.infinity, nil, 4]),
    ]
    for tracks in [hostile, [nowhere], [track(2)], Array(repeating: track(), count: 9)] {
      var map = picture(tracks)
      for size in [(1200.0, 800.0), (300, 200), (64, 64)] {
        (map.width, map.height) = size
        _ = try XMLCheck(map.svg()).elements()
        #expect(!String(decoding: map.html(), as: UTF8.self).contains("NaN"))
      }
    }
    // With many tracks only the lines are drawn.
    #expect(PictureScene(picture(Array(repeating: track(), count: 9)), tolerance: 1).ends.isEmpty)
  }

  @Test func aRoundTripEndsWhereItStarts() {
    var way = track(heights: false)
    way.coordinates += way.coordinates.reversed()
    let ends = PictureScene(picture([way]), tolerance: 1).ends
    #expect(ends.map(\.text) == ["Start and end, 15.2 km"])
  }

  @Test func unitsAgree() throws {
    var map = picture([track()])
    map.unit = .miles
    let scene = PictureScene(map, tolerance: 1)
    #expect(scene.ends.last?.text == "End, 4.7 mi")
    #expect(scene.profile?.labels.first?.text == "2,953 ft")
    let bar = try #require(scene.scaleBar)
    #expect(bar.text.hasSuffix(" mi") || bar.text.hasSuffix(" ft"))
    let number = String(bar.text.prefix { $0 != " " }.filter { $0 != "," })
    let count = try #require(Double(number))
    let unit: LengthUnit = bar.text.hasSuffix("mi") ? .miles : .feet
    #expect(abs(unit.meters(count) - bar.meters) < 1e-6 * bar.meters)
    map.unit = .nauticalMiles
    #expect(PictureScene(map, tolerance: 1).scaleBar?.text.hasSuffix(" NM") == true)
  }

  @Test func areasOfSymbolsAreInProportion() throws {
    var map = MapPicture()
    map.atlas = nil
    map.magnitudeTitle = "visitors"
    map.markers = [8_000, 2_000, 500, -3, .nan].enumerated().map { number, value in
      var marker = MapPicture.Marker(
        Coordinate(latitude: 47, longitude: Double(number)), name: "\(number)")
      marker.magnitude = value
      return marker
    }
    map.markers.append(.init(Coordinate(latitude: 46, longitude: 2), name: "plain"))
    let scene = PictureScene(map, tolerance: 1)
    let radii = Dictionary(
      uniqueKeysWithValues: scene.symbols.places.map { ($0.name, $0.radius) })
    let first = try #require(radii["0"])
    #expect(first == 18)
    #expect(abs((radii["1"] ?? 0) - first / 2) < 1e-9)
    #expect(abs((radii["2"] ?? 0) - first / 4) < 1e-9)
    #expect(radii["3"] == 2.2 && radii["4"] == 2.2)
    #expect(radii["plain"] == PictureScene.symbolRadius)
    // The legend has a round number with the title of magnitudes, once.
    #expect(scene.layout.legend.map(\.text) == ["5,000 visitors", "2,500", "1,000"])
    #expect(abs(scene.layout.legend[0].row.radius - 18 * (5.0 / 8).squareRoot()) < 1e-9)
    _ = try XMLCheck(map.svg()).elements()
  }

  /// A legend without room for all rows has the number of those left out.
  @Test func legendsCountTheRowsLeftOut() throws {
    var incomplete = 0
    for (width, height) in [(1_200.0, 800.0), (300, 600), (300, 300), (240, 240), (500, 260)] {
      for length in [3, 12, 60] {
        var map = MapPicture(title: "title")
        map.atlas = nil
        (map.width, map.height) = (width, height)
        map.markers = (0..<7).map { number in
          var marker = MapPicture.Marker(
            Coordinate(latitude: 47, longitude: Double(number)),
            category: "\(number)" + String(repeating: "m", count: length))
          marker.magnitude = Double(number)
          return marker
        }
        let texts = PictureScene(map, tolerance: 1).layout.legend.map(\.text)
        guard texts.count < 10 || texts[9].hasPrefix("+") else { continue }
        incomplete += 1
        #expect(texts.last == "+ \(10 - texts.count + 1) more", "\(width) \(height) \(length)")
      }
    }
    #expect(incomplete > 3)
  }

  /// A route of many stops names only the most important ones, and a map of many sizes has no
  /// leader lines.
  @Test func manyStopsAndSizesHaveFewNames() throws {
    let markers = (0..<2_100).map { number in
      var marker = MapPicture.Marker(
        Coordinate(latitude: Double(number % 50), longitude: Double(number / 50)),
        name: "place \(number)")
      marker.importance = number % 10 == 0 ? Double(number) : 0
      marker.magnitude = Double(number)
      return marker
    }
    var map = MapPicture()
    map.atlas = nil
    map.tours = [MapPicture.Tour(Array(markers.prefix(700)), isRoundTrip: true)]
    let route = PictureScene(map, tolerance: 1)
    #expect(route.names.shown + route.names.omitted == 700 && (1...70).contains(route.names.shown))
    map.tours = []
    map.markers = markers
    let scene = PictureScene(map, tolerance: 1)
    #expect(scene.names.shown + scene.names.omitted == 2_100 && scene.names.shown <= 150)
    #expect(scene.labels.allSatisfy { $0.leader == nil })
    #expect(try XMLCheck(map.svg()).elements().count { $0.name == "title" } <= 2_001)
  }

  /// The legend of sizes has the numbers themselves, however small or large they are.
  @Test(arguments: [1e-300, 2e-12, 6e-7, 0.004, 0.01, 0.3, 1, 7, 80, 5e15, 6e22, 1.7e308])
  func legendsOfSizesAreExact(_ greatest: Double) throws {
    var map = MapPicture()
    map.atlas = nil
    var marker = MapPicture.Marker(Coordinate(latitude: 47, longitude: 8))
    marker.magnitude = greatest
    map.markers = [marker]
    #expect(map.sizeRows.count == 1)
    marker.magnitude = greatest / 1_000
    map.markers.append(marker)
    let rows = PictureScene(map, tolerance: 1).layout.legend.map(\.row)
    #expect(rows.count == 3)
    let numbers = rows.compactMap { Double($0.text.filter { $0 != "," }) }
    #expect(numbers.count == 3 && numbers[0] <= greatest && numbers[0] > greatest / 3)
    for (number, part) in zip(numbers, [1.0, 5, 20]) {
      #expect(abs(number * part / numbers[0] - 1) < 1e-12)
    }
    for (number, row) in zip(numbers, rows) {
      let radius = PictureSymbols.radius(of: number, greatest: greatest)
      #expect(abs(row.radius - radius) < 1e-6)
      #expect(row.text.count < 22, "\(row.text)")
    }
  }

  @Test func aTrackWithOnePlaceIsVisible() {
    let place = Coordinate(latitude: 47, longitude: 8)
    for places in [[place], [place, place], [Coordinate(latitude: .nan, longitude: 1), place]] {
      let ends = PictureScene(picture([MapPicture.Track(places)]), tolerance: 1).ends
      #expect(ends.map(\.text) == ["Start and end, 0 m"])
    }
  }

  /// A track that is level to the meter has its elevation beside the line.
  @Test func levelProfilesHaveTheElevationBesideTheLine() throws {
    for heights in [[3.0, 3, 3], [2.6, 3.4, 3], [-0.2, 0.3, 0]] {
      var way = track()
      way.heights = way.coordinates.indices.map { heights[$0 % 3] }
      let profile = try #require(PictureScene(picture([way]), tolerance: 1).profile)
      let label = try #require(profile.labels.first)
      let shown = profile.lines.joined().allSatisfy { abs($0.y - label.point.y) < label.size }
      #expect(shown && profile.labels.count == 3 && profile.axes.count == 1)
    }
  }

  @Test func pagesHaveAllDetails() throws {
    var map = picture([track()])
    map.tracks[0].details = [.init("Guide", "Ann </script>")]
    var hotel = MapPicture.Marker(
      Coordinate(latitude: 47, longitude: 8), name: "Hotel", category: "sleep")
    hotel.details = [.init("Opened", "1990"), .init("Stars", "4")]
    map.markers = [hotel]
    map.tours = [.init([hotel, hotel])]
    let page = String(decoding: map.html(), as: UTF8.self)
    let start = try #require(page.range(of: "id=\"data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
    #expect(data["columns"] as? [String] == ["Opened", "Stars", "Guide"])
    let places = try #require(data["places"] as? [[Any]])
    #expect(places.count == 3)
    #expect(places.map { $0[3] as? String } == ["1. Hotel", "2. Hotel", "Hotel"])
    #expect(places.allSatisfy { $0[5] as? String == "1990" && $0[6] as? Int == 1 })
    let lines = try #require(data["lines"] as? [[Any]])
    #expect(lines[0][0] as? String == "Walk" && lines[0][3] as? String == "Ann </script>")
    #expect(page.contains("id=\"profile\"") && page.contains("class=\"hit\" data-n=\"0\""))
  }
}

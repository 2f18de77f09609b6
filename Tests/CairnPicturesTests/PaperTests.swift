import CairnCountries
import CairnGeodesy
import Foundation
import Testing

@testable import CairnPictures

@Suite struct PaperTests {
  private func place(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: north, longitude: east)
  }

  @Test func themesHaveTheirColorsAsAttributes() {
    var map = MapPicture(width: 300, height: 200)
    map.atlas = CoarseAtlas.world
    map.markers = [.init(place(48.2, 16.4), name: "Vienna")]
    func text(_ theme: MapPicture.Theme) -> String {
      map.theme = theme
      return String(decoding: map.svg(), as: UTF8.self)
    }
    let automatic = text(.automatic)
    #expect(automatic.contains("prefers-color-scheme") && automatic.contains("fill=\"#f6f3ea\""))
    let light = text(.light)
    #expect(!light.contains("prefers-color-scheme") && light.contains("fill=\"#f6f3ea\""))
    let dark = text(.dark)
    #expect(!dark.contains("prefers-color-scheme"))
    #expect(dark.contains("fill=\"#2c3338\"") && !dark.contains("#f6f3ea"))
    // The first category has a lighter blue on dark pages.
    #expect(dark.contains("fill=\"#3a8fd0\""))
    #expect(!text(.print).contains("#f6f3ea"))
    map.theme = .dark
    let page = String(decoding: map.html(), as: UTF8.self)
    #expect(page.contains("--land:#2c3338") && !page.contains("prefers-color-scheme"))
    map.theme = .automatic
    let both = String(decoding: map.html(), as: UTF8.self)
    #expect(both.contains("--land:#2c3338") && both.contains("--land:#f6f3ea"))
  }

  @Test func marginsAndTheNorthArrow() throws {
    var map = MapPicture(
      title: "Vienna",
      extent: .box(
        BoundingBox(south: 48, west: 16, north: 48.4, east: 16.8)), width: 794, height: 1123)
    map.margin = 38
    map.furniture.insert(.northArrow)
    let scene = PictureScene(map, tolerance: 0.25)
    #expect(scene.layout.map.left == 38 && scene.layout.map.right == 794 - 38)
    #expect(scene.layout.map.bottom <= 1123 - 38)
    let arrow = try #require(scene.northArrow)
    // Upward, and hardly rotated at the edge of a small map.
    #expect(abs(arrow.direction + 90) < 1 || abs(arrow.direction - 270) < 1)
    #expect(String(decoding: map.svg(), as: UTF8.self).contains("class=\"north\""))
    map.furniture = .all
    #expect(PictureScene(map, tolerance: 0.25).northArrow == nil)
    // An excessive margin leaves room for the map.
    map.margin = 5_000
    #expect(PictureScene(map, tolerance: 0.25).layout.map.width > 400)
  }

  @Test func longNumbersHaveSeparators() {
    #expect(grouped("15305") == "15,305" && grouped("1234567.25") == "1,234,567.25")
    #expect(grouped("999") == "999" && grouped("1000") == "1,000" && grouped("0.5") == "0.5")
    #expect(LengthUnit.kilometers.text(meters: 15_305_000) == "15,305 km")
  }

  @Test func placesAtOnePositionShareALabel() {
    var map = MapPicture(width: 800, height: 600)
    map.atlas = CoarseAtlas.world
    map.markers = ["Ada", "Ben", "Cy", "Dee"].map { .init(place(48.2, 16.4), name: $0) }
    let scene = PictureScene(map, tolerance: 0.25)
    #expect(scene.labels.contains { $0.text == "Ada, Ben, Cy + 1" })
    map.markers.removeLast(2)
    #expect(PictureScene(map, tolerance: 0.25).labels.contains { $0.text == "Ada, Ben" })
  }

  @Test func countriesThatAreOnlyPartlyOnTheMapHaveNames() {
    // Salzburg: the label points of both countries are far away.
    var map = MapPicture(
      extent: .box(BoundingBox(south: 47.6, west: 12.7, north: 48.0, east: 13.3)))
    let names = PictureScene(map, tolerance: 0.25).labels.filter { $0.role == .country }.map(\.text)
    #expect(Set(names).isSuperset(of: ["Austria", "Germany"]))
    // A map within one country does not need its name.
    map.extent = .box(BoundingBox(south: 48.1, west: 16.2, north: 48.3, east: 16.5))
    #expect(!PictureScene(map, tolerance: 0.25).labels.contains { $0.role == .country })
  }

  @Test func denseDotsOfSeveralCategoriesAreMixed() throws {
    var map = MapPicture(width: 600, height: 400)
    map.atlas = CoarseAtlas.world
    for number in 0..<4_000 {
      let north = 48 + Double(number % 63) / 100
      let east = 16 + Double(number / 63) / 100
      map.markers.append(
        MapPicture.Marker(place(north, east), category: number % 2 == 0 ? "a" : "b"))
    }
    let text = String(decoding: map.svg(), as: UTF8.self)
    var order: [String] = []
    for tag in text.split(separator: "<") {
      if tag.contains("class=\"dots k0\"") { order.append("a") }
      if tag.contains("class=\"dots k1\"") { order.append("b") }
    }
    #expect(order.count >= 12 && order.prefix(4) == ["a", "b", "a", "b"])
    // Each dot is drawn once.
    let scene = PictureScene(map, tolerance: 0.25)
    let dots = try #require(scene.symbols.dots)
    var drawn = 0
    for tag in text.split(separator: "<") where tag.contains("class=\"dots ") {
      drawn += tag.split(separator: "h0").count - 1
    }
    #expect(drawn == Array(dots.all).count)
  }

  @Test func smallTextMapsKeepTheirWidth() {
    var map = MapPicture(title: "A long title", extent: .country(.fiji))
    map.markers = [.init(place(-18, 178), name: "Suva", category: "a long category")]
    let lines = map.text(columns: 10, rows: 4).split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidthProbe.width($0) <= 10 })
  }

  /// The contrast of two colors by WCAG 2.2, from 1 to 21.
  private func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ color: String) -> Double {
      let value = Int(color, radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(arguments: MapPicture.Theme.allCases)
  func namesAreReadableOnWhatTheyName(_ theme: MapPicture.Theme) throws {
    func color(_ name: String, _ attribute: String) throws -> String {
      let text = SVGStyle.attributes(name, theme)
      let start = try #require(text.range(of: " \(attribute)=\"#")).upperBound
      return String(text[start...].prefix(6))
    }
    let grounds: [(String, [(String, String)])] = [
      ("name", [("sea", "fill"), ("ground", "fill"), ("built", "fill"), ("building", "fill")]),
      ("waters", [("sea", "fill"), ("ground", "fill")]),
      ("leaf", [("wood", "fill"), ("park", "fill"), ("ground", "fill")]),
      ("country", [("sea", "fill"), ("ground", "fill")]), ("title", [("page", "fill")]),
      ("note", [("page", "fill")]), ("degree", [("sea", "fill"), ("ground", "fill")]),
      (
        "road",
        [("street", "stroke"), ("main", "stroke"), ("motorway", "stroke"), ("built", "fill")]
      ),
    ]
    for (name, below) in grounds {
      for (ground, attribute) in below {
        let found = contrast(try color(name, "fill"), try color(ground, attribute))
        // The names of roads have a halo, too.
        #expect(found >= (name == "road" ? 4.3 : 4.5), "\(name) on \(ground): \(found)")
      }
    }
  }
}

/// The width of text without wide characters.
private enum DisplayWidthProbe {
  static func width(_ line: Substring) -> Int { line.unicodeScalars.count }
}

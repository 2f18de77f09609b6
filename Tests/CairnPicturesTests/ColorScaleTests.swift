import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct ColorScaleTests {
  private typealias Scale = MapPicture.ColorScale

  /// The classes of sorted numbers: those that are equal share a class, and each limit is at most a
  /// twentieth of the numbers away from the quantile.
  @Test(arguments: 0..<60)
  func classesHaveEqualShares(_ round: Int) {
    var random = SeededGenerator(seed: UInt64(round))
    let count = [1, 2, 7, 100, 1_000, 5_000][round % 6]
    let values = (0..<count).map { _ -> Double in
      let unit = Double.random(in: 0...1, using: &random)
      switch round % 5 {
      case 0: return unit
      case 1: return (unit * 10).rounded()
      case 2: return 1_000_000 * unit * unit * unit
      case 3: return -50 + 100 * unit
      default: return unit < 0.7 ? 0 : 1e-4 * unit
      }
    }
    let classes = round % 7 + 1
    let scale = Scale(quantilesOf: values.map { $0 } + [nil, .nan, .infinity], classCount: classes)
    #expect(scale.categories.count == scale.limits.count + 1)
    #expect(scale.categories.count <= min(classes, Scale.maximumClassCount))
    #expect(Set(scale.categories).count == scale.categories.count)
    #expect(zip(scale.limits, scale.limits.dropFirst()).allSatisfy { $0 < $1 })
    let sorted = values.sorted()
    // No class is empty, and each number is within the limits of its class.
    var sizes = [Int](repeating: 0, count: scale.categories.count)
    for value in values {
      let number = scale.categories.firstIndex(of: scale.category(of: value)) ?? -1
      sizes[number] += 1
      #expect(number == 0 || scale.limits[number - 1] <= value)
      #expect(number == scale.limits.count || value < scale.limits[number])
    }
    #expect(sizes.allSatisfy { $0 > 0 })
    // With different numbers all classes exist, and their limits are near the quantiles.
    guard Set(values).count == count, count >= 100 else { return }
    let wanted = min(classes, Scale.maximumClassCount)
    #expect(scale.limits.count == wanted - 1)
    for (number, limit) in scale.limits.enumerated() {
      let rank = sorted.count { $0 < limit }
      #expect(abs(rank - count * (number + 1) / wanted) <= count / 20)
    }
  }

  @Test func limitsAreRound() {
    let scale = Scale(quantilesOf: (1...1_000).map { Double($0 * 97) })
    #expect(scale.limits == [20_000, 40_000, 60_000, 80_000])
    #expect(
      scale.categories == [
        "under 20,000", "20,000 to 40,000", "40,000 to 60,000", "60,000 to 80,000",
        "80,000 or more",
      ])
    #expect(scale.category(of: 20_000) == "20,000 to 40,000")
    #expect(scale.category(of: 19_999.9) == "under 20,000")
    #expect(scale.category(of: nil) == Scale.missing && scale.category(of: .nan) == Scale.missing)
    #expect(Scale(quantilesOf: [3, 3, 3]).categories == ["3"])
    #expect(Scale(quantilesOf: [Double?.none]).categories == ["all"])
    #expect(Scale(quantilesOf: [-2.5, -1, 0, 1]).categories.first == "under −1")
    let given = Scale(limits: [50, 10, Double.nan, 10, 30, 40, 20], title: "floors")
    #expect(given.limits == [10, 20, 30, 40] && given.title == "floors")
    #expect(given.category(of: 45) == "40 or more" && given.category(of: 9) == "under 10")
    #expect(Scale(limits: [Double]()).categories == ["all"])
  }

  /// Numbers that are small, or close together, have classes with different names.
  @Test(arguments: [1e-12, 3e-10, 1e-6, 1, 7e14, 1e60, 1e300])
  func classesOfAllSizesAreDistinct(_ unit: Double) throws {
    let steps = (1...40).map { Double($0) }
    let near: [Double] = steps.map { unit + $0 * unit.ulp }
    let sets: [[Double]] = [
      steps.map { $0 * unit }, steps.map { ($0 - 20) * unit }, near, near.map { -$0 },
      [unit, unit.nextUp],
    ]
    for values in sets.map({ $0.sorted() }) {
      for count in 1...5 {
        let scale = Scale(quantilesOf: values, classCount: count)
        #expect(Set(scale.categories).count == scale.limits.count + 1, "\(scale.categories)")
        let ends = scale.limits.isEmpty ? [values[0], values[values.count - 1]] : scale.limits
        for (limit, name) in zip(ends, scale.categories.dropFirst()) {
          let text = name.prefix { $0 != " " }.filter { $0 != "," && $0 != "−" }
          let number = try #require(Double(text)) * (name.hasPrefix("−") ? -1 : 1)
          #expect(abs(number - limit) <= 1e-9 * abs(limit), "\(name)")
        }
      }
    }
  }

  /// The lightness of a color in CIE L*, whatever the viewer's color vision.
  private func lightness(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
      let share = Double(part) / 255
      if share <= 0.040_45 { return share / 12.92 }
      // x^2.4 = x² · (x²)^(1/5), by Newton's method.
      let base = (share + 0.055) / 1.055
      var root = 1.0
      for _ in 0..<60 {
        root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root)
      }
      return base * base * root
    }
    let light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root - light) / (3 * root * root) }
    return 116 * root - 16
  }

  @Test func colorsDifferInLightness() {
    #expect(abs(lightness("#ffffff") - 100) < 0.01 && abs(lightness("#777777") - 50) < 0.5)
    let light = PicturePalette.quantities.map(lightness)
    let dark = PicturePalette.darkQuantities.map(lightness)
    #expect(zip(light, light.dropFirst()).allSatisfy { $0 - $1 >= 14 })
    #expect(zip(dark, dark.dropFirst()).allSatisfy { $1 - $0 >= 10 })
    // All differ from the land and the sea.
    for land in ["#f6f3ea", "#e3edf4", "#ffffff"].map(lightness) {
      #expect(light.allSatisfy { land - $0 >= 13 })
    }
    for land in ["#2c3338", "#1a252e"].map(lightness) {
      #expect(dark.allSatisfy { $0 - land >= 13 })
    }
  }

  /// A map of places with numbers, of which one in ten has none.
  private func map(_ count: Int) -> MapPicture {
    var random = SeededGenerator(seed: 8)
    var map = MapPicture(title: "Prices", width: 800, height: 560)
    map.atlas = CoarseAtlas.world
    let values = (0..<count).map { (number: Int) -> Double? in
      number % 10 == 3 ? nil : Double(number * 37 % 1_000)
    }
    let scale = MapPicture.ColorScale(quantilesOf: values, title: "price")
    map.colorScale = scale
    map.markers = values.map { value in
      .init(
        Coordinate(
          latitude: Double.random(in: 45...50, using: &random),
          longitude: Double.random(in: 5...15, using: &random)),
        name: "Place", category: scale.category(of: value))
    }
    return map
  }

  @Test func everyOutputHasTheClassesAndTheirLegend() throws {
    var map = map(200)
    let scale = try #require(map.colorScale)
    let labels = scale.categories + ["no number (20)", "price"]
    let svg = String(decoding: map.svg(), as: UTF8.self)
    for label in labels { #expect(svg.contains(">\(label)</text>")) }
    for (number, color) in PicturePalette.quantities.enumerated() {
      let symbol = "class=\"symbol q\(number)\" fill=\"\(color)\""
      #expect(svg.components(of: symbol) > 30, "\(symbol)")
    }
    #expect(svg.components(of: "class=\"hollow\"") == 21)
    #expect(svg.contains(".symbol.q4{fill:#fde725}"))
    map.theme = .dark
    #expect(String(decoding: map.svg(), as: UTF8.self).contains("symbol q4\" fill=\"#fde725\""))
    let page = String(decoding: map.html(), as: UTF8.self)
    for label in labels { #expect(page.contains(">\(label)</li>")) }
    #expect(page.contains(".q4{--k:#fde725}") && page.contains("class=\"symbol q0\""))
    #expect(page.contains("class=\"hollow\""))
    let text = map.text(columns: 100, usesColor: true)
    for label in labels { #expect(text.contains(label)) }
    for symbol in "·○◎◉●×" { #expect(text.contains(symbol)) }
    #expect(text.contains("\u{1B}[38;5;220m●"))
  }

  @Test func dotsHaveTheColorsToo() {
    let svg = String(decoding: map(4_000).svg(), as: UTF8.self)
    for (number, color) in PicturePalette.quantities.enumerated() {
      #expect(svg.contains("class=\"dots q\(number)\" fill=\"none\" stroke=\"\(color)\""))
    }
    #expect(svg.contains("class=\"dots qm\"") && svg.contains(">no number (400)</text>"))
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

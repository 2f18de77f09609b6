internal import CairnCountries
internal import CairnGeodesy

/// Where on a map the names of countries may stand, those with the most people first.
internal struct CountryNames: Sendable {
  /// A country's name.
  struct Name: Sendable {
    var country: Country
    var text: String
    /// The name as maps shorten it, where it is long.
    var short: String? { CountryNames.short[country] }
    /// The middle of the name.
    var point: PlanePoint
    /// How wide and how high the country is there, in pixels.
    var width: Double
    var height: Double
  }

  private(set) var names: [Name] = []
  private let land: CountryAtlas
  private let frame: MapFrame

  init(_ atlas: CountryAtlas, _ highlighted: Set<Country>, _ frame: MapFrame) {
    land = atlas.landOnly
    self.frame = frame
    let countries = Country.all.map { (country: $0, people: $0.population) }
      .sorted { ($1.people, $0.country.alpha2) < ($0.people, $1.country.alpha2) }
    for (country, people) in countries {
      guard people > 0 || country == .antarctica || highlighted.contains(country) else { continue }
      let point = frame.pixel(of: country.labelPoint)
      guard point.isFinite, frame.box.contains(point) else { continue }
      let box = country.boundingBox
      let middle = country.labelPoint
      func pixel(_ latitude: Double, _ longitude: Double) -> PlanePoint {
        frame.pixel(of: Coordinate(latitude: latitude, longitude: longitude))
      }
      let west = pixel(middle.latitude, box.west)
      let east = pixel(middle.latitude, box.east)
      guard west.isFinite, east.isFinite else { continue }
      let height = pixel(box.south, middle.longitude).distance(
        to: pixel(box.north, middle.longitude))
      names.append(
        Name(
          country: country, text: country.name, point: point, width: west.distance(to: east),
          height: height.isFinite ? height : 0))
    }
  }

  /// The sizes of letters, the largest first.
  private static let sizes = [PictureScene.labelSize, 10.5, 9]
  /// Steps from the middle of a country, in letters, the shortest first.
  private static let steps = steps(4.5, 3, by: 1.5, 1)

  /// Steps over all of a country.
  private static func steps(over name: Name, _ size: Double) -> [(x: Double, y: Double)] {
    let wide = min(name.width / size, 60)
    let high = min(name.height / size, 60)
    return steps(wide, high, by: max(0.5, wide / 40), max(0.5, high / 40))
  }

  private static func steps(
    _ x: Double, _ y: Double, by width: Double, _ height: Double
  ) -> [(x: Double, y: Double)] {
    let (columns, rows) = (Int(x / width), Int(y / height))
    let steps = (-rows...rows).flatMap { row in
      (-columns...columns).map { column in (x: Double(column) * width, y: Double(row) * height) }
    }
    func square(_ step: (x: Double, y: Double)) -> Double { step.x * step.x + step.y * step.y }
    return steps.sorted { square($0) < square($1) }
  }

  /// Where a name may stand.
  enum Room: CaseIterable {
    /// On its country, near the middle; on islands that are spread, between these.
    case middle
    /// Anywhere on its country.
    case inside
    /// The ends of the name may reach over a border, or most of it stand on the sea.
    case across
  }

  /// Long names as maps shorten them.
  static let short: [Country: String] = [
    .bosniaAndHerzegovina: "Bosnia & Herz.", .centralAfricanRepublic: "Central African Rep.",
    .democraticRepublicOfTheCongo: "DR Congo", .dominicanRepublic: "Dominican Rep.",
    .equatorialGuinea: "Eq. Guinea", .falklandIslands: "Falkland Is.",
    .northMacedonia: "N. Macedonia", .papuaNewGuinea: "Papua N. G.",
    .republicOfTheCongo: "Congo", .solomonIslands: "Solomon Is.", .southSudan: "S. Sudan",
    .unitedArabEmirates: "UAE", .unitedKingdom: "UK", .westernSahara: "W. Sahara",
  ]

  /// The lines of a name where there is room for it: in one line or more, in smaller letters and
  /// beside the middle where it must be.
  ///
  /// A name stands on its country and on the sea. That of islands, which are smaller than letters,
  /// stands where they are spread as wide as it, and some thousand people live there.
  ///
  /// - Parameters:
  ///   - text: the name, or a shorter one.
  ///   - name: whose name it is.
  ///   - placement: what is taken.
  ///   - room: where the name may stand.
  /// - Returns: a text for each line; `nil` where there is no room.
  func labels(
    _ text: String, of name: Name, _ placement: LabelPlacement, in room: Room
  ) -> [PictureLabel]? {
    let crossesBorders = room == .across
    // Beside its country a name is smaller than those that stand on theirs.
    for size in crossesBorders ? Self.sizes.dropFirst() : Self.sizes[...] {
      let steps = room == .inside ? Self.steps(over: name, size) : Self.steps
      for lines in Self.breaks(of: text) {
        let width = lines.map { TextWidth.of($0, size: size) }.max() ?? 0
        let isWide = name.width > width * 0.9
        // A country that is much smaller than its name has no room anywhere.
        guard isWide || name.width * name.height > 0.5 * width * size * Double(lines.count) else {
          continue
        }
        for (number, step) in steps.enumerated() {
          let middle = PlanePoint(x: name.point.x + step.x * size, y: name.point.y + step.y * size)
          let isSpread =
            room != .inside && number == 0 && isWide && name.country.population >= 10_000
          // Most places are refused by these few looks.
          let looks = crossesBorders ? [0, -0.25, 0.25] : [0.0]
          guard
            isSpread
              || looks.contains(where: { share in
                let pixel = PlanePoint(x: middle.x + share * width, y: middle.y)
                return owner(at: pixel) == name.country
              })
          else { continue }
          let labels = Self.labels(lines, middle, size)
          let boxes = labels.map {
            PictureLabel.box($0.text, at: $0.point, .middle, size: size)
          }
          guard boxes.allSatisfy({ placement.isFree($0) && isOnEarth($0) }) else { continue }
          let counts = boxes.map { samples(of: name.country, under: $0) }
          if counts.allSatisfy({ own, other in
            crossesBorders
              ? own >= 5 && other <= 2 || own >= 2 && other == 0
              : other == 0 && (own >= 4 || isSpread)
          }) {
            return labels
          }
        }
      }
    }
    return nil
  }

  /// A name in one line, in two, and in three: as narrow as each can be.
  private static func breaks(of text: String) -> [[String]] {
    let words = text.split(separator: " ").map(String.init)
    /// The lines of the first words, in as many as are asked for.
    func lines(_ words: ArraySlice<String>, _ count: Int) -> [String]? {
      guard count > 1 else { return [words.joined(separator: " ")] }
      let choices = words.indices.dropFirst().compactMap { start in
        lines(words[start...], count - 1).map { [words[..<start].joined(separator: " ")] + $0 }
      }
      func width(_ lines: [String]) -> Int { lines.map(\.count).max() ?? 0 }
      return choices.min { width($0) < width($1) }
    }
    return (1...3).compactMap { $0 > words.count ? nil : lines(words[...], $0) }
  }

  private static func labels(
    _ lines: [String], _ middle: PlanePoint, _ size: Double
  ) -> [PictureLabel] {
    lines.enumerated().map { number, line in
      let row = Double(number) - Double(lines.count - 1) / 2
      return PictureLabel(
        text: line, point: PlanePoint(x: middle.x, y: middle.y + size * (0.35 + 1.15 * row)),
        anchor: .middle, role: .country, size: size)
    }
  }

  /// The country whose land is at a pixel.
  private func owner(at pixel: PlanePoint) -> Country? {
    frame.coordinate(at: pixel).flatMap(land.country(at:))
  }

  private func isOnEarth(_ box: PixelBox) -> Bool {
    box.corners.allSatisfy { frame.coordinate(at: $0) != nil }
  }

  /// How many of nine places along the middle of a box are land of a country, and of others.
  private func samples(of country: Country, under box: PixelBox) -> (own: Int, other: Int) {
    var counts = (own: 0, other: 0)
    for part in stride(from: 0.0, through: 1, by: 0.125) {
      let pixel = PlanePoint(x: box.left + part * box.width, y: box.center.y)
      guard let found = owner(at: pixel) else { continue }
      if found == country { counts.own += 1 } else { counts.other += 1 }
    }
    return counts
  }
}

internal import CairnCountries
internal import CairnGeodesy

/// The names of the countries on a map and the positions they may have, by descending population.
internal struct CountryLabels: Sendable {
  /// A country's name.
  struct Name: Sendable {
    var country: Country
    var text: String
    /// The usual short form of a long name.
    var short: String? { CountryLabels.short[country] }
    /// The middle of the name.
    var point: PlanePoint
    /// The width and height of the country at this point, in pixels.
    var width: Double
    var height: Double
  }

  private(set) var names: [Name] = []
  private let atlas: CountryAtlas
  private let land: CountryAtlas
  private let frame: MapFrame

  init(_ atlas: CountryAtlas, _ highlighted: Set<Country>, _ frame: MapFrame) {
    self.atlas = atlas
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
      // Both edges of the box around a pole are the same meridian.
      let width = max(west.distance(to: east), box.longitudeSpan > 300 ? height : 0)
      names.append(
        Name(
          country: country, text: country.name, point: point, width: width.isFinite ? width : 0,
          height: height.isFinite ? height : 0))
    }
    addParts(highlighted)
  }

  /// Adds the countries that are partly on the map and have their label point elsewhere.
  ///
  /// A map of a town within a single country does not need its name, nor does one whose title has
  /// it.
  private mutating func addParts(_ highlighted: Set<Country>) {
    guard frame.box.width / frame.scale < Self.partsExtent else { return }
    let (columns, rows) = (30, 20)
    let (wide, high) = (frame.box.width / Double(columns), frame.box.height / Double(rows))
    func pixel(_ cell: Int) -> PlanePoint {
      PlanePoint(
        x: frame.box.left + (Double(cell % columns) + 0.5) * wide,
        y: frame.box.top + (Double(cell / columns) + 0.5) * high)
    }
    var owners = (0..<columns * rows).map { owner(at: pixel($0)) }
    // A map with little land, such as one of an atoll, has the countries of the waters.
    if owners.count(where: { $0 != nil }) < Self.leastCells {
      owners = owners.indices.map { frame.coordinate(at: pixel($0)).flatMap(atlas.country(at:)) }
    }
    var cells: [Country: [Int]] = [:]
    for (cell, owner) in owners.enumerated() {
      if let owner { cells[owner, default: []].append(cell) }
    }
    let isTown = frame.box.width / frame.scale < Self.townExtent
    let isWithinOne =
      isTown
      ? cells.count { $0.value.count >= Self.leastCells } < 2
      : cells.count < 2 && !highlighted.isDisjoint(with: cells.keys)
    guard !isWithinOne else { return }
    let named = Set(names.map(\.country))
    let others = cells.filter { !named.contains($0.key) && $0.value.count >= Self.leastCells }
      .sorted { ($1.value.count, $0.key.alpha2) < ($0.value.count, $1.key.alpha2) }
    for (country, cells) in others {
      let foreign = owners.indices.filter { owners[$0] != nil && owners[$0] != country }.map(pixel)
      /// The distance to other countries and to the edge of the map.
      func room(_ cell: Int) -> Double {
        let point = pixel(cell)
        let edge = min(
          (point.x - frame.box.left) / 2, (frame.box.right - point.x) / 2,
          point.y - frame.box.top, frame.box.bottom - point.y)
        return foreign.reduce(edge) { min($0, $1.distance(to: point)) }
      }
      let places = cells.map { (room: room($0), cell: $0) }
      guard let best = places.max(by: { ($0.room, $1.cell) < ($1.room, $0.cell) }) else { continue }
      let row = cells.count { $0 / columns == best.cell / columns }
      let column = cells.count { $0 % columns == best.cell % columns }
      names.append(
        Name(
          country: country, text: country.name, point: pixel(best.cell), width: Double(row) * wide,
          height: Double(column) * high))
    }
  }

  /// The maximum width of a map with the names of countries that are partly on it, in meters.
  private static let partsExtent = 12e6
  /// The minimum number of cells of a map that a country must have to be named.
  private static let leastCells = 4
  /// The maximum width of a map of a town, in meters.
  private static let townExtent = 60_000.0

  /// The font sizes, the largest first.
  private static let sizes = [PictureScene.labelSize, 10.5, 9]
  /// The offsets from the middle of a country, in font sizes, the shortest first.
  private static let steps = steps(4.5, 3, by: 1.5, 1)

  /// The offsets that cover a whole country.
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

  /// The area in which a name may be placed.
  enum Room {
    /// On its country, near the middle; for scattered islands, between them.
    case middle
    /// Anywhere on its country.
    case inside
    /// The ends of the name may cross a border, or most of the name may be on the sea.
    case across
    /// Beside a country that is smaller than its name.
    case beside

    /// Those on the country itself, the best first.
    static let onLand = [Room.middle, .inside, .across]
  }

  /// The usual short forms of long names.
  static let short: [Country: String] = [
    .bosniaAndHerzegovina: "Bosnia & Herz.", .centralAfricanRepublic: "Central African Rep.",
    .democraticRepublicOfTheCongo: "DR Congo", .dominicanRepublic: "Dominican Rep.",
    .equatorialGuinea: "Eq. Guinea", .falklandIslands: "Falkland Is.",
    .northMacedonia: "N. Macedonia", .papuaNewGuinea: "Papua N. G.",
    .republicOfTheCongo: "Congo", .solomonIslands: "Solomon Is.", .southSudan: "S. Sudan",
    .unitedArabEmirates: "UAE", .unitedKingdom: "UK", .westernSahara: "W. Sahara",
  ]

  /// Finds room for a name, on one or more lines; if necessary with smaller letters and away from
  /// the middle.
  ///
  /// A name may cover its country and the sea. For islands smaller than letters it is placed
  /// between them, if they extend as far as the name and have at least 10,000 inhabitants.
  ///
  /// - Parameters:
  ///   - text: the name, or its short form.
  ///   - name: the country's name and size.
  ///   - placement: the occupied boxes.
  ///   - room: the area in which the name may be placed.
  ///   - avoidsLines: whether it may not cover lines.
  /// - Returns: a label for each line; `nil` if there is no room.
  func labels(
    _ text: String, of name: Name, _ placement: LabelPlacement, in room: Room, avoidsLines: Bool
  ) -> [PictureLabel]? {
    if room == .beside { return labelsBeside(text, of: name, placement, avoidsLines: avoidsLines) }
    let crossesBorders = room == .across
    // A name that extends beyond its country is smaller than names within theirs.
    for size in crossesBorders ? Self.sizes.dropFirst() : Self.sizes[...] {
      let steps = room == .inside ? Self.steps(over: name, size) : Self.steps
      for lines in Self.breaks(of: text) {
        let width = lines.map { TextWidth.of($0, size: size) }.max() ?? 0
        let isWide = name.width > width * 0.9
        // Skip countries that are much smaller than the name.
        guard isWide || name.width * name.height > 0.5 * width * size * Double(lines.count) else {
          continue
        }
        for (number, step) in steps.enumerated() {
          let middle = PlanePoint(x: name.point.x + step.x * size, y: name.point.y + step.y * size)
          // The last resort between islands is beside the middle.
          let isSpread =
            isWide && name.country.population >= 10_000
            && (crossesBorders ? owner(at: middle) == nil : room == .middle && number == 0)
          // A cheap test of a few points, which rejects most positions.
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
          guard
            boxes.allSatisfy({
              placement.isFree($0, avoidsLines: avoidsLines) && isOnEarth($0)
            })
          else { continue }
          let counts = boxes.map { samples(of: name.country, under: $0) }
          if counts.allSatisfy({ own, other in
            crossesBorders
              ? own >= 5 && other <= 2 || own >= 2 && other == 0 || isSpread && other == 0
              : other == 0 && (own >= 4 || isSpread)
          }) {
            return labels
          }
        }
      }
    }
    return nil
  }

  /// Finds room for the name of a small country beside it, where it may cover other countries.
  private func labelsBeside(
    _ text: String, of name: Name, _ placement: LabelPlacement, avoidsLines: Bool
  ) -> [PictureLabel]? {
    let size = Self.sizes[Self.sizes.count - 1]
    let area = name.width * name.height
    // A country of a few pixels is not visible, and the name of a large one would be ambiguous.
    guard area >= 12, max(name.width, name.height) < 120, frame.scale * 5_000 > 1 else {
      return nil
    }
    let (x, y) = (min(name.width, 60) / 2 + 4, min(name.height, 60) / 2 + 4)
    for lines in Self.breaks(of: text) {
      let width = lines.map { TextWidth.of($0, size: size) }.max() ?? 0
      let high = size * (0.5 + 0.575 * Double(lines.count - 1))
      let offsets = [
        (x + width / 2, 0.0), (-x - width / 2, 0), (0, y + high), (0, -y - high),
        (x + width / 2, y), (-x - width / 2, y), (x + width / 2, -y), (-x - width / 2, -y),
      ]
      for (dx, dy) in offsets {
        let middle = PlanePoint(x: name.point.x + dx, y: name.point.y + dy)
        let labels = Self.labels(lines, middle, size)
        if labels.allSatisfy({ placement.isFree($0.box, avoidsLines: avoidsLines) }) {
          return labels
        }
      }
    }
    return nil
  }

  /// A name on one, two and three lines, each as narrow as possible.
  static func breaks(of text: String) -> [[String]] {
    let words = text.split(separator: " ").map(String.init)
    /// The words on `count` lines, as narrow as possible; nil if that is impossible.
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

  /// The labels of some lines around a point.
  static func labels(
    _ lines: [String], _ middle: PlanePoint, _ size: Double, role: PictureLabel.Role = .country
  ) -> [PictureLabel] {
    lines.enumerated().map { number, line in
      let row = Double(number) - Double(lines.count - 1) / 2
      return PictureLabel(
        text: line, point: PlanePoint(x: middle.x, y: middle.y + size * (0.35 + 1.15 * row)),
        anchor: .middle, role: role, size: size)
    }
  }

  /// The country on whose land a pixel is.
  private func owner(at pixel: PlanePoint) -> Country? {
    frame.coordinate(at: pixel).flatMap(land.country(at:))
  }

  private func isOnEarth(_ box: PixelBox) -> Bool {
    box.corners.allSatisfy { frame.coordinate(at: $0) != nil }
  }

  /// The number of nine points along the middle of a box that are on the country's land, and on the
  /// land of other countries.
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

internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// The rows of a table of places, with access to their cells whatever the layout.
///
/// The first cell is the name in every layout, and the rows are sorted by its key.
internal struct PlaceRows: Sendable {
  /// The columns after the name.
  enum Layout: Sendable {
    /// Latitude, longitude, country, region row, population, time zone row, row of the city of
    /// which a district is a part.
    case city
    /// Latitude, longitude, country, region row, IATA, ICAO, city, time zone row, uses.
    case airport
    /// Latitude, longitude, country, region row, letter of the kind, weight, population, time zone row.
    case destination
    /// The digits of ``PackedTown``.
    case packedTown
  }

  let layout: Layout
  let table: TextTable
  let regions: TextTable
  let timeZones: TextTable
  /// The lines that are sorted by the key; nil for all lines.
  var lines: Range<Int>?
  /// The heads of the keys of all lines.
  let heads = Once<AtomicWords>()

  var count: Int { table.count }

  private func integer(_ column: Int, _ line: Int) -> Int? {
    table.integer(column: column, row: line)
  }

  private func packed(_ line: Int) -> PackedTown {
    PackedTown(table.text, behind: table.range(ofColumn: 0, row: line).upperBound)
  }

  /// The row of the region in ``regions``; nil if that region has no name.
  func region(ofLine line: Int) -> Int? {
    guard layout == .packedTown else { return integer(4, line) }
    let region = packed(line).region
    return regions.optionalString(column: 2, row: region) == nil ? nil : region
  }

  /// The bytes of the country code, and the text that contains them.
  func country(ofLine line: Int) -> (text: ConstantText, range: Range<Int>) {
    guard layout == .packedTown else {
      return (table.text, table.range(ofColumn: 3, row: line))
    }
    return (regions.text, regions.range(ofColumn: 0, row: packed(line).region))
  }

  /// The population, 0 if it is unknown.
  func population(ofLine line: Int) -> Int {
    switch layout {
    case .city: integer(5, line) ?? 0
    case .airport: 0
    case .destination: integer(7, line) ?? 0
    case .packedTown: packed(line).population
    }
  }

  /// Whether a destination is a town of GeoNames: only these have a population, which may be 0.
  func hasPeople(line: Int) -> Bool { integer(7, line) != nil }

  /// The population that a city needs to precede this place under the same name.
  func weight(ofLine line: Int) -> Int {
    layout == .destination ? integer(6, line) ?? 0 : population(ofLine: line)
  }

  func kind(ofLine line: Int) -> Place.Kind {
    switch layout {
    case .city: city(ofLine: line) == nil ? .city : .district
    case .airport: has(.service, line: line) ? .airport : .aerodrome
    case .destination: destinationKind(ofLine: line)
    case .packedTown:
      switch packed(line) {
      case let town where town.city != nil: .district
      case let town: town.isCity ? .city : .town
      }
    }
  }

  /// The kind of a destination, which the table has as its first letter.
  private func destinationKind(ofLine line: Int) -> Place.Kind {
    switch table.text[table.range(ofColumn: 5, row: line).lowerBound] {
    case UInt8(ascii: "c"): .country
    case UInt8(ascii: "i"): .island
    case UInt8(ascii: "r"): .region
    case UInt8(ascii: "t"): .town
    default: .landmark
    }
  }

  /// The line of the city of which a district is a part; nil for every other place.
  func city(ofLine line: Int) -> Int? {
    switch layout {
    case .city: integer(7, line)
    case .packedTown: packed(line).city
    case .airport, .destination: nil
    }
  }

  /// The use of an airport, as the letter in the table.
  internal enum Use: UInt8 {
    case service = 0x73  // s
    case military = 0x6D  // m
  }

  internal func has(_ use: Use, line: Int) -> Bool {
    table.range(ofColumn: 9, row: line).contains { table.text[$0] == use.rawValue }
  }

  private func timeZone(ofLine line: Int) -> String? {
    let row: Int?
    switch layout {
    case .city: row = integer(6, line)
    case .airport, .destination: row = integer(8, line)
    case .packedTown:
      let town = packed(line)
      row = town.timeZone ?? regions.integer(column: 3, row: town.region)
    }
    return row.map { timeZones.string(column: 0, row: $0) }
  }

  /// Creates the place of a line.
  func place(ofLine line: Int, at coordinate: Coordinate) -> Place {
    let country = country(ofLine: line)
    let people = population(ofLine: line)
    var place = Place(
      name: table.string(column: 0, row: line), coordinate: coordinate, kind: kind(ofLine: line),
      countryCode: country.text.string(country.range),
      region: region(ofLine: line).map { regions.string(column: 2, row: $0) },
      population: people > 0 ? people : nil, timeZone: timeZone(ofLine: line))
    if layout == .airport {
      place.code = table.string(column: 5, row: line)
      place.locality = table.optionalString(column: 7, row: line)
      place.isServed = has(.service, line: line)
      place.isMilitary = has(.military, line: line)
    } else if let city = city(ofLine: line) {
      place.locality = table.string(column: 0, row: city)
    }
    return place
  }
}

extension PlaceRows: RowOrdered {
  var positions: Range<Int> { lines ?? table.positions }

  func cell(at line: Int) -> (row: Int, text: ConstantText, start: Int) { table.cell(at: line) }

  func position(after line: Int) -> Int { line + 1 }

  /// The misspelled names, as for any sorted rows.
  func forEach(
    like distance: inout PrefixDistance, rightLetters: Int = 0,
    until isStopped: () -> Bool = { false },
    _ body: (_ position: Int, _ errors: Int, _ whole: Int?) -> Void
  ) {
    forEach(
      like: &distance, heads: heads, headCount: count, rightLetters: rightLetters,
      until: isStopped, body)
  }
}

/// The digits of a town of the larger set, as documented in the module `CairnTownData`.
internal struct PackedTown {
  let isCity: Bool
  let coordinate: Coordinate
  let region: Int
  /// The row of the time zone if it is not the usual one of the region.
  let timeZone: Int?
  /// The line of the city of which the town is a district.
  let city: Int?
  let population: Int
  /// The end of the line.
  let end: Int

  /// The base of the digits.
  static let base = 92
  private static let cityFlag = 1
  private static let zoneFlag = 2
  private static let districtFlag = 4
  /// Coordinates are integers in units of 0.00001 degrees.
  private static let degree = 100_000.0

  /// Reads the digits after the tab at a position.
  init(_ text: ConstantText, behind tab: Int) {
    var position = tab + 1
    func number(_ width: Int) -> Int {
      var value = 0
      for _ in 0..<width {
        value = value * Self.base + Self.digit(text[position])
        position += 1
      }
      return value
    }
    let flags = number(1)
    isCity = flags & Self.cityFlag != 0
    let latitude = Double(number(4) - 90 * 100_000) / Self.degree
    coordinate = Coordinate(
      latitude: latitude, longitude: Double(number(4) - 180 * 100_000) / Self.degree)
    region = number(2)
    timeZone = flags & Self.zoneFlag != 0 ? number(2) : nil
    city = flags & Self.districtFlag != 0 ? number(3) : nil
    var people = 0
    while text[position] != UInt8(ascii: "\n") { people = people * Self.base + number(1) }
    population = people
    end = position
  }

  /// The value of a digit: its index among the printable characters except `"` and `\`.
  static func digit(_ byte: UInt8) -> Int {
    Int(byte) - 33 - (byte > UInt8(ascii: "\"") ? 1 : 0) - (byte > UInt8(ascii: "\\") ? 1 : 0)
  }
}

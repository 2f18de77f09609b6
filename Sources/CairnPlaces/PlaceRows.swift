internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// The rows of a table of places, with access to their cells whatever the layout.
///
/// The first cell is the name in every layout, and the rows are sorted by its key.
internal struct PlaceRows: Sendable {
  /// What follows the name.
  enum Layout: Sendable {
    /// Latitude, longitude, country, region row, IATA, ICAO, city, time zone row, uses.
    case airport
    /// The digits of ``PackedPlace`` for cities and towns.
    case town
    /// The digits of ``PackedPlace`` for destinations.
    case destination
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

  private func packed(_ line: Int) -> PackedPlace {
    PackedPlace(table.text, behind: table.range(ofColumn: 0, row: line).upperBound, layout)
  }

  /// The row of the region in ``regions``; nil if that region has no name.
  func region(ofLine line: Int) -> Int? {
    if layout == .airport { return integer(4, line) }
    let region = packed(line).region
    return regions.isMissing(column: 2, row: region) ? nil : region
  }

  /// The bytes of the country code, and the text that contains them.
  func country(ofLine line: Int) -> (text: ConstantText, range: Range<Int>) {
    if layout == .airport { return (table.text, table.range(ofColumn: 3, row: line)) }
    return (regions.text, regions.range(ofColumn: 0, row: packed(line).region))
  }

  /// The population, 0 if it is unknown.
  func population(ofLine line: Int) -> Int { layout == .airport ? 0 : packed(line).population }

  /// The population that a city needs to precede this place under the same name.
  func weight(ofLine line: Int) -> Int { layout == .airport ? 0 : packed(line).weight }

  func kind(ofLine line: Int) -> Place.Kind {
    if layout == .airport { return has(.service, line: line) ? .airport : .aerodrome }
    return packed(line).kind
  }

  /// The line of the city of which a district is a part; nil for every other place.
  func city(ofLine line: Int) -> Int? { layout == .town ? packed(line).city : nil }

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
    if layout == .airport {
      row = integer(8, line)
    } else {
      let place = packed(line)
      row = place.timeZone ?? regions.integer(column: 3, row: place.region)
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

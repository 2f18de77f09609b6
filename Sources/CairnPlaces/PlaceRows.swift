internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// The rows of a table of places, with access to their cells whatever the layout.
///
/// The first cell is the name in every layout, and the rows are sorted by its key.
internal struct PlaceRows: Sendable {
  /// The cells after the name.
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

  /// The row of the time zone in ``timeZones``.
  func timeZone(ofLine line: Int) -> Int? {
    layout == .airport ? integer(8, line) : timeZone(of: packed(line))
  }

  private func timeZone(of place: PackedPlace) -> Int? {
    place.timeZone ?? regions.integer(column: 3, row: place.region)
  }

  /// The use of an airport, as the letter in the table.
  internal enum Use: UInt8 {
    case service = 0x73  // s
    case military = 0x6D  // m
    /// A large airport.
    case many = 0x6C  // l
  }

  internal func has(_ use: Use, line: Int) -> Bool {
    table.range(ofColumn: 9, row: line).contains { table.text[$0] == use.rawValue }
  }

  /// Creates the place of a line.
  func place(ofLine line: Int, at coordinate: Coordinate) -> Place {
    if layout == .airport { return airport(ofLine: line, at: coordinate) }
    let name = table.range(ofColumn: 0, row: line)
    let packed = PackedPlace(table.text, behind: name.upperBound, layout)
    let region = packed.region
    var place = Place(
      name: table.text.string(name), coordinate: coordinate, kind: packed.kind,
      countryCode: regions.string(column: 0, row: region),
      region: regions.optionalString(column: 2, row: region),
      population: packed.population > 0 ? packed.population : nil,
      timeZone: timeZone(of: packed).map { timeZones.string(column: 0, row: $0) })
    if let city = packed.city { place.locality = table.string(column: 0, row: city) }
    return place
  }

  private func airport(ofLine line: Int, at coordinate: Coordinate) -> Place {
    let isServed = has(.service, line: line)
    var place = Place(
      name: table.string(column: 0, row: line), coordinate: coordinate,
      kind: isServed ? .airport : .aerodrome, countryCode: table.string(column: 3, row: line),
      region: integer(4, line).map { regions.string(column: 2, row: $0) },
      timeZone: timeZone(ofLine: line).map { timeZones.string(column: 0, row: $0) })
    place.code = table.string(column: 5, row: line)
    place.locality = table.optionalString(column: 7, row: line)
    place.isServed = isServed
    place.isMilitary = has(.military, line: line)
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

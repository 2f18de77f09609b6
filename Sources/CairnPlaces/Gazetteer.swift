internal import CairnGeodesy
internal import CairnMemory
internal import CairnPlaceData
internal import CairnText

/// The embedded places of the world: cities, airports, and other travel destinations.
///
/// ```swift
/// let world = Gazetteer.embedded
/// let sydney = try world.place(named: "sydney")
/// for neighbor in world.places(within: 100_000, of: sydney.coordinate).prefix(3) {
///   print(neighbor.element.name, neighbor.distance)
/// }
/// try world.place(named: "Machu Picchu").kind       // landmark
/// ```
///
/// There are three groups, whose positions follow one another:
/// - ``cities``: those with at least 15,000 people, and smaller capitals; they include, with the
///   kind `district`, the districts, boroughs and suburbs of large cities. Together with the
///   airports they are the ``places`` that a search around a coordinate considers.
/// - ``airports``: those with an IATA code and scheduled service. ``aerodromes`` also includes the
///   others, which are of the kind `aerodrome`.
/// - ``destinations``: famous smaller towns, islands, landmarks, regions and countries, found by
///   name. Most are areas whose coordinate is that of a label, so a search around a coordinate
///   finds them only if you pass their kind.
///
/// The places are part of the program: there is no file to ship. Opening finds the rows and reads
/// the coordinates, once per process on first use; names become strings when a place is accessed.
/// Each group is ordered by name, ignoring case and accents.
///
/// A gazetteer is one reference to constant data, free to copy and to use from any thread.
///
/// It contains neither streets nor most villages: the module `CairnTowns` has 235,000 towns in a
/// gazetteer with the same methods; for addresses use a geocoder. For your own places create a
/// `PlaceIndex` of the module `CairnIndex`; a gazetteer cannot be extended. A name that no place
/// has throws an error with suggestions, which take a few milliseconds; to look up a list of names,
/// ``search(_:kind:in:near:limit:)`` is faster. Positions depend on this version's data:
/// store codes and names, not positions.
///
/// Source: GeoNames (CC BY 4.0), airportsdata (MIT), OurAirports (public domain), and this project
/// for some of the destinations.
/// An app that shows these places must attribute GeoNames; `NOTICE` of this package has the
/// wording.
public struct Gazetteer: Sendable {
  internal let tables: Tables
  internal let indexes: GazetteerIndexes
  /// Names in other scripts and languages, if they are included.
  internal let names: TranslatedNames?

  /// The places embedded in this module, opened on first use.
  ///
  /// Opening takes a few milliseconds and about 1 MB of memory.
  public static let embedded = Gazetteer(tables: Tables())

  internal init(tables: Tables) {
    self.tables = tables
    indexes = GazetteerIndexes()
    names = nil
  }

  internal init(tables: Tables, indexes: GazetteerIndexes, names: TranslatedNames?) {
    self.tables = tables
    self.indexes = indexes
    self.names = names
  }

  /// Opens a gazetteer of towns in the packed form, with the airports and the destinations of the
  /// default set.
  ///
  /// - Parameters:
  ///   - towns: the towns, among them all cities of the default set in their order.
  ///   - words: the later words of their names.
  ///   - wordBounds: the bounds of the fame of blocks of these words.
  ///   - meanings: names that stand for one particular town.
  ///   - regions: the regions that the towns name by row.
  ///   - timeZones: the time zones that towns and regions name by row.
  package init(
    towns: StaticString, words: StaticString, wordBounds: StaticString, meanings: StaticString,
    regions: StaticString, timeZones: StaticString
  ) {
    self.init(
      tables: Tables(
        towns: towns, words: words, wordBounds: wordBounds, meanings: meanings,
        regions: TextTable(regions, expectedRowLength: 16),
        timeZones: TextTable(timeZones, expectedRowLength: 16)))
  }

  /// The number of cities; they are the first places.
  internal var cityCount: Int { tables.cities.count }

  /// The number of cities and airports of all kinds; the destinations follow.
  internal var placeCount: Int { tables.cities.count + tables.airports.count }

  /// The row of the city that contains a district, or the place's own row.
  internal func cityRow(ofRow row: Int) -> Int {
    row < cityCount ? tables.cities.city(ofLine: row) ?? row : row
  }

  /// The table that contains a place, and its line there.
  internal func line(ofRow row: Int) -> (rows: PlaceRows, line: Int) {
    if row < cityCount { return (tables.cities, row) }
    if row < placeCount { return (tables.airports, row - cityCount) }
    return (tables.destinations, row - placeCount)
  }
}

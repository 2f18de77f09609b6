internal import CairnGeodesy
internal import CairnMemory
internal import CairnPlaceData
internal import CairnText

/// The embedded places of the world: cities, airports, and what else people travel to.
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
/// - ``cities``: those of 15,000 people and more, and smaller capitals; among them, of the kind
///   `district`, the districts, boroughs and suburbs of large cities. They and the airports are the
///   ``places``, which lie all over the world, and which a search around a coordinate looks at.
/// - ``airports``: those that have an IATA code and scheduled service. ``aerodromes`` has the others,
///   too, which are of the kind `aerodrome`.
/// - ``destinations``: famous smaller towns, islands, landmarks, regions and countries. They are
///   found by name. Most are areas with a coordinate for a label, so that they are near nothing,
///   and a search around a coordinate has them only where their kind is asked for.
///
/// The places are part of the program: there is no file to ship and none to miss. Opening finds
/// the rows and reads the coordinates, once in the life of the process and not before the first
/// use; names become strings when a place is asked for. The order in each group is that of the
/// names without regard to case and accents.
///
/// A gazetteer is one reference to constant data, free to copy and to use from any thread.
///
/// It knows neither streets nor most villages: the module `CairnTowns` has 235,000 towns in a
/// gazetteer with the same methods; for addresses ask a geocoder. For places of your own make a
/// `PlaceIndex` of the module `CairnIndex`; nothing can be added here. A name that no place has is
/// an error with suggestions, which take some tens of milliseconds; a list of names is better asked
/// with ``search(_:kind:in:near:limit:)``. Positions are those of this version's data: keep codes
/// and names, not positions.
///
/// Source: GeoNames (CC BY 4.0), airportsdata (MIT), OurAirports (public domain), and this project
/// for some of the destinations.
/// An app that shows these places owes GeoNames an attribution; `NOTICE` of this package has the
/// wording.
public struct Gazetteer: Sendable {
  internal let tables: Tables
  internal let indexes = GazetteerIndexes()

  /// The places that are embedded in this module, opened at the first use.
  ///
  /// Opening takes a few milliseconds and about 1 MB of memory.
  public static let embedded = Gazetteer(tables: Tables())

  internal init(tables: Tables) {
    self.tables = tables
  }

  /// Opens a gazetteer of towns in the packed form, with the airports and the destinations of the
  /// default set.
  ///
  /// - Parameters:
  ///   - towns: the towns, among them all cities of the default set in their order.
  ///   - meanings: names that mean one of the towns before all others.
  ///   - regions: the regions that the towns name by row.
  ///   - timeZones: the time zones that towns and regions name by row.
  package init(
    towns: StaticString, meanings: StaticString, regions: StaticString, timeZones: StaticString
  ) {
    self.init(
      tables: Tables(
        towns: towns, meanings: meanings,
        regions: TextTable(regions, expectedRowLength: 16),
        timeZones: TextTable(timeZones, expectedRowLength: 16)))
  }

  /// The number of cities; they are the first places.
  internal var cityCount: Int { tables.cities.count }

  /// The number of cities and airports of all kinds; the destinations follow.
  internal var placeCount: Int { tables.cities.count + tables.airports.count }

  /// The row of the city that a district is a part of, or the place's own row.
  internal func cityRow(ofRow row: Int) -> Int {
    row < cityCount ? tables.cities.city(ofLine: row) ?? row : row
  }

  /// The table that a place stands in, and its line there.
  internal func line(ofRow row: Int) -> (rows: PlaceRows, line: Int) {
    if row < cityCount { return (tables.cities, row) }
    if row < placeCount { return (tables.airports, row - cityCount) }
    return (tables.destinations, row - placeCount)
  }
}

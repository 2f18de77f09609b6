public import CairnGeodesy
internal import CairnMemory
internal import CairnText

extension Gazetteer {
  /// Places of the gazetteer, created on access.
  ///
  /// The collection itself contains no strings; each access reads one row of the embedded text and
  /// creates a ``CairnGeodesy/Place`` from it, in a microsecond or two. Use ``coordinate(at:)`` if
  /// you only need the coordinate.
  public struct Places: RandomAccessCollection, Sendable {
    internal let gazetteer: Gazetteer
    /// The position of the first place.
    public let startIndex: Int
    /// The position after the last place.
    public let endIndex: Int

    /// The place at a position.
    ///
    /// - Complexity: O(length of the row).
    public subscript(position: Int) -> Place {
      precondition(indices.contains(position), "There is no place at this position.")
      return gazetteer.place(at: position)
    }

    /// The coordinate of the place at a position, without creating the place.
    ///
    /// - Complexity: O(1).
    public func coordinate(at position: Int) -> Coordinate {
      precondition(indices.contains(position), "There is no place at this position.")
      return gazetteer.tables.coordinates[position]
    }
  }

  /// The cities, followed by the airports, each by name.
  ///
  /// The ``destinations`` are not included.
  public var places: Places {
    Places(gazetteer: self, startIndex: 0, endIndex: cityCount + tables.servedCount)
  }

  /// The cities and their districts, by name: those with at least 15,000 people, and smaller
  /// capitals; in a larger gazetteer all its towns.
  ///
  /// The sections of a larger city are of the kind `district`, and their `locality` is that city.
  ///
  /// ```swift
  /// Gazetteer.embedded.cities.filter { $0.kind == .city }
  /// ```
  public var cities: Places { Places(gazetteer: self, startIndex: 0, endIndex: cityCount) }

  /// The airports for passengers, by name.
  ///
  /// They have an IATA code and scheduled service. Their positions follow those of the cities.
  public var airports: Places {
    Places(gazetteer: self, startIndex: cityCount, endIndex: cityCount + tables.servedCount)
  }

  /// All airports, air bases, airfields, heliports and seaplane bases that have an IATA code: the
  /// ``airports``, then those without scheduled service, each by name.
  public var aerodromes: Places {
    Places(gazetteer: self, startIndex: cityCount, endIndex: placeCount)
  }

  /// Travel destinations other than cities and airports, by name; their positions follow those of
  /// the aerodromes.
  ///
  /// Countries and their larger regions, islands, landmarks, and famous towns with fewer than
  /// 15,000 people. The coordinate of an area is that of a label: some point in the middle of it.
  ///
  /// ```swift
  /// Gazetteer.embedded.destinations.filter { $0.kind == .island && $0.country == .greece }
  /// ```
  public var destinations: Places {
    Places(gazetteer: self, startIndex: placeCount, endIndex: tables.coordinates.count)
  }
}

extension Gazetteer {
  /// Creates the place of a row.
  internal func place(at row: Int) -> Place {
    let (rows, line) = line(ofRow: row)
    return rows.place(ofLine: line, at: tables.coordinates[row])
  }

  /// The letters of the country of the place at a position, 0 for none.
  package func countryLetters(at position: Int) -> UInt16 { tables.countries[position] }

  /// The number of the time zone of a city or an aerodrome in ``timeZoneNames``.
  package func timeZoneNumber(at position: Int) -> Int? {
    let (rows, line) = line(ofRow: position)
    return rows.timeZone(ofLine: line).map {
      rows.layout == .airport ? tables.cities.timeZones.count + $0 : $0
    }
  }

  /// The time zones of cities, followed by those of aerodromes.
  package var timeZoneNames: [String] {
    [tables.cities, tables.airports].map(\.timeZones).flatMap { zones in
      (0..<zones.count).map { zones.string(column: 0, row: $0) }
    }
  }

  /// The population of a place; 0 for an airport and if it is unknown.
  internal func population(ofRow row: Int) -> Int {
    let (rows, line) = line(ofRow: row)
    return rows.population(ofLine: line)
  }

  internal func weight(ofRow row: Int) -> Int {
    let (rows, line) = line(ofRow: row)
    return rows.weight(ofLine: line)
  }

  internal func kind(ofRow row: Int) -> Place.Kind {
    let (rows, line) = line(ofRow: row)
    return rows.kind(ofLine: line)
  }

  /// Whether a place is an airport of any kind.
  internal func isAirport(row: Int) -> Bool { (cityCount..<placeCount).contains(row) }

  /// Whether an airport has scheduled service.
  internal func isServed(row: Int) -> Bool { row < cityCount + tables.servedCount }

  /// The key of the name of a place.
  internal func key(ofRow row: Int) -> SearchKey {
    let (rows, line) = line(ofRow: row)
    return SearchKey(rows.table.text, rows.table.range(ofColumn: 0, row: line))
  }
}

public import CairnGeodesy
public import CairnIndex
internal import CairnMemory
internal import CairnText

extension Gazetteer {
  /// Places of the gazetteer, made when they are asked for.
  ///
  /// The collection itself holds no strings; each access reads one row of the embedded text and
  /// makes a ``CairnIndex/Place`` of it, in well under a microsecond. Take
  /// ``coordinate(at:)`` where only the coordinate is needed.
  public struct Places: RandomAccessCollection, Sendable {
    internal let gazetteer: Gazetteer
    /// The first place.
    public let startIndex: Int
    /// Behind the last place.
    public let endIndex: Int

    /// The place at a position.
    ///
    /// - Complexity: O(length of the row).
    public subscript(position: Int) -> Place {
      precondition(indices.contains(position), "There is no place at this position.")
      return gazetteer.place(at: position)
    }

    /// Where the place at a position is, without making the place.
    ///
    /// - Complexity: O(1).
    public func coordinate(at position: Int) -> Coordinate {
      precondition(indices.contains(position), "There is no place at this position.")
      return gazetteer.tables.coordinates[position]
    }
  }

  /// All places: the cities, then the airports, each by name.
  public var places: Places {
    Places(gazetteer: self, startIndex: 0, endIndex: tables.coordinates.count)
  }

  /// The cities of 15,000 people and more, and smaller capitals, by name.
  public var cities: Places {
    Places(gazetteer: self, startIndex: 0, endIndex: cityCount)
  }

  /// The airports that have an IATA code, by name; their positions follow those of the cities.
  public var airports: Places {
    Places(gazetteer: self, startIndex: cityCount, endIndex: tables.coordinates.count)
  }
}

extension Gazetteer {
  /// Makes the place of a row.
  internal func place(at row: Int) -> Place {
    let isCity = row < cityCount
    let table = isCity ? tables.cities : tables.airports
    let row = isCity ? row : row - cityCount
    var reader = TextTable.Reader(table.text, at: Int(table.starts[row]))
    func cell() -> Range<Int> {
      let start = reader.position
      reader.skipCell()
      let end = reader.position
      return start..<(end > start && table.text[end - 1] == UInt8(ascii: "\t") ? end - 1 : end)
    }
    let name = table.text.string(cell())
    let coordinate = Coordinate(latitude: reader.degrees(), longitude: reader.degrees())
    let country = table.text.string(cell())
    let region = reader.integer().map { tables.regions.string(column: 2, row: $0) }
    reader.skipCell()
    if isCity {
      let population = reader.integer() ?? 0
      reader.skipCell()
      return Place(
        name: name, coordinate: coordinate, kind: .city, countryCode: country, region: region,
        population: population > 0 ? population : nil, timeZone: timeZone(reader.integer()))
    }
    let iata = table.text.string(cell())
    reader.skipCell()  // ICAO
    let locality = table.text.string(cell())
    return Place(
      name: name, coordinate: coordinate, kind: .airport, countryCode: country, region: region,
      locality: locality == "-" ? nil : locality, code: iata,
      timeZone: timeZone(reader.integer()))
  }

  private func timeZone(_ row: Int?) -> String? {
    row.map { tables.timeZones.string(column: 0, row: $0) }
  }

  /// The population of a city; 0 for an airport and where it is unknown.
  internal func population(ofRow row: Int) -> Int {
    row < cityCount ? tables.cities.integer(column: 5, row: row) ?? 0 : 0
  }

  /// The bytes of the name of a place.
  internal func key(ofRow row: Int) -> SearchKey {
    let (table, line) =
      row < cityCount ? (tables.cities, row) : (tables.airports, row - cityCount)
    return SearchKey(table.text, table.range(ofColumn: 0, row: line))
  }
}

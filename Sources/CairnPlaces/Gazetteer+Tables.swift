internal import CairnGeodesy
internal import CairnMemory
internal import CairnPlaceData
internal import CairnText

extension Gazetteer {
  /// The offsets of the rows of the tables, shared by all copies.
  internal final class Tables: Sendable {
    let cities: PlaceRows
    /// The airports: those with scheduled service, then the others.
    let airports: PlaceRows
    /// The number of airports with scheduled service.
    let servedCount: Int
    let destinations: PlaceRows
    /// Alternative names of cities.
    let alternateNames: AlternateNames
    /// Alternative names of destinations.
    let destinationNames: AlternateNames
    /// Names of large cities in the script of their country.
    let nativeNames: AlternateNames
    /// Names that stand for one particular city.
    let meanings: AlternateNames
    /// The later words of the names of cities.
    let cityWords: LaterWords
    /// The later words of all other names.
    let otherWords: LaterWords
    /// The coordinate of each place: the cities, the airports, the destinations.
    let coordinates: [Coordinate]
    /// The bound of the fame of each place, as in ``FameBound``: of its population or weight, or of
    /// the constant of an airport.
    let fames: [UInt8]
    /// The letters of the country of each place.
    let countries: [UInt16]
    /// The rows of the regions by their names and abbreviations.
    let regionNames = Once<RegionNames>()
    let otherRegionNames = Once<RegionNames>()
    /// The IATA and the ICAO code of each airport as letters in base 256.
    let codes: [(iata: UInt32, icao: UInt32)]

    /// Opens the default set.
    init() {
      let regions = TextTable(PlaceData.regions, expectedRowLength: 16)
      let timeZones = TextTable(PlaceData.timeZones, expectedRowLength: 16)
      var opening = Opening(expectedCount: 49_000, regions: regions, timeZones: timeZones)
      cities = opening.cities()
      airports = opening.airports()
      servedCount = Self.servedCount(airports)
      destinations = opening.destinations { _, _ in true }
      alternateNames = AlternateNames(text: ConstantText(PlaceData.alternateNames))
      destinationNames = AlternateNames(
        text: ConstantText(PlaceData.destinationNames), rows: opening.rowOfDestination)
      nativeNames = AlternateNames(text: ConstantText(PlaceData.nativeNames))
      meanings = AlternateNames(text: ConstantText(PlaceData.meanings))
      cityWords = LaterWords(
        PlaceData.cityWords, bounds: PlaceData.cityWordBounds, of: [cities.table.text])
      otherWords = Self.otherWords()
      coordinates = opening.coordinates
      fames = opening.fames
      countries = opening.countries
      codes = opening.codes
    }

    /// Opens a larger set of towns, with the airports and the destinations of the default set.
    init(
      towns: StaticString, words: StaticString, wordBounds: StaticString, meanings: StaticString,
      regions: TextTable, timeZones: TextTable
    ) {
      var opening = Opening(
        expectedCount: 250_000, regions: TextTable(PlaceData.regions, expectedRowLength: 16),
        timeZones: TextTable(PlaceData.timeZones, expectedRowLength: 16))
      cities = opening.towns(towns, regions: regions, timeZones: timeZones)
      airports = opening.airports()
      servedCount = Self.servedCount(airports)
      // A famous town of GeoNames is already among the towns.
      destinations = opening.destinations { rows, line in
        rows.kind(ofLine: line) != .town || !rows.hasPeople(line: line)
      }
      alternateNames = AlternateNames(
        text: ConstantText(PlaceData.alternateNames), rows: opening.rowOfCity)
      destinationNames = AlternateNames(
        text: ConstantText(PlaceData.destinationNames), rows: opening.rowOfDestination)
      nativeNames = AlternateNames(
        text: ConstantText(PlaceData.nativeNames), rows: opening.rowOfCity)
      self.meanings = AlternateNames(text: ConstantText(meanings))
      cityWords = LaterWords(words, bounds: wordBounds, of: [cities.table.text])
      otherWords = Self.otherWords()
      coordinates = opening.coordinates
      fames = opening.fames
      countries = opening.countries
      codes = opening.codes
    }

    /// The two parts of the airports, each sorted by key.
    var airportParts: [PlaceRows] {
      [0..<servedCount, servedCount..<airports.count].map { lines in
        var part = airports
        part.lines = lines
        return part
      }
    }

    private static func otherWords() -> LaterWords {
      LaterWords(
        PlaceData.otherWords, bounds: PlaceData.otherWordBounds,
        of: [
          PlaceData.airports, PlaceData.destinations, PlaceData.alternateNames,
          PlaceData.destinationNames,
        ].map { ConstantText($0) })
    }

    private static func servedCount(_ airports: PlaceRows) -> Int {
      var (low, high) = (0, airports.count)
      while low < high {
        let line = low + (high - low) / 2
        if airports.has(.service, line: line) { low = line + 1 } else { high = line }
      }
      return low
    }
  }

  /// The data read when a gazetteer is opened: the start and the coordinate of each row.
  private struct Opening {
    let regions: TextTable
    let timeZones: TextTable
    var coordinates: [Coordinate] = []
    var fames: [UInt8] = []
    var countries: [UInt16] = []
    var codes: [(iata: UInt32, icao: UInt32)] = []
    /// The rows of the cities of the default set.
    var rowOfCity: [Int32] = []
    /// The rows of the destinations of the default set, -1 for an omitted one.
    var rowOfDestination: [Int32] = []

    init(expectedCount: Int, regions: TextTable, timeZones: TextTable) {
      self.regions = regions
      self.timeZones = timeZones
      coordinates.reserveCapacity(expectedCount)
      fames.reserveCapacity(expectedCount)
      countries.reserveCapacity(expectedCount)
    }

    mutating func cities() -> PlaceRows {
      rows(.city, PlaceData.cities, expectedCount: 35_000) { reader, opening in
        opening.coordinates.append(Self.coordinate(&reader))
        opening.countries.append(Self.country(&reader))
        reader.skipCell()  // region
        opening.fames.append(FameBound.code(of: reader.integer() ?? 0))
      }
    }

    mutating func airports() -> PlaceRows {
      codes.reserveCapacity(8_000)
      return rows(.airport, PlaceData.airports, expectedCount: 8_000) { reader, opening in
        opening.coordinates.append(Self.coordinate(&reader))
        opening.countries.append(Self.country(&reader))
        reader.skipCell()  // region
        let iata = Self.code(&reader)
        opening.codes.append((iata, Self.code(&reader)))
        opening.fames.append(GazetteerSearch.airportBound)
      }
    }

    mutating func destinations(where isIncluded: (PlaceRows, Int) -> Bool) -> PlaceRows {
      var found: [(coordinate: Coordinate, country: UInt16, fame: UInt8)] = []
      let all = rows(.destination, PlaceData.destinations, expectedCount: 12_000) { reader, _ in
        let coordinate = Self.coordinate(&reader)
        let country = Self.country(&reader)
        reader.skipCell()  // region
        reader.skipCell()  // kind
        found.append((coordinate, country, FameBound.code(of: reader.integer() ?? 0)))
      }
      var starts: [UInt32] = []
      starts.reserveCapacity(all.count + 1)
      let first = coordinates.count
      for line in found.indices {
        guard isIncluded(all, line) else {
          rowOfDestination.append(-1)
          continue
        }
        rowOfDestination.append(Int32(truncatingIfNeeded: first + starts.count))
        starts.append(all.table.starts[line])
        coordinates.append(found[line].coordinate)
        fames.append(found[line].fame)
        countries.append(found[line].country)
      }
      starts.append(all.table.starts[all.count])
      return rows(.destination, all.table.text, starts)
    }

    mutating func towns(
      _ literal: StaticString, regions: TextTable, timeZones: TextTable
    ) -> PlaceRows {
      let text = ConstantText(literal)
      var starts: [UInt32] = []
      starts.reserveCapacity(240_000)
      rowOfCity.reserveCapacity(35_000)
      let countryOfRegion = (0..<regions.count).map { row in
        var reader = TextTable.Reader(regions.text, at: Int(regions.starts[row]))
        return Self.country(&reader)
      }
      var position = 0
      while position < text.count {
        starts.append(UInt32(truncatingIfNeeded: position))
        while text[position] != UInt8(ascii: "\t") { position += 1 }
        let town = PackedTown(text, behind: position)
        if town.isCity { rowOfCity.append(Int32(truncatingIfNeeded: coordinates.count)) }
        coordinates.append(town.coordinate)
        fames.append(FameBound.code(of: town.population))
        countries.append(countryOfRegion[town.region])
        position = town.end + 1
      }
      starts.append(UInt32(truncatingIfNeeded: position))
      return PlaceRows(
        layout: .packedTown, table: TextTable(text: text, starts: starts), regions: regions,
        timeZones: timeZones)
    }

    /// Finds the rows of a table and reads the needed cells of each.
    private mutating func rows(
      _ layout: PlaceRows.Layout, _ literal: StaticString, expectedCount: Int,
      read: (inout TextTable.Reader, inout Opening) -> Void
    ) -> PlaceRows {
      var starts: [UInt32] = []
      starts.reserveCapacity(expectedCount)
      var reader = TextTable.Reader(literal)
      while !reader.isAtEnd {
        starts.append(UInt32(truncatingIfNeeded: reader.position))
        read(&reader, &self)
        reader.skipLine()
      }
      starts.append(UInt32(truncatingIfNeeded: reader.position))
      return rows(layout, reader.text, starts)
    }

    private func rows(
      _ layout: PlaceRows.Layout, _ text: ConstantText, _ starts: [UInt32]
    ) -> PlaceRows {
      PlaceRows(
        layout: layout, table: TextTable(text: text, starts: starts), regions: regions,
        timeZones: timeZones)
    }

    /// Skips a name and reads latitude and longitude.
    private static func coordinate(_ reader: inout TextTable.Reader) -> Coordinate {
      reader.skipCell()
      let latitude = reader.degrees()
      return Coordinate(latitude: latitude, longitude: reader.degrees())
    }

    /// Reads the code of a country.
    private static func country(_ reader: inout TextTable.Reader) -> UInt16 {
      UInt16(truncatingIfNeeded: code(&reader))
    }

    /// Reads a cell of at most four characters as a number.
    private static func code(_ reader: inout TextTable.Reader) -> UInt32 {
      let end = reader.endOfCell()
      var code: UInt32 = 0
      while reader.position < end {
        code = code << 8 | UInt32(reader.text[reader.position])
        reader.position += 1
      }
      reader.skipCell()
      return code
    }
  }
}

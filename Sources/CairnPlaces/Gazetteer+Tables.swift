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
    let coordinates: CoordinateColumn
    /// The bound of the fame of each place, as in ``FameBound``: of its population or weight, or of
    /// the constant of an airport.
    let fames: [UInt8]
    /// The letters of the country of each place.
    let countries: [UInt16]
    /// The rows of the regions by their names and abbreviations.
    let regionNames = Once<RegionNameIndex>()
    let otherRegionNames = Once<RegionNameIndex>()
    /// The rows of the destinations that are countries, by the letters of the country.
    let countryRows = Once<[UInt16: Int]>()
    /// The IATA and the ICAO code of each airport as letters in base 256.
    let codes: [(iata: UInt32, icao: UInt32)]

    /// Opens the default set.
    init() {
      let regions = TextTable(PlaceData.regions, expectedRowLength: 16)
      let timeZones = TextTable(PlaceData.timeZones, expectedRowLength: 16)
      var opening = Opening(expectedCount: 60_000, regions: regions, timeZones: timeZones)
      cities = opening.towns(
        PlaceData.cities, expectedCount: 34_200, regions: regions, timeZones: timeZones)
      airports = opening.airports()
      servedCount = Self.servedCount(airports)
      destinations = opening.destinations(withTowns: true)
      opening.addAirports(cities.count..<(cities.count + airports.count))
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
        expectedCount: 260_000, regions: TextTable(PlaceData.regions, expectedRowLength: 16),
        timeZones: TextTable(PlaceData.timeZones, expectedRowLength: 16))
      cities = opening.towns(
        towns, expectedCount: 235_000, regions: regions, timeZones: timeZones)
      airports = opening.airports()
      servedCount = Self.servedCount(airports)
      // A famous town of GeoNames is already among the towns.
      destinations = opening.destinations(withTowns: false)
      opening.addAirports(cities.count..<(cities.count + airports.count))
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
    var coordinates: CoordinateColumn
    var fames: [UInt8] = []
    var countries: [UInt16] = []
    var codes: [(iata: UInt32, icao: UInt32)] = []
    /// The rows of the cities of the default set.
    var rowOfCity: [Int32] = []
    /// The rows of the destinations of the default set, -1 for an omitted one, and of the airports.
    var rowOfDestination: [Int32] = []

    init(expectedCount: Int, regions: TextTable, timeZones: TextTable) {
      self.regions = regions
      self.timeZones = timeZones
      coordinates = CoordinateColumn(expectedCount: expectedCount)
      fames.reserveCapacity(expectedCount)
      countries.reserveCapacity(expectedCount)
    }

    mutating func airports() -> PlaceRows {
      var starts: [UInt32] = []
      starts.reserveCapacity(10_000)
      codes.reserveCapacity(10_000)
      var reader = TextTable.Reader(PlaceData.airports)
      while !reader.isAtEnd {
        starts.append(UInt32(truncatingIfNeeded: reader.position))
        coordinates.append(Self.coordinate(&reader))
        countries.append(Self.country(&reader))
        reader.skipCell()  // region
        let iata = Self.code(&reader)
        codes.append((iata, Self.code(&reader)))
        fames.append(GazetteerSearch.airportBound)
        reader.skipLine()
      }
      starts.append(UInt32(truncatingIfNeeded: reader.position))
      return PlaceRows(
        layout: .airport, table: TextTable(text: reader.text, starts: starts), regions: regions,
        timeZones: timeZones)
    }

    /// Reads the destinations; with towns of GeoNames or without.
    mutating func destinations(withTowns: Bool) -> PlaceRows {
      packed(
        .destination, PlaceData.destinations, expectedCount: 16_000, regions: regions,
        timeZones: timeZones
      ) { place, isIncluded, opening in
        isIncluded = withTowns || place.isDefault
        opening.rowOfDestination.append(
          isIncluded ? Int32(truncatingIfNeeded: opening.coordinates.count) : -1)
      }
    }

    /// Adds the rows of the airports after those of the destinations, for their other names.
    mutating func addAirports(_ rows: Range<Int>) {
      rowOfDestination += rows.map { Int32(truncatingIfNeeded: $0) }
    }

    /// Reads the cities of the default set, or the towns of a larger one.
    mutating func towns(
      _ literal: StaticString, expectedCount: Int, regions: TextTable, timeZones: TextTable
    ) -> PlaceRows {
      rowOfCity.reserveCapacity(35_000)
      return packed(
        .town, literal, expectedCount: expectedCount, regions: regions, timeZones: timeZones
      ) { town, _, opening in
        guard town.isDefault else { return }
        opening.rowOfCity.append(Int32(truncatingIfNeeded: opening.coordinates.count))
      }
    }

    /// Finds the rows of a packed table and reads the needed digits of each.
    private mutating func packed(
      _ layout: PlaceRows.Layout, _ literal: StaticString, expectedCount: Int, regions: TextTable,
      timeZones: TextTable, read: (PackedPlace, _ isIncluded: inout Bool, inout Opening) -> Void
    ) -> PlaceRows {
      let text = ConstantText(literal)
      var starts: [UInt32] = []
      starts.reserveCapacity(expectedCount + 1)
      let countryOfRegion = (0..<regions.count).map { row in
        var reader = TextTable.Reader(regions.text, at: Int(regions.starts[row]))
        return Self.country(&reader)
      }
      var position = 0
      while position < text.count {
        let start = position
        let tab = TextTable.Reader(text, at: position).endOfCell()
        let place = PackedPlace(text, behind: tab, layout)
        position = place.end + 1
        var isIncluded = true
        read(place, &isIncluded, &self)
        guard isIncluded else { continue }
        starts.append(UInt32(truncatingIfNeeded: start))
        coordinates.append(place.coordinate)
        fames.append(FameBound.code(of: place.weight))
        countries.append(countryOfRegion[place.region])
      }
      starts.append(UInt32(truncatingIfNeeded: position))
      return PlaceRows(
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

internal import CairnGeodesy
internal import CairnMemory
internal import CairnPlaceData
internal import CairnText

/// The embedded places of the world: cities of 15,000 people and more, and airports.
///
/// ```swift
/// let world = Gazetteer.embedded
/// let sydney = try world.place(named: "sydney")
/// for neighbor in world.places(within: 100_000, of: sydney.coordinate).prefix(3) {
///   print(neighbor.element.name, neighbor.distance)
/// }
/// ```
///
/// The places are part of the program: there is no file to ship and none to miss. Opening finds
/// the rows and reads the coordinates, once in the life of the process and not before the first
/// use; names become strings when a place is asked for. The order is fixed: the cities, then the
/// airports, each by name without regard to case and accents.
///
/// A gazetteer is one reference to constant data, free to copy and to use from any thread.
///
/// It knows neither streets nor villages: for addresses ask a geocoder. For places of your own make
/// a `PlaceIndex` of the module `CairnIndex`; nothing can be added here. A name that no place has
/// is an error with suggestions, which take some tens of milliseconds; a list of names is better
/// asked with ``search(_:kind:in:near:limit:)``. Positions are those of this version's data: keep codes and
/// names, not positions.
///
/// Source: GeoNames (CC BY 4.0) and airportsdata (MIT). An app that shows these places owes
/// GeoNames an attribution; `NOTICE` of this package has the wording.
public struct Gazetteer: Sendable {
  internal let tables: Tables

  /// The places that are embedded in this module, opened at the first use.
  ///
  /// Opening takes a few milliseconds and about 1 MB of memory.
  public static let embedded = Gazetteer(tables: Tables())

  /// The number of cities; they are the first places.
  internal var cityCount: Int { tables.cities.count }

  /// Where the rows of the tables are, shared by all copies.
  internal final class Tables: Sendable {
    let cities: TextTable
    let airports: TextTable
    let alternateNames: ConstantText
    let regions: TextTable
    let timeZones: TextTable
    /// Of each place, cities first.
    let coordinates: [Coordinate]
    /// The IATA and the ICAO code of each airport as letters in base 256.
    let codes: [(iata: UInt32, icao: UInt32)]

    init() {
      var coordinates: [Coordinate] = []
      coordinates.reserveCapacity(45_000)

      var starts: [UInt32] = []
      starts.reserveCapacity(36_000)
      var reader = TextTable.Reader(PlaceData.cities)
      while !reader.isAtEnd {
        starts.append(UInt32(truncatingIfNeeded: reader.position))
        coordinates.append(Self.coordinate(&reader))
        reader.skipLine()
      }
      starts.append(UInt32(truncatingIfNeeded: reader.position))
      cities = TextTable(text: reader.text, starts: starts)

      var codes: [(iata: UInt32, icao: UInt32)] = []
      codes.reserveCapacity(8_000)
      starts = []
      starts.reserveCapacity(9_000)
      reader = TextTable.Reader(PlaceData.airports)
      while !reader.isAtEnd {
        starts.append(UInt32(truncatingIfNeeded: reader.position))
        coordinates.append(Self.coordinate(&reader))
        reader.skipCell()  // country
        reader.skipCell()  // region
        let iata = Self.code(&reader)
        codes.append((iata, Self.code(&reader)))
        reader.skipLine()
      }
      starts.append(UInt32(truncatingIfNeeded: reader.position))
      airports = TextTable(text: reader.text, starts: starts)

      self.coordinates = coordinates
      self.codes = codes
      alternateNames = ConstantText(PlaceData.alternateNames)
      regions = TextTable(PlaceData.regions, expectedRowLength: 16)
      timeZones = TextTable(PlaceData.timeZones, expectedRowLength: 16)
    }

    /// Skips a name and reads latitude and longitude.
    private static func coordinate(_ reader: inout TextTable.Reader) -> Coordinate {
      reader.skipCell()
      let latitude = reader.degrees()
      return Coordinate(latitude: latitude, longitude: reader.degrees())
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

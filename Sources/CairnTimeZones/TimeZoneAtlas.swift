internal import CairnCountries
public import CairnGeodesy
package import CairnMemory
internal import CairnText
internal import CairnTimeZoneData

/// The time zones of the world, for looking up the time zone of a coordinate.
///
/// ```swift
/// let atlas = TimeZoneAtlas.world
/// atlas.timeZone(at: Coordinate(latitude: 48.21, longitude: 16.37))    // "Europe/Vienna"
/// atlas.timeZone(at: Coordinate(latitude: 0, longitude: -30))          // nil: the Atlantic
/// TimeZoneAtlas.nauticalTimeZone(at: Coordinate(latitude: 0, longitude: -30))   // "Etc/GMT+2"
/// ```
///
/// Results are names of the IANA time zone database, as accepted by Foundation's
/// `TimeZone(identifier:)`. The module contains the areas of zones, but no offsets or daylight
/// saving rules, which change every year: use those of the system.
///
/// ## Land, waters and the high seas
/// A place at sea has the zone of the country whose waters contain it, as defined by
/// ``CairnCountries/CountryAtlas/world``. On the high seas ships choose their own time, and the
/// result is `nil`. In Antarctica, places within 100 kilometers of a station have its zone, such as
/// `Antarctica/McMurdo`, or up to half the distance to a station with another zone; all others have
/// none. The stations are those of the time zone database and the bases of Argentina and Chile.
/// ``nauticalTimeZone(at:)`` returns the zone by longitude, which is not valid on land.
///
/// ## Accuracy
/// Zones are composed of the regions of `CairnRegions`: a region whose cities all have the same
/// zone has that zone as a whole; any other region is divided by the nearest city of at least 500
/// people. States of the United States are divided by counties instead, as the law divides them. So
/// zones are right in towns, and off by up to half the distance between two towns if a zone ends
/// within a province (Sakha, Amazonas) or within a county; `Data/README.md` has the measured error.
/// If people use two clocks the result is the legal time: Xinjiang is `Asia/Shanghai`. Crimea is
/// `Europe/Simferopol`.
///
/// ## Costs
/// A lookup takes as long as that of a country; the first one prepares the boundaries, a few
/// milliseconds, and the first one near each boundary takes a few microseconds more. The embedded
/// boundaries take 0.5 MB of the program, and 5 MB in use. Copies are free, and any number of
/// threads may look up at once.
public struct TimeZoneAtlas: Sendable {
  private let grid: AreaGrid
  private let names: [String]

  /// The embedded time zones.
  public static let world = TimeZoneAtlas()

  private init() {
    let table = TextTable(TimeZoneData.zones, expectedRowLength: 16)
    names = (0..<table.count).map { table.string(column: 0, row: $0) }
    grid = AreaGrid(Self.boundaries())
  }

  /// Decodes the embedded arcs.
  internal static func boundaries() -> BoundaryArcs {
    let table = TextTable(TimeZoneData.zones, expectedRowLength: 16)
    return BoundaryArcs(
      decoding: TimeZoneData.boundaries, areaCount: table.count + 1, areaBits: 9)
  }

  /// The names of all zones that have an area, in alphabetical order.
  public var timeZones: [String] { names }

  /// The time zone of a coordinate, such as `Europe/Vienna`.
  ///
  /// - Parameter coordinate: a place; one that is not valid has no zone.
  /// - Returns: the name in the IANA database, or `nil` on the high seas and far from the stations
  ///   in Antarctica.
  /// - Complexity: O(1), a few tens of nanoseconds.
  public func timeZone(at coordinate: Coordinate) -> String? {
    let area = grid.area(at: coordinate)
    return area == 0 ? nil : names[area - 1]
  }

  /// Writes the area of each of many coordinates: 0, or one more than the offset of its zone in
  /// ``timeZones``.
  package func writeAreas(at places: UnsafeSpan<Coordinate>, into areas: UnsafeBuffer<UInt16>) {
    grid.writeAreas(at: places, into: areas)
  }

  /// The time zones of many coordinates, in their order.
  ///
  /// - Parameter coordinates: any places, including invalid ones.
  /// - Returns: for each coordinate the result of ``timeZone(at:)``.
  /// - Complexity: O(*n*).
  public func timeZones(at coordinates: [Coordinate]) -> [String?] {
    areas(at: coordinates).map { $0 == 0 ? nil : names[Int($0) - 1] }
  }

  /// The areas of many coordinates, as ``writeAreas(at:into:)`` writes them.
  package func areas(at coordinates: [Coordinate]) -> [UInt16] {
    [UInt16](capacity: coordinates.count) { areas in
      coordinates.withUnsafeSpan { writeAreas(at: $0, into: areas) }
      return coordinates.count
    }
  }

  /// The nautical time zone of a coordinate: 15 degrees of longitude wide, with whole hours.
  ///
  /// Ships may use it on the high seas: `Etc/GMT` within 7.5 degrees of Greenwich, and beyond that
  /// a name whose sign, as in POSIX, counts hours behind Greenwich (`Etc/GMT+5` is UTC-5). A
  /// longitude between two zones belongs to the eastern one; 180 degrees, from either side, belongs
  /// to `Etc/GMT+12`.
  ///
  /// ```swift
  /// atlas.timeZone(at: place) ?? TimeZoneAtlas.nauticalTimeZone(at: place)
  /// ```
  ///
  /// - Parameter coordinate: a place; a pole is treated as a point on the meridian of Greenwich.
  /// - Returns: the name in the IANA database; `nil` for a coordinate that is not valid.
  public static func nauticalTimeZone(at coordinate: Coordinate) -> String? {
    nauticalHours(at: coordinate).map { nauticalTimeZone(hours: $0) }
  }

  /// The hours of a nautical time zone ahead of Greenwich, in -12...12; see
  /// ``nauticalTimeZone(at:)``.
  package static func nauticalHours(at coordinate: Coordinate) -> Int? {
    guard coordinate.isValid else { return nil }
    if coordinate.latitude.magnitude == 90 { return 0 }
    return Int(((coordinate.normalized.longitude + 7.5) / 15).rounded(.down))
  }

  /// The nautical time zone of some hours ahead of Greenwich.
  package static func nauticalTimeZone(hours: Int) -> String {
    hours == 0 ? "Etc/GMT" : hours < 0 ? "Etc/GMT+\(-hours)" : "Etc/GMT-\(hours)"
  }
}

internal import CairnCountries
public import CairnGeodesy
package import CairnMemory
internal import CairnText
internal import CairnTimeZoneData

/// The time zones of the world by place: which clock a coordinate goes by.
///
/// ```swift
/// let atlas = TimeZoneAtlas.world
/// atlas.timeZone(at: Coordinate(latitude: 48.21, longitude: 16.37))    // "Europe/Vienna"
/// atlas.timeZone(at: Coordinate(latitude: 0, longitude: -30))          // nil: the Atlantic
/// TimeZoneAtlas.nauticalTimeZone(at: Coordinate(latitude: 0, longitude: -30))   // "Etc/GMT+2"
/// ```
///
/// An answer is a name of the IANA time zone database, as `TimeZone(identifier:)` of Foundation
/// takes it. The module knows which zone a place is in and nothing of offsets and daylight saving
/// time, which change every year: those are the system's to know.
///
/// ## Land, waters and the high seas
/// A place at sea has the zone of the country in whose waters it lies, as
/// ``CairnCountries/CountryAtlas/world`` has it. On the high seas ships keep the time they like;
/// there, and in Antarctica, where each station keeps that of its supplies, the answer is `nil`.
/// ``nauticalTimeZone(at:)`` tells the zone by longitude, which is right nowhere on land.
///
/// ## How good it is
/// Zones are made of the regions of `CairnRegions`: one whose cities all have one zone has that
/// zone as a whole, any other is divided by the nearest city of 500 people and more. States of the
/// United States are divided by counties instead, as the law divides them. So zones are right in
/// towns, and off by up to half the way between two towns where a zone ends within a province
/// (Sakha, Amazonas) or within a county; `Data/README.md` has the measured error.
/// Where people keep two clocks the answer is the law's: Xinjiang is `Asia/Shanghai`. Crimea is
/// `Europe/Simferopol`.
///
/// ## What it costs
/// A look-up takes as long as that of a country; the first one of all prepares the boundaries, some
/// milliseconds, and each first one near some boundary a few microseconds. The embedded lines take
/// 0.4 MB of the program, and 5 MB in use. Copies are free, and any number of threads may look up
/// at once.
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
  /// - Returns: the name in the IANA database, or `nil` on the high seas and in Antarctica.
  /// - Complexity: O(1), some tens of nanoseconds.
  public func timeZone(at coordinate: Coordinate) -> String? {
    let area = grid.area(at: coordinate)
    return area == 0 ? nil : names[area - 1]
  }

  /// Writes the area of each of many coordinates: 0, or one more than the offset of its zone in
  /// ``timeZones``.
  package func writeAreas(at places: Window<Coordinate>, into areas: Slab<UInt16>) {
    grid.writeAreas(at: places, into: areas)
  }

  /// The time zones of many coordinates, in their order.
  ///
  /// - Parameter coordinates: any places, also invalid ones.
  /// - Returns: for each what ``timeZone(at:)`` gives.
  /// - Complexity: O(*n*).
  public func timeZones(at coordinates: [Coordinate]) -> [String?] {
    coordinates.map { timeZone(at: $0) }
  }

  /// The nautical time zone of a coordinate: 15 degrees of longitude wide, with whole hours.
  ///
  /// It is what ships go by on the high seas, if they go by anything: `Etc/GMT` within 7.5 degrees
  /// of Greenwich, and beyond a name whose sign is, as in POSIX, that of hours behind Greenwich
  /// (`Etc/GMT+5` is UTC-5). A longitude between two zones belongs to the eastern one, that of 180
  /// degrees, from either side, to `Etc/GMT+12`.
  ///
  /// ```swift
  /// atlas.timeZone(at: place) ?? TimeZoneAtlas.nauticalTimeZone(at: place)
  /// ```
  ///
  /// - Parameter coordinate: a place; a pole is taken on the meridian of Greenwich.
  /// - Returns: the name in the IANA database; `nil` for a coordinate that is not valid.
  public static func nauticalTimeZone(at coordinate: Coordinate) -> String? {
    guard coordinate.isValid else { return nil }
    if coordinate.latitude.magnitude == 90 { return "Etc/GMT" }
    let hours = Int(((coordinate.normalized.longitude + 7.5) / 15).rounded(.down))
    return hours == 0 ? "Etc/GMT" : hours < 0 ? "Etc/GMT+\(-hours)" : "Etc/GMT-\(hours)"
  }
}

internal import CairnCountries
public import CairnGeodesy
package import CairnMemory
internal import CairnRegionData

/// The first-level regions of the world, such as states and provinces, for lookups by coordinate.
///
/// ```swift
/// let atlas = AdministrativeAtlas.world
/// let place = Coordinate(latitude: 48.2085, longitude: 16.3730)
/// atlas.area(at: place)?.name      // "Vienna"
/// atlas.area(at: place)?.code      // "AT-9"
/// atlas.area(at: place)?.country   // Austria
/// ```
///
/// It is the level below ``CairnCountries/CountryAtlas``, and as fast. The module is optional: its
/// boundaries are linked into the program only if it is imported.
///
/// ## Countries and their waters
/// A region is within its country as defined by ``CairnCountries/CountryAtlas/world``, in the usual
/// view of disputed land. Borders between countries are the same lines, except for vertices at
/// which a line between regions meets them; these are rounded to 1e-4 degrees (11 meters) and bend
/// the border by less than that. Areas that the regions as drawn do not cover, waters and strips
/// along borders, belong to the nearest region of the country; there the boundaries follow squares
/// of 1.4 to 28 kilometers, finer near the regions. A country without subdivisions has no regions:
/// every place in it gives `nil`, as on the high seas.
///
/// Boundaries between regions are simplified by at most 55 meters. Those of France, Italy, Germany
/// and the United States are official. The others are Natural Earth's, of scale 1:10 million, with
/// errors of a few hundred meters, along rivers occasionally a kilometer.
///
/// ## Boundary rule
/// The rule is that of ``CairnCountries/CountryAtlas``: a place on a boundary belongs to the region
/// an infinitesimal step to the north-northeast, longitudes are taken modulo 360, and a coordinate
/// that is not ``CairnGeodesy/Coordinate/isValid`` is in no region.
///
/// ## Costs
/// A lookup takes as long as that of a country; the first one prepares the boundaries, a few tens
/// of milliseconds, and the first one near each boundary takes a few microseconds more. The
/// embedded boundaries take 1.8 MB of the program, besides those of the countries, and 15 MB in
/// use. Copies are free, and any number of threads may look up at once.
///
/// ## Alternatives
/// - Countries: ``CairnCountries/CountryAtlas``, which also has the points of view of disputed
///   land.
/// - Counties, communes, postal codes: a ``CairnCountries/TerritoryAtlas`` created from a file.
public struct AdministrativeAtlas: Sendable {
  private let isLandOnly: Bool

  /// The areas of the embedded boundaries; number *n* + 1 is row *n* of the table of regions.
  private static let grid = AreaGrid(boundaries())

  /// The embedded boundaries as lines, for outlines.
  private static let outlines = AreaOutlines(arcs: boundaries())

  /// The embedded regions, including their waters.
  public static let world = AdministrativeAtlas(isLandOnly: false)

  /// The embedded regions without their waters: a place at sea is in no region.
  ///
  /// Land is as defined by ``CairnCountries/CountryAtlas/landOnly``; each lookup performs two.
  public var landOnly: AdministrativeAtlas { AdministrativeAtlas(isLandOnly: true) }

  /// Decodes the embedded arcs.
  internal static func boundaries() -> BoundaryArcs {
    BoundaryArcs(
      decoding: RegionData.boundaries, areaCount: RegionTable.shared.countries.count + 1,
      areaBits: 12)
  }

  /// Writes the area of each of many coordinates, with waters: 0, or one more than the offset of
  /// its region in ``AdministrativeArea/all``.
  package static func writeAreas(
    at places: UnsafeSpan<Coordinate>, into areas: UnsafeBuffer<UInt16>
  ) {
    grid.writeAreas(at: places, into: areas)
  }

  /// The region of a coordinate; `nil` on the high seas, in a country without subdivisions and for
  /// a coordinate that is not valid.
  ///
  /// - Complexity: O(1), a few tens of nanoseconds.
  public func area(at coordinate: Coordinate) -> AdministrativeArea? {
    let area = Self.grid.area(at: coordinate)
    if area == 0 || isLandOnly && !CountryAtlas.world.isLand(coordinate) { return nil }
    return AdministrativeArea(row: area - 1)
  }

  /// The regions of many coordinates, in their order.
  ///
  /// - Parameter coordinates: any places, including invalid ones.
  /// - Returns: for each coordinate the result of ``area(at:)``.
  /// - Complexity: O(*n*).
  public func areas(at coordinates: [Coordinate]) -> [AdministrativeArea?] {
    coordinates.map { area(at: $0) }
  }

  /// The outline of a region with its waters: its parts with their holes.
  ///
  /// ```swift
  /// if let tyrol = AdministrativeArea(code: "AT-7") {
  ///   atlas.outline(of: tyrol).polygons.count   // 2, one of them around Lienz
  /// }
  /// ```
  ///
  /// The edges are straight in degrees, with vertices added on long ones, like those of
  /// ``CairnCountries/CountryAtlas``: without simplification the polygons contain the places for
  /// which ``area(at:)`` of ``world`` returns the region, to within ten meters at such edges.
  /// Waters are included even if this atlas is ``landOnly``; the land of a region is its
  /// intersection with the outline of its country. Parts may cross the antimeridian.
  ///
  /// - Parameters:
  ///   - area: any region.
  ///   - tolerance: the maximum deviation of the outline in meters, for drawing; 0 for every
  ///     vertex. Neighbors simplified by the same tolerance still share their border.
  /// - Returns: the parts of the region.
  /// - Complexity: O(*n*) in the number of all lines between nodes, plus that of the region's
  ///   vertices. The first call decodes all lines, which takes about ten milliseconds, and caches
  ///   them.
  public func outline(of area: AdministrativeArea, tolerance: Double = 0) -> GeoMultiPolygon {
    Self.outlines.polygons(tolerance: tolerance) { $0 == area.row + 1 }
  }

  /// The borders on land between two regions of a country, as lines that are straight in degrees,
  /// for drawing.
  ///
  /// - Parameter country: the country of the regions; one without subdivisions has no borders.
  /// - Returns: lines in arbitrary order.
  /// - Complexity: O(*n*) in the number of all vertices of the boundaries.
  public func borderLines(in country: Country) -> [[Coordinate]] {
    let countries = RegionTable.shared.countries
    let arcs = Self.outlines.arcs
    func isInside(_ area: UInt16) -> Bool {
      area > 0 && countries[Int(area) - 1] == country
    }
    let land = CountryAtlas.world
    return (0..<arcs.count).flatMap { arc -> [[Coordinate]] in
      guard isInside(arcs.left[arc]), isInside(arcs.right[arc]) else { return [] }
      let line = arcs.vertices(of: arc).map { vertex in
        Coordinate(
          latitude: Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree,
          longitude: Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree)
      }
      // In waters the boundary only follows from the nearest region, so it is not drawn.
      return line.split { !land.isLand($0) }.filter { $0.count > 1 }.map(Array.init)
    }
  }

  /// The number of coordinates in each region; those in no region are not counted.
  ///
  /// - Complexity: O(*n*).
  public func counts(of coordinates: some Sequence<Coordinate>) -> [AdministrativeArea: Int] {
    var counts: [AdministrativeArea: Int] = [:]
    for coordinate in coordinates {
      if let region = area(at: coordinate) { counts[region, default: 0] += 1 }
    }
    return counts
  }
}

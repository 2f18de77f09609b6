internal import CairnCountries
public import CairnGeodesy
package import CairnMemory
internal import CairnRegionData

/// The first-level regions of the world by place: which state or province a coordinate lies in.
///
/// ```swift
/// let atlas = AdministrativeAtlas.world
/// let place = Coordinate(latitude: 48.2085, longitude: 16.3730)
/// atlas.region(at: place)?.name      // "Vienna"
/// atlas.region(at: place)?.code      // "AT-9"
/// atlas.region(at: place)?.country   // Austria
/// ```
///
/// It is the layer below ``CairnCountries/CountryAtlas``, and as quick: an optional module, whose
/// boundaries are in the program only if that is imported.
///
/// ## Countries and their waters
/// A region lies in its country as ``CairnCountries/CountryAtlas/world`` has it, in the usual view
/// of disputed land: borders between countries are the same lines, but for vertices where a line
/// between regions meets them, which are rounded to 1e-4 degrees (11 metres) and bend the border
/// by less than that. What Natural Earth's regions do not cover, waters and strips along borders,
/// belongs to the nearest region of the country; there lines run along squares of 1.4 to 28
/// kilometres, the finer the nearer they are. A country that is not divided has no regions: every
/// place there gives `nil`, as on the high sea.
///
/// Lines between regions are Natural Earth's, simplified by at most 55 metres; they are a map's of
/// 1:10 million, and wrong by some hundred metres, along rivers by a kilometre here and there.
///
/// ## Where the rule decides
/// It is that of ``CairnCountries/CountryAtlas``: a place on a boundary belongs to what lies an
/// infinitesimal step to the north-north-east, longitudes are taken modulo 360, and a coordinate
/// that is not ``CairnGeodesy/Coordinate/isValid`` lies in no region.
///
/// ## What it costs
/// A look-up takes as long as that of a country; the first one of all prepares the boundaries, some
/// tens of milliseconds, and each first one near some boundary a few microseconds. The embedded
/// lines take 1.6 MB of the program, beside those of the countries, and 15 MB in use. Copies are
/// free, and any number of threads may look up at once.
///
/// ## When to take something else
/// - Countries: ``CairnCountries/CountryAtlas``, also for points of view of disputed land.
/// - Counties, communes, postal codes: ``CairnCountries/RegionAtlas`` of a file of those.
public struct AdministrativeAtlas: Sendable {
  private let isLandOnly: Bool

  /// The areas of the embedded boundaries; number *n* + 1 is row *n* of the table of regions.
  private static let grid = AreaGrid(boundaries())

  /// The same as lines, for outlines.
  private static let outlines = AreaOutlines(arcs: boundaries())

  /// The embedded regions, with the waters beside them.
  public static let world = AdministrativeAtlas(isLandOnly: false)

  /// The same, strictly: what lies at sea belongs to no region.
  ///
  /// What is land ``CairnCountries/CountryAtlas/landOnly`` says; a look-up is two.
  public var landOnly: AdministrativeAtlas { AdministrativeAtlas(isLandOnly: true) }

  /// Decodes the embedded arcs.
  internal static func boundaries() -> BoundaryArcs {
    BoundaryArcs(
      decoding: RegionData.boundaries, areaCount: RegionTable.shared.countries.count + 1,
      areaBits: 12)
  }

  /// Writes the area of each of many coordinates, with waters: 0, or one more than the offset of
  /// its region in ``AdministrativeRegion/all``.
  package static func writeAreas(at places: Window<Coordinate>, into areas: Slab<UInt16>) {
    grid.writeAreas(at: places, into: areas)
  }

  /// The region that a coordinate lies in; `nil` on the high sea, in a country that is not divided
  /// and for a coordinate that is not valid.
  ///
  /// - Complexity: O(1), some tens of nanoseconds.
  public func region(at coordinate: Coordinate) -> AdministrativeRegion? {
    let area = Self.grid.area(at: coordinate)
    if area == 0 || isLandOnly && !CountryAtlas.world.isLand(coordinate) { return nil }
    return AdministrativeRegion(row: area - 1)
  }

  /// The regions that many coordinates lie in, in their order.
  ///
  /// - Parameter coordinates: any places, also invalid ones.
  /// - Returns: for each what ``region(at:)`` gives.
  /// - Complexity: O(*n*).
  public func regions(at coordinates: [Coordinate]) -> [AdministrativeRegion?] {
    coordinates.map { region(at: $0) }
  }

  /// The outline of a region with its waters, its parts with their holes.
  ///
  /// ```swift
  /// if let tyrol = AdministrativeRegion(code: "AT-7") {
  ///   atlas.outline(of: tyrol).polygons.count   // 2, one of them around Lienz
  /// }
  /// ```
  ///
  /// The edges are straight in degrees, with vertices added on long ones, as those of
  /// ``CairnCountries/CountryAtlas`` are: without simplification the polygons hold the places that
  /// ``region(at:)`` of ``world`` finds, up to ten metres at such edges. Waters are part of it
  /// whatever this atlas is; the land of a region is what it has in common with the outline of its
  /// country. Parts may cross the antimeridian.
  ///
  /// - Parameters:
  ///   - region: any region.
  ///   - tolerance: metres by which the outline may deviate, for drawing; 0 for every vertex.
  ///     Neighbours simplified by the same tolerance still share their border.
  /// - Returns: the parts of the region.
  /// - Complexity: O(*n*) in the number of all lines between nodes, and in that of the region's
  ///   vertices. The first call decodes all lines, which takes some ten milliseconds, and keeps
  ///   them.
  public func outline(of region: AdministrativeRegion, tolerance: Double = 0) -> GeoMultiPolygon {
    Self.outlines.polygons(tolerance: tolerance) { $0 == region.row + 1 }
  }

  /// The borders on land between two regions of a country, as lines that are straight in degrees,
  /// for drawing.
  ///
  /// - Parameter country: whose regions; none that is not divided has a border.
  /// - Returns: lines in no order.
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
      // In waters regions are divided by which is the nearest, which is nothing to draw.
      return line.split { !land.isLand($0) }.filter { $0.count > 1 }.map(Array.init)
    }
  }

  /// How many coordinates lie in each region; those in none are not counted.
  ///
  /// - Complexity: O(*n*).
  public func counts(of coordinates: some Sequence<Coordinate>) -> [AdministrativeRegion: Int] {
    var counts: [AdministrativeRegion: Int] = [:]
    for coordinate in coordinates {
      if let region = region(at: coordinate) { counts[region, default: 0] += 1 }
    }
    return counts
  }
}

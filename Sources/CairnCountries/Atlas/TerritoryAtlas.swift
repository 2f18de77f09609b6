public import CairnGeodesy
internal import CairnMemory

/// Your own territories, such as parks, sales districts or delivery zones, for lookups by
/// coordinate.
///
/// It is about as fast as ``CountryAtlas``, whatever the number of corners. Regions may overlap,
/// have holes and several parts, cross the antimeridian and enclose a pole; lines shared by
/// neighbors are stored once.
///
/// ```swift
/// let zones = try TerritoryAtlas([
///   (id: "north", rings: [[a, b, c, d]]),
///   (id: "south", rings: [[d, c, e, f]]),
/// ])
/// zones.territory(at: place)      // "north", "south" or nil
/// ```
///
/// ## Boundaries
/// Corners are joined by straight lines in degrees, as on a map in longitude and latitude and as
/// defined by GeoJSON (RFC 7946, section 3.1.1): an edge from 130°W to 60°E runs eastward over
/// Greenwich, and one across the antimeridian continues beyond 180 degrees, from 170 to 190.
/// Corners are rounded to 2e-7 degrees (2 centimeters); for the rounded corners results are exact.
/// All rings of a region follow the even-odd rule, so a ring within another is a hole, in whichever
/// direction it runs. A region that reaches a pole must have corners there: Antarctica is closed
/// along 90°S.
///
/// A region is exactly what its outline encloses: unlike a country of a ``CountryAtlas`` it has no
/// waters. ``CountryAtlas/landOnly`` is equally strict.
///
/// A place on a boundary belongs to the region an infinitesimal step to the north-northeast, so
/// regions that share corners leave no gap and do not overlap. A pole is looked up on the meridian
/// of Greenwich, the north pole just south of it.
///
/// ## Memory and time
/// Both are proportional to the number of corners, whatever the shapes and however much they
/// overlap: about 10 to 50 bytes per corner for ordinary regions, up to a few hundred for long thin
/// ones. The limits are 33,554,432 corners and 512 MB for boundaries; beyond them initializers
/// throw a ``TerritoryError``. A lookup only takes longer where thousands of lines meet in one
/// point, or where thousands of regions overlap and ``territories(at:)-(Coordinate)`` lists all of
/// them.
///
/// ## Alternatives
/// - Countries: ``CountryAtlas`` has them, with their waters and the distances to borders. States
///   and provinces of the world: `AdministrativeAtlas` of the module `CairnRegions`.
/// - A few lookups in a few polygons: ``CairnGeodesy/GeoPolygon/contains(_:)`` needs no
///   preparation.
/// - Great-circle edges, lines and circles, and queries for shapes near a place or that intersect
///   another shape: `ShapeIndex` of the module `CairnShapes`. An atlas joins corners by lines that
///   are straight in degrees, and only finds the regions that contain a place.
/// - Regions that change: an atlas must be rebuilt as a whole, a `DynamicShapeIndex` can be
///   updated.
///
/// ## Degenerate input
/// An atlas without regions finds nothing, and a region without rings is empty. Rings may touch or
/// cross themselves and each other. Corners that coincide after rounding are merged; a ring with
/// fewer than three remaining corners is rejected.
public struct TerritoryAtlas<ID: Sendable>: Sendable {
  /// The regions' identifiers, in the order of the input.
  public let ids: [ID]
  @usableFromInline
  internal let locator: RegionLocator

  /// The maximum number of corners of all regions together.
  private static var mostCorners: Int { 1 << 25 }

  /// Creates an atlas from regions given by their rings in degrees.
  ///
  /// A ring may repeat its first corner at the end or not.
  ///
  /// - Parameter regions: at most 65,535 regions; if regions overlap, earlier ones take precedence.
  /// - Throws: ``TerritoryError`` for a ring that encloses nothing, that is wider than two turns
  ///   around the Earth, or with an invalid corner, and if a limit of the atlas is exceeded.
  /// - Complexity: O(*n*) time and memory in the number of corners.
  public init(_ regions: [(id: ID, rings: [[Coordinate]])]) throws(TerritoryError) {
    try self.init(regions, mostWords: BlockTable.mostWords)
  }

  /// Creates an atlas with at most `mostWords` words of memory for boundaries.
  internal init(
    _ regions: [(id: ID, rings: [[Coordinate]])], mostWords: Int
  ) throws(TerritoryError) {
    ids = regions.map(\.id)
    guard regions.count <= Int(UInt16.max) else { throw .tooManyTerritories(regions.count) }
    var count = 0
    for (number, region) in regions.enumerated() {
      for ring in region.rings { count += ring.count }
      guard count <= Self.mostCorners else { throw .tooManyCorners(territory: number) }
    }
    var outlines = RegionOutlines()
    for (number, region) in regions.enumerated() {
      for (ring, corners) in region.rings.enumerated() {
        try outlines.add(corners, region: number, ring: ring)
      }
    }
    locator = try outlines.build(regionCount: regions.count, mostWords: mostWords)
  }

  /// Creates an atlas from regions given as shapes.
  ///
  /// Only the corners are used: edges are straight in degrees, not great circles, and go the
  /// shorter way around in longitude. A ring around a pole is closed along the pole's parallel.
  /// Errors number rings in order, the outer ring of each polygon before its holes.
  ///
  /// - Throws: ``TerritoryError``.
  public init(_ regions: [(id: ID, shape: GeoMultiPolygon)]) throws(TerritoryError) {
    for (number, region) in regions.enumerated() {
      try Self.check(region.shape, region: number)
    }
    try self.init(
      regions.map { (id: $0.id, rings: $0.shape.polygons.flatMap { $0.ringsOnMap() }) })
  }

  /// Throws for rings that enclose nothing, which `ringsOnMap()` would omit.
  private static func check(_ shape: GeoMultiPolygon, region: Int) throws(TerritoryError) {
    let rings = shape.polygons.flatMap { [$0.outer] + $0.holes }
    for (number, ring) in rings.enumerated() {
      if let corner = ring.firstIndex(where: { !$0.isValid }) {
        throw .invalidCorner(territory: region, ring: number, corner: corner)
      }
      var places: [UnitVector] = []
      for place in ring.lazy.map(\.unitVector) where places.last != place {
        places.append(place)
        if places.count > 3 { break }
      }
      if places.count > 1, places.first == places.last { places.removeLast() }
      if places.count < 3 { throw .tooFewCorners(territory: region, ring: number) }
    }
  }

  /// The first region that contains a coordinate, in the order of the input.
  ///
  /// - Complexity: O(1) if few regions overlap.
  @inlinable
  public func territory(at coordinate: Coordinate) -> ID? {
    locator.first(at: coordinate).map { ids[$0] }
  }

  /// All regions that contain a coordinate, in the order of the input.
  @inlinable
  public func territories(at coordinate: Coordinate) -> [ID] {
    locator.all(at: coordinate).map { ids[$0] }
  }

  /// The first region for each of many coordinates, in their order.
  @inlinable
  public func territories(at coordinates: [Coordinate]) -> [ID?] {
    coordinates.map { territory(at: $0) }
  }
}

/// The reason why rings are not valid territories.
///
/// Thrown when you create a ``TerritoryAtlas`` from your own rings or polygons; it gives the
/// territory, ring and corner, counted from 0. No repair is silent: remove or correct the ring in
/// the input, and create the atlas again.
///
/// ```swift
/// do {
///   let atlas = try TerritoryAtlas([(id: "ward", rings: [corners])])
/// } catch {
///   print(error)   // territory 0, ring 0: fewer than three different corners
/// }
/// ```
public enum TerritoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A corner has a latitude outside -90...90 or a number that is not finite.
  case invalidCorner(territory: Int, ring: Int, corner: Int)
  /// A ring has fewer than three different corners.
  case tooFewCorners(territory: Int, ring: Int)
  /// The longitudes of a ring are more than 720 degrees apart.
  case tooWide(territory: Int, ring: Int, degrees: Double)
  /// There are more than 65,535 territories; create several atlases.
  case tooManyTerritories(Int)
  /// With this territory there are more than 33,554,432 corners; simplify, or create several
  /// atlases.
  case tooManyCorners(territory: Int)
  /// The boundaries need more than the 512 MB that an atlas may use for them; the limit was reached
  /// near this place on this territory's boundary.
  case tooLarge(territory: Int, latitude: Double, longitude: Double)

  /// One line that describes the error; everything is counted from 0.
  public var description: String {
    switch self {
    case .invalidCorner(let territory, let ring, let corner):
      "territory \(territory), ring \(ring): corner \(corner) is not a place on the Earth"
    case .tooFewCorners(let territory, let ring):
      "territory \(territory), ring \(ring): fewer than three different corners"
    case .tooWide(let territory, let ring, let degrees):
      "territory \(territory), ring \(ring): \(degrees) degrees wide, but at most 720 make sense"
    case .tooManyTerritories(let count):
      "\(count) territories, but at most 65535 fit into an atlas"
    case .tooManyCorners(let territory):
      "territory \(territory): with it there are more than 33554432 corners; simplify the rings, or "
        + "make an atlas of each part of them"
    case .tooLarge(let territory, let latitude, let longitude):
      "territory \(territory): near latitude \(latitude), longitude \(longitude) the boundaries fill "
        + "the 512 MB of an atlas; simplify the rings, or make an atlas of each part of them"
    }
  }
}

public import CairnGeodesy
internal import CairnMemory

/// Regions of your own by place: states, parks, delivery zones.
///
/// It answers about as quickly as ``CountryAtlas``, whatever the number of corners. Regions may
/// overlap, have holes and several parts, cross the antimeridian and enclose a pole; lines that
/// neighbours share are stored once.
///
/// ```swift
/// let zones = try RegionAtlas([
///   (id: "north", rings: [[a, b, c, d]]),
///   (id: "south", rings: [[d, c, e, f]]),
/// ])
/// zones.region(at: place)      // "north", "south" or nil
/// ```
///
/// ## Boundaries
/// Corners are joined by straight lines in degrees, as on a map in longitude and latitude and as
/// GeoJSON means them (RFC 7946, section 3.1.1): an edge from 130°W to 60°E runs eastwards over
/// Greenwich, and one across the antimeridian goes on beyond 180 degrees, from 170 to 190. Corners
/// are rounded to 2e-7 degrees (2 centimetres); from there on the answer is exact. All rings of a
/// region count by the even-odd rule, so that a ring within another is a hole, in whichever
/// direction it runs. What reaches a pole has corners there: Antarctica is closed along 90°S.
///
/// A region is what its outline encloses and no more: unlike a country of a ``CountryAtlas`` it has
/// no waters. ``CountryAtlas/landOnly`` is as strict.
///
/// A place on a boundary belongs to what lies an infinitesimal step to the north-north-east, so
/// regions that share corners leave no gap and do not overlap. A pole is looked up on the meridian
/// of Greenwich, the north pole just south of it.
///
/// ## Memory and time
/// Both are proportional to the number of corners, whatever the shapes and however much they
/// overlap: some 10 to 50 bytes a corner for ordinary regions, up to some hundred for long thin
/// ones. At most 33,554,432 corners are taken, and 512 MB for boundaries; what has more is refused
/// with a ``RegionError``. A look-up takes longer only where thousands of lines meet in one point,
/// or thousands of regions overlap, and ``regions(at:)-(Coordinate)`` then lists all of them.
///
/// ## When to take something else
/// - Countries: ``CountryAtlas`` has them, with their waters and the distances to borders. States
///   and provinces of the world: `AdministrativeAtlas` of the module `CairnRegions`.
/// - A few look-ups in a few polygons: ``CairnGeodesy/GeoPolygon/contains(_:)`` needs no
///   preparation.
/// - Great-circle edges, lines and circles, and what is near or touches a shape: `RegionIndex` of
///   the module `CairnShapes`. An atlas joins corners by lines that are straight in degrees, and
///   only knows what a place lies in.
/// - Regions that change: an atlas is built anew as a whole, a `DynamicRegionIndex` is not.
///
/// ## Degenerate input
/// No regions give an atlas that finds nothing, and a region without rings holds nothing. Rings may
/// touch or cross themselves and each other. Corners that coincide after rounding are one; a ring
/// of which fewer than three are left is refused.
public struct RegionAtlas<ID: Sendable>: Sendable {
  /// The regions' identifiers, in the order in which they were given.
  public let ids: [ID]
  @usableFromInline
  internal let locator: RegionLocator

  /// How many corners all regions together may have.
  private static var mostCorners: Int { 1 << 25 }

  /// Prepares regions that are given by their rings in degrees.
  ///
  /// A ring may repeat its first corner at the end or not.
  ///
  /// - Parameter regions: at most 65,535 regions; where they overlap, the first comes first.
  /// - Throws: ``RegionError`` for a ring that encloses nothing, that is wider than two turns
  ///   around the Earth, or with a corner that is no place, and for more than an atlas holds.
  /// - Complexity: O(*n*) in the number of corners, and about as much memory.
  public init(_ regions: [(id: ID, rings: [[Coordinate]])]) throws(RegionError) {
    try self.init(regions, mostWords: BlockTable.mostWords)
  }

  /// Prepares regions with at most `mostWords` words of memory for boundaries.
  internal init(
    _ regions: [(id: ID, rings: [[Coordinate]])], mostWords: Int
  ) throws(RegionError) {
    ids = regions.map(\.id)
    guard regions.count <= Int(UInt16.max) else { throw .tooManyRegions(regions.count) }
    var count = 0
    for (number, region) in regions.enumerated() {
      for ring in region.rings { count += ring.count }
      guard count <= Self.mostCorners else { throw .tooManyCorners(region: number) }
    }
    var outlines = RegionOutlines()
    for (number, region) in regions.enumerated() {
      for (ring, corners) in region.rings.enumerated() {
        try outlines.add(corners, region: number, ring: ring)
      }
    }
    locator = try outlines.build(regionCount: regions.count, mostWords: mostWords)
  }

  /// Prepares regions that are given as shapes.
  ///
  /// Only the corners count: the edges are taken as straight in degrees, not as great circles, the
  /// shorter way around in longitude. A ring around a pole is closed along the pole's parallel.
  /// Rings are numbered in errors as they come, the outer ring of each polygon before its holes.
  ///
  /// - Throws: ``RegionError``.
  public init(_ regions: [(id: ID, shape: GeoMultiPolygon)]) throws(RegionError) {
    for (number, region) in regions.enumerated() {
      try Self.check(region.shape, region: number)
    }
    try self.init(
      regions.map { (id: $0.id, rings: $0.shape.polygons.flatMap { $0.ringsOnMap() }) })
  }

  /// Throws for rings that enclose nothing, which `ringsOnMap()` would leave out.
  private static func check(_ shape: GeoMultiPolygon, region: Int) throws(RegionError) {
    let rings = shape.polygons.flatMap { [$0.outer] + $0.holes }
    for (number, ring) in rings.enumerated() {
      if let corner = ring.firstIndex(where: { !$0.isValid }) {
        throw .invalidCorner(region: region, ring: number, corner: corner)
      }
      var places: [UnitVector] = []
      for place in ring.lazy.map(\.unitVector) where places.last != place {
        places.append(place)
        if places.count > 3 { break }
      }
      if places.count > 1, places.first == places.last { places.removeLast() }
      if places.count < 3 { throw .tooFewCorners(region: region, ring: number) }
    }
  }

  /// The first region that holds a coordinate, in the order in which they were given.
  ///
  /// - Complexity: O(1) where few regions overlap.
  @inlinable
  public func region(at coordinate: Coordinate) -> ID? {
    locator.first(at: coordinate).map { ids[$0] }
  }

  /// All regions that hold a coordinate, in the order in which they were given.
  @inlinable
  public func regions(at coordinate: Coordinate) -> [ID] {
    locator.all(at: coordinate).map { ids[$0] }
  }

  /// The first region for each of many coordinates, in their order.
  @inlinable
  public func regions(at coordinates: [Coordinate]) -> [ID?] {
    coordinates.map { region(at: $0) }
  }
}

/// Why rings are not valid regions.
///
/// It comes when a ``RegionAtlas`` is made of rings or polygons of your own, and names the region,
/// ring and corner, counted from 0. Nothing is mended in silence: take the ring out of the input or
/// correct it, and make the atlas again.
///
/// ```swift
/// do {
///   let atlas = try RegionAtlas([(id: "ward", rings: [corners])])
/// } catch {
///   print(error)   // region 0, ring 0: fewer than three different corners
/// }
/// ```
public enum RegionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A corner has a latitude outside -90...90 or a number that is not finite.
  case invalidCorner(region: Int, ring: Int, corner: Int)
  /// A ring has fewer than three different corners.
  case tooFewCorners(region: Int, ring: Int)
  /// The longitudes of a ring are more than 720 degrees apart.
  case tooWide(region: Int, ring: Int, degrees: Double)
  /// There are more than 65,535 regions; make several atlases.
  case tooManyRegions(Int)
  /// With this region there are more than 33,554,432 corners; simplify, or make several atlases.
  case tooManyCorners(region: Int)
  /// The boundaries take more than the 512 MB that an atlas may have for them; near this place,
  /// where this region's boundary runs, no more was left.
  case tooLarge(region: Int, latitude: Double, longitude: Double)

  /// One line that says what is wrong; everything is counted from 0.
  public var description: String {
    switch self {
    case .invalidCorner(let region, let ring, let corner):
      "region \(region), ring \(ring): corner \(corner) is no place on the Earth"
    case .tooFewCorners(let region, let ring):
      "region \(region), ring \(ring): fewer than three different corners"
    case .tooWide(let region, let ring, let degrees):
      "region \(region), ring \(ring): \(degrees) degrees wide, but at most 720 make sense"
    case .tooManyRegions(let count):
      "\(count) regions, but at most 65535 fit into an atlas"
    case .tooManyCorners(let region):
      "region \(region): with it there are more than 33554432 corners; simplify the rings, or make "
        + "an atlas of each part of them"
    case .tooLarge(let region, let latitude, let longitude):
      "region \(region): near latitude \(latitude), longitude \(longitude) the boundaries fill the "
        + "512 MB of an atlas; simplify the rings, or make an atlas of each part of them"
    }
  }
}

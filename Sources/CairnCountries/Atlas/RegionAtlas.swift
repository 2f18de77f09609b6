public import CairnGeodesy

/// Regions of your own by place: states, parks, delivery zones.
///
/// It answers as quickly as ``CountryAtlas``, whatever the number of corners. Regions may overlap,
/// have holes and several parts, cross the antimeridian and enclose a pole.
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
/// A place on a boundary belongs to what lies an infinitesimal step to the north-north-east, so
/// regions that share corners leave no gap and do not overlap. A pole is looked up on the meridian
/// of Greenwich, the north pole just south of it.
public struct RegionAtlas<ID: Sendable>: Sendable {
  /// The regions' identifiers, in the order in which they were given.
  public let ids: [ID]
  private let grid: BoundaryGrid
  private let sets: [[UInt16]]

  /// Prepares regions that are given by their rings in degrees.
  ///
  /// A ring may repeat its first corner at the end or not.
  ///
  /// - Parameter regions: at most 65,535 regions; where they overlap, the first comes first.
  /// - Throws: ``RegionError`` for a ring that encloses nothing, that is wider than two turns
  ///   around the Earth, or with a corner that is no place.
  /// - Complexity: about O(*n*) in the number of corners.
  public init(_ regions: [(id: ID, rings: [[Coordinate]])]) throws(RegionError) {
    ids = regions.map(\.id)
    guard regions.count <= Int(UInt16.max) else { throw .tooManyRegions(regions.count) }
    var outlines = RegionOutlines()
    for (number, region) in regions.enumerated() {
      for (ring, corners) in region.rings.enumerated() {
        try outlines.add(corners, region: number, ring: ring)
      }
    }
    (grid, sets) = outlines.build()
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

  /// Finds rings that enclose nothing, which have no place on the map.
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
  public func region(at coordinate: Coordinate) -> ID? {
    guard let point = GridPoint(coordinate) else { return nil }
    var first: UInt16?
    switch grid.place(of: point) {
    case nil: return nil
    case .state(let state): first = sets[Int(state)].first
    case .leaf(let leaf):
      first = sets[Int(leaf.block[leaf.start])].first
      grid.forEachRegion(of: leaf, holding: point) { region in
        first = min(first ?? region, region)
      }
    }
    return first.map { ids[Int($0)] }
  }

  /// All regions that hold a coordinate, in the order in which they were given.
  public func regions(at coordinate: Coordinate) -> [ID] {
    guard let point = GridPoint(coordinate) else { return [] }
    switch grid.place(of: point) {
    case nil: return []
    case .state(let state): return sets[Int(state)].map { ids[Int($0)] }
    case .leaf(let leaf):
      var found = sets[Int(leaf.block[leaf.start])]
      grid.forEachRegion(of: leaf, holding: point) { found.append($0) }
      return found.sorted().map { ids[Int($0)] }
    }
  }

  /// The first region for each of many coordinates, in their order.
  public func regions(at coordinates: [Coordinate]) -> [ID?] {
    coordinates.map { region(at: $0) }
  }
}

/// Why rings are no region.
public enum RegionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A corner has a latitude outside -90...90 or a number that is not finite.
  case invalidCorner(region: Int, ring: Int, corner: Int)
  /// A ring has fewer than three different corners.
  case tooFewCorners(region: Int, ring: Int)
  /// The longitudes of a ring are more than 720 degrees apart.
  case tooWide(region: Int, ring: Int, degrees: Double)
  /// There are more than 65,535 regions.
  case tooManyRegions(Int)

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
    }
  }
}

extension BoundaryGrid {
  /// Calls `body` with each region that the leaf's own lines put the point in.
  @inline(__always)
  fileprivate func forEachRegion(
    of leaf: LeafPoint, holding point: GridPoint, _ body: (UInt16) -> Void
  ) {
    var group = leaf.block.group(leaf.start &+ 1)
    while true {
      if toggles(group, of: leaf, at: point) != group.isInside { body(group.toggle) }
      if group.isLast { return }
      group = leaf.block.group(group.end)
    }
  }
}

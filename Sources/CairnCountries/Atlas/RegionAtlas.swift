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
/// GeoJSON means them (RFC 7946, section 3.1.1), the shorter way around in longitude. They are
/// rounded to 2e-7 degrees (2 centimetres); from there on the answer is exact. All rings of a
/// region count by the even-odd rule, so that a ring within another is a hole, in whichever
/// direction it runs. A ring that goes around a pole encloses the nearer one.
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
  /// - Throws: ``RegionError`` for a ring that encloses nothing or a corner that is no place.
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
  /// Only the corners count: the edges are taken as straight in degrees, not as great circles.
  /// Rings are numbered in errors as they come, the outer ring of each polygon before its holes.
  ///
  /// - Throws: ``RegionError``.
  public init(_ regions: [(id: ID, shape: GeoMultiPolygon)]) throws(RegionError) {
    let rings = regions.map { region in
      (id: region.id, rings: region.shape.polygons.flatMap { [$0.outer] + $0.holes })
    }
    try self.init(rings)
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
  /// There are more than 65,535 regions.
  case tooManyRegions(Int)

  /// One line that says what is wrong; everything is counted from 0.
  public var description: String {
    switch self {
    case .invalidCorner(let region, let ring, let corner):
      "region \(region), ring \(ring): corner \(corner) is no place on the Earth"
    case .tooFewCorners(let region, let ring):
      "region \(region), ring \(ring): fewer than three different corners"
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

public import CairnGeodesy

/// A region made of others: their union, what is common to them, or one without the others.
///
/// ```swift
/// let service = city.union(airport).subtracting(lake)
/// index.elements(in: service)
/// index.count(in: service.intersection(PathCorridor(within: 500, of: route)))
/// index.nearest(to: here, in: park.complement).first { _ in true }
/// ```
///
/// It is made by ``PlaceRegion/union(_:)``, ``PlaceRegion/intersection(_:)``,
/// ``PlaceRegion/subtracting(_:)`` and ``PlaceRegion/complement`` of regions of any kind, those of
/// your own too, or of many at once by ``init(unionOf:)`` and ``init(intersectionOf:)``.
///
/// Regions are combined by what they mean: a place is in a union if one of the parts says so. No
/// outline is constructed, so nothing is rounded, poles and the antimeridian need no care, and a
/// part may be larger than a hemisphere. An index asks each part about whole nodes and takes or
/// leaves them by all answers together; so packed, changing and mapped indexes, geohash covers and
/// what else takes a region prune with it as with a part alone.
///
/// What a search needs is made once, with the region: O(*n* log *n*) for *n* polygons of a union.
/// A question costs one to each part; but polygons of a union are in one tree, of which few are
/// asked. To add many regions one by one makes that tree each time: give them at once.
///
/// A region larger than memory, or areas of a map that share their borders, are not its business:
/// take a `RegionAtlas` of the module `CairnCountries`. For the distance to a region, or all within
/// a distance of one, see `GeoShape` of the module `CairnShapes`, which makes polygons of
/// combinations, too.
public struct CombinedRegion: PlaceRegion {
  /// How the parts are put together.
  package enum Operation: Sendable {
    /// All places of any part.
    case union
    /// The places that all parts have.
    case intersection
    /// The places of the first part that no other has.
    case difference
  }

  package let operation: Operation
  package let parts: [_RegionOutline]
  /// A box with all of the region in it.
  ///
  /// Of a union the smallest around the boxes of the parts, of an intersection one around what is
  /// common to their boxes, of a difference that of what others are taken from. So the first is as
  /// tight as the boxes of the parts, and the others may be larger than needed.
  public let boundingBox: BoundingBox
  /// What is asked; nil when nothing can be inside.
  let search: PreparedRegion?

  init(_ operation: Operation, _ parts: [_RegionOutline]) {
    let parts = Self.flattened(parts, operation)
    self.operation = operation
    self.parts = parts
    switch operation {
    case .union: boundingBox = BoundingBox(holding: parts.lazy.map { $0.boundingBox })
    case .intersection:
      boundingBox = parts.dropFirst().reduce(parts.first?.boundingBox ?? .empty) {
        $0.intersection($1.boundingBox)
      }
    case .difference: boundingBox = parts.first?.boundingBox ?? .empty
    }
    search = Self.search(operation, parts)
  }

  #if !hasFeature(Embedded)
    /// The places of any of some regions; none for no region.
    ///
    /// - Parameter regions: regions of any kind, which may overlap.
    /// - Complexity: O(*n* log *n*) for *n* polygons.
    public init(unionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.union, regions.map { $0._outline })
    }

    /// The places that all of some regions have; none for no region.
    ///
    /// - Parameter regions: regions of any kind.
    public init(intersectionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.intersection, regions.map { $0._outline })
    }
  #endif

  /// The parts with those of a part that is combined in the same way.
  private static func flattened(
    _ parts: [_RegionOutline], _ operation: Operation
  ) -> [_RegionOutline] {
    switch operation {
    case .union, .intersection:
      parts.flatMap { part -> [_RegionOutline] in
        guard case .combined(let inner) = part.kind, inner.operation == operation else {
          return [part]
        }
        return inner.parts
      }
    case .difference:
      if case .combined(let first) = parts.first?.kind, first.operation == .difference {
        first.parts + parts.dropFirst()
      } else {
        parts
      }
    }
  }

  private static func search(
    _ operation: Operation, _ parts: [_RegionOutline]
  ) -> PreparedRegion? {
    switch operation {
    case .union:
      // All polygons in one tree.
      var polygons: [GeoPolygon] = []
      var others: [PreparedRegion] = []
      for outline in parts {
        if case .polygons(let more) = outline.kind {
          polygons += more
        } else if let search = outline.searchRegion {
          others.append(search)
        }
      }
      if let region = PreparedRegion(polygons) { others.append(region) }
      guard others.count > 1 else { return others.first }
      return .combined(PreparedRegion.Kept(CombinedSearchRegion(operation: .union, parts: others)))
    case .intersection:
      let regions = parts.compactMap { $0.searchRegion }
      guard !regions.isEmpty, regions.count == parts.count else { return nil }
      return .combined(
        PreparedRegion.Kept(CombinedSearchRegion(operation: .intersection, parts: regions)))
    case .difference:
      guard let first = parts.first?.searchRegion else { return nil }
      guard let others = search(.union, Array(parts.dropFirst())) else { return first }
      return .combined(
        PreparedRegion.Kept(CombinedSearchRegion(operation: .difference, parts: [first, others])))
    }
  }

  /// Whether a place is in the region: what the parts say, put together.
  ///
  /// - Parameter coordinate: any place; one that is not ``Coordinate/isValid`` is in no region, a
  ///   complement included.
  /// - Returns: whether it is inside.
  /// - Complexity: that of the parts; O(log *n*) on average for *n* polygons of a union that overlap
  ///   little.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && search?.contains(coordinate) ?? false
  }

  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.combined(self)) }
}

extension PlaceRegion {
  /// The places of this region and those of another.
  ///
  /// ```swift
  /// index.count(in: GeoMultiPolygon(districts).union(Cap(center: station, radius: 800)))
  /// ```
  ///
  /// Of two boxes `BoundingBox.union(_:)` is the smallest box around both; where the type of the
  /// result is said to be a ``CombinedRegion`` it is the two boxes alone.
  ///
  /// - Parameter other: a region of any kind.
  /// - Returns: a region that an index can be asked about.
  public func union(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.union, [_outline, other._outline])
  }

  /// The places that this region and another have in common.
  ///
  /// ```swift
  /// index.elements(in: park.intersection(BoundingBox(south: 48, west: 2, north: 49, east: 3)))
  /// ```
  ///
  /// - Parameter other: a region of any kind.
  /// - Returns: a region that an index can be asked about.
  public func intersection(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.intersection, [_outline, other._outline])
  }

  /// The places of this region that another does not have.
  ///
  /// ```swift
  /// index.elements(in: Cap(center: here, radius: 5_000).subtracting(Cap(center: here, radius: 500)))
  /// ```
  ///
  /// What lies on the border of the other is taken away where the other contains it: the edge of a
  /// box or a cap is, and of two polygons with a common border each place belongs to one.
  ///
  /// - Parameter other: a region of any kind.
  /// - Returns: a region that an index can be asked about.
  public func subtracting(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.difference, [_outline, other._outline])
  }

  /// All places of the Earth that are not in the region.
  ///
  /// ```swift
  /// index.nearest(to: here, in: restricted.complement).first { _ in true }
  /// ```
  public var complement: CombinedRegion {
    CombinedRegion(.difference, [BoundingBox.world._outline, _outline])
  }
}

public import CairnGeodesy
internal import CairnMemory

/// A union, intersection or difference of regions.
///
/// ```swift
/// let service = city.union(airport).subtracting(lake)
/// index.elements(in: service)
/// index.count(in: service.intersection(PathCorridor(within: 500, of: route)))
/// index.nearest(to: here, in: park.complement).first { _ in true }
/// ```
///
/// Create it with ``PlaceRegion/union(_:)``, ``PlaceRegion/intersection(_:)``,
/// ``PlaceRegion/subtracting(_:)`` and ``PlaceRegion/complement`` of regions of any type, including
/// your own, or from many regions at once with ``init(unionOf:)`` and ``init(intersectionOf:)``.
///
/// Regions are combined logically: a place is in a union if it is in one of the parts. No outline
/// is constructed, so nothing is rounded, poles and the antimeridian need no special handling, and
/// a part may be larger than a hemisphere. A search classifies whole nodes against each part and
/// combines the results, so all indexes, geohash covers and other users of regions prune with a
/// combination as well as with a single part.
///
/// Combining two regions takes O(log *n*) time on average for *n* parts, even in a long chain: a
/// region built by a hundred thousand calls is a flat list, not a tree of that depth. The search
/// structure is built once, at the first query: O(*n* log *n*) for *n* parts. A query tests each
/// part, except that many united or subtracted parts are indexed in one tree, so only few of them
/// are tested.
///
/// For regions larger than memory, or areas of a map that share borders, use a `TerritoryAtlas` of
/// the module `CairnCountries`. For the distance to a region, or all places within a distance of
/// one, use `GeoShape` of the module `CairnShapes`, which also converts combinations to polygons.
public struct CombinedRegion: PlaceRegion {
  /// The steps, applied to the empty region.
  private let steps: StepList
  /// The nesting depth of combinations: 1 if no part is a combination.
  fileprivate let depth: Int
  private let prepared = Once<Prepared>()

  /// The operation of a part on the result of the previous steps.
  enum Operation: Sendable {
    /// Adds the places of the part.
    case union
    /// Keeps the places that are also in the part.
    case intersection
    /// Removes the places of the part.
    case difference
    /// Keeps the places of the part that are not in the region so far.
    case reversedDifference
  }

  struct Step: Sendable {
    let operation: Operation
    let part: _RegionOutline
  }

  /// Evaluation is recursive, so beyond this depth the operands of a union, intersection or
  /// difference are reordered to flatten the result.
  private static let naturalDepth = 8

  private init(_ steps: StepList) {
    self.steps = steps
    depth = 1 + steps.greatestDepth
  }

  /// Combines two regions.
  init(_ operation: Operation, _ first: _RegionOutline, _ second: _RegionOutline) {
    if first.depth >= second.depth || second.depth < Self.naturalDepth {
      self.init(
        StepList(of: first).appending([Step(operation: operation, part: second)]))
    } else {
      // The deeper region comes first, so a result is deeper than both only if they are equally
      // deep; the depth is at most logarithmic in the number of parts.
      let operation = operation == .difference ? .reversedDifference : operation
      self.init(StepList(of: second).appending([Step(operation: operation, part: first)]))
    }
  }

  #if !hasFeature(Embedded)
    /// Creates the union of regions; empty without regions.
    ///
    /// - Parameter regions: regions of any type, which may overlap.
    /// - Complexity: O(*n*) for *n* regions, and O(*n* log *n*) at the first query.
    public init(unionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.union, regions.map { $0._outline })
    }

    /// Creates the intersection of regions; empty without regions.
    ///
    /// - Parameter regions: regions of any type.
    /// - Complexity: O(*n*) for *n* regions.
    public init(intersectionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.intersection, regions.map { $0._outline })
    }

    /// Creates a union or an intersection of any number of parts, in any order.
    private init(_ operation: Operation, _ parts: [_RegionOutline]) {
      var parts = parts
      if let deepest = parts.indices.max(by: { parts[$0].depth < parts[$1].depth }),
        parts[deepest].depth >= Self.naturalDepth
      {
        parts.swapAt(0, deepest)
      }
      guard let first = parts.first else {
        self.init(StepList([]))
        return
      }
      self.init(
        StepList(of: first).appending(
          parts.dropFirst().map { Step(operation: operation, part: $0) }))
    }
  #endif

  /// The parts if the region is a union, otherwise nil.
  package var unionParts: [_RegionOutline]? {
    steps.isUnion ? steps.all.map { $0.part } : nil
  }

  /// The steps in order; the first applies to the empty region.
  var orderedSteps: [Step] { steps.all }

  /// A box that contains the region.
  ///
  /// For a union, the smallest box around the boxes of the parts; for an intersection, a box around
  /// the intersection of their boxes; for a difference, the box of the first operand. So the box of
  /// a union is as tight as those of the parts, and the others may be larger than necessary.
  public var boundingBox: BoundingBox { ready.boundingBox }

  /// The search structure; nil if the region is certainly empty.
  var search: PreparedRegion? { ready.search }

  private var ready: Prepared { prepared { Prepared(orderedSteps) } }

  /// Whether a place is in the region, combined from the parts.
  ///
  /// - Parameter coordinate: any coordinate; one that is not ``Coordinate/isValid`` is in no
  ///   region, not even a complement.
  /// - Returns: whether it is inside.
  /// - Complexity: that of the parts; O(log *n*) on average for a union of *n* parts that overlap
  ///   little.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && search?.contains(coordinate) ?? false
  }

  /// The representation that an index searches with.
  public var _outline: _RegionOutline { _RegionOutline(.combined(self)) }
}

extension CombinedRegion {
  /// Steps in chunks of decreasing size, each shared by all regions that extend it.
  ///
  /// A chunk is merged with the next one when that is at least as large (the logarithmic method of
  /// J. L. Bentley and J. B. Saxe, doi:10.1016/0196-6774(80)90015-2), so each step is copied O(log
  /// *n*) times, and there are no linked lists.
  private struct StepList: Sendable {
    private var pieces: [[Step]] = []
    private(set) var count = 0
    /// The depth of the deepest part; 0 if none is a combination.
    private(set) var greatestDepth = 0

    init(_ steps: [Step]) {
      self = StepList().appending(steps)
    }

    private init() {}

    /// The steps of a region.
    init(of outline: _RegionOutline) {
      if case .combined(let region) = outline.kind {
        self = region.steps
      } else {
        self.init([Step(operation: .union, part: outline)])
      }
    }

    /// All steps in order.
    var all: [Step] {
      var all: [Step] = []
      all.reserveCapacity(count)
      for piece in pieces { all += piece }
      return all
    }

    /// Whether all steps are unions.
    var isUnion: Bool { pieces.allSatisfy { $0.allSatisfy { $0.operation == .union } } }

    func appending(_ steps: [Step]) -> StepList {
      guard !steps.isEmpty else { return self }
      var result = self
      result.count += steps.count
      for step in steps { result.greatestDepth = max(result.greatestDepth, step.part.depth) }
      var last = steps
      while let previous = result.pieces.last, previous.count <= last.count {
        last = previous + last
        result.pieces.removeLast()
      }
      result.pieces.append(last)
      return result
    }
  }
}

extension CombinedRegion {
  /// The bounding box and search structure of a combination.
  private struct Prepared: Sendable {
    let boundingBox: BoundingBox
    let search: PreparedRegion?

    init(_ steps: [Step]) {
      var box = BoundingBox.empty
      var ready: [CombinedSearchRegion.Step] = []
      // Consecutive steps of the same operation are grouped: many united or subtracted parts become
      // one tree.
      var rest = steps[...]
      while let operation = rest.first?.operation {
        let run = rest.prefix { $0.operation == operation }
        rest = rest.dropFirst(run.count)
        var parts = run.map { $0.part }
        if operation == .union || operation == .difference {
          parts = parts.flatMap { $0.unionParts }
        }
        switch operation {
        case .union:
          box = BoundingBox(holding: [box] + parts.map { $0.boundingBox })
          if let region = PreparedRegion(unionOf: parts) {
            ready.append(.init(.union, region))
          }
        case .difference:
          if !ready.isEmpty, let region = PreparedRegion(unionOf: parts) {
            ready.append(.init(.difference, region))
          }
        case .intersection:
          for part in parts {
            box = box.intersection(part.boundingBox)
            guard let region = part.searchRegion else {
              ready = []
              continue
            }
            if !ready.isEmpty { ready.append(.init(.intersection, region)) }
          }
        case .reversedDifference:
          for part in parts {
            box = part.boundingBox
            guard let region = part.searchRegion else {
              ready = []
              continue
            }
            ready.append(.init(ready.isEmpty ? .union : .reversedDifference, region))
          }
        }
      }
      boundingBox = box
      search =
        ready.count > 1
        ? .combined(PreparedRegion.Kept(CombinedSearchRegion(ready))) : ready.first?.region
    }
  }
}

extension _RegionOutline {
  /// The nesting depth of combinations; 0 for other regions.
  fileprivate var depth: Int {
    if case .combined(let region) = kind { region.depth } else { 0 }
  }

  /// The parts of a union, recursively flattened; any other region itself.
  fileprivate var unionParts: [_RegionOutline] {
    guard case .combined(let region) = kind, let parts = region.unionParts else { return [self] }
    return parts.flatMap { $0.unionParts }
  }
}

extension PreparedRegion {
  /// Creates the union of parts; nil if all are empty.
  fileprivate init?(unionOf parts: [_RegionOutline]) {
    // All polygons share one tree.
    var polygons: [GeoPolygon] = []
    var others: [(box: BoundingBox, region: PreparedRegion)] = []
    for part in parts {
      if case .polygons(let more) = part.kind {
        polygons += more
      } else if let search = part.searchRegion {
        others.append((part.boundingBox, search))
      }
    }
    if let region = PreparedRegion(polygons) {
      others.append((BoundingBox(holding: polygons.lazy.map { $0.boundingBox }), region))
    }
    guard let first = others.first else { return nil }
    if others.count == 1 {
      self = first.region
    } else if others.count <= ManyRegions.few {
      self = .combined(
        Kept(CombinedSearchRegion(others.map { CombinedSearchRegion.Step(.union, $0.region) })))
    } else {
      guard let many = ManyRegions(others) else { return nil }
      self = .many(Kept(many))
    }
  }
}

extension PlaceRegion {
  /// Returns the union of this region and another.
  ///
  /// ```swift
  /// index.count(in: GeoMultiPolygon(districts).union(Cap(center: station, radius: 800)))
  /// ```
  ///
  /// For two boxes, `BoundingBox.union(_:)` is the smallest box around both, unless the result is
  /// typed as ``CombinedRegion``: then it is exactly the two boxes.
  ///
  /// - Parameter other: a region of any type.
  /// - Returns: a region for queries of any index.
  public func union(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.union, _outline, other._outline)
  }

  /// Returns the intersection of this region and another.
  ///
  /// ```swift
  /// index.elements(in: park.intersection(BoundingBox(south: 48, west: 2, north: 49, east: 3)))
  /// ```
  ///
  /// - Parameter other: a region of any type.
  /// - Returns: a region for queries of any index.
  public func intersection(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.intersection, _outline, other._outline)
  }

  /// Returns the part of this region outside another.
  ///
  /// ```swift
  /// let near = Cap(center: here, radius: 500)
  /// index.elements(in: Cap(center: here, radius: 5_000).subtracting(near))
  /// ```
  ///
  /// Places on the border of the other region are removed if the other region contains them: boxes
  /// and caps contain their edge, and a place on the common border of two polygons belongs to
  /// exactly one of them.
  ///
  /// - Parameter other: a region of any type.
  /// - Returns: a region for queries of any index.
  public func subtracting(_ other: some PlaceRegion) -> CombinedRegion {
    CombinedRegion(.difference, _outline, other._outline)
  }

  /// All places outside the region.
  ///
  /// ```swift
  /// index.nearest(to: here, in: restricted.complement).first { _ in true }
  /// ```
  public var complement: CombinedRegion {
    CombinedRegion(.difference, BoundingBox.world._outline, _outline)
  }
}

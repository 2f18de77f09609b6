public import CairnGeodesy
internal import CairnMemory

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
/// To combine two regions takes O(log *n*) time on average for *n* parts, in a chain of any length:
/// a region built up by a hundred thousand calls is a flat list, not a tree of that depth. What a
/// search needs is made once, at the first question: O(*n* log *n*) for *n* parts. A question costs
/// one to each part; but many parts that are joined by unions, or taken away, are in one tree, of
/// which few are asked.
///
/// A region larger than memory, or areas of a map that share their borders, are not its business:
/// take a `RegionAtlas` of the module `CairnCountries`. For the distance to a region, or all within
/// a distance of one, see `GeoShape` of the module `CairnShapes`, which makes polygons of
/// combinations, too.
public struct CombinedRegion: PlaceRegion {
  /// The steps begin with the empty region.
  private let steps: StepList
  /// How deep regions are nested in the steps: 1 if no part is a combination.
  fileprivate let depth: Int
  private let prepared = Once<Prepared>()

  /// How a part changes the region that the steps before it make.
  enum Operation: Sendable {
    /// Adds the places of the part.
    case union
    /// Keeps the places that the part has, too.
    case intersection
    /// Takes the places of the part away.
    case difference
    /// Leaves the places of the part that the region so far does not have.
    case reversedDifference
  }

  struct Step: Sendable {
    let operation: Operation
    let part: _RegionOutline
  }

  /// Evaluation goes down into nested regions, so that beyond this depth the order of a union, an
  /// intersection or a difference is changed to make the result flat.
  private static let naturalDepth = 8

  private init(_ steps: StepList) {
    self.steps = steps
    depth = 1 + steps.greatestDepth
  }

  /// A region, changed by another.
  init(_ operation: Operation, _ first: _RegionOutline, _ second: _RegionOutline) {
    if first.depth >= second.depth || second.depth < Self.naturalDepth {
      self.init(
        StepList(of: first).appending([Step(operation: operation, part: second)]))
    } else {
      // The deeper one first, so that a result is deeper than both only if they are equally deep:
      // the depth is at most a logarithm of the number of parts.
      let operation = operation == .difference ? .reversedDifference : operation
      self.init(StepList(of: second).appending([Step(operation: operation, part: first)]))
    }
  }

  #if !hasFeature(Embedded)
    /// The places of any of some regions; none for no region.
    ///
    /// - Parameter regions: regions of any kind, which may overlap.
    /// - Complexity: O(*n*) for *n* regions, and O(*n* log *n*) at the first question.
    public init(unionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.union, regions.map { $0._outline })
    }

    /// The places that all of some regions have; none for no region.
    ///
    /// - Parameter regions: regions of any kind.
    /// - Complexity: O(*n*) for *n* regions.
    public init(intersectionOf regions: some Sequence<any PlaceRegion>) {
      self.init(.intersection, regions.map { $0._outline })
    }

    /// A union or an intersection of any number of parts, which may come in any order.
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

  /// The parts if the region is their union; else nil.
  package var unionParts: [_RegionOutline]? {
    steps.isUnion ? steps.all.map { $0.part } : nil
  }

  /// The steps, of which the first changes the empty region.
  var orderedSteps: [Step] { steps.all }

  /// A box with all of the region in it.
  ///
  /// Of a union the smallest around the boxes of the parts, of an intersection one around what is
  /// common to their boxes, of a difference that of what others are taken from. So the first is as
  /// tight as the boxes of the parts, and the others may be larger than needed.
  public var boundingBox: BoundingBox { ready.boundingBox }

  /// The region that searches use; nil if no place can be inside.
  var search: PreparedRegion? { ready.search }

  private var ready: Prepared { prepared { Prepared(orderedSteps) } }

  /// Whether a place is in the region: what the parts say, put together.
  ///
  /// - Parameter coordinate: any place; one that is not ``Coordinate/isValid`` is in no region, a
  ///   complement included.
  /// - Returns: whether it is inside.
  /// - Complexity: that of the parts; O(log *n*) on average for *n* parts of a union that overlap
  ///   little.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && search?.contains(coordinate) ?? false
  }

  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(.combined(self)) }
}

extension CombinedRegion {
  /// Steps in pieces of decreasing size, each shared by all regions that continue it.
  ///
  /// A piece is joined with the next one when that has grown as large (the logarithmic method of J.
  /// L. Bentley and J. B. Saxe, doi:10.1016/0196-6774(80)90015-2), so that to append copies a step
  /// a logarithm of times, and nothing refers to a list that refers to another.
  private struct StepList: Sendable {
    private var pieces: [[Step]] = []
    private(set) var count = 0
    /// The depth of the deepest part; 0 if none is a combination.
    private(set) var greatestDepth = 0

    init(_ steps: [Step]) {
      self = StepList().appending(steps)
    }

    private init() {}

    /// The steps that make a region.
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
  /// What questions are answered by.
  private struct Prepared: Sendable {
    let boundingBox: BoundingBox
    let search: PreparedRegion?

    init(_ steps: [Step]) {
      var box = BoundingBox.empty
      var ready: [CombinedSearchRegion.Step] = []
      // Steps of one kind are taken together: to join or to take away many is a question to one tree.
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
  /// How deep combinations are nested in it.
  fileprivate var depth: Int {
    if case .combined(let region) = kind { region.depth } else { 0 }
  }

  /// The parts of a union, and those of unions among them; of any other region itself.
  fileprivate var unionParts: [_RegionOutline] {
    guard case .combined(let region) = kind, let parts = region.unionParts else { return [self] }
    return parts.flatMap { $0.unionParts }
  }
}

extension PreparedRegion {
  /// The places of any of some parts; nil when there is nothing in them.
  fileprivate init?(unionOf parts: [_RegionOutline]) {
    // All polygons in one tree.
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
    CombinedRegion(.union, _outline, other._outline)
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
    CombinedRegion(.intersection, _outline, other._outline)
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
    CombinedRegion(.difference, _outline, other._outline)
  }

  /// All places of the Earth that are not in the region.
  ///
  /// ```swift
  /// index.nearest(to: here, in: restricted.complement).first { _ in true }
  /// ```
  public var complement: CombinedRegion {
    CombinedRegion(.difference, BoundingBox.world._outline, _outline)
  }
}

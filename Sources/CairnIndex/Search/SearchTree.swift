internal import CairnGeodesy

/// A tree that can be searched for regions.
protocol SearchTree {
  /// Visits every point of a region once.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    _ region: some SearchRegion, _ visitor: inout Visitor)
  /// Visits every point of a region once that is bounded by arcs.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    arcsOf region: some ArcRegion, _ visitor: inout Visitor)
  /// Where the point at a position is, as it was given.
  var degrees: Slab<Coordinate> { get }
  /// What stands for a point in a hit, and orders equally distant ones.
  func key(at position: Int) -> Int
}

extension PackedTree: SearchTree {
  func key(at position: Int) -> Int { Int(truncatingIfNeeded: offsets[position]) }
}

extension DynamicTree: SearchTree {
  func key(at position: Int) -> Int { Int(truncatingIfNeeded: tags[position]) }
}

extension SearchTree {
  /// Visits every point of what a query asks about once.
  @inline(__always)
  func visit<Visitor: SearchVisitor & ~Copyable>(
    _ outline: _RegionOutline, _ visitor: inout Visitor
  ) {
    switch outline.kind {
    case .box(let box):
      if let region = BoxRegion(box) { walk(region, &visitor) }
    case .cap(let cap):
      if let region = DiscRegion(center: cap.center, radius: cap.radius) { walk(region, &visitor) }
    case .polygons(let polygons):
      walk(arcsOf: PolygonRegion(polygons), &visitor)
    case .corridor(let path, let distance):
      if let region = CorridorRegion(path, distance: distance) { walk(arcsOf: region, &visitor) }
    case .other(let box, let contains):
      if let region = FilteredBoxRegion(box, contains) { walk(region, &visitor) }
    case .degrees(let region):
      if let region = DegreeSearchRegion(region) { walk(region, &visitor) }
    }
  }

  /// How many points there are in a region.
  @inline(__always)
  func count(in outline: _RegionOutline) -> Int {
    var visitor = CountingVisitor()
    visit(outline, &visitor)
    return visitor.count
  }

  /// Whether there is a point in a region.
  @inline(__always)
  func containsAny(in outline: _RegionOutline) -> Bool {
    var visitor = FirstVisitor()
    visit(outline, &visitor)
    return visitor.found
  }
}

extension SearchTree {
  /// The points within a distance of a path, nearest first.
  ///
  /// - Parameter isIncluded: asked with the keys of the points, in no order.
  func hits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool
  ) -> [Hit] {
    guard limit > 0, let region = CorridorRegion(path, distance: distance) else { return [] }
    var visitor = CollectingVisitor()
    walk(arcsOf: region, &visitor)
    var hits: [Hit] = []
    for index in 0..<visitor.positions.count {
      let position = Int(truncatingIfNeeded: visitor.positions[index])
      let key = key(at: position)
      if isIncluded(key) {
        hits.append(Hit(offset: key, distance: path.distance(to: degrees[position])))
      }
    }
    hits.sort(by: Hit.precedes)
    return limit < hits.count ? Array(hits[..<limit]) : hits
  }
}

/// The places of a box that satisfy a condition.
struct FilteredBoxRegion: SearchRegion {
  private let box: BoxRegion
  private let isIncluded: @Sendable (Coordinate) -> Bool

  /// Nil when the box is empty.
  init?(_ box: BoundingBox, _ isIncluded: @escaping @Sendable (Coordinate) -> Bool) {
    guard let box = BoxRegion(box) else { return nil }
    self.box = box
    self.isIncluded = isIncluded
  }

  func classify(boxes: Slab<Float>, at start: Int) -> ChildMasks {
    ChildMasks(possible: box.classify(boxes: boxes, at: start).possible, whole: 0)
  }

  func classify(points: Slab<Float>, at start: Int) -> ChildMasks {
    ChildMasks(possible: box.classify(points: points, at: start).possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    box.contains(coordinate) && isIncluded(coordinate)
  }
}

/// Collects the least of the keys of the points that it sees.
struct LeastKeysVisitor<Key: FixedWidthInteger & BitwiseCopyable>: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }

  private let keys: Slab<Key>
  private let limit: Int
  private var found: GrowingList<Key>
  /// Neither it nor a greater key is still to be found among the least.
  private var bound = Key.max

  /// Reads different keys by position, of which `limit` are wanted, 1 or more.
  init(of keys: Slab<Key>, limit: Int) {
    self.keys = keys
    self.limit = limit
    found = GrowingList(capacity: 2 * min(limit, 1 << 12))
  }

  /// The keys, ascending.
  consuming func sorted() -> [Key] {
    keepLeast()
    return found.withValues { found in
      [Key](unsafeUninitializedCount: found.count) { found[$0] }
    }
  }

  private mutating func keepLeast() {
    found.withValues { $0.sort(by: <) }
    guard found.count >= limit else { return }
    found.truncate(limit)
    bound = found[limit - 1]
  }

  @inline(__always)
  private mutating func add(_ key: Key) {
    guard key < bound else { return }
    found.append(key)
    if found.count == 2 &* limit &+ 64 { keepLeast() }
  }

  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions { add(keys[position]) }
    return true
  }

  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      add(keys[start &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return true
  }
}

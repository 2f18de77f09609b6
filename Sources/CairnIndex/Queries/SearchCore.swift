public import CairnGeodesy
internal import CairnMemory

/// The doors between the questions, which are compiled into their callers, and the searches, which
/// are not.
///
/// A core knows no element. It speaks of *tags*: numbers that the index above can turn into an
/// element, and that order equally distant places by when they came. Conditions are asked with
/// tags, too, and only where `filtered` says so. What is handed to closures comes in no order
/// unless the door says otherwise, and the closures end a search by returning false.
///
/// Each core forwards to its tree by itself: a door that both shared as an extension would reach
/// callers in other modules as generic code that nobody specialises.
public protocol _SearchCore: Sendable {
  /// The number of points.
  var count: Int { get }

  // MARK: Within metres of a centre

  /// How many points there are.
  func count(within radius: Double, of center: Coordinate) -> Int
  /// Whether there is one.
  func containsAny(within radius: Double, of center: Coordinate) -> Bool
  /// Hands the tags of the points to a closure, some at a time.
  func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagRun) -> Bool)
  /// Hands the points and their distances to a closure.
  func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool)

  // These give nothing back: to hand a type of the caller through costs as much as a search.

  /// Calls a closure once with all points, in order or in none; the condition is asked about some at
  /// a time.
  func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagRun) -> UInt64, filtered: Bool, _ body: (_HitBuffer) -> Void)
  /// Calls a closure once with the nearest points, in order.
  func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void)
  /// Calls a closure once with the points along a path, the nearest first.
  func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void)
  /// The points along a path, in the order in which it passes them.
  func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit]

  // MARK: In a region

  /// How many points there are.
  func count(in outline: _RegionOutline) -> Int
  /// Whether there is one.
  func containsAny(in outline: _RegionOutline) -> Bool
  /// Hands the tags of the points to a closure, some at a time.
  func forEachRun(in outline: _RegionOutline, _ body: (_TagRun) -> Bool)
  /// The least tags, ascending.
  func tags(in outline: _RegionOutline, limit: Int) -> [Int]
  /// How many points there are in each area of a partition.
  func counts(in partition: _Partition) -> [Int]

  // MARK: One by one

  /// All points, or those in a region, nearest first.
  func cursor(from center: Coordinate, in outline: _RegionOutline?) -> _NearestCursor

  // MARK: Many at once, on several threads

  /// How many points are within a radius of each centre.
  func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int]
  /// The points within a radius of each centre, or the nearest `wanted` of them, in order.
  func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> _HitTable
  /// All pairs of a point here and one of other points, ordered by their tags.
  func pairs(
    within radius: Double, with other: _PointList, threads: Int,
    where isIncluded: (_ tag: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [_TagPair]
  /// All points in the order of the tree.
  var points: _PointList { get }

  /// The same points as a packed tree, whose tags are the offsets of the places in the order in
  /// which they came; throws if a file turns out to be damaged.
  func packed() throws(IndexFileError) -> _PackedCore
}

extension _SearchCore {
  /// Hands the tags of the points within metres of a centre to a closure.
  @inlinable @inline(__always)
  package func forEachTag(
    within radius: Double, of center: Coordinate, _ body: (Int) -> Bool
  ) {
    forEachRun(within: radius, of: center) { $0.allSatisfy(body) }
  }

  /// Hands the tags of the points in a region to a closure.
  @inlinable @inline(__always)
  package func forEachTag(in outline: _RegionOutline, _ body: (Int) -> Bool) {
    forEachRun(in: outline) { $0.allSatisfy(body) }
  }
}

/// A place along a path, by its tag.
public struct _PathHit: Sendable {
  @usableFromInline internal let tag: Int
  @usableFromInline internal let point: GeoPathPoint

  init(tag: Int, point: GeoPathPoint) {
    self.tag = tag
    self.point = point
  }

  /// By the way to where the path passes, then by the distance from it, then by when they came.
  static func precedes(_ a: _PathHit, _ b: _PathHit) -> Bool {
    (a.point.distanceAlong, a.point.distance, a.tag)
      < (b.point.distanceAlong, b.point.distance, b.tag)
  }
}

/// The results of many queries, one after another.
public struct _HitTable: Sendable {
  /// The results, in lists that follow one another.
  @usableFromInline internal let lists: [[Hit]]
  /// Where the results of each query begin, and the end of the last.
  @usableFromInline internal let starts: [Int]

  /// The results of parts, which come one after another.
  ///
  /// They stay where they are: whoever makes elements of them reads them once.
  init(joining parts: [HitList], threads: Int) {
    lists = parts.map { $0.hits }
    var places: [(hits: Int, queries: Int)] = [(0, 0)]
    for part in parts {
      let last = places[places.count - 1]
      places.append((last.hits + part.hits.count, last.queries + part.ends.count))
    }
    let end = places[parts.count]
    starts = [Int](capacity: end.queries + 1) { starts in
      starts[0] = 0
      inShares(parts.count, threads: threads, least: 1) { _, share in
        for number in share {
          for (query, hits) in parts[number].ends.enumerated() {
            starts[places[number].queries + query + 1] = places[number].hits + hits
          }
        }
      }
      return end.queries + 1
    }
  }
}

/// The results of some queries, as one thread finds them.
struct HitList: Sendable {
  var hits: [Hit] = []
  /// Where the results of each query end.
  var ends: [Int] = []
}

/// The points of an index in the order of its tree, in which neighbours follow each other.
public struct _PointList: Sendable {
  private enum Source {
    case packed(PackedTree)
    /// A dynamic tree has free places between its points.
    case dynamic(DynamicTree, positions: [UInt32])
  }

  private let source: Source
  @usableFromInline internal let count: Int
  /// Where the first of the points stands.
  private var start = 0

  init(_ tree: PackedTree) {
    source = .packed(tree)
    count = tree.count
  }

  /// Some of the points of another list.
  @usableFromInline
  internal init(_ list: _PointList, _ range: Range<Int>) {
    source = list.source
    count = range.count
    start = list.start + range.lowerBound
  }

  init(_ tree: DynamicTree) {
    var visitor = CollectingVisitor()
    tree.visitEverything(&visitor)
    source = .dynamic(
      tree,
      positions: visitor.positions.withValues { found in
        [UInt32](count: found.count) { found[$0] }
      })
    count = tree.count
  }

  /// Hands some of the points to a closure, without those in damaged parts of a file.
  @inline(__always)
  func forEach(_ range: Range<Int>, _ body: (_ tag: Int, Coordinate) -> Void) {
    let range = (start + range.lowerBound)..<(start + range.upperBound)
    switch source {
    case .packed(let tree):
      for position in range where tree.isReadable(position..<(position + 1)) {
        body(tree.tag(at: position), tree.degrees[position])
      }
    case .dynamic(let tree, let positions):
      for index in range {
        let position = Int(positions[index])
        body(tree.tag(at: position), tree.degrees[position])
      }
    }
  }
}

public import CairnGeodesy
internal import CairnMemory

/// The entry points between the queries, which are inlined into clients, and the searches, which
/// are not.
///
/// A core does not know the element type. It identifies places by *tags*: integers that the index
/// maps to elements, and that order equally distant places by input order. Predicates take tags
/// too, and are called only if `filtered` is true: an optional closure would have to be escaping,
/// which costs an allocation for each query. Closures are called in an unspecified order unless
/// documented otherwise, and return false to end a search.
///
/// Each core forwards to its own tree: shared entry points in a protocol extension would be
/// unspecialized generic code for clients in other modules.
public protocol _SearchCore: Sendable {
  /// The number of points.
  var count: Int { get }

  // MARK: Within a radius

  /// Returns the number of points.
  func count(within radius: Double, of center: Coordinate) -> Int
  /// Whether there is at least one point.
  func containsAny(within radius: Double, of center: Coordinate) -> Bool
  /// Calls a closure with the tags of the points, in batches.
  func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagBatch) -> Bool)
  /// Calls a closure with the tag and distance of each point.
  func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool)

  // These have no generic result: passing the caller's type through costs as much as a search.

  /// Calls a closure once with all points, sorted or unsorted; the predicate is called for batches
  /// of tags.
  func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagBatch) -> UInt64, filtered: Bool, _ body: (_HitBuffer) -> Void)
  /// Calls a closure once with the nearest points, in order.
  func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void)
  /// Calls a closure once with the points along a path, nearest first.
  func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void)
  /// Returns the points along a path, in path order.
  func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit]

  // MARK: In a region

  /// Returns the number of points.
  func count(in outline: _RegionOutline) -> Int
  /// Whether there is at least one point.
  func containsAny(in outline: _RegionOutline) -> Bool
  /// Calls a closure with the tags of the points, in batches.
  func forEachRun(in outline: _RegionOutline, _ body: (_TagBatch) -> Bool)
  /// Returns the `limit` least tags, in ascending order.
  func tags(in outline: _RegionOutline, limit: Int) -> [Int]
  /// Returns the number of points in each area of a partition.
  func counts(in partition: _Partition) -> [Int]

  // MARK: Lazily

  /// Returns a cursor over all points, or those in a region, nearest first.
  func cursor(from center: Coordinate, in outline: _RegionOutline?) -> _NearestCursor

  // MARK: Batches on several threads

  /// Returns the number of points within a radius of each center.
  func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int]
  /// Returns the points within a radius of each center, or the nearest `wanted` of them, in order.
  func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> _HitTable
  /// Returns all pairs of a point of this tree and one of another list, ordered by their tags.
  func pairs(
    within radius: Double, with other: _PointList, threads: Int,
    where isIncluded: (_ tag: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [_TagPair]
  /// All points in tree order.
  var points: _PointList { get }

  /// Returns the same points as a packed tree, whose tags are the offsets of the places in input
  /// order; throws if a file is damaged.
  func packed() throws(IndexFileError) -> _PackedCore
}

extension _SearchCore {
  /// Calls a closure with the tag of each point within a radius of a center.
  @inlinable @inline(__always)
  package func forEachTag(
    within radius: Double, of center: Coordinate, _ body: (Int) -> Bool
  ) {
    forEachRun(within: radius, of: center) { $0.allSatisfy(body) }
  }

  /// Calls a closure with the tag of each point in a region.
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

  /// Sorts by the distance along the path, then by the distance from it, then by tag.
  static func sort(_ hits: inout [_PathHit]) {
    hits.sort { a, b in
      (a.point.distanceAlong, a.point.distance, a.tag)
        < (b.point.distanceAlong, b.point.distance, b.tag)
    }
  }
}

/// The results of many queries, one after another.
public struct _HitTable: Sendable {
  /// The results, in consecutive lists.
  @usableFromInline internal let lists: [[Hit]]
  /// The start of the results of each query, and the end of the last one.
  @usableFromInline internal let starts: [Int]

  /// Joins the results of consecutive parts.
  ///
  /// The lists are not concatenated, since they are read only once, to create elements.
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

/// The results of the queries of one thread.
struct HitList: Sendable {
  var hits: [Hit] = []
  /// The end of the results of each query.
  var ends: [Int] = []
}

/// The points of an index in tree order, in which near points are close together.
public struct _PointList: Sendable {
  private enum Source {
    case packed(PackedTree)
    /// A dynamic tree has free places between its points.
    case dynamic(DynamicTree, positions: [UInt32])
    /// The lists of several trees, each with the index of its first point and the number that is
    /// added to its tags.
    indirect case several([(list: _PointList, first: Int, start: Int)])
  }

  private let source: Source
  @usableFromInline internal let count: Int
  /// The index of the first point.
  private var start = 0

  init(_ tree: PackedTree) {
    source = .packed(tree)
    count = tree.count
  }

  /// A range of the points of another list.
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

  /// The points of several lists, to whose tags numbers are added.
  init(_ lists: [(list: _PointList, start: Int)]) {
    var count = 0
    source = .several(
      lists.map { list, start in
        defer { count += list.count }
        return (list, count, start)
      })
    self.count = count
  }

  /// Calls a closure with a range of the points, skipping damaged parts of a file.
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
    case .several(let lists):
      for (list, first, start) in lists {
        let part = range.clamped(to: first..<(first + list.count))
        guard !part.isEmpty else { continue }
        list.forEachOfPart((part.lowerBound - first)..<(part.upperBound - first)) {
          body($0 + start, $1)
        }
      }
    }
  }

  /// The same, not inlined into itself.
  @inline(never)
  private func forEachOfPart(_ range: Range<Int>, _ body: (_ tag: Int, Coordinate) -> Void) {
    forEach(range, body)
  }
}

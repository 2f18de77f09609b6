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
  /// Hands the tags of the points to a closure.
  func forEachTag(within radius: Double, of center: Coordinate, _ body: (Int) -> Bool)
  /// Hands the points and their distances to a closure.
  func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool)

  // These give nothing back: to hand a type of the caller through costs as much as a search.

  /// Calls a closure once with all points, in order or in none.
  func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void)
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
  /// Hands the tags of the points to a closure.
  func forEachTag(in outline: _RegionOutline, _ body: (Int) -> Bool)
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

/// A pair of places that a join found, by their tags.
public struct _TagPair: Sendable, BitwiseCopyable {
  @usableFromInline internal let tag: Int
  @usableFromInline internal let other: Int
  @usableFromInline internal let distance: Double

  init(tag: Int, other: Int, distance: Double) {
    self.tag = tag
    self.other = other
    self.distance = distance
  }

  /// By when the first and then the second came.
  static func precedes(_ a: _TagPair, _ b: _TagPair) -> Bool {
    (a.tag, a.other) < (b.tag, b.other)
  }

  /// Merges sorted lists.
  ///
  /// The tags of a sample cut all lists into the same ranges, which threads then merge one by one.
  static func merge(_ lists: [[_TagPair]], threads: Int) -> [_TagPair] {
    let count = lists.reduce(0) { $0 + $1.count }
    guard lists.count > 1 else { return lists.first ?? [] }
    let ranges = threads > 1 ? min(count >> 10 + 1, 16 * threads) : 1
    let sample = lists.flatMap { list in
      (0..<min(list.count, 64)).map { list[list.count * $0 / min(list.count, 64)].tag }
    }.sorted()
    // Where each list is cut, range by range; the last cut is its end.
    let cuts = (0...ranges).map { range in
      lists.map { list in
        if range == 0 || range == ranges { return range == 0 ? 0 : list.count }
        return list.firstPlace(ofTagFrom: sample[sample.count * range / ranges])
      }
    }
    return [_TagPair](capacity: count) { merged in
      inShares(ranges, threads: threads, least: 1) { _, share in
        for range in share {
          var end = cuts[range].reduce(0, +)
          let start = end
          for (number, list) in lists.enumerated() {
            for place in cuts[range][number]..<cuts[range + 1][number] {
              merged[end] = list[place]
              end += 1
            }
          }
          // The library's sort finds the runs and merges them.
          merged[start..<end].sort(by: precedes)
        }
      }
      return count
    }
  }
}

extension [_TagPair] {
  /// Where the pairs begin whose tag is not less than a given one, in a sorted list.
  fileprivate func firstPlace(ofTagFrom tag: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].tag < tag { low = middle + 1 } else { high = middle }
    }
    return low
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
  @usableFromInline internal var hits: [Hit] = []
  /// Where the results of each query begin, and the end of the last.
  @usableFromInline internal var starts: [Int] = [0]

  init() {}

  /// Joins the results of parts, which come one after another.
  init(joining parts: [_HitTable], threads: Int) {
    guard parts.count > 1 else {
      self = parts.first ?? _HitTable()
      return
    }
    var places: [(hits: Int, starts: Int)] = [(0, 0)]
    for part in parts {
      let last = places[places.count - 1]
      places.append((last.hits + part.hits.count, last.starts + part.starts.count - 1))
    }
    let end = places[parts.count]
    starts = [Int](repeating: end.hits, count: end.starts + 1)
    starts.withSlab { starts in
      hits = [Hit](capacity: end.hits) { hits in
        inShares(parts.count, threads: threads, least: 1) { _, share in
          for number in share {
            let base = places[number]
            parts[number].hits.withWindow { hits.copy($0, to: base.hits) }
            for query in 0..<(parts[number].starts.count - 1) {
              starts[base.starts + query] = base.hits + parts[number].starts[query]
            }
          }
        }
        return end.hits
      }
    }
  }
}

/// The points of an index in the order of its tree, in which neighbours follow each other.
public struct _PointList: Sendable {
  private enum Source {
    case packed(PackedTree)
    /// A dynamic tree has free places between its points.
    case dynamic(DynamicTree, positions: [UInt32])
  }

  private let source: Source
  let count: Int

  init(_ tree: PackedTree) {
    source = .packed(tree)
    count = tree.count
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

internal import CairnGeodesy
internal import CairnMemory

/// Collects the points found by a search, with their distances from a center.
///
/// Exact distances computed eight at a time cost a third of those computed one by one, so points
/// are buffered until there are ``capacity`` of them, which fit into the L1 cache.
struct HitCollector<Tree: SearchTree>: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }
  /// The capacity of the buffer.
  static var capacity: Int { 256 }

  private let tree: Tree
  private let center: Coordinate
  /// The coordinates and tags of the buffered points, and memory for their distances.
  private let places: UnsafeBuffer<Coordinate>
  private let tags: UnsafeBuffer<Int>
  private let distances: UnsafeBuffer<Double>
  private var waiting = 0
  var hits: GrowableArray<Hit>

  /// Appends to a list, with scratch memory of ``scratchBytes`` bytes.
  init(
    _ tree: Tree, from center: Coordinate, into hits: consuming GrowableArray<Hit>,
    scratch: ScratchMemory
  ) {
    self.tree = tree
    self.center = center
    self.hits = hits
    var scratch = scratch
    places = scratch.take(Coordinate.self, count: Self.capacity)
    tags = scratch.take(Int.self, count: Self.capacity)
    distances = scratch.take(Double.self, count: Self.capacity)
  }

  static var scratchBytes: Int { Self.capacity * 32 }

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    var start = positions.lowerBound
    while start < positions.upperBound {
      let end = min(positions.upperBound, start &+ PackedLayout.fanOut)
      makeRoom()
      var place = waiting
      for position in start..<end {
        put(position, at: place)
        place &+= 1
      }
      waiting = place
      start = end
    }
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    makeRoom()
    var place = waiting
    var rest = bits & 0xFFFF
    while rest != 0 {
      put(start &+ rest.trailingZeroBitCount, at: place)
      place &+= 1
      rest &= rest &- 1
    }
    waiting = place
    return true
  }

  /// Adds one point.
  @inline(__always)
  mutating func visit(_ position: Int) {
    makeRoom()
    put(position, at: waiting)
    waiting &+= 1
  }

  @inline(__always)
  private func put(_ position: Int, at place: Int) {
    // The buffers have `capacity` values each. ``makeRoom()`` is called before the at most sixteen
    // points of a leaf, and leaves space for them.
    unsafe places[unchecked: place] = tree.degrees[position]
    unsafe tags[unchecked: place] = tree.tag(at: position)
  }

  /// Makes sure that the buffer has capacity for the points of a leaf.
  @inline(__always)
  private mutating func makeRoom() {
    if waiting > Self.capacity &- PackedLayout.fanOut { measure() }
  }

  /// Measures the buffered points.
  @inline(never)
  mutating func measure() {
    let count = waiting
    waiting = 0
    center.writeDistances(to: places[0..<count], into: distances[0..<count])
    hits.reserve(count)
    let (tags, distances) = (tags[0..<count], distances[0..<count])
    for place in 0..<count {
      // The memory for the values has been reserved.
      unsafe hits.appendUnchecked(Hit(tag: tags[place], distance: distances[place]))
    }
  }
}

extension SearchTree {
  /// Fills `hits` with the points within a radius, sorted or unsorted.
  ///
  /// - Parameters:
  ///   - hits: receives the points.
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - sorted: whether to sort the points.
  ///   - included: returns which tags of a batch satisfy the predicate; called if `filtered`.
  ///   - filtered: whether there is a predicate.
  @inline(__always)
  func collect(
    _ hits: inout GrowableArray<Hit>, within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagBatch) -> UInt64, filtered: Bool
  ) {
    hits.truncate(0)
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    if filtered {
      var visitor = CollectingVisitor()
      walk(disc, &visitor)
      visitor.positions.truncate(visitor.positions.withValues { keep($0, where: included) })
      visitor.positions.withValues { append(to: &hits, positions: $0, from: center) }
    } else {
      collect(&hits, from: center) { collector in walk(disc, &collector) }
    }
    if sorted { hits.sortHits() }
  }

  /// Moves the positions of the points that satisfy a predicate to the front, in batches: see
  /// ``ForwardingVisitor`` for the reason.
  ///
  /// - Returns: the number of these points.
  private func keep(_ positions: UnsafeBuffer<UInt32>, where included: (_TagBatch) -> UInt64) -> Int
  {
    withScratch(of: Int.self, count: _TagBatch.mostCount) { tags in
      var kept = 0
      var start = 0
      while start < positions.count {
        let end = min(start &+ _TagBatch.mostCount, positions.count)
        for index in start..<end {
          tags[index &- start] = tag(at: Int(truncatingIfNeeded: positions[index]))
        }
        var rest = included(_TagBatch(tags[0..<(end &- start)]))
        while rest != 0 {
          positions[kept] = positions[start &+ rest.trailingZeroBitCount]
          kept &+= 1
          rest &= rest &- 1
        }
        start = end
      }
      return kept
    }
  }

  /// Appends the points at some positions with their distances from a center.
  @inline(__always)
  func append(
    to hits: inout GrowableArray<Hit>, positions: UnsafeBuffer<UInt32>, from center: Coordinate
  ) {
    collect(&hits, from: center) { collector in
      for index in 0..<positions.count {
        collector.visit(Int(truncatingIfNeeded: positions[index]))
      }
    }
  }

  @inline(__always)
  private func collect(
    _ hits: inout GrowableArray<Hit>, from center: Coordinate,
    _ search: (inout HitCollector<Self>) -> Void
  ) {
    withScratchMemory(byteCount: HitCollector<Self>.scratchBytes) { scratch in
      var collector = HitCollector(self, from: center, into: hits, scratch: scratch)
      search(&collector)
      collector.measure()
      hits = collector.hits
    }
  }
}

/// A point found by a query.
@usableFromInline
struct Hit: BitwiseCopyable, Sendable {
  // The fields have the same order as in ``Neighbor``, so that both are copied together.
  /// The tag of the point: its offset in the input, or its slot and insertion number in a dynamic
  /// tree.
  @usableFromInline let tag: Int
  @usableFromInline let distance: Double

  @inline(__always)
  init(tag: Int, distance: Double) {
    self.distance = distance
    self.tag = tag
  }

  /// The order of all results: by distance, ties by tag and so by input order.
  @inline(__always)
  static func precedes(_ a: Hit, _ b: Hit) -> Bool {
    a.distance < b.distance || (a.distance == b.distance && a.tag < b.tag)
  }
}

internal import CairnGeodesy

/// Collects the points that a search finds, with their distances from a centre.
///
/// Eight at a time exact distances cost a third of what they cost one by one, so points wait
/// until there are some hundred of them; so many stay in the first cache.
struct HitCollector<Tree: SearchTree>: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }
  /// How many points can wait.
  static var room: Int { 256 }

  private let tree: Tree
  private let center: Coordinate
  /// Where the points are that wait, what stands for them, and room for their distances.
  private let places: Slab<Coordinate>
  private let keys: Slab<Int>
  private let distances: Slab<Double>
  private var waiting = 0
  var hits: GrowingList<Hit>

  /// Continues a list, in scratch memory of ``scratchBytes`` bytes.
  init(
    _ tree: Tree, from center: Coordinate, into hits: consuming GrowingList<Hit>,
    scratch: ScratchMemory
  ) {
    self.tree = tree
    self.center = center
    self.hits = hits
    var scratch = scratch
    places = scratch.take(Coordinate.self, count: Self.room)
    keys = scratch.take(Int.self, count: Self.room)
    distances = scratch.take(Double.self, count: Self.room)
  }

  static var scratchBytes: Int { Self.room * 32 }

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
    var rest = bits
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
    places[place] = tree.degrees[position]
    keys[place] = tree.key(at: position)
  }

  /// Makes room for the points of a leaf.
  @inline(__always)
  private mutating func makeRoom() {
    if waiting > Self.room &- PackedLayout.fanOut { measure() }
  }

  /// Measures the points that still wait.
  @inline(never)
  mutating func measure() {
    let count = waiting
    waiting = 0
    center.writeDistances(to: places[0..<count], into: distances[0..<count])
    hits.reserve(count)
    for place in 0..<count {
      hits.appendReserved(Hit(offset: keys[place], distance: distances[place]))
    }
  }
}

extension SearchTree {
  /// Fills `hits` with the points within a radius, in order or in none.
  ///
  /// - Parameter isIncluded: asked with the keys of the points, if `filtered`.
  @inline(__always)
  func collect(
    _ hits: inout GrowingList<Hit>, within radius: Double, of center: Coordinate, sorted: Bool,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    hits.truncate(0)
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    if filtered {
      var visitor = CollectingVisitor()
      walk(disc, &visitor)
      var kept = 0
      for index in 0..<visitor.positions.count {
        let position = visitor.positions[index]
        visitor.positions[kept] = position
        if isIncluded(key(at: Int(truncatingIfNeeded: position))) { kept &+= 1 }
      }
      visitor.positions.truncate(kept)
      visitor.positions.withValues { append(to: &hits, positions: $0, from: center) }
    } else {
      collect(&hits, from: center) { collector in walk(disc, &collector) }
    }
    if sorted { hits.sortHits() }
  }

  /// Appends the points at some positions with their distances from a centre.
  @inline(__always)
  func append(
    to hits: inout GrowingList<Hit>, positions: Slab<UInt32>, from center: Coordinate
  ) {
    collect(&hits, from: center) { collector in
      for index in 0..<positions.count {
        collector.visit(Int(truncatingIfNeeded: positions[index]))
      }
    }
  }

  @inline(__always)
  private func collect(
    _ hits: inout GrowingList<Hit>, from center: Coordinate,
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

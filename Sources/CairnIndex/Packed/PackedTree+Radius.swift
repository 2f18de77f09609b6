internal import CairnGeodesy

/// Counts.
struct CountingVisitor: SearchVisitor {
  static var readsPoints: Bool { false }

  var count = 0

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    count &+= positions.count
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    count &+= bits.nonzeroBitCount
    return true
  }
}

/// Is content with one.
struct FirstVisitor: SearchVisitor {
  static var readsPoints: Bool { false }

  var found = false

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    found = true
    return false
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    found = true
    return false
  }
}

/// Collects positions.
struct CollectingVisitor: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }

  var positions = GrowingList<UInt32>(capacity: 256)

  @inline(__always)
  mutating func visit(all range: Range<Int>) -> Bool {
    positions.reserve(range.count)
    for position in range { positions.appendReserved(UInt32(truncatingIfNeeded: position)) }
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    positions.reserve(PackedLayout.fanOut)
    var rest = bits
    while rest != 0 {
      let position = start &+ rest.trailingZeroBitCount
      positions.appendReserved(UInt32(truncatingIfNeeded: position))
      rest &= rest &- 1
    }
    return true
  }
}

/// Hands the offset of each point to a closure, until that is content.
struct ForwardingVisitor: SearchVisitor {
  static var readsPoints: Bool { true }

  let offsets: Slab<UInt32>
  let body: (Int) -> Bool

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions where !body(Int(offsets[position])) { return false }
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      guard body(Int(offsets[start &+ rest.trailingZeroBitCount])) else { return false }
      rest &= rest &- 1
    }
    return true
  }
}

extension PackedTree {
  /// How many points a region has.
  @inline(__always)
  func count(in region: some SearchRegion) -> Int {
    var visitor = CountingVisitor()
    walk(region, &visitor)
    return visitor.count
  }

  /// Hands the offsets of a region's points to a closure until that gives false; in no order.
  @inline(__always)
  func forEachOffset(in region: some SearchRegion, _ body: (Int) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var visitor = ForwardingVisitor(offsets: offsets, body: body)
      walk(region, &visitor)
    }
  }

  /// The offsets at some positions, ascending; the positions are overwritten.
  func sortedOffsets(of positions: borrowing GrowingList<UInt32>) -> [Int] {
    positions.withValues { found in
      for index in 0..<found.count { found[index] = offsets[Int(found[index])] }
      found.sortAscending(below: Int(UInt32.max) + 1)
      return [Int](unsafeUninitializedCount: found.count) { Int(found[$0]) }
    }
  }

  /// How many points are within `radius` metres.
  @inline(never)
  func count(within radius: Double, of center: Coordinate) -> Int {
    guard let disc = DiscRegion(center: center, radius: radius) else { return 0 }
    return count(in: disc)
  }

  /// Whether a point is within `radius` metres.
  @inline(never)
  func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var visitor = FirstVisitor()
    walk(disc, &visitor)
    return visitor.found
  }

  /// Hands the offsets within a radius to a closure until that gives false; in no order.
  @inline(never)
  func forEachOffset(within radius: Double, of center: Coordinate, _ body: (Int) -> Bool) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    forEachOffset(in: disc, body)
  }
}

extension PackedTree {
  /// Hands the points within a radius to a closure until that gives false; in no order.
  @inline(never)
  func forEachHit(within radius: Double, of center: Coordinate, _ body: (Hit) -> Bool) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    withoutActuallyEscaping(body) { body in
      var visitor = MeasuringVisitor(tree: self, center: center, body: body)
      walk(disc, &visitor)
    }
  }
}

internal import CairnGeodesy

/// A point that a query found.
@usableFromInline
struct Hit: BitwiseCopyable {
  @usableFromInline let offset: Int
  @usableFromInline let distance: Double

  @inline(__always)
  init(offset: Int, distance: Double) {
    self.offset = offset
    self.distance = distance
  }

  /// The order of all results: by distance, equal ones by offset.
  @inline(__always)
  static func precedes(_ a: Hit, _ b: Hit) -> Bool {
    a.distance < b.distance || (a.distance == b.distance && a.offset < b.offset)
  }
}

/// Counts.
struct CountingVisitor: SearchVisitor {
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

/// Hands each position to a closure.
struct ForwardingVisitor: SearchVisitor {
  let body: (Int) -> Bool

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions where !body(position) { return false }
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      guard body(start &+ rest.trailingZeroBitCount) else { return false }
      rest &= rest &- 1
    }
    return true
  }
}

extension PackedTree {
  /// How many points are within `radius` metres.
  @inline(never)
  func count(within radius: Double, of center: Coordinate) -> Int {
    guard let disc = DiscRegion(center: center, radius: radius) else { return 0 }
    var visitor = CountingVisitor()
    walk(disc, &visitor)
    return visitor.count
  }

  /// Whether a point is within `radius` metres.
  @inline(never)
  func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var visitor = FirstVisitor()
    walk(disc, &visitor)
    return visitor.found
  }

  /// The points within `radius` metres that `isIncluded` wants, in no order.
  @inline(never)
  func hits(
    within radius: Double, of center: Coordinate, where isIncluded: ((Int) -> Bool)?
  ) -> [Hit] {
    guard let disc = DiscRegion(center: center, radius: radius) else { return [] }
    var hits: [Hit] = []
    withoutActuallyEscaping(
      { (position: Int) -> Bool in
        let offset = Int(offsets[position])
        if let isIncluded, !isIncluded(offset) { return true }
        hits.append(Hit(offset: offset, distance: center.distance(to: degrees[position])))
        return true
      },
      do: { body in
        var visitor = ForwardingVisitor(body: body)
        walk(disc, &visitor)
      })
    return hits
  }
}

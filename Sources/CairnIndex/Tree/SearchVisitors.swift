internal import CairnGeodesy
internal import CairnMemory

/// An accumulator for the points found by a search; it can end the search early.
protocol SearchVisitor: ~Copyable {
  /// Whether the points are read; false if only their number matters.
  static var readsPoints: Bool { get }
  /// Whether points are only counted, all of them and in any order.
  static var counts: Bool { get }
  /// Visits all points of a range of positions; returns false to end the search.
  mutating func visit(all positions: Range<Int>) -> Bool
  /// Visits points of one leaf, as bits from `start`; returns false to end the search.
  mutating func visit(some bits: UInt32, from start: Int) -> Bool
  /// Adds to the count, if points are only counted.
  mutating func add(_ number: Int)
}

extension SearchVisitor where Self: ~Copyable {
  static var counts: Bool { false }
  mutating func add(_ number: Int) {}
}

/// Counts points; nodes entirely inside contribute their number of points.
struct CountingVisitor: SearchVisitor {
  static var readsPoints: Bool { false }
  static var counts: Bool { true }

  var count = 0

  @inline(__always)
  mutating func add(_ number: Int) { count &+= number }

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

/// Determines whether there is any point; ends the search at the first one.
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

/// Collects the positions of points.
struct CollectingVisitor: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }

  var positions = GrowableArray<UInt32>(capacity: 256)

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

/// Collects the positions of points; ends the search if there are more than `most`.
struct FewVisitor: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }

  private let most: Int
  private var list = CollectingVisitor()
  private(set) var areMore = false

  init(most: Int) {
    self.most = most
  }

  var positions: GrowableArray<UInt32> { _read { yield list.positions } }

  @inline(__always)
  mutating func visit(all range: Range<Int>) -> Bool {
    areMore = list.positions.count &+ range.count > most
    return !areMore && list.visit(all: range)
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    areMore = list.positions.count &+ bits.nonzeroBitCount > most
    return !areMore && list.visit(some: bits, from: start)
  }
}

/// Passes the tags of points to a closure; ends the search if it returns false.
///
/// Tags are passed in batches: the closure reads distant memory for each tag, and the processor
/// overlaps these loads only if they are issued in one short loop.
struct ForwardingVisitor<Tree: SearchTree>: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }
  /// The maximum number of tags per batch.
  static var capacity: Int { _TagBatch.mostCount }

  private let tree: Tree
  private let buffer: UnsafeBuffer<Int>
  private let body: (_TagBatch) -> Bool
  private var waiting = 0
  private var isAtEnd = false

  init(_ tree: Tree, buffer: UnsafeBuffer<Int>, body: @escaping (_TagBatch) -> Bool) {
    self.tree = tree
    self.buffer = buffer
    self.body = body
  }

  /// Passes the remaining tags to the closure.
  mutating func finish() {
    if !isAtEnd, waiting > 0 { _ = handOver() }
  }

  private mutating func handOver() -> Bool {
    isAtEnd = !body(_TagBatch(buffer[0..<waiting]))
    waiting = 0
    return !isAtEnd
  }

  @inline(__always)
  private mutating func put(_ position: Int) {
    buffer[waiting] = tree.tag(at: position)
    waiting &+= 1
  }

  @inline(__always)
  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions {
      if waiting == Self.capacity, !handOver() { return false }
      put(position)
    }
    return true
  }

  @inline(__always)
  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    if waiting > Self.capacity &- PackedLayout.fanOut, !handOver() { return false }
    var rest = bits
    while rest != 0 {
      put(start &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return true
  }
}

/// Passes the tag and the distance of each point to a closure; ends the search if it returns false.
struct MeasuringVisitor<Tree: SearchTree>: SearchVisitor {
  static var readsPoints: Bool { true }

  let tree: Tree
  let center: Coordinate
  let body: (_ tag: Int, _ distance: Double) -> Bool

  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions where !visit(position) { return false }
    return true
  }

  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      guard visit(start &+ rest.trailingZeroBitCount) else { return false }
      rest &= rest &- 1
    }
    return true
  }

  @inline(__always)
  private func visit(_ position: Int) -> Bool {
    body(tree.tag(at: position), center.distance(to: tree.degrees[position]))
  }
}

/// Collects the least keys of the visited points.
struct LeastKeysVisitor<Key: FixedWidthInteger & BitwiseCopyable>: ~Copyable, SearchVisitor {
  static var readsPoints: Bool { true }

  private let keys: UnsafeBuffer<Key>
  private let limit: Int
  private var found: GrowableArray<Key>
  /// Keys from this one up are not among the least.
  private var bound = Key.max

  /// Reads distinct keys by position; `limit` of them are wanted, at least 1.
  init(of keys: UnsafeBuffer<Key>, limit: Int) {
    self.keys = keys
    self.limit = limit
    found = GrowableArray(capacity: 2 * min(limit, 1 << 12))
  }

  /// Returns the keys in ascending order.
  consuming func sorted() -> [Key] {
    keepLeast()
    return found.withValues { found in
      [Key](count: found.count) { found[$0] }
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

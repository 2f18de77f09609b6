internal import CairnGeodesy
internal import CairnMemory

/// The bound of a nearest-neighbor search.
struct NearestBound {
  /// An upper bound of the chords of the nearest points.
  private(set) var chord: Float
  /// Its square with slack: an upper bound of the lower bounds of their true squared chords.
  private(set) var squared: Float

  @inline(__always)
  init(chord: Float) {
    self.chord = chord
    squared = chord.squaredLimit(slack: 0)
  }

  /// Shrinks the bound to exclude points that are certainly farther than a point with at most the
  /// given squared chord.
  @inline(__always)
  mutating func shrink(to squared: Float) {
    self = NearestBound(chord: min(chord, ChordSlack.limit(notFartherThan: squared)))
  }

  /// Shrinks the bound to an upper bound of the chords of the nearest points.
  mutating func shrink(toChord chord: Double) {
    self = NearestBound(chord: min(self.chord, Float(chord).nextUp))
  }
}

/// The accumulator of a nearest-1 search: the best point so far, and all points that may be as
/// near.
///
/// ``bound`` is the bound of the best point with the slack of ``ChordSlack``, so the true nearest
/// point is among those kept.
struct SingleNearest: ~Copyable {
  /// The pruning bound: nodes and points beyond it are skipped.
  private(set) var bound: NearestBound
  private var best = Float.infinity
  /// The best point, if no other may be as near.
  ///
  /// It is read as soon as it is found, because the search need not wait for the load.
  private(set) var place: (offset: Int, coordinate: Coordinate)?
  var list: CandidateList

  init(_ memory: UnsafeBuffer<Candidate>, _ measured: consuming MeasuredNearest, chord: Float) {
    list = CandidateList(memory, measured)
    bound = NearestBound(chord: chord)
  }

  @inline(__always)
  mutating func take(_ chords: LeafDistances, of leaf: Int, _ tree: PackedTree) {
    let chord = chords.least
    let least = chord - chords.spread
    guard least < bound.squared else { return }
    if least < best {
      bound.shrink(to: chord + chords.spread)
      if best >= bound.squared { list.removeAll() }
      best = least
    }
    let lanes = list.measured.nearLanes(chords.lanes(below: bound.squared), of: leaf, tree)
    if list.isEmpty, lanes & (lanes &- 1) == 0 {
      let position = leaf &<< PackedLayout.fanOutShift | lanes.trailingZeroBitCount
      place = (Int(truncatingIfNeeded: tree.offsets[position]), tree.degrees[position])
    } else {
      place = nil
    }
    list.append(chords, lanes, of: leaf, tree, below: bound.squared)
  }
}

/// The accumulator of a search for a few points: the best points so far, and all points that may be
/// as near.
///
/// ``bound`` is the bound of the best points so far with the slack of ``ChordSlack``, so the true
/// nearest points are among those kept.
struct FewNearest: ~Copyable {
  /// The maximum number of wanted points for this accumulator.
  static let greatestWanted = 12

  /// The pruning bound: nodes and points beyond it are skipped.
  private(set) var bound: NearestBound
  private var best: TwelveLeast
  var list: CandidateList

  init(
    _ memory: UnsafeBuffer<Candidate>, _ measured: consuming MeasuredNearest, wanted: Int,
    chord: Float
  ) {
    list = CandidateList(memory, measured)
    best = TwelveLeast(wanted: wanted)
    bound = NearestBound(chord: chord)
  }

  @inline(__always)
  mutating func take(
    _ chords: LeafDistances, _ lanes: UInt32, of leaf: Int, _ tree: PackedTree
  ) {
    list.append(chords, lanes, of: leaf, tree, below: bound.squared)
    var best = best
    list.forEachOfLast(lanes.nonzeroBitCount) { best.insert($0.greatest) }
    self.best = best
    if best.greatest < .infinity { bound.shrink(to: best.greatest) }
  }
}

/// The up to twelve least numbers added, in ascending order.
private struct TwelveLeast {
  private var low: SIMD4<Float>
  private var middle: SIMD4<Float>
  private var high: SIMD4<Float>

  /// If fewer than twelve are wanted, the other lanes are filled with -1, below all numbers.
  init(wanted: Int) {
    let wanted = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: 12 - wanted))
    let none = SIMD4<Float>(repeating: .infinity)
    let below = SIMD4<Float>(repeating: -1)
    low = none.replacing(with: below, where: SIMD4(0, 1, 2, 3) .< wanted)
    middle = none.replacing(with: below, where: SIMD4(4, 5, 6, 7) .< wanted)
    high = none.replacing(with: below, where: SIMD4(8, 9, 10, 11) .< wanted)
  }

  /// The greatest of the wanted numbers; infinite while fewer were added.
  var greatest: Float { high.w }

  /// Inserts a number in order.
  ///
  /// Each lane becomes the median of the number, its value and the preceding value, which keeps the
  /// order without branches.
  @inline(__always)
  mutating func insert(_ number: Float) {
    let number = SIMD4(repeating: number)
    high = greater(lesser(high, number), SIMD4(middle.w, high.x, high.y, high.z))
    middle = greater(lesser(middle, number), SIMD4(low.w, middle.x, middle.y, middle.z))
    low = greater(lesser(low, number), SIMD4(-1, low.x, low.y, low.z))
  }
}

/// The accumulator of a search for many points, unordered, with a bound that is tightened
/// periodically.
struct ManyNearest: ~Copyable {
  private let wanted: Int
  /// The pruning bound: nodes and points beyond it are skipped.
  private(set) var bound: NearestBound
  private var seen: GrowableArray<Candidate>
  /// The nearest of the found points whose chords were equal.
  private(set) var measured: MeasuredNearest
  /// The number of points at which the bound is tightened.
  private var tightenAt: Int

  init(_ measured: consuming MeasuredNearest, wanted: Int, chord: Float) {
    self.measured = measured
    self.wanted = wanted
    bound = NearestBound(chord: chord)
    tightenAt = wanted
    seen = GrowableArray(capacity: min(2 * wanted, 1 << 16) + 32)
  }

  /// Calls a closure with the positions of all points within the bound that are not measured.
  func withPositions(_ body: (UnsafeBuffer<UInt32>) -> Void) {
    seen.withPositions(where: { [bound] in $0.squaredChord < bound.squared }, body)
  }

  @inline(__always)
  mutating func take(
    _ chords: LeafDistances, _ lanes: UInt32, of leaf: Int, _ tree: PackedTree
  ) {
    seen.reserve(PackedLayout.fanOut)
    // Each of the lanes, of which there are at most as many as reserved, is visited once.
    chords.forEach(lanes & 0xFFFF, of: leaf, tree.offsets) { unsafe seen.appendUnchecked($0) }
    if seen.count >= tightenAt { tighten(tree) }
  }

  /// Tightens the bound and removes the points beyond it; measures the others if too many remain,
  /// so that the cost per point does not grow with their number.
  @inline(never)
  private mutating func tighten(_ tree: PackedTree) {
    if measured.isEmpty {
      tighten()
      guard seen.count > 2 * wanted + 256 else {
        tightenAt = seen.count + max(32, wanted / 2)
        return
      }
    }
    seen.withPositions(where: { [bound] in $0.squaredChord < bound.squared }) {
      measured.measure($0, of: tree)
    }
    seen.truncate(0)
    bound.shrink(toChord: measured.chord)
    tightenAt = max(256, wanted / 2)
  }

  /// Tightens the bound to the best `wanted` points found and removes those beyond it.
  private mutating func tighten() {
    let wanted = wanted
    let (bound, kept) = seen.withValues { [bound] values in
      if values.count > wanted { values.select(wanted) { $0.squaredChord } }
      var farthest: Float = 0
      for index in 0..<wanted { farthest = max(farthest, values[index].greatest) }
      var bound = bound
      bound.shrink(to: farthest)
      var kept = wanted
      for index in wanted..<values.count where values[index].squaredChord < bound.squared {
        values[kept] = values[index]
        kept &+= 1
      }
      return (bound, kept)
    }
    self.bound = bound
    seen.truncate(kept)
  }
}

/// A point that may be among the nearest.
struct Candidate: BitwiseCopyable {
  /// A lower bound of the true squared chord, up to rounding; see ``ChordSlack``.
  var squaredChord: Float
  /// The maximum difference of the true squared chord from ``squaredChord``.
  var spread: Float = 0
  var position: UInt32
  /// The offset, read together with the point instead of at the end, to hide the latency of the
  /// load.
  var offset: UInt32 = 0

  /// An upper bound of the true squared chord, up to rounding.
  @inline(__always)
  var greatest: Float { squaredChord + spread }
}

extension GrowableArray where Value == Candidate {
  /// Calls a closure with the positions of the candidates that satisfy a condition.
  @inline(__always)
  func withPositions(where isIncluded: (Candidate) -> Bool, _ body: (UnsafeBuffer<UInt32>) -> Void)
  {
    withScratch(of: UInt32.self, count: count) { positions in
      var included = 0
      for index in 0..<count where isIncluded(self[index]) {
        positions[included] = self[index].position
        included &+= 1
      }
      body(positions[0..<included])
    }
  }
}

/// Points that may be the nearest, in memory of constant size: points that do not fit are measured
/// exactly, and only the wanted ones are kept.
struct CandidateList: ~Copyable {
  /// The capacity: for the nearest points, many that may be as near, and a leaf.
  static let capacity = 64

  private let kept: UnsafeBuffer<Candidate>
  private var count = 0
  /// The nearest of the points that did not fit.
  private(set) var measured: MeasuredNearest

  init(_ memory: UnsafeBuffer<Candidate>, _ measured: consuming MeasuredNearest) {
    assert(memory.count == Self.capacity)
    kept = memory
    self.measured = measured
  }

  /// Returns the stored candidates below a bound.
  @inline(__always)
  mutating func candidates(below bound: Float) -> UnsafeBuffer<Candidate> {
    forget(from: bound)
    return kept[0..<count]
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 && measured.isEmpty }

  @inline(__always)
  mutating func removeAll() {
    count = 0
  }

  /// Appends the points of some lanes of a leaf.
  @inline(__always)
  mutating func append(
    _ chords: LeafDistances, _ lanes: UInt32, of leaf: Int, _ tree: PackedTree, below bound: Float
  ) {
    if count > Self.capacity - PackedLayout.fanOut { makeRoom(bound, tree) }
    chords.forEach(lanes, of: leaf, tree.offsets) {
      kept[count] = $0
      count &+= 1
    }
  }

  /// Calls a closure with each of the last `number` points.
  @inline(__always)
  func forEachOfLast(_ number: Int, _ body: (Candidate) -> Void) {
    for index in (count &- number)..<count { body(kept[index]) }
  }

  /// Removes the candidates not below the bound; measures the rest if that frees too little.
  @inline(never)
  private mutating func makeRoom(_ bound: Float, _ tree: PackedTree) {
    forget(from: bound)
    guard count > Self.capacity / 2 else { return }
    withScratch(of: UInt32.self, count: Self.capacity) { positions in
      for index in 0..<count { positions[index] = kept[index].position }
      measured.measure(positions[0..<count], of: tree)
    }
    count = 0
  }

  @inline(__always)
  private mutating func forget(from bound: Float) {
    var left = 0
    for index in 0..<count {
      let candidate = kept[index]
      kept[left] = candidate
      left &+= candidate.squaredChord < bound ? 1 : 0
    }
    count = left
  }
}

/// The squared chords to the 16 points of a leaf in the frame of its node.
struct LeafDistances {
  /// The maximum error of the squared chords; see ``ChordSlack``.
  let spread: Float
  private let a: SIMD4<Float>
  private let b: SIMD4<Float>
  private let c: SIMD4<Float>
  private let d: SIMD4<Float>

  /// Computes the squared chords to the points of the leaf that a search found last.
  ///
  /// The smaller the bound of the search, the smaller the error.
  @inline(__always)
  init(_ search: NearestSearch, _ tree: PackedTree, _ leaf: Int, _ bound: NearestBound) {
    let points = tree.points.part(
      at: leaf &* PackedLayout.leafFloats, width: PackedLayout.leafFloats)
    let a = search.seen.squaredChords(toPoints: points, at: 0)
    let b = search.seen.squaredChords(toPoints: points, at: 4)
    let c = search.seen.squaredChords(toPoints: points, at: 8)
    let d = search.seen.squaredChords(toPoints: points, at: 12)
    var chord = bound.chord
    // Early in the search, the farthest point of the leaf gives a smaller bound.
    if chord > 0x1p-6 {
      let less = SIMD4<Float>() - greater(greater(a, b), greater(c, d))
      chord = min(chord, less.leastEverywhere.x.magnitude.squareRoot())
    }
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    spread = ChordSlack.spread(ofChords: chord, slack: search.slack)
  }

  /// The least squared chord.
  @inline(__always)
  var least: Float { lesser(lesser(a, b), lesser(c, d)).leastEverywhere.x }

  /// The points whose true squared chords may be below a bound, one bit each.
  @inline(__always)
  func lanes(below bound: Float) -> UInt32 {
    let bounds = SIMD4(repeating: bound + spread)
    var lanes = LaneMask()
    lanes.set(quad: 0, a .< bounds)
    lanes.set(quad: 1, b .< bounds)
    lanes.set(quad: 2, c .< bounds)
    lanes.set(quad: 3, d .< bounds)
    return lanes.lanes
  }

  /// Calls a closure with the points of some lanes.
  @inline(__always)
  func forEach(
    _ lanes: UInt32, of leaf: Int, _ offsets: UnsafeBuffer<UInt32>, _ body: (Candidate) -> Void
  ) {
    withScratch(of: Float.self, count: 16) { row in
      row[quad: 0] = a
      row[quad: 4] = b
      row[quad: 8] = c
      row[quad: 12] = d
      var rest = lanes
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest &- 1
        let position = leaf &<< PackedLayout.fanOutShift | lane
        body(
          Candidate(
            squaredChord: row[lane & 15] - spread, spread: 2 * spread,
            position: UInt32(truncatingIfNeeded: position), offset: offsets[position]))
      }
    }
  }
}

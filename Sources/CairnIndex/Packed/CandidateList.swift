/// A point that may be among the nearest.
struct Candidate: BitwiseCopyable {
  var squaredChord: Float
  var position: UInt32
  /// Read along with the point rather than when it is wanted, so that nothing waits for it.
  var offset: UInt32 = 0
}

/// Points that may be the nearest, in memory of a constant size unless far too many are about
/// equally far.
struct CandidateList: ~Copyable {
  /// Room for the nearest, for many that may be as near, and for a leaf.
  static let capacity = 64

  private let kept: Slab<Candidate>
  private var count = 0
  /// Those for which there was no room.
  private(set) var spilled: [Candidate] = []

  init(_ memory: Slab<Candidate>) {
    assert(memory.count == Self.capacity)
    kept = memory
  }

  /// Those below a bound for which there was room.
  @inline(__always)
  mutating func candidates(below bound: Float) -> Slab<Candidate> {
    forget(from: bound)
    return kept[0..<count]
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 && spilled.isEmpty }

  @inline(__always)
  mutating func removeAll() {
    count = 0
  }

  /// Appends the points of some lanes of a leaf.
  @inline(__always)
  mutating func append(
    _ chords: LeafChords, _ lanes: UInt32, of leaf: Int, _ offsets: Slab<UInt32>,
    below bound: Float
  ) {
    if count > Self.capacity - PackedLayout.fanOut { makeRoom(bound) }
    chords.forEach(lanes, of: leaf, offsets) {
      kept[count] = $0
      count &+= 1
    }
  }

  /// Hands out the squared chords of the last points.
  @inline(__always)
  func forEachOfLast(_ number: Int, _ body: (Float) -> Void) {
    for index in (count &- number)..<count { body(kept[index].squaredChord) }
  }

  /// Forgets what is not below the bound; puts the rest aside when that is little.
  @inline(never)
  private mutating func makeRoom(_ bound: Float) {
    forget(from: bound)
    guard count > Self.capacity / 2 else { return }
    for index in 0..<count { spilled.append(kept[index]) }
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

/// The squared chords to the 16 points of a leaf.
struct LeafChords {
  private let a: SIMD4<Float>
  private let b: SIMD4<Float>
  private let c: SIMD4<Float>
  private let d: SIMD4<Float>

  @inline(__always)
  init(_ query: SearchCenter, _ tree: PackedTree, leaf: Int) {
    let start = leaf &* PackedLayout.leafFloats
    a = query.squaredChords(toPoints: tree.points, at: start)
    b = query.squaredChords(toPoints: tree.points, at: start &+ 4)
    c = query.squaredChords(toPoints: tree.points, at: start &+ 8)
    d = query.squaredChords(toPoints: tree.points, at: start &+ 12)
  }

  /// The least of them, or the bound when that is less.
  @inline(__always)
  func least(below bound: Float) -> Float {
    let bounds = SIMD4(repeating: bound)
    return lesser(lesser(lesser(a, b), lesser(c, d)), bounds).leastEverywhere.x
  }

  /// Those below a bound, one bit each.
  @inline(__always)
  func lanes(below bound: Float) -> UInt32 {
    let bounds = SIMD4(repeating: bound)
    var lanes = LaneMask()
    lanes.set(quad: 0, a .< bounds)
    lanes.set(quad: 1, b .< bounds)
    lanes.set(quad: 2, c .< bounds)
    lanes.set(quad: 3, d .< bounds)
    return lanes.lanes
  }

  /// Hands out the points of some lanes.
  @inline(__always)
  func forEach(
    _ lanes: UInt32, of leaf: Int, _ offsets: Slab<UInt32>, _ body: (Candidate) -> Void
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
            squaredChord: row[lane], position: UInt32(truncatingIfNeeded: position),
            offset: offsets[position]))
      }
    }
  }
}

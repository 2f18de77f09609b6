internal import CairnGeodesy

/// The nearest point: the one that has been seen, and all that may be as near.
///
/// ``bound`` is that of the best with the slack of ``ChordSlack``, so the true nearest is among
/// those kept.
struct OneNearest: ~Copyable {
  /// The squared chord from which on nothing is wanted any more.
  private(set) var bound: Float
  private var best = Float.infinity
  /// The best one, when no other may be as near.
  ///
  /// It is read as soon as it is found, since the search need not wait for it.
  private(set) var place: (offset: Int, coordinate: Coordinate)?
  var list: CandidateList

  init(_ memory: Slab<Candidate>, limit: Float) {
    list = CandidateList(memory)
    bound = limit.nextUp
  }

  @inline(__always)
  mutating func take(_ chords: LeafChords, of leaf: Int, _ tree: PackedTree) {
    let least = chords.least(below: bound)
    guard least < bound else { return }
    if least < best {
      bound = min(bound, ChordSlack.limit(notFartherThan: least).nextUp)
      if best >= bound { list.removeAll() }
      best = least
    }
    let lanes = chords.lanes(below: bound)
    if list.isEmpty, lanes & (lanes &- 1) == 0 {
      let position = leaf &<< PackedLayout.fanOutShift | lanes.trailingZeroBitCount
      place = (Int(truncatingIfNeeded: tree.offsets[position]), tree.degrees[position])
    } else {
      place = nil
    }
    list.append(chords, lanes, of: leaf, tree.offsets, below: bound)
  }
}

/// The nearest points when few are wanted, and all that may be as near.
///
/// ``bound`` is that of the best so far with the slack of ``ChordSlack``, so the true nearest are
/// among those kept.
struct FewNearest: ~Copyable {
  /// Up to here few are wanted.
  static let greatestWanted = 12

  /// The squared chord from which on nothing is wanted any more.
  private(set) var bound: Float
  private var best: TwelveLeast
  var list: CandidateList

  init(_ memory: Slab<Candidate>, wanted: Int, limit: Float) {
    list = CandidateList(memory)
    best = TwelveLeast(wanted: wanted)
    bound = limit.nextUp
  }

  @inline(__always)
  mutating func take(
    _ chords: LeafChords, _ lanes: UInt32, of leaf: Int, _ offsets: Slab<UInt32>
  ) {
    list.append(chords, lanes, of: leaf, offsets, below: bound)
    var best = best
    list.forEachOfLast(lanes.nonzeroBitCount) { best.insert($0) }
    self.best = best
    if best.greatest < .infinity {
      bound = min(bound, ChordSlack.limit(notFartherThan: best.greatest).nextUp)
    }
  }
}

/// The least of the numbers that it was shown, up to twelve of them, in order.
private struct TwelveLeast {
  private var low: SIMD4<Float>
  private var middle: SIMD4<Float>
  private var high: SIMD4<Float>

  /// When fewer are wanted, numbers below all others take up the rest.
  init(wanted: Int) {
    let wanted = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: 12 - wanted))
    let none = SIMD4<Float>(repeating: .infinity)
    let below = SIMD4<Float>(repeating: -1)
    low = none.replacing(with: below, where: SIMD4(0, 1, 2, 3) .< wanted)
    middle = none.replacing(with: below, where: SIMD4(4, 5, 6, 7) .< wanted)
    high = none.replacing(with: below, where: SIMD4(8, 9, 10, 11) .< wanted)
  }

  /// The greatest of as many as are wanted; infinite when it was shown fewer.
  var greatest: Float { high.w }

  /// Keeps a number, in its place.
  ///
  /// Each place takes that one of the number, what is there and what is before it that is between
  /// the others: the order is kept without a branch.
  @inline(__always)
  mutating func insert(_ number: Float) {
    let number = SIMD4(repeating: number)
    high = greater(lesser(high, number), SIMD4(middle.w, high.x, high.y, high.z))
    middle = greater(lesser(middle, number), SIMD4(low.w, middle.x, middle.y, middle.z))
    low = greater(lesser(low, number), SIMD4(-1, low.x, low.y, low.z))
  }
}

/// The nearest points when many are wanted: in no order, the bound drawn anew now and then.
struct ManyNearest: ~Copyable {
  private let wanted: Int
  /// The squared chord from which on nothing is wanted any more.
  private(set) var bound: Float
  private var seen: GrowingList<Candidate>
  /// How many points there may be until the bound is drawn anew.
  private var tightenAt: Int

  init(wanted: Int, limit: Float) {
    self.wanted = wanted
    bound = limit.nextUp
    tightenAt = wanted
    seen = GrowingList(capacity: min(2 * wanted, 1 << 16) + 32)
  }

  /// Calls `body` with the positions of all points within the bound.
  func withPositions(_ body: (Slab<UInt32>) -> Void) {
    withScratch(of: UInt32.self, count: seen.count) { positions in
      var near = 0
      for index in 0..<seen.count where seen[index].squaredChord < bound {
        positions[near] = seen[index].position
        near &+= 1
      }
      body(positions[0..<near])
    }
  }

  @inline(__always)
  mutating func take(
    _ chords: LeafChords, _ lanes: UInt32, of leaf: Int, _ offsets: Slab<UInt32>
  ) {
    seen.reserve(PackedLayout.fanOut)
    chords.forEach(lanes, of: leaf, offsets) { seen.appendReserved($0) }
    if seen.count >= tightenAt { tighten() }
  }

  /// Draws the bound by the best `wanted` of those seen and forgets what is beyond it.
  @inline(never)
  private mutating func tighten() {
    let wanted = wanted
    let (bound, kept) = seen.withValues { [bound] values in
      if values.count > wanted { values.selectLeast(wanted) }
      var farthest: Float = 0
      for index in 0..<wanted { farthest = max(farthest, values[index].squaredChord) }
      let bound = min(bound, ChordSlack.limit(notFartherThan: farthest).nextUp)
      var kept = wanted
      for index in wanted..<values.count where values[index].squaredChord < bound {
        values[kept] = values[index]
        kept &+= 1
      }
      return (bound, kept)
    }
    self.bound = bound
    seen.truncate(kept)
    tightenAt = kept + max(32, wanted / 2)
  }
}

extension Slab where Value == Candidate {
  /// Moves the `wanted` nearest before all others.
  fileprivate func selectLeast(_ wanted: Int) {
    var low = 0
    var high = count &- 1
    while low < high {
      let middle = (low &+ high) / 2
      let a = self[low].squaredChord
      let b = self[middle].squaredChord
      let c = self[high].squaredChord
      let pivot = max(min(a, b), min(max(a, b), c))
      var left = low
      var right = high
      while left <= right {
        while self[left].squaredChord < pivot { left &+= 1 }
        while pivot < self[right].squaredChord { right &-= 1 }
        if left <= right {
          let value = self[left]
          self[left] = self[right]
          self[right] = value
          left &+= 1
          right &-= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return
      }
    }
  }
}

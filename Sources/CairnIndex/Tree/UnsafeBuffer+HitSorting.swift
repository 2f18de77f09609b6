internal import CairnMemory

// Distances are scaled to integers, which are radix-sorted by two digits; hits with equal integers
// are adjacent and are then ordered by insertion. This takes linear time if the integers
// distinguish the distances; otherwise a comparison sort takes over, so the worst case is O(n log
// n).

/// Up to this number of hits are sorted by insertion alone.
private let fewHits = 40

extension UnsafeBuffer where Value == Hit {
  /// Sorts hits.
  func sortHits() {
    guard count > fewHits else { return sortFewHits() }
    withScratch(of: Hit.self, count: count) { dealt in
      deal(into: dealt)
      for index in 0..<count { self[index] = dealt[index] }
    }
    exchange()
  }

  @inline(__always)
  fileprivate func sortFewHits() {
    if count > 1 { _ = insert(limit: .max) }
  }

  /// Finishes the sort after ``deal(into:)``.
  @inline(__always)
  fileprivate func exchange() {
    if !insert(limit: 8 &* count) { sort(by: Hit.precedes) }
  }

  /// Copies hits to another buffer, nearly sorted.
  fileprivate func deal(into target: UnsafeBuffer<Hit>) {
    let greatest = greatestDistance
    guard greatest > 0, greatest < .infinity else {
      // All distances are 0 or not finite, so there is nothing to sort by.
      for index in 0..<count { target[index] = self[index] }
      return
    }
    if count <= 1 << 16 {
      deal(into: target, greatest, digitBits: 8, as: UInt32.self)
    } else {
      deal(into: target, greatest, digitBits: 11, as: UInt64.self)
    }
  }

  /// The greatest distance; there must be at least four hits.
  @inline(__always)
  private var greatestDistance: Double {
    // Four independent chains, because each comparison depends on the previous one.
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    var index = 0
    while index < count {
      let rest = Swift.min(index, count &- 4)
      a = greater(a, self[rest].distance)
      b = greater(b, self[rest &+ 1].distance)
      c = greater(c, self[rest &+ 2].distance)
      d = greater(d, self[rest &+ 3].distance)
      index &+= 4
    }
    return greater(greater(a, b), greater(c, d))
  }

  /// Sorts by two digits of the distance.
  ///
  /// The upper half of an entry contains the scaled distance, the lower half the index of the hit.
  @inline(__always)
  private func deal<Entry: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    into target: UnsafeBuffer<Hit>, _ greatest: Double, digitBits: Int, as type: Entry.Type
  ) {
    let half = Entry.bitWidth / 2
    let buckets = 1 << digitBits
    let mask = Entry(truncatingIfNeeded: buckets &- 1)
    let scale = Double(buckets * buckets - 1) / greatest
    let target = target[0..<count]
    let bytes = count * 2 * MemoryLayout<Entry>.stride + buckets * 8 + 64
    withScratchMemory(byteCount: bytes) { scratch in
      var scratch = scratch
      let lows = scratch.take(UInt32.self, count: buckets)
      let highs = scratch.take(UInt32.self, count: buckets)
      let entries = scratch.take(type, count: count)
      let others = scratch.take(type, count: count)
      for bucket in 0..<buckets {
        lows[bucket] = 0
        highs[bucket] = 0
      }
      for index in 0..<count {
        // Adding 2⁵² leaves the rounded number in the low bits.
        let rounded = (self[index].distance * scale + 0x1p52).bitPattern
        let key = Entry(truncatingIfNeeded: rounded & 0xFFFF_FFFF)
        entries[index] = key &<< Entry(half) | Entry(truncatingIfNeeded: index)
        lows[Int(truncatingIfNeeded: key & mask)] &+= 1
        highs[Int(truncatingIfNeeded: key &>> Entry(digitBits))] &+= 1
      }
      lows.sumUp()
      highs.sumUp()
      // The counts of the buckets add up to the number of hits, and each bucket receives as many
      // entries as were counted in it: so their places are below the number of hits, to which the
      // three buffers have been limited. The index in an entry is a loop index below that number.
      for index in 0..<count {
        let entry = entries[index]
        let bucket = Int(truncatingIfNeeded: entry &>> Entry(half) & mask)
        unsafe others[unchecked: Int(truncatingIfNeeded: lows[bucket])] = entry
        lows[bucket] &+= 1
      }
      for index in 0..<count {
        let entry = others[index]
        let bucket = Int(truncatingIfNeeded: entry &>> Entry(half &+ digitBits))
        let place = entry & (1 &<< Entry(half) &- 1)
        unsafe target[unchecked: Int(truncatingIfNeeded: highs[bucket])] =
          self[unchecked: Int(truncatingIfNeeded: place)]
        highs[bucket] &+= 1
      }
    }
  }

  /// Sorts the hits by insertion.
  ///
  /// - Parameter limit: the maximum total number of moves.
  /// - Returns: whether the hits are sorted; false if the limit was exceeded.
  @inline(__always)
  private func insert(limit: Int) -> Bool {
    var last = self[0]
    var moves = 0
    for index in 1..<count {
      let hit = self[index]
      guard Hit.precedes(hit, last) else {
        last = hit
        continue
      }
      var place = index
      repeat {
        self[place] = self[place &- 1]
        place &-= 1
      } while place > 0 && Hit.precedes(hit, self[place &- 1])
      self[place] = hit
      moves &+= index &- place
      if moves > limit { return false }
    }
    return true
  }
}

extension GrowableArray where Value == Hit {
  /// Sorts hits; many hits are moved to a new buffer.
  mutating func sortHits() {
    guard count > fewHits else { return withValues { $0.sortFewHits() } }
    var sorted = GrowableArray(capacity: count)
    sorted.appendUninitialized(count)
    withValues { hits in
      sorted.withValues { sorted in
        hits.deal(into: sorted)
        sorted.exchange()
      }
    }
    self = sorted
  }
}

extension UnsafeBuffer where Value == UInt32 {
  /// Replaces sizes by start positions.
  @inline(__always)
  fileprivate func sumUp() {
    var sum: UInt32 = 0
    for index in 0..<count {
      let size = self[index]
      self[index] = sum
      sum &+= size
    }
  }
}

/// The greater of two numbers, as one instruction.
@inline(__always)
private func greater(_ a: Double, _ b: Double) -> Double {
  a > b ? a : b
}

extension UnsafeBuffer where Value == UInt32 {
  /// Sorts numbers in ascending order, with a radix sort if there are many.
  func sortAscending() {
    guard count > 256 else {
      sort(by: <)
      return
    }
    var used: UInt32 = 0
    for index in 0..<count { used |= self[index] }
    let digitBits = 11
    let buckets = 1 << digitBits
    withScratch(of: UInt32.self, count: count) { other in
      withScratch(of: UInt32.self, count: buckets + 1) { ends in
        var from = self
        var into = other
        var shift: UInt32 = 0
        while used >> shift != 0 {
          for bucket in 0...buckets { ends[bucket] = 0 }
          for index in 0..<count { ends[digit(from[index], shift) &+ 1] &+= 1 }
          for bucket in 1...buckets { ends[bucket] &+= ends[bucket &- 1] }
          for index in 0..<count {
            let value = from[index]
            let bucket = digit(value, shift)
            into[Int(truncatingIfNeeded: ends[bucket])] = value
            ends[bucket] &+= 1
          }
          swap(&from, &into)
          shift += UInt32(digitBits)
        }
        if !from.isSame(as: self) {
          for index in 0..<count { self[index] = from[index] }
        }
      }
    }
  }

  @inline(__always)
  private func digit(_ value: UInt32, _ shift: UInt32) -> Int {
    Int(truncatingIfNeeded: (value &>> shift) & 0x7FF)
  }
}

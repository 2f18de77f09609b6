/// A point that a query found.
@usableFromInline
struct Hit: BitwiseCopyable, Sendable {
  @usableFromInline let distance: Double
  @usableFromInline let offset: Int

  @inline(__always)
  init(offset: Int, distance: Double) {
    self.distance = distance
    self.offset = offset
  }

  /// The order of all results: by distance, equal ones by offset.
  @inline(__always)
  static func precedes(_ a: Hit, _ b: Hit) -> Bool {
    a.distance < b.distance || (a.distance == b.distance && a.offset < b.offset)
  }
}

extension Slab where Value == Hit {
  /// Puts hits in order.
  ///
  /// Over an even density the square of the distance is spread evenly, so hits are dealt into
  /// about as many buckets as there are hits and neighbours are then exchanged: linear time. A
  /// bucket that many hits share is sorted by comparison, so the worst case is O(n log n).
  func sortHits() {
    guard count > 48 else {
      sortByInsertion()
      return
    }
    guard count <= 1 << 20 else {
      sort(by: Hit.precedes)
      return
    }
    var greatest = 0.0
    for index in 0..<count { greatest = max(greatest, self[index].distance) }
    // All at one place, or no finite distance: nothing to deal by.
    guard greatest > 0, greatest < .infinity else {
      sort(by: Hit.precedes)
      return
    }
    let buckets = count
    let scale = Double(buckets - 1) / greatest / greatest
    withScratch(of: UInt32.self, count: buckets + 1) { ends in
      withScratch(of: Hit.self, count: count) { dealt in
        for bucket in 0...buckets { ends[bucket] = 0 }
        for index in 0..<count { ends[bucket(of: self[index], scale) &+ 1] &+= 1 }
        var sum: UInt32 = 0
        var fullest: UInt32 = 0
        for bucket in 0...buckets {
          fullest = max(fullest, ends[bucket])
          sum &+= ends[bucket]
          ends[bucket] = sum
        }
        for index in 0..<count {
          let hit = self[index]
          let bucket = bucket(of: hit, scale)
          dealt[Int(truncatingIfNeeded: ends[bucket])] = hit
          ends[bucket] &+= 1
        }
        for index in 0..<count { self[index] = dealt[index] }
        if fullest > 32 {
          var start = 0
          for bucket in 0..<buckets {
            let end = Int(ends[bucket])
            if end - start > 32 { self[start..<end].sort(by: Hit.precedes) }
            start = end
          }
        }
      }
    }
    sortByInsertion()
  }

  @inline(__always)
  private func bucket(of hit: Hit, _ scale: Double) -> Int {
    // Adding 2⁵² leaves the rounded number in the low bits.
    let rounded = (hit.distance * hit.distance * scale + 0x1p52).bitPattern
    return Int(truncatingIfNeeded: rounded & 0xFFFF_FFFF)
  }

  private func sortByInsertion() {
    guard count > 1 else { return }
    for index in 1..<count {
      let hit = self[index]
      var place = index
      while place > 0, Hit.precedes(hit, self[place &- 1]) {
        self[place] = self[place &- 1]
        place &-= 1
      }
      if place != index { self[place] = hit }
    }
  }
}

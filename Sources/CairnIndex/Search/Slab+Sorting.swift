extension Slab where Value == UInt32 {
  /// Puts numbers below `bound` in ascending order: by digits when there are many.
  func sortAscending(below bound: Int) {
    guard count > 256 else {
      sort(by: <)
      return
    }
    let digitBits = 11
    let buckets = 1 << digitBits
    withScratch(of: UInt32.self, count: count) { other in
      withScratch(of: UInt32.self, count: buckets + 1) { ends in
        var from = self
        var into = other
        var shift: UInt32 = 0
        while shift < 32, (bound - 1) >> Int(shift) != 0 {
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

/// Numbered lengths in ascending order, by a radix sort.
///
/// Lengths that differ by less than a ten-millionth may be in any order, which is always the same.
struct LengthOrder {
  /// The length of each number as a sortable key, above the number.
  private var keys: [UInt64] = []
  private var scratch: [UInt64] = []

  /// Sorts the numbers 0..<count by their lengths.
  ///
  /// - Parameters:
  ///   - count: the number of lengths.
  ///   - length: returns the length of a number; not NaN.
  /// - Complexity: O(*n*).
  mutating func sort(_ count: Int, by length: (Int) -> Double) {
    // Local arrays, which need no check for uniqueness at each step.
    var (keys, sorted) = (self.keys, scratch)
    (self.keys, scratch) = ([], [])
    if keys.count != count {
      keys = [UInt64](repeating: 0, count: count)
      sorted = keys
    }
    for number in 0..<count {
      // Negative numbers have the reverse order of their bits.
      let bits = Float(length(number)).bitPattern
      let key = bits ^ (bits >> 31 == 0 ? 0x8000_0000 : 0xFFFF_FFFF)
      keys[number] = UInt64(key) << 32 | UInt64(truncatingIfNeeded: number)
    }
    // From the lowest eleven bits on.
    for shift in [32, 43, 54] as [UInt64] {
      var ends = [Int](repeating: 0, count: 2_048)
      for key in keys { ends[Int(truncatingIfNeeded: key >> shift & 2_047)] += 1 }
      var sum = 0
      for digit in ends.indices {
        (ends[digit], sum) = (sum, sum + ends[digit])
      }
      for key in keys {
        let digit = Int(truncatingIfNeeded: key >> shift & 2_047)
        sorted[ends[digit]] = key
        ends[digit] += 1
      }
      swap(&keys, &sorted)
    }
    (self.keys, scratch) = (keys, sorted)
  }

  /// The numbers in ascending order of their lengths.
  var numbers: some Sequence<Int> {
    keys.lazy.map { Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF) }
  }
}

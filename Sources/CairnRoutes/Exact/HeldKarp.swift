// Notation.
//
// | here             | Held and Karp 1962                                                    |
// |------------------|-----------------------------------------------------------------------|
// | inner stops      | the cities 2, …, n: all but the first (and a fixed end)               |
// | `set`, `last`    | S and l: C(S, l) is the least cost from the start through S to l in S |
// | `enter`, `leave` | the costs a(1, l) and a(l, 1); 0 at a free end                        |
// | `arrivals`       | a(m, l) by l, for the minimum over m of C(S − l, m) + a(m, l)         |
// | `table`          | C, eight m to a vector; infinite for m not in S                       |

/// The shortest route through few stops, by dynamic programming over sets of stops.
///
/// Held and Karp, "A dynamic programming approach to sequencing problems" (1962,
/// doi:10.1137/0110015). Every trip becomes the same problem: a path through the inner stops, with
/// a cost to enter it and a cost to leave it at each stop. Fixed ends and the start of a round trip
/// are not inner stops.
///
/// Takes time O(m²·2ᵐ) for m inner stops, and 16·8·2ᵐ bytes of memory for more than 8 of them.
internal struct HeldKarp {
  /// The maximum number of inner stops, for which the table takes 8 MB.
  internal static let greatestInnerCount = 16

  /// The inner stops, by their offsets.
  private let inner: [Int]
  private let enter: [Double]
  private let leave: [Double]
  /// For each inner stop the cost to reach it from every other, eight to a vector; infinite past
  /// the last.
  private let arrivals: [SIMD8<Double>]
  /// The number of vectors that hold one value per inner stop: 1 or 2.
  private let width: Int

  /// The number of inner stops of a trip.
  internal static func innerCount(of trip: Trip, count: Int) -> Int {
    if trip.isRound { return max(0, count - 1) }
    return count - (trip.start == nil ? 0 : 1) - (trip.end == nil ? 0 : 1)
  }

  /// Prepares the costs.
  ///
  /// - Precondition: ``innerCount(of:count:)`` is in `1...greatestInnerCount`.
  internal init(_ costs: CostMatrix, trip: Trip) {
    let start = trip.isRound ? trip.start ?? 0 : trip.start
    let end = trip.isRound ? start : trip.end
    let inner = (0..<costs.count).filter { $0 != start && $0 != end }
    precondition((1...Self.greatestInnerCount).contains(inner.count), "Expected 1 to 16 inner.")
    self.inner = inner
    enter = inner.map { stop in start.map { costs[$0, stop] } ?? 0 }
    leave = inner.map { stop in end.map { costs[stop, $0] } ?? 0 }
    let width = inner.count > 8 ? 2 : 1
    self.width = width
    var arrivals = [SIMD8<Double>](
      repeating: SIMD8(repeating: .infinity), count: inner.count * width)
    for (to, stop) in inner.enumerated() {
      for (from, other) in inner.enumerated() where from != to {
        arrivals[to * width + from >> 3][from & 7] = costs[other, stop]
      }
    }
    self.arrivals = arrivals
  }

  /// The inner stops in the order of the shortest route; ties are broken by offset.
  internal func order() -> [Int] {
    let count = inner.count
    let table = width == 1 ? narrowTable() : wideTable()
    var set = 1 << count - 1
    var last = 0
    var best = Double.infinity
    for stop in 0..<count {
      let length = value(table, set, stop) + leave[stop]
      if length < best {
        best = length
        last = stop
      }
    }
    // Backtracking repeats the sums that filled the table, so that they compare exactly equal.
    var order = [inner[last]]
    while order.count < count {
      let length = value(table, set, last)
      set ^= 1 << last
      for stop in 0..<count
      where value(table, set, stop) + arrivals[last * width + stop >> 3][stop & 7] == length {
        last = stop
        break
      }
      order.append(inner[last])
    }
    return order.reversed()
  }

  private func value(_ table: [SIMD8<Double>], _ set: Int, _ stop: Int) -> Double {
    table[set * width + stop >> 3][stop & 7]
  }

  /// For each set of up to eight stops, the length of the shortest path through the set ending at
  /// each.
  private func narrowTable() -> [SIMD8<Double>] {
    var table = [SIMD8<Double>](
      repeating: SIMD8(repeating: .infinity), count: 1 << inner.count)
    for set in 1..<table.count {
      var row = SIMD8<Double>(repeating: .infinity)
      var rest = set
      while rest != 0 {
        let last = rest.trailingZeroBitCount
        rest &= rest - 1
        let before = set ^ 1 << last
        row[last] =
          before == 0 ? enter[last] : (table[before] + arrivals[last]).least
      }
      table[set] = row
    }
    return table
  }

  /// As `narrowTable()`, for up to sixteen stops.
  private func wideTable() -> [SIMD8<Double>] {
    var table = [SIMD8<Double>](
      repeating: SIMD8(repeating: .infinity), count: 2 << inner.count)
    for set in 1..<(1 << inner.count) {
      var low = SIMD8<Double>(repeating: .infinity)
      var high = low
      var rest = set
      while rest != 0 {
        let last = rest.trailingZeroBitCount
        rest &= rest - 1
        let before = set ^ 1 << last
        var length = enter[last]
        if before != 0 {
          let first = table[2 * before] + arrivals[2 * last]
          let second = table[2 * before + 1] + arrivals[2 * last + 1]
          length = first.replacing(with: second, where: second .< first).least
        }
        if last < 8 { low[last] = length } else { high[last - 8] = length }
      }
      table[2 * set] = low
      table[2 * set + 1] = high
    }
    return table
  }
}

extension SIMD8<Double> {
  /// The least lane; `min()` of the standard library loops over the lanes.
  @inline(__always)
  fileprivate var least: Double {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two.y < two.x ? two.y : two.x
  }
}

internal import CairnGeodesy
internal import CairnMemory

/// Shortens an order of places by exchanges of legs that are close together in it.
///
/// For plans whose time does not suffice for neighbor lists: along a space-filling curve, places
/// that are near each other in space are mostly near each other in the order, too. Each pass tries
/// to reverse each piece of up to ``window`` places (2-opt), and to move each piece of up to three
/// places within as many (Or-opt). The first and the last place stay.
///
/// - Complexity: O(*n* · `window`) per pass.
struct WindowedExchange: ~Copyable {
  /// The maximum number of legs between two that are exchanged.
  static let window = 24

  private let costs: SphereCosts
  private let order: FixedArray<Int32>
  /// The cost of the leg from each position to the next.
  private let legs: FixedArray<Double>
  private let tolerance: Double

  /// - Parameters:
  ///   - costs: the distances.
  ///   - order: places of `costs`, each at most once.
  init(_ costs: SphereCosts, order: [Int]) {
    self.costs = costs
    self.order = FixedArray(order.map { Int32($0) })
    legs = FixedArray(repeating: 0, count: order.count)
    var sum = 0.0
    for position in 0..<max(0, order.count - 1) {
      legs[position] = costs.cost(self.order[position], self.order[position + 1])
      sum += legs[position]
    }
    tolerance = 1e-12 * sum
  }

  /// The order after passes until none gains, or until the time runs out.
  consuming func settled(until watch: inout SearchWatch) -> [Int] {
    guard order.count >= 4 else { return order.values.map { Int($0) } }
    var isChanged = true
    while isChanged {
      isChanged = false
      for position in 0..<order.count - 2 {
        guard watch.hasTime(after: 12 * Self.window) else { return order.values.map { Int($0) } }
        while improve(position) { isChanged = true }
      }
    }
    return order.values.map { Int($0) }
  }

  /// The best exchange for the leg after a position.
  private enum Exchange {
    case none
    /// The piece after the position, up to this one, is reversed.
    case reversal(Int)
    /// A piece of this length after the position is moved after another one, maybe reversed.
    case move(Int, behind: Int, isReversed: Bool)
    /// A piece of this length up to the other position is moved after the position.
    case moveBack(Int, from: Int, isReversed: Bool)
  }

  @inline(__always)
  private func cost(_ a: Int, _ b: Int) -> Double { costs.cost(order[a], order[b]) }

  /// Makes the exchange that gains most for the leg after a position; returns false if none gains.
  private func improve(_ at: Int) -> Bool {
    let leg = legs[at]
    let last = min(at + Self.window, order.count - 2)
    var most = tolerance
    var best = Exchange.none
    func offer(_ gain: Double, _ exchange: Exchange) {
      if gain > most { (most, best) = (gain, exchange) }
    }
    var end = at + 2
    while end <= last {
      let gone = leg + legs[end]
      let (first, second) = (cost(at, end), cost(at + 1, end + 1))
      offer(gone - first - second, .reversal(end))
      for length in 1...3 where end - length > at {
        // Forward: the piece at + 1 … at + length goes between `end` and the next.
        let tail = at + length
        if tail < end {
          let joined = cost(at, tail + 1)
          let freed = gone + legs[tail] - joined
          offer(
            freed - cost(end, at + 1) - cost(tail, end + 1),
            .move(length, behind: end, isReversed: false))
          offer(freed - cost(end, tail) - second, .move(length, behind: end, isReversed: true))
        }
        // Back: the piece end - length + 1 … end goes between `at` and the next.
        let head = end - length + 1
        if head > at + 1 {
          let freed = gone + legs[head - 1] - cost(head - 1, end + 1)
          offer(
            freed - cost(at, head) - cost(end, at + 1),
            .moveBack(length, from: end, isReversed: false))
          offer(freed - first - cost(head, at + 1), .moveBack(length, from: end, isReversed: true))
        }
      }
      end += 1
    }
    switch best {
    case .none: return false
    case .reversal(let end): reverse(at + 1, end)
    case .move(let length, let end, let isReversed):
      // A B becomes B A, with A reversed or not.
      reverse(at + 1, end)
      reverse(at + 1, end - length)
      if !isReversed { reverse(end - length + 1, end) }
    case .moveBack(let length, let end, let isReversed):
      reverse(at + 1, end)
      reverse(at + 1 + length, end)
      if !isReversed { reverse(at + 1, at + length) }
    }
    for position in at...min(last, order.count - 2) {
      legs[position] = cost(position, position + 1)
    }
    return true
  }

  private func reverse(_ low: Int, _ high: Int) {
    var (low, high) = (low, high)
    while low < high {
      let city = order[low]
      order[low] = order[high]
      order[high] = city
      low += 1
      high -= 1
    }
  }
}

/// The cost from each stop to each other: meters, seconds, money.
///
/// ```swift
/// let costs = try CostMatrix([
///   [0, 4, 9],
///   [5, 0, 2],
///   [8, 3, 0],
/// ])
/// let route = try RoutePlanner().plan(costs)
/// ```
///
/// Give a forbidden leg a cost far above all others, such as 1e9: a route uses such a leg only if
/// every route must, and its cost then shows it. The exact size does not affect the rest of the
/// route, as long as the costs of forbidden legs are nearly equal.
///
/// The cost from one stop to another may differ from the cost back. The planner never reads the
/// diagonal, which may hold any value, even NaN.
///
/// A matrix takes 8·n² bytes, or 16·n² if some legs are forbidden. Do not create one for distances
/// on the Earth: ``RoutePlanner`` measures the ones it needs, in O(n) memory.
public struct CostMatrix: Hashable, Sendable {
  /// The maximum valid cost, which keeps sums of costs exact enough to compare.
  public static let maximumCost = 1e100

  /// The maximum number of stops of a matrix, whose costs then take 800 MB.
  public static let maximumCount = 10_000

  /// The number of stops.
  public let count: Int
  /// Whether each cost equals the cost of the opposite direction.
  public let isSymmetric: Bool

  /// The costs, row by row; 0 on the diagonal.
  internal let costs: [Double]
  /// The levels of costs far above the others.
  internal let levels: CostLevels
  /// The costs used by a search, with those of all levels lowered.
  internal let lowered: [Double]

  /// Creates a matrix from rows: the costs from a stop to each stop, in order.
  ///
  /// - Throws: ``RouteError/raggedMatrix(row:count:expected:)`` and
  ///   ``RouteError/invalidCost(_:from:to:)``, and ``RouteError/tooManyStops(count:limit:)`` above
  ///   ``maximumCount``.
  /// - Complexity: O(n²).
  public init(_ rows: [[Double]]) throws(RouteError) {
    for (row, costs) in rows.enumerated() where costs.count != rows.count {
      throw .raggedMatrix(row: row, count: costs.count, expected: rows.count)
    }
    try self.init(count: rows.count) { rows[$0][$1] }
  }

  /// Creates a matrix by calling a closure for each pair of stops.
  ///
  /// - Parameters:
  ///   - count: the number of stops; a negative count is treated as 0.
  ///   - isSymmetric: if true, the closure is called once per pair, with the smaller offset first.
  ///   - cost: the cost from one stop to another, by their offsets.
  /// - Throws: ``RouteError/invalidCost(_:from:to:)``, and
  ///   ``RouteError/tooManyStops(count:limit:)`` above ``maximumCount``.
  /// - Complexity: O(n²).
  @inlinable
  public init(
    count: Int, isSymmetric: Bool = false, cost: (_ from: Int, _ to: Int) -> Double
  ) throws(RouteError) {
    var watch = SearchWatch.unlimited
    let made = try CostMatrix(
      count: count, isSymmetric: isSymmetric, until: &watch, cost: cost)
    self = made ?? CostMatrix(checked: [], count: 0)
  }

  /// As ``init(count:isSymmetric:cost:)``, but returns nil if the time runs out.
  @inlinable
  internal init?(
    count: Int, isSymmetric: Bool, until watch: inout SearchWatch,
    cost: (_ from: Int, _ to: Int) -> Double
  ) throws(RouteError) {
    let count = max(0, count)
    guard count <= Self.maximumCount else {
      throw .tooManyStops(count: count, limit: Self.maximumCount)
    }
    // Row by row, since clearing a large table at once can take longer than a short limit.
    var costs: [Double] = []
    costs.reserveCapacity(count * count)
    for row in 0..<count {
      costs.append(contentsOf: repeatElement(0, count: count))
      for other in 0..<(isSymmetric ? row : count) where other != row {
        // The closure's speed is unknown; charge 256 steps, so that 64 calls pass between two
        // checks.
        guard watch.hasTime(after: 256) else { return nil }
        let (from, to) = isSymmetric ? (other, row) : (row, other)
        // Adding 0 makes a negative zero a positive one.
        let value = try Self.checked(cost(from, to), from: from, to: to) + 0
        costs[row * count + other] = value
        if isSymmetric { costs[other * count + row] = value }
      }
    }
    self.init(checked: costs, count: count, isSymmetric: isSymmetric ? true : nil)
  }

  /// Returns a cost from a closure after checking that it is valid.
  @inlinable
  internal static func checked(
    _ cost: Double, from: Int, to: Int
  ) throws(RouteError) -> Double {
    guard cost >= 0, cost <= maximumCost else {
      throw .invalidCost(cost, from: from, to: to)
    }
    return cost
  }

  /// Creates a matrix of valid costs.
  @usableFromInline
  internal init(checked costs: [Double], count: Int, isSymmetric: Bool? = nil) {
    self.count = count
    self.costs = costs
    self.isSymmetric = isSymmetric ?? Self.isSymmetric(costs, count: count)
    let levels = CostLevels(costs, count: count)
    self.levels = levels
    lowered = levels.isEmpty ? costs : costs.map { levels.lowered($0) }
  }

  /// The same costs, with those of all levels lowered for the search.
  internal var forSearch: CostMatrix { levels.isEmpty ? self : CostMatrix(lowering: self) }

  private init(lowering other: CostMatrix) {
    count = other.count
    isSymmetric = other.isSymmetric
    costs = other.lowered
    lowered = costs
    levels = CostLevels()
  }

  private static func isSymmetric(_ costs: [Double], count: Int) -> Bool {
    for from in 0..<count {
      for to in 0..<from where costs[from * count + to] != costs[to * count + from] {
        return false
      }
    }
    return true
  }

  /// The cost from a stop to another, by their offsets; 0 from a stop to itself.
  ///
  /// - Precondition: both are in `0..<count`.
  public subscript(from: Int, to: Int) -> Double {
    precondition((0..<count).contains(from) && (0..<count).contains(to), "There is no such stop.")
    return costs[from * count + to]
  }
}

/// The cost of the way from each stop to each other: metres, seconds, money.
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
/// A leg that is forbidden has a cost far above all others, such as 1e9: a route then takes it only
/// where every route has to, and what it costs says so. How far above makes no difference to the
/// rest of the route, as long as the costs of forbidden legs are equal or nearly so.
///
/// The cost from a stop to another may differ from the cost back. The diagonal is never read by
/// the planner and may hold anything, even NaN.
///
/// It takes 8·n² bytes, or 16·n² where some legs are forbidden. For distances on the Earth do not
/// make one: ``RoutePlanner`` measures what it needs, in memory O(n).
public struct CostMatrix: Hashable, Sendable {
  /// The greatest cost that is valid, so that sums of costs stay exact enough to compare.
  public static let greatestCost = 1e100

  /// The most stops that a matrix is made for: its costs then take 800 MB.
  public static let greatestCount = 10_000

  /// How many stops there are.
  public let count: Int
  /// Whether each way costs as much as the way back.
  public let isSymmetric: Bool

  /// The costs, row after row; 0 on the diagonal.
  internal let costs: [Double]
  /// The costs that stand far above the others.
  internal let levels: CostLevels
  /// The costs that a search works with: those of all levels lowered.
  internal let lowered: [Double]

  /// Makes a matrix of rows: the costs from a stop to each stop, in order.
  ///
  /// - Throws: ``RouteError/raggedMatrix(row:count:expected:)`` and
  ///   ``RouteError/invalidCost(_:from:to:)``, and ``RouteError/tooManyStops(count:limit:)`` above
  ///   ``greatestCount``.
  /// - Complexity: O(n²).
  public init(_ rows: [[Double]]) throws(RouteError) {
    for (row, costs) in rows.enumerated() where costs.count != rows.count {
      throw .raggedMatrix(row: row, count: costs.count, expected: rows.count)
    }
    try self.init(count: rows.count) { rows[$0][$1] }
  }

  /// Makes a matrix by asking for the cost from each stop to each other.
  ///
  /// - Parameters:
  ///   - count: how many stops there are; a negative count is 0.
  ///   - isSymmetric: true to ask for each pair once, the smaller offset first.
  ///   - cost: the cost of the way between two stops, by their offsets.
  /// - Throws: ``RouteError/invalidCost(_:from:to:)``, and
  ///   ``RouteError/tooManyStops(count:limit:)`` above ``greatestCount``.
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

  /// The same, or nil when the time does not suffice.
  @inlinable
  internal init?(
    count: Int, isSymmetric: Bool, until watch: inout SearchWatch,
    cost: (_ from: Int, _ to: Int) -> Double
  ) throws(RouteError) {
    let count = max(0, count)
    guard count <= Self.greatestCount else {
      throw .tooManyStops(count: count, limit: Self.greatestCount)
    }
    // Row by row, since clearing all of a large table at once takes longer than short limits are.
    var costs: [Double] = []
    costs.reserveCapacity(count * count)
    for row in 0..<count {
      costs.append(contentsOf: repeatElement(0, count: count))
      for other in 0..<(isSymmetric ? row : count) where other != row {
        // What a closure costs is not known; 64 of them come between two looks.
        guard watch.goesOn(256) else { return nil }
        let (from, to) = isSymmetric ? (other, row) : (row, other)
        // Adding 0 makes a negative zero a positive one.
        let value = try Self.checked(cost(from, to), from: from, to: to) + 0
        costs[row * count + other] = value
        if isSymmetric { costs[other * count + row] = value }
      }
    }
    self.init(checked: costs, count: count, isSymmetric: isSymmetric ? true : nil)
  }

  /// A cost that a closure gave, if it is one.
  @inlinable
  internal static func checked(
    _ cost: Double, from: Int, to: Int
  ) throws(RouteError) -> Double {
    guard cost >= 0, cost <= greatestCost else {
      throw .invalidCost(cost, from: from, to: to)
    }
    return cost
  }

  /// Makes a matrix of valid costs.
  @usableFromInline
  internal init(checked costs: [Double], count: Int, isSymmetric: Bool? = nil) {
    self.count = count
    self.costs = costs
    self.isSymmetric = isSymmetric ?? Self.isSymmetric(costs, count: count)
    let levels = CostLevels(costs, count: count)
    self.levels = levels
    lowered = levels.isEmpty ? costs : costs.map { levels.lowered($0) }
  }

  /// The same costs with those of all levels lowered, to search with.
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

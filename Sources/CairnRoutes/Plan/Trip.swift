/// Where a route begins and where it ends.
///
/// ```swift
/// Trip.roundTrip                // visit all stops and return to the first
/// Trip.roundTrip(from: 3)       // the same, written down from stop 3 on
/// Trip.open                     // begin and end wherever it is shortest
/// Trip.open(from: 0)            // begin at stop 0, end anywhere
/// Trip.open(to: 7)              // begin anywhere, end at stop 7
/// Trip.open(from: 0, to: 7)     // both ends fixed
/// ```
///
/// Stops are named by their offsets in the input. An offset that is not among the stops is a
/// ``RouteError/noSuchStop(_:offset:count:)`` when the route is planned.
public struct Trip: Hashable, Sendable {
  /// Whether the last leg leads back to the first stop.
  public let isRound: Bool
  /// The stop to begin at, or nil for any.
  public let start: Int?
  /// The stop to end at, or nil for any; nil for a round trip.
  public let end: Int?

  private init(isRound: Bool, start: Int?, end: Int?) {
    self.isRound = isRound
    self.start = start
    self.end = end
  }

  /// All stops and back to the first; the order is written down from the first stop of the input.
  public static let roundTrip = Trip(isRound: true, start: nil, end: nil)

  /// All stops and back to a stop of choice, which begins the order.
  ///
  /// The length does not depend on the choice.
  public static func roundTrip(from start: Int) -> Trip {
    Trip(isRound: true, start: start, end: nil)
  }

  /// All stops, beginning and ending wherever the route is shortest.
  public static let open = Trip(isRound: false, start: nil, end: nil)

  /// All stops from a stop of choice to wherever the route is shortest.
  public static func open(from start: Int) -> Trip {
    Trip(isRound: false, start: start, end: nil)
  }

  /// All stops to a stop of choice from wherever the route is shortest.
  public static func open(to end: Int) -> Trip {
    Trip(isRound: false, start: nil, end: end)
  }

  /// All stops between two stops of choice.
  ///
  /// A trip from a stop to the same stop is the round trip from there.
  public static func open(from start: Int, to end: Int) -> Trip {
    start == end ? .roundTrip(from: start) : Trip(isRound: false, start: start, end: end)
  }

  /// The trip through stops in a given order, of which the first and the last may be fixed.
  internal static func inOrder(
    count: Int, isRound: Bool, keepsFirst: Bool, keepsLast: Bool
  ) -> Trip {
    if isRound { return .roundTrip(from: 0) }
    return Trip(isRound: false, start: keepsFirst ? 0 : nil, end: keepsLast ? count - 1 : nil)
  }

  /// An order with the start of the trip moved to its front and the end to its back.
  internal func arranged(_ order: [Int]) -> [Int] {
    var order = order
    if let start, let index = order.firstIndex(of: start) {
      order.insert(order.remove(at: index), at: 0)
    }
    if let end, let index = order.firstIndex(of: end) {
      order.append(order.remove(at: index))
    }
    return order
  }

  /// Throws for an end that is not one of `count` stops.
  internal func check(count: Int) throws(RouteError) {
    if let start, !(0..<count).contains(start) {
      throw .noSuchStop(.start, offset: start, count: count)
    }
    if let end, !(0..<count).contains(end) {
      throw .noSuchStop(.end, offset: end, count: count)
    }
  }
}

extension Array {
  /// The elements from an index on, and then those before it.
  internal func rotated(toStartAt index: Int) -> [Element] {
    Array(self[index...] + self[..<index])
  }
}

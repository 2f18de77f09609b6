/// The start and end of a route.
///
/// ```swift
/// Trip.roundTrip                // visit all stops and return to the first
/// Trip.roundTrip(from: 3)       // the same, listed from stop 3 on
/// Trip.open                     // begin and end wherever the route is shortest
/// Trip.open(from: 0)            // begin at stop 0, end anywhere
/// Trip.open(to: 7)              // begin anywhere, end at stop 7
/// Trip.open(from: 0, to: 7)     // both ends fixed
/// ```
///
/// Stops are named by their offsets in the input. If an offset is out of range, planning throws
/// ``RouteError/noSuchStop(_:offset:count:)``.
public struct Trip: Hashable, Sendable {
  /// Whether the last leg leads back to the first stop.
  public let isRound: Bool
  /// The stop to begin at, or nil for any stop.
  public let start: Int?
  /// The stop to end at, or nil for any stop; nil for a round trip.
  public let end: Int?

  private init(isRound: Bool, start: Int?, end: Int?) {
    self.isRound = isRound
    self.start = start
    self.end = end
  }

  /// Visits all stops and returns to the first; the order begins with the first stop of the input.
  public static let roundTrip = Trip(isRound: true, start: nil, end: nil)

  /// Visits all stops and returns to a chosen stop, which begins the order.
  ///
  /// The length does not depend on the choice.
  public static func roundTrip(from start: Int) -> Trip {
    Trip(isRound: true, start: start, end: nil)
  }

  /// Visits all stops, beginning and ending wherever the route is shortest.
  public static let open = Trip(isRound: false, start: nil, end: nil)

  /// Visits all stops, beginning at a chosen stop and ending wherever the route is shortest.
  public static func open(from start: Int) -> Trip {
    Trip(isRound: false, start: start, end: nil)
  }

  /// Visits all stops, beginning wherever the route is shortest and ending at a chosen stop.
  public static func open(to end: Int) -> Trip {
    Trip(isRound: false, start: nil, end: end)
  }

  /// Visits all stops, beginning and ending at chosen stops.
  ///
  /// If both are the same stop, this is the round trip from there.
  public static func open(from start: Int, to end: Int) -> Trip {
    start == end ? .roundTrip(from: start) : Trip(isRound: false, start: start, end: end)
  }

  /// The trip through stops in a given order, optionally with the first and last stop fixed.
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

  /// Throws an error if an end is not one of `count` stops.
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
  /// The elements from an index on, followed by those before it.
  internal func rotated(toStartAt index: Int) -> [Element] {
    Array(self[index...] + self[..<index])
  }
}

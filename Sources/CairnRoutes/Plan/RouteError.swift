public import CairnGeodesy

/// Why a route cannot be planned: the fault, its position, and the valid input.
///
/// Thrown by ``RoutePlanner``, ``CostMatrix`` and ``EditableRoute`` for invalid input. A search
/// that ends early returns its best route and throws no error. Stops and positions are counted from
/// 0 in the order in which they were given. A failed edit leaves the route unchanged.
///
/// ```swift
/// do {
///   _ = try CostMatrix([[0, 5], [-2, 0]])
/// } catch {
///   print(error)   // the cost from stop 1 to stop 0 is -2.0; a cost is a finite number of 0…
/// }
/// ```
public enum RouteError: Error, Hashable, Sendable {
  /// The use of a stop in a request.
  public enum Role: String, Hashable, Sendable {
    /// The stop to begin at.
    case start
    /// The stop to end at.
    case end
    /// A stop in an order or an edit.
    case visit
  }

  /// A stop's latitude or longitude is not finite, or its latitude is beyond 90 degrees.
  case invalidCoordinate(Coordinate, offset: Int)
  /// The surface has a radius that is not finite and positive.
  case invalidSurface(Surface)
  /// A cost between two stops is NaN, negative, infinite or above ``CostMatrix/maximumCost``.
  case invalidCost(Double, from: Int, to: Int)
  /// A row of a cost matrix does not have one cost per row.
  case raggedMatrix(row: Int, count: Int, expected: Int)
  /// A stop offset is out of range.
  case noSuchStop(Role, offset: Int, count: Int)
  /// An order contains a stop twice; `position` is that of the second occurrence.
  case repeatedStop(offset: Int, position: Int)
  /// An order contains fewer or more stops than there are.
  case incompleteOrder(count: Int, expected: Int)
  /// An order does not begin or end where the trip does.
  case misplacedEnd(Role, offset: Int, found: Int)
  /// There are more stops than the method allows; ``RoutePlanner/Method-swift.enum/best`` has no
  /// such limit.
  case tooManyStops(count: Int, limit: Int)
  /// A position or a range of positions is outside the route.
  case noSuchPosition(Range<Int>, count: Int)
}

extension RouteError: CustomStringConvertible {
  /// A one-line description of the fault, its position, and the valid input.
  public var description: String {
    switch self {
    case .invalidCoordinate(let coordinate, let offset):
      "stop \(offset) lies at latitude \(coordinate.latitude), longitude \(coordinate.longitude); "
        + "a latitude is from -90 to 90 degrees and a longitude is finite"
    case .invalidSurface(let surface): surface.fault
    case .invalidCost(let cost, let from, let to):
      "the cost from stop \(from) to stop \(to) is \(cost); "
        + "a cost is a finite number of 0 or more, at most \(CostMatrix.maximumCost)"
    case .raggedMatrix(let row, let count, let expected):
      "row \(row) of the cost matrix has \(count) costs; each of its \(expected) rows needs "
        + "\(expected)"
    case .noSuchStop(let role, let offset, let count):
      "the \(role.rawValue) is stop \(offset), which does not exist; "
        + (count == 0 ? "there are no stops" : "the stops are 0 to \(count - 1)")
    case .repeatedStop(let offset, let position):
      "the order names stop \(offset) a second time at position \(position); "
        + "each stop appears once"
    case .incompleteOrder(let count, let expected):
      "the order has \(count) stops of \(expected); each stop appears once"
    case .misplacedEnd(let role, let offset, let found):
      "the \(role.rawValue) of the trip is stop \(offset), but the order has stop \(found) there"
    case .tooManyStops(let count, let limit):
      "there are \(count) stops; the maximum is \(limit)"
    case .noSuchPosition(let range, let count):
      "the route has no positions \(range.lowerBound)..<\(range.upperBound); "
        + "its positions are 0..<\(count)"
    }
  }
}

extension Surface {
  /// Whether distances can be measured on it: both radii are finite and above 0.
  internal var isValid: Bool {
    [radii.equatorial, radii.polar].allSatisfy { $0 > 0 && $0 < .infinity }
  }

  /// The description of an invalid surface, and the valid range.
  internal var fault: String {
    "the surface has radii of \(radii.equatorial) m and \(radii.polar) m; "
      + "a radius is a finite number above 0"
  }
}

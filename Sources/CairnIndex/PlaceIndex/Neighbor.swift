/// A place that a query found, and how far away it is.
public struct Neighbor<Element> {
  /// The place.
  public let element: Element
  /// Where the place stood in the sequence that the index was built from.
  public let offset: Int
  /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
  public let distance: Double

  /// Makes a neighbour.
  @inlinable
  public init(element: Element, offset: Int, distance: Double) {
    self.element = element
    self.offset = offset
    self.distance = distance
  }
}

extension Neighbor: Equatable where Element: Equatable {}
extension Neighbor: Hashable where Element: Hashable {}
extension Neighbor: Sendable where Element: Sendable {}

extension DynamicPlaceIndex {
  /// An element that a query found, and how far away it is.
  public struct Neighbor: Identifiable {
    /// The ID of the element.
    public let id: ID
    /// The element.
    public let element: Element
    /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
    public let distance: Double

    /// Makes a neighbour.
    @inlinable
    public init(id: ID, element: Element, distance: Double) {
      self.id = id
      self.element = element
      self.distance = distance
    }
  }
}

extension DynamicPlaceIndex.Neighbor: Equatable where Element: Equatable {}
extension DynamicPlaceIndex.Neighbor: Hashable where Element: Hashable {}
extension DynamicPlaceIndex.Neighbor: Sendable where Element: Sendable, ID: Sendable {}

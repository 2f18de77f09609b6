/// A way to travel on roads.
public enum TravelMode: String, Hashable, Sendable, CaseIterable, Codable {
  /// Walking.
  case foot
  /// Cycling.
  case bicycle
  /// Driving a private car.
  case car
}

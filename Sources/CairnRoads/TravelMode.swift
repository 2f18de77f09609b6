/// A way to travel on roads.
public enum TravelMode: String, Hashable, Sendable, CaseIterable {
  case foot, bicycle, car
}

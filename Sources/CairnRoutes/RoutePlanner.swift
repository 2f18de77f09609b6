/// Finds the best order for many destinations.
public struct RoutePlanner: Sendable {}

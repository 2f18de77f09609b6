/// The conditions that a route must satisfy to be offered in addition to the fastest one.
///
/// Source: I. Abraham, D. Delling, A. V. Goldberg and R. F. Werneck, "Alternative routes in road
/// networks", ACM Journal of Experimental Algorithmics 18 (2013), doi:10.1145/2444016.2444019, with
/// its constants.
public struct AlternativeLimits: Hashable, Sendable {
  /// The maximum travel time in relation to that of the fastest route.
  public var stretch: Double
  /// The maximum time on roads of the routes before it, in relation to the fastest route.
  public var sharing: Double
  /// Each part of a route whose time is at most this fraction of the fastest route's time is itself
  /// the fastest path between its ends, so that no detour is pointless.
  public var localOptimality: Double

  /// Creates limits; by default, those of the source.
  ///
  /// - Parameters:
  ///   - stretch: the maximum travel time in relation to that of the fastest route.
  ///   - sharing: the maximum time on roads of the routes before it, in relation to the fastest
  ///     route.
  ///   - localOptimality: the fraction of the fastest route's time up to which each part of a route
  ///     is itself the fastest route between its ends.
  public init(stretch: Double = 1.25, sharing: Double = 0.8, localOptimality: Double = 0.25) {
    self.stretch = stretch
    self.sharing = sharing
    self.localOptimality = localOptimality
  }
}

/// The conditions that a route must satisfy to be offered in addition to the fastest one.
///
/// Source: I. Abraham, D. Delling, A. V. Goldberg and R. F. Werneck, "Alternative routes in road
/// networks", ACM Journal of Experimental Algorithmics 18 (2013), doi:10.1145/2444016.2444019, with
/// its constants.
public struct AlternativeLimits: Hashable, Sendable {
  /// The maximum travel time in relation to that of the fastest route.
  public var stretch = 1.25
  /// The maximum time on roads of the routes before it, in relation to the fastest route.
  public var sharing = 0.8
  /// Each part of a route whose time is at most this fraction of the fastest route's time is itself
  /// the fastest path between its ends, so that no detour is pointless.
  public var localOptimality = 0.25

  /// Creates the limits of the source.
  public init() {}
}

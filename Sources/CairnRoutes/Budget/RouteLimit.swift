/// How much work a search may do, on a scale that goes with the count of stops.
public enum RouteEffort: String, Hashable, Sendable, CaseIterable {
  /// Milliseconds for a route of 100 stops or a trip of some days: good.
  case quick
  /// For 100 stops about a tenth of a second without opening hours, half a second with them: hard
  /// to improve.
  case normal
  /// Ten times that.
  case thorough
}

/// What ends a search of ``RoutePlanner`` or ``SchedulePlanner``.
public enum RouteLimit: Hashable, Sendable {
  /// An amount of work: the same result every time.
  case effort(RouteEffort)
  /// An amount of work of one's own, again the same result every time: counted in searches from
  /// one stop for ``RoutePlanner``, a microsecond or so each, and in looks at a place for a visit
  /// for ``SchedulePlanner``, a hundredth of that. None or less gives what can be had at once.
  case work(Int)
  /// A time on the clock for the whole plan; zero or less gives what can be had at once.
  case time(Duration)
}

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
  /// A time on the clock for the whole plan, the reading of the stops included; zero or less gives
  /// what can be had at once.
  ///
  /// It is kept to within milliseconds, down to a floor: to read the stops, put them in the order of
  /// a space-filling curve and measure the legs takes some 0.7 microseconds a stop on a sphere, and
  /// 0.9 on WGS 84, whatever the limit. Below it that order is what there is, and of a closure for
  /// costs, which is asked for all pairs, the order that was given. A schedule is then as many
  /// visits as can be put one behind the other in about a millisecond. Cancelled plans end in the
  /// same way. Without the time for a bound ``Route/lowerBound`` is 0. A plan by
  /// ``RoutePlanner/Method/exact`` is finished whatever the limit.
  case time(Duration)
}

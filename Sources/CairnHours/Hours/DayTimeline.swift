/// The schedule of one day: disjoint segments in order, with the place closed between them.
///
/// Seconds count from the midnight at the start of the day, and continue into the next day.
struct DayTimeline: Sendable {
  /// A period in one state.
  struct Segment: Hashable, Sendable {
    var from: Double
    var to: Double
    var state: OpeningHours.State
    /// The offset of the rule that determines the state.
    var rule: Int
    /// Whether the rule is a fallback, which applies only where earlier rules leave the place
    /// closed.
    var isFallback = false
    /// Whether the segment covers everything below it; a fallback covers only closed times.
    var isOpaque = true
  }

  private(set) var segments: [Segment] = []
  /// The rule that closes the whole day, for its comment.
  private(set) var closingRule: Int?

  init() {}

  /// Creates a day from the layers of its rules, each with disjoint segments in order; later layers
  /// cover earlier ones.
  ///
  /// - Complexity: O(n log n) for n segments.
  init(layers: [[Segment]], closingRule: Int?) {
    segments = Self.composed(layers[...])
    self.closingRule = closingRule
  }

  /// The segments between two times, shifted by a number of seconds.
  func part(from: Double, to: Double, shiftedBy shift: Double = 0) -> [Segment] {
    segments.compactMap { segment in
      var segment = segment
      segment.from = max(segment.from, from) + shift
      segment.to = min(segment.to, to) + shift
      return segment.from < segment.to ? segment : nil
    }
  }

  /// Creates a calendar day: the segments that continue from the previous day and those that begin
  /// on this one.
  ///
  /// Segments of this day take precedence over those that continue from the previous day; fallbacks
  /// come last.
  ///
  /// - Complexity: O(n) for n segments.
  init(_ today: DayTimeline, after yesterday: DayTimeline) {
    closingRule = today.closingRule
    var late = yesterday.part(from: 86_400, to: 172_800, shiftedBy: -86_400)
    if late.isEmpty, today.segments.allSatisfy({ $0.to <= 86_400 && $0.from >= 0 }) {
      segments = today.segments
      return
    }
    var now = today.part(from: 0, to: 86_400)
    for index in late.indices { late[index].isOpaque = true }
    for index in now.indices { now[index].isOpaque = true }
    segments = Self.composed([
      late.filter { $0.isFallback }, now.filter { $0.isFallback },
      late.filter { !$0.isFallback }, now.filter { !$0.isFallback },
    ])
  }

  /// Merges layers of segments, the last one at the top.
  ///
  /// The effect of a layer on those below it is a function of the state at each time, either
  /// constant or a fallback. Such functions can be composed in any grouping, so layers are merged
  /// in pairs: each segment takes part in O(log k) merges for k layers.
  private static func composed(_ layers: ArraySlice<[Segment]>) -> [Segment] {
    guard layers.count > 1 else { return layers.first ?? [] }
    let middle = layers.startIndex + layers.count / 2
    return composed(composed(layers[..<middle]), composed(layers[middle...]))
  }

  /// Merges two layers of segments.
  ///
  /// - Complexity: O(n) for n segments.
  private static func composed(_ lower: [Segment], _ upper: [Segment]) -> [Segment] {
    guard let first = lower.first else { return upper }
    if upper.isEmpty { return lower }
    var result: [Segment] = []
    result.reserveCapacity(lower.count + upper.count)
    func append(_ segment: Segment, from: Double, to: Double) {
      guard from < to else { return }
      if let last = result.last, last.to == from, last.rule == segment.rule,
        last.state == segment.state, last.isOpaque == segment.isOpaque
      {
        result[result.count - 1].to = to
        return
      }
      var part = segment
      (part.from, part.to) = (from, to)
      result.append(part)
    }
    var index = 0
    // The part of the current lower segment before this time has been consumed.
    var reached = first.from
    func goOn() {
      index += 1
      if index < lower.count { reached = lower[index].from }
    }
    for segment in upper {
      while index < lower.count, reached < segment.from {
        append(lower[index], from: reached, to: min(lower[index].to, segment.from))
        if lower[index].to > segment.from {
          reached = segment.from
          break
        }
        goOn()
      }
      var from = segment.from
      while index < lower.count, reached < segment.to {
        let below = lower[index]
        append(segment, from: from, to: reached)
        let to = min(below.to, segment.to)
        append(segment.over(below), from: reached, to: to)
        from = to
        if below.to > segment.to {
          reached = to
          break
        }
        goOn()
      }
      append(segment, from: from, to: segment.to)
    }
    while index < lower.count {
      append(lower[index], from: reached, to: lower[index].to)
      goOn()
    }
    return result
  }
}

extension DayTimeline.Segment {
  /// The result of this segment on top of another one.
  fileprivate func over(_ below: DayTimeline.Segment) -> DayTimeline.Segment {
    if isOpaque { return self }
    guard below.state == .closed else { return below }
    var segment = self
    segment.isOpaque = below.isOpaque
    return segment
  }
}

extension HoursRule {
  /// The segments of the rule on a day to which it applies, disjoint and in order.
  ///
  /// - Parameters:
  ///   - number: the offset of the rule.
  ///   - sun: the times of the sun on the day and on the next one, if known.
  /// - Returns: segments in seconds from the midnight of the day.
  /// - Complexity: O(n log n) for n spans.
  func segments(_ number: Int, sun: (today: SunTimes, tomorrow: SunTimes)?)
    -> [DayTimeline.Segment]
  {
    let isFallback = link == .fallsBack
    func segment(_ from: Double, _ to: Double, _ state: OpeningHours.State) -> DayTimeline.Segment {
      DayTimeline.Segment(
        from: from, to: to, state: state, rule: number, isFallback: isFallback,
        isOpaque: !isFallback)
    }
    guard !spans.isEmpty else { return [segment(0, 86_400, state)] }
    var known: [DayTimeline.Segment] = []
    var unknown: [DayTimeline.Segment] = []
    known.reserveCapacity(spans.count)
    for span in spans {
      guard let (from, to, isKnown) = span.times(sun) else { continue }
      if isKnown {
        known.append(segment(from, to, state))
      } else {
        unknown.append(segment(from, to, .unknown))
      }
    }
    if unknown.isEmpty { return known.united }
    // A known state takes precedence over an unknown one.
    return DayTimeline(layers: [unknown.united, known.united], closingRule: nil).segments
  }
}

extension [DayTimeline.Segment] {
  /// Merges overlapping segments of the same state; the result is in order.
  fileprivate var united: [DayTimeline.Segment] {
    guard count > 1 else { return self }
    var united: [DayTimeline.Segment] = []
    for segment in sorted(by: { $0.from < $1.from }) {
      if let last = united.last, segment.from <= last.to {
        united[united.count - 1].to = Swift.max(last.to, segment.to)
      } else {
        united.append(segment)
      }
    }
    return united
  }
}

extension HoursSpan {
  /// The start and end of the span on a day, and whether they are known; nil if it does not occur.
  fileprivate func times(
    _ sun: (today: SunTimes, tomorrow: SunTimes)?
  ) -> (Double, Double, Bool)? {
    if let window {
      let (from, to) = (window.opens.seconds, window.closes.seconds)
      return from <= to && from.isFinite && to.isFinite ? (from, to, true) : nil
    }
    // If the ends are in order on average over the year, both are on the same day. On days on which
    // the sun reverses them, as `sunrise-07:00` in winter, or during polar night, the span does not
    // occur.
    let usuallyEndsLater = to.usual <= from.usual
    guard let sun else {
      // From the earliest possible start to the latest possible end.
      let from = self.from.clock ?? 0
      let latest = usuallyEndsLater || to.usual > 86_400 ? 172_800.0 : 86_400
      guard let clock = to.clock else { return (from, latest, false) }
      return (from, usuallyEndsLater ? min(clock + 86_400, 172_800) : max(clock, from), false)
    }
    let from = from.time(sun.today)
    var to = to.time(sun.today)
    // Other spans end on the next day, unless on this day the sun puts their end after the start.
    if to <= from {
      guard usuallyEndsLater, self.to.clock ?? 0 < 86_400 else { return nil }
      to = self.to.time(sun.tomorrow) + 86_400
    }
    to = min(to, 172_800)
    return from < to ? (from, to, true) : nil
  }
}

extension HoursSpan.End {
  /// The clock time, or nil if it depends on the sun.
  fileprivate var clock: Double? {
    if case .clock(let seconds) = self { seconds } else { nil }
  }

  /// The approximate time, averaged over the year.
  var usual: Double {
    switch self {
    case .clock(let seconds): seconds
    case .solar(.dawn, let offset): 5.5 * 3600 + offset
    case .solar(.sunrise, let offset): 6 * 3600 + offset
    case .solar(.sunset, let offset): 18 * 3600 + offset
    case .solar(.dusk, let offset): 18.5 * 3600 + offset
    }
  }

  fileprivate func time(_ sun: SunTimes) -> Double {
    switch self {
    case .clock(let seconds): seconds
    case .solar(let event, let offset): sun[event].seconds + offset
    }
  }
}

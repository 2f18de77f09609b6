/// What rules say of one day: times in order and apart from each other, closed between them.
///
/// Seconds count from the midnight with which the day begins, and go on into the next day.
struct DayProgram: Sendable {
  /// A time in one state.
  struct Segment: Hashable, Sendable {
    var from: Double
    var to: Double
    var state: OpeningHours.State
    /// The offset of the rule that says so.
    var rule: Int
    /// Whether a rule says so that only holds where the rules before it leave the place closed.
    var isFallback = false
    /// Whether it holds whatever lies below it; a fallback holds only over closed times.
    var isOpaque = true
  }

  private(set) var segments: [Segment] = []
  /// The rule by which the day as a whole is closed, for what it has to say.
  private(set) var closingRule: Int?

  init() {}

  /// Makes a day of what its rules say, each in order and apart from each other; later ones are on
  /// top.
  ///
  /// - Complexity: O(n log n) for n segments.
  init(layers: [[Segment]], closingRule: Int?) {
    segments = Self.composed(layers[...])
    self.closingRule = closingRule
  }

  /// The segments between two times, so many seconds later.
  func part(from: Double, to: Double, shiftedBy shift: Double = 0) -> [Segment] {
    segments.compactMap { segment in
      var segment = segment
      segment.from = max(segment.from, from) + shift
      segment.to = min(segment.to, to) + shift
      return segment.from < segment.to ? segment : nil
    }
  }

  /// A day as the clock shows it: what goes on from the day before, and what begins on it.
  ///
  /// What begins on the day counts more than what goes on from the one before, and that more than
  /// what holds only where nothing else does.
  ///
  /// - Complexity: O(n) for n segments.
  init(_ today: DayProgram, after yesterday: DayProgram) {
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

  /// Lists of segments on top of each other, the last one at the top.
  ///
  /// What a list does to those below it is a function of the state at each time, constant or a
  /// fallback. Such functions can be composed in any grouping, so lists are merged in pairs: each
  /// segment takes part in as many merges as the number of lists has binary digits.
  private static func composed(_ layers: ArraySlice<[Segment]>) -> [Segment] {
    guard layers.count > 1 else { return layers.first ?? [] }
    let middle = layers.startIndex + layers.count / 2
    return composed(composed(layers[..<middle]), composed(layers[middle...]))
  }

  /// The segments of one list on top of those of another.
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
    // From where on the lower segment at the index has not been taken yet.
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

extension DayProgram.Segment {
  /// What holds where this segment lies on top of another one.
  fileprivate func over(_ below: DayProgram.Segment) -> DayProgram.Segment {
    if isOpaque { return self }
    guard below.state == .closed else { return below }
    var segment = self
    segment.isOpaque = below.isOpaque
    return segment
  }
}

extension HoursRule {
  /// The times of the rule on a day that it is for, in order and apart from each other.
  ///
  /// - Parameters:
  ///   - number: the offset of the rule.
  ///   - sun: the times of the sun on the day and on the next one, where they are known.
  /// - Returns: segments from the midnight of the day on.
  /// - Complexity: O(n log n) for n spans.
  func segments(_ number: Int, sun: (today: SunTimes, tomorrow: SunTimes)?)
    -> [DayProgram.Segment]
  {
    let isFallback = link == .fallsBack
    func segment(_ from: Double, _ to: Double, _ state: OpeningHours.State) -> DayProgram.Segment {
      DayProgram.Segment(
        from: from, to: to, state: state, rule: number, isFallback: isFallback,
        isOpaque: !isFallback)
    }
    guard !spans.isEmpty else { return [segment(0, 86_400, state)] }
    var known: [DayProgram.Segment] = []
    var unknown: [DayProgram.Segment] = []
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
    return DayProgram(layers: [unknown.united, known.united], closingRule: nil).segments
  }
}

extension [DayProgram.Segment] {
  /// Segments of one state in order, overlapping ones as one.
  fileprivate var united: [DayProgram.Segment] {
    guard count > 1 else { return self }
    var united: [DayProgram.Segment] = []
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
  /// When the span begins and ends on a day, and whether that is known; nil for never.
  fileprivate func times(
    _ sun: (today: SunTimes, tomorrow: SunTimes)?
  ) -> (Double, Double, Bool)? {
    if let window {
      let (from, to) = (window.opens.seconds, window.closes.seconds)
      return from <= to && from.isFinite && to.isFinite ? (from, to, true) : nil
    }
    // Ends that are in order in the mean of the year are of one day: on days on which the sun turns
    // them round, as `sunrise-07:00` in winter, or in a polar night, there is no such time.
    let usuallyEndsLater = to.usual <= from.usual
    guard let sun else {
      // From the earliest beginning to the latest end.
      let from = self.from.clock ?? 0
      let latest = usuallyEndsLater || to.usual > 86_400 ? 172_800.0 : 86_400
      guard let clock = to.clock else { return (from, latest, false) }
      return (from, usuallyEndsLater ? min(clock + 86_400, 172_800) : max(clock, from), false)
    }
    let from = from.time(sun.today)
    var to = to.time(sun.today)
    // All others end on the next day unless the sun of the day puts their end behind the beginning.
    if to <= from {
      guard usuallyEndsLater, self.to.clock ?? 0 < 86_400 else { return nil }
      to = self.to.time(sun.tomorrow) + 86_400
    }
    to = min(to, 172_800)
    return from < to ? (from, to, true) : nil
  }
}

extension HoursSpan.End {
  /// The time on the clock, unless the sun tells it.
  fileprivate var clock: Double? {
    if case .clock(let seconds) = self { seconds } else { nil }
  }

  /// About when it is in the year's mean.
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

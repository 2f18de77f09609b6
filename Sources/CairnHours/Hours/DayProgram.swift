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
    /// Whether it only holds where nothing else does.
    var isFallback = false
  }

  private(set) var segments: [Segment] = []
  /// The rule by which the day as a whole is closed, for what it has to say.
  private(set) var closingRule: Int?

  /// Adds what a rule says of the day.
  mutating func apply(_ rule: HoursRule, _ segments: [Segment]) {
    switch rule.link {
    case _ where rule.clearsDays:
      self.segments = []
      closingRule = segments.first?.rule
    case .replaces where rule.state != .closed:
      self.segments = segments
      closingRule = nil
    case .replaces, .adds: for segment in segments { lay(segment) }
    case .fallsBack:
      for segment in segments {
        var segment = segment
        segment.isFallback = true
        fill(segment)
      }
    }
  }

  /// Puts a segment in place of what is there.
  mutating func lay(_ segment: Segment) {
    guard segment.from < segment.to else { return }
    var left: [Segment] = []
    left.reserveCapacity(segments.count + 2)
    for old in segments {
      if old.to <= segment.from || old.from >= segment.to {
        left.append(old)
        continue
      }
      if old.from < segment.from {
        var part = old
        part.to = segment.from
        left.append(part)
      }
      if old.to > segment.to {
        var part = old
        part.from = segment.to
        left.append(part)
      }
    }
    let index = left.firstIndex { $0.from >= segment.to } ?? left.count
    left.insert(segment, at: index)
    segments = left
  }

  /// Puts the parts of a segment there where the place is closed.
  private mutating func fill(_ segment: Segment) {
    var part = segment
    for old in segments where old.state != .closed && old.to > part.from {
      guard old.from < segment.to else { break }
      part.to = min(old.from, segment.to)
      lay(part)
      part.from = old.to
    }
    part.to = segment.to
    lay(part)
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
  init(_ today: DayProgram, after yesterday: DayProgram) {
    closingRule = today.closingRule
    let late = yesterday.part(from: 86_400, to: 172_800, shiftedBy: -86_400)
    if late.isEmpty, today.segments.allSatisfy({ $0.to <= 86_400 && $0.from >= 0 }) {
      segments = today.segments
      return
    }
    let now = today.part(from: 0, to: 86_400)
    for isFallback in [true, false] {
      for segment in late where segment.isFallback == isFallback { lay(segment) }
      for segment in now where segment.isFallback == isFallback { lay(segment) }
    }
  }

  init() {}

  /// True where nothing but closed times without a word is said.
  func isSilent(_ rules: [HoursRule]) -> Bool {
    segments.allSatisfy { $0.state == .closed && rules[$0.rule].comment == nil }
      && closingRule.flatMap { rules[$0].comment } == nil
  }
}

extension HoursRule {
  /// The times of the rule on a day that it is for, in order; overlapping ones are one.
  ///
  /// - Parameters:
  ///   - number: the offset of the rule.
  ///   - sun: the times of the sun on a day so many days later, where they are known.
  /// - Returns: segments from the midnight of the day on.
  func segments(_ number: Int, sun: (_ later: Int) -> SunTimes?) -> [DayProgram.Segment] {
    guard !spans.isEmpty else {
      return [DayProgram.Segment(from: 0, to: 86_400, state: state, rule: number)]
    }
    var found: [DayProgram.Segment] = []
    found.reserveCapacity(spans.count)
    for span in spans {
      guard let (from, to, isKnown) = span.times(sun) else { continue }
      found.append(
        DayProgram.Segment(from: from, to: to, state: isKnown ? state : .unknown, rule: number))
    }
    guard found.count > 1 else { return found }
    found.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    var merged: [DayProgram.Segment] = [found[0]]
    for segment in found.dropFirst() {
      let last = merged.count - 1
      if segment.from > merged[last].to {
        merged.append(segment)
      } else if segment.state == merged[last].state {
        merged[last].to = max(merged[last].to, segment.to)
      } else if segment.to > merged[last].to {
        var rest = segment
        rest.from = merged[last].to
        merged.append(rest)
      }
    }
    return merged
  }
}

extension HoursSpan {
  /// When the span begins and ends on a day, and whether that is known; nil for never.
  fileprivate func times(_ sun: (_ later: Int) -> SunTimes?) -> (Double, Double, Bool)? {
    if let window {
      let (from, to) = (window.opens.seconds, window.closes.seconds)
      return from <= to && from.isFinite && to.isFinite ? (from, to, true) : nil
    }
    // Whether it ends on the next day is told by times that are usual, so that a morning that is
    // over before the sun rises is none.
    let usually = (from.usual, to.usual)
    let endsLater = usually.1 <= usually.0
    guard let today = sun(0), let then = endsLater ? sun(1) : today else {
      var (from, to) = (from.clock ?? 0, to.clock ?? 86_400)
      if endsLater, self.to.clock != nil, to < 86_400 { to += 86_400 }
      if endsLater, self.to.clock == nil { to = 172_800 }
      from = min(from, to)
      return from < to ? (from, to, false) : nil
    }
    let from = from.time(today)
    var to = to.time(then)
    if endsLater, to < 86_400 || self.to.clock == nil { to += 86_400 }
    return from < to ? (from, min(to, 172_800), true) : nil
  }
}

extension HoursSpan.End {
  /// The time on the clock, unless the sun tells it.
  fileprivate var clock: Double? {
    if case .clock(let seconds) = self { seconds } else { nil }
  }

  /// About when it is in the year's mean.
  fileprivate var usual: Double {
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

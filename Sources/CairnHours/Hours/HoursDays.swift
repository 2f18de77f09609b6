/// Iterates over calendar days from 00:00 to 24:00.
struct HoursDays {
  /// The rules of two consecutive days, for hours that do not depend on the sun.
  private struct Key: Hashable {
    var yesterday: RuleSelection.RuleSet
    var today: RuleSelection.RuleSet
  }

  private let hours: OpeningHours
  private let context: HoursContext
  private let isSolar: Bool
  private var selection: RuleSelection
  private var date: CivilDate
  private var isOver = false
  private var yesterday: RuleSelection.RuleSet
  private var program: DayTimeline?
  /// The times of the sun on the most recent dates.
  private var sun: (date: CivilDate, today: SunTimes, tomorrow: SunTimes)?
  /// A cache: days repeat in weeks and years, so most of them have been computed before.
  private var known: [Key: DayTimeline] = [:]
  private var count = 0

  /// The maximum number of cached days: enough for the weeks and seasons of a year.
  private static let limit = 256

  init(_ hours: OpeningHours, from date: CivilDate, _ context: HoursContext) {
    self.hours = hours
    self.context = context
    self.date = date
    isSolar = hours.refersToSun
    selection = RuleSelection(hours.rules, context.localHolidays)
    yesterday = selection.rules(on: date.adding(days: -1))
  }

  /// The next day, from 00:00 to 24:00; nil after the last supported date.
  ///
  /// - Complexity: O(n log n) for n rules and times; O(n) for a day like one before.
  mutating func next() -> (date: CivilDate, program: DayTimeline)? {
    guard !isOver else { return nil }
    let date = date
    isOver = date == .last
    self.date = date.adding(days: 1)
    let today = selection.rules(on: date)
    let key = Key(yesterday: yesterday, today: today)
    yesterday = today
    count += 1
    // Most queries are about a single day, for which caching costs more than computing.
    guard !isSolar, count > 2 else { return (date, makeDay(date, key)) }
    if let day = known[key] {
      program = nil
      return (date, day)
    }
    let day = makeDay(date, key)
    if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
    known[key] = day
    return (date, day)
  }

  /// The periods that begin on the first day, including after midnight.
  mutating func firstProgram() -> DayTimeline {
    makeProgram(date, selection.rules(on: date))
  }

  private mutating func makeDay(_ date: CivilDate, _ key: Key) -> DayTimeline {
    switch context.nights {
    case .endAtMidnight: return makeCalendarDay(date, key)
    case .belongToTheirDay:
      let before = program ?? makeProgram(date.adding(days: -1), key.yesterday)
      let today = makeProgram(date, key.today)
      program = today
      return DayTimeline(today, after: before)
    }
  }

  /// The periods that begin on a date, from all rules that apply to it.
  private mutating func makeProgram(
    _ date: CivilDate, _ held: RuleSelection.RuleSet
  ) -> DayTimeline {
    let sun = sun(on: date)
    return hours.program(of: held.contains, sun: sun)
  }

  /// A calendar day whose rules replace everything that others define for it, including the
  /// previous night (``HoursContext/Nights/endAtMidnight``).
  ///
  /// - Complexity: O(n log n) for n rules and times, plus O(n) for each rule of the previous day
  ///   that follows closed periods.
  private mutating func makeCalendarDay(_ date: CivilDate, _ key: Key) -> DayTimeline {
    let (sunBefore, sun) = (sun(on: date.adding(days: -1)), sun(on: date))
    var layers: [[DayTimeline.Segment]] = []
    var closingRule: Int?
    // Whether all periods so far are closed and without a comment; nil if that is not known yet.
    var isSilent: Bool? = true
    for (number, rule) in hours.rules.enumerated() {
      let (holds, held) = (key.today.contains(number), key.yesterday.contains(number))
      guard holds || held, holds || !rule.clearsDays else { continue }
      if rule.discardsEarlierRules, !holds {
        let isDaySilent =
          isSilent ?? hours.isSilent(compose(&layers), closingRule)
        isSilent = isDaySilent
        // A night that continues does not replace a day to which another rule applies.
        guard isDaySilent else { continue }
      }
      if rule.discardsEarlierRules {
        layers.removeAll()
        closingRule = rule.clearsDays ? number : nil
        isSilent = hours.isSilent([], closingRule)
      }
      if rule.clearsDays { continue }
      var parts: [[DayTimeline.Segment]] = []
      if held { parts.append(rule.segments(number, sun: sunBefore).within(from: 86_400)) }
      if holds { parts.append(rule.segments(number, sun: sun).within(from: 0)) }
      let layer = compose(&parts)
      guard !layer.isEmpty else { continue }
      layers.append(layer)
      if !hours.isSilent(layer, nil) {
        isSilent = false
      } else if isSilent == false {
        isSilent = nil
      }
    }
    return DayTimeline(layers: layers, closingRule: closingRule)
  }

  /// Replaces the layers by their merged layer.
  private func compose(_ layers: inout [[DayTimeline.Segment]]) -> [DayTimeline.Segment] {
    let segments = DayTimeline(layers: layers, closingRule: nil).segments
    layers = [segments]
    return segments
  }

  private mutating func sun(on date: CivilDate) -> (today: SunTimes, tomorrow: SunTimes)? {
    guard isSolar else { return nil }
    if let sun, sun.date == date { return (sun.today, sun.tomorrow) }
    let known = sun.flatMap { $0.date.adding(days: 1) == date ? $0.tomorrow : nil }
    guard let today = known ?? context.sun(on: date),
      let tomorrow = context.sun(on: date.adding(days: 1))
    else { return nil }
    sun = (date, today, tomorrow)
    return (today, tomorrow)
  }
}

extension OpeningHours {
  /// The periods that begin on a day on which some of the rules apply.
  ///
  /// - Complexity: O(n log n) for n rules and times.
  func program(
    of holds: (Int) -> Bool, sun: (today: SunTimes, tomorrow: SunTimes)? = nil
  ) -> DayTimeline {
    // A rule that replaces all others discards the rules before it.
    let first = rules.indices.last { rules[$0].discardsEarlierRules && holds($0) }
    var layers: [[DayTimeline.Segment]] = []
    for number in (first ?? 0)..<rules.count where holds(number) && !rules[number].clearsDays {
      layers.append(rules[number].segments(number, sun: sun))
    }
    return DayTimeline(
      layers: layers, closingRule: first.flatMap { rules[$0].clearsDays ? $0 : nil })
  }
}

extension OpeningHours {
  /// Whether all periods are closed and without a comment.
  fileprivate func isSilent(_ segments: [DayTimeline.Segment], _ closingRule: Int?) -> Bool {
    segments.allSatisfy { $0.state == .closed && rules[$0.rule].comment == nil }
      && closingRule.flatMap { rules[$0].comment } == nil
  }
}

extension HoursRule {
  /// Whether the rule discards everything that earlier rules define for a day.
  fileprivate var discardsEarlierRules: Bool { clearsDays || link == .replaces && state != .closed }
}

extension [DayTimeline.Segment] {
  /// The parts of the segments within the day that begins at a number of seconds.
  fileprivate func within(from start: Double) -> [DayTimeline.Segment] {
    compactMap { segment in
      var segment = segment
      segment.from = Swift.max(segment.from - start, 0)
      segment.to = Swift.min(segment.to - start, 86_400)
      return segment.from < segment.to ? segment : nil
    }
  }
}

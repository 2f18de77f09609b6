/// Rules whose days or times have no exact limits: seasons, parts of a day, the rest of the days.
extension OpeningHoursParser {
  /// A part of a rule's meaning that depends on the other rules.
  struct RuleMark: Hashable {
    var season: HoursPhrase.Season?
    /// The bytes of its name in the text.
    var seasonName = 0..<0
    /// A part of the day that is closed.
    var part: HoursPhrase.DayPart?
    /// Whether the rule applies to the days for which the text has no other rule.
    var isRest = false

    /// The mark of text that begins at an index of another text.
    func moved(by offset: Int) -> RuleMark {
      guard season != nil else { return self }
      var mark = self
      mark.seasonName = seasonName.lowerBound + offset..<seasonName.upperBound + offset
      return mark
    }
  }

  private typealias MarkedRule = (rule: HoursRule, mark: RuleMark)

  /// The rules with exact times, from rules with ``marks``.
  func resolved(_ rules: [HoursRule]) throws(OpeningHoursError) -> [HoursRule] {
    var marked = rules.enumerated().map { MarkedRule($1, marks[$0] ?? RuleMark()) }
    if marked.allSatisfy({ $0.mark.isRest }) { throw error(.ambiguous, at: 0) }
    marked = Self.withRestFirst(marked)
    let partClosings = marked.filter { $0.mark.part != nil }
    marked.removeAll { $0.mark.part != nil }
    for closing in partClosings {
      guard closing.mark.season == nil, let rule = Self.closing(closing, of: marked.map { $0.rule })
      else { throw error(.ambiguous, at: 0) }
      marked.append((rule, RuleMark()))
    }
    if marked.contains(where: { $0.mark.season != nil }) {
      guard let rules = withoutSeasons(marked) else { throw error(.ambiguous, at: 0) }
      return rules
    }
    return marked.map { $0.rule }
  }

  /// Moves rules for the rest of the days before the others, which replace them.
  private static func withRestFirst(_ rules: [MarkedRule]) -> [MarkedRule] {
    let rest = rules.filter { $0.mark.isRest }
    guard !rest.isEmpty else { return rules }
    var others = rules.filter { !$0.mark.isRest }
    for index in others.indices where others[index].rule.link == .adds {
      let days = others[index].rule.days
      if !others[..<index].contains(where: { $0.rule.days == days }) {
        others[index].rule.link = .replaces
      }
    }
    if !others.isEmpty, others[0].rule.link == .adds { others[0].rule.link = .replaces }
    return rest + others
  }

  /// A rule that closes the times of a part of a day, from the times of the other rules; nil if
  /// these are not clearly in the part or outside it.
  private static func closing(_ closing: MarkedRule, of rules: [HoursRule]) -> HoursRule? {
    var rule = closing.rule
    guard let part = closing.mark.part, rule.days.areUsual, !rules.contains(where: { $0.needsDate })
    else { return nil }
    let usual = OpeningHours(rules: rules)
    let days = Weekday.allCases.filter { rule.days.contains($0) }
    for day in days {
      var spans: [HoursSpan] = []
      for window in usual[day] {
        guard let isIn = part.contains(window, of: usual[day]) else { return nil }
        if isIn { spans.append(HoursSpan(window)) }
      }
      guard spans.isEmpty || rule.spans.isEmpty || rule.spans == spans else { return nil }
      if !spans.isEmpty { rule.spans = spans }
    }
    guard !rule.spans.isEmpty else { return nil }
    rule.link = .adds
    return rule
  }

  /// Replaces the seasons: open in all of them, closed in all, or otherwise unknown.
  ///
  /// Nil if the rules of seasons have dates, holidays or times of the sun.
  private func withoutSeasons(_ rules: [MarkedRule]) -> [HoursRule]? {
    // Closings on dates and holidays are the same in every season.
    let closings = rules.filter {
      $0.mark.season == nil && $0.rule.clearsDays && !$0.rule.days.areUsual
    }
    let usual = rules.filter {
      $0.mark.season == nil && ($0.rule.days.areUsual || !$0.rule.clearsDays)
    }
    let seasonal = rules.filter { $0.mark.season != nil }
    guard (usual + seasonal).allSatisfy({ $0.rule.days.areUsual && !$0.rule.needsDate }),
      !usual.contains(where: { $0.rule.link == .fallsBack })
    else { return nil }
    // Other times of the year are not known.
    if usual.isEmpty, seasonal.allSatisfy({ $0.rule.state == .closed }) {
      return [HoursRule(state: .unknown)] + closings.map { $0.rule }
    }
    let named = Set(seasonal.compactMap { $0.mark.season })
    var years = HoursPhrase.Season.allCases.filter(named.contains).map { season in
      let own = seasonal.filter { $0.mark.season == season }.map { $0.rule }
      return OpeningHours(rules: usual.map { $0.rule } + Self.replacing(own))
    }
    let areAll: Bool = [[.summer, .winter], [.high, .low], [.spring, .summer, .autumn, .winter]]
      .contains(named)
    let hasRest = rules.contains { $0.mark.isRest }
    if !areAll || hasRest { years.append(OpeningHours(rules: usual.map { $0.rule })) }
    var names: [String] = []
    for rule in seasonal {
      let name = String(decoding: bytes[rule.mark.seasonName], as: UTF8.self)
      if !names.contains(name) { names.append(name) }
    }
    let merged = Self.merged(years, comment: names.joined(separator: ", "))
    return merged + closings.map { $0.rule }
  }

  /// The rules of a season, of which the first one for each day replaces the usual ones.
  private static func replacing(_ rules: [HoursRule]) -> [HoursRule] {
    rules.enumerated().map { index, rule in
      var rule = rule
      let isNew = !rules[..<index].contains { other in
        Weekday.allCases.contains { rule.days.contains($0) && other.days.contains($0) }
      }
      if isNew { rule.link = .replaces }
      return rule
    }
  }

  /// Weekly hours that are open or closed if all of several are, and otherwise unknown.
  private static func merged(_ years: [OpeningHours], comment: String) -> [HoursRule] {
    var weeks: [(spans: [OpeningHours.State: [HoursSpan]], days: [Weekday])] = []
    for day in Weekday.allCases {
      let programs = years.map { $0.program(on: .weekday(day), in: HoursContext()).segments }
      let times = Set(programs.flatMap { $0.flatMap { [$0.from, $0.to] } }).sorted()
      var spans: [OpeningHours.State: [HoursSpan]] = [:]
      for (from, to) in zip(times, times.dropFirst()) {
        let states = Set(
          programs.map { segments in
            segments.first { $0.from <= from && from < $0.to }?.state ?? .closed
          })
        let state = states.count == 1 ? states.first ?? .unknown : .unknown
        guard state != .closed else { continue }
        if let last = spans[state]?.last, last.to == .clock(from) {
          spans[state]?.removeLast()
          spans[state]?.append(HoursSpan(from: last.from, to: .clock(to)))
        } else {
          spans[state, default: []].append(HoursSpan(from: .clock(from), to: .clock(to)))
        }
      }
      if let index = weeks.firstIndex(where: { $0.spans == spans }) {
        weeks[index].days.append(day)
      } else {
        weeks.append((spans, [day]))
      }
    }
    var rules: [HoursRule] = []
    for (spans, days) in weeks {
      let selector = DaySelector(
        weekdays: days.count == 7 ? [] : DaySelector.WeekdayRange.ranges(of: days))
      for state in [OpeningHours.State.unknown, .open] {
        guard let spans = spans[state] else { continue }
        rules.append(
          HoursRule(
            link: .adds, days: selector, spans: spans, state: state,
            comment: state == .unknown ? comment : nil))
      }
    }
    return rules.isEmpty ? [HoursRule(state: .closed)] : rules
  }
}

extension HoursPhrase.DayPart {
  /// Whether a window of a day is in this part; nil if it may be in two parts.
  fileprivate func contains(_ window: TimeWindow, of all: [TimeWindow]) -> Bool? {
    let (opens, closes) = (window.opens.seconds / 3600, window.closes.seconds / 3600)
    switch self {
    case .morning:
      if opens >= 12 { return false }
      return closes <= 14.5 ? true : nil
    case .afternoon:
      // Lunch is before the afternoon, and dinner after it.
      if opens < 12 { return closes <= 14.5 ? false : nil }
      if opens < 13, all.count > 1, all.contains(where: { $0.opens > window.opens }) { return nil }
      return opens < 17.5 && (closes <= 20.5 || opens < 15 && closes <= 21) ? true : nil
    case .evening:
      if closes <= 17.5 { return false }
      return opens >= 17 ? true : nil
    }
  }
}

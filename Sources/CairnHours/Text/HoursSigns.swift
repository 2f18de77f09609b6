/// What people mean by rules that the specification reads in another way.
///
/// A text in OpenStreetMap's syntax has the meaning of the specification. Any other text is a sign,
/// in which a comma does not add times to those of other days: on public holidays only the times of
/// holidays apply, and times that overlap those of the same day replace them.
extension OpeningHoursParser {
  /// The words of the specification.
  private static let specified: Set<String> = [
    "mo", "tu", "we", "th", "fr", "sa", "su", "ph", "sh", "jan", "feb", "mar", "apr", "may", "jun",
    "jul", "aug", "sep", "oct", "nov", "dec", "week", "easter", "off", "closed", "open", "unknown",
    "sunrise", "sunset", "dawn", "dusk", "day", "days",
  ]

  /// The maximum number of rules of a sign; longer texts are written by programs.
  static let signLimit = 32

  /// Whether the text has words that are not in the specification, or times without minutes in the
  /// rules that are read.
  mutating func isSign() -> Bool {
    if hasSignTimes || isInner { return true }
    if let hasSignWords { return hasSignWords }
    var reader = self
    reader.index = 0
    var isFound = false
    while reader.index < bytes.count, !isFound {
      if reader.isQuote {
        reader.index += reader.quoteLength
        while reader.index < bytes.count, !reader.isQuote { reader.index += 1 }
        reader.index += reader.quoteLength
        continue
      }
      let end = reader.wordEnd
      if end > reader.index {
        isFound = !Self.specified.contains(reader.word)
        reader.index = end
      } else {
        reader.index += 1
      }
    }
    hasSignWords = isFound
    return isFound
  }

  /// Applies what a sign means by a rule after others.
  ///
  /// - Throws: an error if times without days may belong to the days before them.
  mutating func setSignMeaning(
    of written: inout WrittenRule, behind before: WrittenRule, _ rules: [HoursRule]
  ) throws(OpeningHoursError) {
    let rule = written.rule
    guard rule.state == .open, !rule.spans.isEmpty, !isUntilOnly, mark == RuleMark(),
      rules.count < Self.signLimit, isSign()
    else { return }
    if rule.link == .adds, rule.days.hasWeekdays, !rule.days.hasAnyDates,
      before.rule.days.hasAnyDates,
      before.rule.days.hasWeekdays, !before.endsInDays,
      !rule.days.sharesWeekday(with: before.rule.days),
      rules.allSatisfy({ $0.days.hasAnyDates })
    {
      // `April to October: Mo-Fr 9-18, Sa 10-16`
      written.rule.days.years = before.rule.days.years
      written.rule.days.dates = before.rule.days.dates
      written.rule.days.weeks = before.rule.days.weeks
      return
    }
    if written.isMeal || before.isMeal { return }
    if rule.link == .replaces, rule.days == DaySelector(), !written.isDaily, !written.hasPart,
      before.rule.state == .open, before.rule.days != DaySelector(), !before.rule.spans.isEmpty
    {
      // `Mo-Fr 8-12 Uhr; 14-18 Uhr`
      guard before.rule.days.hasWeekdays, !before.endsInDays, rule.begins(behind: before.rule)
      else { throw error(.ambiguous, at: written.position) }
      written.rule.days = before.rule.days
      written.rule.link = .adds
      return
    }
    if rule.link == .adds, rule.days.holidays.isEmpty,
      rule.days.hasWeekdays && rule.overlapsOne(of: rules) || rule.overlapsUsual(of: rules)
    {
      written.rule.link = .replaces
    }
  }

  /// Makes the times of public holidays the only ones on holidays, in any order of the rules.
  static func withHolidaysLast(_ rules: [HoursRule]) -> [HoursRule] {
    var result = rules
    var index = 0
    var rest = rules.count
    while index < result.count, rest > 0 {
      rest -= 1
      let rule = result[index]
      let others = result.indices.filter {
        $0 != index && result[$0].link != .fallsBack && result[$0].isPeer(of: rule)
      }
      guard rule.hasHolidayTimes, let last = others.last,
        !others.contains(where: { result[$0].days.holidays == rule.days.holidays })
      else {
        index += 1
        continue
      }
      let isShared = others.contains {
        result[$0].state == .open && rule.days.hasNamedWeekdays
          && rule.days.sharesWeekday(with: result[$0].days)
      }
      if isShared {
        if rule.link == .adds, rule.overlapsOne(of: Array(result[..<index])) {
          result[index].link = .replaces
        }
        index += 1
      } else if last < index {
        if rule.link == .adds { result[index].link = .replaces }
        index += 1
      } else {
        var moved = result.remove(at: index)
        moved.link = .replaces
        result.insert(moved, at: last)
        if result[index].link == .adds, index == 0 { result[0].link = .replaces }
      }
    }
    return result
  }
}

extension HoursRule {
  /// Whether the rule is open at times on public holidays, and not only on weekdays among them.
  fileprivate var hasHolidayTimes: Bool {
    state == .open && !spans.isEmpty && link != .fallsBack && !days.needsBoth
      && days.holidays.contains { !$0.isSchool && $0.offset == 0 }
  }

  /// Whether the rule is for weekdays, or all days, of every week or of the dates of another one.
  fileprivate func isPeer(of other: HoursRule) -> Bool {
    guard !days.needsBoth, days.years.isEmpty || days.years == other.days.years else {
      return false
    }
    return (days.holidays.isEmpty || days.hasNamedWeekdays)
      && (!days.hasAnyDates || days.dates == other.days.dates && days.weeks == other.days.weeks)
  }

  /// Whether all times begin when those of another rule have ended.
  fileprivate func begins(behind other: HoursRule) -> Bool {
    let starts = spans.compactMap { $0.window?.opens }
    let ends = other.spans.compactMap { $0.window?.closes }
    guard let first = starts.min(), let last = ends.max(), starts.count == spans.count,
      ends.count == other.spans.count
    else { return false }
    return first >= last
  }

  /// Whether a single one of the rules has times on the rule's weekdays, on all of them, and these
  /// overlap the rule's.
  fileprivate func overlapsOne(of rules: [HoursRule]) -> Bool {
    let others = rules.filter {
      $0.days.holidays.isEmpty && $0.link != .fallsBack && $0.days.sharesWeekday(with: days)
    }
    guard others.count == 1, let other = others.first, other.state == .open,
      other.days.years == days.years, other.days.dates == days.dates,
      other.days.weeks == days.weeks,
      Weekday.allCases.allSatisfy({ !days.hasWeekday($0) || other.days.hasWeekday($0) })
    else { return false }
    return overlaps(other)
  }

  /// Whether the rule has dates that no other of the rules has, and overlaps one without dates.
  fileprivate func overlapsUsual(of rules: [HoursRule]) -> Bool {
    days.hasAnyDates
      && !rules.contains {
        $0.days.years == days.years && $0.days.dates == days.dates && $0.days.weeks == days.weeks
      }
      && rules.contains {
        $0.state == .open && $0.link != .fallsBack && $0.days.areUsual
          && $0.days.sharesWeekday(with: days) && overlaps($0)
      }
  }

  /// Whether times overlap those of another rule and do not contain them.
  private func overlaps(_ other: HoursRule) -> Bool {
    let (windows, earlier) = (spans.compactMap { $0.window }, other.spans.compactMap { $0.window })
    // Longer times mean the same when added.
    let areLonger = earlier.allSatisfy { usual in
      windows.contains { $0.opens <= usual.opens && usual.closes <= $0.closes }
    }
    return !areLonger
      && windows.contains { window in
        earlier.contains { $0.opens < window.closes && window.opens < $0.closes }
      }
  }
}

extension DaySelector {
  fileprivate var hasAnyDates: Bool { !years.isEmpty || !dates.isEmpty || !weeks.isEmpty }

  fileprivate var hasNamedWeekdays: Bool { !weekdays.isEmpty }

  /// Whether weekdays or holidays are named.
  fileprivate var hasWeekdays: Bool { !weekdays.isEmpty || !holidays.isEmpty }

  /// Whether the rule is for a weekday of some weeks.
  fileprivate func hasWeekday(_ day: Weekday) -> Bool {
    weekdays.isEmpty && holidays.isEmpty || weekdays.contains { $0.contains(day) }
  }

  fileprivate func sharesWeekday(with other: DaySelector) -> Bool {
    Weekday.allCases.contains { hasWeekday($0) && other.hasWeekday($0) }
  }
}

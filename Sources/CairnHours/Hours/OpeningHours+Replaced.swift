extension OpeningHours {
  /// The rules that have no effect, since a later rule after a semicolon replaces them on all of
  /// their days, in the syntax of ``description``.
  ///
  /// ```swift
  /// try OpeningHours("Mo-Fr 09:00-12:00; 14:00-18:00").replacedRules     // ["Mo-Fr 09:00-12:00"]
  /// try OpeningHours("Mo-Fr 09:00-12:00,14:00-18:00").replacedRules      // []
  /// ```
  ///
  /// This is rarely meant: the author wanted a comma, which adds times. A later `off` is not
  /// counted, as it closes a place on purpose.
  ///
  /// - Complexity: O(n) for n rules.
  public var replacedRules: [String] {
    var replacing: Set<DaySelector> = []
    var replaced: [String] = []
    for rule in rules.reversed() {
      if rule.link != .fallsBack, rule.state != .unknown, !rule.spans.isEmpty,
        replacing.contains(DaySelector()) || replacing.contains(rule.days)
      {
        replaced.append(rule.text)
      }
      if rule.link == .replaces, rule.state != .closed { replacing.insert(rule.days) }
    }
    return replaced.reversed()
  }
}

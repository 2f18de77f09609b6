extension OpeningHours {
  /// Reads hours as they are written on signs and in OpenStreetMap's `opening_hours`:
  /// `Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; Su off`.
  ///
  /// ```swift
  /// let hours = OpeningHours("Tu-Su 10:00-18:00; Fr 10:00-22:00")
  /// hours?[.monday]     // []
  /// hours?[.friday]     // [10:00-22:00]
  /// OpeningHours("24/7") == .always
  /// ```
  ///
  /// Rules are separated by semicolons; a later one replaces what earlier ones said of the same
  /// days. A rule is a list of days (`Mo`, `Mon` or `monday`, in any case; ranges may go over
  /// Sunday; without days it is every day) and a list of windows, `off` or `closed`. A window
  /// that closes before it opens ends on the next day. Days that no rule names are closed.
  /// Seasons, holidays and other parts of OpenStreetMap's language are not read: nil.
  public init?(_ text: some StringProtocol) {
    self = .never
    let rules = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let last = rules.last else { return nil }
    // A semicolon at the end ends the last rule.
    for rule in rules.count > 1 && last.allSatisfy(\.isWhitespace) ? rules.dropLast() : rules[...] {
      guard let (days, windows) = Self.rule(rule) else { return nil }
      for day in days { self[day] = windows }
    }
  }

  private static func rule(
    _ text: some StringProtocol
  ) -> (days: [Weekday], windows: [TimeWindow])? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return nil }
    let namesDays = first.first?.isLetter == true && !isOff(first)
    // Windows may stand behind commas with spaces: join what follows the days.
    let rest = words.dropFirst(namesDays ? 1 : 0).joined()
    guard let days = namesDays ? Self.days(first) : Weekday.allCases, !rest.isEmpty else {
      return nil
    }
    if isOff(rest) { return (days, []) }
    if rest == "24/7" { return (days, [TimeWindow(ClockTime(0, 0), ClockTime(24, 0))]) }
    var windows: [TimeWindow] = []
    for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
      guard let window = TimeWindow(part) else { return nil }
      windows.append(window)
    }
    return (days, windows)
  }

  private static func isOff(_ word: some StringProtocol) -> Bool {
    let word = word.lowercased()
    return word == "off" || word == "closed"
  }

  /// The days of a list such as `Mo-We,Fr`.
  private static func days(_ list: some StringProtocol) -> [Weekday]? {
    var days: [Weekday] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = ends.first.flatMap({ Weekday($0) }),
        let last = ends.last.flatMap({ Weekday($0) })
      else { return nil }
      var day = first
      days.append(day)
      while day != last {
        day = day.next
        days.append(day)
      }
    }
    return days
  }
}

extension Weekday {
  /// Reads the English name of a day or its first two or three letters, in any case.
  public init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    guard
      let index = names.firstIndex(where: {
        $0 == name || $0.prefix(3) == name || $0.prefix(2) == name
      })
    else { return nil }
    self = Self.allCases[index]
  }
}

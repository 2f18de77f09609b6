extension OpeningHours {
  /// Reads hours as they are written on signs and in OpenStreetMap's `opening_hours`:
  /// `Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; Su,PH off`.
  ///
  /// ```swift
  /// let hours = try OpeningHours("Tu-Su 10:00-18:00; Fr 10:00-22:00; PH off")
  /// hours[.monday]     // []
  /// hours[.friday]     // [10:00-22:00]
  /// try OpeningHours("24/7") == .always     // true
  /// ```
  ///
  /// A rule is a list of days (`Mo`, `Mon` or `monday`, in any case; ranges may go over Sunday;
  /// without days it is every day) and a list of times, `off` or `closed`. Behind a semicolon, a
  /// rule replaces what earlier ones said of the same days; behind a comma it adds to them, as in
  /// `Mo-Fr 08:00-18:30, Sa 08:00-16:00`. `off` with times takes those times away. Days that no
  /// rule names are closed. A range that closes when it opens or before ends on the next day
  /// (`20:00-02:00`, which may be written `20:00-26:00`). An open end (`17:00+`) lasts until
  /// midnight, and adds nothing behind a closing time (`09:00-17:00+`). Comments in quotation
  /// marks are passed over.
  ///
  /// Which days are public (`PH`) or school holidays (`SH`) is not known here: rules for them are
  /// read and have no effect, so on a holiday a place counts as open as on any such weekday.
  ///
  /// - Throws: ``OpeningHoursError`` for everything else, as seasons, dates and times of the sun,
  ///   which need a date. Do not replace it by hours that never close: a plan would then come to a
  ///   closed door.
  public init(_ text: some StringProtocol) throws(OpeningHoursError) {
    self = .never
    var reader = HoursReader(text)
    while let rule = try reader.next() { add(rule) }
  }

  private mutating func add(_ rule: HoursReader.Rule) {
    for day in rule.days {
      switch rule.effect {
      case .replace: self[day] = rule.windows
      case .add: self[day] += rule.windows.filter { !self[day].contains($0) }
      case .close: self[day] = rule.windows.isEmpty ? [] : self[day].without(rule.windows)
      }
    }
  }
}

extension [TimeWindow] {
  /// The difference of windows: what other windows do not cover.
  fileprivate func without(_ others: [TimeWindow]) -> [TimeWindow] {
    var left = self
    for other in others {
      left = left.flatMap { window -> [TimeWindow] in
        if other.closes <= window.opens || other.opens >= window.closes { return [window] }
        var parts: [TimeWindow] = []
        if window.opens < other.opens { parts.append(TimeWindow(window.opens, other.opens)) }
        if other.closes < window.closes { parts.append(TimeWindow(other.closes, window.closes)) }
        return parts
      }
    }
    return left
  }
}

/// Reads the rules of a text one after the other.
private struct HoursReader {
  /// What a rule says of some days of the week.
  struct Rule {
    enum Effect {
      case replace, add, close
    }

    var days: [Weekday] = []
    var windows: [TimeWindow] = []
    var effect = Effect.replace
  }

  private let text: [Character]
  private var index = 0
  /// Whether the next rule stands behind a comma.
  private var isAdding = false
  private var hasRules = false

  init(_ text: some StringProtocol) {
    self.text = Array(text)
  }

  /// The next rule; nil at the end of the text.
  mutating func next() throws(OpeningHoursError) -> Rule? {
    skipBlanks()
    // A semicolon at the end ends the last rule.
    if index == text.count, hasRules, !isAdding { return nil }
    var rule = Rule(effect: isAdding ? .add : .replace)
    let days = try days()
    rule.days = days ?? Weekday.allCases
    let hasTimes = try times(&rule)
    try modifier(&rule, isAlone: days == nil && !hasTimes, hasTimes: hasTimes)
    try separator()
    hasRules = true
    return rule
  }

  // MARK: Parts of a rule

  /// The days of the week that a rule is for, but for holidays; nil where it names none.
  private mutating func days(
    isSecond: Bool = false
  ) throws(OpeningHoursError) -> [Weekday]? {
    skipBlanks()
    guard isDay(word()) else { return nil }
    var days: [Weekday] = []
    while true {
      let start = index
      let name = word()
      guard isDay(name) else { throw error(.days, at: start) }
      index += name.count
      if let first = Weekday(name) {
        var last = first
        if skipHyphen() {
          let end = word()
          guard let day = Weekday(end) else { throw error(.days) }
          index += end.count
          last = day
        }
        var day = first
        days.append(day)
        while day != last {
          day = day.next
          days.append(day)
        }
      }
      if peek == "[" { throw error(.dates) }
      let end = index
      skipBlanks()
      guard peek == "," else {
        index = end
        break
      }
      index += 1
      skipBlanks()
    }
    skipBlanks()
    if peek == ":" { index += 1 }
    skipBlanks()
    if isDay(word()) {
      // Days that are holidays as well, as in `PH Mo-Fr`; anything else needs a comma.
      guard days.isEmpty, !isSecond else { throw error(.unexpected) }
      _ = try self.days(isSecond: true)
      return []
    }
    return days
  }

  private func isDay(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "ph" || name == "sh" || Weekday(name) != nil
  }

  /// Reads a list of times; true when there is one.
  private mutating func times(_ rule: inout Rule) throws(OpeningHoursError) -> Bool {
    skipBlanks()
    if starts(with: "24/7") {
      index += 4
      rule.windows = [TimeWindow(ClockTime(0, 0), ClockTime(24, 0))]
      return true
    }
    guard isTime else { return false }
    while true {
      rule.windows.append(try window())
      let end = index
      skipBlanks()
      guard peek == "," else {
        index = end
        return true
      }
      // After a comma comes a time, or else another rule.
      index += 1
      skipBlanks()
      if !isTime {
        if index == text.count { throw error(.unexpected) }
        index = end
        return true
      }
    }
  }

  private var isTime: Bool {
    guard let peek else { return false }
    return peek.isASCII && peek.isNumber || peek == "(" || isSun(word())
  }

  private func isSun(_ name: String) -> Bool {
    ["sunrise", "sunset", "dawn", "dusk"].contains(name.lowercased())
  }

  private mutating func window() throws(OpeningHoursError) -> TimeWindow {
    let opens = try time()
    let start = index
    guard skipHyphen() else {
      index = start
      skipBlanks()
      guard peek == "+" else { throw error(.closingTime) }
      index += 1
      let midnight = ClockTime(opens < ClockTime(24, 0) ? 24 : 48, 0)
      return TimeWindow(opens, midnight)
    }
    var closes = try time()
    if peek == "/" { throw error(.intervals) }
    if peek == "+" { index += 1 }
    if closes <= opens { closes = closes + 86_400 }
    return TimeWindow(opens, closes)
  }

  private mutating func time() throws(OpeningHoursError) -> ClockTime {
    if peek == "(" || isSun(word()) { throw error(.sun) }
    let start = index
    while let peek, peek.isASCII, peek.isNumber || peek == ":" { index += 1 }
    let digits = text[start..<index]
    guard let time = ClockTime(String(digits)) else {
      let isYear = digits.count == 4 && !digits.contains(":")
      throw error(isYear ? .dates : digits.isEmpty ? .closingTime : .time, at: start)
    }
    return time
  }

  /// Reads `off` and its like, and a comment.
  private mutating func modifier(
    _ rule: inout Rule, isAlone: Bool, hasTimes: Bool
  ) throws(OpeningHoursError) {
    skipBlanks()
    let start = index
    let name = word().lowercased()
    switch name {
    case "off", "closed":
      index += name.count
      rule.effect = .close
    case "open":
      index += name.count
      if !hasTimes { rule.windows = [TimeWindow(ClockTime(0, 0), ClockTime(24, 0))] }
    case "unknown": throw error(.unknown)
    case "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
      "week", "easter":
      throw error(.dates)
    case "":
      if !hasTimes {
        throw error(peek == "\"" ? .unknown : isAlone ? .unexpected : .days)
      }
    default: throw error(isAlone || hasTimes ? .unexpected : .days, at: start)
    }
    skipBlanks()
    if peek == "\"" {
      index += 1
      while let peek, peek != "\"" { index += 1 }
      guard peek == "\"" else { throw error(.unexpected) }
      index += 1
    }
  }

  /// Reads the separator of two rules.
  private mutating func separator() throws(OpeningHoursError) {
    skipBlanks()
    while starts(with: "||") { try fallback() }
    isAdding = false
    switch peek {
    case nil: return
    case ";": index += 1
    case ",":
      index += 1
      isAdding = true
    default: throw error(.unexpected)
    }
  }

  /// What holds where nothing else does may be said in words, which no plan can use.
  private mutating func fallback() throws(OpeningHoursError) {
    index += 2
    skipBlanks()
    if word().lowercased() == "unknown" { index += 7 }
    skipBlanks()
    guard peek == "\"" else { throw error(.unexpected) }
    index += 1
    while let peek, peek != "\"" { index += 1 }
    guard peek == "\"" else { throw error(.unexpected) }
    index += 1
    skipBlanks()
  }

  // MARK: Characters

  private var peek: Character? { index < text.count ? text[index] : nil }

  private func starts(with prefix: String) -> Bool { text[index...].starts(with: prefix) }

  /// The letters from here on.
  private func word() -> String {
    String(text[index...].prefix { $0.isASCII && $0.isLetter }.prefix(12))
  }

  private mutating func skipBlanks() {
    while let peek, peek.isWhitespace { index += 1 }
  }

  /// Goes past a hyphen or an en dash and the blanks around it, if there is one.
  private mutating func skipHyphen() -> Bool {
    let start = index
    skipBlanks()
    guard peek == "-" || peek == "–" else {
      index = start
      return false
    }
    index += 1
    skipBlanks()
    return true
  }

  private func error(
    _ problem: OpeningHoursError.Problem, at offset: Int? = nil
  ) -> OpeningHoursError {
    OpeningHoursError(text: String(text), offset: offset ?? index, problem: problem)
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

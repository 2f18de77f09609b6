internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory

extension Command {
  /// `cairn hours`: evaluates opening hours.
  static let hours = Command(
    name: "hours",
    summary: "print when a place is open, from opening hours in OpenStreetMap's syntax",
    operands: "<hours>",
    discussion: """
      Reads opening hours, such as `Mo-Fr 09:00-12:30,14:00-18:00; PH off`, and prints whether the
      place is open at a local time, until when, and the following changes: open, closed or unknown,
      with the comments in the hours. Hours that have no effect, since later ones after a semicolon
      replace them, are named. Public holidays are those of --country, of the place or of
      --holidays; school holidays must be given. If the hours refer to holidays that are not known,
      a line says so, and no day counts as a holiday. Public holidays are known from 2000 to 2050, in
      some countries for fewer years.
      Sunrise and sunset need a place; its clock is that of its time zone, or of --utc-offset.
      Without a place such times count as unknown, and a line says so.
      """,
    options: [
      Option(
        name: "at", value: "TIME",
        help: "a date and a time, such as 2026-03-29T12:00 (default with --place: now, there)"),
      Option(name: "days", value: "N", help: "the number of days to list from then on (7)"),
      .holidayCountry,
      Option(name: "holidays", value: "DATES", help: "public holidays, separated by commas"),
      Option(name: "school", value: "DATES", help: "school holidays, separated by commas"),
      Option(name: "place", value: "PLACE", help: "the place for sunrise, sunset and holidays"),
      Option(
        name: "utc-offset", value: "HOURS", help: "hours by which the place's clock is ahead of UTC"
      ),
      Option(
        name: "letter",
        help: "by the letter of the specification, a day's rule also replaces the hours after "
          + "midnight of the day before"),
      .format(["table", "json"]),
    ],
    examples: [
      ("cairn hours \"Mo-Fr 08:00-18:00; PH off\" --at 2026-03-27T12:00", "open, and until when"),
      (
        "cairn hours \"Mo-Fr 08:00-18:00; PH off\" --at 2026-01-06 --country DE-BY",
        "with the holidays of Bavaria"
      ),
      (
        "cairn hours sunrise-sunset --at 2026-06-21T12:00 --place Vienna",
        "with sunrise and sunset"
      ),
      ("cairn hours \"Mo-Fr 08:00-18:00\" --at 2026-03-27 --days 3", "the intervals of three days"),
    ],
    run: { (arguments, console) throws(Failure) in
      let answer = try HoursResult(arguments)
      if arguments["format"] == "json" {
        try console.output.write(answer.json)
      } else {
        try console.output.write(answer.text)
      }
    })
}

/// The result of `cairn hours`.
private struct HoursResult {
  let intervals: [HoursInterval]
  let nextChange: CivilTime?
  /// The kinds of holidays that the hours refer to and that are not given.
  let unknownHolidays: [HolidayKind]
  /// The dates whose public holidays are known, if some are.
  let holidayDates: ClosedRange<CivilDate>?
  /// The rules that have no effect.
  let replacedRules: [String]
  /// Whether the hours refer to the sun, whose times are not known.
  let needsSun: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard !arguments.operands.isEmpty else {
      throw .usage("opening hours are needed, such as `cairn hours 'Mo-Fr 08:00-18:00'`")
    }
    let place = try arguments["place"].map { (name) throws(Failure) in
      try Location(name).coordinate
    }
    let offset = try arguments.utcOffset
    let time = try Self.time(arguments["at"], at: place, offset)
    let days = try arguments.count("days", default: 7, in: 1...3_660)
    guard days <= time.date.days(to: .last) else {
      throw .usage("the days after --at go beyond \(CivilDate.last), the last supported date")
    }
    var context = HoursContext(
      holidays: try arguments.holidayCalendar,
      nights: arguments.has("letter") ? .endAtMidnight : .belongToTheirDay)
    if let place {
      context.place = place
      if !arguments.hasPublicHolidays {
        context.holidays = HolidayCalendar(at: place).adding(schoolHolidaysOf: context.holidays)
      }
    }
    let hours: OpeningHours
    do throws(OpeningHoursError) {
      hours = try OpeningHours(arguments.operands.joined(separator: " "))
    } catch {
      throw Failure(code: .data, message: error.description)
    }
    let end = CivilTime(time.date.adding(days: days), time.time)
    if hours.refersToSun, let place {
      if let offset {
        context.utcOffset = { _ in offset }
      } else {
        context.utcOffset = LocalClock.noonOffsets(at: [place], on: time.date...end.date)
      }
    }
    intervals = hours.intervals(from: time, to: end, in: context)
    nextChange = hours.nextChange(after: time, in: context)
    unknownHolidays = hours.unknownHolidays(on: time.date...end.date, in: context.holidays)
    holidayDates = context.holidays.publicDates
    replacedRules = hours.replacedRules
    needsSun = hours.refersToSun && context.utcOffset == nil
  }

  /// The time of `--at`, or now by the clock of the place or of `--utc-offset`.
  private static func time(
    _ text: String?, at place: Coordinate?, _ offset: Double?
  ) throws(Failure) -> CivilTime {
    guard let text else {
      let instant = System.secondsSince1970
      var clock = LocalClock(instant: instant)
      if let ahead = offset.map({ Int($0) }) ?? place.flatMap({ clock.offset(at: $0) }) {
        return CivilTime(secondsSince1970: instant + ahead)
      }
      guard place != nil else {
        throw .usage("--at is needed, such as --at 2026-03-29T12:00; or --place for the time there")
      }
      throw .usage("this system has no time zone data; give --at or --utc-offset")
    }
    guard let time = CivilTime(text) ?? CivilTime("\(text)T00:00") else {
      throw .usage(
        "--at is a date and a time such as 2026-03-29T12:00, not \(Spelling.quoted(text))")
    }
    return time
  }

  var text: String {
    guard let now = intervals.first else { return "" }
    var text = now.state.rawValue
    if let change = nextChange { text += " until \(Self.text(change))" }
    text += now.comment.map { ", \"\(Text.line($0))\"" } ?? ""
    text += "\n"
    for kind in unknownHolidays { text += unknownText(kind) + "\n" }
    if needsSun {
      text += "the times of the sun are not known without --place and its UTC offset\n"
    }
    for rule in replacedRules {
      text +=
        "\(Spelling.quoted(rule)) has no effect: later hours after a semicolon replace it; a comma "
        + "adds them\n"
    }
    text += "\n"
    for interval in intervals {
      text +=
        "\(Self.text(interval.from))  \(interval.state.rawValue)"
        + (interval.comment.map { "  \"\(Text.line($0))\"" } ?? "") + "\n"
    }
    return text
  }

  /// Why no day counts as a holiday of a kind.
  private func unknownText(_ kind: HolidayKind) -> String {
    if kind == .public, let holidayDates {
      return "public holidays are known from \(holidayDates.lowerBound.year) to "
        + "\(holidayDates.upperBound.year) there: no day of other years counts as one"
    }
    let option = kind == .public ? "country or --holidays" : "school"
    return "\(kind.rawValue) holidays are not known: no day counts as a holiday without --\(option)"
  }

  private static func text(_ time: CivilTime) -> String {
    let day = "\(time.date.weekday)".prefix(3)
    return "\(day) \(time.date) \(time.time.rounded())"
  }

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    if let now = intervals.first { json.member("state", now.state.rawValue) }
    if let nextChange { json.member("next_change", nextChange.description) }
    if !unknownHolidays.isEmpty {
      json.member("unknown_holidays", unknownHolidays) { $0.value($1.rawValue) }
    }
    if needsSun { json.member("unknown_sun", true) }
    if !replacedRules.isEmpty { json.member("replaced_rules", replacedRules) { $0.value($1) } }
    json.member("intervals", objects: intervals, onLines: true) { json, interval in
      json.member("from", interval.from.description)
      json.member("to", interval.to.description)
      json.member("state", interval.state.rawValue)
      if let comment = interval.comment { json.member("comment", comment) }
    }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

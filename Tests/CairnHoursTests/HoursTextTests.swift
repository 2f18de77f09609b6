import CairnGeodesy
import TestSupport
import Testing

@testable import CairnHours

@Suite struct HoursTextTests {
  private func windows(_ texts: String...) throws -> [TimeWindow] {
    try texts.map { try #require(TimeWindow($0)) }
  }

  @Test func textsParse() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; We off;")
    let day = try windows("09:00-12:30", "14:00-18:00")
    #expect(hours[.monday] == day && hours[.friday] == day)
    #expect(try hours[.saturday] == windows("10:00-14:00"))
    #expect(hours[.wednesday].isEmpty && hours[.sunday].isEmpty)

    #expect(try OpeningHours("24/7") == .always)
    for day in Weekday.allCases { #expect(try OpeningHours("off")[day].isEmpty) }
    #expect(try OpeningHours(" 9:00-17:00 ") == .daily(windows("9:00-17:00")))
    #expect(try OpeningHours("9:00-10:00, 11:00-12:00")[.sunday].count == 2)
    let weekend = try OpeningHours("Sat-mon,thursday 20:00-02:00")
    #expect(weekend[.monday] == [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))])
    #expect(weekend[.thursday].count == 1 && weekend[.tuesday].isEmpty)
    #expect(try OpeningHours("24/7; Mo closed") == .always.closed(on: .monday))
  }

  /// The two texts of each pair mean the same.
  private static let equivalentTextsParseAlikeCases: [(String, String)] = [
    // After a comma a rule adds to the earlier ones; after a semicolon it replaces them.
    ("Mo-Fr 08:00-18:30, Sa 08:00-16:00", "Mo-Fr 08:00-18:30; Sa 08:00-16:00"),
    ("Mo-Fr 08:00-12:00, We 14:00-18:00", "Mo,Tu,Th,Fr 08:00-12:00; We 08:00-12:00,14:00-18:00"),
    ("Mo-Fr 08:00-12:00; We 14:00-18:00", "Mo,Tu,Th,Fr 08:00-12:00; We 14:00-18:00"),
    (
      "Mo-Th 11:00-23:00, Fr,Sa 11:00-01:00, Su 12:00-23:00",
      "Mo-Th 11:00-23:00; Fr-Sa 11:00-25:00; Su 12:00-23:00"
    ),
    ("Tu 09:00-12:00; 13:00-18:30", "13:00-18:30"),
    // Spaces.
    ("Fr 14:00-20:00; Sa, Su 14:00-18:00", "Fr 14:00-20:00;Sa-Su 14:00-18:00"),
    ("Mo - Fr 08:00 - 12:00 ,13:00 -17:00", "Mo-Fr 08:00-12:00,13:00-17:00"),
    ("Mo–Fr: 08:00–12:00", "Mo-Fr 08:00-12:00"),
    ("Fr-Mo 09:00-17:00", "Fr,Sa,Su,Mo 09:00-17:00"),
    // Without a date no day is a holiday.
    ("Mo-Fr 09:00-17:00; PH off", "Mo-Fr 09:00-17:00"),
    ("Mo-Fr 09:00-17:00; PH 10:00-14:00", "Mo-Fr 09:00-17:00"),
    ("Mo-Fr 09:00-17:00, PH closed; SH Mo 08:00-12:00", "Mo-Fr 09:00-17:00"),
    ("Mo-Su 09:00-17:00; Su,PH off", "Mo-Sa 09:00-17:00"),
    ("Mo-Su 09:00-17:00; PH, Su off", "Mo-Sa 09:00-17:00"),
    ("Mo-Sa,PH 09:00-17:00", "Mo-Sa 09:00-17:00"),
    ("PH off", "off"),
    // Past midnight.
    ("20:00-02:00", "20:00-26:00"),
    ("Sa 22:00-22:00", "Sa 22:00-46:00"),
    ("00:00-00:00", "24/7"),
    // An open end.
    ("17:00+", "17:00-27:00 unknown"),
    ("Mo 09:00-17:00+", "Mo 09:00-17:00"),
    // Modifiers and comments.
    ("Mo-Fr 09:00-17:00 open \"ring twice\"", "Mo-Fr 09:00-17:00"),
    ("Mo open", "Mo 00:00-24:00"),
    ("Mo-Su 10:00-18:00; Mo 12:00-13:00 off", "Mo 10:00-12:00,13:00-18:00; Tu-Su 10:00-18:00"),
    ("Mo 10:00-18:00; Mo 09:00-11:00,17:00-19:00 off", "Mo 11:00-17:00"),
    ("Mo-Fr 09:00-17:00 || \"by appointment\"", "Mo-Fr 09:00-17:00"),
  ]

  @Test(arguments: equivalentTextsParseAlikeCases)
  func equivalentTextsParseAlike(text: String, plain: String) throws {
    let (hours, expected) = (try OpeningHours(text), try OpeningHours(plain))
    for day in Weekday.allCases { #expect(hours[day] == expected[day], "\(day)") }
  }

  /// The two texts of each pair mean the same: unambiguous notations are accepted.
  private static let unambiguousNotationsParseCases: [(String, String)] = [
    ("mo-fr 8:00-12:00", "Mo-Fr 08:00-12:00"), ("MON - FRI 9-17", "Mo-Fr 09:00-17:00"),
    ("Monday-Friday: 09.00-17.30", "Mo-Fr 09:00-17:30"),
    ("Mo-Fr 10am-6pm; Sat 12am - 12pm", "Mo-Fr 10:00-18:00; Sa 00:00-12:00"),
    ("Mo-Fr 9 a.m. to 5:30 p.m.", "Mo-Fr 09:00-17:30"),
    ("Mo-Mi 8-12 Uhr; Do 8h30-12h", "Mo-We 08:00-12:00; Th 08:30-12:00"),
    ("Montag bis Freitag", "Mo-Fr"), ("Mo-Fr 9 bis 17 Uhr", "Mo-Fr 09:00-17:00"),
    ("Mo-Fr 8:00-12:00 13:00-17:00", "Mo-Fr 08:00-12:00,13:00-17:00"),
    ("Mo-Fr 09:00-12:00 / 14:00-17:00", "Mo-Fr 09:00-12:00,14:00-17:00"),
    ("9-12/14-17/18:00+", "!"), ("9-12/14-17", "09:00-12:00,14:00-17:00"),
    ("Mo 10am-noon/2pm-6pm", "Mo 10:00-12:00,14:00-18:00"),
    ("Mo-Fr 9-12 / Sa 10-12 / So off", "Mo-Fr 09:00-12:00; Sa 10:00-12:00"),
    (
      "Mo-Fr 08:00-19:00 Sa 09:00-19:00 Su 12:00-18:00",
      "Mo-Fr 08:00-19:00; Sa 09:00-19:00; Su 12:00-18:00"
    ),
    ("Mo, We & Fr 0800-1200", "Mo,We,Fr 08:00-12:00"), ("Fr11:00-24:00", "Fr 11:00-24:00"),
    ("Mo-Fr 10:00-midnight; Sa noon-18:00", "Mo-Fr 10:00-24:00; Sa 12:00-18:00"),
    ("daily 10:00-18:00", "10:00-18:00"), ("Mo-Su 24 hours", "24/7"), ("Open 24 hours", "24/7"),
    ("Monday: Open 24 hours; Tuesday: Closed", "Mo open; Tu off"), ("open 24/7", "24/7"),
    ("Mo-Fr 24/7", "Mo-Fr open"),
    ("Mo 09:00:00-17:00:00", "Mo 09:00-17:00"), ("Mo. 9-12;; Di", "Mo 09:00-12:00; Tu"),
    ("Di-So 9-12", "Tu-Su 09:00-12:00"), ("Sa-Di 9-12", "!"), ("Lu-Di 9-12", "Mo-Su 09:00-12:00"),
    ("Mo-Di 9-12, Do 14-18", "Mo-Tu 09:00-12:00; Th 14:00-18:00"), ("Di 9-12", "!"),
    ("Mo. 9-12;;", "Mo 09:00-12:00"),
    ("Mo\u{A0}09:00\u{2009}–\u{202F}17:00", "Mo 09:00-17:00"), ("Mo-Fr", "Mo-Fr 00:00-24:00"),
  ]

  @Test(arguments: unambiguousNotationsParseCases)
  func unambiguousNotationsParse(text: String, plain: String) throws {
    if plain == "!" {
      #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
      return
    }
    let (hours, expected) = (try OpeningHours(text), try OpeningHours(plain))
    for day in Weekday.allCases { #expect(hours[day] == expected[day], "\(day)") }
  }

  /// Days written after times apply to those times.
  private static let daysAfterTimesBelongToThemCases: [(String, String)] = [
    ("10am-5pm Mon-Sun", "Mo-Su 10:00-17:00"), ("10:00-17:00 Mo-Fr", "Mo-Fr 10:00-17:00"),
    ("Mo-Fr 09:00-17:00 Apr-Oct", "Apr-Oct Mo-Fr 09:00-17:00"),
    ("10-17 Apr-Oct Mo-Fr", "Apr-Oct Mo-Fr 10:00-17:00"),
    ("10-17 Mo-Fr Apr-Oct,Dec", "Apr-Oct,Dec Mo-Fr 10:00-17:00"),
    ("8am-5pm Mon-Fri, 9am-1pm Sat", "Mo-Fr 08:00-17:00, Sa 09:00-13:00"),
    ("8-12,14-18 Mo-Fr; 10-12 Sa", "Mo-Fr 08:00-12:00,14:00-18:00; Sa 10:00-12:00"),
    ("10-17 Mo, We & Fr", "Mo,We,Fr 10:00-17:00"), ("10-12 Montag", "Mo 10:00-12:00"),
    ("sunrise-sunset Apr-Oct", "Apr-Oct sunrise-sunset"), ("17:00+ Fr", "Fr 17:00-27:00 unknown"),
    ("24/7 Mo-Fr", "Mo-Fr 00:00-24:00"), ("10-17 PH", "PH 10:00-17:00"),
    ("Mo-Fr 9-17 week 1-20", "week 1-20 Mo-Fr 09:00-17:00"), ("10-18 daily", "10:00-18:00"),
    ("Mo-Fr 09:00-17:00 2026-2028", "2026-2028 Mo-Fr 09:00-17:00"),
    ("Mo-Fr 09:00-17:00 2026 Aug", "2026 Aug Mo-Fr 09:00-17:00"),
    ("10-12 Mo[1] Apr", "Apr: Mo[1] 10:00-12:00"), ("10-12 easter", "easter 10:00-12:00"),
    ("10-18 Mo-Su open", "Mo-Su 10:00-18:00"), ("10-18 Mo \"ring\"", "Mo 10:00-18:00 \"ring\""),
    ("10-12 Mo-Fr || \"call\"", "Mo-Fr 10:00-12:00 || unknown \"call\""),
    ("Apr-Oct Mo 9-17 Nov-Mar Mo 10-16", "Apr-Oct Mo 09:00-17:00, Nov-Mar Mo 10:00-16:00"),
    // Days of another rule are followed by times or a state.
    ("Mo-Fr 9-17 PH off", "Mo-Fr 09:00-17:00, PH off"), ("10-18 Mo off", "10:00-18:00, Mo off"),
    ("Mo 9-12 Sa \"call\"", "Mo 09:00-12:00, Sa unknown \"call\""),
    ("Mo-Fr 9-12 Sa, Su off", "Mo-Fr 09:00-12:00, Sa,Su off"),
    ("Mo-Fr 9-12 2026 off", "Mo-Fr 09:00-12:00, 2026 off"),
    ("Mo 9-12; Tu", "Mo 09:00-12:00; Tu open"),
    ("Apr-Oct off; Mo-Fr", "Apr-Oct off; Mo-Fr open"),
    // Years written after dates belong to them.
    ("Feb 2026 09:00-12:00", "2026 Feb 09:00-12:00"), ("Feb 5 2026 off", "2026 Feb 5 off"),
    ("Feb 2026-2028 09:00-12:00", "2026-2028 Feb 09:00-12:00"),
    ("Apr-Oct 2026 Mo 10-12", "2026 Apr-Oct Mo 10:00-12:00"), ("Feb 2026", "2026 Feb open"),
    ("Dec 24-26 2026 off", "2026 Dec 24-2026 Dec 26 off"), ("2026-2028 off", "2026-2028 off"),
    // Four digits that are a time.
    ("Mo 0800-1200,2000-2200", "Mo 08:00-12:00,20:00-22:00"), ("1900-2100", "19:00-21:00"),
    ("Mo 0800-1200 1900-2100", "Mo 08:00-12:00,19:00-21:00"),
    ("Th 1900+", "Th 19:00-29:00 unknown"),
    ("1900-2100 Mo-Fr", "Mo-Fr 19:00-21:00"), ("Mo 2000-0200", "Mo 20:00-26:00"),
    ("Mo 0900-1200, 2026 Aug off", "Mo 09:00-12:00, 2026 Aug off"),
    ("0900-1200,2030-2045 Aug 10:00-12:00", "09:00-12:00, 2030-2045 Aug 10:00-12:00"),
  ]

  @Test(arguments: daysAfterTimesBelongToThemCases)
  func daysAfterTimesBelongToThem(text: String, plain: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == plain)
    #expect(try OpeningHours(plain) == hours)
  }

  /// Days whose times are uncertain, and hours that may be on a 12-hour clock, are rejected where
  /// they occur.
  private static let ambiguousTextsThrowCases: [(String, Int)] = [
    ("8am-5pm Mon-Fri 9am-1pm Sat", 8), ("8:00-12:00 Mo-Fr, 14:00-18:00", 18),
    ("8:00-20:00,10:00-14:00 Sa", 23), ("Mo-Fr 9:00-17:00, 10:00-14:00 Sa", 30),
    ("10:00-17:00, Mo-Su", 13), ("10:00-17:00; Mo-Su", 13), ("Mo-Fr 09:00-17:00; Apr-Oct", 19),
    ("Mo-Fr; 09:00-17:00", 7), ("Mo 09:00-12:00 Tu", 15), ("Mo 09:00-12:00, Tu", 16),
    ("Mo-Fr 09:00-17:00 PH", 18), ("Mo 10:00-18:00 daily", 15), ("9-12 / Mo-Fr", 7),
    ("Mo-Fr 09:00-17:00 Apr-Oct Sa 10:00-12:00", 18), ("10:00-12:00 || Mo-Fr", 15),
    ("Apr-Oct 9:00-12:00 2026", 19), ("Mo-Fr 9:00-12:00 Apr-Oct, 14:00-18:00", 26),
    ("10:00-17:00 Mo-Fr, Sa off", 12), ("10:00-17:00 Mo-Fr,PH off", 12),
    ("10:00-17:00 Mo-Fr Dec 25 off", 12), ("Mo-Fr 9:00-17:00 Apr-Oct Sa off", 17),
    ("week 1 Mo 9:00-12:00 week 2", 21), ("10-12 Mo-Fr 14-16", 6),
    ("Feb 2026-2028", 4), ("2026-2028", 0), ("Mo 2030-2045", 3), ("2000-2200", 0), ("2026+", 0),
    ("2000-2200 off", 0), ("Mo 09:00-17:00 2000-2200", 15),
    ("Mo 2000-2200", 3), ("Mo 0900-1700 2026-2028", 13), ("Mo 0900-1200,2000-2030", 13),
    ("Dec 24-Jan 6 2026 off", 13), ("Feb 1,5 2026 off", 8), ("Nov-Feb 2026 10-12", 8),
    ("Mo-Fr 9-5", 6), ("Mo-Fr 9-12,1-5", 11), ("9-5, Sa 10-2", 0), ("9 to 5", 0), ("9–5", 0),
    ("9-5 Uhr", 0), ("9h-5h", 0), ("22-6", 0), ("24-6", 0), ("9-9", 0), ("12-12", 0),
    ("noon-5", 0), ("9:00-5", 0), ("9-5:30", 0), ("12:30-6", 0), ("8-12, 2-6", 6), ("8-12 2-6", 5),
    ("Mo-Fr sunrise-5", 6), ("sunset-10", 0), ("dusk-2", 0), ("(sunset+01:00)-2", 0),
    ("sunset-12 Sa", 0), ("dawn-5", 0),
    ("Mo-Fr 09:00-17:00; 12:00-13:00 Mo-Fr off", 31), ("9:00-17:00; 12:00-13:00 Mo off", 24),
    ("Mo-Fr 09:00-17:00, 12:00-13:00 Mo-Fr off", 31), ("Mo 9-17, 12-13 Sa closed", 15),
    ("9:00-17:00 12:00-13:00 Su off", 23), ("Mo 9-17; 12-13 PH off", 15),
    ("9am-12pm, 1-5", 10), ("9-noon,1-5", 7), ("Mo-Fr 9-5 Apr-Oct", 6), ("Sa 10-12/1-3", 9),
  ]

  @Test(arguments: ambiguousTextsThrowCases)
  func ambiguousTextsThrow(text: String, offset: Int) {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
    #expect(error == OpeningHoursError(text: text, offset: offset, problem: .ambiguous))
  }

  /// Unambiguous hours without minutes.
  private static let unambiguousBareHoursParseCases: [(String, String)] = [
    ("9-17", "09:00-17:00"), ("5-9", "05:00-09:00"), ("14-18,9-12", "14:00-18:00,09:00-12:00"),
    ("20:00-2", "20:00-26:00"), ("22-6 Uhr", "22:00-30:00"), ("22h-6h", "22:00-30:00"),
    ("25-24", "25:00-48:00"), ("noon-17", "12:00-17:00"), ("9:00-5:00", "09:00-29:00"),
    ("9-12,12-18", "09:00-12:00,12:00-18:00"),
    ("9-12,13-18,20-22", "09:00-12:00,13:00-18:00,20:00-22:00"),
    ("9am-12pm, 1pm-5pm", "09:00-12:00,13:00-17:00"), ("9-12, 1pm-5pm", "09:00-12:00,13:00-17:00"),
    ("9-12,1:00-5:00", "09:00-12:00,01:00-05:00"), ("22-22", "22:00-46:00"), ("0-24", "24/7"),
    ("sunrise-7", "sunrise-07:00"), ("sunset-22", "sunset-22:00"), ("sunset-0", "sunset-00:00"),
    ("sunset-02:00", "sunset-02:00"), ("sunset-2 Uhr", "sunset-02:00"),
    ("5-sunset", "05:00-sunset"),
    ("sunset-2am", "sunset-02:00"),
  ]

  @Test(arguments: unambiguousBareHoursParseCases)
  func unambiguousBareHoursParse(text: String, plain: String) throws {
    #expect(try OpeningHours(text).description == plain)
  }

  /// The problem of a text, and how many characters precede it.
  @Test(
    arguments: [
      ("", 0, .unexpected), (";", 0, .unexpected), (" ", 1, .unexpected), ("Mo,", 3, .days),
      ("Mo-", 3, .days), ("Mo-Fr-Sa 9:00-10:00", 5, .unexpected), ("9:00", 4, .closingTime),
      ("9:00-", 5, .closingTime), ("Mo 9:00-10:00,", 14, .unexpected), ("M off", 0, .unexpected),
      ("(sunrise+01)-20:00", 9, .time), ("(sunrise)-20:00", 8, .time), ("Mo,,Tu off", 3, .days),
      ("mo 25/7", 5, .closingTime), ("Mo 49:00-50:00", 3, .time), ("Mo 9:70-10:00", 3, .time),
      ("28-26", 3, .time), ("26:00-25:00", 6, .time), ("Mo 48:00+", 3, .time),
      ("9:00-17:00 Mo || 1", 18, .closingTime), ("Mo[0] 10:00-12:00", 3, .days),
      ("Mo[6]", 3, .days), ("Mo[1", 4, .days), ("Feb 30 off", 4, .dates), ("week 54", 5, .dates),
      ("week", 4, .dates), ("2027-2026", 0, .dates), ("Jan 5-Mar 10:00-12:00", 0, .ambiguous),
      ("Apr-", 4, .dates), ("Jan 5-x", 6, .dates), ("2026-2030/0", 10, .dates),
      ("10:00-16:00/01:30", 11, .intervals), ("Mo 10:00-12:00/30", 14, .intervals),
      ("9-12 / 90", 5, .intervals), ("Mo 9-12/", 7, .intervals), ("Mo 9-12 / off", 8, .intervals),
      ("10-12 \"x\" / 14-16", 10, .unexpected), ("10:00-16:00/2026", 11, .intervals),
      ("Mo 9:00-10:00 \"", 14, .unexpected), ("open all day", 5, .unexpected),
      ("9am-5", 0, .ambiguous), ("Mo 10-12pm", 3, .ambiguous), ("13pm-2pm", 0, .time),
      ("Mo-Fr PH off", 6, .ambiguous), ("Sa PH off", 3, .ambiguous),
      ("2026, Aug 10:00-12:00", 6, .ambiguous), ("Dec 6-2028 Jan 3 off", 0, .ambiguous),
      ("2026 Aug 5-2027 Sep off", 5, .ambiguous), ("2026 Aug,2027 off", 9, .dates),
      ("Apr-Oct 10-18", 0, .ambiguous), ("Mo-Fr 9:00-12:00 Uhr 3", 22, .closingTime),
    ] as [(String, Int, OpeningHoursError.Problem)])
  func errorsNameTheProblem(text: String, offset: Int, problem: OpeningHoursError.Problem) {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
    #expect(error == OpeningHoursError(text: text, offset: offset, problem: problem))
  }

  @Test func errorsDescribeTheRightSyntax() {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours("Mo-Fr 9am-5; Sa off") }
    #expect(error?.part == "9am-5")
    #expect(
      error?.description
        == "the hours \"Mo-Fr 9am-5; Sa off\" cannot be read at \"9am-5\" (character 7): "
        + "it may mean two things; write times as 09:00-17:00, days as Sa,PH, dates as Mar 1-Oct 31"
    )
    let blank = #expect(throws: OpeningHoursError.self) { try OpeningHours("Mo-Fr, x") }
    #expect(blank?.description.contains("cannot be read at character 7: days are") == true)
    let open = #expect(throws: OpeningHoursError.self) { try OpeningHours("Mo 9:00-") }
    #expect(open?.description.contains("cannot be read at the end: times are") == true)
    let umlaut = #expect(throws: OpeningHoursError.self) { try OpeningHours("\"für\" ?") }
    #expect(umlaut?.offset == 6)
    let long = #expect(throws: OpeningHoursError.self) {
      try OpeningHours(String(repeating: "Mo-Fr ", count: 100_000))
    }
    #expect(long?.problem == .length)
    // Within the limit as passed, but too long in the form it would be written in.
    let days = "2026 Jan 1" + String(repeating: ",2", count: 2_000) + " off"
    #expect(throws: OpeningHoursError(text: days, offset: 0, problem: .length)) {
      try OpeningHours(days)
    }
  }

  /// Whatever the bytes are, parsing ends and does not trap, nor do queries on the parsed hours.
  @Test func noBytesTrap() {
    var random = SeededGenerator(seed: 17)
    let pieces = [
      "Mo", "-", "Fr", " ", ",", ";", "||", "08:00", "17:30", "26:00", "48:00", "+", "PH", "SH",
      "sunset", "(sunrise+01:00)", "easter", "week", "1", "53", "/2", "[", "]", "2026", "Feb", "29",
      "31", "off", "unknown", "\"x\"", ":", "24/7", "am", "pm", "Dec", " day", "\u{FF}", "é",
      "9999",
      "99999999999999999999", "(", ")", ".", "–", "Su[-1]", "jan",
    ]
    let time = CivilTime(CivilDate(dayNumber: 20_000), ClockTime(12, 0))
    let context = HoursContext(
      holidays: HolidayCalendar { $0.day == 1 }, place: Coordinate(latitude: 70, longitude: 25),
      utcOffset: { _ in 7200 })
    var read = 0
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 1...9, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let hours = try? OpeningHours(text) else { continue }
      read += 1
      #expect((try? OpeningHours(hours.description)) == hours, "\(text): \(hours)")
      _ = hours.state(at: time, in: context)
      let end = time.adding(seconds: 86_400 * 3)
      let intervals = hours.intervals(from: time, to: end, in: context)
      #expect(intervals.first?.from == time && intervals.last?.to == end, "\(text)")
      for (a, b) in zip(intervals, intervals.dropFirst()) { #expect(a.to == b.from, "\(text)") }
    }
    #expect(read > 100)
  }
}

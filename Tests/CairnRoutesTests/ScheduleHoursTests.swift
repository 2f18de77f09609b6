import Testing

@testable import CairnRoutes

@Suite struct ScheduleHoursTests {
  private func windows(_ texts: String...) throws -> [TimeWindow] {
    try texts.map { try #require(TimeWindow($0)) }
  }

  @Test func hoursAreReadAsTheyAreWritten() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; We off;")
    let day = try windows("09:00-12:30", "14:00-18:00")
    #expect(hours[.monday] == day && hours[.friday] == day)
    #expect(try hours[.saturday] == windows("10:00-14:00"))
    #expect(hours[.wednesday].isEmpty && hours[.sunday].isEmpty)

    #expect(try OpeningHours("24/7") == .always)
    #expect(try OpeningHours("off") == .never)
    #expect(try OpeningHours(" 9:00-17:00 ") == .daily(windows("9:00-17:00")))
    #expect(try OpeningHours("9:00-10:00, 11:00-12:00")[.sunday].count == 2)
    let weekend = try OpeningHours("Sat-mon,thursday 20:00-02:00")
    #expect(weekend[.monday] == [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))])
    #expect(weekend[.thursday].count == 1 && weekend[.tuesday].isEmpty)
    #expect(try OpeningHours("24/7; Mo closed") == .always.closed(on: .monday))
  }

  /// Each pair means the same.
  @Test(arguments: [
    // Behind a comma a rule adds to what is there, behind a semicolon it replaces it.
    ("Mo-Fr 08:00-18:30, Sa 08:00-16:00", "Mo-Fr 08:00-18:30; Sa 08:00-16:00"),
    ("Mo-Fr 08:00-12:00, We 14:00-18:00", "Mo,Tu,Th,Fr 08:00-12:00; We 08:00-12:00,14:00-18:00"),
    ("Mo-Fr 08:00-12:00; We 14:00-18:00", "Mo,Tu,Th,Fr 08:00-12:00; We 14:00-18:00"),
    (
      "Mo-Th 11:00-23:00, Fr,Sa 11:00-01:00, Su 12:00-23:00",
      "Mo-Th 11:00-23:00; Fr-Sa 11:00-25:00; Su 12:00-23:00"
    ),
    ("Tu 09:00-12:00; 13:00-18:30", "13:00-18:30"),
    // Blanks.
    ("Fr 14:00-20:00; Sa, Su 14:00-18:00", "Fr 14:00-20:00;Sa-Su 14:00-18:00"),
    ("Mo - Fr 08:00 - 12:00 ,13:00 -17:00", "Mo-Fr 08:00-12:00,13:00-17:00"),
    ("Mo–Fr: 08:00–12:00", "Mo-Fr 08:00-12:00"),
    ("Fr-Mo 09:00-17:00", "Fr,Sa,Su,Mo 09:00-17:00"),
    // Nobody knows here which days are holidays.
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
    ("17:00+", "17:00-24:00"),
    ("Mo 09:00-17:00+", "Mo 09:00-17:00"),
    // Modifiers and comments.
    ("Mo-Fr 09:00-17:00 open \"ring twice\"", "Mo-Fr 09:00-17:00"),
    ("Mo open", "Mo 00:00-24:00"),
    ("Mo-Su 10:00-18:00; Mo 12:00-13:00 off", "Mo 10:00-12:00,13:00-18:00; Tu-Su 10:00-18:00"),
    ("Mo 10:00-18:00; Mo 09:00-11:00,17:00-19:00 off", "Mo 11:00-17:00"),
    ("Mo-Fr 09:00-17:00 || \"by appointment\"", "Mo-Fr 09:00-17:00"),
  ])
  func rulesMeanWhatTheyMean(text: String, plain: String) throws {
    #expect(try OpeningHours(text) == OpeningHours(plain))
  }

  /// What is wrong, and how many characters come before it.
  @Test(
    arguments: [
      ("", 0, .unexpected), (";", 0, .unexpected), (" ", 1, .unexpected), ("Mo", 2, .days),
      ("Mo-", 3, .days), ("Mo-Fr-Sa 9:00-10:00", 5, .days), ("9:00", 4, .closingTime),
      ("9:00-", 5, .closingTime), ("Mo 9:00-10:00,", 14, .unexpected), ("M off", 0, .unexpected),
      ("Jan 9:00-10:00", 0, .dates), ("Mo 9:00-10:00; Apr-Oct 9:00-18:00", 15, .dates),
      ("sunrise-sunset", 0, .sun), ("Mo 08:00-sunset", 9, .sun), ("(sunrise+01:00)-20:00", 0, .sun),
      ("9-17", 0, .time), ("09.00-17.00", 0, .time), ("Mo,,Tu off", 3, .days),
      ("mo 25/7", 3, .time), ("Mo 49:00-50:00", 3, .time), ("24/7;;", 5, .unexpected),
      ("9:00-17:00 Mo", 11, .unexpected), ("Mo[1] 10:00-12:00", 2, .dates),
      ("2025 10:00-12:00", 0, .dates), ("week 1-9 10:00-12:00", 0, .dates),
      ("10:00-16:00/01:30", 11, .intervals), ("\"by appointment\"", 0, .unknown),
      ("Mo unknown", 3, .unknown), ("Mo 9:00-10:00 \"", 15, .unexpected),
      ("open all day", 5, .unexpected),
      ("Mo 9:00-10:00 || Tu 9:00-10:00", 17, .unexpected), ("Mo-Fr PH off", 6, .unexpected),
    ] as [(String, Int, OpeningHoursError.Problem)])
  func whatIsNotUnderstoodIsNamed(text: String, offset: Int, problem: OpeningHoursError.Problem) {
    #expect(throws: OpeningHoursError(text: text, offset: offset, problem: problem)) {
      try OpeningHours(text)
    }
  }

  @Test func anErrorSaysWhatWouldBeRight() {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours("Mo-Fr 9-17; Sa off") }
    #expect(error?.part == "9-17")
    #expect(
      error?.description
        == "the hours \"Mo-Fr 9-17; Sa off\" cannot be read at \"9-17\" (character 7): "
        + "a time is written as 09:00")
    let open = #expect(throws: OpeningHoursError.self) { try OpeningHours("Mo") }
    #expect(open?.description.contains("cannot be read at the end: days need times") == true)
    let long = String(repeating: "Mo-Fr ", count: 100_000)
    #expect(throws: OpeningHoursError.self) { try OpeningHours(long) }
    #expect(throws: OpeningHoursError.self) { try OpeningHours(String(repeating: "PH ", count: 9)) }
  }
}

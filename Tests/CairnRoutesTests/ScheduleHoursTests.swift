import CairnRoutes
import Testing

@Suite struct ScheduleHoursTests {
  @Test func hoursAreReadAsTheyAreWritten() throws {
    let hours = try #require(
      OpeningHours("Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; We off;"))
    let day = [
      TimeWindow(ClockTime(9, 0), ClockTime(12, 30)),
      TimeWindow(ClockTime(14, 0), ClockTime(18, 0)),
    ]
    #expect(hours[.monday] == day && hours[.friday] == day)
    #expect(hours[.saturday] == [TimeWindow(ClockTime(10, 0), ClockTime(14, 0))])
    #expect(hours[.wednesday].isEmpty && hours[.sunday].isEmpty)

    #expect(OpeningHours("24/7") == .always)
    #expect(OpeningHours("off") == .never)
    #expect(OpeningHours(" 9:00-17:00 ") == .daily(TimeWindow(ClockTime(9, 0), ClockTime(17, 0))))
    #expect(OpeningHours("9:00-10:00, 11:00-12:00")?[.sunday].count == 2)
    let weekend = OpeningHours("Sat-mon,thursday 20:00-02:00")
    #expect(weekend?[.monday] == [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))])
    #expect(weekend?[.thursday].count == 1 && weekend?[.tuesday].count == 0)
    #expect(OpeningHours("24/7; Mo closed") == .always.closed(on: .monday))
  }

  @Test func whatIsNotUnderstoodIsNoHours() {
    for text in [
      "", ";", " ", "Mo", "Mo-", "Mo-Fr-Sa 9:00-10:00", "9:00", "9:00-", "Mo 9:00-10:00,",
      "PH off", "Jan 9:00-10:00", "sunrise-sunset", "9-17", "Mo,,Tu off", "mo 25/7", "M off",
      "24/7;;", "9:00-17:00 Mo",
    ] {
      #expect(OpeningHours(text) == nil, "\(text)")
    }
  }
}

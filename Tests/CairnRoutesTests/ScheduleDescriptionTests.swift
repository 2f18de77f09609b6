import CairnHours
import CairnRoutes
import Testing

@Suite struct ScheduleDescriptionTests {
  @Test func clockTimesParseAndFormat() {
    #expect(ClockTime("9:30") == ClockTime(9, 30))
    #expect(ClockTime("09:30:15")?.seconds == 34_215)
    #expect(ClockTime("26:00")?.description == "26:00")
    #expect(ClockTime(0, 61).description == "01:01")
    #expect(ClockTime(seconds: -60).description == "-00:01")
    #expect(ClockTime(seconds: 59.6).description == "00:01")
    #expect(ClockTime(seconds: 61).description == "00:01:01")
    #expect(ClockTime(seconds: .nan).description == "nan s")
    for text in [
      "", "9", "9:", "9:3", "9:60", "48:00", "-1:00", "9:30:", "9:30:60", "a:bc", "123:00", " 9:30",
    ] {
      #expect(ClockTime(text) == nil, "\(text)")
    }
    #expect(ClockTime(seconds: 34_229).rounded() == ClockTime(9, 30))
    #expect(ClockTime(9, 38).rounded(to: 900) == ClockTime(9, 45))
    #expect(ClockTime(9, 38).rounded(to: 0) == ClockTime(9, 38))
    #expect(ClockTime(26, 0) - ClockTime(22, 0) == 14_400)
    #expect(ClockTime(9, 0) + 90 - 30 == ClockTime(9, 1))
  }

  @Test func windowsParse() {
    #expect(TimeWindow("09:00-12:30") == TimeWindow(ClockTime(9, 0), ClockTime(12, 30)))
    #expect(TimeWindow("20:00-02:00") == TimeWindow(ClockTime(20, 0), ClockTime(26, 0)))
    #expect(TimeWindow("0:00-0:00") == TimeWindow(ClockTime(0, 0), ClockTime(0, 0)))
    #expect(TimeWindow("09:00-12:30")?.description == "09:00-12:30")
    for text in ["", "-", "9:00", "9:00-", "9:00-10:00-11:00", "9:00–10:00", "47:00-01:00"] {
      #expect(TimeWindow(text) == nil, "\(text)")
    }
  }

  @Test func weekdaysWrapAround() {
    for day in Weekday.allCases { #expect(day.next.previous == day) }
    #expect(Weekday.sunday.next == .monday)
    #expect(Weekday.monday.previous == .sunday)
  }

  @Test func hoursAreByWeekday() {
    let window = TimeWindow(ClockTime(9, 0), ClockTime(17, 0))
    let hours = OpeningHours.daily(window).closed(on: .monday, .sunday)
    #expect(hours[.monday].isEmpty && hours[.sunday].isEmpty)
    #expect(hours[.tuesday] == [window])
    #expect(!hours.areDaily && OpeningHours.always.areDaily && OpeningHours.never.areDaily)
  }
}

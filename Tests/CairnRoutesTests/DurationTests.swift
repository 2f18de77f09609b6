import CairnGeodesy
import CairnHours
import CairnRoutes
import Testing

@Suite struct DurationTests {
  private let vienna = Coordinate(latitude: 48.25, longitude: 16.5)

  @Test func minutesAndHoursAreExact() {
    #expect(Duration.minutes(90) == .seconds(5400) && Duration.hours(2) == .seconds(7200))
    #expect(Duration.minutes(2.5) == .seconds(150) && Duration.hours(1.5) == .minutes(90))
    let milliseconds = [
      Duration.microseconds(1499), .microseconds(-1500), .seconds(-2), .seconds(Int64.max),
      .seconds(Int64.min),
    ].map(\.inMilliseconds)
    #expect(milliseconds == [1, -2, -2000, .max, .min])
    #expect(Duration.minutes(-1) == .seconds(-60) && Duration.hours(UInt8(255)) == .minutes(15_300))
  }

  @Test func durationsEqualNumbersOfSeconds() {
    for (duration, seconds) in [
      (Duration.zero, 0), (.minutes(90), 5400), (.milliseconds(100), 0.1), (.hours(1.5), 5400),
      (.seconds(-1), -1), (.milliseconds(-1500), -1.5), (.seconds(10_000_000), 1e7),
    ] {
      let stop = VisitStop(
        "A", at: vienna, exit: .row(1), duration: duration, timeBefore: duration,
        timeAfter: duration, priority: .booked, day: 1)
      #expect([stop.visit, stop.timeBefore, stop.timeAfter] == [seconds, seconds, seconds])
      #expect(stop.place == .at(vienna) && stop.exit == .row(1) && stop.day == 1)
      #expect(VisitStop("A", place: .row(2), duration: duration).visit == seconds)
      let (noon, two) = (ClockTime(12, 0), ClockTime(14, 0))
      #expect(TripBreak(between: noon, and: two, for: duration).seconds == seconds)
      #expect(
        VisitStop.Lateness.allowed(penalty: 2, upTo: duration)
          == .allowed(penalty: 2, limit: seconds))
      let (from, to) = (ConnectionEnd(vienna, at: noon), ConnectionEnd(.row(3), at: two))
      let train = VisitStop("B", from: from, to: to, timeBefore: duration, timeAfter: duration)
      #expect(train.timeBefore == seconds && train.timeAfter == seconds && train.visit == 7200)
    }
  }

  @Test func initializersTakeEveryPropertyOfADay() {
    var day = TripDay(.sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: vienna, end: nil)
    day.breaks = [TripBreak(between: ClockTime(12, 0), and: ClockTime(14, 0), for: .hours(1))]
    day.utcOffset = 3600
    day.endUTCOffset = 7200
    #expect(
      day
        == TripDay(
          .sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: vienna, end: nil,
          breaks: day.breaks, utcOffset: 3600, endUTCOffset: 7200))
  }
}

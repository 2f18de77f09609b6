import CairnHours
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredHoursTests {
  /// Expects a value to be read from the text that version 1.0 wrote, and to be written as it.
  private func stays<Value: Codable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    // Wrapped in an array, because not every decoder reads a top-level number or string.
    let read = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
    #expect(read == [value], sourceLocation: location)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
    #expect(written == "[\(text)]", sourceLocation: location)
  }

  @Test func datesTimesAndHoursOfVersionOne() throws {
    let date = try #require(CivilDate(2026, 3, 29))
    try stays(date, #""2026-03-29""#)
    try stays(CivilDate.first, #""-9999-01-01""#)
    try stays(ClockTime(9, 30), #""09:30""#)
    try stays(ClockTime(26, 0), #""26:00""#)
    try stays(ClockTime(seconds: 0.5), "0.5")
    let time = CivilTime(date, ClockTime(12, 0))
    try stays(time, #"{"date":"2026-03-29","time":"12:00"}"#)
    try stays(TimeWindow(ClockTime(9, 0), ClockTime(18, 0)), #"{"closes":"18:00","opens":"09:00"}"#)
    try stays(Weekday.allCases, "[1,2,3,4,5,6,7]")
    try stays(OpeningHours.State.allCases, #"["open","closed","unknown"]"#)
    try stays(try OpeningHours("Mo-Fr 09:00-17:00; PH off"), #""Mo-Fr 09:00-17:00; PH off""#)
    try stays(
      HoursInterval(
        from: time, to: time.adding(seconds: 3600), state: .unknown, comment: "by appointment",
        areHolidaysKnown: false),
      #"{"areHolidaysKnown":false,"comment":"by appointment","#
        + #""from":{"date":"2026-03-29","time":"12:00"},"state":"unknown","#
        + #""to":{"date":"2026-03-29","time":"13:00"}}"#)
  }

  @Test func intervalsHaveUniqueStableIDs() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-12:00,13:00-17:00; Sa 10:00-14:00; Dec 24-26 off")
    let from = try #require(CivilTime("2026-12-01T00:00"))
    let intervals = hours.intervals(from: from, to: from.adding(seconds: 60 * 86_400))
    #expect(intervals.count > 50 && Set(intervals.map(\.id)).count == intervals.count)
    let again = try JSONDecoder().decode(
      [HoursInterval].self, from: JSONEncoder().encode(intervals))
    #expect(again.map(\.id) == intervals.map(\.id))
  }
}

import Testing

@testable import CairnCommand

@Suite struct HoursTests {
  @Test func hoursAreToldForDays() {
    let run = Run([
      "hours", "Mo-Fr 08:00-18:00; PH off", "--at", "2026-03-27T12:00", "--days", "4",
      "--holidays", "2026-03-30",
    ])
    #expect(run.code == .success && run.errors.isEmpty, "\(run.errors)")
    #expect(run.lines[0] == "open until fri 2026-03-27 18:00")
    #expect(
      run.lines.filter { $0.contains("2026") }.dropFirst() == [
        "fri 2026-03-27 12:00  open", "fri 2026-03-27 18:00  closed",
        "tue 2026-03-31 08:00  open",
      ])
  }

  @Test func commentsAndNightsAreTold() {
    let words = [
      "hours", "Sa 20:00-02:00; Su 10:00-12:00; Mo \"ring\"", "--at", "2026-03-29T01:00",
    ]
    #expect(Run(words).lines[0] == "open until sun 2026-03-29 02:00")
    #expect(Run(words + ["--letter"]).lines[0] == "closed until sun 2026-03-29 10:00")
    let json = Run(words + ["--format", "json"])
    #expect(json.output.contains("\"state\":\"unknown\",\"comment\":\"ring\""), "\(json.output)")
    #expect(json.output.contains("\"next_change\":\"2026-03-29T02:00\""))
  }

  @Test func theSunNeedsAPlace() {
    let words = ["hours", "sunrise-sunset", "--at", "2026-06-21"]
    #expect(Run(words).lines[0].hasPrefix("unknown"))
    let run = Run(words + ["--place", "48.2082,16.3738", "--utc-offset", "2"])
    #expect(run.lines[0] == "closed until sun 2026-06-21 04:54")
  }

  @Test(arguments: [
    (["hours"], "opening hours are needed"), (["hours", "24/7"], "--at is needed"),
    (["hours", "24/7", "--at", "noon"], "--at is a date"),
    (["hours", "9am-5", "--at", "2026-01-01"], "cannot be read at"),
    (["hours", "24/7", "--at", "2026-01-01", "--holidays", "x"], "--holidays has dates"),
    (["hours", "24/7", "--at", "2026-01-01", "--utc-offset", "x"], "--utc-offset is a number"),
  ])
  func wrongLinesAreNamed(words: [String], message: String) {
    let run = Run(words)
    #expect(run.code != .success && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}

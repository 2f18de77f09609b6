import CairnHours
import CairnMemory
import Testing

@testable import CairnCommand

@Suite struct HoursTests {
  @Test func hoursAreListedForDays() {
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

  @Test func commentsAndNightsAreListed() {
    let words = [
      "hours", "Sa 20:00-02:00; Su 10:00-12:00; Mo \"ring\"", "--at", "2026-03-29T01:00",
    ]
    #expect(Run(words).lines[0] == "open until sun 2026-03-29 02:00")
    #expect(Run(words + ["--letter"]).lines[0] == "closed until sun 2026-03-29 10:00")
    let json = Run(words + ["--format", "json"])
    #expect(json.output.contains("\"state\":\"unknown\",\"comment\":\"ring\""), "\(json.output)")
    #expect(json.output.contains("\"next_change\":\"2026-03-29T02:00\""))
  }

  @Test func sunriseAndSunsetNeedAPlace() {
    let words = ["hours", "sunrise-sunset", "--at", "2026-06-21"]
    let unknown = Run(words)
    #expect(unknown.lines[0].hasPrefix("unknown"))
    #expect(unknown.lines[1].hasPrefix("the times of the sun are not known without --place"))
    #expect(Run(words + ["--format", "json"]).output.contains("\"unknown_sun\":true"))
    let place = words + ["--place", "48.2082,16.3738"]
    for run in [Run(place), Run(place + ["--utc-offset", "2"])] {
      #expect(run.lines[0] == "closed until sun 2026-06-21 04:54" && run.lines[1].isEmpty)
    }
    #expect(Run(place + ["--utc-offset", "1"]).lines[0] == "closed until sun 2026-06-21 03:54")
  }

  /// The times of the intervals in the JSON output.
  private func times(_ words: [String]) throws -> [CivilTime] {
    let run = Run(words + ["--format", "json"])
    let output = try #require(run.code == .success ? run.output : nil, "\(run.errors)")
    return output.split(separator: "\"from\":\"").dropFirst().compactMap {
      CivilTime($0.prefix { $0 != "\"" })
    }
  }

  /// The clock changes between the first sunrise and the second.
  @Test(arguments: [
    ("Vienna", "2026-03-28", 3600.0), ("New York", "2026-10-31", -3600), ("Tokyo", "2026-03-28", 0),
    ("Sydney", "2026-10-03", 3600), ("Lord Howe Island", "2026-10-03", 1800),
  ])
  func sunriseFollowsTheClockOfThePlace(place: String, date: String, change: Double) throws {
    let times = try times(["hours", "sunrise-sunset", "--at", date, "--place", place])
    try #require(times.count > 4)
    let delay = times[1].seconds(to: times[3]) - 86_400
    #expect(abs(delay - change) < 180, "\(times)")
  }

  /// The next change may be in a season with another clock than that of the listed days.
  @Test(arguments: [
    ("Jun sunrise-sunset", "2026-12-25", "2"), ("Dec sunrise-sunset", "2026-07-01", "1"),
  ])
  func laterSunrisesFollowTheClock(hours: String, date: String, offset: String) {
    let words = ["hours", hours, "--at", date, "--days", "2", "--place"]
    let change = Run(words + ["Vienna"]).lines[0]
    #expect(change == Run(words + ["Vienna", "--utc-offset", offset]).lines[0])
    #expect(change.hasPrefix("closed until"))
  }

  @Test(arguments: [("Kathmandu", 20_700.0), ("Honolulu", -36_000), ("Tokyo", 32_400)])
  func theTimeIsNowAtThePlace(place: String, offset: Double) throws {
    let utc = System.secondsSince1970
    let ahead = ["--utc-offset", "\(offset / 3600)"]
    for words in [["--place", place], ["--place", "London"] + ahead, ahead] {
      let time = try #require(try times(["hours", "24/7"] + words).first)
      let ahead = CivilTime(secondsSince1970: utc).seconds(to: time)
      #expect(offset...offset + 60 ~= ahead, "\(time)")
    }
  }

  @Test func holidaysThatAreNotGivenAreReported() {
    let words = ["hours", "Mo-Fr 09:00-17:00; PH off; SH Mo off", "--at", "2026-12-25T10:00"]
    let run = Run(words)
    #expect(
      run.lines.prefix(3) == [
        "open until fri 2026-12-25 17:00",
        "public holidays are not known: no day counts as a holiday without --country or --holidays",
        "school holidays are not known: no day counts as a holiday without --school",
      ])
    #expect(run.errors.isEmpty)
    let json = Run(words + ["--format", "json"]).output
    #expect(json.contains("\"unknown_holidays\":[\"public\",\"school\"]"), "\(json)")
    let given = words + ["--holidays", "2026-12-25", "--school", ""]
    #expect(Run(given).lines[0] == "closed until mon 2026-12-28 09:00")
    #expect(!Run(given).output.contains("not known"))
    #expect(!Run(given + ["--format", "json"]).output.contains("unknown_holidays"))
    let school = Run(words + ["--holidays", "2026-12-25"]).lines
    #expect(school[1].hasPrefix("school holidays are not known") && school[2].isEmpty)
    #expect(!Run(["hours", "Mo 9-17", "--at", "2026-12-25"]).output.contains("not known"))
  }

  @Test func yearsWithoutHolidaysAndLostHoursAreReported() {
    let words = ["hours", "Mo-Fr 09:00-17:00; PH off", "--at"]
    for place in [["--country", "DE"], ["--place", "48.2082,16.3738"]] {
      let late = Run(words + ["2055-05-01"] + place)
      #expect(
        late.lines[1]
          == "public holidays are known from 2000 to 2050 there: no day of other years counts as one",
        "\(late.output)")
      #expect(Run(words + ["2050-05-01"] + place).lines[1].isEmpty)
    }
    let lost = ["hours", "Mo-Sa 08:00-13:00; 15:00-19:00", "--at", "2026-03-29"]
    #expect(
      Run(lost).lines[1]
        == "`Mo-Sa 08:00-13:00` has no effect: later hours after a semicolon replace it; a comma "
        + "adds them")
    let json = Run(lost + ["--format", "json"]).output
    #expect(json.contains("\"replaced_rules\":[\"Mo-Sa 08:00-13:00\"]"), "\(json)")
  }

  @Test func commentsCannotWriteToTheTerminal() {
    let comment = "a\u{1B}[31mb\nc\u{202E}d\u{7}\u{9B}e\u{2028}f"
    for text in ["10:00-12:00 \"\(comment)\"", "\"\(comment)\"", "off \"\(comment)\""] {
      let run = Run(["hours", text, "--at", "2026-03-29T11:00", "--days", "1"])
      #expect(run.lines[0].contains("\"a [31mb c d  e f\""), "\(run.output)")
      for scalar in run.output.unicodeScalars where scalar != "\n" {
        #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
      }
      #expect(run.lines.count < 8)
    }
    let wrong = Run(["hours", "Mo \u{1B}[31m\u{202E}\n9-5", "--at", "2026-03-29"])
    #expect(
      wrong.errors.unicodeScalars.allSatisfy {
        $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
      })
  }

  @Test(arguments: [
    (["hours"], "opening hours are needed"), (["hours", "24/7"], "--at is needed"),
    (["hours", "24/7", "--at", "noon"], "--at is a date"),
    (["hours", "24/7", "--at", "9999-12-31T12:00"], "go beyond 9999-12-31"),
    (["hours", "24/7", "--at", "9999-12-30", "--days", "2"], "go beyond 9999-12-31"),
    (["hours", "9am-5", "--at", "2026-01-01"], "cannot be read at"),
    (["hours", "24/7", "--at", "2026-01-01", "--holidays", "x"], "--holidays has dates"),
    (["hours", "24/7", "--at", "2026-01-01", "--utc-offset", "x"], "--utc-offset is a number"),
  ])
  func wrongCommandLinesAreReported(words: [String], message: String) {
    let run = Run(words)
    #expect(run.code != .success && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}

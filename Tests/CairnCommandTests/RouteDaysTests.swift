import CairnGeodesy
import CairnPlaces
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct RouteDaysTests {
  private static let vienna = """
    name;lat;lon;open;minutes;stars
    Hotel;48.2082;16.3738;;;
    Museum;48.2038;16.3617;Tu-Su 10:00-18:00;90;
    Market;48.1986;16.3630;Mo-Sa 07:00-11:00;30;
    Palace;48.1845;16.3122;08:30-17:00;120;
    Wheel;48.2166;16.3959;24/7;20;3
    Hill;48.2761;16.3353;24/7;200;1

    """

  private func route(_ options: String..., csv: String = vienna) throws -> Run {
    try route(options, csv: csv)
  }

  private func route(_ options: [String], csv: String = vienna) throws -> Run {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-days-\(UUID().uuidString).csv")
    try Data(csv.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return Run(["route", url.path] + options)
  }

  @Test func visitsRespectOpeningHours() throws {
    let run = try route(
      "--windows", "open", "--visit", "minutes", "--score", "stars", "--start", "Hotel",
      "--weekday", "tue")
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(run.lines[0].hasPrefix("4 of 5 places in 1 day, score 3, "))
    #expect(run.lines[0].hasSuffix("proven to be the best"))
    #expect(run.output.contains("day 1, tuesday: 09:00 to "))
    for place in ["Market", "Museum", "Palace", "Wheel"] {
      #expect(run.lines.filter { $0.hasSuffix(place) }.count == 1)
    }
    #expect(run.output.contains("left out\n  Hill: does not fit in with the other visits"))
  }

  @Test(arguments: [
    ("1e9", "1000000000"), ("1E-30", "1e-30"), ("1e12", "1000000000000"), ("0.0002", "0.0002"),
    ("2.5e+1", "25"),
  ])
  func scoresMayHaveExponents(score: String, shown: String) throws {
    let run = try route("--score", "score", csv: "name,lat,lon,score\nA,48,16,\(score)\n")
    #expect(run.lines.first?.hasPrefix("1 of 1 place in 1 day, score \(shown), ") == true)
    for wrong in ["1e", "e9", "1e13", "1e-31", "1e9.5", "0x1p4", "1ee4"] {
      let run = try route("--score", "score", csv: "name,lat,lon,score\nA,48,16,\(wrong)\n")
      #expect(run.errors.contains("`\(wrong)` is not a score (0, or"), "\(run.errors)")
    }
  }

  @Test func unreadableHoursCountAsUnknown() throws {
    let csv = Self.vienna.replacingOccurrences(of: "08:30-17:00", with: "ring the bell")
      .replacingOccurrences(of: "Tu-Su 10:00-18:00", with: "Tu-Su 10:00-18:00, PH off")
    let words = ["--windows", "open", "--visit", "minutes", "--start", "Hotel", "--weekday", "tue"]
    let run = try route(words, csv: csv)
    #expect(run.code == .success)
    #expect(run.lines.contains { $0.hasSuffix("Palace (hours unknown)") }, "\(run.output)")
    #expect(run.lines.contains { $0.hasSuffix("Museum (holidays not known)") })
    let warnings = run.errors.split(separator: "\n")
    #expect(warnings.count == 2, "\(run.errors)")
    for part in [
      "row 3, Palace", "\"ring the bell\"", "(character 1)", "count as unknown",
      "the hours of 1 stop refer to holidays, which are not known",
    ] {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
    let json = try route(words + ["--format", "json"], csv: csv)
    #expect(json.output.contains("\"hours_known\":false"))
  }

  @Test func seasonsNeedADate() throws {
    let csv = Self.vienna.replacingOccurrences(of: "08:30-17:00", with: "Apr-Oct 08:30-17:00")
    let words = ["--windows", "open", "--visit", "minutes", "--start", "Hotel"]
    let winter = try route(words + ["--date", "2026-03-31"], csv: csv)
    #expect(winter.errors.isEmpty, "\(winter.errors)")
    #expect(winter.output.contains("day 1, tuesday"))
    #expect(winter.output.contains("Palace: not open on any day"))
    let summer = try route(words + ["--date", "2026-04-01", "--format", "json"], csv: csv)
    #expect(summer.output.contains("\"date\":\"2026-04-01\""))
    #expect(!summer.output.contains("Palace") && !summer.output.contains("hours_known"))
    let undated = try route(words + ["--weekday", "tue"], csv: csv)
    #expect(undated.errors.contains("depend on the date; they count as unknown without --date"))
    #expect(undated.lines.contains { $0.hasSuffix("Palace (hours unknown)") })
    #expect(try route("--date", "2026-02-30").errors.contains("--date is a date such as"))
  }

  @Test func theSunRisesByTheClockOfThePlaces() throws {
    let csv = Self.vienna.replacingOccurrences(of: "08:30-17:00", with: "sunrise-sunset")
    let words = ["--windows", "open", "--start", "Hotel", "--hours", "03:00-06:00"]
    let summer = try route(words + ["--date", "2026-06-21"], csv: csv)
    #expect(summer.errors.isEmpty, "\(summer.errors)")
    // Summer time: 04:54, not 03:54.
    #expect(summer.lines.contains { $0.contains("04:54") && $0.hasSuffix("Palace") })
    let far = csv + "Tower;51.5081;-0.0759;sunrise-sunset;;\n"
    let run = try route(words + ["--date", "2026-06-21"], csv: far)
    #expect(run.errors.contains("times of the sun are unknown"), "\(run.errors)")
    #expect(run.lines.contains { $0.hasSuffix("Palace (hours unknown)") }, "\(run.output)")
    // Berlin has the same local time as Vienna.
    let near = csv + "Gate;52.5163;13.3777;sunrise-sunset;;\n"
    #expect(try !route(words + ["--date", "2026-06-21"], csv: near).errors.contains("the sun"))
  }

  @Test func severalDaysAreBalanced() throws {
    let csv = "name;lat;lon\nA;48.20;16.30\nB;48.21;16.31\nC;48.22;16.32\nD;48.20;16.33\n"
    func visits(_ options: String...) throws -> [Int] {
      let run = try route(
        ["--format", "json", "--visit", "1h", "--effort", "quick"] + options, csv: csv)
      let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let days = try #require((json as? [String: Any])?["days"] as? [[String: Any]])
      return days.map { ($0["visits"] as? [Any])?.count ?? 0 }
    }
    #expect(try visits("--days", "2") == [2, 2])
    #expect(try visits("--days", "2", "--objective", "travel").reduce(0, +) == 4)
  }

  @Test func numbersAloneAreMinutes() throws {
    let csv = "name;lat;lon\nA;48.20;16.30\nB;48.21;16.31\n"
    let words = ["--effort", "quick"]
    let plain = try route(words + ["--visit", "90", "--break", "10:00-16:00/40"], csv: csv)
    let units = try route(words + ["--visit", "1.5h", "--break", "10:00-16:00/2400s"], csv: csv)
    #expect(plain.code == .success && plain.output == units.output)
  }

  @Test func fixedTimesAreKept() throws {
    let csv = "name;lat;lon;at\nA;48.20;16.30;\nOpera;48.21;16.31;19:30\n"
    let run = try route("--hours", "09:00-23:00", "--starts", "at", "--visit", "2h", csv: csv)
    #expect(run.code == .success)
    #expect(run.lines.contains { $0.contains("19:30  21:30") && $0.hasSuffix("Opera") })
    let wrong = try route("--starts", "name", csv: csv)
    #expect(wrong.errors.contains("is not a time of day such as 19:30"))
  }

  @Test func plansCanBeCalendars() throws {
    let run = try route(
      "--date", "2026-03-29", "--start", "Hotel", "--visit", "30min", "--format", "ics")
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(run.output.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(run.output.contains("\r\nDTSTART:20260329T"))
    #expect(run.output.contains("\r\nSUMMARY:Museum\r\n"))
    for options in [["--format", "ics"], ["--format", "ics", "--days", "2"]] {
      let undated = try route(options)
      #expect(undated.code == .usage && undated.errors.contains("--date 2026-03-29"))
    }
  }

  @Test func jsonNamesDaysRowsAndReasons() throws {
    let run = try route(
      "--days", "2", "--windows", "OPEN", "--visit", "45min", "--start", "0", "--weekday",
      "monday", "--format", "json", "--speed", "15", "--hours", "8:30-16:00", "--effort", "quick")
    #expect(run.code == .success && run.errors.isEmpty)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let object = try #require(json as? [String: Any])
    let order = try #require(object["order"] as? [Int])
    #expect(order.sorted() == [1, 2, 3, 4, 5])
    let days = try #require(object["days"] as? [[String: Any]])
    #expect(days.map { $0["weekday"] as? String } == ["monday", "tuesday"])
    let visits = days.compactMap { $0["visits"] as? [[String: Any]] }
    #expect(visits.flatMap { $0 }.compactMap { $0["row"] as? Int } == order)
    // The museum is closed on Mondays.
    #expect(visits[1].contains { $0["row"] as? Int == 1 })
    #expect((object["left_out"] as? [Any])?.isEmpty == true)
  }

  /// Without --speed, places of a city are visited on foot, and cities by car.
  @Test func theSpeedSuitsTheDistances() throws {
    let words = [
      "route", "Vienna", "Bratislava", "Budapest", "--days", "2", "--effort", "quick",
    ]
    let far = Run(words)
    #expect(far.code == .success && !far.output.contains("left out"), "\(far.output)")
    #expect(far.errors.contains("travel at 80 km/h") && far.errors.contains("--speed"))
    let given = Run(words + ["--speed", "80"])
    #expect(given.output == far.output && given.errors.isEmpty)
    let slow = Run(words + ["--speed", "5"])
    // There is no note about the speed, only one that the days are separate.
    #expect(slow.output.contains("left out") && slow.errors.split(separator: "\n").count == 1)
    #expect(slow.errors.contains("does not fit into the days"), "\(slow.errors)")
    // The majority of the places decides, not the distant one.
    let csv = "name,lat,lon\nA,48,16\nB,48.01,16\nC,48.02,16\nD,48.02,16.01\nFar,47,16\n"
    let near = try route(["--days", "1"], csv: csv)
    #expect(near.errors.isEmpty && near.output.contains("Far"))
    #expect(try route(["--days", "1"], csv: "name,lat,lon\nHere,48,16\n").errors.isEmpty)
  }

  /// Without a start, each day of a trip begins where the day before ended.
  @Test func theDaysOfATripAreConnected() throws {
    let cities = ["Vienna", "Prague", "Dresden", "Berlin", "Hamburg"]
    let words = ["route"] + cities + ["--days", "3", "--effort", "quick"]
    let run = Run(words + ["--format", "json"])
    #expect(run.code == .success, "\(run.errors)")
    let plan = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let days = try #require(plan["days"] as? [[String: Any]])
    let rows = days.map { day in
      (day["visits"] as? [[String: Any]] ?? []).compactMap { $0["row"] as? Int }
    }
    // The one open route, in the order of the list.
    #expect(rows.flatMap { $0 } == Array(cities.indices), "\(rows)")
    #expect(rows.count == 3 && rows.allSatisfy { !$0.isEmpty })
    // A day that ends where the next one begins with its first visit has a note.
    let table = Run(words).output
    for (before, after) in zip(rows, rows.dropFirst()) {
      let nights = [before.last, after.first].compactMap { $0.map { cities[$0] } }
      #expect(nights.contains { table.contains(" from \($0), ") }, "\(table)")
    }
    #expect(table.contains("Berlin (for the night)"), "\(table)")
    // JSON has the rows where days start and end, and the calendar has the night.
    let ends = days.map { [$0["start_row"], $0["end_row"]].compactMap { $0 as? Int } }
    #expect(ends.allSatisfy { $0.count == 2 } && ends[0][0] == 0 && ends[2][1] == 4, "\(ends)")
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0[1] == $1[0] }, "\(ends)")
    let calendar = Run(words + ["--date", "2026-05-01", "--format", "ics"])
    #expect(calendar.output.contains("SUMMARY:Berlin (for the night)\r\n"), "\(calendar.output)")
    // The travel between two days counts: five cities one after the other, 80 km/h.
    let places = try cities.map { try Gazetteer.embedded.place(named: $0).coordinate }
    let hours = zip(places, places.dropFirst()).map { $0.distance(to: $1) / 80_000 }.reduce(0, +)
    let travel = try #require(plan["travel_s"] as? Double)
    #expect(abs(travel - hours * 3_600) < 5, "\(travel) \(hours * 3_600)")
    // A start that the user gives is the start of every day; without one, days in a city have no
    // start.
    #expect(!Run(words + ["--start", "Berlin"]).output.contains(" from Berlin"))
    let city = "name,lat,lon\nA,48,16\nB,48.01,16\nC,48.02,16\nD,48.02,16.01\n"
    let inTown = try route(["--days", "2", "--effort", "quick"], csv: city)
    #expect(inTown.code == .success && !inTown.output.contains("for the night"))
    // More days than places: all of the travel is in the plan, and the list gives the direction.
    let csv = "name,lat,lon\nA,48,16\nA,48,16\nB,49,17\nC,50,18\n"
    for days in ["2", "4", "9"] {
      let run = try route(["--days", days, "--effort", "quick"], csv: csv)
      #expect(run.output.hasPrefix("4 of 4 places in \(days) days, 3 h 19 min on the way\n"))
      let order = ["  A\n", "  B\n", "  C\n"].compactMap { run.output.range(of: $0)?.lowerBound }
      #expect(order.count == 3 && order == order.sorted(), "\(run.output)")
    }
    // An ocean does not fit into a day: the days are separate, with a note.
    let far = Run(
      "route", "Vienna", "Prague", "New York", "--days", "2", "--effort", "quick")
    #expect(far.code == .success && !far.output.contains("left out"), "\(far.output)")
    #expect(far.errors.contains("is not planned, since it does not fit into the days"))
  }

  @Test func closedPlacesAreReported() throws {
    let run = try route("--windows", "open", "--weekday", "mon")
    #expect(run.output.contains("Museum: not open on any day of the trip"))
  }

  @Test func daysAreLinesAndPlaces() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-days-\(UUID().uuidString).csv")
    try Data(Self.vienna.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let words = [
      "route", url.path, "--start", "Hotel", "--days", "2", "--visit", "30min", "--effort", "quick",
    ]
    let json = Run(words + ["--format", "geojson"])
    #expect(json.code == .success, "\(json.errors)")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let features = try #require(object["features"] as? [[String: Any]])
    let kinds = features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(kinds.first == "LineString")
    #expect(kinds.contains("Point"))
    #expect(json.output.contains("\"name\":\"Museum\""))
    let gpx = Run(words + ["--format", "gpx"])
    #expect(gpx.code == .success)
    #expect(gpx.output.contains("<rte><name>day 1</name>"))
    #expect(gpx.output.contains("<name>Museum</name>"))
    #expect(!gpx.output.contains("<wpt"))
    let kml = Run(words + ["--format", "kml"])
    #expect(kml.output.contains("<Placemark><name>Museum</name>"))
    #expect(Run(["route", url.path, "--format", "kml"]).output.contains("<name>route</name>"))
  }

  /// Names and hours with control characters for a terminal.
  @Test(arguments: [
    "\u{1B}[31mred\u{1B}[0m", "a\u{202E}b", "two\nlines", "bell\u{7}\u{9B}2J", "\u{2028}x\r",
  ])
  func hostileNamesAreShownAsText(name: String) throws {
    func csv(_ name: String) -> String {
      """
      name,lat,lon,open
      "\(name)",48.2038,16.3617,
      "\(name)2",48.1986,16.3630,"Mo 10:00-11:00 \"\"\(name)\"\" \(name)"
      "\(name)3",48.1845,16.3122,off

      """
    }
    for options in [
      [], ["--start", "0"], ["--days", "1"], ["--windows", "open", "--weekday", "mon"],
      ["--windows", "open", "--date", "2026-03-30", "--break", "11:00-12:00/1h,11:30/2h"],
      ["--windows", "open"], ["--score", "open"], ["--start", "nowhere"],
    ] {
      let run = try route(options, csv: csv(name))
      let plain = try route(options, csv: csv("plain"))
      #expect(run.code == plain.code)
      for (text, other) in [(run.output, plain.output), (run.errors, plain.errors)] {
        #expect(text.split(separator: "\n").count == other.split(separator: "\n").count)
        let scalars = text.unicodeScalars.filter {
          $0 != "\n"
            && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
              $0.properties.generalCategory)
        }
        #expect(scalars.isEmpty, "\(options) \(text)")
      }
    }
  }

  @Test(arguments: [
    (["--days", "0"], "--days is a whole number from 1 to 31"),
    (["--hours", "9-17"], "--hours is a time of day"),
    (["--hours", "09:00-18:00", "--speed", "0"], "--speed is a number"),
    (["--weekday", "someday"], "--weekday is a day"),
    (["--windows", "opne"], "no column `opne`; did you mean `open`?"),
    (["--score", "open"], "is not a score"),
    (["--visit", "open"], "is not a number of minutes"),
    (["--visit", "3parsec"], "--visit is a time such as"),
    (["--days", "2", "--method", "exact"], "--method is for routes without days"),
    (["--windows", "open"], "depend on the day of the week"),
  ])
  func wrongOptionsAreReported(options: [String], message: String) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-days-\(UUID().uuidString).csv")
    try Data(Self.vienna.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let run = Run(["route", url.path, "--start", "Hotel"] + options)
    #expect(run.code != .success && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func breaksAreWrittenInEveryFormat() throws {
    let words = [
      "--windows", "open", "--visit", "minutes", "--start", "Hotel", "--date", "2026-05-05",
      "--break", "11:30-14:00/1h,20:00/15min",
    ]
    let table = try route(words)
    #expect(table.code == .success && table.errors.isEmpty)
    #expect(table.lines.filter { $0.contains("  Break") && $0.contains(":") }.count == 2)
    let late = "  Break 20:00-20:00 of day 1: the day is over before it has to begin"
    #expect(table.lines.contains { $0 == late }, "\(table.output)")
    let json = try route(words + ["--format", "json"]).output
    #expect(json.contains("\"breaks\":[{\"break\":0,\"start\":\"1"))
    #expect(json.contains("\"visits_before\":"))
    #expect(
      json.contains("\"left_out_breaks\":[{\"break\":1,\"reason\":\"the day is over"), "\(json)")
    let features = try route(words + ["--format", "geojson"]).output
    #expect(features.contains("\"moment\":\""))
    let calendar = try route(words + ["--format", "ics"]).output
    #expect(calendar.contains("SUMMARY:Break\r\n"))
    let kml = try route(words + ["--format", "kml"])
    #expect(kml.code == .success && kml.errors.isEmpty)
    #expect(kml.output.contains("the day is over before it has to begin"))
    // Content that a format cannot hold is reported.
    let gpx = try route(words + ["--format", "gpx"])
    #expect(gpx.code == .success && gpx.output.contains("<rte>"))
    #expect(gpx.errors.contains("not in GPX: breaks (2)"), "\(gpx.errors)")
    let dated = try route(words + ["--format", "ics"])
    #expect(dated.errors.contains("not in a calendar: breaks (1)"), "\(dated.errors)")
    // A day with a single place is written as a waypoint.
    let alone = try route(["--format", "gpx", "--days", "1"], csv: "name,lat,lon\nHere,48,16\n")
    #expect(alone.output.contains("<wpt lat=\"48\" lon=\"16\"><name>Here"), "\(alone.output)")
    // Without breaks there is no note about them.
    let none = try route(Array(words.dropLast(2)) + ["--format", "json"]).output
    #expect(!none.contains("break"))
  }

  @Test func breaksThatCannotBeReadAreUsageErrors() throws {
    for text in ["noon", "12:00-14:00", "12:00/", "1h/12:00", "12:00/1h,", "12:00/1h/2", "/1h", ""]
    {
      let run = try route(["--break", text])
      #expect(run.code == .usage, "\(text)")
      #expect(run.errors.contains("--break is a time or a range in which a break may begin"))
    }
    let five = Array(repeating: "12:00/1h", count: 5).joined(separator: ",")
    #expect(try route(["--break", five]).code == .usage)
    #expect(try route(["--break", "23:00-01:00/15min"]).code == .success)
  }
}

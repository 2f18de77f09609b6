extension OpeningHours {
  /// Parses hours as written on signs and in OpenStreetMap's `opening_hours`: `Apr-Oct Mo-Fr
  /// 09:00-12:30,14:00-18:00; Sa 10:00-14:00; Dec 24-26,PH off`.
  ///
  /// ```swift
  /// let hours = try OpeningHours("Tu-Su 10:00-18:00; Fr 10:00-22:00; Aug off")
  /// hours[.monday]                                        // []
  /// hours.windows(on: CivilDate("2026-11-27")!)           // [10:00-22:00]
  /// try OpeningHours("24/7") == .always                   // true
  /// ```
  ///
  /// A rule has days, times, and a state: nothing or `open`, `off` or `closed`, or `unknown`, and a
  /// comment in quotation marks. Without days it applies to all days, and without times to the
  /// whole day; a comment in place of times means that the state is unknown.
  ///
  /// | days | |
  /// |---|---|
  /// | `Mo-Fr,Su`, `Sa[1]`, `Su[-1]`, `Mo[2] +1 day` | weekdays, some of a month |
  /// | `Apr-Oct`, `Dec 24-Jan 6`, `Mar Su[-1]-Oct Su[-1]`, `easter -2 days` | months and dates |
  /// | `week 1-53/2`, `2026`, `2026-2028`, `2026 Aug 1-14` | ISO 8601 weeks, years |
  /// | `PH`, `SH`, `PH -1 day`; `SH Mo-Fr` | public and school holidays; those on weekdays |
  ///
  /// | times | |
  /// |---|---|
  /// | `09:00-12:30,14:00-18:00`, `24/7` | from and to |
  /// | `20:00-02:00`, `20:00-26:00` | to the next day |
  /// | `17:00+`, `17:00-late`; `09:00-17:00+` | unknown after the last time, for some hours |
  /// | `sunrise-sunset`, `(dawn+00:30)-20:00` | by the sun; overnight if the end is earlier |
  ///
  /// After a semicolon a rule replaces others on its days; after a comma it covers them, as `off`
  /// with times always does; after `||` it applies where they leave a place closed. `Mo-Fr
  /// 10:00-18:00; We 12:00-13:00 off; 2026 Aug 1-14 off || "by appointment"`.
  ///
  /// Other notations are accepted if they have only one meaning: names in any case and in full,
  /// including German ones (`Mi`), `9-17`, `9.30-17.30`, `10am-6pm`, `8-12 Uhr`, any dash, `Mo-Fr:
  /// 8:00-12:00 13:00-17:00`, `9-12 / 14-17`, and rules separated by a slash or nothing. Days may
  /// follow their times: `10am-5pm Mon-Sun`, `Mo-Fr 09:00-17:00 Apr-Oct`. `daylight` is from
  /// sunrise to sunset, and `Su PH 10:00-12:00` means Sundays and holidays.
  ///
  /// Days, months and words such as "closed" are also read in other languages of Europe, in
  /// Japanese, Chinese, Korean, Arabic, Hebrew, Thai, Indonesian and Vietnamese, with full-width
  /// characters: `lundi au vendredi 9h à 18h`, `Пн-Пт 9:00-18:00`, `月～金 10：00～18：00`. Names that
  /// differ between the languages that have all names of the text, such as `ma` (Monday or
  /// Tuesday), are not read.
  ///
  /// Notations of web pages and map services are accepted, too: `9–11:30 AM, 1–5 PM`, `daily except
  /// Mondays 10-18`, `1st Saturday of the month`, `du 1er avril au 31 octobre`, `1.4.–31.10.`,
  /// `24h/24`, and rules on lines of their own or separated by bars or periods. Closings before or
  /// after the usual hours limit them (`closed on public holidays; Mo-Fr 9-17`). A text that only
  /// closes (`closed Mondays`) leaves the other days unknown, unless its word is `off`.
  ///
  /// With other words than those of the specification, or times without minutes, a text is a sign.
  /// There hours after a comma do not add to those of other days: `Mon-Fri 9am-7pm, Sat, Sun &
  /// public holidays 11am-5pm` is open from 11:00 to 17:00 on a holiday, and `daily 10-20, Sundays
  /// 11-18` until 18:00 on Sundays. ``replacedRules`` lists rules that have no effect.
  ///
  /// Seasons without dates (`summer 9-18, winter 10-16`), parts of a day (`Tuesday mornings`) and
  /// closing times alone (`until 4pm`) have no exact times: states that depend on them are unknown.
  /// Text in parentheses is a rule, a condition or a comment: `Mo-Fr 9-17 (closed Wednesdays)`.
  ///
  /// The following throw ``OpeningHoursError/Problem/ambiguous``: hours without minutes, am or pm
  /// whose second number is smaller, or that go back (`9-5`, `22-6`, `9-12,1-5`, `sunset-10`); days
  /// after times that already have such days (`Mo-Fr 09:00-17:00 Sa`), or between two times without
  /// a comma; `off` after days that may belong to the times (`Mo-Fr 09:00-17:00; 12:00-13:00 Mo-Fr
  /// off`); and numbers that may be years or times (`Feb 2026-2028`).
  ///
  /// - Parameter text: the hours, at most 10,000 bytes, both as given and as written by
  ///   ``description``.
  /// - Throws: ``OpeningHoursError`` with the position in the text. Do not substitute hours that
  ///   never close: use ``unknown`` instead.
  /// - Complexity: O(n) for n bytes.
  public init(_ text: some StringProtocol) throws(OpeningHoursError) {
    let unread = OpeningHoursParser(text)
    var reader = unread
    do throws(OpeningHoursError) {
      self.init(rules: try reader.readText())
    } catch {
      // Names of other languages are looked up only in a text that cannot be read without them.
      reader = unread
      reader.names = error.problem == .length ? [:] : unread.findNames()
      if reader.names.isEmpty { throw error }
      self.init(rules: try reader.readText())
    }
    // Hours that can be parsed must also survive a round trip through `description`, which makes a
    // text at most ten times longer.
    if 10 * reader.bytes.count > OpeningHoursParser.byteLimit,
      description.utf8.count > OpeningHoursParser.byteLimit
    {
      throw reader.error(.length, at: 0)
    }
  }
}

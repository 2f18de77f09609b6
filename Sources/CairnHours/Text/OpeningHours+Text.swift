extension OpeningHours {
  /// Reads hours as they are written on signs and in OpenStreetMap's `opening_hours`:
  /// `Apr-Oct Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; Dec 24-26,PH off`.
  ///
  /// ```swift
  /// let hours = try OpeningHours("Tu-Su 10:00-18:00; Fr 10:00-22:00; Aug off")
  /// hours[.monday]                                        // []
  /// hours.windows(on: CivilDate("2026-11-27")!)           // [10:00-22:00]
  /// try OpeningHours("24/7") == .always                   // true
  /// ```
  ///
  /// A rule names days, times, and what is then: nothing or `open`, `off` or `closed`, or
  /// `unknown`, and a comment in quotation marks. Where it names no days it is for all, and where
  /// no times for the whole day; a comment in the place of times means that it is not known.
  ///
  /// | days | |
  /// |---|---|
  /// | `Mo-Fr,Su`, `Sa[1]`, `Su[-1]`, `Mo[2] +1 day` | days of the week, some of a month |
  /// | `Apr-Oct`, `Dec 24-Jan 6`, `Mar Su[-1]-Oct Su[-1]`, `easter -2 days` | months and dates |
  /// | `week 1-53/2`, `2026`, `2026-2028`, `2026 Aug 1-14` | weeks of ISO 8601, years |
  /// | `PH`, `SH`, `PH -1 day`; `SH Mo-Fr` | public and school holidays; those on weekdays |
  ///
  /// | times | |
  /// |---|---|
  /// | `09:00-12:30,14:00-18:00`, `24/7` | from and to |
  /// | `20:00-02:00`, `20:00-26:00` | to the next day |
  /// | `17:00+`; `09:00-17:00+` | until midnight; as without the plus |
  /// | `sunrise-sunset`, `(dawn+00:30)-20:00` | with the sun; to the next day if that day's sun says so |
  ///
  /// Behind a semicolon a rule takes the place of what others say of its days; behind a comma it
  /// goes on top of them, as `off` with times always does; behind `||` it holds where they leave a
  /// place closed. `Mo-Fr 10:00-18:00; We 12:00-13:00 off; 2026 Aug 1-14 off || "by appointment"`.
  ///
  /// Of what is written another way, that is read which has one meaning only: names in any case and
  /// in full, also the German ones (`Mi`), `9-17`, `9.30-17.30`, `10am-6pm`, `8-12 Uhr`, any dash,
  /// `Mo-Fr: 8:00-12:00 13:00-17:00`, `9-12 / 14-17`, and rules with a slash or nothing between them.
  /// Days may follow their times: `10am-5pm Mon-Sun`, `Mo-Fr 09:00-17:00 Apr-Oct`.
  ///
  /// Refused as ``OpeningHoursError/Problem/ambiguous`` are hours of which the second one is smaller
  /// or that go back, without minutes, am or pm (`9-5`, `22-6`, `9-12,1-5`, `sunset-10`); days behind
  /// times that have such days already (`Mo-Fr 09:00-17:00 Sa`), or between two times without a comma;
  /// `off` behind days that may be those of the times (`Mo-Fr 09:00-17:00; 12:00-13:00 Mo-Fr off`);
  /// and what may be years or times (`Feb 2026-2028`).
  ///
  /// - Parameter text: at most 10,000 bytes, as it is and as ``description`` writes it.
  /// - Throws: ``OpeningHoursError`` with the place in the text for all else. Do not replace it by
  ///   hours that never close: ``unknown`` says what is known then.
  /// - Complexity: O(n) for n bytes.
  public init(_ text: some StringProtocol) throws(OpeningHoursError) {
    var reader = HoursReader(text)
    self.init(rules: try reader.readRules())
    // What is read can be written and read again; that makes a text at most ten times longer.
    if 10 * reader.bytes.count > HoursReader.byteLimit,
      description.utf8.count > HoursReader.byteLimit
    {
      throw reader.error(.length, at: 0)
    }
  }
}

import Testing

@testable import CairnHours

@Suite struct HoursLanguageTests {
  /// Notations of signs in other languages, and the same hours in the plain syntax.
  private static let otherLanguagesAndNotationsParseCases: [(String, String)] = [
    ("lundi au vendredi 9h à 18h", "Mo-Fr 09:00-18:00"), ("Lu-Di 9h-12h", "Mo-Su 09:00-12:00"),
    ("du lundi au samedi de 9h à 12h et de 14h à 18h", "Mo-Sa 09:00-12:00,14:00-18:00"),
    ("tous les jours 10:00-18:00", "10:00-18:00"), ("fermé le dimanche", "unknown; Su off"),
    ("lunes a viernes 9:00 a 14:00", "Mo-Fr 09:00-14:00"), ("Lu-Do 9-12", "Mo-Su 09:00-12:00"),
    ("de lunes a viernes de 9 a 14 y de 16 a 20", "Mo-Fr 09:00-14:00,16:00-20:00"),
    ("L-V 9-18; S 10-14", "Mo-Fr 09:00-18:00; Sa 10:00-14:00"),
    ("Mar-Sáb 10:00-20:00", "Tu-Sa 10:00-20:00"), ("mié cerrado", "unknown; We off"),
    ("segunda a sexta-feira 9h às 18h", "Mo-Fr 09:00-18:00"),
    ("Seg-Sex 09:00-19:00; Sáb 09:00-13:00", "Mo-Fr 09:00-19:00; Sa 09:00-13:00"),
    ("dal lunedì al venerdì dalle 9 alle 18", "Mo-Fr 09:00-18:00"),
    ("Gen-Apr lun-ven 9-17", "Jan-Apr Mo-Fr 09:00-17:00"),
    ("Gen-Mar 10:00-18:00", "Jan-Mar 10:00-18:00"),
    ("Gen – Mar Lun-Ven 9-12", "Jan-Mar Mo-Fr 09:00-12:00"),
    ("Mar.-Apr. Mar-Ven 9-12", "Mar-Apr Tu-Fr 09:00-12:00"),
    ("Ott-Mar: Lun, Mar 9-16", "Oct-Mar: Mo, Tu 09:00-16:00"),
    ("Gen-Apr Mar-Dom 9-12", "Jan-Apr Tu-Su 09:00-12:00"),
    ("Ene-Mar Mar-Vie 9-12", "Jan-Mar Tu-Fr 09:00-12:00"),
    ("maandag tot en met vrijdag 9-17", "Mo-Fr 09:00-17:00"), ("ma-vr 9-17", "Mo-Fr 09:00-17:00"),
    ("pn-pt 9:00-17:00; sob. 10-14", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"),
    ("od poniedziałku do piątku od 9 do 17", "Mo-Fr 09:00-17:00"),
    ("po-pá 8-16; so 8-12; ne zavřeno", "Mo-Fr 08:00-16:00; Sa 08:00-12:00; Su off"),
    ("Пн-Пт 9:00-18:00; сб, вс выходной", "Mo-Fr 09:00-18:00; Sa,Su off"),
    ("с понедельника по пятницу с 9 до 18", "Mo-Fr 09:00-18:00"),
    ("ежедневно 10-22", "10:00-22:00"),
    ("月～金 10：00～18：00", "Mo-Fr 10:00-18:00"), ("土日祝 10:00〜17:00", "Sa Su,PH 10:00-17:00"),
    ("月曜日、火曜日 9:00ー12:00", "Mo,Tu 09:00-12:00"), ("周一-周五 9:00-17:00", "Mo-Fr 09:00-17:00"),
    ("毎日 11:00-22:00", "11:00-22:00"), ("木曜 定休日", "unknown; Th off"),
    ("Montag bis Freitag von 9 bis 17 Uhr", "Mo-Fr 09:00-17:00"), ("täglich 9-12", "09:00-12:00"),
    ("Mo-Fr 9-12 Uhr und Sa 10-12 Uhr", "Mo-Fr 09:00-12:00, Sa 10:00-12:00"),
    ("Sonn- und Feiertags geschlossen", "unknown; Su,PH off"), ("Ruhetag: Mo", "unknown; Mo off"),
    ("weekend 10-12", "Sa-Su 10:00-12:00"), ("closed Mondays", "unknown; Mo off"),
    ("Mo-Fr 9-17; closed on Sundays", "Mo-Fr 09:00-17:00; Su off"), ("always open", "24/7"),
    ("Mo 12:00 до 14:00", "Mo 12:00-14:00"), ("Mo 12:00 à 14:00", "Mo 12:00-14:00"),
    ("daylight", "sunrise-sunset"), ("Mo-Fr daylight hours", "Mo-Fr sunrise-sunset"),
    ("Su PH 08:00-18:00", "Su,PH 08:00-18:00"), ("Mo-Sa, Su PH 8-18", "Mo-Sa,Su,PH 08:00-18:00"),
    ("by appointment", "unknown \"by appointment\""),
    ("17:00-late", "17:00-27:00 unknown"), ("Fr 22:00 till late", "Fr 22:00-30:00 unknown"),
    ("ab 17 Uhr", "17:00-27:00 unknown"), ("10:00-open end", "10:00-24:00 unknown"),
    ("Mo 09:00-17:00+", "Mo 17:00-27:00 unknown, Mo 09:00-17:00"),
    ("07:00+,12:00-16:00", "07:00-12:00 unknown, 12:00-16:00"),
    ("PH: We,Fr", "PH We,Fr"), ("Nov-Feb 00-24", "Nov-Feb 00:00-24:00"),
  ]

  @Test(arguments: otherLanguagesAndNotationsParseCases)
  func otherLanguagesAndNotationsParse(text: String, plain: String) throws {
    if plain == "!" {
      #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
      return
    }
    #expect(try OpeningHours(text) == OpeningHours(plain))
    let written = try OpeningHours(text).description
    #expect(try OpeningHours(written).description == written)
  }

  /// Names that differ between the languages of the text are not guessed.
  @Test(arguments: [
    "ma 9-12", "Ma-Di 9-12", "Sa-Di 9-12", "Di 9-12", "ma-do 9-12", "S 9-12", "M-V 9-12",
    "Su PH off", "Sa PH", "lundi à 9h", "月火水9", "late", "17:00-later",
  ])
  func unclearTextsThrow(text: String) {
    #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
  }

  /// The position counts the characters of the text as given.
  @Test func errorsOfFullWidthTextHaveItsPosition() {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours("月～金 10：00～x") }
    #expect(error?.text == "月～金 10：00～x" && error?.offset == 10)
  }

  @Test func everyNameOfALanguageIsRead() throws {
    for language in HoursLanguage.all {
      for (word, name) in language.names where word.count > 2 {
        guard let hours = try? OpeningHours("\(word) 09:00-12:00") else { continue }
        let days = hours.rules[0].days
        if case .weekday(let number) = name, days.dates.isEmpty {
          #expect(days.weekdays.first?.from.rawValue == number, "\(word)")
        }
      }
    }
  }

  /// An open end is certain until the closing time and then unknown for some hours.
  @Test func openEndsAreUnknownAfterTheClosingTime() throws {
    func states(_ text: String, _ times: [String]) throws -> [OpeningHours.State] {
      let hours = try OpeningHours(text)
      return try times.map { hours.state(at: try #require(CivilTime("2026-06-15T\($0)"))) }
    }
    #expect(
      try states("Mo 14:00-17:00+", ["13:00", "14:00", "17:00", "23:00"]) == [
        .closed, .open, .unknown, .unknown,
      ])
    #expect(try states("Mo 17:00+", ["16:59", "17:00"]) == [.closed, .unknown])
    #expect(try states("Mo 10:00+ off", ["11:00"]) == [.closed])
    #expect(
      try states("Mo 08:00-20:00; Mo 12:00-13:00+ off", ["12:30", "14:00"]) == [.closed, .open])
  }
}

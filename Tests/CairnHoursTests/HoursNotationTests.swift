import CairnGeodesy
import TestSupport
import Testing

@testable import CairnHours

@Suite struct HoursNotationTests {
  private static let notationsParseCases: [(String, String)] = [
    // A half of the day that both times have in common, or that only the end has.
    ("1:00 – 5:00 PM", "13:00-17:00"), ("9–11:30 AM, 1–5 PM", "09:00-11:30,13:00-17:00"),
    ("1:00\u{202F}–\u{202F}5:00\u{202F}PM", "13:00-17:00"), ("11 – 5 PM", "11:00-17:00"),
    ("9\u{2009}–\u{2009}11:30\u{202F}AM", "09:00-11:30"), ("12-5 PM", "12:00-17:00"),
    ("noon-5 PM", "12:00-17:00"), ("9-12, 1-5 PM", "09:00-12:00,13:00-17:00"),
    ("10 a. m. – 6 p. m.", "10:00-18:00"), ("10 A.M. to 5 P.M.", "10:00-17:00"),
    // Lines, bars, bullets and sentences.
    ("Mo: Closed\nTu: 9 AM–5 PM\nWe: Open 24 hours", "Mo off, Tu 09:00-17:00, We 00:00-24:00"),
    ("Mo-Fr 9-17\nclosed Sat", "Mo-Fr 09:00-17:00, Sa off"),
    ("Mo-Fr 9-17\nSat closed\nSun 10-12", "Mo-Fr 09:00-17:00, Sa off, Su 10:00-12:00"),
    ("Mo–Fr 9–18 Uhr · Sa 9–13 Uhr", "Mo-Fr 09:00-18:00, Sa 09:00-13:00"),
    ("Mo 9-12 • Tu 9-13.", "Mo 09:00-12:00, Tu 09:00-13:00"), ("Mo-Fr, 9-17", "Mo-Fr 09:00-17:00"),
    ("Apr-Oct, 10-18", "Apr-Oct 10:00-18:00"),
    ("Mo 8-12 u. 14-18 Uhr", "Mo 08:00-12:00,14:00-18:00"),
    ("Monday\nClosed\nTuesday\n9-17", "Mo off, Tu 09:00-17:00"),
    ("Mo-Fr 9-17 Uhr, Sa/So geschlossen", "Mo-Fr 09:00-17:00, Sa,Su off"),
    (
      "mercredi de 14h à 17h30 et le samedi de 10h à 12h", "We 14:00-17:30, Sa 10:00-12:00"
    ),
    (
      "10h-18h; fermé les 1er janvier, 1er mai et 25 décembre",
      "10:00-18:00; Jan 1,May 1,Dec 25 off"
    ),
    ("Das 10h às 17h. Encerra às segundas-feiras.", "10:00-17:00, Mo off"),
    // Excepted days.
    ("10h-18h sauf mardi", "Mo,We-Su 10:00-18:00"),
    ("Mo-Fr 9-17 except Wed", "Mo-Tu,Th-Fr 09:00-17:00"),
    ("täglich 10-18 Uhr außer Montag", "Tu-Su 10:00-18:00"),
    ("10am-5pm except Tuesdays and Thursdays", "Mo,We,Fr-Su 10:00-17:00"),
    ("Mo-Fr 9-12 außer feiertags", "Mo-Fr 09:00-12:00; PH off"),
    ("daily except Mo and holidays 9-12", "Tu-Su 09:00-12:00; PH off"),
    ("daily except Dec 25 10-18", "10:00-18:00; Dec 25 off"),
    (
      "Apr-Oct daily except Tu 9-17; Nov-Mar Mo-Su except We 10-16",
      "Apr-Oct Mo,We-Su 09:00-17:00; Nov-Mar Mo-Tu,Th-Su 10:00-16:00"
    ),
    // Only closed: the other days are unknown, unlike after OpenStreetMap's `off`.
    ("chiuso il lunedì", "unknown; Mo off"), ("Closed on Mondays", "unknown; Mo off"),
    ("Ruhetag: Mo, Di", "unknown; Mo,Tu off"), ("Mo closed", "unknown; Mo off"),
    ("closed Mo 12:00-13:00", "unknown; Mo 12:00-13:00 off"), ("Mo off", "Mo off"),
    ("off Mo", "Mo off"), ("closed", "off"), ("geschlossen", "off"),
    // Closings before the hours of the same days.
    ("Closed on public holidays. Mon-Fri 9am-5pm", "Mo-Fr 09:00-17:00; PH off"),
    (
      "PH closed; Dec 25 closed; Mo-Fr 9-17; Sa 9-12",
      "Mo-Fr 09:00-17:00; Sa 09:00-12:00; PH off; Dec 25 off"
    ),
    ("Montag Ruhetag. Täglich 10-18 Uhr", "10:00-18:00; Mo off"),
    ("Nov-Mar closed; Dec 24 10:00-12:00", "Nov-Mar off; Dec 24 10:00-12:00"),
    ("Sa[1] closed; Mo-Sa 9-12", "Mo-Sa 09:00-12:00; Sa[1] off"),
    ("PH off; Mo-Fr 9-17", "PH off; Mo-Fr 09:00-17:00"),
    ("Mo closed; Mo-Fr 9-17", "Mo off; Mo-Fr 09:00-17:00"),
    // Weekdays of a month.
    ("1st Saturday 10-12", "Sa[1] 10:00-12:00"),
    ("last Friday of the month 18-20", "Fr[-1] 18:00-20:00"),
    ("2nd Saturday 10-12, 4th Saturday 14-16", "Sa[2] 10:00-12:00, Sa[4] 14:00-16:00"),
    ("9-12, 1. Sonntag im Monat 14-16", "09:00-12:00, Su[1] 14:00-16:00"),
    // Dates whose day precedes the month.
    ("01.04.-31.10. 9-18", "Apr-Oct 09:00-18:00"),
    ("1.4.2026-31.10.2026 9-18", "2026 Apr-2026 Oct 09:00-18:00"),
    ("24.12.2026 10-14", "2026 Dec 24 10:00-14:00"),
    ("24.-26. Dezember 10-12", "Dec 24-Dec 26 10:00-12:00"),
    ("Mo-Fr 9-17; vom 24. bis 26. Dez. geschlossen", "Mo-Fr 09:00-17:00; Dec 24-Dec 26 off"),
    ("1. April - 31. Oktober, 10-18", "Apr-Oct 10:00-18:00"),
    ("von April bis Oktober 10-18 Uhr", "Apr-Oct 10:00-18:00"),
    ("25 Dec 10-12", "Dec 25 10:00-12:00"),
    // Day and night, noon, midnight and the sun.
    ("24h", "24/7"), ("24/24 7/7", "24/7"), ("24h/24, 7j/7", "24/7"),
    ("Mo 24h-6h", "Mo 24:00-30:00"),
    ("midi-14h, 19h-minuit", "12:00-14:00,19:00-24:00"), ("Dawn to dusk", "dawn-dusk"),
    ("du lever au coucher du soleil", "sunrise-sunset"), ("Mo 9 h 30 - 12 h", "Mo 09:30-12:00"),
    ("8h-9h 14-18h", "08:00-09:00,14:00-18:00"),
    // By appointment only outside the hours.
    ("Mo-Fr 9-12, nach Vereinbarung", "Mo-Fr 09:00-12:00 || unknown \"nach Vereinbarung\""),
    ("Mo-Fr 9-12 or 14-16", "!"), ("sur rendez-vous", "unknown \"sur rendez-vous\""),
    // More than one meaning, or none.
    ("10-12 PM", "!"), ("Mo 1-5 PM; Tu 1-5", "!"), ("Tu 6-10; We 6-10 PM", "!"), ("8-12 AM", "!"),
    ("11-1 AM", "!"), ("1-2, 4-5 PM", "!"), ("9 AM-5", "!"),
    ("12-1, 2-5 PM", "!"), ("01.04 - 31.10", "!"), ("10-17 December", "!"), ("9-17 August", "!"),
    ("1.4.-31.10.2026 9-18", "!"), ("31.2. 10-12", "!"),
    ("Closed Mondays, Tue-Sun 10am-5pm", "!"), ("Mo-Fr 9-17 closed Sat", "!"),
    ("1 Jan 2026, 25 Dec closed", "!"), ("2026-2028 5 Dec 2026 off", "!"),
    ("Mo. Tu 9-12", "Mo,Tu 09:00-12:00"), ("PH. Tu 9-12", "!"),
    ("Monday\nclosed on Tuesdays", "!"), ("sauf mardi", "!"), ("daily except Mondays", "!"),
    ("Open Monday to Friday", "!"),
    ("daily except Mo-Su 10-18", "!"), ("Mo-Fr except Sa 10-18", "!"),
    ("Mo,PH except Mo 9-12", "!"),
    ("Mo 9-12; Tu-Fr 9-12 except holidays", "!"), ("Mo-Fr 9-12 except Mo Dec", "!"),
    ("first Monday-Friday 10-12", "!"), ("6th Monday 10-12", "!"), ("9 h 14 h", "!"),
    ("12 13-14", "!"), ("Mo 9:00 ", "!"), ("hours Mo 9-12", "!"), ("Mo-Fr 9-12.5", "!"),
  ]

  @Test func notationsParse() throws {
    for (text, plain) in Self.notationsParseCases {
      guard plain != "!" else {
        #expect(throws: OpeningHoursError.self, "\(text)") { try OpeningHours(text) }
        continue
      }
      let hours = try OpeningHours(text)
      #expect(hours.description == plain, "\(text)")
      #expect(try OpeningHours(plain) == hours, "\(text)")
    }
  }

  /// Every pair of hours of which only the second has am or pm.
  @Test func theHalfOfAnEndHoldsForItsStart() throws {
    for first in 1...12 {
      for last in 1...12 {
        for (half, noon) in [("AM", 0), ("PM", 12)] {
          let closes = last % 12 + noon
          let same = first % 12 + noon
          let opens: Int? =
            same < closes ? same : noon == 12 && first < 12 && last < 12 ? first : nil
          for text in ["\(first)-\(last) \(half)", "Mo \(first):00 – \(last):00 \(half)"] {
            let windows = try? OpeningHours(text)[.monday]
            #expect(
              windows == opens.map { [TimeWindow(ClockTime($0, 0), ClockTime(closes, 0))] },
              "\(text)")
          }
        }
      }
    }
  }

  /// The words of a language for a random week.
  private struct Words {
    let days: [String]
    let to: String
    let and: String
    let except: String
    let daily: String
    let closed: String
  }

  private static let languages = [
    Words(
      days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
      to: "to", and: "and", except: "except", daily: "daily", closed: "closed"),
    Words(
      days: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
      to: "bis", and: "und", except: "außer", daily: "täglich", closed: "geschlossen"),
    Words(
      days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
      to: "au", and: "et", except: "sauf", daily: "tous les jours", closed: "fermé"),
    Words(
      days: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
      to: "a", and: "y", except: "excepto", daily: "todos los días", closed: "cerrado"),
    Words(
      days: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
      to: "al", and: "e", except: "tranne", daily: "tutti i giorni", closed: "chiuso"),
    Words(
      days: ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
      to: "t/m", and: "en", except: "behalve", daily: "dagelijks", closed: "gesloten"),
    Words(
      days: ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"],
      to: "a", and: "e", except: "exceto", daily: "todos os dias", closed: "fechado"),
    Words(
      days: ["poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"],
      to: "do", and: "i", except: "oprócz", daily: "codziennie", closed: "nieczynne"),
  ]

  /// Random weeks in the words of eight languages are read as the weeks that they were written
  /// from.
  @Test func weeksInWordsAreRead() throws {
    var random = SeededGenerator(seed: 36)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    for _ in 0..<rounds(4_000, inDebug: 150) {
      let words = pick(Self.languages)
      var week: [[TimeWindow]] = Array(repeating: [], count: 7)
      let opens = Int.random(in: 6...11, using: &random)
      let closes = Int.random(in: 14...22, using: &random)
      let times =
        pick([0, 1]) == 0
        ? [(opens, closes)] : [(opens, 12), (Int.random(in: 13..<closes, using: &random), closes)]
      let windows = times.map { TimeWindow(ClockTime($0.0, 0), ClockTime($0.1, 0)) }
      let dash = pick(["-", "–", " – ", "\u{2009}–\u{2009}", "\u{202F}–\u{202F}"])
      func half(_ hour: Int) -> String { hour < 12 ? "am" : "pm" }
      let form = Int.random(in: 0..<4, using: &random)
      let spans = times.map { from, to in
        switch form {
        case 0: "\(from):00\(dash)\(to):00"
        case 1: "\(from)h\(dash)\(to)h"
        case 2: "\((from + 11) % 12 + 1)\(half(from))\(dash)\((to + 11) % 12 + 1) \(half(to))"
        default: "\(from).00\(dash)\(to).00"
        }
      }.joined(separator: pick([", ", " \(words.and) ", " / "]))
      let first = Int.random(in: 0..<6, using: &random)
      let last = Int.random(in: first + 1..<7, using: &random)
      let other = Int.random(in: 0..<7, using: &random)
      var text: String
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        text =
          "\(words.days[first]) \(words.to) \(words.days[last])\(pick([" ", ": ", ", "]))\(spans)"
        for day in first...last { week[day] = windows }
      case 1:
        text = "\(words.daily) \(words.except) \(words.days[other]) \(spans)"
        for day in 0..<7 where day != other { week[day] = windows }
      case 2:
        text = "\(spans) \(words.except) \(words.days[other])"
        for day in 0..<7 where day != other { week[day] = windows }
      default:
        let separator = pick(["\n", "; ", ", ", " | ", " • ", " · "])
        var lines: [String] = []
        for day in 0..<7 {
          week[day] = pick([true, false]) ? windows : []
          lines.append("\(words.days[day]): " + (week[day].isEmpty ? words.closed : spans))
        }
        if week.allSatisfy({ $0.isEmpty }) { continue }
        text = lines.joined(separator: separator)
        if separator == ", " { text = text.replacing(" / ", with: ", ") }
      }
      let hours = try OpeningHours(text)
      for (day, windows) in zip(Weekday.allCases, week) {
        #expect(hours[day] == windows, "\(text): \(hours)")
      }
      #expect(try OpeningHours(hours.description) == hours, "\(text)")
    }
  }

  /// Parsing pieces of these notations in any order ends, and all parsed hours can be written.
  @Test func noNotationsTrap() {
    var random = SeededGenerator(seed: 41)
    let pieces = [
      "except ", "sauf ", "außer ", "Mo", "mardi", "-", "–", " ", ", ", "; ", "\n", "|", "•", ". ",
      "1st ",
      "first ", "last ", "of the month", "1.4.", "31.10.", "24. ", "bis ", "Dezember", "d'avril",
      "1er ",
      "Uhr", "am", "pm", "a. m.", "9", "11:30", "17", "5", " h 30", "midi", "minuit", "sunset",
      "lever",
      "geschlossen", "Closed: ", "off", "täglich", "7/7", "24h/24", "open ", "PH", "u. ", "t/m ",
      "ore ",
      "nach Vereinbarung", "Hours:", "2026", "\u{2009}", "\u{202F}", "'", "Feiertag", "(", "\"x\"",
    ]
    let time = CivilTime(CivilDate(dayNumber: 20_000), ClockTime(12, 0))
    var read = 0
    for _ in 0..<rounds(200_000, inDebug: 900) {
      let text = (0..<Int.random(in: 1...8, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      guard let hours = try? OpeningHours(text) else { continue }
      read += 1
      #expect((try? OpeningHours(hours.description)) == hours, "\(text): \(hours)")
      _ = hours.state(at: time)
    }
    #expect(read > 30)
  }

  /// The longest texts of each kind are read or rejected in linear time.
  @Test(.timeLimit(.minutes(1))) func longTextsEnd() {
    for part in [
      "1st and ", "first, ", "1.-", "24.-26. ", "1.4.-", "Mo\n", "Mo closed. ", "PH closed; 9-10; ",
      "| ",
      "except Mo ", "d'", "24h/24 ", "9 h ", "Mo, ", ". ", "\n", "sauf ", "de ", "7/7 ", "mar - ",
    ] {
      for size in [rounds(9_990, inDebug: 900), 100_000] {
        _ = try? OpeningHours(String(repeating: part, count: size / part.utf8.count))
      }
    }
  }
}

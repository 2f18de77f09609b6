import TestSupport
import Testing

@testable import CairnHours

/// Hours as museums, shops, restaurants and parks write them.
@Suite struct HoursSignTests {
  private static let signsParseCases: [(String, String)] = [
    ("Dienstag bis Sonntag 10–18 Uhr", "Tu-Su 10:00-18:00"),
    ("Di–So 10–18 Uhr, Do 10–20 Uhr", "Tu-Su 10:00-18:00, Th 10:00-20:00"),
    ("Täglich außer Montag 10–17 Uhr", "Tu-Su 10:00-17:00"),
    ("Mo.–Fr. 9:00–18:30 Uhr, Sa. 9:00–14:00 Uhr", "Mo-Fr 09:00-18:30, Sa 09:00-14:00"),
    ("Montag bis Freitag: 8.00 – 12.00 Uhr und 13.30 – 17.00 Uhr", "Mo-Fr 08:00-12:00,13:30-17:00"),
    (
      "Mo.-Fr. 8.00-12.00 u. 14.00-18.00 Uhr, Sa geschlossen",
      "Mo-Fr 08:00-12:00,14:00-18:00, Sa off"
    ),
    (
      "April bis Oktober: täglich 9–18 Uhr, November bis März: täglich 10–16 Uhr",
      "Apr-Oct 09:00-18:00, Nov-Mar 10:00-16:00"
    ),
    ("1.4.–31.10. täglich 9–18 Uhr", "Apr-Oct 09:00-18:00"),
    (
      "Montag – Donnerstag 11:30–14:30 und 17:30–22:30, Freitag 11:30–23:00",
      "Mo-Th 11:30-14:30,17:30-22:30, Fr 11:30-23:00"
    ),
    ("Geöffnet: Mi–So 11–17 Uhr; Mo und Di geschlossen", "We-Su 11:00-17:00; Mo,Tu off"),
    ("Jeden 1. Sonntag im Monat 14–17 Uhr", "Su[1] 14:00-17:00"),
    ("Sa, So und feiertags 11–18 Uhr", "Sa,Su,PH 11:00-18:00"),
    ("Sonn- und Feiertage 10–17 Uhr", "Su,PH 10:00-17:00"),
    ("Öffnungszeiten: Mo-Sa 7-20 Uhr", "Mo-Sa 07:00-20:00"),
    ("Mo-Fr 9-12 Uhr und nach Vereinbarung", "Mo-Fr 09:00-12:00 || unknown \"nach Vereinbarung\""),
    ("rund um die Uhr geöffnet", "24/7"),
    ("Montag Ruhetag, Di-So 17-23 Uhr", "Mo off, Tu-Su 17:00-23:00"),
    ("tägl. 11.30–22.00 Uhr", "11:30-22:00"),
    ("von Mai bis September Di-So 10-17 Uhr", "May-Sep Tu-Su 10:00-17:00"),
    ("Donnerstags 15 bis 19 Uhr", "Th 15:00-19:00"),
    ("du mardi au dimanche de 10h à 18h", "Tu-Su 10:00-18:00"),
    ("Ouvert tous les jours sauf le mardi de 9h à 18h", "Mo,We-Su 09:00-18:00"),
    (
      "Lundi : fermé, mardi au samedi : 9h30-12h30 et 14h-19h",
      "Mo off, Tu-Sa 09:30-12:30,14:00-19:00"
    ),
    ("du 1er avril au 31 octobre : tous les jours de 9h à 19h", "Apr-Oct 09:00-19:00"),
    ("lun.-ven. 8h30-12h, 13h30-17h30", "Mo-Fr 08:30-12:00,13:30-17:30"),
    ("De 10 h 30 à 18 h 30, fermé le lundi", "10:30-18:30, Mo off"),
    ("7j/7 de 8h à 20h", "08:00-20:00"),
    ("24h/24 et 7j/7", "24/7"),
    (
      "Ouvert du lundi au vendredi de 9h à 12h et de 14h à 18h, le samedi de 9h à 12h",
      "Mo-Fr 09:00-12:00,14:00-18:00, Sa 09:00-12:00"
    ),
    ("samedi et dimanche de 14 h à 18 h", "Sa,Su 14:00-18:00"),
    ("Mercredi 10h-12h / 14h-18h", "We 10:00-12:00,14:00-18:00"),
    ("tous les jours de midi à minuit", "12:00-24:00"),
    ("d'avril à octobre de 10h à 18h", "Apr-Oct 10:00-18:00"),
    ("Tlj sf lun. 10h-18h", "Tu-Su 10:00-18:00"),
    ("Dimanches et jours fériés : 10h-13h", "Su,PH 10:00-13:00"),
    ("premier dimanche du mois 10h-18h", "Su[1] 10:00-18:00"),
    ("Lundi au jeudi 9h-17h, vendredi 9h-16h", "Mo-Th 09:00-17:00, Fr 09:00-16:00"),
    ("mar. au sam. 12h-14h et 19h-22h", "Tu-Sa 12:00-14:00,19:00-22:00"),
    ("Martes a domingo de 10:00 a 19:00. Lunes cerrado.", "Tu-Su 10:00-19:00, Mo off"),
    ("De lunes a sábado de 10 a 20 h", "Mo-Sa 10:00-20:00"),
    (
      "Lunes a viernes: 9:00 – 14:00 y 17:00 – 20:30; Sábados: 10:00 – 14:00",
      "Mo-Fr 09:00-14:00,17:00-20:30; Sa 10:00-14:00"
    ),
    ("Todos los días excepto lunes de 10 a 18 h", "Tu-Su 10:00-18:00"),
    ("Del 1 de abril al 30 de septiembre: de 10:00 a 20:00", "Apr 1-Sep 30 10:00-20:00"),
    ("Abierto las 24 horas", "24/7"),
    ("10:00 a. m. – 6:00 p. m.", "10:00-18:00"),
    (
      "lunes: Cerrado, martes: 9:00–17:00, miércoles: 9:00–17:00",
      "Mo off, Tu 09:00-17:00, We 09:00-17:00"
    ),
    ("Domingos y festivos de 10:00 a 14:00 h", "Su,PH 10:00-14:00"),
    ("Mar-Dom 13:00-16:00, 20:00-24:00", "Tu-Su 13:00-16:00,20:00-24:00"),
    ("Octubre a marzo: 10:00-18:00", "Oct-Mar 10:00-18:00"),
    ("Viernes y sábados de 20:00 a 02:00", "Fr,Sa 20:00-26:00"),
    ("L-V de 8 a 15 h", "Mo-Fr 08:00-15:00"),
    ("martedì-domenica 10.00-19.00, chiuso il lunedì", "Tu-Su 10:00-19:00, Mo off"),
    ("Dal martedì alla domenica dalle 9.00 alle 19.30", "Tu-Su 09:00-19:30"),
    ("Tutti i giorni 9-13 e 15-19", "09:00-13:00,15:00-19:00"),
    ("lun-ven 8.30-12.30 / 15.00-18.30; sab 9-13", "Mo-Fr 08:30-12:30,15:00-18:30; Sa 09:00-13:00"),
    ("Da aprile a ottobre: tutti i giorni dalle 10 alle 18", "Apr-Oct 10:00-18:00"),
    ("dal 1° aprile al 31 ottobre 9:00-19:00", "Apr-Oct 09:00-19:00"),
    ("Aperto tutti i giorni tranne il martedì, 10:00-18:00", "Mo,We-Su 10:00-18:00"),
    ("sabato, domenica e festivi 10-19", "Sa,Su,PH 10:00-19:00"),
    ("dalle ore 9 alle ore 13", "09:00-13:00"),
    ("lunedì chiuso, martedì-sabato 19:30-23", "Mo off, Tu-Sa 19:30-23:00"),
    ("Orario: lun-sab 9:00-20:00", "Mo-Sa 09:00-20:00"),
    ("aperto 24 ore su 24", "24/7"),
    ("prima domenica del mese 9-14", "Su[1] 09:00-14:00"),
    ("maandag t/m vrijdag 9.00 - 17.00 uur", "Mo-Fr 09:00-17:00"),
    ("di t/m zo 10.00-17.00 uur", "Tu-Su 10:00-17:00"),
    ("Dinsdag tot en met zondag van 11 tot 17 uur", "Tu-Su 11:00-17:00"),
    ("Dagelijks van 10 tot 18 uur, maandag gesloten", "10:00-18:00, Mo off"),
    ("gesloten op maandag en dinsdag; wo-zo 12.00-22.00", "Mo,Tu off; We-Su 12:00-22:00"),
    ("1 april t/m 31 oktober: dagelijks 10.00-17.00 uur", "Apr-Oct 10:00-17:00"),
    ("ma-do 8:30-17:00, vr 8:30-12:00", "Mo-Th 08:30-17:00, Fr 08:30-12:00"),
    ("zaterdag en zondag: 11:00–17:00", "Sa,Su 11:00-17:00"),
    ("Elke eerste zondag van de maand 13.00-17.00", "Su[1] 13:00-17:00"),
    ("van zonsopgang tot zonsondergang", "sunrise-sunset"),
    ("dagelijks behalve maandag 10:00-17:00", "Tu-Su 10:00-17:00"),
    ("vanaf 17 uur", "17:00-27:00 unknown"),
    ("Terça a domingo, das 10h às 18h", "Tu-Su 10:00-18:00"),
    (
      "Segunda a sexta: 9h-12h30 e 14h-18h; sábado: 9h-13h",
      "Mo-Fr 09:00-12:30,14:00-18:00; Sa 09:00-13:00"
    ),
    ("Todos os dias exceto segunda-feira 10:00-18:00", "Tu-Su 10:00-18:00"),
    ("Encerrado à segunda-feira; terça a domingo 10h00-17h30", "Mo off; Tu-Su 10:00-17:30"),
    ("De abril a outubro: das 9h às 19h", "Apr-Oct 09:00-19:00"),
    ("Domingos e feriados: 10h às 16h", "Su,PH 10:00-16:00"),
    ("seg. a sex. 8h-18h, sáb. 8h-12h", "Mo-Fr 08:00-18:00, Sa 08:00-12:00"),
    ("aberto 24 horas", "24/7"),
    ("Diariamente das 12h às 15h e das 19h às 23h", "12:00-15:00,19:00-23:00"),
    ("quinta a sábado das 19h à meia-noite", "Th-Sa 19:00-24:00"),
    ("1 de maio a 30 de setembro: 9h-20h", "May 1-Sep 30 09:00-20:00"),
    ("Segunda-feira: fechado", "unknown; Mo off"),
    ("wtorek–niedziela 10:00–18:00, poniedziałek – nieczynne", "Tu-Su 10:00-18:00, Mo off"),
    ("od wtorku do niedzieli w godz. 10–18", "Tu-Su 10:00-18:00"),
    ("pon.–pt. 8:00–16:00, sob. 9:00–13:00", "Mo-Fr 08:00-16:00, Sa 09:00-13:00"),
    ("codziennie od 9:00 do 21:00", "09:00-21:00"),
    ("codziennie oprócz poniedziałku 10:00-17:00", "Tu-Su 10:00-17:00"),
    ("od 1 kwietnia do 31 października: 9:00–18:00", "Apr-Oct 09:00-18:00"),
    ("soboty i niedziele 11-19", "Sa,Su 11:00-19:00"),
    ("Pn-Pt: 7:30 - 15:30", "Mo-Fr 07:30-15:30"),
    ("niedziele i święta: nieczynne; pn.-sob. 9-20", "Mo-Sa 09:00-20:00; Su,PH off"),
    ("czynne całą dobę", "24/7"),
    (
      "Monday: 9 AM–5 PM\nTuesday: 9 AM–5 PM\nWednesday: Closed",
      "Mo 09:00-17:00, Tu 09:00-17:00, We off"
    ),
    ("Mon: 9–11:30 AM, 1–5 PM; Tue: 10 AM–7 PM", "Mo 09:00-11:30,13:00-17:00; Tu 10:00-19:00"),
    ("Tuesday–Sunday, 10am–5pm", "Tu-Su 10:00-17:00"),
    ("Open daily except Tuesdays, 10am to 6pm", "Mo,We-Su 10:00-18:00"),
    ("Open every day from 9:30am until 5pm", "09:30-17:00"),
    ("Tues – Sat 11 – 5 PM", "Tu-Sa 11:00-17:00"),
    ("Mon-Fri: 9am-5pm / Sat: 10am-2pm / Sun: closed", "Mo-Fr 09:00-17:00, Sa 10:00-14:00, Su off"),
    ("1st and 3rd Saturday of the month 10am-1pm", "Sa[1,3] 10:00-13:00"),
    (
      "April to October: Wed–Sun 11am–4pm; closed November to March",
      "Apr-Oct We-Su 11:00-16:00; Nov-Mar off"
    ),
    ("Thursday 10 AM–8 PM | Friday 10 AM–5 PM", "Th 10:00-20:00, Fr 10:00-17:00"),
    ("Weekdays 8am to 6pm, weekends 9am to 4pm", "Mo-Fr 08:00-18:00, Sa-Su 09:00-16:00"),
    ("Fri & Sat: noon to midnight", "Fr,Sa 12:00-24:00"),
    ("Open 7 days a week, 8am-10pm", "08:00-22:00"),
    ("1 May – 30 September: daily 10:00–17:00", "May 1-Sep 30 10:00-17:00"),
    ("Wednesday to Sunday 12–6pm", "We-Su 12:00-18:00"),
    ("Closed Mondays and Tuesdays. Wed-Sun 5pm-late", "Mo,Tu off, We-Su 17:00-27:00 unknown"),
    (
      "Mon - Thurs: 7:00 a.m. - 9:00 p.m.; Fri - Sun: 7:00 a.m. - 10:00 p.m.",
      "Mo-Th 07:00-21:00; Fr-Su 07:00-22:00"
    ),
    ("Sunday 12:00 PM to 4:30 PM, closed on public holidays", "Su 12:00-16:30, PH off"),
    (
      "Mon–Sat 9.30am–5.30pm, Sun 11am–5pm, closed 25 December",
      "Mo-Sa 09:30-17:30, Su 11:00-17:00, Dec 25 off"
    ),
  ]

  @Test func signsParse() throws {
    for (text, plain) in Self.signsParseCases {
      let hours = try OpeningHours(text)
      #expect(hours.description == plain, "\(text)")
      #expect(try OpeningHours(plain) == hours, "\(text)")
    }
  }
}

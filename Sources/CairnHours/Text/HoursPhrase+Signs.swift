/// Words of signs and web pages whose meaning is inexact, or that name a date.
extension HoursPhrase {
  /// A part of the year whose dates differ from place to place.
  enum Season: CaseIterable, Hashable, Sendable {
    case spring, summer, autumn, winter, high, low
  }

  /// A part of a day whose times differ from place to place.
  enum DayPart: CaseIterable, Hashable, Sendable {
    case morning, afternoon, evening

    /// The times that may belong to the part.
    var span: HoursSpan {
      self == .morning
        ? HoursSpan(from: .clock(0), to: .clock(43_200))
        : HoursSpan(from: .clock(43_200), to: .clock(86_400))
    }
  }

  static let seasons: [Season: Table] = [
    .spring: table("spring|frühling|frühjahr|printemps|lente|voorjaar|wiosna|wiosną"),
    .summer: table(
      "summer|summer season|summer months|summer hours|sommer|sommersaison|sommermonate"
        + "|sommermonaten|été|saison d'été|période estivale|verano|horario de verano|estate"
        + "|orario estivo|periodo estivo|stagione estiva|zomer|zomermaanden|zomerseizoen|verão"
        + "|horário de verão|lato|latem|lecie|sezon letni|sezonie letnim|okresie letnim"),
    .autumn: table("autumn|herbst|automne|otoño|autunno|herfst|najaar|outono|jesień|jesienią"),
    .winter: table(
      "winter|winter season|winter months|winter hours|wintersaison|wintermonate|wintermonaten"
        + "|hiver|saison d'hiver|période hivernale|invierno|horario de invierno|inverno"
        + "|orario invernale|periodo invernale|stagione invernale|wintermaanden|winterseizoen"
        + "|horário de inverno|zima|zimą|zimie|sezon zimowy|sezonie zimowym|okresie zimowym"),
    .high: table(
      "high season|hauptsaison|haute saison|temporada alta|alta stagione|hoogseizoen|época alta"
        + "|alta temporada|alta stagione|sezonie"),
    .low: table(
      "low season|off season|nebensaison|basse saison|hors saison|temporada baja|bassa stagione"
        + "|laagseizoen|época baixa|baixa temporada|poza sezonem|out of season|fuori stagione"),
  ]
  /// Words before a season.
  static let inSeason = table(
    "in|in the|during|during the|im|in den|in der|während der|en|en la|durante el|durante|au"
      + "|pendant l'|in de|tijdens de|no|na|nos|w|we|d'")

  static let dayParts: [DayPart: Table] = [
    .morning: table(
      "morning|mornings|in the morning|morgens|vormittag|vormittags|am vormittag|matin|matins"
        + "|le matin|mañana|mañanas|por la mañana|por las mañanas|mattina|mattino|la mattina"
        + "|di mattina|al mattino|ochtend|ochtends|ochtenden|manhã|manhãs|de manhã|pela manhã|rano"
        + "|przed południem|утра|صباحا|صباحاً|pagi|sáng|du matin|de la mañana|del mattino|da manhã"),
    .afternoon: table(
      "afternoon|afternoons|in the afternoon|nachmittag|nachmittags|am nachmittag|après midi"
        + "|l'après midi|tarde|tardes|por la tarde|por las tardes|à tarde|de tarde|pomeriggio"
        + "|di pomeriggio|nel pomeriggio|middag|middags|namiddag|po południu|дня|chiều|siang|sore|popołudnie"
        + "|de l'après midi|de la tarde|del pomeriggio|da tarde"),
    .evening: table(
      "evening|evenings|in the evening|abend|abends|am abend|soir|soirs|le soir|noche|noches"
        + "|por la noche|sera|la sera|di sera|avond|avonds|noite|à noite|wieczór|wieczorem|вечера|مساء|مساءً|malam|tối"
        + "|du soir|de la noche|della sera|da noite"),
  ]
  /// Ends of a German or Dutch weekday that name a part of it: `Mittwochnachmittag`.
  static let dayPartEnds = [
    "nachmittags", "nachmittag", "vormittags", "vormittag", "abends", "abend", "namiddag",
    "middag", "ochtend", "avond",
  ]

  /// Words before a closing time without an opening time: `bis 16 Uhr`.
  static let until = table(
    "until|till|til|bis|jusqu' à|jusqu' au|hasta|hasta las|hasta la|fino a|fino alle|fino alle ore"
      + "|tot|até|até às|até as|até à|do|до")

  /// Words for all days or dates for which the text has no other rule.
  static let rest = table(
    "rest of year|rest of the year|other days|all other days|otherwise|sonst|ansonsten"
      + "|übrige tage|restliche tage|an allen anderen tagen|restliches jahr|übriges jahr"
      + "|übrige zeit|le reste de l'année|reste de l'année|autres jours|les autres jours"
      + "|resto del año|el resto del año|resto de días|resto de los días|resto dell'anno"
      + "|altri giorni|gli altri giorni|rest van het jaar|overige dagen|andere dagen|resto do ano"
      + "|restantes dias|outros dias|pozostałe dni|w pozostałe dni|poza tym|其他时间|其他時間|其余时间|其他日|その他の日"
  )

  /// Words before or after times that do not change them.
  static let remarks = table(
    "lunch|dinner|breakfast|brunch|mittagessen|abendessen|frühstück|déjeuner|dîner|almuerzo"
      + "|comida|cena|desayuno|pranzo|colazione|diner|ontbijt|almoço|jantar|obiad|kolacja|nonstop"
      + "|non stop|durchgehend|ohne mittagspause|sans interruption|journée continue"
      + "|orario continuato|continuato|horario continuo|horario ininterrumpido|ininterrumpido"
      + "|doorlopend|sem interrupção|bez przerwy")
  /// Words before the meals of a day or a kitchen, whose times are added to each other.
  static let meals = table(
    "lunch|dinner|breakfast|brunch|supper|mittagessen|abendessen|frühstück|mittagstisch|déjeuner"
      + "|dîner|petit déjeuner|almuerzo|comida|comidas|cena|cenas|desayuno|pranzo|colazione|diner"
      + "|ontbijt|almoço|jantar|obiad|kolacja|śniadanie|kitchen|küche|warme küche|cuisine|cocina"
      + "|cucina|keuken|cozinha|kuchnia|кухня|завтрак|ужин")
  /// Words before times in which a place is closed.
  static let breaks = table(
    "break|lunch break|mittagspause|pause|pause déjeuner|pause de midi|pausa|pausa pranzo"
      + "|pausa para comer|pausa almuerzo|pausa para almoço|intervalo|przerwa|przerwa obiadowa|обед"
      + "|перерыв|обеденный перерыв|перерыв на обед|перерва|обідня перерва|přestávka"
      + "|polední přestávka|ebédszünet|middagpauze|lunchpauze|lunchstängt|öğle arası|昼休み|休憩"
      + "|休憩時間|午休|점심시간|휴게시간|브레이크타임|istirahat|nghỉ trưa")
  /// Words before or after a day on which a place is open longer.
  static let lateOpening = table(
    "nocturne|nocturnes|en nocturne|koopavond|late night|late night shopping|late opening"
      + "|late night opening|late shopping|langer abend|abendöffnung|apertura serale"
      + "|apertura nocturna")
  /// Words before or after days that are the only ones.
  static let only = table(
    "only|nur|seulement|uniquement|solo|sólo|solamente|únicamente|soltanto|apenas"
      + "|somente|só|alleen|enkel|tylko|pouze|jen|только|тільки|endast|kun|vain")
  /// Monday to Saturday, in German law.
  static let workdaysWithSaturday = table("werktags|werktage|werktagen|an werktagen|werktäglich")
  /// The unit of `24 hours`, and words after it.
  static let dayLength = table(
    "hours|stunden|std|heures|horas|ore|godziny|hodin|часа|часов|години|timmar|timer|tuntia|saat|óra"
      + "|時間|小时|小時|시간|ชั่วโมง|jam|giờ|ساعة|שעות")
  static let behindDayLength = table(
    "a day|per day|each day|täglich|am tag|pro tag|par jour|al día|por día|por dia|al giorno"
      + "|per dag|na dobę|w ciągu doby|denně|в сутки|営業|营业|營業|開放|开放|영업|一日|trong ngày")
  /// Half past an hour, and the unit of minutes, after the hour of ideographic scripts.
  static let halfMinutes = table("半|반")
  static let minuteMark = table("分|분")
  static let hourMark = table("時|时|点|點|시")
  /// Words after days on which a place is closed: `周一除外`.
  static let exceptBehind = table("除外|以外|を除く|を除き|は除く|제외")
  /// Words after the last time or day, which end a range: `9時から17時まで`.
  static let behind = table("まで|까지")
  /// Words before the hour of a 12-hour clock.
  static let halvesBefore: [OpeningHoursParser.ParsedTime.Half: Table] = [
    .morning: table("午前|上午|早上|오전"), .afternoon: table("午後|下午|晚上|오후"),
  ]

  /// Words between `closed` and the times of a break.
  static let forBreak = table(
    "for lunch|lunch|mittags|pour déjeuner|pour le déjeuner|para almorzar|para comer|per pranzo"
      + "|para almoço")
  /// Words such as `year-round`, which name all dates.
  static let allYear = table(
    "year round|all year|all year round|ganzjährig|toute l'année|todo el año|tutto l'anno"
      + "|hele jaar|het hele jaar|todo o ano|cały rok|przez cały rok")

  /// The first words of the names of seasons, and of the words before them.
  static let seasonWords = firstWords(of: [inSeason] + seasons.values)
  /// The first words of the parts of a day.
  static let dayPartWords = firstWords(of: Array(dayParts.values))
  /// The first words of those that may precede the days of a rule.
  static let wordsBeforeDays = firstWords(of: [only, meals, lateOpening])
  /// The first words of ``dates``.
  static let dateWords = firstWords(of: dates.map { $0.table })

  /// The first words of phrases: most words are in none, which one lookup shows.
  private static func firstWords(of tables: [Table]) -> Set<String> {
    Set(tables.flatMap { $0.keys.map { $0.last == "'" ? String($0.dropLast()) : $0 } })
  }

  /// The names of dates.
  static let dates: [(table: Table, date: DatePoint.Kind, offset: Int)] = [
    (
      table(
        "new year's day|new years day|neujahr|neujahrstag|jour de l'an|le jour de l'an|año nuevo"
          + "|capodanno|nieuwjaarsdag|nieuwjaar|ano novo|nowy rok"),
      .day(month: 1, day: 1), 0
    ),
    (
      table("christmas eve|heiligabend|heiliger abend|nochebuena|wigilia|kerstavond"),
      .day(month: 12, day: 24), 0
    ),
    (
      table("christmas day|noël|navidad|natale|natal|eerste kerstdag"), .day(month: 12, day: 25), 0
    ),
    (table("boxing day|tweede kerstdag|santo stefano"), .day(month: 12, day: 26), 0),
    (
      table("new year's eve|silvester|nochevieja|san silvestro|oudejaarsdag|sylwester"),
      .day(month: 12, day: 31), 0
    ),
    (table("good friday|karfreitag|vendredi saint|viernes santo|goede vrijdag"), .easter, -2),
    (table("easter sunday|ostersonntag|dimanche de pâques|domenica di pasqua"), .easter, 0),
    (
      table("easter monday|ostermontag|lundi de pâques|pasquetta|tweede paasdag"), .easter, 1
    ),
  ]
}

/// Words other than names, in lowercase, in the languages of ``HoursLanguage``.
enum HoursPhrase {
  /// Phrases by their first word; the rest of each may be empty.
  typealias Table = [String: [[String]]]

  static let publicHoliday = table(
    "ph|public holidays|public holiday|bank holidays|bank holiday|holidays|holiday|feiertage"
      + "|feiertags|feiertagen|feiertag|jours fériés|jour férié|fériés|ferie|fêtes|festivos|festivo|feriados"
      + "|feriado|festivi|festivo|giorni festivi|feestdagen|święta|svátky|праздники"
      + "|праздничные дни|праздничные|праздников|праздничных дней|świąt|svátků|свята|helligdager|helgdagar|祝日|祝|祭日|αργίες"
      + "|공휴일|법정공휴일|节假日|節假日|法定节假日|公眾假期|公众假期|公休日|hari libur|hari libur nasional|ngày lễ"
      + "|العطل الرسمية|חגים|วันหยุดนักขัตฤกษ์|resmi tatil|resmi tatiller")
  static let schoolHoliday = table(
    "sh|school holidays|school holiday|schulferien|ferien|vacances scolaires|vacaciones escolares"
      + "|vacanze scolastiche|férias escolares|schoolvakantie|schoolvakanties|ferie szkolne")
  static let daily = table(
    "daily|everyday|every day|all days|täglich|taeglich|tägl|tgl|jeden tag|alle tage|tous les jours|tlj"
      + "|seven days a week|tous les jours de la semaine|todos los días|todos los dias|todos os dias|a diario|diario"
      + "|diariamente|tutti i giorni|ogni giorno|dagelijks|elke dag|alle dagen|codziennie|denně"
      + "|ежедневно|без выходных|без вихідних|каждый день|щодня|щоденно|毎日|年中無休|dagligen|daglig|dagligt|alla dagar"
      + "|alle dager|päivittäin|joka päivä|her gün|hergün|naponta|minden nap|zilnic|καθημερινά"
      + "|매일|연중무휴|全年无休|全年無休|每天|每日|天天|setiap hari|hàng ngày|hằng ngày|mỗi ngày|ทุกวัน|يوميا|يومياً"
      + "|يوميًا|كل يوم|כל יום")
  static let closed = table(
    "off|closed|geschlossen|geschl|ruhetag|fermé|ferme|fermée|fermés|cerrado|cerrada|chiuso|chiuso la"
      + "|chiusa|descanso|fechado|fechada|encerrado|encerrada|encerra|gesloten|zamknięte|zamknięty|nieczynne"
      + "|zavřeno|закрыто|выходной|зачинено|вихідний|定休日|休み|休|休業|lukket|stengt|stängt|suljettu"
      + "|kapalı|zárva|închis|κλειστά"
      + "|bis auf weiteres geschlossen|geschlossen bis auf weiteres"
      + "|vorübergehend geschlossen|dauerhaft geschlossen|temporarily closed"
      + "|permanently closed|closed until further notice|closed permanently"
      + "|closed temporarily|fermé définitivement|définitivement fermé"
      + "|temporairement fermé|fermé temporairement|cerrado temporalmente"
      + "|cerrado permanentemente|chiuso temporaneamente|chiuso definitivamente|休館日|休館|閉館"
      + "|定休|公休|休息|闭馆|關閉|关闭|休業日|店休日|店休|休園日|休園|休园|不营业|휴무일|휴무|휴관일|휴관|정기휴무|정기휴일|مغلق|סגור"
      + "|ปิด|ปิดทำการ|หยุด|tutup|libur|đóng cửa|nghỉ")
  static let open = table(
    "open|geöffnet|ouvert|ouverte|abierto|abierta|aperto|aperta|aberto|aberta|geopend|otwarte|czynne"
      + "|открыто|otevřeno"
      + "|открыт|オープン|営業|营业|營業|開館|开放|開放|영업|مفتوح|פתוח|เปิด|เปิดบริการ|buka"
      + "|mở cửa")
  /// Day and night.
  static let always = table(
    "always|always open|nonstop|non stop|anytime|rund um die uhr|całodobowo|całą dobę"
      + "|dag en nacht|круглосуточно|цілодобово"
      + "|全天|全天开放|全日|終日|døgnet rundt|dygnet runt|sepanjang hari")
  /// Comments that are also written without quotation marks.
  static let appointment = table(
    "by appointment|by appointment only|on appointment|appointment only|nach vereinbarung"
      + "|nur nach vereinbarung|auf anfrage|on request|by request|sur rendez vous"
      + "|con cita previa|con cita|su appuntamento|op afspraak|po dohodě|по записи")
  /// Saturday and Sunday, and Monday to Friday.
  static let weekend = table(
    "weekend|weekends|wochenende|wochenenden|week end|fines de semana|fin de semana|fine settimana"
      + "|fim de semana|fins de semana|weekenden|weekendy|выходные дни|週末"
      + "|周末|주말|σαββατοκύριακο|hafta sonu|haftasonu|víkend|víkendy|hétvége|hétvégén|akhir pekan"
      + "|cuối tuần")
  static let workdays = table(
    "weekdays|weekday|workdays|work days|working days|en semaine|entre semana|werkdagen|dias úteis"
      + "|dni robocze|будни|平日"
      + "|工作日|평일|hafta içi|haftaiçi|pracovní dny|hari kerja")
  /// A closing time that is not known, as in `17:00-late`.
  static let late = table(
    "late|close|closing|closing time|open end|openend|ende|schluss|betriebsschluss|fermeture"
      + "|cierre|chiusura|fecho|fine|sluit|sluiting|zamknięcia")
  /// Words between the first and the last time or day.
  static let to = table(
    "to|bis|until|untill|till|til|thru|through|a|à|á|as|às|ás|ate|até|au|al|all'|alle|alla|ai|до|по"
      + "|tot|tm|tot en met|do|fino a|fino alle|hasta"
      + "|έως|ως|až|至|到|から|부터|إلى|الى|حتى|עד|ถึง|sampai|sampai dengan|hingga|đến|ila")
  /// Words before the first time or day, which may be left out.
  static let from = table(
    "from|von|vom|on|am|an|de|du|d'|da|dal|dalle|dall'|das|des|del|le|les|el|los|il|aos|à|às|op|od|w"
      + "|van|с|з|every|each|jeden|jeweils|chaque|elke|ogni|cada|każda|każdy|tous les|de las|las"
      + "|从|從|自|毎週|每周|每週|매주|من|ימים|יום|בימים|ימי|dari|hari|từ")
  /// Words before a time without a closing time: `ab 17 Uhr`.
  static let since = table("ab|from|since|dès|desde|vanaf|à partir de|a partir de|a partir das")
  static let and = table(
    "and|und|u|et|y|e|en|och|og|ja|i|и|ve|και|plus|sowie"
      + "|及|和|与|與|및|와|과|dan|và|และ")

  /// Words before days on which a place is closed.
  static let except = table(
    "except|except on|except for|außer|ausser|ausgenommen|außer an|sauf|sauf le|sauf les|sf|excepté"
      + "|hors|excepto|excepto los|excepto el|salvo|menos|tranne|tranne il|escluso|eccetto|exceto|exceto à"
      + "|exceto às|behalve|behalve op|uitgezonderd|oprócz|z wyjątkiem"
      + "|кроме|за исключением|крім|окрім|за винятком|kromě|mimo|utom|undtagen|unntatt"
      + "|paitsi|kivéve|εκτός|εκτός από|kecuali|trừ|除了|除|exceto às|exceto aos|exceto nas"
      + "|excepto el|ما عدا|ยกเว้น")
  /// Words before the first rule.
  static let heading = table(
    "hours|opening hours|opening times|öffnungszeiten|horaires|horario|horarios"
      + "|horário|horários|orario|orari|openingstijden|openingsuren|godziny otwarcia"
      + "|營業時間|营业时间|営業時間|開館時間|영업시간|часы работы|режим работы|otevírací doba")
  /// Words before and after the hour of a clock.
  static let clock = table(
    "ore|le ore|alle ore|godz|w godz|w godzinach|w godz od|w godzinach od|kl|klo|um"
      + "|เวลา|pukul|jam|lúc|ساعة|الساعة|kello")
  static let clockMark = table(
    "uhr|h|hs|hr|hrs|uur|heures|heure|horas|ore|godz"
      + "|o'clock|時|时|点|點|시|น|giờ|ч|час|часов|год|wib|wita|wit")
  static let noon = table(
    "noon|midday|midi|mediodía|mediodia|mezzogiorno|meio dia|południe|południa")
  static let midnight = table(
    "midnight|minuit|mitternacht|medianoche|mezzanotte|meia noite|middernacht|północ|północy")
  static let sunrise = table(
    "sunrise|sonnenaufgang|lever du soleil|lever|salida del sol|zonsopgang|zonsopkomst"
      + "|nascer do sol|wschodu słońca")
  static let sunset = table(
    "sunset|sonnenuntergang|coucher du soleil|puesta del sol|zonsondergang|pôr do sol|tramonto"
      + "|zachodu słońca")
  /// The words for the first to the fourth, and with -1 for the last weekday of a month.
  static let ordinals: [String: Int] = {
    let lists = [
      "first erster ersten erste premier primer primero primo prima eerste primeiro pierwszy"
        + " pierwsza pierwszą",
      "second zweiter zweiten zweite deuxième segundo secondo seconda tweede drugi druga drugą",
      "third dritter dritten dritte troisième tercer tercero terzo terza derde terceiro trzeci"
        + " trzecia trzecią",
      "fourth vierter vierten vierte quatrième cuarto quarto vierde czwarty",
      "last letzter letzten letzte dernier último ultimo ultima laatste ostatni ostatnia ostatnią",
    ]
    var numbers: [String: Int] = [:]
    for (index, words) in lists.enumerated() {
      for word in words.split(separator: " ") { numbers[String(word)] = index < 4 ? index + 1 : -1 }
    }
    return numbers
  }()
  static let ofMonth = table(
    "of the month|of each month|of every month|in the month|im monat|des monats|eines monats"
      + "|jeden monats|du mois|de chaque mois|del mes|de cada mes|del mese|di ogni mese|do mês"
      + "|de cada mês|van de maand|van elke maand|miesiąca|każdego miesiąca")

  /// The words of scripts without spaces between words, in which the longest that is known ends a
  /// word.
  static let unspaced: Set<String> = {
    let tables = [
      publicHoliday, daily, closed, open, always, weekend, workdays, to, from, and, except, heading,
      clockMark, halfMinutes, minuteMark, dayLength, behindDayLength, breaks, behind, clock, rest,
      exceptBehind,
      halvesBefore[.morning], halvesBefore[.afternoon],
    ]
    let words = tables.flatMap { $0.map { Array($0.keys) } ?? [] } + HoursLanguage.everyName.keys
    return Set(words.filter { ($0.utf8.first ?? 0) >= 0xE0 })
  }()

  static func table(_ text: String) -> Table {
    var table: Table = [:]
    for phrase in text.split(separator: "|") {
      let words = phrase.split(separator: " ").flatMap { apostrophes(in: $0) }
      table[words[0], default: []].append(Array(words.dropFirst()))
    }
    // Longer phrases are tried first.
    return table.mapValues { $0.sorted { $0.count > $1.count } }
  }

  /// The parts of a word with an apostrophe, as the parser reads them: `year'` and `s`.
  private static func apostrophes(in word: Substring) -> [String] {
    let parts = word.split(separator: "'").map(String.init)
    return parts.enumerated().map { index, part in
      index + 1 < parts.count || word.hasSuffix("'") ? part + "'" : part
    }
  }
}

extension OpeningHoursParser {
  /// The index after a phrase of a table that follows; nil if none does.
  func phraseEnd(_ table: HoursPhrase.Table) -> Int? {
    // Signs and digits begin no phrase.
    guard let peek, peek > 0x40 else { return nil }
    var word = word
    var first = wordEnd
    // `d'avril`, `all'alba`
    if first < bytes.count, bytes[first] == 0x27 || bytes[first] == 0xE2 {
      var ahead = self
      ahead.index = first
      if ahead.skipApostrophe(), table[word + "'"] != nil {
        (word, first) = (word + "'", ahead.index)
      }
    }
    guard let rests = table[word] else { return nil }
    var ahead = self
    for rest in rests {
      ahead.index = first
      let isHere = rest.allSatisfy { next in
        ahead.skipBlanks()
        _ = ahead.skip("-")
        let word = ahead.word
        ahead.index = ahead.wordEnd
        return word == next || word + "'" == next && ahead.skipApostrophe()
      }
      if isHere { return ahead.index }
    }
    return nil
  }

  /// Skips a phrase of a table if one follows.
  mutating func skip(_ table: HoursPhrase.Table) -> Bool {
    guard let end = phraseEnd(table) else { return false }
    index = end
    return true
  }

  /// Skips a word such as `from` and the blanks after it, if a condition holds there.
  mutating func skip(
    _ table: HoursPhrase.Table, before condition: (OpeningHoursParser) -> Bool
  ) -> Bool {
    guard let end = phraseEnd(table) else { return false }
    var ahead = self
    ahead.index = end
    ahead.skipBlanks()
    guard condition(ahead) else { return false }
    index = ahead.index
    return true
  }

  /// The English or German name of a word.
  static func usualName(_ word: String, isGerman: Bool) -> HoursLanguage.Name? {
    if word == "di" { return isGerman ? .weekday(2) : nil }
    let day = Weekday(hours: word) ?? (word.hasSuffix("s") ? Weekday(hours: word.dropLast()) : nil)
    return (day?.rawValue).map { .weekday($0) } ?? month(named: word).map { .month($0) }
  }

  /// Finds the meanings of the words outside comments (``names``).
  func findNames() -> [String: HoursLanguage.Name] {
    var reader = self
    var words: Set<String> = []
    var isInside = false
    while reader.index < bytes.count {
      if reader.quoteLength > 0 {
        reader.index += reader.quoteLength
        while reader.index < bytes.count, reader.quoteLength == 0 { reader.index += 1 }
        reader.index += reader.quoteLength
        continue
      }
      let end = reader.wordEnd
      if end > reader.index {
        // Short words of remarks are rarely names: `(po 18:00)`.
        if !isInside || reader.word.utf8.count > 2 { words.insert(reader.word) }
        if let day = reader.dayOfCompound { words.insert(day) }
      }
      if reader.peek == UInt8(ascii: "(") { isInside = true }
      if reader.peek == UInt8(ascii: ")") { isInside = false }
      reader.index = max(end, reader.index + 1)
    }
    return HoursLanguage.names(of: words) { Self.usualName($0, isGerman: isGerman) }
  }

  /// Replaces full-width characters, and digits and signs of Arabic and Hebrew, by those of ASCII,
  /// one by one; nil if the text has no such characters.
  static func halfWidth(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(where: { 0xD6...0xDB ~= $0 || $0 == 0xE3 || $0 == 0xEF }) else {
      return nil
    }
    var result = String.UnicodeScalarView()
    var wasDigit = false
    for scalar in text.unicodeScalars {
      var replaced = scalar
      switch scalar.value {
      case 0xFF01...0xFF5E:
        replaced = Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      case 0x3000: replaced = " "
      case 0x3001, 0x30FB, 0x060C: replaced = ","
      case 0x061B: replaced = ";"
      case 0x05BE: replaced = "-"
      case 0x05F3: replaced = "'"
      case 0x0660...0x0669: replaced = Unicode.Scalar(scalar.value - 0x0630) ?? scalar
      case 0x301C: replaced = "~"
      // The mark of long vowels is a dash only after a number.
      case 0x30FC where wasDigit: replaced = "-"
      default: break
      }
      wasDigit = 0x30...0x39 ~= replaced.value
      result.append(replaced)
    }
    return String(result)
  }
}

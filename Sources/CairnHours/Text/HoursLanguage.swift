/// The names of weekdays and months in one language, in lowercase.
struct HoursLanguage: Sendable {
  /// The meaning of a word.
  enum Name: Hashable, Sendable {
    case weekday(Int)
    case month(Int)
    /// A word that is a name in other languages only.
    case other
  }

  let names: [String: Name]
  /// The months whose name is also a weekday's: `mar` is `marzo` and `martedì`.
  let monthsLikeDays: [String: Int]

  /// Creates a language from names separated by spaces, and days or months separated by bars.
  private init(_ weekdays: String, _ months: String) {
    var names: [String: Name] = [:]
    func add(_ text: String, _ name: (Int) -> Name) {
      for (number, group) in text.split(separator: "|").enumerated() {
        for word in group.split(separator: " ") { names[String(word)] = name(number + 1) }
      }
    }
    add(months, Name.month)
    let months = names
    add(weekdays, Name.weekday)
    self.names = names
    monthsLikeDays = months.reduce(into: [:]) { both, entry in
      if case .month(let number) = entry.value, names[entry.key] != entry.value {
        both[entry.key] = number
      }
    }
  }

  /// German, French, Spanish, Portuguese, Italian, Romanian, Dutch, Danish and Norwegian, Swedish,
  /// Finnish, Polish, Czech, Russian, Ukrainian, Hungarian, Turkish, Greek, Japanese and Chinese,
  /// Korean, Arabic, Hebrew, Thai and Indonesian; Vietnamese days are `OpeningHoursParser.weekday`.
  static let all = [
    HoursLanguage(
      "montag montags mo|dienstag dienstags di|mittwoch mittwochs mi|donnerstag donnerstags do"
        + "|freitag freitags fr|samstag samstags sonnabend sa|sonntag sonntags so",
      "januar jan|februar feb|märz mrz|april apr|mai|juni jun|juli jul|august aug|september sep"
        + "|oktober okt|november nov|dezember dez"),
    HoursLanguage(
      "lundi lundis lun lu l|mardi mardis mar ma|mercredi mercredis mer me|jeudi jeudis jeu je j"
        + "|vendredi vendredis ven ve v|samedi samedis sam sa s|dimanche dimanches dim di d",
      "janvier janv jan|février fevrier févr fév fev|mars|avril avr|mai|juin|juillet juil"
        + "|août aout|septembre sept sep|octobre oct|novembre nov|décembre decembre déc dec"),
    HoursLanguage(
      "lunes lun lu l|martes mar ma|miércoles miercoles mié mie mi x|jueves jue ju j"
        + "|viernes vie vi v|sábado sabado sábados sabados sáb sab sá sa s|domingo domingos dom do d",
      "enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago"
        + "|septiembre setiembre sept sep|octubre oct|noviembre nov|diciembre dic"),
    HoursLanguage(
      "segunda segundas seg|terça terças terca ter|quarta quartas qua|quinta quintas qui"
        + "|sexta sextas sex|sábado sabado sábados sáb sab"
        + "|domingo domingos dom",
      "janeiro jan|fevereiro fev|março marco|abril abr|maio mai|junho jun|julho jul|agosto ago"
        + "|setembro set|outubro out|novembro nov|dezembro dez"),
    HoursLanguage(
      "lunedì lunedi lunedí lun lu|martedì martedi mar ma|mercoledì mercoledi mer me"
        + "|giovedì giovedi gio gi|venerdì venerdi ven ve|sabato sabati sab sa|domenica domeniche dom do",
      "gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago"
        + "|settembre set sett|ottobre ott|novembre nov|dicembre dic"),
    HoursLanguage(
      "luni lun lu|marți marti mar ma|miercuri mie mi|joi jo|vineri vin vi|sâmbătă sambata sâm sâ"
        + "|duminică duminica dum du",
      "ianuarie ian|februarie feb|martie|aprilie apr|mai|iunie iun|iulie iul|august aug"
        + "|septembrie sept|octombrie oct|noiembrie nov|decembrie dec"),
    HoursLanguage(
      "maandag maandags ma|dinsdag dinsdags di|woensdag woensdags wo|donderdag donderdags do"
        + "|vrijdag vrijdags vr|zaterdag zaterdags za|zondag zondags zo",
      "januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug"
        + "|september sep|oktober okt|november nov|december dec"),
    HoursLanguage(
      "mandag mandage mandager man ma|tirsdag tirsdage tirsdager tir ti"
        + "|onsdag onsdage onsdager ons on|torsdag torsdage torsdager tor to"
        + "|fredag fredage fredager fre fr|lørdag lørdage lørdager lør lø"
        + "|søndag søndage søndager søn sø",
      "januar jan|februar feb|marts mars|april apr|maj mai|juni jun|juli jul|august aug"
        + "|september sep|oktober okt|november nov|december desember dec des"),
    HoursLanguage(
      "måndag måndagar mån må|tisdag tisdagar tis ti|onsdag onsdagar ons on"
        + "|torsdag torsdagar tors to|fredag fredagar fre fr|lördag lördagar lör lö"
        + "|söndag söndagar sön sö",
      "januari jan|februari feb|mars|april apr|maj|juni jun|juli jul|augusti aug"
        + "|september sep|oktober okt|november nov|december dec"),
    HoursLanguage(
      "maanantai ma|tiistai ti|keskiviikko ke|torstai to|perjantai pe|lauantai la|sunnuntai su",
      "tammikuu tammi|helmikuu helmi|maaliskuu maalis|huhtikuu huhti|toukokuu touko|kesäkuu kesä"
        + "|heinäkuu heinä|elokuu elo|syyskuu syys|lokakuu loka|marraskuu marras|joulukuu joulu"),
    HoursLanguage(
      "poniedziałek poniedziałku poniedziałki poniedziałków pon pn|wtorek wtorku wtorki wtorków wt"
        + "|środa środy środę śród śr sr"
        + "|czwartek czwartku czwartki czwartków czw cz|piątek piątku piątki piątków piatek pt"
        + "|sobota soboty sobotę sobót sob sb so"
        + "|niedziela niedzieli niedziele niedzielę niedziel niedz nd nie",
      "stycznia styczeń sty|lutego luty lut|marca marzec|kwietnia kwiecień kwi|maja maj"
        + "|czerwca czerwiec cze|lipca lipiec lip|sierpnia sierpień sie|września wrzesień wrz"
        + "|października październik paź|listopada listopad lis|grudnia grudzień gru"),
    HoursLanguage(
      "pondělí pondeli pon po|úterý utery út ut|středa streda středy stř st"
        + "|čtvrtek ctvrtek čtvrtka čt ct|pátek patek pátku pá pa|sobota soboty so|neděle nedele ne",
      "leden ledna|únor února|březen března|duben dubna|květen května|červen června"
        + "|červenec července|srpen srpna|září|říjen října|listopad listopadu|prosinec prosince"),
    HoursLanguage(
      "понедельник понедельника понедельникам пн|вторник вторника вт|среда среды среду ср"
        + "|четверг четверга чт|пятница пятницы пятницу пт|суббота субботы субботу сб"
        + "|воскресенье воскресенья вс",
      "январь января янв|февраль февраля фев|март марта мар|апрель апреля апр|май мая"
        + "|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сен"
        + "|октябрь октября окт|ноябрь ноября ноя|декабрь декабря дек"),
    HoursLanguage(
      "понеділок понеділка пн|вівторок вівторка вт|середа середи ср|четвер четверга чт"
        + "|п'ятниця пт|субота суботи сб|неділя неділі нд",
      "січень січня|лютий лютого|березень березня|квітень квітня|травень травня|червень червня"
        + "|липень липня|серпень серпня|вересень вересня|жовтень жовтня|листопад листопада"
        + "|грудень грудня"),
    HoursLanguage(
      "hétfő|kedd|szerda sze|csütörtök csü|péntek pén|szombat szo|vasárnap vas",
      "január|február|március|április|május|június|július|augusztus|szeptember|október|november"
        + "|december"),
    HoursLanguage(
      "pazartesi pzt|salı sal|çarşamba çar|perşembe per|cuma cum|cumartesi cmt|pazar paz",
      "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık"),
    HoursLanguage(
      "δευτέρα δευτέρας δευ δε|τρίτη τρίτης τρι τρ|τετάρτη τετάρτης τετ τε|πέμπτη πέμπτης πεμ πε"
        + "|παρασκευή παρασκευής παρ πα|σάββατο σαββάτου σαβ σα|κυριακή κυριακής κυρ κυ", ""),
    HoursLanguage(
      "月曜日 月曜 月 星期一 周一 週一 礼拜一 禮拜一"
        + "|火曜日 火曜 火 星期二 周二 週二 礼拜二 禮拜二"
        + "|水曜日 水曜 水 星期三 周三 週三 礼拜三 禮拜三"
        + "|木曜日 木曜 木 星期四 周四 週四 礼拜四 禮拜四"
        + "|金曜日 金曜 金 星期五 周五 週五 礼拜五 禮拜五"
        + "|土曜日 土曜 土 星期六 周六 週六 礼拜六 禮拜六"
        + "|日曜日 日曜 日 星期日 周日 週日 礼拜日 禮拜日 星期天 周天 礼拜天 禮拜天", ""),
    HoursLanguage(
      "월요일 월|화요일 화|수요일 수|목요일 목|금요일 금|토요일 토|일요일 일", ""),
    HoursLanguage(
      "الاثنين الإثنين اثنين والاثنين والإثنين|الثلاثاء ثلاثاء والثلاثاء"
        + "|الأربعاء الاربعاء أربعاء والأربعاء والاربعاء|الخميس خميس والخميس"
        + "|الجمعة جمعة والجمعة|السبت سبت والسبت|الأحد الاحد أحد والأحد والاحد", ""),
    HoursLanguage("שני ב|שלישי ג|רביעי ד|חמישי ה|שישי ו|שבת ש|ראשון א", ""),
    HoursLanguage(
      "จันทร์ วันจันทร์ จ|อังคาร วันอังคาร อ|พุธ วันพุธ พ|พฤหัสบดี วันพฤหัสบดี พฤหัส พฤ"
        + "|ศุกร์ วันศุกร์ ศ|เสาร์ วันเสาร์ ส|อาทิตย์ วันอาทิตย์ อา", ""),
    HoursLanguage(
      "senin sen|selasa sel|rabu rab|kamis kam|jumat jum'at jum|sabtu sab|minggu ahad",
      "januari jan|februari feb|maret mar|april apr|mei|juni jun|juli jul|agustus agu"
        + "|september sep|oktober okt|november nov|desember des"),
  ]

  /// The names of each word in any language.
  static let everyName: [String: Set<Name>] = all.reduce(into: [:]) { all, language in
    for (word, name) in language.names { all[word, default: []].insert(name) }
  }

  /// The months whose name is a weekday's in the same language.
  static let monthsLikeDays: [String: Int] = all.reduce(into: [:]) { all, language in
    for (word, number) in language.monthsLikeDays where all[word] == nil { all[word] = number }
  }

  /// The meanings of the words of a text, if they are not all of the usual vocabulary.
  ///
  /// A word such as `ma` has different meanings in different languages (Monday in Dutch, Tuesday in
  /// French). The languages that have all names of the text must agree, or else all languages.
  ///
  /// - Parameters:
  ///   - words: the words in lowercase.
  ///   - usual: returns the English or German name of a word.
  /// - Returns: the names; words without an entry have their usual name or several.
  static func names(
    of words: Set<String>, usual: (String) -> Name?
  ) -> [String: Name] {
    var names: [String: Set<Name>] = [:]
    for word in words {
      // A single letter is a weekday only beside L, which is Monday in French and Spanish.
      guard word.utf8.count > 1 || words.contains("l") || everyName[word] == nil else { continue }
      var found = everyName[word] ?? []
      if let name = usual(word) { found.insert(name) }
      if !found.isEmpty { names[word] = found }
    }
    guard names.keys.contains(where: { usual($0) == nil }) else { return [:] }
    var fitting = all.filter { language in names.keys.allSatisfy { language.names[$0] != nil } }
    var result: [String: Name] = [:]
    if fitting.isEmpty, names["do"] != nil {
      // "To" in Polish and Czech, Thursday in German.
      names["do"] = nil
      fitting = all.filter { language in names.keys.allSatisfy { language.names[$0] != nil } }
      if !fitting.isEmpty { result["do"] = .other }
    }
    for (word, every) in names {
      let found = fitting.isEmpty ? every : Set(fitting.compactMap { $0.names[word] })
      if found.count == 1 { result[word] = found.first }
    }
    return result
  }
}

internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnHolidays
internal import CairnHours
internal import CairnMemory
internal import CairnRegions
internal import CairnRoutes
internal import CairnText

extension Command {
  /// `cairn holidays`: lists public holidays.
  static let holidays = Command(
    name: "holidays",
    summary: "list the public holidays of a country, a region or a place",
    operands: "<place> [<year>]",
    discussion: """
      Lists the public holidays of a country, of a region (Bavaria, DE-BY) or at a place (Munich),
      in a year or a range of years such as 2026-2028; by default, in this year. With --next, lists
      only the next holidays from today on by the clock there, or from --from on. The names are the
      English ones and those in the country's language. Some regions have holidays of their own,
      which the list of the whole country does not contain; a line names these regions.

      Holidays are known from 2000 to 2050, in some countries for fewer years. Those of future years
      are what the law provides today; dates that depend on the moon are estimates.
      """,
    options: [
      Option(name: "next", value: "COUNT", help: "only the next holidays, today's included"),
      Option(
        name: "from", value: "DATE", help: "from this date on, such as 2026-12-01, not from today"),
      .format(["table", "csv", "json", "ics"]), .language,
    ],
    examples: [
      ("cairn holidays AT", "the public holidays of Austria in this year"),
      ("cairn holidays Bavaria 2027", "those of a region in a year"),
      ("cairn holidays Japan --next 3", "the next three from today on"),
      ("cairn holidays US-CA 2026-2028 --format ics", "three years for a calendar"),
    ],
    run: { (arguments, console) throws(Failure) in
      let list = try HolidayList(arguments)
      switch arguments["format"] {
      case "csv": try console.output.write(list.csv)
      case "json": try console.output.write(list.json)
      case "ics": try console.output.write(list.calendar)
      default: return try list.writeTable(&console)
      }
      for note in list.notes { try console.errors.write("cairn holidays: \(note)\n") }
    })
}

/// A country, or a region, and its holidays.
private struct HolidayPlace {
  let holidays: PublicHolidays
  let country: Country
  /// The coordinate whose local time gives today's date.
  private let coordinate: Coordinate?

  /// Finds the country, the region or the place of a text.
  init(_ text: String) throws(Failure) {
    // A code such as DE-BY, but not a name such as Baden-Württemberg.
    let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0].utf8.count == 2, let country = Country(parts[0]) {
      do throws(HolidayError) {
        let holidays = try PublicHolidays(country: country.alpha2, region: parts[1])
        self.init(holidays: holidays, country: country, coordinate: country.capital?.coordinate)
        return
      } catch {
        // Other regions have the list of the country.
        guard AdministrativeArea(code: text) != nil else { throw .usage("\(error)") }
        self = try HolidayPlace(country, region: nil, country.capital?.coordinate)
        return
      }
    }
    if text.utf8.count <= 3, let country = Country(text) {
      self = try HolidayPlace(country, region: nil, country.capital?.coordinate)
      return
    }
    let location: Location
    do throws(Failure) {
      location = try Location(text)
    } catch {
      // A name that only countries have.
      guard let country = Country(text) else { throw error }
      self = try HolidayPlace(country, region: nil, country.capital?.coordinate)
      return
    }
    let facts = PlaceFacts(location)
    guard let country = facts.country else {
      throw Failure(code: .data, message: "no country, and no holidays, at \(location.title)")
    }
    let isCountry = location.place?.kind == .country
    self = try HolidayPlace(
      country, region: isCountry ? nil : facts.region?.code,
      isCountry ? country.capital?.coordinate : location.coordinate)
  }

  private init(holidays: PublicHolidays, country: Country, coordinate: Coordinate?) {
    self.holidays = holidays
    self.country = country
    self.coordinate = coordinate
  }

  /// The holidays of a region or, if the data does not have it, those of its country.
  private init(_ country: Country, region: String?, _ coordinate: Coordinate?) throws(Failure) {
    do throws(HolidayError) {
      let own = try? PublicHolidays(country: country.alpha2, region: region)
      let holidays = if let own { own } else { try PublicHolidays(country: country.alpha2) }
      self.init(holidays: holidays, country: country, coordinate: coordinate)
    } catch {
      throw .usage("\(error)")
    }
  }

  /// The date there now; that of UTC if the clock is not known.
  var today: CivilDate {
    var clock = LocalClock(instant: System.secondsSince1970)
    let offset = coordinate.flatMap { clock.offset(at: $0) } ?? 0
    return CivilTime(secondsSince1970: clock.instant + offset).date
  }

  /// The code of the region, such as `DE-BY`, or of the country.
  var code: String {
    ([country.alpha2] + [holidays.region].compactMap(\.self)).joined(separator: "-")
  }

  /// The name of the region and the country.
  func name(_ language: NameLanguage) -> String {
    let own = language.name(of: country)
    guard let region = holidays.region else { return own }
    let area = AdministrativeArea(code: code).map { language.name(of: $0) }
    // Some regions have a name in the data, others a code such as 57.
    return "\(area ?? (region.utf8.count > 3 ? region : code)), \(own)"
  }
}

/// The result of `cairn holidays`.
private struct HolidayList {
  private let place: HolidayPlace
  private let language: NameLanguage
  private let rows: [PublicHoliday]
  /// The period in words: `in 2026`, `from 2026-12-01 on`.
  private let period: String
  /// Why the list may be empty or shorter than usual.
  private let remark: String?

  init(_ arguments: Arguments) throws(Failure) {
    language = try arguments.nameLanguage
    var words = arguments.operands
    let years = try words.last.flatMap { (word) throws(Failure) in try Self.years(word) }
    if years != nil { words.removeLast() }
    guard !words.isEmpty else {
      throw .usage("a country, a region or a place is needed, such as `cairn holidays AT`")
    }
    let from = try arguments["from"].map { (text) throws(Failure) in
      guard let date = CivilDate(text) else {
        throw .usage("--from is a date such as 2026-12-01, not \(Spelling.quoted(text))")
      }
      return date
    }
    if years != nil, arguments.has("next") || from != nil {
      throw .usage("a year does not go with --next or --from; leave out the year")
    }
    let limit = try arguments.count("next", default: .max, in: 1...10_000)
    place = try HolidayPlace(words.joined(separator: " "))
    let known = place.holidays.years
    let start = years == nil ? from ?? place.today : .first
    let asked = years ?? start.year...start.year
    guard known.contains(asked.lowerBound), known.contains(asked.upperBound) else {
      throw .usage(
        "the holidays of \(place.country.name) are known from \(known.lowerBound) to "
          + "\(known.upperBound), not in \(Self.text(asked))")
    }
    let isWhole = from == nil && !arguments.has("next")
    period = isWhole ? "in \(Self.text(asked))" : "from \(start) on"
    var rows: [PublicHoliday] = []
    let last = arguments.has("next") ? known.upperBound : asked.upperBound
    for year in asked.lowerBound...last where rows.count < limit {
      rows += place.holidays.holidays(in: year).filter { isWhole || $0.date >= start }
    }
    self.rows = Array(rows.prefix(limit))
    let end = isWhole ? asked.upperBound : self.rows.last?.date.year ?? last
    remark = place.holidays.remark(in: asked.lowerBound...max(end, asked.lowerBound))
  }

  /// The years of `2026` or `2026-2028`; nil for any other text.
  private static func years(_ text: String) throws(Failure) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ $0.utf8.count == 4 && $0.utf8.allSatisfy { $0 &- 48 < 10 } }),
      let first = Int(parts[0]), let last = parts.last.flatMap({ Int($0) })
    else { return nil }
    guard first <= last else {
      throw .usage("the years of \(text) are in the wrong order; write \(last)-\(first)")
    }
    return first...last
  }

  private static func text(_ years: ClosedRange<Int>) -> String {
    years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)-\(years.upperBound)"
  }

  /// The name in the chosen language if that is the country's, otherwise the English one.
  private func name(_ holiday: PublicHoliday) -> String {
    func base(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
    guard let tag = language.tag, base(tag) == base(place.holidays.language) else {
      return holiday.name
    }
    return holiday.localName
  }

  // MARK: Output

  func writeTable(_ console: inout Console) throws(Failure) {
    let title =
      "\(rows.count) public holiday\(rows.count == 1 ? "" : "s") in \(place.name(language))"
    try console.output.write("\(Text.line(title)) \(period)\n")
    if rows.isEmpty {
      if let remark { try console.output.write("\n\(remark)\n") }
      return
    }
    try console.output.write("\n")
    var table = TerminalTable([
      .init(title: "date"), .init(title: "day"), .init(title: "name", minimum: 16),
      .init(title: "local name", minimum: 16, rank: 1),
    ])
    for row in rows {
      let local = row.localName == name(row) ? "" : row.localName
      table.append(["\(row.date)", "\(row.date.weekday)", name(row), local])
    }
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    if !notes.isEmpty { try console.output.write("\n\(notes.joined(separator: "\n"))\n") }
  }

  /// Lines about what the list does not contain.
  var notes: [String] { [remark, regionNote].compactMap(\.self) }

  /// A line about the regions that have their own lists; nil for the list of a region.
  private var regionNote: String? {
    let regions = place.holidays.region == nil ? PublicHolidays.regions(of: place.code) : []
    guard let first = regions.first else { return nil }
    let code = "\(place.code)-\(first)"
    let name = AdministrativeArea(code: code).map { " (\(Text.line(language.name(of: $0))))" } ?? ""
    let verb = regions.count == 1 ? "region has its" : "regions have their"
    return "\(regions.count) \(verb) own list, such as `cairn holidays \(code)`\(name)"
  }

  var csv: [UInt8] {
    var csv = CSVWriter()
    for title in ["date", "weekday", "name", "local_name", "country", "region"] { csv.field(title) }
    csv.endRow()
    for row in rows {
      let fields = [
        "\(row.date)", "\(row.date.weekday)", name(row), row.localName, place.country.alpha2,
        place.holidays.region == nil ? "" : place.code,
      ]
      for field in fields { csv.field(field) }
      csv.endRow()
    }
    return csv.bytes
  }

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginArray(onLines: true)
    for row in rows {
      json.beginObject()
      json.member("date", "\(row.date)")
      json.member("weekday", "\(row.date.weekday)")
      json.member("name", name(row))
      json.member("local_name", row.localName)
      json.member("language", place.holidays.language)
      json.member("country", place.country.alpha2)
      if place.holidays.region != nil { json.member("region", place.code) }
      json.endObject()
    }
    json.endArray()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// The holidays as events of whole days in iCalendar format.
  var calendar: String {
    var calendar = CalendarWriter()
    calendar.begin("Holidays")
    let stamp = CivilTime(secondsSince1970: System.secondsSince1970)
    var number = 0
    var last: CivilDate?
    for row in rows {
      // Several holidays of one date have different identifiers.
      number = row.date == last ? number + 1 : 1
      last = row.date
      calendar.line("BEGIN", "VEVENT")
      calendar.line("UID", text: "\(place.code)-\(row.date)-\(number)@cairn.invalid")
      calendar.line("DTSTAMP", stamp.compact + "Z")
      calendar.line("DTSTART;VALUE=DATE", String(row.date.description.filter { $0 != "-" }))
      calendar.line("SUMMARY", text: name(row))
      if row.localName != name(row) { calendar.line("DESCRIPTION", text: row.localName) }
      calendar.line("TRANSP", "TRANSPARENT")
      calendar.line("END", "VEVENT")
    }
    calendar.end()
    return calendar.text
  }
}

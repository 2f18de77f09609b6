import CairnGeodesy
import CairnText
import TestSupport
import Testing

@testable import CairnCountryFacts
@testable import CairnPlaces

/// Names as people type them: in another language, with other Arabic articles, as initials, with
/// abbreviated titles.
@Suite struct TypedNamesTests {
  private let world = Gazetteer.embedded

  private func first(_ text: String) throws -> Gazetteer.Match {
    try #require(world.matches(text, limit: 1).first, "\(text)")
  }

  // MARK: Other languages

  @Test(arguments: [
    ("gand", "Gent"), ("Åbo", "Turku"), ("Kassa", "Košice"), ("vasa", "Vaasa"), ("berna", "Bern"),
    ("Róma", "Rome"), ("bale", "Basel"), ("parigi", "Paris"), ("hama", "Ḩamāh"),
  ])
  func wholeNamesInOtherLanguagesPrecedeBeginnings(_ text: String, _ name: String) throws {
    let match = try first(text)
    #expect(match.place.name == name)
    #expect(match.kind == .exact)
  }

  /// A main name precedes another one, a much larger place that begins with the text too, and
  /// spellings that no language has are not names that people type.
  @Test(arguments: [
    ("vienne", "Vienne"), ("kudus", "Kudus"), ("der", "Dera Ismail Khan"), ("okay", "Okayama"),
    ("dort", "Dortmund"), ("kan", "Kano"),
  ])
  func otherNamesThatFollow(_ text: String, _ name: String) throws {
    #expect(try first(text).place.name == name)
  }

  // MARK: Countries

  @Test(arguments: [
    ("turkey", Country.turkey), ("Ivory Coast", .ivoryCoast), ("uk", .unitedKingdom),
    ("UK", .unitedKingdom), ("USA", .unitedStates), ("usa", .unitedStates),
    ("UAE", .unitedArabEmirates), ("PNG", .papuaNewGuinea), ("Swaziland", .eswatini),
    ("Österreich", .austria), ("Schweiz", .switzerland), ("日本", .japan), ("росс", .russia),
    ("deutschl", .germany), ("Sint Maarten", .sintMaarten), ("mısır", .egypt),
  ])
  func countriesByOtherNames(_ text: String, _ country: Country) throws {
    let match = try first(text)
    #expect(match.place.kind == .country && match.place.country == country)
    var completion = Autocomplete(world)
    #expect(completion.update(text)?.first?.place == match.place)
    if match.kind == .exact { #expect(try world.place(named: text) == match.place) }
  }

  /// A city precedes its country if both have the name.
  @Test(arguments: [("Túnez", "Tunis"), ("tunez", "Tunis")])
  func citiesPrecedeTheirCountries(_ text: String, _ name: String) throws {
    #expect(try first(text).place.name == name)
    #expect(try world.place(named: text).name == name)
  }

  /// A country follows a city of the same name and precedes all other places, including cities that
  /// have the name only as another one.
  @Test(arguments: [
    ("Singapore", 1), ("luxembourg", 1), ("Djibouti", 1), ("san marino", 0), ("mexico", 0),
    ("Kuwait", 0), ("panama", 0), ("brunei", 0), ("palau", 0), ("dominica", 0), ("tonga", 0),
  ])
  func countriesAreAmongTheFirst(_ text: String, _ place: Int) throws {
    let found = world.search(text, limit: 3)
    let country = try #require(found.firstIndex { $0.kind == .country })
    #expect(country == place && SearchKey(found[country].name) == SearchKey(text))
  }

  /// Names in the order of ISO 3166 and of the United Nations, and those that have a comma.
  @Test(arguments: [
    ("Korea, Republic of", Country.southKorea), ("Iran (Islamic Republic of)", .iran),
    ("Korea, Democratic People's Republic of", .northKorea),
    ("Micronesia (Federated States of)", .micronesia), ("moldova, republic of", .moldova),
    ("Congo, The Democratic Republic of the", .democraticRepublicOfTheCongo),
    ("Saint Helena, Ascension and Tristan da Cunha", .saintHelena),
    ("Netherlands, Kingdom of the", .netherlands), ("Bolivia, Plurinational State of", .bolivia),
  ])
  func namesInTwoParts(_ text: String, _ country: Country) throws {
    #expect(Country(text) == country)
    #expect(try world.place(named: text).country == country)
    let match = try first(text)
    #expect(match.place.kind == .country && match.place.country == country)
    #expect(match.kind == .exact)
    var completion = Autocomplete(world)
    #expect(completion.update(text)?.first?.place == match.place)
    #expect(world.matches(text, kind: .city).allSatisfy { $0.place.kind == .city })
    #expect(world.matches(text, in: .japan).allSatisfy { $0.place.country == .japan })
  }

  /// Words in another order are not a name if the place is elsewhere.
  @Test(arguments: [
    "Vienna, Republic of", "Korea of, Republic", "Korea, Iran", "(", "Paris (", ",",
  ])
  func partsThatAreNoCountry(_ text: String) {
    #expect(Country(text) == nil)
    _ = world.matches(text)
  }

  @Test(arguments: [
    ("Deutchland", Country.germany), ("Oesterreich", .austria), ("Nederlnd", .netherlands),
    ("Frankrich", .france), ("svizera", .switzerland), ("Magyarorsag", .hungary),
  ])
  func misspelledNamesOfCountries(_ text: String, _ country: Country) throws {
    let match = try first(text)
    #expect(match.place.kind == .country && match.place.country == country)
    guard case .misspelled = match.kind else {
      Issue.record("\(match.kind)")
      return
    }
    #expect(world.suggestions(for: text).contains(match.name))
    var completion = Autocomplete(world)
    #expect(completion.update(text)?.contains { $0.place == match.place } == true)
  }

  /// The misspelled names of countries, compared with a loop over all names in Latin letters.
  @Test(arguments: [
    ("deutchland", 1, 0), ("oesterreich", 1, 3), ("frankrich", 2, 1), ("span", 1, 0),
    ("repblica", 1, 2), ("xqzzy", 2, 0),
  ])
  func misspelledCountriesAgreeWithAScan(text: String, limit: Int, rightLetters: Int) {
    var wanted: Set<[Int]> = []
    var exact = EditDistance(to: Array(text.utf8), limit: limit)
    let right = text.utf8.prefix(max(1, rightLetters))
    let names = Country.all.flatMap { country in
      country.otherNames + country.otherForeignNames
        + Country.nameLanguages.compactMap { country.name(in: $0) }
    }
    for name in names {
      let key = SearchKey(name)
      guard key.bytes.starts(with: right), let errors = exact(toPrefixOf: key.bytes) else {
        continue
      }
      wanted.insert([errors, exact(to: key.bytes) ?? -1] + key.bytes.map(Int.init))
    }
    var found: Set<[Int]> = []
    var distance = PrefixDistance(to: Array(text.utf8), limit: limit)
    CountryNames.forEach(like: &distance, rightLetters: rightLetters, until: { false }) {
      let key = SearchKey(CountryNames.text, CountryNames.range(at: $0))
      #expect(key.bytes.starts(with: right))
      found.insert([$1, $2 ?? -1] + key.bytes.map(Int.init))
    }
    #expect(found == wanted)
  }

  /// Airports with scheduled service keep their codes, even in front of an abbreviation.
  @Test(arguments: ["ROK", "PRC", "CAN", "AUS", "VIE"])
  func codesOfAirportsPrecedeAbbreviations(_ code: String) throws {
    #expect(try first(code).kind == .code)
    #expect(try world.place(named: code).code == code)
  }

  /// Each name of a country that is not also that of another one finds it among the countries.
  @Test func everyNameOfACountryFindsIt() throws {
    var countries: [SearchKey: Set<Country>] = [:]
    var names: [(text: String, country: Country)] = []
    for country in Country.all where world.row(of: country) != nil {
      let translated = Country.nameLanguages.compactMap { country.name(in: $0) }
      for text in country.otherNames + translated {
        countries[SearchKey(text), default: []].insert(country)
        names.append((text, country))
      }
    }
    #expect(names.count > 5_000)
    var random = SeededGenerator(seed: 35)
    for _ in 0..<rounds(2_000, inDebug: 200) {
      let (text, country) = names[Int(random.next() % UInt64(names.count))]
      let key = SearchKey(text)
      guard key.bytes.count > 3, countries[key]?.count == 1 else { continue }
      // The beginning of the name of a larger country may precede it: the Dominican Republic.
      let match = world.matches(text, kind: .country, limit: 3).first { $0.kind == .exact }
      #expect(match?.place.country == country, "\(text)")
      // The main name is shown for a name that includes a comma.
      #expect(match.map { SearchKey($0.name) } == key || text.contains(","), "\(text)")
    }
  }

  /// The first city for other names of one word, compared with a loop over all names.
  @Test func firstCityForOtherNames() throws {
    var names: [(key: SearchKey, row: Int, isMain: Bool, isTyped: Bool)] = []
    for row in 0..<world.cityCount where world.kind(ofRow: row) == .city {
      names.append((world.key(ofRow: row), row, true, false))
    }
    let others = world.tables.alternateNames
    for (table, isNative) in [(others, false), (world.tables.nativeNames, true)] {
      table.forEach { position, key in
        guard let row = table.row(at: position), world.kind(ofRow: row) == .city else { return }
        names.append((key, row, false, isNative || table.isInUse(at: position)))
      }
    }
    var meant: Set<[UInt8]> = []
    world.tables.meanings.forEach { meant.insert($1.bytes) }
    var source = SeededGenerator(seed: 35)
    let typed = names.filter {
      !$0.isMain && $0.key.words.count == 1 && $0.key.bytes.count > 2
        && $0.key.bytes.allSatisfy { $0 < 0x80 } && !meant.contains($0.key.bytes)
    }
    for _ in 0..<rounds(400, inDebug: 15) {
      let key = typed[source.integer(in: 0...(typed.count - 1))].key
      let mostPeople =
        names.filter { $0.isMain && $0.key == key }
        .map { world.population(ofRow: $0.row) }.max() ?? 0
      var best = (score: -1.0, row: -1)
      for name in names where name.key.bytes.starts(with: key.bytes) {
        let people = max(1, world.population(ofRow: name.row))
        let isMeant = name.isTyped && people / 100 > mostPeople
        let match = name.key != key ? 1.0 : name.isMain || !isMeant ? 10 : 1_000
        let score = Double(people) * match * (name.isMain ? 1 : 0.01)
        if score > best.score || score == best.score && name.row < best.row {
          best = (score, name.row)
        }
      }
      let text = String(decoding: key.bytes, as: UTF8.self)
      let found = try #require(world.matches(text, kind: .city, limit: 1).first)
      guard found.kind != .word else { continue }
      #expect(found.place == world.place(at: best.row), "\(text)")
    }
  }

  @Test(arguments: [
    ("Kärnten", "Carinthia"), ("Toskana", "Tuscany"), ("sicilia", "Sicily"),
    ("Cataluña", "Catalonia"), ("Californie", "California"), ("Mazowieckie", "Mazovia"),
  ])
  func regionsInOtherLanguages(_ text: String, _ name: String) throws {
    #expect(try first(text).place.name == name)
    #expect(try world.place(named: text).name == name)
  }

  @Test(arguments: [
    ("villach kärnten", "Villach"), ("Leoben, Steiermark", "Leoben"), ("lucca toskana", "Lucca"),
    ("trapani sizilien", "Trapani"), ("Plock Mazowieckie", "Płock"),
  ])
  func regionsInOtherLanguagesAsQualifiers(_ text: String, _ name: String) throws {
    let match = try first(text)
    #expect(match.place.name == name)
    #expect(match.kind == .exact)
    #expect(try world.place(named: text).name == name)
  }

  /// A region with the name in another country is another one: Galicia is "Galicien" in Spain.
  @Test func regionsOfOtherCountriesAreNotMeant() {
    #expect(throws: PlaceNameError.self) { try world.place(named: "Lublin, Galicien") }
    #expect(throws: PlaceNameError.self) { try world.place(named: "Graz, Kärnten") }
  }

  // MARK: Articles

  @Test(arguments: [
    ("Al Oued", "El Oued"), ("el kut", "Al-Kut"), ("Al Salt", "As Salţ"), ("Al Dammam", "Dammam"),
    ("El Basrah", "Basrah"), ("es salt", "As Salţ"), ("Al Diwaniyah", "Al Diwaniyah"),
    ("ad diwaniyah", "Al Diwaniyah"), ("El Qatif", "Al Qaţīf"), ("er rabat", "Rabat"),
    ("Al Samawah", "As Samawah"), ("sharm ash shaykh", "Sharm El Sheikh"),
  ])
  func formsOfArticles(_ text: String, _ name: String) throws {
    let match = try first(text)
    let isFound = match.place.name.lowercased() == name.lowercased()
    #expect(isFound || match.name.lowercased() == name.lowercased(), "\(match)")
  }

  @Test func articlesInKeys() {
    func readings(_ text: String) -> [String] {
      SearchReadings.exchangingArticles(SearchKey(text).bytes[...]).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(readings("Al-Najaf") == ["el najaf", "an najaf", "najaf"])
    #expect(readings("Ash Shariqah") == ["al shariqah", "el shariqah", "shariqah"])
    #expect(readings("Umm al-Qaywayn") == ["umm el qaywayn"])
    #expect(readings("El Dar el Beida").contains("ad dar al beida"))
    // Not in front of another consonant, at the end, or as a part of a word.
    for text in ["as de", "ar basrah", "al", "beit al", "albany", "en gedi", "St. Johann", ""] {
      #expect(readings(text).isEmpty, "\(text)")
    }
  }

  @Test func joinedArticlesInKeys() {
    func readings(_ text: String) -> [String] {
      SearchReadings.separatingArticle(SearchKey(text).bytes[...]).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(
      readings("Arriyadh") == ["ar riyadh", "al riyadh", "el riyadh", "riyadh"])
    #expect(
      readings("Asharqiyah") == ["ash sharqiyah", "al sharqiyah", "el sharqiyah", "sharqiyah"])
    #expect(readings("ashsharqiyah") == readings("Asharqiyah"))
    #expect(readings("Elriyadh") == ["el riyadh", "al riyadh", "ar riyadh"])
    #expect(
      readings("madinat annasr west")
        == ["madinat an nasr west", "madinat al nasr west", "madinat el nasr west"])
    // A name has four letters and begins with a consonant and a vowel.
    for text in ["annan", "attleboro", "assam", "alaska", "albany", "elx", "", "東京", "ash", "all"] {
      let isJoined = text == "albany"
      #expect(readings(text).isEmpty != isJoined, "\(text)")
    }
  }

  /// Without its article a name must be whole: "el karak" is not the beginning of "Karakoram".
  @Test func namesWithoutArticleAreWhole() {
    for match in world.matches("el karak", limit: 20) where match.kind == .prefix {
      #expect(!match.name.hasPrefix("Karak"), "\(match.name)")
    }
  }

  // MARK: Initials and titles

  @Test(arguments: [
    ("sf", "San Francisco"), ("S.F.", "San Francisco"), ("kl", "Kuala Lumpur"),
    ("L.A.", "Los Angeles"), ("hcmc", "Ho Chi Minh City"), ("CDMX", "Mexico City"),
    ("DC", "Washington"), ("nyc", "New York City"), ("kcmo", "Kansas City"),
    ("philly", "Philadelphia"), ("BsAs", "Buenos Aires"),
  ])
  func initials(_ text: String, _ name: String) throws {
    #expect(try first(text).place.name == name)
    #expect(try world.place(named: text).name == name)
  }

  /// No initials are the code of an airport, and the initials of a city are whole names of it.
  @Test func initialsAreNoCodes() throws {
    for text in ["SF", "KL", "HCMC", "CDMX", "DC", "NYC", "KCMO", "Philly", "BsAs", "NOLA", "UB"] {
      let match = try first(text)
      #expect(match.kind == .exact && match.place.kind == .city, "\(text)")
    }
  }

  @Test(arguments: [
    ("Gral. Roca", "General Roca"), ("gob galvez", "Gobernador Gálvez"),
    ("pres epitacio", "Presidente Epitácio"), ("cel fabriciano", "Coronel Fabriciano"),
    ("Pe. Bernardo", "Padre Bernardo"), ("gov valadares", "Governador Valadares"),
    ("cons lafaiete", "Conselheiro Lafaiete"), ("mal candido rondon", "Marechal Cândido Rondon"),
  ])
  func titles(_ text: String, _ name: String) throws {
    let match = try first(text)
    #expect(match.place.name == name)
    #expect(match.kind == .exact)
    #expect(try world.place(named: text).name == name)
  }

  /// A name is found by an abbreviation and the beginning of the next word, even a short one.
  @Test(arguments: [
    ("gral roc", "General Roca"), ("gral pic", "General Pico"), ("gob viras", "Gobernador"),
  ])
  func unfinishedWordsBehindTitles(_ text: String, _ beginning: String) {
    #expect(world.search(text).contains { $0.name.hasPrefix(beginning) })
  }

  /// A prefix of another word is not a title, and the last word is never one.
  @Test(arguments: ["villa gob", "lon bridge", "ne york", "los gen", "santa cel"])
  func wordsThatAreNoTitles(_ text: String) {
    #expect(throws: PlaceNameError.self) { try world.place(named: text) }
  }
}

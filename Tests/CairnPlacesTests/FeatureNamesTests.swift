import CairnCountryFacts
import CairnGeodesy
import Testing

@testable import CairnPlaces

/// Natural features, sights and regions by their names in other languages, and the abbreviations of
/// regions.
@Suite struct FeatureNamesTests {
  private let world = Gazetteer.embedded

  @Test(arguments: [
    ("Mar Baltico", "Baltic Sea"), ("Noordzee", "North Sea"), ("mer egee", "Aegean Sea"),
    ("Каспийское море", "Caspian Sea"), ("エーゲ海", "Aegean Sea"),
    ("Canal de la Mancha", "English Channel"),
    ("Appennini", "Apennines"), ("Alpok", "Alps"), ("Riesengebirge", "Giant Mountains"),
    ("Pustynia Gobi", "Gobi Desert"), ("撒哈拉沙漠", "Sahara"), ("Désert du Namib", "Namib"),
    ("Kanaren", "Canary Islands"), ("Kuryle", "Kuril Islands"), ("Molucche", "Maluku Islands"),
    ("加拉帕戈斯群岛", "Galápagos Islands"), ("Petites Antilles", "Lesser Antilles"),
    ("Jütland", "Jutland"), ("Sibirien", "Siberia"), ("Kleinasien", "Anatolia"),
    ("Borgogna", "Burgundy"), ("Прованс", "Provence"), ("Écosse", "Scotland"),
    ("Lago di Costanza", "Lake Constance"), ("Cascate Vittoria", "Victoria Falls"),
    ("Wieża Eiffla", "Eiffel Tower"), ("Colisée", "Colosseum"),
    ("Статуя Свободы", "Statue of Liberty"),
    ("Muraglia cinese", "Great Wall of China"), ("紫禁城", "Forbidden City"),
    ("Brama Brandenburska", "Brandenburg Gate"), ("Puente de Carlos", "Charles Bridge"),
  ])
  func featuresInOtherLanguages(_ text: String, _ name: String) throws {
    let match = try #require(world.matches(text, limit: 1).first)
    #expect(match.place.name == name && match.kind == .exact)
    #expect(try world.place(named: text).name == name)
  }

  /// The names of regions in other languages and scripts.
  @Test(arguments: [
    ("广东", "Guangdong", Country.china), ("大阪府", "Osaka", .japan),
    ("Краснодарский край", "Krasnodar Krai", .russia), ("加利福尼亚州", "California", .unitedStates),
    ("Бавария", "Bavaria", .germany), ("Ligurien", "Liguria", .italy),
    ("Styrie", "Styria", .austria),
  ])
  func regionsInOtherLanguages(_ text: String, _ name: String, _ country: Country) throws {
    let place = try #require(world.matches(text, limit: 1).first).place
    #expect(place.name == name && place.country == country && place.kind == .region)
  }

  @Test(arguments: [
    ("NSW", "New South Wales"), ("QLD", "Queensland"), ("BC", "British Columbia"),
    ("NRW", "North Rhine-Westphalia"), ("nrw", "North Rhine-Westphalia"),
    ("TX", "Texas"), ("OH", "Ohio"), ("UP", "Uttar Pradesh"), ("BaWü", "Baden-Wurttemberg"),
  ])
  func abbreviationsOfRegions(_ text: String, _ name: String) throws {
    let place = try world.place(named: text)
    #expect(place.name == name && place.kind == .region)
    #expect(world.matches(text, limit: 1).first?.place == place)
    var completion = Autocomplete(world)
    #expect(completion.update(text)?.first?.place == place)
  }

  /// Letters that do not stand for a region: a city in it precedes it, and so do the codes of
  /// countries and of airports with scheduled service; lowercase letters are not an abbreviation.
  @Test(arguments: [
    ("NY", "New York City"), ("SP", "São Paulo"), ("RJ", "Rio de Janeiro"), ("CA", "Cairo"),
    ("DE", "Delhi"), ("IN", "India"), ("bc", "Bhawana"), ("Tx", "Chengdu"),
    ("KZN", "Kazan International Airport"),
  ])
  func lettersThatAreNoAbbreviations(_ text: String, _ name: String) {
    #expect(world.matches(text, limit: 1).first?.place.name == name)
  }

  @Test(arguments: [
    ("Köln, NRW", Country.germany), ("Stuttgart BW", .germany), ("Sydney, NSW", .australia),
    ("Curitiba PR", .brazil), ("Durban, KZN", .southAfrica), ("Los Angeles, CA", .unitedStates),
    ("Lucknow UP", .india),
  ])
  func abbreviationsQualify(_ text: String, _ country: Country) throws {
    let place = try world.place(named: text)
    #expect(place.kind == .city && place.country == country)
    #expect(world.matches(text, limit: 1).first?.place == place)
  }

  /// A code after a name is that of its region or country, or unknown.
  @Test(arguments: [
    ("Bern BE", "Bern", Gazetteer.Match.Kind.exact), ("Milano (MI)", "Milan", .exact),
    ("Roma RM", "Rome", .exact), ("Torino TO", "Turin", .exact),
    ("Torino XX", "Turin", .partial(missing: 1)),
    ("Hamburg HH", "Hamburg", .exact), ("Saint-Denis RE", "Saint-Denis", .exact),
  ])
  func codesAfterNames(_ text: String, _ name: String, _ kind: Gazetteer.Match.Kind) throws {
    let match = try #require(world.matches(text, limit: 1).first)
    #expect(match.place.name == name && match.kind == kind)
  }

  /// The code of a province follows names of places in its region only: Verona NJ is in New Jersey.
  @Test func codesOfProvinces() throws {
    for (text, name) in [
      ("Bari (BA)", "Bari"), ("Firenze FI", "Florence"), ("Como (CO)", "Como"),
      ("PERUGIA (PG)", "Perugia"), ("Lecce, LE", "Lecce"), ("L'Aquila ( AQ )", "L'Aquila"),
    ] {
      let place = try world.place(named: text)
      #expect(place.name == name && place.country == .italy, "\(text)")
    }
    for text in [
      "Paris (MI)", "Lyon RM", "Xyzzyqq (MI)", "Verona NJ", "Rome TN", "Milano (CH)", "Roma RO",
      "Bari IS", "Genoa NV", "Milano mi", "(MI)", "Torino TOR",
    ] {
      #expect(throws: PlaceNameError.self) { try world.place(named: text) }
    }
  }

  /// Two typed words are not both the beginning of one word of a name.
  @Test func typedWordsBeginDifferentWords() {
    #expect(
      !world.matches("gorn milan mi", limit: 5).contains { $0.place.name == "Gornji Milanovac" })
    #expect(world.matches("milan gorn", limit: 1).first?.place.name == "Gornji Milanovac")
    #expect(world.matches("baden-b", limit: 1).first?.place.name == "Baden-Baden")
  }

  /// Words of names of countries that begin no name; "Bretagne" is the region, not Great Britain.
  @Test(arguments: [
    ("unis", Country.unitedStates), ("Emirati", .unitedArabEmirates),
    ("арабские", .unitedArabEmirates),
    ("arabes unis", .unitedArabEmirates), ("Bretagne", .france),
  ])
  func laterWordsOfCountries(_ text: String, _ country: Country) throws {
    #expect(try #require(world.matches(text, limit: 1).first).place.country == country)
  }

  @Test(arguments: [
    ("Holy See (Vatican City State)", Country.vaticanCity), ("Myanmar (Burma)", .myanmar),
    ("Eswatini (Swaziland)", .eswatini), ("Cabo Verde (Cape Verde)", .caboVerde),
  ])
  func countriesWithAnotherNameInParentheses(_ text: String, _ country: Country) throws {
    #expect(Country(text) == country)
    #expect(try world.place(named: text).country == country)
    #expect(world.matches(text, limit: 1).first?.place.country == country)
  }

  /// The name in parentheses is that of another country, or of none.
  @Test(arguments: ["Georgia (Armenia)", "Congo (Nowhere)"])
  func parenthesesWithoutAnotherName(_ text: String) {
    #expect(Country(text) == nil)
  }
}

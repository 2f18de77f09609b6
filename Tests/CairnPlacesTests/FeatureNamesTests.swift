import CairnCountryFacts
import CairnGeodesy
import Testing

@testable import CairnPlaces

/// Natural features, sights and regions by their names in other languages.
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

  /// The names of regions in scripts other than Latin.
  @Test(arguments: [
    ("广东", "Guangdong", Country.china), ("大阪府", "Osaka", .japan),
    ("Краснодарский край", "Krasnodar Krai", .russia), ("加利福尼亚州", "California", .unitedStates),
    ("Бавария", "Bavaria", .germany),
  ])
  func regionsInOtherScripts(_ text: String, _ name: String, _ country: Country) throws {
    let place = try #require(world.matches(text, limit: 1).first).place
    #expect(place.name == name && place.country == country && place.kind == .region)
  }
}

import CairnGeodesy
import CairnNames
import CairnText
import CairnTowns
import TestSupport
import Testing

@testable import CairnPlaces

/// Names of cities in other languages.
@Suite struct TranslatedNamesTests {
  private let world = Gazetteer.withNames

  @Test(arguments: [
    ("Munich", "ja", "ミュンヘン"), ("Tokyo", "zh", "东京"), ("Moscow", "ar", "موسكو"),
    ("Paris", "ru", "Париж"), ("London", "fr", "Londres"), ("Vienna", "hu", "Bécs"),
    ("Athens", "el", "Αθήνα"), ("Seoul", "ko", "서울특별시"), ("New York City", "he", "ניו יורק"),
    ("Warsaw", "de-CH", "Warschau"), ("Warsaw", "DE", "Warschau"), ("Japan", "fr", "Japon"),
  ])
  func namesAreInTheLanguage(city: String, language: String, name: String) throws {
    #expect(try world.place(named: city).name(in: language) == name)
    // A place of the larger set is the same city.
    if city != "Japan" {
      #expect(try Gazetteer.withTowns.place(named: city).name(in: language) == name)
    }
  }

  @Test func unknownNamesAreNil() throws {
    #expect(try world.place(named: "Munich").name(in: "xx") == nil)
    #expect(try world.place(named: "Munich").name(in: "") == nil)
    #expect(try world.place(named: "Grand Canyon").name(in: "ja") == nil)
    #expect(Place.nameLanguages.count > 60 && Place.nameLanguages.contains("ja"))
  }

  @Test func translatedNamesAreSortedAndFound() throws {
    let names = try #require(world.names)
    var last = SearchKey("")
    var number = 0
    names.forEach { position, key in
      #expect(!(key < last) && !key.isEmpty)
      last = key
      number += 1
      guard number.isMultiple(of: rounds(199, inDebug: 1_999)) else { return }
      let row = names.row(at: position)
      var isFound = false
      NameLists(of: world).forEach(withKey: key) { if $0.row == row { isFound = true } }
      #expect(isFound)
    }
    #expect(number == names.count && number > 60_000)
  }

  @Test(arguments: [
    ("ミュンヘン", "Munich"), ("Мюнхен", "Munich"), ("Лондон", "London"), ("伦敦", "London"),
    ("ロンドン", "London"), ("芝加哥", "Chicago"), ("聖地牙哥", "San Diego"), ("马赛", "Marseille"),
    ("馬賽", "Marseille"), ("费城", "Philadelphia"), ("費城", "Philadelphia"),
    ("Новосибирск", "Novosibirsk"), ("Θεσσαλονίκη", "Thessaloníki"),
  ])
  func translatedNamesFindCities(name: String, city: String) throws {
    #expect(world.search(name).first?.name == city)
    #expect(Gazetteer.withTowns.addingNames().search(name).first?.name == city)
    #expect(try world.place(named: name).name == city)
  }

  /// Each character of the table of Chinese is converted, even within other letters.
  @Test func chineseCharactersAreExchanged() {
    func readings(_ text: String) -> [String] {
      SearchReadings.exchangingChinese(SearchKey(text).bytes[...]).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(readings("馬賽") == ["马赛"] && readings("马赛") == ["馬賽"])
    #expect(readings("发展") == ["發展"] && readings("頭髮") == ["头发"])
    #expect(readings("Wien 国") == ["wien 國"])
    #expect(readings("台灣").first == "台湾")
    for text in ["", "wien", "北京", "ミュンヘン", "서울", "é"] {
      #expect(readings(text).isEmpty, "\(text)")
    }
    #expect(world.search("法国巴黎").first?.name == "Paris")
    #expect(world.search("巴黎法國").first?.name == "Paris")
  }

  /// Each keystroke reads only a few of the names.
  @Test func autocompleteReadsFewNamesOfTowns() {
    var autocomplete = Autocomplete(Gazetteer.withTowns.addingNames())
    for text in ["s", "sa", "san", "m", "м", "sydny", "machu pichu", "paris xyzzy"] {
      _ = autocomplete.update(text)
      #expect(autocomplete.examined < 60_000 && autocomplete.scored < 3_000, "\(text)")
    }
  }
}

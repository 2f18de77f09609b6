import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCountryFacts

@Suite("Country")
struct CountryTests {
  @Test("there are the 249 codes of ISO 3166-1 and Kosovo, in order")
  func all() {
    #expect(Country.all.count == 250)
    #expect(Set(Country.all).count == 250)
    #expect(Country.all == Country.all.sorted())
    #expect(Country.allCases == Country.all)
    #expect(MemoryLayout<Country>.size == 2)
    #expect(Country.all.filter { $0.numericCode == nil } == [.kosovo])
    #expect(Set(Country.all.compactMap(\.numericCode)).count == 249)
    #expect(Set(Country.all.map(\.alpha3)).count == 250)
    #expect(Set(Country.all.map(\.name)).count == 250)
  }

  @Test("every country is found by each of its codes, its names and its flag")
  func lookUp() {
    for country in Country.all {
      #expect(Country(alpha2: country.alpha2) == country)
      #expect(Country(alpha2: country.alpha2.lowercased()) == country)
      #expect(Country(alpha3: country.alpha3.lowercased()) == country)
      if let code = country.numericCode { #expect(Country(numericCode: code) == country) }
      #expect(Country(flag: country.flag) == country)
      #expect(Country(country.alpha3) == country)
      #expect(Country(country.name) == country)
      #expect(Country(country.name.uppercased()) == country)
      #expect(Country("  \(country.flag) ") == country)
    }
    // In debug a search takes milliseconds.
    let stride = rounds(1, inDebug: 8)
    for (number, country) in Country.all.enumerated() where number.isMultiple(of: stride) {
      #expect(Country.search(country.name).first == country)
      #expect(Country.search(country.flag) == [country])
    }
  }

  @Test("text that is not a country gives nil")
  func noCountry() {
    for text in ["", " ", "X", "ZZ", "QQQ", "😀", "é", "Atlantis", "🇿🇿", "🇯", "\u{0}", "999"] {
      #expect(Country(text) == nil, "\(text)")
    }
    #expect(Country(alpha2: "éé") == nil)
    #expect(Country(alpha2: "J") == nil)
    #expect(Country(alpha2: "JPN") == nil)
    #expect(Country(alpha3: "JP") == nil)
    #expect(Country(numericCode: 0) == nil)
    #expect(Country(numericCode: -1) == nil)
    #expect(Country(flag: "JP") == nil)
  }

  @Test(
    "names in any spelling",
    arguments: [
      ("cote d'ivoire", "CI"), ("Côte d’Ivoire", "CI"), ("ivory coast", "CI"), ("U.K.", "GB"),
      ("uk", "GB"), ("England", "GB"), ("U.S.A.", "US"), ("america", "US"), ("Holland", "NL"),
      ("the netherlands", "NL"), ("The Gambia", "GM"), ("BURMA", "MM"), ("swaziland", "SZ"),
      ("St. Kitts & Nevis", "KN"), ("st lucia", "LC"), ("trinidad tobago", "TT"),
      ("Deutschland", "DE"), ("allemagne", "DE"), ("日本", "JP"), ("россия", "RU"), ("الأردن", "JO"),
      ("curacao", "CW"), ("Aland Islands", "AX"), ("reunion", "RE"), ("Türkiye", "TR"),
      ("Viet Nam", "VN"), ("DR Congo", "CD"), ("macedonia", "MK"), ("viêt nam", "VN"),
      ("korea (republic of)", "KR"), ("holy see", "VA"), ("georgia", "GE"), ("niger", "NE"),
      ("dominica", "DM"), ("guinea", "GN"), ("east timor", "TL"), ("macau", "MO"),
      ("Turkey", "TR"), ("turkiye", "TR"), ("Elfenbeinküste", "CI"), ("Swasiland", "SZ"),
      ("Republik China", "TW"), ("Hong Kong SAR China", "HK"), ("Cabo Verde", "CV"),
      ("Birmanie", "MM"), ("Congo - Kinshasa", "CD"), ("République démocratique du Congo", "CD"),
      ("bosnia & herzegovina", "BA"), ("St. Vincent & Grenadines", "VC"), ("ہانگ کانگ", "HK"),
    ])
  func spellings(name: String, code: String) {
    #expect(Country(name)?.alpha2 == code)
  }

  @Test(
    "names are the common forms of CLDR",
    arguments: [
      ("TR", "en", "Türkiye"), ("TR", "de", "Türkei"), ("SZ", "nl", "Eswatini"),
      ("TW", "de", "Taiwan"), ("CN", "de", "China"), ("CN", "fr", "Chine"),
      ("MK", "nl", "Noord-Macedonië"),
      ("HK", "en", "Hong Kong"), ("HK", "de", "Hongkong"), ("HK", "zh-Hant", "香港"),
      ("MO", "en", "Macao"), ("MO", "pl", "Makau"), ("PS", "en", "Palestine"),
      ("PS", "fr", "Palestine"), ("MM", "en", "Myanmar"), ("MM", "fr", "Myanmar"),
      ("CD", "en", "Democratic Republic of the Congo"), ("CD", "de", "Kongo-Kinshasa"),
      ("CD", "ja", "コンゴ民主共和国"), ("CG", "en", "Republic of the Congo"),
      ("CI", "en", "Côte d’Ivoire"), ("CV", "en", "Cape Verde"), ("LC", "en", "Saint Lucia"),
      ("BA", "en", "Bosnia and Herzegovina"), ("BL", "en", "Saint Barthélemy"),
      ("PM", "en", "Saint Pierre and Miquelon"), ("GP", "nl", "Guadeloupe"), ("CZ", "hi", "चेकिया"),
      ("DE", "ur", "جرمنی"), ("HK", "fa", "هنگ‌کنگ"),
    ])
  func namesInLanguages(code: String, language: String, name: String) {
    #expect(Country(code)?.name(in: language) == name)
  }

  @Test("a former display name finds its country, except one shared by two islands")
  func otherNamesInLanguages() {
    var count = 0
    for country in Country.all {
      for name in country.otherForeignNames {
        count += 1
        let found = Country(name)
        #expect(found == country || found == .saintMartin || found == .sintMaarten, "\(name)")
      }
      for name in country.otherNames {
        #expect(Country(name) == country, "\(name)")
      }
    }
    #expect(count > 900)
  }

  @Test("official languages")
  func languages() {
    #expect(Country.fiji.languages == ["en-FJ", "fj", "hif"])
    #expect(Country.malawi.languages.first == "en")
    #expect(Country.ecuador.languages == ["es-EC", "qu"])
  }

  @Test("facts about some countries")
  func facts() {
    let japan = Country.japan
    #expect(japan.alpha2 == "JP" && japan.alpha3 == "JPN" && japan.numericCode == 392)
    #expect(japan.name == "Japan" && japan.description == "Japan")
    #expect(japan.flag == "🇯🇵" && japan.dialCode == "+81" && japan.currencyCode == "JPY")
    #expect(japan.currencyName == "Japanese Yen" && Country.antarctica.currencyName == nil)
    #expect(japan.continent == .asia && japan.region == "Eastern Asia")
    #expect(japan.capital?.name == "Tokyo")
    #expect(japan.languages == ["ja"])
    #expect(japan.neighbors.isEmpty)
    #expect(japan.name(in: "ja") == "日本" && japan.name(in: "fr-CA") == "Japon")
    #expect(japan.name(in: "tlh") == nil && japan.name(in: "") == nil)
    #expect(Country.taiwan.name(in: "ZH-hant")?.isEmpty == false)
    #expect(Country.kosovo.dialCode == "+383" && Country.kosovo.alpha3 == "XKX")
    #expect(Country.dominicanRepublic.dialCodes == ["+1 809", "+1 829", "+1 849"])
    #expect(Country.antarctica.capital == nil && Country.antarctica.currencyCode == nil)
    #expect(Country.bulgaria.currencyCode == "EUR" && Country.croatia.currencyCode == "EUR")
    #expect(Country.switzerland.neighbors == [.austria, .germany, .france, .italy, .liechtenstein])
    #expect(Country.france.otherNames.contains("French Republic"))
    #expect(Country.unitedKingdom.otherNames.prefix(2) == ["UK", "Great Britain"])
    #expect(Country.nameLanguages.count == 26 && Country.nameLanguages.last == "zh-Hant")
  }

  @Test("every country has every fact that it can have")
  func completeness() {
    for country in Country.all {
      #expect(!country.name.isEmpty && country.alpha3.utf8.count == 3)
      #expect(country.dialCodes.allSatisfy { $0.hasPrefix("+") && $0.utf8.count >= 2 })
      #expect(country.currencyCode?.utf8.count == 3 || country == .antarctica)
      #expect(Continent.allCases.contains(country.continent) && !country.region.isEmpty)
      #expect((country.continent == .antarctica) == (country.continent.rawValue == "AN"))
      #expect(country.name(in: "en") == country.name)
      for language in Country.nameLanguages {
        #expect(country.name(in: language)?.isEmpty == false, "\(country.alpha2) \(language)")
      }
      #expect((country.currencyName == nil) == (country.currencyCode == nil))
      #expect(country.population >= 0)
      #expect(!country.boundingBox.isEmpty)
      #expect(country.boundingBox.contains(country.labelPoint), "\(country)")
      #expect(country.neighbors.allSatisfy { $0.neighbors.contains(country) })
    }
    let without = Country.all.filter { $0.capital == nil }.map(\.alpha2)
    #expect(without == ["AQ", "BV", "HM", "TK", "UM"])
    #expect(Country.all.filter { $0.population == 0 }.count < 10)
    #expect(Country.all.reduce(0) { $0 + $1.population } > 7_000_000_000)
  }

  @Test("boxes cross the antimeridian where that is the shorter way around")
  func boxes() {
    let across = Country.all.filter { $0.boundingBox.west > $0.boundingBox.east }.map(\.alpha2)
    #expect(across.sorted() == ["FJ", "KI", "NZ", "RU", "UM", "US"])
    #expect(Country.antarctica.boundingBox.south == -90)
    #expect(Country.antarctica.boundingBox.longitudeSpan == 360)
    #expect(Country.norway.boundingBox.north < 72)
    #expect(Country.fiji.boundingBox.longitudeSpan < 8)
  }

  @Test("Codable encodes and decodes the two letters")
  func codable() throws {
    let data = try JSONEncoder().encode([Country.japan, .kosovo])
    #expect(String(decoding: data, as: UTF8.self) == #"["JP","XK"]"#)
    #expect(try JSONDecoder().decode([Country].self, from: data) == [.japan, .kosovo])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Country].self, from: Data(#"["ZZ"]"#.utf8))
    }
  }
}

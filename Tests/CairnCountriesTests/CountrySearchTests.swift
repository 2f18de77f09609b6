import CairnCountries
import Testing

@Suite("Country search")
struct CountrySearchTests {
  private func codes(_ text: String, limit: Int = 4) -> [String] {
    Country.search(text, limit: limit).map(\.alpha2)
  }

  @Test(
    "the likeliest comes first",
    arguments: [
      ("jap", "JP"), ("uk", "GB"), ("usa", "US"), ("holl", "NL"), ("ivory", "CI"), ("burm", "MM"),
      ("DE", "DE"), ("CH", "CH"), ("united k", "GB"), ("states united", "US"), ("czech r", "CZ"),
      ("+81", "JP"), ("0081", "JP"), ("+1", "US"), ("+7", "RU"), ("+44", "GB"), ("+1 809", "DO"),
      ("+41 44 123 45 67", "CH"), ("+1 809 555 0100", "DO"), ("392", "JP"), ("+392", "IT"),
      ("deutsch", "DE"),
      ("스위스", "CH"), ("Ελλ", "GR"), ("st luc", "LC"), ("trinidad & to", "TT"),
      ("trinidad an", "TT"), ("new zea", "NZ"), ("guinea-b", "GW"), ("korea", "KR"), ("us", "US"),
      ("sao tome", "ST"), ("espa", "ES"), ("drc", "CD"), ("UAE", "AE"),
    ])
  func first(text: String, code: String) {
    #expect(codes(text).first == code, "\(codes(text))")
  }

  @Test("better ways to fit come before worse ones")
  func order() {
    #expect(codes("guinea") == ["GN", "GW", "GQ", "PG"])
    #expect(codes("united") == ["AE", "GB", "US", "UM"])
    #expect(codes("de").prefix(2) == ["CD", "DK"])
    #expect(codes("de", limit: 20).contains("DE"))
    #expect(codes("uk").prefix(2) == ["GB", "UA"])
    #expect(codes("+1").prefix(2) == ["US", "CA"])
    #expect(codes("stan", limit: 99).contains("PK"))
  }

  @Test("every beginning of every name finds it")
  func asYouType() {
    for (number, country) in Country.all.enumerated() {
      // Every length of a few names, one or two of the others.
      for length in 1...country.name.count where (length + number).isMultiple(of: 8) {
        let typed = String(country.name.prefix(length))
        #expect(Country.search(typed).contains(country), "\(typed)")
      }
    }
  }

  @Test("nothing typed is the whole list, nonsense an empty one")
  func edges() {
    #expect(Country.search("").count == 250)
    #expect(Country.search("  ").prefix(2) == [.afghanistan, .alandIslands])
    #expect(Country.search("", limit: 3).count == 3)
    #expect(Country.search("a", limit: 0).isEmpty)
    #expect(Country.search("a", limit: -1).isEmpty)
    for text in ["qqqq", "?", "!!", "\u{301}", "+999", "😀", String(repeating: "a", count: 10_000)] {
      #expect(Country.search(text).isEmpty, "\(text.prefix(20))")
    }
  }
}

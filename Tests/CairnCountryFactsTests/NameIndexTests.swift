import CairnText
import TestSupport
import Testing

@testable import CairnCountryFacts

/// The index of the names of the countries.
@Suite struct NameIndexTests {
  /// Compared with a loop over all names in their order of precedence.
  @Test func namesAgreeWithAScan() {
    let entries = CountryKeys.shared.entries
    func scan(_ text: String) -> Country? {
      let name = NameKey(text)
      let found =
        entries.first { $0.name.canonical == name.canonical }
        ?? entries.first { $0.others.contains { $0.canonical == name.canonical } }
        ?? entries.first { $0.foreign.contains { $0.canonical == name.canonical } }
      return found?.country
    }
    var number = 0
    for country in Country.all {
      let names =
        [country.name] + country.otherNames + country.otherForeignNames
        + Country.nameLanguages.compactMap { country.name(in: $0) }
      for name in names {
        number += 1
        if let first = name.utf8.first, CountryNameIndex.isOfAnotherScript(first) {
          #expect(SearchKey(name).bytes.contains { $0 >= 0x80 }, "\(name)")
        }
        guard number.isMultiple(of: rounds(7, inDebug: 61)), name.utf8.count > 3 else { continue }
        #expect(Country(name) == scan(name), "\(name)")
        #expect(Country(name + "x") == scan(name + "x"))
      }
    }
    #expect(number > 6_000)
    #expect(Country("the and") == nil && Country("") == nil)
  }
}

import CairnGeodesy
import CairnText
import Testing

@testable import CairnPlaces

/// Names with the words that qualify them in any order, and with words that are unknown.
@Suite struct QualifierOrderTests {
  private let world = Gazetteer.embedded

  /// The country first, with and without a comma, even if its label is near the city.
  @Test func qualifiersPrecedeNames() throws {
    for (text, name, country) in [
      ("Spain Segovia", "Segovia", "ES"), ("Portugal Coimbra", "Coimbra", "PT"),
      ("Romania Sibiu", "Sibiu", "RO"), ("Czechia Brno", "Brno", "CZ"),
      ("usa new orleans", "New Orleans", "US"), ("Syria Homs", "Homs", "SY"),
      ("italy, verona", "Verona", "IT"), ("uk, leeds", "Leeds", "GB"),
      ("usa, denver", "Denver", "US"), ("france, normandy, caen", "Caen", "FR"),
      ("generalife, granada", "Generalife", "ES"),
    ] {
      let found = world.matches(text, limit: 3)
      let first = try #require(found.first, "\(text)")
      #expect(first.place.name == name && first.place.countryCode == country, "\(text): \(first)")
      #expect(try world.place(named: text) == first.place, "\(text)")
    }
    // A name that is known, but elsewhere, is still not found.
    for text in ["lyon, japan", "japan, lyon", "verona, spain"] {
      #expect(world.matches(text).allSatisfy { $0.kind != .exact }, "\(text)")
      #expect(throws: PlaceNameError.self) { try world.place(named: text) }
    }
  }

  /// Text with unknown words finds the place and counts the unused words.
  @Test func unknownWordsLowerTheRank() throws {
    for (text, name) in [
      ("hotel zzyzzx, prague", "Prague"), ("Hauptplatz 17, 8010 Graz", "Graz"),
      ("Via Qwertz 3, 40121 Bologna BO", "Bologna"), ("zzyzzx 12, Denver, CO 80202", "Denver"),
      ("old town salzburg", "Salzburg"), ("the city of prague", "Prague"),
    ] {
      let first = try #require(world.matches(text, limit: 1).first, "\(text)")
      #expect(first.place.name == name && first.place.kind == .city, "\(text): \(first)")
      guard case .partial = first.kind else { continue }
      let unused = world.unusedWords(of: text, in: first)
      #expect(!unused.isEmpty && !unused.contains(name), "\(text): \(unused)")
    }
    let first = try #require(world.matches("Hauptplatz 17, 8010 Graz", limit: 1).first)
    let unused = world.unusedWords(of: "Hauptplatz 17, 8010 Graz", in: first)
    #expect(unused == ["Hauptplatz", "17", "8010"])
  }

  /// Airports by their other names, and by the name of their city with a word in any language.
  @Test func airportsByWords() throws {
    for (text, code) in [
      ("flughafen wien", "VIE"), ("aeropuerto de barcelona", "BCN"), ("aeroporto di napoli", "NAP"),
      ("lotnisko kraków", "KRK"), ("Flughafen Zürich", "ZRH"), ("lufthavn oslo", "OSL"),
      ("vienna airport", "VIE"), ("kastrup airport", "CPH"),
    ] {
      let found = world.matches(text, limit: 3)
      #expect(found.first?.place.code == code, "\(text): \(found.map(\.place))")
    }
    #expect(try world.place(named: "Flughafen Zürich").code == "ZRH")
    #expect(world.matches("flughafen wien", kind: .city).allSatisfy { $0.place.kind == .city })
  }

  /// An ambiguous name means the city with names in the most languages.
  @Test func famousNamesakes() throws {
    for (text, country) in [
      ("Bayeux", "FR"), ("Albertville", "FR"), ("Gloucester", "GB"), ("Waterford", "IE"),
      ("Orleans", "FR"), ("Middelburg", "NL"), ("Douglas", "IM"), ("Dundalk", "IE"),
      // Unless the difference is small: then the larger city.
      ("Cambridge", "GB"), ("Halifax", "CA"), ("Vienne", "FR"),
    ] {
      #expect(try world.place(named: text).countryCode == country, "\(text)")
      #expect(world.matches(text, limit: 1).first?.place.countryCode == country, "\(text)")
    }
  }

  /// A region precedes a city in it for which the text is only an alternative name.
  @Test func regionsPrecedeOtherNamesOfTheirCities() throws {
    #expect(try world.place(named: "Bahia").kind == .region)
    #expect(try world.place(named: "Salzburg").kind == .city)
    #expect(try world.place(named: "Lucerne").kind == .city)
  }
}

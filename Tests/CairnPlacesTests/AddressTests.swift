import CairnCountryFacts
import CairnGeodesy
import Testing

@testable import CairnPlaces

@Suite("Names in addresses")
struct AddressTests {
  private let world = Gazetteer.embedded

  @Test("postal codes before and after a name are left out")
  func postalCodes() throws {
    for (text, name, country) in [
      ("8010 Graz", "Graz", Country.austria), ("A-5020 Salzburg", "Salzburg", .austria),
      ("33000 Bordeaux", "Bordeaux", .france), ("F-13001 Marseille", "Marseille", .france),
      ("44000 Nantes Cedex 1", "Nantes", .france), ("D-01067 Dresden", "Dresden", .germany),
      ("D 20095 Hamburg", "Hamburg", .germany), ("CH-3011 Bern", "Bern", .switzerland),
      ("M1 1AE Manchester", "Manchester", .unitedKingdom),
      ("Liverpool L1 8JQ", "Liverpool", .unitedKingdom), ("Leeds LS1", "Leeds", .unitedKingdom),
      ("3011 AA Rotterdam", "Rotterdam", .netherlands), ("411 03 Göteborg", "Gothenburg", .sweden),
      ("S-411 03 Göteborg", "Gothenburg", .sweden), ("30-001 Kraków", "Kraków", .poland),
      ("4000-001 Porto", "Porto", .portugal), ("Boston, MA 02108", "Boston", .unitedStates),
      ("Denver CO 80202-1234", "Denver", .unitedStates), ("Calgary AB T2P 1J9", "Calgary", .canada),
      ("Brisbane QLD 4000", "Brisbane", .australia), ("80331, Munich", "Munich", .germany),
      ("Munich 80331, Germany", "Munich", .germany),
      ("30123-456 Belo Horizonte", "Belo Horizonte", .brazil),
      ("Lyon Cedex 03", "Lyon", .france), ("Toulouse CEDEX", "Toulouse", .france),
      ("Cork T12 W8K2", "Cork", .ireland), ("D6W F8N3 Dublin", "Dublin", .ireland),
      ("CO 80202 Denver", "Denver", .unitedStates), ("MA 02108 Boston", "Boston", .unitedStates),
    ] {
      let place = try world.place(named: text)
      #expect(place.name == name && place.country == country && place.kind == .city, "\(text)")
      let match = try #require(world.matches(text, limit: 1).first)
      #expect(match.place == place, "\(text): \(match.place)")
    }
    for text in [
      "8010", "D-8010", "M1 1AE", "8010 Xyzzyqq", "CH-33000 Bordeaux", "1 Graz", "12 Graz",
    ] {
      #expect(throws: PlaceNameError.self, "\(text)") { try world.place(named: text) }
    }
  }

  @Test("codes of provinces, with the country or a postal code")
  func provinces() throws {
    for (text, name) in [
      ("40121 Bologna (BO)", "Bologna"), ("Parma (PR), Italia", "Parma"),
      ("Pisa, PI, Italy", "Pisa"), ("Padova PD", "Padua"), ("16121 Genova GE", "Genoa"),
    ] {
      let place = try world.place(named: text)
      #expect(place.name == name && place.country == .italy, "\(text)")
      #expect(world.matches(text, limit: 1).first?.place == place, "\(text)")
    }
    #expect(try world.place(named: "Dortmund NW").country == .germany)
    for text in ["Parma (PR), Spain", "Bologna (MI)", "40121 Bologna (MI)"] {
      #expect(throws: PlaceNameError.self, "\(text)") { try world.place(named: text) }
    }
    // The search keeps a name before two unknown capitals.
    #expect(world.matches("Bologna XX", limit: 1).first?.kind == .partial(missing: 1))
  }

  @Test("states with a hyphen or a slash, several words after a comma, and abbreviations")
  func qualifiers() throws {
    for (text, name, country) in [
      ("Recife - PE", "Recife", Country.brazil), ("Manaus/AM", "Manaus", .brazil),
      ("Salvador, BA - Brasil", "Salvador", .brazil), ("Houston, TX USA", "Houston", .unitedStates),
      ("Salem, Ore.", "Salem", .unitedStates), ("Springfield, Mass.", "Springfield", .unitedStates),
    ] {
      let place = try world.place(named: text)
      #expect(place.name == name && place.country == country, "\(text): \(place)")
    }
    #expect(throws: PlaceNameError.self) { try world.place(named: "Salem, Ore") }
  }

  @Test("words for the kind of a city or a region")
  func kinds() throws {
    for (text, name, kind) in [
      ("City of York", "York", Place.Kind.city), ("Ville de Lyon", "Lyon", .city),
      ("Stadt Bonn", "Bonn", .city), ("Provincia di Lucca", "Lucca", .city),
      ("Province of Manitoba", "Manitoba", .region), ("State of Texas", "Texas", .region),
      ("State College", "State College", .city), ("Ciudad Real", "Ciudad Real", .city),
    ] {
      let place = try world.place(named: text)
      #expect(place.name == name && place.kind == kind, "\(text): \(place)")
      #expect(world.matches(text, limit: 1).first?.place == place, "\(text)")
    }
    for text in ["City of", "Central Province"] {
      #expect(throws: PlaceNameError.self, "\(text)") { try world.place(named: text) }
    }
  }
}

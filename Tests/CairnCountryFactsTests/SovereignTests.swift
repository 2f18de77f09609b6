import CairnCountryFacts
import Testing

@Suite("Sovereign states")
struct SovereignTests {
  @Test("193 members and two observers of the United Nations are states")
  func unitedNations() {
    let all = Country.all
    #expect(all.filter { $0.unitedNationsStatus == .member }.count == 193)
    #expect(all.filter { $0.unitedNationsStatus == .observer } == [.palestine, .vaticanCity])
    #expect(Country.unitedNations.count == 195)
    #expect(Country.unitedNations == Country.unitedNations.sorted())
    #expect(Country.unitedNations.filter { !$0.isSovereign }.isEmpty)
    #expect(
      all.filter { $0.isSovereign && $0.unitedNationsStatus == nil } == [.taiwan, .kosovo])
    #expect(all.filter { $0.sovereign == nil } == [.antarctica, .westernSahara])
  }

  @Test("a sovereign is a state, and each territory is one of its state's")
  func sovereigns() {
    for country in Country.all {
      guard let state = country.sovereign else { continue }
      #expect(state.isSovereign && state.sovereign == state, "\(country)")
      #expect(state.territories.contains(country) == !country.isSovereign, "\(country)")
      if !country.isSovereign { #expect(country.territories.isEmpty, "\(country)") }
    }
    #expect(Country.all.filter { !$0.isSovereign && $0.sovereign != nil }.count == 51)
  }

  @Test(
    "territories by their state",
    arguments: [
      ("AU", "CC CX HM NF"), ("CN", "HK MO"), ("DK", "FO GL"), ("FI", "AX"),
      ("FR", "BL GF GP MF MQ NC PF PM RE TF WF YT"),
      ("GB", "AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG"), ("NL", "AW BQ CW SX"),
      ("NO", "BV SJ"), ("NZ", "CK NU TK"), ("US", "AS GU MP PR UM VI"), ("JP", ""), ("GL", ""),
    ])
  func territories(state: String, parts: String) {
    let found = Country(alpha2: state)?.territories.map(\.alpha2)
    #expect(found == parts.split(separator: " ").map(String.init))
  }

  @Test("visited countries count for their states, each once")
  func visited() {
    let visited: [Country] = [.greenland, .denmark, .japan, .kosovo, .antarctica, .puertoRico]
    #expect(visited.unitedNationsStates == [.denmark, .japan, .unitedStates])
    #expect([Country]().unitedNationsStates.isEmpty)
    #expect(Country.all.unitedNationsStates == Country.unitedNations)
  }

  @Test("the facts have a date")
  func date() {
    let parts = Country.factsDate.split(separator: "-").compactMap { Int($0) }
    #expect(parts.count == 3 && parts[0] >= 2026 && Country.factsDate.utf8.count == 10)
  }
}

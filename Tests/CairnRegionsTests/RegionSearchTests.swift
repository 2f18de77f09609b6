import CairnGeodesy
import CairnPlaces
import CairnText
import TestSupport
import Testing

@testable import CairnRegionNames

@Suite("Regions by name")
struct RegionSearchTests {
  @Test("the names are sorted by key, and each region has its own name")
  func order() {
    let order = RegionNames.shared.order
    var last = SearchKey("")
    var rows: Set<Int> = []
    var wrong = 0
    let step = rounds(1, inDebug: 7)
    for position in stride(from: 0, to: order.count, by: step) {
      let (text, start) = order.cell(at: position)
      let key = SearchKey(text, start..<TextTable.Reader(text, at: start).endOfCell())
      if key < last || key.isEmpty { wrong += 1 }
      if step == 1 { rows.insert(order.row(at: position)) }
      last = key
    }
    #expect(wrong == 0)
    #expect(step > 1 || rows.count == AdministrativeArea.all.count)
  }

  /// The oracle reads all names in all languages.
  @Test("whole names are those of all regions with the name in any language")
  func wholeNames() {
    var regions: [SearchKey: Set<AdministrativeArea>] = [:]
    let share = rounds(1, inDebug: 5)
    for region in AdministrativeArea.all {
      for language in AdministrativeArea.nameLanguages {
        guard let name = region.name(in: language) else { continue }
        regions[SearchKey(name), default: []].insert(region)
      }
    }
    let keys = regions.keys.sorted().enumerated().filter { $0.offset % (17 * share) == 0 }
    #expect(keys.count > 500)
    var wrong: [String] = []
    for (_, key) in keys {
      let text = String(decoding: key.bytes, as: UTF8.self)
      let found = AdministrativeArea.matches(text, wholeOnly: true)
      let named = found.filter { !$0.differsInKind }.map(\.area)
      // A word for the kind may be left out of the text, so more regions may be found.
      if Set(named) != regions[key] || Set(found.map(\.area)).count != found.count {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  @Test("names with and without the word for their kind, and in other languages")
  func kinds() {
    for (text, code) in [
      ("Canton Argovie", "CH-AG"), ("kanton uri", "CH-UR"), ("Canton of Valais", "CH-VS"),
      ("Província de Navarra", "ES-NC"), ("Land Kärnten", "AT-2"), ("Steiermark", "AT-6"),
      ("State of Nevada", "US-NV"), ("Assam state", "IN-AS"), ("陕西", "CN-SN"), ("河南省", "CN-HA"),
      ("岐阜", "JP-21"), ("충청북도", "KR-43"), ("Омская область", "RU-OMS"), ("Podkarpackie", "PL-18"),
      ("województwo opolskie", "PL-16"), ("Thessalië", "GR-E"),
    ] {
      let found = AdministrativeArea.all(named: text)
      #expect(found.first?.code == code, "\(text): \(found)")
    }
    #expect(AdministrativeArea.all(named: "").isEmpty)
    #expect(AdministrativeArea.all(named: "Province").isEmpty)
    #expect(AdministrativeArea.all(named: "Xyzzy state").isEmpty)
    let western = AdministrativeArea.all(named: "Western")
    #expect(western.contains { $0.name == "Western Province" } && western.count > 3)
  }

  @Test("beginnings, those of regions with more people first")
  func beginnings() throws {
    let found = AdministrativeArea.matches("queens")
    #expect(found.first?.area.name == "Queensland" && found.first?.isWhole == false)
    #expect(AdministrativeArea.matches("graubü").first?.area.code == "CH-GR")
    #expect(AdministrativeArea.matches("zz").isEmpty)
    for text in ["tar", "north", "nie", "長"] {
      let found = AdministrativeArea.matches(text)
      let rest = found.drop(while: \.isWhole).map(\.area.cityPopulation)
      #expect(rest == rest.sorted(by: >) && !rest.isEmpty, "\(text)")
    }
    // The people are those of the cities in the gazetteer.
    let styria = try #require(AdministrativeArea(code: "AT-6"))
    let people = Gazetteer.embedded.cities
      .filter { $0.country == .austria && $0.region == styria.name && $0.kind == .city }
      .reduce(0) { $0 + ($1.population ?? 0) }
    #expect(abs(styria.cityPopulation / Double(people) - 1) < 0.003, "\(people)")
  }
}

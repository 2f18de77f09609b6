import CairnGeodesy
import CairnIndex
internal import CairnMemory
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

@Suite struct PlaceNameTests {
  let world = Gazetteer.embedded

  private static let namesFindPlacesCases: [(String, String)] = [
    ("sydney", "Sydney, New South Wales, AU"),
    ("  SYDNEY ", "Sydney, New South Wales, AU"),
    ("sao paulo", "São Paulo, BR"),
    ("Sa\u{303}o Paulo", "São Paulo, BR"),
    ("Munich", "Munich, Bavaria, DE"),
    ("Muenchen", "Munich, Bavaria, DE"),
    ("Wien", "Vienna, AT"),
    ("praha", "Prague, CZ"),
    ("Cologne", "Köln, North Rhine-Westphalia, DE"),
    ("Lucerne", "Luzern, Lucerne, CH"),
    ("Bombay", "Mumbai, Maharashtra, IN"),
    ("New York", "New York City, New York, US"),
    ("Roma", "Rome, Lazio, IT"),
    ("Vienne", "Vienne, Auvergne-Rhône-Alpes, FR"),
    ("Paris", "Paris, Île-de-France, FR"),
    ("Paris, FR", "Paris, Île-de-France, FR"),
    ("Paris, Texas", "Paris, Texas, US"),
    ("paris,tx,usa", "Paris, Texas, US"), ("Paris，Texas", "Paris, Texas, US"),
    ("Paris、TX、USA", "Paris, Texas, US"),
    ("Paris, US", "Paris, Texas, US"),
    ("Springfield, Illinois", "Springfield, Illinois, US"),
    ("Springfield, IL", "Springfield, Illinois, US"),
    ("London, Canada", "London, Ontario, CA"),
    ("London, UK", "London, England, GB"),
    ("Washington, D.C.", "Washington, District of Columbia, US"),
    ("Nuku'alofa", "Nuku‘alofa, Tongatapu, TO"),
    ("LA", "Los Angeles, California, US"),
    ("SYD", "Sydney Kingsford Smith International Airport (SYD), New South Wales, AU"),
    ("YSSY", "Sydney Kingsford Smith International Airport (SYD), New South Wales, AU"),
    ("LAX", "Los Angeles International Airport (LAX), California, US"),
    ("London Heathrow", "London Heathrow Airport (LHR), England, GB"),
    ("london heathrow airport", "London Heathrow Airport (LHR), England, GB"),
    // Further readings.
    ("Vatican", "Vatican City, VA"), ("Burma", "Myanmar, MM"), ("Ceylon", "Sri Lanka, LK"),
    ("Persia", "Iran, IR"), ("trinidad & tobago", "Trinidad and Tobago, TT"),
    ("aquila", "L'Aquila, Abruzzo, IT"), ("the hague", "The Hague, South Holland, NL"),
    ("mt. fuji", "Mount Fuji, Yamanashi, JP"), ("xi an", "Xi’an, Shaanxi, CN"),
    ("paris france", "Paris, Île-de-France, FR"), ("texas paris", "Paris, Texas, US"),
    ("los angeles ca", "Los Angeles, California, US"),
    ("barcelona spain", "Barcelona, Catalonia, ES"),
    ("Bethlehem Palestine", "Bethlehem, West Bank, PS"),
    ("springfield il usa", "Springfield, Illinois, US"),
  ]

  @Test(arguments: namesFindPlacesCases)
  func namesFindPlaces(name: String, expected: String) throws {
    #expect(try world.place(named: name).description == expected)
  }

  @Test func threeUppercaseLettersAreACodeFirst() throws {
    #expect(try world.place(named: "UFA").kind == .airport)
    #expect(try world.place(named: "Ufa").kind == .city)
    #expect(try world.place(named: "UFA", kind: .city).kind == .city)
    #expect(try world.place(named: "Ufa", kind: .airport).kind == .airport)
  }

  private static let errorsSuggestNamesCases: [(String, String)] = [
    ("Sydny", #"no place is called "Sydny"; did you mean Sydney?"#),
    ("", "a place needs a name"),
    (" , ,", "a place needs a name"),
    ("Xy", #"no place is called "Xy""#),
    ("qqqqqqqqqqq", #"no place is called "qqqqqqqqqqq""#),
    (
      "Paris, Australia",
      #"there is no "Paris, Australia"; there is Paris, Île-de-France, FR or Paris, Texas, US"#
    ),
  ]

  @Test(arguments: errorsSuggestNamesCases)
  func errorsSuggestNames(name: String, expected: String) {
    let error = #expect(throws: PlaceNameError.self) { try world.place(named: name) }
    #expect(
      error?.description.hasPrefix(expected.hasSuffix("?") ? String(expected.dropLast()) : expected)
        == true, "\(error?.description ?? "")")
  }

  @Test func errorsAreOneShortLine() {
    for name in ["a\nb\tc\u{7}xyzq", String(repeating: "x", count: 100_000), "\u{202E}abcqq"] {
      let error = #expect(throws: PlaceNameError.self) { try world.place(named: name) }
      let text = error?.description ?? ""
      #expect(text.utf8.count < 300)
      #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
    }
  }

  @Test func searchListsNamesakesByPopulation() {
    let found = world.search("springfield", limit: 20)
    let exact = found.prefix { $0.name == "Springfield" }
    #expect(exact.count >= 7)
    #expect(found.first?.description == "Springfield, Missouri, US")
    let populations = exact.map { $0.population ?? 0 }
    #expect(populations == populations.sorted(by: >))
    #expect(world.search("springfield, us", kind: .airport).allSatisfy { $0.kind == .airport })
  }

  @Test func prefixesFindTheLargestFirst() {
    #expect(world.search("san fran").first?.name == "San Francisco")
    #expect(world.search("syd", kind: .city).first?.name == "Sydney")
    #expect(world.search("SYD").first?.code == "SYD")
    #expect(world.search("zür").first?.name == "Zürich")
    #expect(world.search("").isEmpty)
    #expect(world.search("london", limit: 0).isEmpty)
    #expect(world.search("london", limit: -1).isEmpty)
    let many = world.search("s", limit: 100)
    #expect(many.count == 100)
    #expect(Set(many).count == 100)
  }

  @Test func bisectionAgreesWithALinearScan() {
    // Every thirteenth city by its own name, some by a prefix of it.
    var missed = 0
    for row in stride(from: 0, to: world.cities.count, by: rounds(13, inDebug: 107)) {
      let query = PlaceQuery(world.cities[row].name)
      // A comma in a name turns the rest of it into a qualifier.
      if !query.qualifiers.isEmpty { continue }
      if !world.rows(named: query).contains(row) { missed += 1 }
    }
    #expect(missed == 0)
    for row in stride(from: 0, to: world.cities.count, by: 3000) {
      let prefix = SearchKey(String(world.cities[row].name.prefix(3)))
      var found: [Int] = []
      world.tables.cities.forEach(withPrefix: prefix) { position, _ in found.append(position) }
      #expect(found == world.cities.indices.filter { world.key(ofRow: $0).hasPrefix(prefix) })
    }
  }

  @Test func everyAlternativeNameIsFound() {
    let names = world.tables.alternateNames
    var missed = 0
    var position = 0
    var counter = 0
    while position < names.text.count {
      if counter % 23 == 0, let row = names.row(at: position),
        !world.rows(named: PlaceQuery(names.name(at: position))).contains(row)
      {
        missed += 1
      }
      position = names.position(after: position)
      counter += 1
    }
    #expect(missed == 0)
  }

  @Test(arguments: [
    ("Straße", "strasse"), ("ŁÓDŹ", "lodz"), ("  St. John's  ", "st johns"),
    ("Đà Nẵng", "da nang"), ("Ærøskøbing", "aeroskobing"), ("Ý a--b", "y a b"), ("", ""),
    ("Москва", "москва"), ("東京", "東京"), ("\u{0}\u{7F}", ""), ("İstanbul", "istanbul"),
    ("Əhmədbəyli", "ehmedbeyli"), ("’‘ʻʼ", ""), ("x\u{00A0}y\u{3000}z", "x y z"),
  ])
  func keysAreFolded(text: String, key: String) {
    #expect(SearchKey(text).bytes == Array(key.utf8))
  }

  @Test func editDistanceAgreesWithTheFullTable() {
    func full(_ a: [UInt8], _ b: [UInt8]) -> Int {
      var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
      for i in 0...a.count { table[i][0] = i }
      for j in 0...b.count { table[0][j] = j }
      for i in stride(from: 1, through: a.count, by: 1) {
        for j in stride(from: 1, through: b.count, by: 1) {
          table[i][j] = min(
            table[i - 1][j] + 1, table[i][j - 1] + 1,
            table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
          if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
            table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
          }
        }
      }
      return table[a.count][b.count]
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      func word() -> [UInt8] {
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          UInt8.random(in: 97...99, using: &random)
        }
      }
      let (a, b) = (word(), word())
      for limit in 0...3 {
        var distance = EditDistance(to: a, limit: limit)
        let expected = full(a, b)
        #expect(distance(to: b) == (expected <= limit ? expected : nil), "\(a) \(b) \(limit)")
        let nearest = (0...b.count).map { full(a, Array(b.prefix($0))) }.min() ?? 0
        let beginning = distance(toPrefixOf: b)
        #expect(beginning == (nearest <= limit ? nearest : nil), "\(a) \(b) \(limit)")
      }
    }
  }
}

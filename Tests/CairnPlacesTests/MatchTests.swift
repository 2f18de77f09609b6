import CairnGeodesy
import CairnMemory
import CairnText
import Testing

@testable import CairnPlaces

/// Matches of a search with the names and kinds that they state.
@Suite struct MatchTests {
  private let world = Gazetteer.embedded

  private func first(_ text: String, near place: String? = nil) throws -> Gazetteer.Match? {
    let center = try place.map { try world.place(named: $0).coordinate }
    return world.matches(text, near: center, limit: 5).first
  }

  /// The center outweighs a distant whole name, and a whole name a nearby beginning.
  @Test func fameAndDistanceAreWeighed() throws {
    let san = try first("san", near: "San Francisco")
    #expect(san?.kind == .prefix && san?.place.region == "California")
    #expect(try first("york", near: "New York")?.place.region == "Pennsylvania")
    #expect(try first("s")?.place.name == "Shanghai")
  }

  @Test func topMatchesContainTheTypedLetters() throws {
    for place in ["San Francisco", "London", "Vienna", "Sydney"] {
      let center = try world.place(named: place).coordinate
      for text in ["s", "ab", "lon", "mel", "wien", "par"] {
        for match in world.matches(text, near: center, limit: 3) {
          let words = PlaceQuery(match.name).key
          #expect(words.hasWord(beginningWith: Array(text.utf8)[...]), "\(text): \(match)")
        }
      }
    }
  }

  /// Codes of airports are typed in uppercase.
  @Test func codesMatchOnlyInUppercase() throws {
    #expect(try first("LAX")?.kind == .code)
    for text in ["lax", "man", "par", "ber", "mum"] {
      #expect(try first(text)?.place.kind != .airport, "\(text)")
    }
    // If nothing else matches, they match in lowercase too.
    #expect(try first("lhr")?.place.code == "LHR")
  }

  private static let matchesStateNameAndKindCases: [(String, String, String)] = [
    ("aquila", "L'Aquila", "exact"), ("azur", "Provence-Alpes-Côte d'Azur", "exact"),
    ("isere", "Val-d'Isère", "exact"), ("sydny", "Sydney", "misspelled(errors: 1)"),
    ("machu pichu", "Machu Picchu", "misspelled(errors: 1)"),
    ("hze", "Huế", "misspelled(errors: 1)"),
    // The first letter is seldom wrong: "Hezhou", which is larger, follows.
    ("chezhou", "Chenzhou", "misspelled(errors: 1)"),
    ("hethrow", "London Heathrow Airport", "misspelled(errors: 1)"), ("munich", "Munich", "exact"),
    ("wien", "Wien", "exact"), ("aires", "Buenos Aires", "word"),
    ("fran san", "San Francisco", "word"),
    ("paris xyzzy", "Paris", "partial(missing: 1)"),
    ("paris, xyzzy", "Paris", "partial(missing: 1)"),
    ("paris france", "Paris", "exact"), ("france paris", "Paris", "exact"),
    ("los angeles ca", "Los Angeles", "exact"), ("bondi australia", "Bondi", "exact"),
    ("eiffel tower paris", "Eiffel Tower", "exact"),
    ("pariss france", "Paris", "misspelled(errors: 1)"),
    ("san fran usa", "San Francisco", "prefix"), ("st petersburg", "St Petersburg", "exact"),
    ("paris, fran", "Paris", "exact"), ("trinidad & tobago", "Trinidad and Tobago", "exact"),
    ("newyork", "New York City", "prefix"), ("sanfrancisco", "San Francisco", "exact"),
    ("machupic", "Machu Picchu", "prefix"), ("mount everest", "Mount Everest", "exact"),
    ("reykja vik", "Reykjavík", "exact"),
  ]

  @Test(arguments: matchesStateNameAndKindCases)
  func matchesStateNameAndKind(text: String, name: String, kind: String) throws {
    let match = try first(text)
    #expect(match?.name == name)
    #expect(match.map { "\($0.kind)" } == kind)
  }

  @Test func qualifiersSelectNamesakes() throws {
    #expect(try first("paris texas")?.place.region == "Texas")
    #expect(try first("paris, texas")?.place.region == "Texas")
    #expect(try first("springfield il")?.place.region == "Illinois")
    #expect(try first("vancouver wa")?.place.region == "Washington")
    #expect(world.matches("paris, australia").isEmpty)
    #expect(world.suggestions(for: "Sydny Australia") == ["Sydney"])
    #expect(world.suggestions(for: "Sydny") == ["Sydney"])
  }

  /// Every later word of a name is found, and its entry refers to a word.
  @Test func laterWordsAreSorted() {
    for words in [world.tables.cityWords, world.tables.otherWords] {
      var last = SearchKey("")
      var count = 0
      words.forEach { _, key in
        #expect(!(key < last) && !key.isEmpty)
        last = key
        count += 1
      }
      #expect(count == words.positions.count && count > 10_000)
    }
  }

  /// A row with the errors of its beginning and of its whole key.
  private struct Misspelled: Equatable {
    var row: Int
    var errors: Int
    var whole: Int?
  }

  /// Every list of names, compared with a loop over all of its names.
  @Test(arguments: [
    ("sydny", 1, 0), ("parsi", 1, 0), ("xqzzy", 1, 0), ("bern", 1, 0), ("saint dnis", 1, 0),
    ("constantinpole", 2, 1), ("san fransico", 2, 1), ("montreaux", 2, 0), ("kiev", 1, 3),
  ])
  func misspelledNamesAgreeWithAScan(text: String, limit: Int, rightLetters: Int) {
    let tables = world.tables
    func check(_ rows: some RowOrdered, _ heads: Once<AtomicWords>, _ headCount: Int) {
      var distance = EditDistance(to: Array(text.utf8), limit: limit)
      var wanted: [Misspelled] = []
      let right = text.utf8.prefix(rightLetters)
      rows.forEach { row, key in
        guard key.bytes.starts(with: right) else { return }
        if let errors = distance(toPrefixOf: key.bytes) {
          wanted.append(Misspelled(row: row, errors: errors, whole: distance(to: key.bytes)))
        }
      }
      // The second time, the heads are known.
      for _ in 0..<2 {
        var walking = PrefixDistance(to: Array(text.utf8), limit: limit)
        var found: [Misspelled] = []
        var examined = 0
        rows.forEach(
          like: &walking, heads: heads, headCount: headCount, rightLetters: rightLetters,
          until: {
            examined += 1
            return false
          }
        ) { found.append(Misspelled(row: $0, errors: $1, whole: $2)) }
        #expect(found == wanted, "\(text)")
        #expect(examined < 200 + headCount / 3)
      }
    }
    check(tables.cities, tables.cities.heads, tables.cities.count)
    for part in tables.airportParts { check(part, part.heads, part.count) }
    let names = tables.alternateNames
    check(names.lines, names.heads, names.lines.count)
    check(tables.otherWords, tables.otherWords.heads, tables.otherWords.positions.count)
  }

  /// For three letters, the main names with one error, compared with a loop over all names.
  @Test func misspelledNamesOfThreeLettersAgreeWithAScan() {
    let tables = world.tables
    for text in ["hze", "zbo", "qbo", "xqz"] {
      var distance = EditDistance(to: Array(text.utf8), limit: 1)
      var wanted: Set<Int> = []
      func add(_ key: SearchKey, _ row: Int) {
        // The first letter must be right, and a name that begins with the text is not misspelled.
        guard key.bytes.first == text.utf8.first, !key.hasPrefix(SearchKey(text)) else { return }
        if distance(to: key.bytes) != nil { wanted.insert(row) }
      }
      tables.cities.forEach { line, key in add(key, line) }
      tables.destinations.forEach { line, key in add(key, world.placeCount + line) }
      let found = world.matches(text, limit: 1_000).filter { $0.kind == .misspelled(errors: 1) }
      #expect(Set(found.map(\.place)) == Set(wanted.map(world.place(at:))), "\(text)")
    }
  }

  /// A lowercase code finds an airport with scheduled service before misspelled names, any other
  /// airport after the first of them.
  @Test func codesInLowercaseOfAirfieldsFollowTheFirstMisspelledName() throws {
    let found = world.matches("ktoa")
    #expect(found.first?.place.name == "Kota" && found.first?.kind == .misspelled(errors: 1))
    #expect(found.dropFirst().first?.kind == .code)
    #expect(found.dropFirst().first?.place == world.airport(code: "KTOA"))
    #expect(world.matches("KTOA").first?.kind == .code)
    let served = try #require(world.matches("egll").first)
    #expect(served.kind == .code && served.place == world.airport(code: "EGLL"))
  }
}

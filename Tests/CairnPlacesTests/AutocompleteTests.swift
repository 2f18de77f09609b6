import CairnGeodesy
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// Completions while a user types.
@Suite struct AutocompleteTests {
  private let world = Gazetteer.embedded

  private func names(_ completions: [Autocomplete.Completion]?) -> [String] {
    completions?.map(\.name) ?? ["cancelled"]
  }

  /// Without a state the completions are the matches of a search.
  @Test func completionsAreTheMatchesOfASearch() throws {
    let here = try world.place(named: "Lyon").coordinate
    for text in ["l", "sa", "münc", "new york", "paris france", "sydny", "LAX", "xyzzy", "東京"] {
      for center in [nil, here] {
        var autocomplete = Autocomplete(world, near: center, limit: 7)
        let found = autocomplete.update(text)
        let wanted = world.matches(text, near: center, limit: 7)
        #expect(found?.map(\.place) == wanted.map(\.place), "\(text)")
        #expect(found?.map(\.name) == wanted.map(\.name), "\(text)")
        #expect(found?.map(\.kind) == wanted.map(\.kind), "\(text)")
      }
    }
  }

  /// The places that two successive lists share keep their order.
  @Test func orderIsStableWhileLettersAreAdded() {
    for word in ["san francisco", "london", "victoria falls", "springfield", "portland"] {
      var autocomplete = Autocomplete(world)
      var last: [Place] = []
      for end in word.indices {
        let found = autocomplete.update(String(word[...end])) ?? []
        let kept = found.filter { last.contains($0.place) && $0.kind != .exact }.map(\.place)
        #expect(kept == last.filter { kept.contains($0) }, "\(word[...end])")
        last = found.map(\.place)
      }
      #expect(last.first?.name.lowercased().hasPrefix(word) == true)
    }
  }

  @Test func cancelledUpdateLeavesTheState() {
    var autocomplete = Autocomplete(world)
    let first = autocomplete.update("san")
    #expect(autocomplete.update("sanx", isCancelled: { true }) == nil)
    #expect(autocomplete.update("s", isCancelled: { true }) == nil)
    #expect(autocomplete.update("san") == first)
    // Even after the search has begun: a misspelled text takes longest.
    let calls = Counter()
    #expect(
      autocomplete.update("sydnney xyzzi") {
        calls.count += 1
        return calls.count > 1
      } == nil)
    #expect(calls.count == 2 || calls.count == 3)
  }

  private final class Counter {
    var count = 0
  }

  @Test func boostedPlacesComeFirst() throws {
    let sintra = try world.place(named: "Sintra")
    let airport = try #require(world.airport(code: "SIN"))
    var autocomplete = Autocomplete(world)
    #expect(names(autocomplete.update("s")).first == "Shanghai")
    autocomplete.boosts = [
      .init(airport, factor: 100_000), .init(sintra, factor: 1e9), .init(sintra, factor: -1),
      .init(sintra, factor: .nan),
      .init(Place(name: "Nowhere", coordinate: .init(latitude: 0, longitude: 0))),
    ]
    #expect(names(autocomplete.update("")) == [sintra.name, airport.name])
    #expect(names(autocomplete.update("s")).prefix(2) == [sintra.name, airport.name])
    #expect(names(autocomplete.update("sint")).first == "Sintra")
    #expect(names(autocomplete.update("tokyo")).first == "Tokyo")
    autocomplete.kind = .airport
    #expect(names(autocomplete.update("")) == [airport.name])
    autocomplete.boosts = []
    #expect(autocomplete.update("")?.isEmpty == true)
  }

  @Test(arguments: [
    ("mün", "[Mün]chen"), ("MUNCH", "[Münch]en"), ("aires", "Buenos [Aires]"),
    ("fran san", "[San] [Fran]cisco"), ("orsay", "Musée d'[Orsay]"), ("sydny", "[Sydn]ey"),
    ("machu pichu", "[Machu Picchu]"), ("paris france", "[Paris]"), ("東", "[東]京都"),
    ("stpet", "[St. Pet]ersburg"), ("saint petersb", "[St. Petersb]urg"), ("xi", "[Xi]'an"),
    ("xian", "[Xi'an]"),
  ])
  func matchedPartsAreHighlighted(text: String, wanted: String) {
    let name = wanted.filter { $0 != "[" && $0 != "]" }
    let kind: Gazetteer.Match.Kind =
      text == "sydny" || text == "machu pichu" ? .misspelled(errors: 1) : .word
    let ranges = MatchedRanges(query: PlaceQuery(text), kind: kind).ranges(in: name)
    var shown = ""
    for index in name.indices {
      if ranges.contains(where: { $0.lowerBound == index }) { shown += "[" }
      shown.append(name[index])
      if ranges.contains(where: { $0.upperBound == name.index(after: index) }) { shown += "]" }
    }
    #expect(shown == wanted)
  }

  /// Few of the names that begin with a letter are read to find the best ones.
  @Test func fewNamesAreRead() throws {
    let here = try world.place(named: "San Francisco").coordinate
    for text in ["s", "a", "m", "sa", "air", "airport", "san", "sydny", "paris xyzzy", "qqqq"] {
      for center in [nil, here] {
        var autocomplete = Autocomplete(world, near: center)
        _ = autocomplete.update(text)
        #expect(autocomplete.examined < 16_000, "\(text)")
        // All airports have the same fame, and most of them the same last words.
        #expect(autocomplete.scored < (text.hasPrefix("air") ? 10_000 : 5_000), "\(text)")
      }
    }
    var autocomplete = Autocomplete(world)
    _ = autocomplete.update("s")
    #expect(autocomplete.scored < 800)
    _ = autocomplete.update("sydny")
    #expect(autocomplete.examined < 2_500)
  }
}

/// The fast test of names that have one common word of a text.
@Suite struct WordFilterTests {
  private let world = Gazetteer.embedded

  /// Thousands of names have a common word; few of them are compared with the other words.
  @Test func fewNamesWithACommonWordAreCompared() {
    var (examined, compared) = (0, 0)
    for text in [
      "lake of airpor", "rio grande airp", "saint vinc", "santa mari", "mount hawth", "new port ri",
      "san lor", "north airport r", "castle hill par",
    ] {
      var autocomplete = Autocomplete(world)
      _ = autocomplete.update(text)
      examined += autocomplete.examined
      compared += autocomplete.compared
    }
    #expect(compared * 5 < examined, "\(compared) of \(examined)")
  }

  /// Every name that has words, in any reading, or begins with abbreviated ones, is accepted.
  @Test func namesWithTheWordsAreAccepted() {
    var random = SeededGenerator(seed: 35)
    var accepted = 0
    for row in stride(from: 0, to: world.placeCount, by: world.placeCount / 3_000) {
      let name = FoundName(row: row, source: .main, position: row)
      let (key, text) = (world.key(of: name), world.string(of: name))
      var readings = [key.bytes]
      SearchReadings.forEach(of: text, key: key.bytes[...]) { readings.append($0) }
      let all = readings.flatMap { SearchKey(bytes: $0).words }
      let words = (0..<2).map { _ -> ArraySlice<UInt8> in
        let word = all[Int.random(in: all.indices, using: &random)]
        return word.prefix(Int.random(in: 1...word.count, using: &random))
      }
      let (rows, line) = world.line(ofRow: row)
      let cell = rows.table.cell(at: line)
      let filter = WordFilter(words, besides: SearchKey("?"), orInOrder: false)
      if world.hasWords(words, name) {
        accepted += 1
        #expect(filter.mayAccept(cell.text, cell.start), "\(text)")
      }
      let typed = SearchKey(bytes: Array(words.joined(separator: [0x20])))
      guard
        let abbreviated = AbbreviatedWords(
          String(decoding: typed.bytes, as: UTF8.self), key: typed),
        abbreviated.extent(in: key) != nil
      else { continue }
      let inOrder = WordFilter(words, besides: abbreviated.longest, orInOrder: true)
      #expect(inOrder.mayAccept(cell.text, cell.start), "\(text)")
    }
    #expect(accepted > 500)
  }
}

/// Comparisons of names with keys without folding the whole name.
@Suite struct CellOrderTests {
  @Test func cellsAreComparedLikeTheirKeys() {
    let names = Gazetteer.embedded.tables.alternateNames
    let natives = Gazetteer.embedded.tables.nativeNames
    var probes = ["", "s", "san", "sao paulo", "saint", "z", "東京", "москва", "l", "al ula", "zz"]
      .map { SearchKey($0) }
    for list in [names, natives] {
      var count = 0
      list.forEach { position, key in
        count += 1
        guard count.isMultiple(of: 97) else { return }
        probes.append(key)
        probes.append(SearchKey(bytes: key.bytes + [0x20, 0x61]))
        probes.append(SearchKey(bytes: Array(key.bytes.dropLast())))
        for probe in probes.suffix(24) + probes.prefix(11) {
          let order = probe.order(ofCell: list.text, at: position)
          let wanted: KeyOrder = key < probe ? .less : key == probe ? .equal : .greater
          #expect(order == wanted, "\(list.name(at: position))")
        }
      }
    }
  }

  @Test func boundsAreNotLessThanTheirValues() {
    var source = SeededGenerator(seed: 35)
    for _ in 0..<2_000 {
      let value = Int(source.next() >> (34 + source.next() % 29))
      let bound = FameBound.values[Int(FameBound.code(of: value))]
      #expect(bound >= Double(value) && bound <= Double(value) * 1.34 + 1.01)
    }
    #expect(FameBound.values[Int(FameBound.code(of: 0))] >= 1)
  }
}

import CairnBook
import CairnGeodesy
import TestSupport
import Testing

/// The names of areas among the words of a place.
struct PlaceBookAreasTests {
  private static let areas = [
    ["North Shore"], ["North Shore", "Old Town"], ["Old-Town", "OT", "ot", ""], [],
  ]
  private static let here = Coordinate(latitude: 48, longitude: 16)
  private static let fields: [PlaceField<Spot>] = [
    .words(\.name), .areas { areas[$0.stars] }, .areas { $0.visited ? ["Été"] : [] },
  ]

  private func names(_ spot: Spot) -> Set<String> {
    let names = Self.areas[spot.stars].map { $0.lowercased().replacing("-", with: " ") }
    return Set(names + (spot.visited ? ["ete"] : []))
  }

  /// Whether a place has some words, of which those at the ends may be names of its areas, each
  /// once and at most three, and of its country.
  private func matches(
    _ words: [String], _ spot: Spot, _ used: Set<String>, _ hasCountry: Bool
  ) -> Bool {
    let own = spot.name.split(separator: " ")
    if words.allSatisfy({ word in own.contains { $0.hasPrefix(word) } }) { return true }
    for count in 1...4 where count <= words.count {
      for (name, rest) in [
        (words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count)),
      ] {
        let name = name.joined(separator: " ")
        if name == "austria", !hasCountry, matches(Array(rest), spot, used, true) { return true }
        if used.count < 3, !used.contains(name), names(spot).contains(name),
          matches(Array(rest), spot, used.union([name]), hasCountry)
        {
          return true
        }
      }
    }
    return false
  }

  @Test func namesOfAreasMatchAScan() throws {
    var random = SeededGenerator(seed: 12)
    let own = ["alpha", "beta", "old", "north", "town", "alpha old", "beta north shore"]
    let typed = own + ["ot", "ete", "austria", "old town", "north shore", "italy"]
    var book = PlaceBook<Int, Spot>(id: \.id, coordinate: \.place, fields: Self.fields)
    var found = 0
    for round in 0..<rounds(2_000, inDebug: 60) {
      for _ in 0..<4 {
        let spot = Spot(
          id: random.integer(in: 0...30), place: Self.here,
          name: own[random.integer(in: 0...(own.count - 1))],
          visited: random.integer(in: 0...3) == 0, stars: random.integer(in: 0...3))
        if random.integer(in: 0...3) == 0 { book.remove(spot.id) } else { try book.insert(spot) }
      }
      let words = (0...random.integer(in: 0...3)).map { _ in
        typed[random.integer(in: 0...(typed.count - 1))]
      }.joined(separator: " ")
      let answer = book.places(
        .init(words: words, allowsTypingErrors: false, allowsMissingWords: false)
      ).map(\.id)
      let list = words.split(separator: " ").map { String($0) }
      let wanted = book.elements.filter { matches(list, $0, [], false) }.map(\.id)
      try #require(answer.sorted() == wanted.sorted(), "round \(round): \(words)")
      found += answer.count
      if round % 20 == 0 {
        let rebuilt = try PlaceBook(
          book.elements, id: \.id, coordinate: \.place, fields: Self.fields)
        #expect(
          rebuilt.places(.init(words: words, allowsTypingErrors: false, allowsMissingWords: false))
            .map(\.id) == answer)
      }
    }
    #expect(found > 100)
  }

  @Test func typedWordsComeBeforeNamesOfAreas() throws {
    let book = try PlaceBook(
      [
        Spot(id: 1, place: Self.here, name: "Bondi Beach", kind: "New South Wales"),
        Spot(id: 2, place: Self.here, name: "Bondi, New South Wales", kind: "Queensland"),
        Spot(id: 3, place: Self.here, name: "Bondi Beach", kind: "Queensland"),
      ], id: \.id, coordinate: \.place,
      fields: [.words(\.name), .areas { $0.kind.map { [$0] } ?? [] }])
    #expect(book.places(.init(words: "bondi new south wales")).map(\.id) == [2, 1])
    #expect(book.places(.init(words: "New South Wales, Bondi", limit: 5)).map(\.id) == [2, 1])
    #expect(book.places(.init(words: "queensland")).map(\.id) == [2, 3])
    #expect(book.places(.init(words: "bondi new south")).map(\.id) == [2])
    #expect(book.places(.init(words: "bondi queensland austria")).map(\.id) == [2, 3])
    #expect(book.places(.init(words: "bondi queensland italy", allowsMissingWords: false)).isEmpty)
  }
}

import CairnBook
import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// Queries on a changing book, compared with a scan of all elements.
struct PlaceBookQueryTests {
  @Test(arguments: [false, true])
  func resultsMatchAScan(hasImportance: Bool) throws {
    var maker = SpotMaker(seed: hasImportance ? 17 : 18)
    var oracle = BookOracle()
    oracle.hasImportance = hasImportance
    let fields = Spot.fields + (hasImportance ? [.importance(\.stars)] : [])
    var book = Spot.emptyBook(fields)
    var found = 0
    var misspelled = 0
    for step in 0..<rounds(50_000, inDebug: 2_400) {
      // The book grows, shrinks and grows again.
      let grows = step / 1_000 % 3 != 2
      switch maker.random.integer(in: 0...19) {
      case 0...(grows ? 7 : 3):
        let spot = maker.spot(maker.random.integer(in: 0...60))
        try book.insert(spot)
        oracle.insert(spot)
      case 8...(grows ? 10 : 14):
        let id = maker.random.integer(in: 0...60)
        let change = book.remove(id)
        #expect((change != nil) == oracle.entries.contains { $0.spot.id == id })
        oracle.remove(id)
      default:
        guard step % 16 == 0 else { continue }
        let (query, order, isIncluded) = maker.query()
        let wanted = oracle.answers(query, order, where: isIncluded)
        let answer = book.places(query).map {
          BookOracle.Answer(id: $0.id, distance: $0.distance, kind: $0.kind)
        }
        try #require(answer == wanted, "step \(step): \(query)")
        #expect(book.count(query) == wanted.count)
        found += wanted.count
        misspelled += wanted.count { if case .misspelled = $0.kind { true } else { false } }
      }
      if step % 1_000 == 0 { #expect(book.elements == oracle.entries.map(\.spot)) }
    }
    #expect(found > rounds(500, inDebug: 50) && misspelled > rounds(5, inDebug: 0))
  }

  /// Some of the words are looked up in the book, others only in the places with the first ones,
  /// and few places have rare words.
  @Test func severalMisspelledWordsMatchAScan() throws {
    var maker = SpotMaker(seed: 53)
    let common = ["lisbon", "museum", "rivoire", "abcdefgh", "the", "blue", "bluer", "stadtpark"]
    let rare = ["quixotic", "zephyr", "qua", "東京", "Москва"]
    var oracle = BookOracle()
    let spots = (0..<rounds(1_000, inDebug: 250)).map { id in
      var spot = maker.spot(id)
      let words = (0..<4).map { _ in
        maker.random.integer(in: 0...30) == 0 ? maker.pick(rare) : maker.pick(common)
      }
      spot.name = words.joined(separator: " ")
      oracle.insert(spot)
      return spot
    }
    let book = try Spot.book(spots)
    var counts: [Int: Int] = [:]
    for round in 0..<rounds(600, inDebug: 48) {
      let words = (0..<(1 + round % 4)).map { _ in
        var word = Array(maker.pick(maker.random.integer(in: 0...2) == 0 ? rare : common))
        if word.count > 3, maker.random.integer(in: 0...2) > 0 { word.remove(at: word.count / 2) }
        return String(word)
      }
      var query = PlaceBookQuery<Spot>(words: words.joined(separator: " "))
      if round % 3 > 0 { query.center = maker.place() }
      if round % 6 == 2 { query.radius = maker.random.double(in: 0...150_000) }
      if round % 5 > 0 { query.limit = 20 }
      let wanted = oracle.answers(query, .relevance) { _ in true }
      let answer = book.places(query).map {
        BookOracle.Answer(id: $0.id, distance: $0.distance, kind: $0.kind)
      }
      try #require(answer == wanted, "\(query)")
      for found in wanted {
        if case .misspelled(let errors) = found.kind { counts[errors, default: 0] += 1 }
      }
    }
    #expect((1...2).allSatisfy { counts[$0] ?? 0 > rounds(100, inDebug: 10) }, "\(counts)")
  }

  @Test func bulkBuildMatchesInsertions() throws {
    // From 4,096 places on, two threads build the book: one the words, the other the columns.
    var maker = SpotMaker(seed: 91)
    let spots = (0..<4_200).map { maker.spot($0) }
    let fields = Spot.fields + [.importance(\.stars)]
    let book = try Spot.book(spots, fields)
    var other = Spot.emptyBook(fields)
    for spot in spots { try other.insert(spot) }
    var found = 0
    for _ in 0..<rounds(40, inDebug: 10) {
      let (query, _, _) = maker.query()
      let answer = book.places(query)
      try #require(answer.map(\.id) == other.places(query).map(\.id), "\(query)")
      #expect(book.count(query) == other.count(query))
      found += answer.count
    }
    #expect(found > 100)
  }

  @Test func ranksExactBeforePrefixBeforeWordBeforeMisspelled() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    func spot(_ id: Int, _ name: String, _ step: Double) -> Spot {
      Spot(id: id, place: Coordinate(latitude: 48 + step, longitude: 16), name: name)
    }
    let book = try Spot.book([
      spot(1, "Rivoier", 0), spot(2, "Café Rivoire", 0.1), spot(3, "Rivoire am Markt", 0.3),
      spot(4, "rivoire", 0.5), spot(5, "Rivoire am Platz", 0.2),
    ])
    let found = book.places(.init(words: "RIVOIRE", center: here))
    #expect(found.map(\.id) == [4, 5, 3, 2, 1])
    #expect(found.map(\.kind) == [.exact, .prefix, .prefix, .word, .misspelled(errors: 1)])
    #expect(book.places(.init(words: "!!!")).count == 5)
    #expect(book.places(.init(words: "rivoire", limit: 0)).isEmpty)
    #expect(book.places(.init(words: "rivoire", limit: -1)).isEmpty)
  }

  @Test func invalidQueriesMatchNothing() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    let nowhere = Coordinate(latitude: .nan, longitude: 16)
    let book = try Spot.book([Spot(id: 1, place: here, name: "a")])
    #expect(book.places(.init(center: nowhere)).isEmpty)
    #expect(book.places(.init(radius: 5)).isEmpty)
    #expect(book.places(.init(center: here, radius: .nan)).isEmpty)
    #expect(book.places(.init(center: here, radius: -1)).isEmpty)
    #expect(book.places(.init(countries: [])).isEmpty)
    #expect(book.places(.init(center: here, radius: 0)).map(\.id) == [1])
    #expect(book.places(.init(countries: [.austria])).map(\.id) == [1])
  }

  @Test func conditionsWithoutAColumnReadTheElement() throws {
    var maker = SpotMaker(seed: 5)
    let spots = (0..<200).map { maker.spot($0) }
    let plain = try Spot.book(spots, [.words(\.name), .words(\.notes)])
    let quick = try Spot.book(spots)
    let filters: [(PlaceFilter<Spot>, (Spot) -> Bool)] = [
      (.equal(\.kind, "café"), { $0.kind == "café" }),
      (.equal(\.kind, "no such"), { _ in false }),
      (.equal(\.kind, nil), { $0.kind == nil }),
      (.oneOf(\.kind, ["café", "beach"]), { $0.kind == "café" || $0.kind == "beach" }),
      (.contains(\.tags, "sea"), { $0.tags.contains("sea") }),
      (.isTrue(\.visited), \.visited), (.isFalse(\.visited), { !$0.visited }),
      (.within(\.rating, 2...4), { $0.rating.map { (2...4).contains($0) } ?? false }),
      (.within(\.rating, 3...), { $0.rating.map { $0 >= 3 } ?? false }),
      (.within(\.stars, ...0), { $0.stars <= 0 }),
      (.satisfies { $0.id % 7 == 0 }, { $0.id % 7 == 0 }),
    ]
    for (filter, isIncluded) in filters {
      let wanted = spots.filter(isIncluded)
      #expect(plain.places(.init(filters: [filter])).map(\.element) == wanted)
      #expect(quick.places(.init(filters: [filter])).map(\.element) == wanted)
    }
    let byRating = PlaceBookQuery<Spot>(order: .descending(\.rating), limit: 50)
    #expect(plain.places(byRating).map(\.id) == quick.places(byRating).map(\.id))
  }
}

extension SpotMaker {
  /// A random query, its order, and a condition that is equivalent to its filters.
  mutating func query() -> (PlaceBookQuery<Spot>, BookOracle.Order, (Spot) -> Bool) {
    var query = PlaceBookQuery<Spot>()
    if random.integer(in: 0...2) > 0 {
      var words = text(2)
      if random.integer(in: 0...1) == 0, words.count < 100 {
        words = String(words.prefix(random.integer(in: 0...9)))
      }
      query.words = words
    }
    query.allowsTypingErrors = random.integer(in: 0...3) > 0
    if random.integer(in: 0...1) == 0 {
      query.center = place()
      if random.integer(in: 0...1) == 0 { query.radius = random.double(in: 0...150_000) }
    }
    switch random.integer(in: 0...7) {
    case 0: query.region = BoundingBox(south: 47.5, west: 15.5, north: 48.5, east: 17)
    case 1: query.region = Cap(center: place(), radius: 60_000)
    case 2: query.region = PathCorridor(within: 30_000, of: GeoPath([place(), place()]))
    case 3: query.countries = [.austria, .hungary]
    default: break
    }
    var conditions: [(Spot) -> Bool] = []
    if random.integer(in: 0...2) == 0 {
      query.filters.append(.equal(\.kind, "café"))
      conditions.append { $0.kind == "café" }
    }
    if random.integer(in: 0...3) == 0 {
      query.filters.append(.isTrue(\.visited))
      conditions.append(\.visited)
    }
    if random.integer(in: 0...5) == 0 {
      query.filters.append(.contains(\.tags, "sea"))
      conditions.append { $0.tags.contains("sea") }
    }
    if random.integer(in: 0...1) == 0 { query.limit = random.integer(in: 0...12) }
    let order = pick([
      BookOracle.Order.relevance, .relevance, .distance, .ratingUp, .ratingDown, .name,
    ])
    query.order =
      switch order {
      case .relevance: .relevance
      case .distance: .distance
      case .ratingUp: .ascending(\.rating)
      case .ratingDown: .descending(\.rating)
      case .name: .by(\.name)
      }
    return (query, order, { spot in conditions.allSatisfy { $0(spot) } })
  }
}

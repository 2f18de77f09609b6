import CairnBook
import CairnGeodesy
import TestSupport
import Testing

/// Removed places, categories and words, whose slots and numbers are reused.
struct PlaceBookReuseTests {
  /// Few places with many categories, so that categories lose their last place and return, compared
  /// with grouping the elements in insertion order.
  @Test func statisticsOfReusedNumbersMatchGroupedElements() throws {
    var maker = SpotMaker(seed: 48)
    let categories = (0..<9).map { "category \($0)" }
    var book = Spot.emptyBook()
    var oracle = BookOracle()
    for _ in 0..<400 {
      var spot = maker.spot(maker.random.integer(in: 0...14))
      spot.kind = maker.pick(categories)
      spot.tags = (0..<maker.random.integer(in: 0...2)).map { _ in maker.pick(categories) }
      if maker.random.integer(in: 0...1) == 0 {
        try book.insert(spot)
        oracle.insert(spot)
      } else {
        book.remove(spot.id)
        oracle.remove(spot.id)
      }
      let elements = oracle.entries.map(\.spot)
      let kinds = book.statistics(by: \.kind).map { Group(key: $0.key, count: $0.count) }
      #expect(kinds == groups(elements.map { [$0.kind] }))
      let tags = book.statistics(byEach: \.tags).map { Group(key: $0.key, count: $0.count) }
      #expect(tags == groups(elements.map { Set($0.tags) }))
      let countries = book.statisticsByCountry().map { Group(key: $0.key, count: $0.count) }
      #expect(countries == groups(oracle.entries.map { $0.country.map { [$0] } ?? [] }))
      let kind = maker.pick(categories)
      #expect(
        book.places(.init(filters: [.equal(\.kind, kind)])).map(\.id)
          == elements.filter { $0.kind == kind }.map(\.id))
      #expect(
        book.places(.init(filters: [.contains(\.tags, kind)])).map(\.id)
          == elements.filter { $0.tags.contains(kind) }.map(\.id))
      guard let own = elements.first else { continue }
      #expect(book.alike(own.id).map(\.id) == (try Spot.book(elements).alike(own.id).map(\.id)))
    }
  }

  private struct Group<Key: Hashable>: Equatable {
    var key: Key
    var count: Int
  }

  /// The groups of places with some keys each: largest first, equal ones in order of appearance.
  ///
  /// The keys of a single place may appear in any order.
  private func groups<Key>(_ keys: [some Collection<Key>]) -> Groups<Key> {
    var counts: [Key: (count: Int, first: Int)] = [:]
    for (place, keys) in keys.enumerated() {
      for key in keys { counts[key, default: (0, place)].count += 1 }
    }
    return Groups(counts: counts)
  }

  private struct Groups<Key: Hashable> {
    var counts: [Key: (count: Int, first: Int)]

    static func == (found: [Group<Key>], wanted: Groups) -> Bool {
      let ranks = found.compactMap { group in
        wanted.counts[group.key].map { (-$0.count, $0.first) }
      }
      return Set(found.map(\.key)).count == wanted.counts.count
        && found.allSatisfy { wanted.counts[$0.key]?.count == $0.count }
        && zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// A plain sum of doubles would lose a fifth of the small ratings next to the large one.
  @Test func meansKeepSmallRatingsBesideALargeOne() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    var spots = (0..<2_001).map { Spot(id: $0, place: here, rating: 0.1) }
    spots[0].rating = 1e15
    let group = try #require(
      try Spot.book(spots).statistics(by: \.kind, rating: .value(\.rating)).first)
    let sum = try #require(group.meanRating) * 2_001
    #expect(abs(sum - (1e15 + 200)) < 1, "\(sum - 1e15)")
    spots[1].rating = .infinity
    let endless = try Spot.book(spots).statistics(by: \.kind, rating: .value(\.rating))
    #expect(endless.map(\.meanRating) == [.infinity])
  }

  /// A distant place with fewer errors ranks before a near one with more.
  @Test func fewerTypingErrorsComeBeforeNearness() throws {
    let near = Coordinate(latitude: 48, longitude: 16)
    let far = Coordinate(latitude: -40, longitude: 170)
    let book = try Spot.book([
      Spot(id: 1, place: near, name: "abcdxxgh"), Spot(id: 2, place: far, name: "abcdexgh"),
    ])
    let query = PlaceBookQuery<Spot>(words: "abcdefgh", center: near, limit: 1)
    #expect(book.places(query).map(\.id) == [2])
    #expect(book.places(query).map(\.kind) == [.misspelled(errors: 1)])
  }

  /// The first eight letters are compared at once, so words that share them are compared further.
  @Test func wordsSharingEightLettersMatchAScan() throws {
    var maker = SpotMaker(seed: 49)
    let here = Coordinate(latitude: 48, longitude: 16)
    func word() -> String {
      let stem = maker.pick(["abcdefgh", "abcdefgh", "abxdefgh", "abxxefgh", "bcdefghi"])
      return stem
        + String(
          (0..<maker.random.integer(in: 0...3)).map { _ in maker.pick(["i", "j", "k"]) }
            .joined())
    }
    let spots = (0..<90).map { Spot(id: $0, place: here, name: word()) }
    let book = try Spot.book(spots)
    var oracle = BookOracle()
    for spot in spots { oracle.entries.append(.init(spot)) }
    for _ in 0..<40 {
      var query = PlaceBookQuery<Spot>(words: word())
      query.allowsTypingErrors = maker.random.integer(in: 0...2) > 0
      let wanted = oracle.answers(query, .relevance) { _ in true }
      let answer = book.places(query).map {
        BookOracle.Answer(id: $0.id, distance: $0.distance, kind: $0.kind)
      }
      #expect(answer == wanted, "\(query)")
    }
  }

  /// Only words of up to 64 letters may contain errors.
  @Test func onlyWordsOfUpTo64LettersMayHaveErrors() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    for count in 63...66 {
      let word = String(repeating: "ab", count: 33).prefix(count)
      let book = try Spot.book([Spot(id: 1, place: here, name: "x" + word.dropFirst())])
      #expect(book.places(.init(words: String(word))).count == (count <= 64 ? 1 : 0), "\(count)")
    }
  }

  /// A text without spaces that has more letters than the index stores, combined with a typing
  /// error, including within a radius in which all places are compared.
  @Test func longTextWithoutSpacesIsFoundBesideATypingError() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    let book = try Spot.book([
      Spot(id: 1, place: here, name: "東京スカイツリー museum"),
      Spot(id: 2, place: here, name: "東京スカイライン museum"),
    ])
    for radius in [nil, 1_000.0] {
      let query = PlaceBookQuery<Spot>(words: "東京スカイツ musuem", center: here, radius: radius)
      #expect(book.places(query).map(\.id) == [1], "\(radius ?? .infinity)")
    }
  }

  /// A region and a radius of which each leaves out places of the other.
  @Test func aRegionAndARadiusAreBothKept() throws {
    let spots = (0..<600).map {
      Spot(
        id: $0, place: Coordinate(latitude: 48, longitude: 16 + Double($0) / 1_000),
        name: $0.isMultiple(of: 3) ? "museum" : "tower")
    }
    let book = try Spot.book(spots)
    let center = Coordinate(latitude: 48, longitude: 16.09)
    let region = BoundingBox(south: 47, west: 16, north: 49, east: 16.1)
    for words in ["", "museum", "musuem"] {
      for radius in [500.0, 3_000, 20_000] {
        let inside = spots.filter {
          (words.isEmpty || $0.name == "museum") && region.contains($0.place)
            && $0.place.distance(to: center) <= radius
        }
        for limit in [nil, 1_000] {
          let query = PlaceBookQuery<Spot>(
            words: words, center: center, radius: radius, region: region, limit: limit)
          #expect(
            book.places(query).map(\.id).sorted() == inside.map(\.id), "\(words) \(radius)")
          #expect(book.count(query) == inside.count)
        }
      }
    }
  }

  /// Places a few millimeters within a radius and beyond it, inside a region.
  @Test func placesJustBeyondTheRadiusAreNotFoundInARegion() throws {
    let center = Coordinate(latitude: 48, longitude: 16)
    let region = BoundingBox(south: 47, west: 15, north: 49, east: 17)
    let spots = (0..<600).map {
      Spot(
        id: $0, place: Coordinate(latitude: 48, longitude: 16.04 + Double($0) * 1e-7),
        name: "tower")
    }
    let book = try Spot.book(spots)
    for last in [0, 200, 350] {
      let radius = spots[last].place.distance(to: center)
      for words in ["", "tower", "towre"] {
        let query = PlaceBookQuery<Spot>(
          words: words, center: center, radius: radius, region: region)
        #expect(book.places(query).map(\.id).sorted() == Array(0...last), "\(words) \(last)")
      }
    }
  }

  /// A prefix of more words than are collected, together with a typing error.
  @Test func aBeginningOfManyWordsIsNeededBesideATypingError() throws {
    let here = Coordinate(latitude: 48, longitude: 16)
    var spots = (0..<1_500).map { Spot(id: $0, place: here, name: "bar\($0) inn") }
    for (id, name) in [(2_000, "harbour"), (2_001, "bar7 harbour"), (2_002, "harbour bar")] {
      spots.append(Spot(id: id, place: here, name: name))
    }
    let book = try Spot.book(spots)
    for limit in [nil, 2, 10] {
      let query = PlaceBookQuery<Spot>(words: "bar harbuor", center: here, limit: limit)
      #expect(book.places(query).map(\.id).sorted() == [2_001, 2_002])
    }
  }
}

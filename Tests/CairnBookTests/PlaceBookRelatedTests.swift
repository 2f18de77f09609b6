public import CairnBook
import CairnCountries
import CairnCountryFacts
import CairnGeodesy
public import Foundation
import TestSupport
import Testing

/// Related places and recommendations, compared with a scan of all pairs.
struct PlaceBookRelatedTests {
  /// The similarity of all places to some liked ones, by its documentation.
  private struct Oracle {
    var entries: [BookOracle.Entry]

    func weight(_ has: (BookOracle.Entry) -> Bool) -> Double {
      log2(1 + Double(entries.count) / Double(max(1, entries.count(where: has))))
    }

    /// Nil if the places share nothing.
    func similarity(
      _ a: BookOracle.Entry, _ b: BookOracle.Entry, _ measure: PlaceSimilarity<Spot>
    ) -> Double? {
      var sum = 0.0
      func add(_ factor: Double, _ has: (BookOracle.Entry) -> Bool) {
        if has(b) { sum += factor * weight(has) }
      }
      for word in Set(a.words.map(BookOracle.indexed)) {
        add(measure.words) { $0.words.contains { BookOracle.indexed($0) == word } }
      }
      if let kind = a.spot.kind { add(measure.categories) { $0.spot.kind == kind } }
      for tag in Set(a.spot.tags) { add(measure.tags) { $0.spot.tags.contains(tag) } }
      return sum > 0 ? sum : nil
    }

    func scores(
      liked: [BookOracle.Entry], _ measure: PlaceSimilarity<Spot>, ratings: Bool
    ) -> [Int: Double] {
      var scores: [Int: Double] = [:]
      for entry in entries where !liked.contains(where: { $0.spot.id == entry.spot.id }) {
        let shared = liked.compactMap { similarity($0, entry, measure) }
        guard !shared.isEmpty else { continue }
        var sum = shared.reduce(0, +)
        for own in liked {
          let distance = own.spot.place.distance(to: entry.spot.place)
          sum += measure.nearness / (1 + distance / measure.halfDistance)
          if ratings, let a = own.spot.rating, let b = entry.spot.rating {
            sum += measure.agreement / (1 + abs(a - b))
          }
        }
        scores[entry.spot.id] = sum / Double(liked.count)
      }
      return scores
    }
  }

  private func expect(
    _ found: [PlaceBookMatch<Int, Spot>], _ scores: [Int: Double], limit: Int
  ) {
    let wanted = scores.values.sorted(by: >).prefix(limit)
    #expect(found.count == wanted.count && Set(found.map(\.id)).count == found.count)
    for (match, score) in zip(found, wanted) {
      #expect(abs((scores[match.id] ?? -1) - score) < 1e-9)
    }
  }

  @Test func similarPlacesMatchAScanOfAllPairs() throws {
    var maker = SpotMaker(seed: 77)
    let spots = (0..<120).map { maker.spot($0) }
    let book = try Spot.book(spots)
    let oracle = Oracle(entries: spots.map(BookOracle.Entry.init))
    for round in 0..<rounds(60, inDebug: 8) {
      var measure = PlaceSimilarity<Spot>()
      if round % 2 == 1 { measure.rating = .value(\.rating) }
      if round % 3 == 1 {
        measure = .init(words: 0.5, categories: 3, tags: 0, nearness: 20, halfDistance: 500)
      }
      let liked = (0..<(1 + round % 4)).map { _ in maker.random.integer(in: 0...119) }
      let entries = Set(liked).map { oracle.entries[$0] }
      let scores = oracle.scores(liked: entries, measure, ratings: measure.rating != nil)
      let limit = [6, 1, 200][round % 3]
      let found = book.recommendations(likedIDs: liked + [-5], limit: limit, by: measure)
      expect(found, scores, limit: limit)
      for match in found {
        let distances = entries.map { $0.spot.place.distance(to: match.element.place) }
        #expect(match.distance == distances.min())
      }
      let visited = book.recommendations(
        likedIDs: liked, limit: limit, where: [.isTrue(\.visited)], by: measure)
      expect(visited, scores.filter { spots[$0.key].visited }, limit: limit)
      expect(
        book.alike(liked[0], limit: limit, by: measure),
        oracle.scores(
          liked: [oracle.entries[liked[0]]], measure, ratings: measure.rating != nil), limit: limit)
    }
    #expect(book.alike(-1).isEmpty && book.alike(0, limit: 0).isEmpty)
    #expect(book.recommendations(likedIDs: []).isEmpty)
  }

  /// A word that a name repeats is shared once, so it weighs less than a tag here.
  @Test func aRepeatedWordIsSharedOnce() throws {
    for name in ["mill", "mill mill", "Mill, the MILL"] {
      let far = Coordinate(latitude: 40, longitude: 10)
      let spots = [
        Spot(id: 0, place: Coordinate(latitude: 0, longitude: 10), name: name, tags: ["sea"]),
        Spot(id: 1, place: far, name: "old mill"), Spot(id: 2, place: far, tags: ["sea"]),
      ]
      let book = try Spot.book(spots)
      let measure = PlaceSimilarity<Spot>(words: 0.7, tags: 1, nearness: 0)
      #expect(book.alike(0, by: measure).map(\.id) == [2, 1], "\(name)")
    }
  }

  /// Tags that most places have are still shared.
  @Test func aCommonPropertyIsEnough() throws {
    let spots = (0..<100).map {
      Spot(
        id: $0, place: Coordinate(latitude: Double($0) / 2, longitude: 10),
        tags: $0 < 65 ? ["sea", "old"] : [])
    }
    let book = try Spot.book(spots)
    #expect(book.alike(3, limit: 100).count == 64)
    #expect(book.alike(3, limit: 4).map(\.id) == [2, 4, 1, 5])
    // A missing category is not shared.
    #expect(book.alike(70, limit: 100).isEmpty)
    let all = try Spot.book(spots.map { Spot(id: $0.id, place: $0.place, kind: "café") })
    #expect(all.alike(70, limit: 100).count == 99)
  }

  @Test func summaryOfAllPlaces() throws {
    var maker = SpotMaker(seed: 5)
    var book = try Spot.book((0..<200).map { maker.spot($0) })
    for id in 0..<60 { book.remove(id) }
    for id in 200..<230 { try book.insert(maker.spot(id)) }
    for query in [nil, PlaceBookQuery<Spot>(filters: [.contains(\.tags, "sea")])] {
      let spots = book.elements.filter { query == nil || $0.tags.contains("sea") }
      let summary = book.summary(
        visited: .isTrue(\.visited), rating: .value(\.rating), matching: query)
      let ratings = spots.compactMap(\.rating)
      let visited = spots.filter(\.visited)
      #expect(summary.count == spots.count && summary.visitedCount == visited.count)
      #expect(summary.visitedShare == Double(visited.count) / Double(spots.count))
      #expect(summary.ratedCount == ratings.count)
      #expect(summary.meanRating == ratings.reduce(0, +) / Double(ratings.count))
      #expect(summary.ratings?.lowerBound == ratings.min())
      #expect(summary.ratings?.upperBound == ratings.max())
      func countries(_ spots: [Spot]) -> [Country] {
        var seen: Set<Country> = []
        return spots.compactMap { CountryAtlas.world.country(at: $0.place) }
          .filter { seen.insert($0).inserted }
      }
      #expect(summary.countries == countries(spots))
      #expect(Set(summary.visitedCountries) == Set(countries(visited)))
      #expect(summary.boundingBox == BoundingBox(enclosing: spots.map(\.place)))
    }
    let none = try Spot.book([]).summary()
    #expect(none == PlaceBook<Int, Spot>(id: \.id, coordinate: \.place, fields: []).summary())
    #expect(none.count == 0 && none.visitedShare == 0 && none.boundingBox.isEmpty)
  }

  private struct Stay: Sendable {
    var id: Int
    var place = Coordinate(latitude: 1, longitude: 2)
    var nights: Int
    var price: Double?
    var arrival: Date?
  }

  /// Ranges of all kinds on numbers and dates, with and without a column.
  @Test func rangesOfNumbersAndDates() throws {
    let stays = (0..<60).map { id in
      Stay(
        id: id, nights: id % 7, price: id % 5 == 0 ? nil : Double(id % 10) / 2,
        arrival: id % 4 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(id)))
    }
    let day = { Date(timeIntervalSinceReferenceDate: $0) }
    for fields in [[], [PlaceField<Stay>.number(\.nights), .number(\.price), .number(\.arrival)]] {
      let book = try PlaceBook(stays, id: \.id, coordinate: \.place, fields: fields)
      func check(_ filter: PlaceFilter<Stay>, _ isIncluded: (Stay) -> Bool) {
        let found = book.places(.init(filters: [filter])).map(\.id)
        #expect(found == stays.filter(isIncluded).map(\.id) && !found.isEmpty)
      }
      check(.within(\.nights, 2...4)) { (2...4).contains($0.nights) }
      check(.within(\.nights, 2..<4)) { (2..<4).contains($0.nights) }
      check(.within(\.nights, 5...)) { $0.nights >= 5 }
      check(.within(\.nights, ...2)) { $0.nights <= 2 }
      check(.within(\.nights, ..<2)) { $0.nights < 2 }
      check(.within(\.price, 1...2)) { $0.price.map { (1...2).contains($0) } ?? false }
      check(.within(\.price, 1..<2)) { $0.price.map { (1..<2).contains($0) } ?? false }
      check(.within(\.price, 2...)) { $0.price.map { $0 >= 2 } ?? false }
      check(.within(\.price, ...2)) { $0.price.map { $0 <= 2 } ?? false }
      check(.within(\.price, ..<2)) { $0.price.map { $0 < 2 } ?? false }
      check(.within(\.arrival, day(9)...day(30))) {
        $0.arrival.map { (day(9)...day(30)).contains($0) } ?? false
      }
      check(.within(\.arrival, ..<day(9))) { $0.arrival.map { $0 < day(9) } ?? false }
    }
  }
}

extension Date: PlaceNumber {
  /// The number of seconds since 2001.
  public var placeNumber: Double { timeIntervalSinceReferenceDate }
}

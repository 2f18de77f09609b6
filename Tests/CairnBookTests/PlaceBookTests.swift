import CairnCountries
import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnBook

/// `PlaceBook` as a value, and its results other than those of queries.
struct PlaceBookTests {
  /// Places whose category is not a number are one group, which no condition selects.
  @Test func notANumberIsOneCategory() throws {
    let values: [Double?] = [.nan, 1, nil, .nan, -.nan, .signalingNaN, 1, -0.0, 0]
    let spots = values.enumerated().map { number, value in
      Spot(
        id: number, place: Coordinate(latitude: 1, longitude: Double(number)), rating: value)
    }
    for fields: [PlaceField<Spot>] in [[], [.category(\.rating)]] {
      var book = try Spot.book(spots, fields)
      func counts() -> [Int] { book.statistics(by: \.rating).map(\.count) }
      let first = counts()
      #expect(first.reduce(0, +) == 9 && first.max() ?? 0 >= 2, "\(first)")
      #expect(book.count(.init(filters: [.equal(\.rating, .nan)])) == 0)
      #expect(book.count(.init(filters: [.oneOf(\.rating, [.nan, 1, nil])])) == 3)
      for _ in 0..<3 {
        for spot in spots { try book.insert(spot) }
        #expect(counts() == first)
      }
      for id in 1..<9 { book.remove(id) }
      #expect(counts() == [1])
    }
  }

  @Test func numbersOfCategoriesThatAreNotNumbersAreReused() {
    var numbers = CategoryNumbers<SIMD2<Double>>()
    let pair = SIMD2(Double.nan, 0)
    for round in 0..<100 {
      #expect(numbers.add([1, 1]) == 0)
      #expect(numbers.add(pair) == 1 && numbers.add(pair) == 1)
      #expect(numbers.add([Double(round), .nan]) == 2)
      #expect(numbers.number(of: pair) == nil && numbers.storedNumber(of: pair) == 1)
      for number: Int32 in [1, 2, 1] { numbers.remove(number) }
      #expect(numbers.storedNumber(of: pair) == nil)
      // Numbers that became free first are reused last.
      #expect(numbers.add([2, 0]) == 1 && numbers.add([3, 0]) == 2)
      for number: Int32 in [2, 1] { numbers.remove(number) }
    }
    #expect(numbers.categories.count == 3)
  }

  /// Tags that are not numbers count once for each place.
  @Test func tagsThatAreNotNumbersCountOnce() throws {
    struct Measured: Sendable {
      var id: Int
      var place = Coordinate(latitude: 0, longitude: 0)
      var values: [Double]
    }
    let all = [[Double.nan, .nan, 1], [.nan], [1, 1]].enumerated().map {
      Measured(id: $0, values: $1)
    }
    for fields: [PlaceField<Measured>] in [[], [.tags(\.values)]] {
      let book = try PlaceBook(all, id: \.id, coordinate: \.place, fields: fields)
      #expect(book.statistics(byEach: \.values).map(\.count) == [2, 2])
      #expect(book.count(.init(filters: [.contains(\.values, .nan)])) == 0)
      let many = (1...2).map { Measured(id: $0, values: (0..<300).map { Double($0 % 70) }) }
      let large = try PlaceBook(many, id: \.id, coordinate: \.place, fields: fields)
      #expect(large.statistics(byEach: \.values).map(\.count) == Array(repeating: 2, count: 70))
    }
  }

  /// A key path may be a category and a number, so that both are read from columns.
  @Test func aKeyPathMayBeSeveralFields() throws {
    let spots = (0..<20).map {
      Spot(id: $0, place: Coordinate(latitude: 1, longitude: Double($0)), stars: $0 % 5)
    }
    let all: [PlaceField<Spot>] = [.category(\.stars), .number(\.stars)]
    for fields in [all, all.reversed()] {
      let book = try Spot.book(spots, fields)
      let range = PlaceFilter<Spot>.within(\.stars, 1..<3)
      let category = PlaceFilter<Spot>.equal(\.stars, 2)
      #expect(range.slotTest(book.columns) != nil && category.slotTest(book.columns) != nil)
      #expect(book.count(.init(filters: [range])) == 8)
      #expect(book.count(.init(filters: [category])) == 4)
      #expect(book.statistics(by: \.stars).map(\.count) == [4, 4, 4, 4, 4])
    }
  }

  @Test func changedBookMatchesAFreshOne() throws {
    var maker = SpotMaker(seed: 31)
    var book = Spot.emptyBook(clusters: .init(zooms: 0...12))
    var spots: [Int: Spot] = [:]
    for _ in 0..<rounds(3_000, inDebug: 900) {
      let id = maker.random.integer(in: 0...400)
      if maker.random.integer(in: 0...2) == 0 {
        let change = book.remove(id)
        #expect(change == spots[id].map { .removed($0) })
        spots[id] = nil
      } else {
        let spot = maker.spot(id)
        let change = try book.insert(spot)
        #expect(change == (spots[id].map { .replaced(old: $0, new: spot) } ?? .inserted(spot)))
        spots[id] = spot
      }
    }
    let elements = book.elements
    #expect(Set(elements) == Set(spots.values))
    let fresh = try Spot.book(elements, clusters: .init(zooms: 0...12))
    for (id, spot) in spots {
      #expect(book[id] == spot)
      #expect(book.country(of: id) == CountryAtlas.world.country(at: spot.place))
      #expect(book.alike(id).map(\.id) == fresh.alike(id).map(\.id))
      #expect(book.nearby(id).map(\.id) == fresh.nearby(id).map(\.id))
    }
    #expect(book.countries() == fresh.countries())
    for zoom in 0...12 {
      let clusters = try #require(book.clusters?.clusters(in: .world, zoom: zoom))
      let wanted = try #require(fresh.clusters?.clusters(in: .world, zoom: zoom))
      #expect(clusters.map(\.center) == wanted.map(\.center))
      #expect(clusters.map(\.count) == wanted.map(\.count))
      for (cluster, other) in zip(clusters, wanted) {
        #expect(book.places(in: cluster) == fresh.places(in: other))
        #expect(book.place(in: cluster) == fresh.place(in: other))
        #expect(book.places(in: cluster).count == cluster.count)
        if cluster.count == 1 {
          #expect(book.place(in: cluster) == book.places(in: cluster).first)
        }
      }
      #expect(clusters.reduce(0) { $0 + $1.count } == book.count)
    }
    book.removeAll()
    #expect(book.isEmpty && book.places(.init()).isEmpty && book.clusters?.count == 0)
    try book.insert(maker.spot(1))
    #expect(book.places(.init()).count == 1)
  }

  @Test func invalidInputThrows() throws {
    let good = Spot(id: 1, place: Coordinate(latitude: 1, longitude: 2), name: "good")
    let bad = Spot(id: 1, place: Coordinate(latitude: .nan, longitude: 2), name: "bad")
    #expect(throws: PlaceIndexError.duplicateID(offset: 1)) { try Spot.book([good, good]) }
    #expect {
      try Spot.book([good, bad])
    } throws: { error in
      guard case PlaceIndexError.invalidCoordinate(1, _) = error else { return false }
      return true
    }
    var book = try Spot.book([good])
    #expect(throws: PlaceIndexError.self) { try book.insert(bad) }
    #expect(book[1] == good && book.places(.init(words: "good")).count == 1)
    #expect(book.places(.init(words: "bad")).isEmpty)
    var changed = good
    changed.name = "changed"
    let other = Spot(id: 2, place: good.place)
    let report = book.insert(contentsOf: [bad, changed, bad, other])
    #expect(report.changes == [.replaced(old: good, new: changed), .inserted(other)])
    #expect(report.leftOut.count == 2)
    guard case .invalidCoordinate(2, _) = report.leftOut[1] else {
      Issue.record("wrong offset of the second rejected element")
      return
    }
    let nothing = book.remove(7)
    #expect(nothing == nil)
  }

  @Test func copiesAreIndependent() throws {
    var maker = SpotMaker(seed: 8)
    let spots = (0..<300).map { maker.spot($0) }
    var book = try Spot.book(spots, clusters: .init())
    let snapshot = book
    for id in 0..<300 where id % 2 == 0 { book.remove(id) }
    for id in 0..<300 where id % 3 == 1 { try book.insert(maker.spot(id)) }
    #expect(snapshot.elements == spots)
    let fresh = try Spot.book(spots, clusters: .init())
    for words in ["cafe", "riv", "lisbom", "museum a"] {
      let query = PlaceBookQuery<Spot>(words: words)
      #expect(snapshot.places(query).map(\.element) == fresh.places(query).map(\.element))
    }
    let counts = snapshot.statistics(by: \.kind).map(\.count)
    #expect(Set(snapshot.statistics(by: \.kind).map(\.id)).count == counts.count)
    #expect(counts == fresh.statistics(by: \.kind).map(\.count))
    #expect(
      snapshot.clusters?.clusters(in: .world, zoom: 4)
        == fresh.clusters?.clusters(in: .world, zoom: 4))
  }

  @Test func statisticsMatchGroupedElements() throws {
    var maker = SpotMaker(seed: 12)
    let spots = (0..<500).map { maker.spot($0) }
    let query = PlaceBookQuery<Spot>(filters: [.within(\.stars, 0...)])
    for book in [try Spot.book(spots), try Spot.book(spots, [.words(\.name)])] {
      for query in [nil, query] {
        let counted = spots.filter { query == nil || $0.stars >= 0 }
        let groups = book.statistics(
          by: \.kind, visited: .isTrue(\.visited), rating: .value(\.rating), matching: query)
        check(groups, Dictionary(grouping: counted, by: \.kind))
        let tags = book.statistics(
          byEach: \.tags, visited: .isTrue(\.visited), rating: .value(\.rating), matching: query)
        var byTag: [String: [Spot]] = [:]
        for spot in counted { for tag in Set(spot.tags) { byTag[tag, default: []].append(spot) } }
        check(tags, byTag)
        let countries = book.statisticsByCountry(
          visited: .isTrue(\.visited), rating: .value(\.rating), matching: query)
        var byCountry: [Country: [Spot]] = [:]
        var order: [Country] = []
        for spot in counted {
          guard let country = CountryAtlas.world.country(at: spot.place) else { continue }
          if byCountry[country] == nil { order.append(country) }
          byCountry[country, default: []].append(spot)
        }
        check(countries, byCountry)
        #expect(book.countries(matching: query) == order)
      }
    }
    #expect(try Spot.book([]).statistics(by: \.kind).isEmpty)
  }

  private func check<Key>(_ groups: [PlaceGroup<Key>], _ wanted: [Key: [Spot]]) {
    #expect(groups.count == wanted.count)
    #expect(groups.map(\.count) == groups.map(\.count).sorted(by: >))
    for group in groups {
      let spots = wanted[group.key] ?? []
      let ratings = spots.compactMap(\.rating)
      #expect(group.count == spots.count)
      #expect(group.visitedCount == spots.count(where: \.visited))
      #expect(group.visitedShare == Double(group.visitedCount) / Double(group.count))
      #expect(group.ratedCount == ratings.count)
      // Small integers add up exactly.
      let mean = ratings.isEmpty ? nil : ratings.reduce(0, +) / Double(ratings.count)
      #expect(group.meanRating == mean)
    }
  }

  @Test func nearbyMatchesAScan() throws {
    var maker = SpotMaker(seed: 77)
    let spots = (0..<150).map { maker.spot($0) }
    let book = try Spot.book(spots)
    let entries = spots.map(BookOracle.Entry.init)
    for own in entries.prefix(rounds(150, inDebug: 50)) {
      let others = entries.filter { $0.spot.id != own.spot.id }
      func distance(_ entry: BookOracle.Entry) -> Double {
        own.spot.place.distance(to: entry.spot.place)
      }
      let near = others.sorted { (distance($0), $0.spot.id) < (distance($1), $1.spot.id) }
      #expect(book.nearby(own.spot.id, limit: 7).map(\.id) == near.prefix(7).map(\.spot.id))
      let sea = near.filter { $0.spot.tags.contains("sea") && distance($0) <= 90_000 }
      #expect(
        book.nearby(own.spot.id, within: 90_000, limit: 5, where: [.contains(\.tags, "sea")])
          .map(\.id) == sea.prefix(5).map(\.spot.id))
    }
    #expect(book.nearby(-1).isEmpty && book.alike(-1).isEmpty && book.alike(0, limit: 0).isEmpty)
  }
}

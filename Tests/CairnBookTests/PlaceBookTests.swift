import CairnBook
import CairnCountries
import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// `PlaceBook` as a value, and its results other than those of queries.
struct PlaceBookTests {
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

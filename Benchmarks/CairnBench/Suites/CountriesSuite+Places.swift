internal import CairnCountries
internal import CairnCountrySearch
internal import CairnGeodesy
internal import CairnIndex

extension Bench {
  /// Filters places by country, compared with looking up each of them.
  mutating func placesByCountry() {
    let atlas = CountryAtlas.world
    let places = workload.places
    let codes = ["PL", "FR", "JP", "DE", "RU"]
    let rows = codes.flatMap { ["filter \($0)", "filter \($0), each looked up", "count \($0)"] }
    guard (rows + ["counts by country", "nearest 10 in PL"]).contains(where: includes) else {
      return
    }
    guard let index = try? PlaceIndex(places, coordinate: \.self) else { return }
    for code in codes {
      let country = Country(letters: code.utf8.reduce(0) { $0 << 8 | UInt16($1) })
      measure("filter \(code)", calls: 1) {
        let found = index.elements(in: country)
        return Tally(hits: found.count, sum: 0)
      }
      measure("filter \(code), each looked up", calls: 1) {
        let found = index.elements.filter { atlas.country(at: $0) == country }
        return Tally(hits: found.count, sum: 0)
      }
      measure("count \(code)", calls: 1) {
        Tally(hits: index.count(in: country), sum: 0)
      }
    }
    measure("counts by country", calls: 1) {
      Tally(hits: index.countsByCountry().values.reduce(0, +), sum: 0)
    }
    let poland = Country(letters: 0x504C)
    measureQueries("nearest 10 in PL") { center in
      var sum = 0.0
      for found in index.nearest(to: center, count: 10, in: poland) { sum += found.distance }
      return Tally(hits: 10, sum: sum)
    }
  }
}

internal import CairnBook
internal import CairnGeodesy
internal import CairnNames
internal import CairnPlaces
internal import CairnTowns
internal import TestSupport

/// A place with names in several languages.
private struct NamedSpot: Sendable {
  var id: Int
  var place: Coordinate
  var name: String
  var otherNames: String
}

extension Suite {
  /// Real names in many languages and scripts, typed in full, in part and with an error.
  static func measureNames(_ bench: inout Bench) {
    guard bench.includes(anyOf: "names of several words") else { return }
    let towns = Gazetteer.withTowns.cities
    let languages = ["ja", "ru", "ar", "zh", "ko", "el", "he", "hi", "th", "fr", "de", "es"]
    // Every number of this step once, in a mixed order.
    let step = 100_003
    let spots = (0..<min(100_000, towns.count)).map { id in
      let town = towns[id * step % towns.count]
      let others = languages.compactMap { id % 5 == 0 ? town.name(in: $0) : nil }
      return NamedSpot(
        id: id, place: town.coordinate, name: town.name, otherNames: others.joined(separator: ", "))
    }
    guard
      let book = try? PlaceBook(
        spots, id: \.id, coordinate: \.place, fields: [.words(\.name), .words(\.otherNames)])
    else { return }
    var generator = SeededGenerator(seed: bench.options.seed &+ 3)
    let long = spots.filter { $0.name.split(separator: " ").count > 1 }
    let asked = (0..<400).map { _ in long[generator.below(long.count)] }
    let sets: [(String, (NamedSpot) -> String)] = [
      ("names of several words", { $0.name }),
      ("names of several words, the last one begun", { String($0.name.dropLast(2)) }),
      ("names of several words, misspelled", { String($0.name.prefix(3) + $0.name.dropFirst(4)) }),
    ]
    for (title, text) in sets {
      for isNear in [true, false] {
        let queries = asked.map { spot in
          PlaceBookQuery<NamedSpot>(
            words: text(spot), center: isNear ? spot.place : nil, limit: 20)
        }
        let title = title + (isNear ? ", near" : "")
        bench.measure(title, book, queries)
        let clock = ContinuousClock()
        let times = queries.map { query in
          (0..<3).map { _ in clock.measure { _ = book.places(query) }.seconds }.min() ?? 0
        }.sorted()
        bench.report.note(title + ", 95 %", times[times.count * 95 / 100] * 1e6, unit: "us")
      }
    }
  }
}

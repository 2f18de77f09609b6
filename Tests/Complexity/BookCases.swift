internal import CairnBook
internal import CairnGeodesy
internal import CairnIndex

/// The documented costs of CairnBook.
let bookCases: [GrowthCase] = [
  GrowthCase("PlaceBook.init, one word for all", exponent: 1, size: 1_000) { size in
    let spots = spots(size)
    return { try book(spots).count }
  },
  GrowthCase("PlaceBook.insert and remove, one by one", exponent: 1, size: 500) { size in
    let spots = spots(size)
    return {
      var book = try book([])
      for spot in spots { try book.insert(spot) }
      for spot in spots { book.remove(spot.id) }
      return book.count
    }
  },
  GrowthCase("PlaceBook.insert, the same one again and again", exponent: 1, size: 500) { size in
    let spot = spots(1)[0]
    return {
      var book = try book([])
      for number in 0..<size {
        var changed = spot
        changed.name += " \(number)"
        try book.insert(changed)
      }
      return book.count
    }
  },
  GrowthCase("PlaceBook.places, a word that all have", exponent: 1, size: 2_000) { size in
    let book = try book(spots(size))
    return { book.places(PlaceBookQuery(words: "cafe")).count }
  },
  GrowthCase("PlaceBook.places, a misspelled word", exponent: 1, size: 2_000) { size in
    let book = try book(spots(size))
    return { book.places(PlaceBookQuery(words: "centrla")).count }
  },
  GrowthCase("PlaceBook.places, words without end", exponent: 1, size: 200) { size in
    let book = try book(spots(200))
    let words = Array(repeating: "cafe", count: size).joined(separator: " ")
    return { book.places(PlaceBookQuery(words: words)).count }
  },
  GrowthCase("PlaceBook.places, one word again and again", exponent: 0, size: 1_000) { size in
    let book = try book(spots(20_000))
    let words = Array(repeating: "cafe", count: size / 100).joined(separator: " ")
    return { book.places(PlaceBookQuery(words: words, limit: 10)).count }
  },
  GrowthCase("SharedPlaceBook.update with a held snapshot", exponent: 0, size: 32_000) { size in
    let shared = SharedPlaceBook(try book(spots(size)))
    return {
      for step in 0..<32 {
        // Each update is the first change after a snapshot.
        let held = shared.book
        try shared.update((step * 7_919) % size) { $0.name = "Café \(step) \(held.count)" }
      }
      return shared.book.count
    }
  },
  GrowthCase("SharedPlaceBook.insert and remove with a held snapshot", exponent: 0, size: 8_000) {
    size in
    let spots = spots(size + 32)
    let shared = SharedPlaceBook(try book(Array(spots.prefix(size))))
    // The first insertion moves the full memory of a new book, O(n).
    for spot in spots.suffix(32) { try shared.insert(spot) }
    for spot in spots.suffix(32) { shared.remove(spot.id) }
    return {
      for spot in spots.suffix(32) {
        let held = shared.book
        try shared.insert(spot)
        let other = shared.book
        blackHole(held.count + other.count)
        shared.remove(spot.id)
      }
      return shared.book.count
    }
  },
  GrowthCase("PlaceBook.recommendations, many liked places", exponent: 1, size: 500) { size in
    let book = try book(spots(2_000))
    let liked = Array(0..<size)
    return { book.recommendations(likedIDs: liked, limit: 10).count }
  },
  GrowthCase("PlaceBook.alike", exponent: 1, size: 2_000) { size in
    let book = try book(spots(size))
    return { book.alike(0, limit: 10).count }
  },
  GrowthCase("PlaceBook.nearby, all at one place", exponent: 1, size: 2_000) { size in
    let book = try book(spots(size))
    return { book.nearby(0, limit: 10).count }
  },
]

private struct Spot: Sendable {
  var id: Int
  var place: Coordinate
  var name: String
  var tags: [String]
}

private func spots(_ size: Int) -> [Spot] {
  (0..<size).map {
    Spot(
      id: $0, place: Coordinate(latitude: 48, longitude: 16), name: "Café Central \($0)",
      tags: ["old", "quiet"])
  }
}

private func book(_ spots: [Spot]) throws -> PlaceBook<Int, Spot> {
  try PlaceBook(
    spots, id: \.id, coordinate: \.place, fields: [.words(\.name), .tags(\.tags)])
}

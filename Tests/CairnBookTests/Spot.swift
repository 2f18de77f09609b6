import CairnBook
import CairnGeodesy
import CairnIndex
import TestSupport

/// A place of an app, as used in the tests.
struct Spot: Hashable, Sendable {
  var id: Int
  var place: Coordinate
  var name = ""
  var notes = ""
  var kind: String? = nil
  var tags: [String] = []
  var visited = false
  var rating: Double? = nil
  var stars = 0

  static let fields: [PlaceField<Spot>] = [
    .words(\.name), .words(\.notes), .category(\.kind), .tags(\.tags), .flag(\.visited),
    .number(\.rating),
  ]

  static func emptyBook(
    _ fields: [PlaceField<Spot>] = Spot.fields, clusters: DynamicMapClusters.Options? = nil
  ) -> PlaceBook<Int, Spot> {
    PlaceBook(id: \.id, coordinate: \.place, fields: fields, clusters: clusters)
  }

  static func book(
    _ spots: [Spot], _ fields: [PlaceField<Spot>] = Spot.fields,
    clusters: DynamicMapClusters.Options? = nil
  ) throws(PlaceIndexError) -> PlaceBook<Int, Spot> {
    try PlaceBook(spots, id: \.id, coordinate: \.place, fields: fields, clusters: clusters)
  }
}

/// Makes spots with few words, most of them in a small part of the world, so that queries have
/// results.
struct SpotMaker {
  var random: SeededGenerator

  static let words = [
    "café", "CAFE", "Rivoire", "rivière", "riv", "Lisbon", "Lisboa", "museum", "museu", "musée",
    "the", "a", "straße", "São", "東京", "東京タワー", "塔", "東京tower", "서울역", "วัดพระแก้ว", "🍕",
    "e\u{301}t\u{e9}", "l'été", "--",
    "abcdefgh", "abcdefghi", "abcdefgx", "bacdefgh", "abdefgh", "abcdefgh9", "Москва", "Москво",
    "mosk", "moskva", "moskav", "rivorie", "museumm", "2024", "x",
    "Al-Najaf", "najaf", "annajaf", "an", "el", "Gral.", "General", "gen", "Gnl", "M.G.M.", "mgm",
    "The", "Zürich", "zuerich",
    String(repeating: "long", count: rounds(2_500, inDebug: 300)),
  ]
  static let kinds = [nil, "café", "museum", "beach"]
  static let tags = ["sea", "old", "quiet", "new"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.integer(in: 0...(values.count - 1))]
  }

  mutating func text(_ most: Int) -> String {
    let count = random.integer(in: 0...most)
    return (0..<count).map { _ in pick(Self.words) }.joined(
      separator: pick([" ", "  ", ", ", "-"]))
  }

  mutating func place() -> Coordinate {
    switch random.integer(in: 0...9) {
    case 0: Coordinate(latitude: 90, longitude: random.double(in: -180...180))
    case 1: Coordinate(latitude: random.double(in: -1...1), longitude: 180)
    case 2: Coordinate(latitude: 48, longitude: 16)
    default:
      Coordinate(
        latitude: random.double(in: 47...49), longitude: random.double(in: 15...18))
    }
  }

  mutating func spot(_ id: Int) -> Spot {
    Spot(
      id: id, place: place(), name: text(3), notes: text(2), kind: pick(Self.kinds),
      tags: (0..<random.integer(in: 0...3)).map { _ in pick(Self.tags) },
      visited: random.integer(in: 0...1) == 0,
      rating: random.integer(in: 0...3) == 0 ? nil : Double(random.integer(in: 0...5)),
      stars: random.integer(in: -1...2))
  }
}

internal import CairnBook
internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

extension Suite {
  /// A book of named places: building, changing and querying it.
  ///
  /// `Peers/book/fts.py` runs the same with SQLite.
  static let book = Suite(name: "book", summary: "a searchable collection of an app's places") {
    bench in
    let spots = bench.workload.places.enumerated().map { BookSpot($0.offset, at: $0.element) }
    bench.measure("build", calls: 1, prepare: { spots }) { spots in
      Tally(sum: Double((try? BookSpot.book(spots))?.count ?? 0))
    }
    bench.measure("build with clusters", calls: 1, prepare: { spots }) { spots in
      Tally(sum: Double((try? BookSpot.book(spots, clusters: .init()))?.count ?? 0))
    }
    guard let book = try? BookSpot.book(spots), !spots.isEmpty else {
      bench.report.warn("the set contains an invalid coordinate")
      return
    }
    measureChanges(&bench, book, spots)
    measureQueries(&bench, book, spots)
    measureCommonWords(&bench, spots)
    measureFile(&bench, book, spots)
    measureNames(&bench)
    let rows = Array(stride(from: 0, to: spots.count, by: max(1, spots.count / 50)))
    bench.measure("alike", calls: rows.count) {
      Tally(sum: rows.reduce(0) { $0 + Double(book.alike($1, limit: 10).first?.id ?? 0) })
    }
    bench.measure("statistics by kind", calls: 1) {
      let groups = book.statistics(
        by: \.kind, visited: .isTrue(\.visited), rating: .value(\.rating))
      return Tally(hits: groups.count, sum: groups.reduce(0) { $0 + ($1.meanRating ?? 0) })
    }
    bench.measure("statistics by country", calls: 1) {
      Tally(sum: Double(book.statisticsByCountry().count))
    }
  }

  private static func measureChanges(
    _ bench: inout Bench, _ book: PlaceBook<Int, BookSpot>, _ spots: [BookSpot]
  ) {
    var generator = SeededGenerator(seed: bench.options.seed)
    let changed = (0..<min(20_000, spots.count)).map { _ in generator.below(spots.count) }
    /// A copy that shares no memory with the book.
    func own() -> PlaceBook<Int, BookSpot> {
      var copy = book
      copy.remove(0)
      _ = try? copy.insert(spots[0])
      return copy
    }
    let changes: [(String, (inout BookSpot) -> Void)] = [
      ("change a flag", { $0.visited.toggle() }),
      ("change a rating", { $0.rating = 5 - $0.rating }),
      ("change a name", { $0.name += " the " + $0.notes }),
      ("move", { $0.place.longitude *= 0.999 }),
    ]
    for (name, change) in changes {
      bench.measure(name, calls: changed.count, prepare: own) { book in
        for row in changed {
          var spot = spots[row]
          change(&spot)
          _ = try? book.insert(spot)
        }
        return Tally(sum: Double(book.count))
      }
    }
    bench.measure("remove and insert", calls: 2 * changed.count, prepare: own) { book in
      for row in changed {
        book.remove(row)
        _ = try? book.insert(spots[row])
      }
      return Tally(sum: Double(book.count))
    }
    bench.measure("change after a snapshot", calls: 1, prepare: own) { copy in
      let snapshot = copy
      _ = try? copy.insert(spots[0])
      return Tally(sum: Double(snapshot.count))
    }
  }

  private static func measureQueries(
    _ bench: inout Bench, _ book: PlaceBook<Int, BookSpot>, _ spots: [BookSpot]
  ) {
    var generator = SeededGenerator(seed: bench.options.seed &+ 1)
    let asked = (0..<min(500, spots.count)).map { _ in spots[generator.below(spots.count)] }
    func measure(_ name: String, _ query: (BookSpot) -> PlaceBookQuery<BookSpot>) {
      bench.measure(name, book, asked.map(query))
    }
    for kilometers in [5, 50, 500] {
      measure("words within \(kilometers) km") {
        .init(words: $0.typed, center: $0.place, radius: Double(kilometers) * 1_000, limit: 20)
      }
    }
    measure("words near") { .init(words: $0.typed, center: $0.place, limit: 20) }
    for (letters, count) in zip(1..., ["one letter", "two", "three", "four", "five", "six"]) {
      measure("words near, " + count + (letters == 1 ? "" : " letters")) {
        .init(words: String($0.name.prefix(letters)), center: $0.place, limit: 20)
      }
    }
    // Letters are uniform, not as frequent as in names: letters that few names begin with take
    // longest.
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    measure("words near, any letter") {
      .init(words: String(alphabet[$0.id % 26]), center: $0.place, limit: 20)
    }
    measure("words near, misspelled") { .init(words: $0.misspelled, center: $0.place, limit: 20) }
    measure("words, category, flag, near") {
      .init(
        words: String($0.name.prefix(4)),
        filters: [.equal(\.kind, $0.kind), .isFalse(\.visited)], center: $0.place, limit: 20)
    }
    measure("category and flag within 50 km by rating") {
      .init(
        filters: [.equal(\.kind, $0.kind), .isFalse(\.visited)], center: $0.place, radius: 50_000,
        order: .descending(\.rating), limit: 20)
    }
    let box = { (place: Coordinate) in
      BoundingBox(
        south: max(-90, place.latitude - 1), west: place.longitude - 1,
        north: min(90, place.latitude + 1), east: place.longitude + 1)
    }
    measure("category and flag in a box by rating") {
      .init(
        filters: [.equal(\.kind, $0.kind), .isFalse(\.visited)], region: box($0.place),
        order: .descending(\.rating), limit: 20)
    }
    measure("words in a box by rating") {
      .init(
        words: String($0.name.prefix(4)), region: box($0.place), order: .descending(\.rating),
        limit: 20)
    }
    measure("all by rating") { _ in .init(order: .descending(\.rating), limit: 20) }
    measure("category and flag by rating") {
      .init(
        filters: [.equal(\.kind, $0.kind), .isFalse(\.visited)], order: .descending(\.rating),
        limit: 20)
    }
    measure("category and flag by distance") {
      .init(
        filters: [.equal(\.kind, $0.kind), .isFalse(\.visited)], center: $0.place,
        order: .distance, limit: 20)
    }
  }
}

extension Suite {
  /// Words that a fifth of the places contain: all over the world, at the beginning of names or
  /// after it, and only far away.
  private static func measureCommonWords(_ bench: inout Bench, _ spots: [BookSpot]) {
    let here = spots[0].place
    let away = spots.map { here.distance(to: $0.place) }.sorted()[spots.count / 5]
    let named = spots.map { spot in
      var spot = spot
      if spot.id % 5 == 1 { spot.name += " hotel" }
      if spot.id % 5 == 2 { spot.name = "Museum of " + spot.name }
      if here.distance(to: spot.place) < away { spot.notes += " alpine" }
      return spot
    }
    guard let book = try? BookSpot.book(named),
      let starred = try? BookSpot.book(named, importance: .importance(\.rating))
    else { return }
    var generator = SeededGenerator(seed: bench.options.seed &+ 2)
    let asked = (0..<min(200, spots.count)).map { _ in spots[generator.below(spots.count)].place }
    func measure(
      _ name: String, _ words: String, in book: PlaceBook<Int, BookSpot>,
      _ change: (inout PlaceBookQuery<BookSpot>) -> Void = { _ in }
    ) {
      bench.measure("common word" + name, calls: asked.count) {
        var hits = 0
        var sum = 0.0
        for center in asked {
          var query = PlaceBookQuery<BookSpot>(words: words, center: center, limit: 20)
          change(&query)
          let found = book.places(query)
          hits += found.count
          for match in found { sum += Double(match.id) }
        }
        return Tally(hits: hits, sum: sum)
      }
    }
    let antipode = Coordinate(latitude: -here.latitude, longitude: here.longitude + 180).normalized
    measure("", "hotel", in: book)
    measure(" of names' beginnings", "museum", in: book)
    measure("s, two", "museum of", in: book)
    measure(" far away", "alpine", in: book) { $0.center = antipode }
    measure(" with a category and a flag", "hotel", in: book) {
      $0.filters = [.equal(\.kind, "Park"), .isFalse(\.visited)]
    }
    measure(" within 5,000 km", "hotel", in: book) { $0.radius = 5_000_000 }
    measure(" in a region far away", "hotel", in: book) {
      $0.region = Cap(center: antipode, radius: 3_000_000)
    }
    measure(" by rating", "hotel", in: book) { $0.order = .descending(\.rating) }
    measure(" without a center", "hotel", in: book) { $0.center = nil }
    measure(" and importances", "hotel", in: starred)
    measure(" far away and importances", "alpine", in: starred) { $0.center = antipode }
    measure(" and importances without a center", "hotel", in: starred) { $0.center = nil }
  }
}

/// A place with a name of made-up words, the same as in the SQLite benchmark.
struct BookSpot: Sendable {
  var id: Int
  var place: Coordinate
  var name: String
  var notes: String
  var kind: String
  var visited: Bool
  var rating: Double

  static let kinds = [
    "Café", "Museum", "Beach", "Summit", "Market", "Temple", "Park", "Hotel", "Bridge", "Castle",
  ]
  static let syllables = [
    "ba", "be", "bi", "bo", "da", "de", "do", "fa", "ga", "go", "ka", "ki", "ko", "la", "le", "li",
    "lo", "ma", "me", "mi", "na", "no", "pa", "ra", "re", "ri", "ro", "sa", "so", "ta", "to", "va",
  ]

  /// A word of three syllables; some words are ten times as frequent as others.
  static func word(_ bits: UInt64) -> String {
    let part = { (shift: UInt64) in
      syllables[Int((bits >> shift & 31) * (bits >> (shift + 20) & 31) / 31)]
    }
    return part(0) + part(5) + part(10)
  }

  init(_ id: Int, at place: Coordinate) {
    var generator = SeededGenerator(seed: UInt64(id))
    let bits = generator.next()
    self.id = id
    self.place = place
    kind = Self.kinds[Int(bits >> 60) % Self.kinds.count]
    name = Self.word(generator.next()) + " " + kind + " " + Self.word(generator.next())
    notes = "by the " + Self.word(generator.next()) + " road"
    visited = bits & 1 != 0
    rating = Double(bits >> 1 & 63) / 12.6
  }

  /// The beginnings of the kind and of the name.
  var typed: String { String(kind.prefix(3)) + " " + String(name.prefix(4)) }

  /// The first word with a letter missing.
  var misspelled: String {
    let word = name.prefix { $0 != " " }
    return String(word.prefix(2) + word.dropFirst(3))
  }

  static let fields: [PlaceField<BookSpot>] = [
    .words(\.name), .words(\.notes), .category(\.kind), .flag(\.visited), .number(\.rating),
  ]

  static func book(
    _ spots: [BookSpot], importance: PlaceField<BookSpot>? = nil,
    clusters: DynamicMapClusters.Options? = nil
  ) throws(PlaceIndexError) -> PlaceBook<Int, BookSpot> {
    try PlaceBook(
      spots, id: \.id, coordinate: \.place, fields: fields + (importance.map { [$0] } ?? []),
      clusters: clusters)
  }

  /// The number and the coordinate, from which the element is made again.
  var record: [UInt8] {
    [UInt64(id), place.latitude.bitPattern, place.longitude.bitPattern].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  init(_ record: RecordBytes) {
    let numbers = (0..<3).map { number in
      (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(record[8 * number + $1]) }
    }
    self.init(
      Int(numbers[0]),
      at: Coordinate(
        latitude: Double(bitPattern: numbers[1]), longitude: Double(bitPattern: numbers[2])))
  }
}

extension Bench {
  /// Times the queries of a book, one call each.
  mutating func measure<Element>(
    _ name: String, _ book: PlaceBook<Int, Element>, _ queries: [PlaceBookQuery<Element>]
  ) {
    measure(name, each: queries) { query in
      let found = book.places(query)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + Double($1.id) })
    }
  }
}

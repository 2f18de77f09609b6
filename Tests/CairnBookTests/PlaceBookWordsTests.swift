import CairnBook
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport
import Testing

/// Words that many places contain, and words without spaces.
struct PlaceBookWordsTests {
  private static let vienna = Coordinate(latitude: 48.2, longitude: 16.37)

  /// Compares the results of a book with a scan of all elements.
  private func check(
    _ book: PlaceBook<Int, Spot>, _ oracle: inout BookOracle, _ words: String,
    _ center: Coordinate?, radius: Double? = nil, order: BookOracle.Order = .relevance,
    filtered: Bool = false, limit: Int? = 20
  ) throws {
    var query = PlaceBookQuery<Spot>(words: words, center: center, radius: radius, limit: limit)
    if filtered { query.filters = [.isTrue(\.visited)] }
    if order == .distance { query.order = .distance }
    if order == .ratingDown { query.order = .descending(\.rating) }
    let wanted = oracle.answers(query, order) { !filtered || $0.visited }
    let answer = book.places(query).map {
      BookOracle.Answer(id: $0.id, distance: $0.distance, kind: $0.kind)
    }
    try #require(answer == wanted, "\(query)")
  }

  private func oracle(_ spots: [Spot]) -> BookOracle {
    var oracle = BookOracle()
    for spot in spots { oracle.entries.append(.init(spot)) }
    return oracle
  }

  /// Every evaluation path: few and many matches, near and far, words with the same first letter,
  /// and ties.
  @Test(arguments: [false, true])
  func manyPlacesWithTheSamePrefixes(hasImportance: Bool) throws {
    var maker = SpotMaker(seed: hasImportance ? 71 : 70)
    let beginnings = [
      "a", "ab", "abc", "abcd", "abcde", "abcdefghi", "b", "bc", "bcd", "塔", "東京塔",
    ]
    var spots = (0..<rounds(3_000, inDebug: 800)).map { id in
      var spot = maker.spot(id)
      let texts = (0..<4).map { _ in maker.pick(beginnings) }
      spot.name = "a" + texts.prefix(maker.random.integer(in: 0...3)).joined(separator: " ")
      spot.notes = texts[3]
      // One word occurs only far away, another is rare.
      if spot.place.latitude > 48.9 { spot.notes += " northern" }
      if id % 700 == 0 { spot.name = "abcd" }
      if id % 2 == 0 { spot.place = Self.vienna }
      return spot
    }
    spots[5].name = "a"
    let fields = Spot.fields + (hasImportance ? [.importance(\.stars)] : [])
    let book = try Spot.book(spots, fields)
    var oracle = oracle(spots)
    oracle.hasImportance = hasImportance
    let asked = [
      "a", "ab", "aab", "abcd", "abcx", "abdce", "b a", "northern", "northren a", "northren",
      "塔", "京塔", "abcdefghi b", "zzzz", "aab b", "abcdefgih", "bcd northern ab",
      "b a b", "aab aab", "ab bcd ab ab", "northren northren a a", "塔 東 塔",
    ]
    for step in 0..<rounds(440, inDebug: 22) {
      try check(
        book, &oracle, asked[step % asked.count],
        step % 7 == 6 ? nil : step % 3 == 0 ? Self.vienna : maker.place(),
        radius: step % 7 < 6 && step % 4 == 1 ? maker.random.double(in: 0...200_000) : nil,
        order: maker.pick([.relevance, .relevance, .distance, .ratingDown]),
        filtered: step % 5 == 0, limit: maker.pick([1, 5, 20, 20, 700, nil]))
    }
  }

  /// A text that begins and ends with the same word, repeated words, and more words than count.
  @Test func repeatedWordsCountOnce() throws {
    let numbers = (0..<70).map { "w\($0)" }
    let many = numbers.joined(separator: " ")
    let names = [
      "York New York", "New York", "York", "York York", many,
      numbers.prefix(64).joined(separator: " "), numbers.prefix(63).joined(separator: " "),
    ]
    let spots = names.enumerated().map { number, name in
      var spot = Spot(id: number, place: Self.vienna)
      spot.name = name
      return spot
    }
    let book = try Spot.book(spots)
    var oracle = oracle(spots)
    for words in [
      "york new york", "york york", "new york new", "yrok york yrok", "yrok york", many,
      many + " " + many, numbers.reversed().joined(separator: " "),
      Array(repeating: "york", count: 500).joined(separator: " "),
    ] {
      for center in [nil, Self.vienna] { try check(book, &oracle, words, center) }
    }
    #expect(book.places(.init(words: many)).map(\.id) == [4, 5])
  }

  /// Common words, whose places are not collected, are required as well.
  @Test func commonWordsAreCompared() throws {
    var maker = SpotMaker(seed: 77)
    // A hundred mills, of which half are cafés, among thousands of cafés.
    let spots = (0..<4_000).map { id in
      var spot = maker.spot(id)
      let isMill = id % 40 == 0
      spot.name = isMill ? "the mill" + (id % 80 == 0 ? " cafe" : "") : "cafe hotel \(id)"
      spot.notes = ""
      return spot
    }
    let book = try Spot.book(spots, Spot.fields)
    for (words, isFound) in [
      ("mill cafe", { $0 % 80 == 0 }), ("cafe mill", { $0 % 80 == 0 }), ("mil", { $0 % 40 == 0 }),
      ("hotel mill", { _ in false }),
    ] as [(String, (Int) -> Bool)] {
      for limit in [nil, 1_000] as [Int?] {
        for center in [nil, spots[9].place] {
          let query = PlaceBookQuery<Spot>(
            words: words, allowsMissingWords: false, center: center, limit: limit)
          let found = Set(book.places(query).map(\.element.id))
          #expect(found == Set(spots.map(\.id).filter(isFound)), "\(words)")
        }
      }
    }
  }

  /// A word that most places contain: as a whole text, as its first or last word, or in both texts;
  /// nearly everywhere or only far away, at the poles and along the antimeridian, with every order
  /// and condition, and after removals and insertions.
  @Test(arguments: [nil, 0.5, 0.77])
  func wordInMostPlaces(starWeight: Double?) throws {
    var maker = SpotMaker(seed: 76)
    let names = [
      "hotel", "hotel", "Hotel Adler", "Hotel a Adler", "Adler Hotel", "a hotel b", "hotels", "hut",
    ]
    let notes = ["", "by a hotel", "hotel", "Adler a", "a road"]
    func spot(_ id: Int) -> Spot {
      var spot = maker.spot(id)
      spot.name = maker.pick(id % 3 == 0 ? names : Array(names.dropFirst(2)))
      spot.notes = maker.pick(notes)
      if id % 4 != 0 {
        spot.place = Coordinate(
          latitude: maker.random.double(in: -90...90),
          longitude: maker.random.double(in: -180...180))
      }
      if spot.place.latitude > 30 { spot.notes += " northern" }
      return spot
    }
    let spots = (0..<rounds(6_000, inDebug: 700)).map { spot($0) }
    let importance = PlaceField<Spot>.importance {
      starWeight == 0.5 ? Double($0.stars) : Double($0.stars) * 0.377_069_649_079_822_8
    }
    var book = try Spot.book(spots, Spot.fields + (starWeight == nil ? [] : [importance]))
    var oracle = oracle(spots)
    oracle.hasImportance = starWeight != nil
    oracle.starWeight = starWeight ?? 1
    let asked = [
      "hotel", "hotel adler", "hote", "hotel a", "adler hotel", "a", "northern", "hotle",
      "hotel hut",
    ]
    for step in 0..<rounds(360, inDebug: 36) {
      if step % 9 == 8 {
        for _ in 0..<20 {
          let id = maker.random.integer(in: 0...(spots.count - 1))
          book.remove(id)
          oracle.remove(id)
          let other = spot(maker.random.integer(in: 0...(spots.count + 50)))
          try book.insert(other)
          oracle.insert(other)
        }
      }
      var (query, order, isIncluded) = maker.query()
      query.words = asked[step % asked.count]
      query.radius = nil
      if step % 3 != 0 { query.center = maker.place() }
      if step % 6 == 1 { query.center?.latitude *= -1 }
      if step % 6 == 2 { query.center?.longitude -= 180 }
      if query.center != nil, step % 5 == 0 { query.radius = maker.random.double(in: 0...2e7) }
      query.limit = maker.pick([1, 5, 20, 20, 300, nil])
      let wanted = oracle.answers(query, order, where: isIncluded)
      let answer = book.places(query).map {
        BookOracle.Answer(id: $0.id, distance: $0.distance, kind: $0.kind)
      }
      try #require(answer == wanted, "step \(step): \(query)")
    }
  }

  @Test func allNamesEqual() throws {
    var maker = SpotMaker(seed: 72)
    let spots = (0..<1_000).map { Spot(id: $0, place: maker.place(), name: "Café Central") }
    let book = try Spot.book(spots)
    var oracle = oracle(spots)
    for words in ["cafe central", "cafe cen", "central", "c", "cefa", "central cafe", "cafe x"] {
      try check(book, &oracle, words, Self.vienna)
      try check(book, &oracle, words, Self.vienna, radius: 20_000)
      try check(book, &oracle, words, nil, limit: 7)
    }
  }

  @Test func emptyNamesAndVeryLongWords() throws {
    let long = String(repeating: "ab", count: rounds(5_000, inDebug: 500))
    var spots = (0..<600).map { Spot(id: $0, place: Self.vienna) }
    spots[7].name = long
    spots[8].notes = long + "c " + long
    spots[9].name = String(repeating: "塔", count: 1_000)
    var book = try Spot.book(spots)
    var oracle = oracle(spots)
    let towers = String(repeating: "塔", count: 9)
    for words in ["ab", long, long + "c", long + "d", "abaab", "塔", towers] {
      try check(book, &oracle, words, Self.vienna)
    }
    for id in 7...9 {
      spots[id].name = ""
      spots[id].notes = ""
      try book.insert(spots[id])
      oracle.insert(spots[id])
    }
    try check(book, &oracle, "ab", Self.vienna)
    try check(book, &oracle, "塔", Self.vienna)
    #expect(book.places(.init(words: "ab")).isEmpty)
  }

  /// Names from signs, found by any part of them.
  @Test(arguments: [
    ("東京塔", ["東", "京塔", "塔", "東京塔"]), ("東京スカイツリー", ["スカイツリー", "スカイ", "ツリー", "東京スカイツリ"]),
    ("国立新美術館", ["美術館", "新美", "国立"]), ("清水寺 (京都)", ["水寺", "京都", "寺 京都"]),
    ("天安门广场", ["广场", "天安门", "安门广场"]), ("서울역", ["역", "서울", "울역"]),
    ("경복궁", ["복궁", "경복"]), ("วัดพระแก้ว", ["พระแก้ว", "วัดพระ", "แก้ว"]),
    ("ຫໍພຣະແກ້ວ", ["ພຣະ", "ແກ້ວ"]), ("អង្គរវត្ត", ["វត្ត", "អង្គរ"]),
    ("東京tower", ["tower", "東京tow", "tow", "京tower", "東京 tower"]), ("第3ビル", ["3", "ビル", "第3ビル"]),
  ])
  func textWithoutSpacesIsFoundByAnyPart(name: String, parts: [String]) throws {
    let others = ["大阪城", "北海道", "부산", "ภูเก็ต", "Tokyo", "ツ"]
    var spots = others.enumerated().map { Spot(id: $0 + 1, place: Self.vienna, name: $1) }
    spots.append(Spot(id: 0, place: Self.vienna, name: name))
    var book = try Spot.book(spots)
    for part in parts { #expect(book.places(.init(words: part)).map(\.id) == [0], "\(part)") }
    #expect(book.places(.init(words: name)).map(\.kind) == [.exact])
    // Not a part of the name, though its letters occur in it.
    let letters = name.unicodeScalars.filter { $0.value > 0x2E80 }
    let turned = String(letters.reversed().map(Character.init))
    if turned.count > 1 { #expect(book.places(.init(words: turned)).isEmpty) }
    book.remove(0)
    for part in parts { #expect(book.places(.init(words: part)).isEmpty) }
  }

  /// Insertions, removals and changes in a book of 1,200 places.
  @Test func changesInALargeBook() throws {
    var maker = SpotMaker(seed: 75)
    var spots = (0..<1_200).map { maker.spot($0) }
    for id in spots.indices { spots[id].notes = "near " + maker.text(1) }
    var book = try Spot.book(spots)
    var oracle = oracle(spots)
    for step in 0..<rounds(3_000, inDebug: 300) {
      let id = maker.random.integer(in: 0...1_199)
      switch maker.random.integer(in: 0...5) {
      case 0:
        book.remove(id)
        oracle.remove(id)
      case 1...3:
        var spot = maker.spot(id)
        spot.notes = "near " + spot.notes
        try book.insert(spot)
        oracle.insert(spot)
      default:
        guard step % 10 == 0 else { continue }
        try check(
          book, &oracle, maker.pick(["n", "ne", "near", "naer", "m", "mosk", "rivoi", "京"]),
          maker.place(), order: maker.pick([.relevance, .distance]), filtered: step % 3 == 0)
      }
    }
  }

  /// Korean names with each key of a keyboard: the last syllable is incomplete.
  @Test func koreanNamesAreFoundWhileTheyAreTyped() throws {
    let place = Coordinate(latitude: 37.57, longitude: 126.98)
    let names = ["서울역", "서울", "성남시", "카페 서울특별시청", "가나다서울", "가나다성남", "부산 닭갈비", "Seoul 서점"]
    let book = try Spot.book(
      names.enumerated().map { Spot(id: $0.offset, place: place, name: $0.element) })
    for name in names {
      let strokes = HangulStrokes.strokes(of: name)
      for count in 1...strokes.count {
        let text = HangulStrokes.text(of: strokes.prefix(count))
        let found = book.places(.init(words: text, allowsTypingErrors: false))
        let wanted = names.indices.filter { number in
          let words = SearchKey(text).bytes.split(separator: 0x20).map { Array($0) }
          let name = SearchKey(names[number]).bytes.split(separator: 0x20)
            .flatMap { BookOracle.parts(of: Array($0)) }
          return words.flatMap { BookOracle.runs(of: $0) }.allSatisfy { word in
            name.contains { HangulStrokes.isBeginning(word, of: $0) }
          }
        }
        #expect(Set(found.map(\.id)) == Set(wanted), "\(text)")
      }
    }
    #expect(book.places(.init(words: "서우")).first?.kind == .prefix)
    #expect(book.places(.init(words: "서울")).first?.kind == .exact)
  }
}

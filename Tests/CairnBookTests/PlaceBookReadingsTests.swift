import CairnBook
import CairnCountryFacts
import CairnGeodesy
import Testing

/// Words that are split or joined, and the country of a place among its words.
struct PlaceBookReadingsTests {
  private static let rome = Coordinate(latitude: 41.9, longitude: 12.5)
  private static let seoul = Coordinate(latitude: 37.57, longitude: 126.98)
  private static let paris = Coordinate(latitude: 48.85, longitude: 2.35)
  private static let spots = [
    Spot(id: 0, place: rome, name: "Burger King"), Spot(id: 1, place: rome, name: "7-Eleven"),
    Spot(id: 2, place: rome, name: "McDonald's"), Spot(id: 3, place: rome, name: "Pizza Uno"),
    Spot(id: 4, place: seoul, name: "Pizza Hut"), Spot(id: 5, place: seoul, name: "Temple"),
    Spot(id: 6, place: paris, name: "King of Burger"), Spot(id: 7, place: paris, name: "7 Eleven"),
    Spot(id: 8, place: paris, name: "Pizza Italy"),
    Spot(id: 9, place: rome, name: "BurgerKing Due"),
    Spot(id: 10, place: paris, name: "Kraków Grill"), Spot(id: 11, place: paris, name: "Сушимаг"),
    Spot(id: 12, place: seoul, name: "Суши Маг"), Spot(id: 13, place: paris, name: "Le Temple"),
  ]

  private func found(
    _ words: String, _ change: (inout PlaceBookQuery<Spot>) -> Void = { _ in }
  ) throws -> [Int] {
    var query = PlaceBookQuery<Spot>(
      words: words, allowsTypingErrors: false, allowsMissingWords: false)
    change(&query)
    return try Spot.book(Self.spots).places(query).map(\.id)
  }

  /// Each form of an abbreviation finds a text with any other form.
  @Test func abbreviationsAreFoundInEachForm() throws {
    let names = [
      "St. Johann", "Sankt Johann", "Saint Johann", "Sint Johann", "Pto. Vallarta",
      "Puerto Vallarta", "Sta Cruz", "Santa Cruz",
    ]
    let book = try Spot.book(
      names.enumerated().map { Spot(id: $0, place: Self.rome, name: $1) })
    func found(_ words: String) throws -> [Int] {
      let query = PlaceBookQuery<Spot>(
        words: words, allowsTypingErrors: false, allowsMissingWords: false)
      return book.places(query).map(\.id).sorted()
    }
    for form in ["st", "St.", "saint", "sankt", "Sint"] {
      #expect(try found(form + " johann") == [0, 1, 2, 3])
      #expect(try found(form + " joh") == [0, 1, 2, 3])
    }
    for text in ["pto vallarta", "puerto vallarta"] { #expect(try found(text) == [4, 5]) }
    for text in ["sta. cruz", "santa cru"] { #expect(try found(text) == [6, 7]) }
    #expect(try found("saint").count == 2)
  }

  /// Texts are found by the same forms as the places of the gazetteer.
  @Test(arguments: [
    ("al oued", ["El-Oued"]), ("sharm ash shaykh", ["Sharm el-Shaykh"]), ("el ula", ["Al-Ula"]),
    ("an najaf", ["Najaf", "Al-Najaf"]), ("annajaf", ["Najaf", "Al-Najaf"]),
    ("al naja", ["Al-Najaf"]), ("asharqiyah", ["Ash Sharqiyah"]),
    ("elsharqiyah", ["Ash Sharqiyah"]),
    ("hotel asharqiyah", []), ("gob galvez", ["Gobernador Gálvez"]),
    ("Gral. Roca", ["General Roca", "General Roca Norte"]),
    ("gral roc", ["General Roca", "General Roca Norte"]), ("roca gral", []),
    ("M.G.M. Grand", ["MGM Grand"]), ("the lighthouse", ["Lighthouse"]), ("the", []),
    ("muenchen", ["München"]), ("el karak", []),
  ])
  func formsAreThoseOfTheGazetteer(_ typed: String, _ names: [String]) throws {
    let all = [
      "El-Oued", "Sharm el-Shaykh", "Al-Ula", "Najaf", "Al-Najaf", "Ash Sharqiyah",
      "Gobernador Gálvez", "General Roca Norte", "General Roca", "Roca", "MGM Grand", "Lighthouse",
      "München", "Karakoram", "Najaf Hotel",
    ]
    let book = try Spot.book(all.enumerated().map { Spot(id: $0, place: Self.rome, name: $1) })
    let query = PlaceBookQuery<Spot>(
      words: typed, allowsTypingErrors: false, allowsMissingWords: false)
    #expect(Set(book.places(query).map(\.element.name)) == Set(names))
    var bounded = query
    bounded.limit = 1
    #expect(book.places(bounded).map(\.id) == Array(book.places(query).map(\.id).prefix(1)))
  }

  @Test func compoundsAreFoundAsOneWordAndAsTwo() throws {
    #expect(try found("burgerking") == [9, 0])
    #expect(try found("burgerkin") == [9, 0])
    #expect(try found("burger king") == [0, 6, 9])
    #expect(try found("7eleven") == [1, 7])
    #expect(try found("7 eleven") == [1, 7])
    #expect(try found("mc donalds") == [2])
    #expect(try found("mc donald") == [2])
    #expect(try found("mcdonalds") == [2])
    #expect(try found("kra kow grill") == [10])
    #expect(try found("sushimag").isEmpty)
    #expect(try found("сушимаг") == [11, 12])
    #expect(try found("суши маг") == [12, 11])
    // The words must follow each other, and the first one must be whole.
    #expect(try found("kingburger").isEmpty)
    #expect(try found("burgking").isEmpty)
  }

  @Test func theCountryOfAPlaceIsAmongItsWords() throws {
    #expect(try found("pizza italy") == [8, 3])
    #expect(try found("italy pizza") == [8, 3])
    #expect(try found("pizza, Italia") == [3])
    #expect(try found("pizza south korea") == [4])
    #expect(try found("temple south korea") == [5])
    #expect(try found("south korea") == [4, 5, 12])
    #expect(try found("france temple") == [13])
    #expect(try found("temple italy").isEmpty)
    #expect(try found("temple usa").isEmpty && found("temple and").isEmpty)
    let american = try Spot.book([
      Spot(id: 1, place: Coordinate(latitude: 40.7, longitude: -74), name: "Joe's Pizza")
    ])
    #expect(american.places(.init(words: "pizza usa")).map(\.id) == [1])
    #expect(try found("pizza italy") { $0.limit = 1 } == [8])
    #expect(try found("pizza italy") { $0.filters = [.satisfies { $0.id != 8 }] } == [3])
    #expect(
      try found("pizza italy") {
        $0.center = Self.seoul
        $0.radius = 1_000_000
      }.isEmpty)
    let near = try found("south korea") {
      $0.center = Self.rome
      $0.order = .distance
    }
    #expect(Set(near) == [4, 5, 12])
    // Without an atlas there are no countries.
    let plain = try PlaceBook(
      Self.spots, id: \.id, coordinate: \.place, fields: Spot.fields, atlas: nil)
    #expect(
      plain.places(
        .init(words: "south korea", allowsTypingErrors: false, allowsMissingWords: false)
      ).isEmpty)
  }

  @Test func otherReadingsComeAfterTheTypedWordsAndEachPlaceOnce() throws {
    let book = try Spot.book(Self.spots)
    let all = book.places(.init(words: "burgerking"))
    #expect(all.map(\.id).prefix(2) == [9, 0] && Set(all.map(\.id)).count == all.count)
    #expect(book.count(.init(words: "burgerking")) == all.count)
    #expect(all.prefix(2).map(\.kind) == [.prefix, .exact])
  }

  /// Forms of words find each other, whichever the text has.
  @Test func formsOfWordsFindEachOther() throws {
    let cases = [
      ("9th Ave", "9th avenue"), ("Lexington Avenue", "lexington av"),
      ("Bahnhofstr. 7", "bahnhofstrasse"),
      ("Marktstraße", "marktstr"), ("Bd. Voltaire", "boulevard voltaire"),
      ("Abbey Rd", "abbey road"),
      ("Highway 61", "hwy 61"), ("Wolff & Töchter", "wolff und tochter"),
      ("Rossi e Figli", "rossi & figli"),
      ("Garcia & Hijos", "garcia y hijos"), ("Durand & Fille", "durand et fille"),
      ("B&Q Store", "bq"),
      ("P&OX", "pox"), ("24/7 Shop", "247"), ("Ham'n'Eggs", "hamneggs"),
      ("Drum 'n' Bass", "drumnbass"),
      ("Henry VIII", "henry 8"), ("Louis 16", "louis xvi"), ("ヴェネツィア", "ベネツィア"),
      ("バイオリン", "ヴァイオリン"),
      ("Main Street", "main st"), ("Third Man", "3rd man"),
    ]
    for (name, typed) in cases {
      let book = try Spot.book([
        Spot(id: 0, place: Self.rome, name: name), Spot(id: 1, place: Self.rome, name: "Other"),
      ])
      let query = PlaceBookQuery<Spot>(
        words: typed, allowsTypingErrors: false, allowsMissingWords: false)
      #expect(book.places(query).map(\.id) == [0], "\(name): \(typed)")
    }
  }

  /// If no place has all words, those with the most letters come first, and names of countries
  /// count.
  @Test func unknownWordsLowerTheRank() throws {
    let book = try Spot.book(Self.spots)
    func found(_ words: String, limit: Int? = nil) -> [Int] {
      book.places(.init(words: words, limit: limit)).map(\.id)
    }
    #expect(found("best burger king nearby") == [0, 6, 9])
    #expect(found("best burger king nearby", limit: 1) == [0])
    #expect(Set(found("pizza near me")) == [3, 4, 8])
    #expect(found("great pizza in south korea") == [4])
    #expect(found("pizza in xyzzy temple").count == 5 && found("pizza in xyzzy temple").first == 5)
    #expect(found("le xq").isEmpty && found("xyzzy").isEmpty)
    let kinds = book.places(.init(words: "best burger king nearby")).map(\.kind)
    #expect(kinds == [2, 2, 3].map { .partial(missing: $0) })
    // Never at the cost of places with all words.
    #expect(
      Set(found("burger king")) == [0, 6, 9] && found("burgr king").allSatisfy([0, 6, 9].contains))
    #expect(PlaceMatchKind.misspelled(errors: 9) < .partial(missing: 1))
  }
}

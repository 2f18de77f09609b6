import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@testable import CairnBook

/// Books in files, compared with the books that wrote them.
struct MappedPlaceBookTests {
  private typealias Mapped = MappedPlaceBook<Int, Spot>

  private static func open(
    _ bytes: [UInt8], _ fields: [PlaceField<Spot>]
  ) throws(IndexFileError) -> MappedPlaceBook<Int, Spot> {
    try MappedPlaceBook(bytes: bytes, id: \.id, fields: fields) { Spot(record: $0) }
  }

  /// A book with slots that were reused, so that they are not in insertion order.
  private func changedBook(
    _ count: Int, _ fields: [PlaceField<Spot>], _ maker: inout SpotMaker
  ) throws -> PlaceBook<Int, Spot> {
    var book = try Spot.book((0..<count).map { maker.spot($0) }, fields)
    for id in stride(from: 0, to: count, by: 3) { book.remove(id) }
    for id in stride(from: 0, to: count, by: 6) { try book.insert(maker.spot(id)) }
    try book.insert(maker.spot(1))
    return book
  }

  @Test(arguments: [false, true])
  func answersMatchTheBookInMemory(hasImportance: Bool) throws {
    var maker = SpotMaker(seed: hasImportance ? 71 : 72)
    let fields = Spot.fields + (hasImportance ? [.importance(\.stars), .areas(\.tags)] : [])
    for count in [0, 1, 40, rounds(6_000, inDebug: 150)] {
      let book = try changedBook(count, fields, &maker)
      let mapped = try Self.open(book.encoded(record: \.record), fields)
      #expect(mapped.count == book.count && mapped.isEmpty == book.isEmpty)
      #expect(try mapped.elements() == book.elements)
      for _ in 0..<rounds(400, inDebug: 16) {
        let (query, _, _) = maker.query()
        let wanted = book.places(query)
        try #require(
          try mapped.places(query).map(Answer.init) == wanted.map(Answer.init), "\(query)")
        try #require(try mapped.count(query) == wanted.count, "\(query)")
      }
      for words in ["museum old", "sea quiet", "austria riv new", "old"] {
        #expect(
          try mapped.places(.init(words: words)).map(Answer.init)
            == book.places(.init(words: words)).map(Answer.init))
      }
      for id in [0, 1, 2, 6, 7, count - 1, -5] {
        #expect(try mapped.element(withID: id) == book[id])
        #expect(try mapped.country(of: id) == book.country(of: id))
        #expect(
          try mapped.nearby(id, limit: 5, where: [.isFalse(\.visited)]).map(Answer.init)
            == book.nearby(id, limit: 5, where: [.isFalse(\.visited)]).map(Answer.init))
        #expect(try mapped.alike(id).map(Answer.init) == book.alike(id).map(Answer.init))
      }
      let liked = [1, 2, 7, 7, -1]
      #expect(
        try mapped.recommendations(likedIDs: liked, limit: 50).map(Answer.init)
          == book.recommendations(likedIDs: liked, limit: 50).map(Answer.init))
      #expect(
        try mapped.statistics(by: \.kind, visited: .isTrue(\.visited), rating: .value(\.rating))
          == book.statistics(by: \.kind, visited: .isTrue(\.visited), rating: .value(\.rating)))
      #expect(try mapped.statistics(by: \.stars) == book.statistics(by: \.stars))
      #expect(try mapped.statistics(byEach: \.tags) == book.statistics(byEach: \.tags))
      #expect(try mapped.statisticsByCountry() == book.statisticsByCountry())
      #expect(try mapped.countries() == book.countries())
      #expect(
        try mapped.summary(visited: .isTrue(\.visited), rating: .value(\.rating))
          == book.summary(visited: .isTrue(\.visited), rating: .value(\.rating)))
      try mapped.checkEverything()
    }
  }

  /// A word in such a number of places that the file contains bits, and few places with others.
  @Test func frequentWordsMatchTheBookInMemory() throws {
    let spots = (0..<2_200).map { number in
      Spot(
        id: number,
        place: Coordinate(latitude: Double(number % 90), longitude: Double(number % 71)),
        name: number % 3 == 0 ? "Hotel Adler \(number)" : number % 3 == 1 ? "der Hotel" : "hotel")
    }
    let book = try Spot.book(spots)
    let mapped = try Self.open(book.encoded(record: \.record), Spot.fields)
    let here = Coordinate(latitude: 45, longitude: 20)
    for words in ["hotel", "hotel adler", "der hotel", "hot", "hotle", "adler 300", "zzz"] {
      for limit in [10, nil] {
        let query = PlaceBookQuery<Spot>(words: words, center: here, limit: limit)
        #expect(try mapped.places(query).map(Answer.init) == book.places(query).map(Answer.init))
      }
    }
  }

  @Test func fileOnDiskIsReplacedAndOpened() throws {
    let folder = NSTemporaryDirectory() + "cairn-book-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/spots.cairn"
    var maker = SpotMaker(seed: 8)
    for count in [5, 50] {
      let book = try Spot.book((0..<count).map { maker.spot($0) })
      try book.write(to: path, record: \.record)
      let mapped = try MappedPlaceBook(opening: path, id: \.id, fields: Spot.fields) {
        Spot(record: $0)
      }
      #expect(try mapped.elements() == book.elements)
    }
    #expect(throws: IndexFileError.self) {
      try MappedPlaceBook(opening: folder + "/none", id: \.id, fields: Spot.fields) {
        Spot(record: $0)
      }
    }
  }

  @Test func otherFilesAndFieldsAreRefused() throws {
    var maker = SpotMaker(seed: 3)
    let book = try Spot.book((0..<9).map { maker.spot($0) })
    let bytes = try book.encoded(record: \.record)
    func message(_ bytes: [UInt8], _ fields: [PlaceField<Spot>]) -> String {
      do throws(IndexFileError) {
        _ = try Self.open(bytes, fields)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(message(bytes, [.flag(\.visited)]).contains("field 1 is a category, not a flag"))
    #expect(message(bytes, [.category(\.kind)]).contains("4 fields without words, not 1"))
    #expect(message(bytes, Spot.fields + [.importance(\.stars)]).contains("other fields"))
    #expect(message(bytes, Spot.fields + [.words(\.name)]).contains("2 fields of words, not 3"))
    #expect(message(bytes, Array(Spot.fields.dropFirst())).contains("2 fields of words, not 1"))
    #expect(try message(book.index.encoded(), Spot.fields).contains("not a place book"))
    #expect(try message(book.index.encoded(record: \.record), Spot.fields).contains("not a place"))
    #expect(message(Array("nothing".utf8), Spot.fields).contains("not an index file"))
    let error = #expect(throws: IndexFileError.self) { try MappedPlaceIndex(bytes: bytes) { $0 } }
    #expect(error?.description.contains("MappedPlaceBook opens it") == true)
  }

  // MARK: Damage

  /// Runs queries, of which each throws or has the wanted result; returns whether one has thrown.
  private func isRefused(
    _ bytes: [UInt8], _ wanted: [[Answer]], _ queries: [PlaceBookQuery<Spot>]
  ) -> Bool {
    do throws(IndexFileError) {
      let mapped = try Self.open(bytes, Spot.fields)
      for (query, answers) in zip(queries, wanted) {
        let found = try mapped.places(query).map(Answer.init)
        #expect(found == answers)
      }
      _ = try mapped.alike(1)
      _ = try mapped.statistics(byEach: \.tags)
      try mapped.checkEverything()
      return false
    } catch {
      return true
    }
  }

  @Test func damageIsAnErrorAndNeverAWrongResult() throws {
    var maker = SpotMaker(seed: 55)
    let book = try changedBook(60, Spot.fields, &maker)
    let bytes = try book.encoded(record: \.record)
    let queries = (0..<6).map { _ in maker.query().0 }
    let wanted = queries.map { book.places($0).map(Answer.init) }
    #expect(!isRefused(bytes, wanted, queries))
    var random = SeededGenerator(seed: 9)
    for _ in 0..<rounds(3_000, inDebug: 40) {
      var damaged = bytes
      let place = random.integer(in: 0...(bytes.count - 1))
      damaged[place] ^= UInt8(1 << random.integer(in: 0...7))
      #expect(isRefused(damaged, wanted, queries), "byte \(place)")
    }
    for length in stride(from: 0, to: bytes.count, by: rounds(512, inDebug: 4_096)) {
      #expect(isRefused(Array(bytes[..<length]), wanted, queries), "\(length) bytes")
    }
  }

  /// Files of another writer, whose checksums match their impossible contents.
  @Test func impossibleContentsNeverTrap() throws {
    var maker = SpotMaker(seed: 56)
    let fields = Spot.fields + [.importance(\.stars), .areas(\.tags)]
    let book = try changedBook(40, fields, &maker)
    let sections = try book.fileSections()
    var random = SeededGenerator(seed: 10)
    var refused = 0
    for _ in 0..<rounds(8_000, inDebug: 60) {
      var other = sections
      let section = random.integer(in: 0...(sections.count - 1))
      guard !other[section].isEmpty else { continue }
      if random.integer(in: 0...9) == 0 {
        other[section].removeLast(random.integer(in: 1...other[section].count))
      }
      for _ in 0...random.integer(in: 0...3) where !other[section].isEmpty {
        let place = random.integer(in: 0...(other[section].count - 1))
        other[section][place] = UInt8(random.integer(in: 0...255))
      }
      do throws(IndexFileError) {
        let mapped = try Self.open(book.index.encoded(record: \.record, further: other), fields)
        for _ in 0..<3 { _ = try mapped.places(maker.query().0) }
        _ = try mapped.places(.init(words: "museum old"))
        _ = try mapped.alike(1)
        _ = try mapped.nearby(7)
        _ = try mapped.country(of: 7)
        _ = try mapped.statistics(by: \.kind)
        _ = try mapped.statistics(byEach: \.tags)
        _ = try mapped.summary(visited: .isTrue(\.visited), rating: .value(\.rating))
      } catch {
        refused += 1
      }
    }
    #expect(refused > 10)
  }

  /// Records that do not contain a tag from which the column is read again.
  @Test func recordsWithoutFieldsAreRefused() throws {
    let spot = Spot(id: 1, place: Coordinate(latitude: 1, longitude: 2), tags: ["a"])
    let bytes = try Spot.book([spot]).encoded(record: \.record)
    let mapped = try MappedPlaceBook(bytes: bytes, id: \.id, fields: Spot.fields) {
      var spot = Spot(record: $0)
      spot.tags = []
      return spot
    }
    let error = #expect(throws: IndexFileError.self) { try mapped.statistics(byEach: \.tags) }
    #expect(error?.description.contains("records without the values of the fields") == true)
  }
}

/// A result, with the element.
private struct Answer: Equatable {
  let element: Spot
  let distance: Double?
  let kind: PlaceMatchKind?

  init(_ match: PlaceBookMatch<Int, Spot>) {
    element = match.element
    distance = match.distance
    kind = match.kind
  }
}

extension Spot {
  /// The values with separators that occur in none of them.
  fileprivate var record: [UInt8] {
    let values = [
      "\(id)", "\(place.latitude)", "\(place.longitude)", name, notes, kind ?? "\u{1D}",
      tags.map { $0 + "\u{1E}" }.joined(), visited ? "1" : "", rating.map { "\($0)" } ?? "",
      "\(stars)",
    ]
    return Array(values.joined(separator: "\u{1F}").utf8)
  }

  fileprivate init(record: RecordBytes) {
    let values = String(decoding: record, as: UTF8.self).split(
      separator: "\u{1F}", omittingEmptySubsequences: false
    ).map { String($0) }
    guard values.count == 10 else {
      self.init(id: 0, place: Coordinate(latitude: 0, longitude: 0))
      return
    }
    self.init(
      id: Int(values[0]) ?? 0,
      place: Coordinate(
        latitude: Double(values[1]) ?? 0, longitude: Double(values[2]) ?? 0),
      name: values[3], notes: values[4], kind: values[5] == "\u{1D}" ? nil : values[5],
      tags: values[6].split(separator: "\u{1E}", omittingEmptySubsequences: false).dropLast()
        .map { String($0) },
      visited: values[7] == "1", rating: Double(values[8]), stars: Int(values[9]) ?? 0)
  }
}

// A libFuzzer target for books in files; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are edits of the sections of a valid file, whose checksums match, as a hostile writer
// could make it. For all inputs there is no trap, and a query returns places of the file or throws.

import CairnGeodesy

@testable import CairnBook
@testable import CairnIndex

private struct Spot: Sendable {
  var id: Int
  var place: Coordinate
  var kind: String { ["café", "museum", "beach"][abs(id % 3)] }
  var name: String { "\(kind) \(id % 7) 東京塔" }
  var tags: [String] { id % 2 == 0 ? ["old", "sea"] : [] }

  static let fields: [PlaceField<Spot>] = [
    .words(\.name), .category(\.kind), .tags(\.tags), .number(\.id), .importance(\.id),
    .areas(\.tags),
  ]

  init(_ id: Int) {
    self.id = id
    place = Coordinate(latitude: Double(id * 37 % 180 - 90), longitude: Double(id * 53 % 360 - 180))
  }
}

private let book = try? PlaceBook(
  (0..<70).map { Spot($0) }, id: \.id, coordinate: \.place, fields: Spot.fields)
private let sections = (try? book?.fileSections()) ?? []

/// Called by libFuzzer with each input; four bytes for each edit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMappedBook(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let book, !sections.isEmpty else { preconditionFailure("a valid book") }
  var edited = sections
  for start in stride(from: 0, to: input.count - 3, by: 4) {
    let section = Int(input[start]) % edited.count
    guard !edited[section].isEmpty else { continue }
    let place = Int(input[start + 1]) << 8 | Int(input[start + 2])
    edited[section][place % edited[section].count] = input[start + 3]
  }
  let record: (Spot) -> [UInt8] = { [UInt8($0.id)] }
  guard let bytes = try? book.index.encoded(record: record, further: edited) else { return 0 }
  let opened = try? MappedPlaceBook(bytes: bytes, id: \.id, fields: Spot.fields) { record in
    Spot(Int(record.first ?? 0))
  }
  guard let opened else { return 0 }
  let here = Coordinate(latitude: 10, longitude: 20)
  for words in ["", "mus", "museum 3", "musuem", "塔", "caf 1 東", "museum old sea"] {
    for limit in [5, nil] {
      let query = PlaceBookQuery<Spot>(
        words: words, filters: [.contains(\.tags, "sea")], center: here, limit: limit)
      if let found = try? opened.places(query) { precondition(found.count <= 70) }
      _ = try? opened.count(.init(words: words, radius: 5_000_000, order: .descending(\.id)))
    }
  }
  _ = try? opened.alike(3)
  _ = try? opened.statistics(by: \.kind)
  _ = try? opened.summary()
  _ = try? opened.checkEverything()
  return 0
}

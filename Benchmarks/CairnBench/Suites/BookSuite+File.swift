internal import CairnBook
internal import CairnGeodesy
internal import CairnIndex

extension Suite {
  /// A book in a file: saving and opening it, and queries after opening.
  static func measureFile(
    _ bench: inout Bench, _ book: PlaceBook<Int, BookSpot>, _ spots: [BookSpot]
  ) {
    let rows = [
      "file: save", "file: open", "file: open and find words", "file: open and find by kind",
      "file: words near",
    ]
    guard rows.contains(where: { bench.includes(anyOf: $0) }) else { return }
    let path = "cairn-bench-\(spots.count).book"
    defer { Platform.removeFile(path) }
    func open() -> MappedPlaceBook<Int, BookSpot>? {
      try? MappedPlaceBook(opening: path, id: \.id, fields: BookSpot.fields) { BookSpot($0) }
    }
    func write() -> Bool { (try? book.write(to: path, record: \.record)) != nil }
    bench.measure(rows[0], calls: 1) { Tally(sum: write() ? 1 : 0) }
    guard write(), let size = Platform.contents(ofFile: path)?.count else {
      bench.report.warn("cannot write \(path)")
      return
    }
    bench.report.note("file: size", Double(size) / 1e6, unit: "MB")
    bench.measure(rows[1], calls: 1) { Tally(sum: Double(open()?.count ?? 0)) }
    let asked = stride(from: 0, to: spots.count, by: max(1, spots.count / 500)).map { spots[$0] }
    func places(
      _ query: PlaceBookQuery<BookSpot>, in mapped: MappedPlaceBook<Int, BookSpot>?
    ) -> Tally {
      let found = (try? mapped?.places(query)) ?? []
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + Double($1.id) })
    }
    func words(_ spot: BookSpot) -> PlaceBookQuery<BookSpot> {
      .init(words: spot.typed, center: spot.place, limit: 20)
    }
    bench.measure(rows[2], calls: 1) { places(words(asked[0]), in: open()) }
    bench.measure(rows[3], calls: 1) {
      places(.init(filters: [.equal(\.kind, "Park")], limit: 20), in: open())
    }
    let mapped = open()
    bench.measure(rows[4], calls: asked.count) {
      asked.reduce(into: Tally(sum: 0)) { tally, spot in
        let found = places(words(spot), in: mapped)
        let hits = (tally.hits ?? 0) + (found.hits ?? 0)
        tally = Tally(hits: hits, sum: tally.sum + found.sum)
      }
    }
  }
}

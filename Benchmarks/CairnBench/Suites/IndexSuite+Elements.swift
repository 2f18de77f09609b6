internal import CairnGeodesy
internal import CairnIndex

extension Bench {
  /// The same queries of the same places, with several kinds of elements and with none.
  ///
  /// Measures the cost of passing elements: a byte, two numbers, a struct with a string on the
  /// heap, an object.
  mutating func elements(_ index: PlaceIndex<Coordinate>) {
    let places = workload.places
    elements(kind: "16 bytes", index) { $0.latitude > 0 }
    if includesElements("1 byte") {
      var next = -1
      let small = try? PlaceIndex(places.map { UInt8($0.latitude > 0 ? 1 : 0) }) { _ in
        next += 1
        return places[next]
      }
      elements(kind: "1 byte", small) { $0 == 1 }
    }
    if includesElements("text") {
      // Longer than the fifteen bytes that a string stores inline.
      let texts = places.enumerated().map { number, place in
        Named(name: "a place with the number \(number)", coordinate: place)
      }
      elements(kind: "text", try? PlaceIndex(texts, coordinate: \.coordinate)) {
        $0.coordinate.latitude > 0
      }
    }
    if includesElements("object") {
      let objects = places.map { Thing(coordinate: $0) }
      elements(kind: "object", try? PlaceIndex(objects, coordinate: \.coordinate)) {
        $0.coordinate.latitude > 0
      }
    }
    measureQueries("hits without elements 20 km") { center in
      let found = index.hits(within: 20_000, of: center)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
    }
  }

  private func includesElements(_ kind: String) -> Bool {
    ["sorted 20 km", "sorted 100 km", "count where 20 km"].contains {
      includes("\(kind): \($0)")
    }
  }

  private mutating func elements<Element>(
    kind: String, _ index: PlaceIndex<Element>?, where isNorthern: (Element) -> Bool
  ) {
    guard let index else { return }
    for kilometers in [20, 100] {
      measureQueries("\(kind): sorted \(kilometers) km") { center in
        let found = index.within(Double(kilometers) * 1_000, of: center)
        return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
      }
    }
    measureQueries("\(kind): count where 20 km") { center in
      Tally(hits: index.count(within: 20_000, of: center, where: isNorthern), sum: 0)
    }
  }
}

/// A place with a name.
struct Named: Sendable {
  var name: String
  var coordinate: Coordinate
}

/// A place that is shared by reference.
private final class Thing: Sendable {
  let coordinate: Coordinate

  init(coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}

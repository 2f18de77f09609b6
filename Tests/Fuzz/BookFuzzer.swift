// A libFuzzer target for books of places; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are texts of places, changes of the book, and queries. For all inputs there is no trap;
// a place is found by its name, but not after it was removed; a query with a limit returns a
// prefix of the results without one; and a changed book gives the same answers as a new one with
// the same places.

import CairnBook
import CairnGeodesy
import CairnIndex

private struct Spot: Sendable {
  var id: Int
  var place: Coordinate
  var name: String
  var notes: String
  var rating: Double?
}

private struct Reader {
  var bytes: ArraySlice<UInt8>

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func text() -> String {
    let count = Int(byte() & 31)
    defer { bytes = bytes.dropFirst(count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

private func book(_ spots: [Spot]) -> PlaceBook<Int, Spot>? {
  try? PlaceBook(
    spots, id: \.id, coordinate: \.place,
    fields: [.words(\.name), .words(\.notes), .number(\.rating)])
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBook(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var reader = Reader(bytes: ArraySlice(UnsafeBufferPointer(start: data, count: size)))
  guard var changed = book([]) else { preconditionFailure("an empty book") }
  var spots: [Spot] = []
  var queries: [PlaceBookQuery<Spot>] = []

  while !reader.bytes.isEmpty, spots.count < 200 {
    let action = reader.byte()
    switch action % 4 {
    case 0, 1:
      let id = Int(action / 4 % 32)
      let spot = Spot(
        id: id,
        place: Coordinate(
          latitude: Double(Int8(bitPattern: reader.byte())) / 2,
          longitude: Double(Int8(bitPattern: reader.byte()))),
        name: reader.text(), notes: reader.text(), rating: action > 200 ? nil : Double(action))
      guard (try? changed.insert(spot)) != nil else { continue }
      if let index = spots.firstIndex(where: { $0.id == id }) {
        spots[index] = spot
      } else {
        spots.append(spot)
      }
    case 2:
      let id = Int(action / 4 % 32)
      let wasThere = spots.contains { $0.id == id }
      precondition((changed.remove(id) != nil) == wasThere, "removal of \(id)")
      spots.removeAll { $0.id == id }
    default:
      var query = PlaceBookQuery<Spot>(words: reader.text())
      if action & 8 != 0 { query.center = Coordinate(latitude: 10, longitude: Double(action)) }
      if action & 16 != 0 { query.radius = Double(reader.byte()) * 1e5 }
      if action & 32 != 0 { query.allowsTypingErrors = false }
      queries.append(query)
    }
  }

  precondition(changed.count == spots.count, "the number of places")
  guard let made = book(spots) else { preconditionFailure("a book of valid places") }
  for spot in spots {
    // A name without letters and digits matches all places.
    let found = changed.places(PlaceBookQuery(words: spot.name))
    precondition(found.contains { $0.id == spot.id }, "\(spot.name) is not found by its name")
  }
  for query in queries.prefix(20) {
    let all = changed.places(query)
    precondition(changed.count(query) == all.count, "the count of \(query.words)")
    precondition(Set(all.map(\.id)).count == all.count, "a place twice for \(query.words)")
    precondition(
      Set(made.places(query).map(\.id)) == Set(all.map(\.id)),
      "a changed book differs from a new one for \(query.words)")
    for match in all {
      precondition(spots.contains { $0.id == match.id }, "a place that was removed")
      if let radius = query.radius, let distance = match.distance {
        precondition(distance <= radius, "a place beyond the radius")
      }
    }
    var limited = query
    limited.limit = 3
    precondition(
      changed.places(limited).map(\.id) == all.prefix(3).map(\.id),
      "the first of \(query.words)")
  }
  return 0
}

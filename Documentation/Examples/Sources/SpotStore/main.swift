// A user's places in the system's SQLite: the database is the source of truth. The book is built
// from it at the start, and its changes are written to it.
//
//   swift run SpotStore FILE.sqlite                        the nearest to the first place
//   swift run SpotStore FILE.sqlite add NAME LAT LON       adds a place
//   swift run SpotStore FILE.sqlite find WORDS             the best matches

import CSQLite
import Cairn
import CairnBook
import Foundation

struct Spot: Sendable {
  var id: String
  var place: Coordinate
}

/// The app's database, which does not depend on the search.
final class Store {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    try check(sqlite3_open(path, &handle))
    try run("create table if not exists spot (id text primary key, latitude real, longitude real)")
  }

  deinit { sqlite3_close(handle) }

  func spots() throws -> [Spot] {
    var found: [Spot] = []
    try run("select id, latitude, longitude from spot order by rowid") { row in
      found.append(
        Spot(
          id: String(cString: sqlite3_column_text(row, 0)),
          place: Coordinate(
            latitude: sqlite3_column_double(row, 1), longitude: sqlite3_column_double(row, 2))))
    }
    return found
  }

  func apply(_ change: PlaceBookChange<Spot>) throws {
    switch change {
    case .inserted(let spot), .replaced(_, let spot):
      try run(
        "insert into spot values (?, ?, ?) on conflict (id) do update set "
          + "latitude = excluded.latitude, longitude = excluded.longitude",
        [spot.id, spot.place.latitude, spot.place.longitude])
    case .removed(let spot): try run("delete from spot where id = ?", [spot.id])
    }
  }

  private func run(
    _ text: String, _ values: [any Sendable] = [], _ row: (OpaquePointer?) -> Void = { _ in }
  ) throws {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (number, value) in values.enumerated() {
      if let value = value as? Double {
        try check(sqlite3_bind_double(statement, Int32(number + 1), value))
      } else {
        // SQLITE_TRANSIENT, a pointer of -1, makes the library copy the text.
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try check(sqlite3_bind_text(statement, Int32(number + 1), "\(value)", -1, copy))
      }
    }
    while true {
      let result = sqlite3_step(statement)
      guard result == SQLITE_ROW else { return try check(result) }
      row(statement)
    }
  }

  private func check(_ result: Int32) throws {
    guard result != SQLITE_OK, result != SQLITE_DONE else { return }
    throw StoreError(text: String(cString: sqlite3_errmsg(handle)))
  }
}

struct StoreError: Error { var text: String }

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: SpotStore FILE.sqlite [add|find ...]")
  exit(64)
}
let store = try Store(arguments[1])
let shared = SharedPlaceBook(
  try PlaceBook(store.spots(), id: \.id, coordinate: \.place, fields: [.words(\.id)]))

switch arguments.dropFirst(2).first {
case "add" where arguments.count > 5:
  guard let latitude = Double(arguments[4]), let longitude = Double(arguments[5]) else {
    print("a place needs two numbers, not \(arguments[4]) and \(arguments[5])")
    exit(64)
  }
  let changes = shared.changes()
  let spot = Spot(id: arguments[3], place: Coordinate(latitude: latitude, longitude: longitude))
  try shared.insert(spot)
  shared.finish()
  // In an app, a separate task waits for changes.
  for await change in changes { try store.apply(change) }
  print("\(shared.book.count) spots, \(try store.spots().count) stored")

case "find" where arguments.count > 3:
  for match in shared.book.places(.init(words: arguments[3], limit: 5)) { print(match.id) }

default:
  guard let first = shared.book.elements.first else { break }
  print("nearest to \(first.id):")
  for match in shared.book.nearby(first.id, limit: 3) {
    print("  \(match.id), \(Int((match.distance ?? 0) / 1000)) km")
  }
}

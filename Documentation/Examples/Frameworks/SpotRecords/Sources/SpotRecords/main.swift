// A user's places in a database of GRDB, searched with PlaceBook.
//
//   swift run SpotRecords FILE.sqlite
//
// The database is the source of truth. The book is built from it once; then each committed
// transaction updates the book, whichever part of the app wrote it.

import Cairn
import CairnBook
import Foundation
import GRDB

struct Spot: Codable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
  var latitude: Double
  var longitude: Double

  var place: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// Updates a book after each commit with the rows that the transaction changed.
final class BookObserver: TransactionObserver {
  let book: SharedPlaceBook<Int64, Spot>
  private var changed: Set<Int64> = []

  init(_ book: SharedPlaceBook<Int64, Spot>) { self.book = book }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "spot" }

  func databaseDidChange(with event: DatabaseEvent) { changed.insert(event.rowID) }

  func databaseDidCommit(_ database: Database) {
    let rows = (try? Spot.fetchAll(database, keys: changed)) ?? []
    for id in changed.subtracting(rows.compactMap(\.id)) { book.remove(id) }
    for error in book.insert(contentsOf: rows) { print("not in the book:", error) }
    changed = []
  }

  func databaseDidRollback(_ database: Database) { changed = [] }
}

func open(_ path: String) throws -> (DatabaseQueue, SharedPlaceBook<Int64, Spot>) {
  let queue = try DatabaseQueue(path: path)
  var migrator = DatabaseMigrator()
  migrator.registerMigration("spots") { database in
    try database.create(table: "spot") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("name", .text).notNull()
      table.column("latitude", .double).notNull()
      table.column("longitude", .double).notNull()
    }
  }
  try migrator.migrate(queue)
  let spots = try queue.read { try Spot.fetchAll($0) }
  let book = SharedPlaceBook(
    try PlaceBook(
      spots, id: { $0.id ?? 0 }, coordinate: \.place, fields: [.words(\.name)]))
  queue.add(transactionObserver: BookObserver(book), extent: .databaseLifetime)
  return (queue, book)
}

func add(_ spots: [(String, Double, Double)], to database: Database) throws {
  for (name, latitude, longitude) in spots {
    var spot = Spot(name: name, latitude: latitude, longitude: longitude)
    try spot.insert(database)
  }
}

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: SpotRecords FILE.sqlite")
  exit(64)
}
let (queue, book) = try open(path)
print(book.book.count, "spots in the file")

try queue.write { database in
  try add([("Hallstatt", 47.5622, 13.6493), ("Großglockner", 47.0742, 12.6939)], to: database)
}
print("added:", book.book.places(.init(words: "grosglokner")).map(\.element.name))

// A transaction that fails changes neither the database nor the book.
do {
  try queue.write { database in
    try add([("Atlantis", 31, -24)], to: database)
    throw CancellationError()
  }
} catch {}
print("rolled back:", book.book.places(.init(words: "atlantis")).map(\.element.name))

// A statement in SQL is followed too.
try queue.write { database in
  try database.execute(sql: "update spot set name = 'Hallstätter See' where id = 1")
}
let salzburg = Coordinate(latitude: 47.8, longitude: 13.045)
for match in book.book.places(.init(center: salzburg, order: .distance)) {
  print(match.element.name, Int((match.distance ?? 0) / 1000), "km")
}
let count = try queue.read { try Spot.fetchCount($0) }
print(count, "spots stored")

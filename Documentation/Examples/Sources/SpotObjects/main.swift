// A book of the objects of SwiftData, Core Data or Realm: one value row per object.
//
// This target is compiled with MainActor isolation by default, as new Xcode projects are.
// `SpotObject` stands for the class of the framework, which is bound to the main actor or to a
// context; the row is a `nonisolated` struct, so that the book can be used on any thread.
import Cairn
import CairnBook

/// The object that the database stores; with SwiftData, `@Model final class SpotObject`.
final class SpotObject {
  let key: Int
  var name: String
  var notes: String
  var latitude: Double
  var longitude: Double
  var rating: Double?
  var isVisited = false

  init(key: Int, name: String, notes: String = "", latitude: Double, longitude: Double) {
    self.key = key
    self.name = name
    self.notes = notes
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The row of an object: the values that a search needs, and the key of the object.
///
/// With SwiftData the ID is the object's `persistentModelID`, with Core Data its `objectID`, and
/// with Realm its primary key: all are `Hashable` and `Sendable`.
nonisolated struct SpotRow: Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
  var notes: String
  var place: Coordinate
  var rating: Double?
  var isVisited: Bool
}

extension SpotRow {
  /// Copies an object; on the actor or context to which the object belongs.
  @MainActor init(_ object: SpotObject) {
    self.init(
      id: object.key, name: object.name, notes: object.notes,
      place: Coordinate(latitude: object.latitude, longitude: object.longitude),
      rating: object.rating, isVisited: object.isVisited)
  }
}

/// The objects with the book that finds them.
final class SpotModel {
  private var objects: [Int: SpotObject] = [:]
  let book: SharedPlaceBook<Int, SpotRow>

  /// Reads all objects once; with SwiftData, `try context.fetch(FetchDescriptor<SpotObject>())`.
  init(_ objects: [SpotObject]) throws {
    for object in objects { self.objects[object.key] = object }
    book = SharedPlaceBook(
      try PlaceBook(
        objects.map { SpotRow($0) }, id: \.id, coordinate: \.place,
        fields: [.words(\.name), .words(\.notes), .number(\.rating), .flag(\.isVisited)]))
  }

  /// Updates the book after a save: call it with the objects and keys of the framework's
  /// notification (`ModelContext.didSave`, `NSManagedObjectContext.didSaveObjectsNotification`, or
  /// the changes of a Realm collection).
  func didSave(changed: [SpotObject], deleted: [Int]) {
    for object in changed { objects[object.key] = object }
    for key in deleted { objects[key] = nil }
    for error in book.insert(contentsOf: changed.map { SpotRow($0) }) {
      print("left out: \(error)")
    }
    for key in deleted { book.remove(key) }
  }

  /// The objects that match, best first.
  ///
  /// The search runs on another thread.
  func objects(matching words: String) async -> [SpotObject] {
    let snapshot = book.book
    let keys = await Task.detached { snapshot.places(.init(words: words, limit: 20)).map(\.id) }
      .value
    return keys.compactMap { objects[$0] }
  }
}

let model = try SpotModel([
  SpotObject(key: 1, name: "Café Rivoire", latitude: 43.7698, longitude: 11.2553),
  SpotObject(key: 2, name: "Mercato Centrale", latitude: 43.7765, longitude: 11.2532),
])
print(await model.objects(matching: "rivoier").map(\.name))

let cafe = SpotObject(key: 3, name: "Caffè Gilli", latitude: 43.7715, longitude: 11.2548)
cafe.isVisited = true
model.didSave(changed: [cafe], deleted: [2])
print(await model.objects(matching: "caf").map(\.name), model.book.book.count)

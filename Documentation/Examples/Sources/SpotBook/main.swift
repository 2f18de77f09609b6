// A user's places in a file, with Codable: the file is the source of truth, and the book is built
// from it at the start.
//
//   swift run SpotBook FILE.json                      counts the places by kind and country
//   swift run SpotBook FILE.json find WORDS [NEAR]    the best matches, near a town if one is given
//   swift run SpotBook FILE.json import FILE.csv      adds the rows of a table to the file
//   swift run SpotBook FILE.json map FILE.svg         draws the journey through all of them

import Cairn
import CairnBook
import CairnBookFiles
import CairnFormats
import CairnPictures
import CairnPlaces
import Foundation

struct Spot: Codable, Sendable {
  var id: String
  var latitude: Double
  var longitude: Double
  var kind: String
  var date: CivilDate
  var rating: Double?

  var place: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// Creates a spot from a row of a table; nil if it has no location, title or date.
  init?(_ row: GeoFeature) {
    guard case .point(let position)? = row.geometry, let title = row.properties["title"]?.text,
      let date = row.properties["date"]?.text.flatMap({ CivilDate($0) })
    else { return nil }
    id = title
    latitude = position.coordinate.latitude
    longitude = position.coordinate.longitude
    kind = row.properties["kind"]?.text ?? ""
    self.date = date
    rating = row.properties["rating"]?.number
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: SpotBook FILE.json [find|import|map ...]")
  exit(64)
}
let file = URL(fileURLWithPath: arguments[1])
// If the file exists but cannot be read, it must not be overwritten as if it were empty.
let isNew = !FileManager.default.fileExists(atPath: file.path)
let stored = try isNew ? Data("[]".utf8) : Data(contentsOf: file)
var book = try PlaceBook(
  JSONDecoder().decode([Spot].self, from: stored), id: \.id, coordinate: \.place,
  fields: [.words(\.id), .words(\.kind), .category(\.kind), .number(\.rating), .number(\.date)])

switch arguments.dropFirst(2).first {
case "find" where arguments.count > 3:
  var query = PlaceBookQuery<Spot>(words: arguments[3], limit: 5)
  if arguments.count > 4 {
    query.center = try Gazetteer.embedded.place(named: arguments[4]).coordinate
  }
  for match in book.places(query) {
    let away = match.distance.map { ", \(Int($0 / 1000)) km" } ?? ""
    print("\(match.id) (\(match.element.kind), \(match.element.date))\(away)")
  }

case "import" where arguments.count > 3:
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[3])))
  let report = book.insert(contentsOf: bytes, as: .csv) { Spot($0) }
  try JSONEncoder().encode(book.elements).write(to: file)
  print("\(report.changes.count) spots, \(report.leftOut.count) rows left out")

case "map" where arguments.count > 3:
  let journal = try Journal(
    book.elements, coordinate: \.place, time: { CivilTime($0.date, ClockTime(12, 0)) })
  var map = MapPicture(title: "\(journal.days().count) days")
  map.markers = journal.entries.map { MapPicture.Marker($0.place, name: $0.id, category: $0.kind) }
  map.highlighted = Set(journal.countries())
  try Data(map.svg()).write(to: URL(fileURLWithPath: arguments[3]))
  print("wrote", arguments[3])

default:
  for kind in book.statistics(by: \.kind, rating: .value(\.rating)) {
    print("\(kind.key): \(kind.count), rated \(kind.meanRating.map { "\($0)" } ?? "never")")
  }
  print(book.countries(matching: .init(order: .ascending(\.date))).map(\.flag).joined())
}

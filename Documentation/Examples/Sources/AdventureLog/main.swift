// An adventure log: the places and countries visited, the distance from home, and a map.
//
//   swift run AdventureLog FILE.csv [MAP.svg [LANGUAGE]]

import Cairn
import CairnFormats
import CairnPictures
import CairnPlaces
import Foundation

struct Adventure {
  var title: String
  var date: CivilDate
  var place: Coordinate
  var kind: String
  var rating: Int
}

/// Reads the rows of a table.
///
/// Rows without a location or date are reported and skipped.
func readAdventures(_ path: String) throws -> [Adventure] {
  var reader = TableReader()
  reader.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  reader.finish()
  var found: [Adventure] = []
  while let row = try reader.next() {
    guard let place = row.coordinate,
      let date = row.properties["date"]?.text.flatMap({ CivilDate($0) })
    else {
      print("left out:", row.properties["title"]?.text ?? "a row without a title")
      continue
    }
    found.append(
      Adventure(
        title: row.properties["title"]?.text ?? "", date: date, place: place,
        kind: row.properties["kind"]?.text ?? "",
        rating: Int(row.properties["rating"]?.number ?? 0)))
  }
  return found.sorted { $0.date < $1.date }
}

func kilometers(_ meters: Double) -> String { "\(Int((meters / 1000).rounded())) km" }

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: AdventureLog FILE.csv [MAP.svg [LANGUAGE]]")
  exit(64)
}
let language = arguments.count > 3 ? arguments[3] : "en"
let log = try readAdventures(arguments[1])
let index = try PlaceIndex(log, coordinate: \.place)
let home = try Gazetteer.embedded.place(named: "Graz").coordinate

print("\(log.count) adventures, the last on \(log.last?.date.description ?? "no day")")

// The countries visited, in the order of the first visit.
var visited: [Country] = []
for country in CountryAtlas.world.countries(at: log.map(\.place)) {
  if let country, !visited.contains(country) { visited.append(country) }
}
print(visited.map { "\($0.flag) \($0.name(in: language) ?? $0.name)" }.joined(separator: ", "))
let counts = index.countsByCountry()
if let most = visited.max(by: { (counts[$0] ?? 0) < (counts[$1] ?? 0) }) {
  print("most often in", most.name, "-", counts[most] ?? 0)
}

// The adventure farthest from home.
if let farthest = log.max(by: { home.distance(to: $0.place) < home.distance(to: $1.place) }) {
  let bearing = home.initialBearing(to: farthest.place)
  print(
    "farthest:", farthest.title, kilometers(home.distance(to: farthest.place, on: .wgs84)),
    CompassPoint(bearing: bearing)?.rawValue ?? "")
}

// The map region of each journey. Adventures less than two weeks apart belong together.
var journeys: [[Adventure]] = []
for adventure in log {
  if let last = journeys.last?.last, last.date.days(to: adventure.date) < 14 {
    journeys[journeys.count - 1].append(adventure)
  } else {
    journeys.append([adventure])
  }
}
for journey in journeys where journey.count > 1 {
  let way = GeoPath(journey.map(\.place))
  let box = way.boundingBox
  print(
    journey[0].date, "\(journey.count) adventures,", kilometers(way.length()),
    box.crossesAntimeridian ? "across 180 degrees" : "", "in",
    CountryAtlas.world.countries(touching: box).map(\.name).joined(separator: ", "))
}

// The best summit near a given place.
let asked = try Gazetteer.embedded.place(named: "Innsbruck")
for found in index.nearest(
  to: asked.coordinate, count: 2, where: { $0.kind == "summit" && $0.rating > 3 })
{
  print("near \(asked.name):", found.element.title, kilometers(found.distance))
}

if arguments.count > 2 {
  var map = MapPicture(title: "Adventures")
  map.markers = log.map { MapPicture.Marker($0.place, name: $0.title, category: $0.kind) }
  map.highlighted = Set(visited)
  try Data(map.svg()).write(to: URL(fileURLWithPath: arguments[2]))
  print("wrote", arguments[2])
}

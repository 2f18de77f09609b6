// A nearby explorer: open places around a walker, and notifications when passing one.
//
//   swift run NearbyExplorer FILE.csv 2026-05-09T18:00

import Cairn
import CairnFormats
import CairnShapes
import Foundation

struct Spot: Sendable {
  var name: String
  var kind: String
  var place: Coordinate
  /// The hours; unknown (not closed) if they cannot be read.
  var hours: OpeningHours
}

func readSpots(_ path: String) throws -> [Spot] {
  var reader = TableReader()
  reader.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  reader.finish()
  var spots: [Spot] = []
  while let row = try reader.next() {
    guard let place = row.coordinate else { continue }
    let name = row.properties["name"]?.text ?? ""
    var hours = OpeningHours.unknown
    do {
      hours = try OpeningHours(row.properties["opening_hours"]?.text ?? "")
    } catch {
      print("hours of \(name): \(error)")
    }
    spots.append(
      Spot(
        name: name, kind: row.properties["kind"]?.text ?? "", place: place,
        hours: hours))
  }
  return spots
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let begin = CivilTime(arguments[2]) else {
  print("usage: NearbyExplorer FILE.csv 2026-05-09T18:00")
  exit(64)
}

// Spots are added and removed while the app runs, so the index is dynamic.
var spots = DynamicPlaceIndex<String, Spot>(id: \.name, coordinate: \.place)
for spot in try readSpots(arguments[1]) { try spots.insert(spot) }

// A fence of 60 meters around each spot.
let fences = ShapeIndex(Array(spots.elements), shape: { Cap(center: $0.place, radius: 60).shape })
var tracker = GeofenceTracker<String, Spot>(fences)

// A walk through the old town at 4 km/h, with a position every half minute.
let walk = GeoPath([
  Coordinate(latitude: 48.2121, longitude: 16.3606),
  Coordinate(latitude: 48.2104, longitude: 16.3660),
  Coordinate(latitude: 48.2078, longitude: 16.3700),
  Coordinate(latitude: 48.2043, longitude: 16.3690),
  Coordinate(latitude: 48.1985, longitude: 16.3640),
])
let stride = 4_000.0 / 120
var step = 0
while Double(step) * stride <= walk.length(),
  let here = walk.coordinate(atDistance: Double(step) * stride)
{
  let now = begin.adding(seconds: Double(step) * 30)
  for event in tracker.update("me", at: here, time: Double(step) * 30) where event.kind == .entered
  {
    let spot = event.fence
    let state = spot.hours.state(at: now)
    let until = spot.hours.nextChange(after: now).map { "until \($0.time.rounded())" } ?? ""
    print("\(now.time.rounded()) passing \(spot.name) (\(spot.kind)): \(state) \(until)")
  }
  if step % 20 == 0 {
    let open = spots.within(600, of: here, limit: 3) { $0.hours.isOpen(at: now) }
    let list = open.map { "\($0.element.name) \(Int($0.distance)) m" }.joined(separator: ", ")
    print("\(now.time.rounded()) open within 600 m: \(list)")
  }
  step += 1
}

// The market closes permanently, so the next search must not find it.
spots.remove("Naschmarkt")
print(
  spots.count, "spots left,", spots.nearest(to: walk.coordinates[4], count: 1).map(\.element.name))

// A trip planner: the sights of each day in order, and those that do not fit.
//
//   swift run TripPlanner FILE.csv 2026-05-11 2 [PLAN.geojson [EXTRACT.osm.pbf]]
//
// With an extract of OpenStreetMap the travel times and lines follow its roads, on foot.

import Cairn
import CairnFormats
import CairnOSM
import CairnRoads
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 4, let first = CivilDate(arguments[2]), let count = Int(arguments[3]),
  count > 0
else {
  print("usage: TripPlanner FILE.csv FIRST-DATE DAYS [PLAN.geojson [EXTRACT.osm.pbf]]")
  exit(64)
}

// Each row is a stop; a row without a score is a must-see. The days begin and end at the hotel.
var hotel: Coordinate?
var reader = TableReader()
reader.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1]))))
reader.finish()
var stops: [VisitStop] = []
while let row = try reader.next() {
  guard let place = row.coordinate else { continue }
  if row.properties["name"]?.text == "Hotel" {
    hotel = place
    continue
  }
  let score = row.properties["score"]?.number
  stops.append(
    VisitStop(
      row.properties["name"]?.text ?? "", at: place,
      duration: .minutes(row.properties["minutes"]?.number ?? 30),
      hours: try OpeningHours(row.properties["hours"]?.text ?? "24/7"),
      priority: score.map { .optional(score: $0) } ?? .mustSee))
}

let days = (0..<count).map { number in
  TripDay(
    date: first.adding(days: number), from: ClockTime(9, 0), to: ClockTime(19, 0), start: hotel,
    end: hotel)
}
let roads = arguments.count > 5 ? try RoadNetwork(extract: OSMFile(path: arguments[5])) : nil
let travel =
  try roads.map { network throws(RoadError) in try TravelTimes.roads(network, by: "foot") }
  ?? .speed(metersPerSecond: 4.5, detour: 1.3)
let plan = try SchedulePlanner().plan(stops, days: days, travel: travel)

for day in plan.days {
  let date = first.adding(days: day.day)
  print("\(date.weekday) \(date), \(Int(day.travel / 60)) minutes of travel")
  for visit in day.visits {
    let waiting = visit.waiting > 60 ? ", after \(Int(visit.waiting / 60)) minutes at the door" : ""
    print("  \(visit.start.rounded())-\(visit.departure.rounded()) \(visit.name)\(waiting)")
  }
  print("  \(day.arrival.rounded()) at the hotel")
}
for stop in plan.leftOut { print("left out: \(stop.name) - \(stop.reason)") }

// The days as lines and the visits as points, for any map.
if arguments.count > 4 {
  var writer = FileFormat.geoJSON.writer()
  for day in plan.days {
    let places = day.visits.compactMap { visit -> GeoFeature.Position? in
      guard case .at(let coordinate) = stops[visit.stop].place else { return nil }
      return GeoFeature.Position(coordinate)
    }
    let ends = hotel.map { [GeoFeature.Position($0)] } ?? []
    var way = ends + places + ends
    if let roads {
      way = try roads.route(through: way.map(\.coordinate), by: "foot").path.map {
        GeoFeature.Position($0)
      }
    }
    try writer.write(
      GeoFeature(geometry: .lineString(way), properties: ["day": .integer(day.day + 1)]))
    for (visit, place) in zip(day.visits, places) {
      try writer.write(
        GeoFeature(
          geometry: .point(place),
          properties: ["name": .string(visit.name), "from": .string("\(visit.start.rounded())")]))
    }
  }
  try writer.end()
  try Data(writer.drain()).write(to: URL(fileURLWithPath: arguments[4]))
  print("wrote", arguments[4])
}

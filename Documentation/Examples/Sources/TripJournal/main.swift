// A trip journal: the days, distances, climbs, border crossings and towns of a recorded track.
//
//   swift run TripJournal TRACK.gpx [LANGUAGE]

import Cairn
import CairnFormats
import CairnNames
import CairnPlaces
import Foundation

/// A segment of a track: its line, its heights, and the times at which it began and ended.
struct Day {
  var path: GeoPath
  var heights: [Double]
  var begin: String
  var end: String

  /// The climb in meters, ignoring the noise of a barometer.
  var climb: Double {
    var total = 0.0
    var low = heights.first ?? 0
    for height in heights {
      if height > low + 10 { total += height - low }
      if height > low + 10 || height < low { low = height }
    }
    return total
  }
}

guard CommandLine.arguments.count > 1 else {
  print("usage: TripJournal TRACK.gpx [LANGUAGE]")
  exit(64)
}
let language = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : nil
let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))

var reader = try FileFormat.detect(bytes).format.reader()
reader.append(bytes)
reader.finish()
var title = ""
var days: [Day] = []
while let feature = try reader.next() {
  title = feature.properties["name"]?.text ?? title
  guard case .multiLineString(let segments)? = feature.geometry,
    case .array(let times)? = feature.properties["coordTimes"]
  else { continue }
  for (segment, column) in zip(segments, times) {
    guard case .array(let moments) = column else { continue }
    days.append(
      Day(
        path: GeoPath(segment.map(\.coordinate)), heights: segment.compactMap(\.elevation),
        begin: moments.first?.text ?? "", end: moments.last?.text ?? ""))
  }
}
print(title)

let cities = try PlaceIndex(Gazetteer.embedded.cities, coordinate: \.coordinate)
var total = 0.0
for (number, day) in days.enumerated() {
  let length = day.path.length(on: .wgs84)
  total += length
  print(
    "day \(number + 1), \(day.begin.prefix(10)): \(Int(length / 1000)) km, \(Int(day.climb)) m up")

  // The sections in each country.
  for stay in CountryAtlas.world.countries(along: day.path) {
    print(
      "  \(stay.country.flag) \(language.flatMap(stay.country.name) ?? stay.country.name) \(Int(stay.length / 1000)) km"
    )
  }
  // Towns along the path, in order.
  let towns = cities.places(along: day.path, within: 3_000).map { found in
    language.flatMap(found.element.name) ?? found.element.name
  }
  print("  by \(towns.isEmpty ? "no town" : towns.joined(separator: ", "))")
}

let whole = GeoPath(days.flatMap(\.path.coordinates))
let box = whole.boundingBox
print("\(Int(total / 1000)) km in \(days.count) days")
print("the map shows \(box.south)...\(box.north) north, \(box.west)...\(box.east) east")
let small = whole.simplified(tolerance: 2_000)
print("to share: \(EncodedPolyline.encode(small.coordinates))")

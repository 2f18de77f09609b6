// A landmark finder: famous sights around a place that the user typed, pasted or shared.
//
//   swift run LandmarkFinder "48.8584, 2.2945"
//   swift run LandmarkFinder Cuzco

import Cairn
import CairnPlaces
import CairnTimeZones

/// Finds a place by its name or by coordinates in any notation.
func locate(_ text: String) throws -> (name: String, coordinate: Coordinate) {
  if let coordinate = try? Coordinate(parsing: text) { return (coordinate.formatted(), coordinate) }
  let place = try Gazetteer.embedded.place(named: text)
  return (place.name, place.coordinate)
}

func describe(_ text: String) throws {
  let (name, here) = try locate(text)
  let zone = TimeZoneAtlas.world.timeZone(at: here) ?? "no time zone"
  let country = CountryAtlas.world.country(at: here)
  print("\(name), \(country.map { "\($0.flag) \($0.name)" } ?? "in no country"), \(zone)")

  // Landmarks and islands, and famous towns except the capital of the country.
  let kinds: [Place.Kind] = [.landmark, .island, .town]
  var sights = kinds.flatMap {
    Gazetteer.embedded.places(nearestTo: here, count: 5, within: 300_000, kind: $0)
  }
  sights.sort { $0.distance < $1.distance }
  for sight in sights.prefix(6) {
    let bearing = here.initialBearing(to: sight.element.coordinate)
    let distance = DistanceFormat.metric.string(fromMeters: sight.distance)
    let direction = CompassPoint(bearing: bearing)?.rawValue ?? ""
    print("  \(sight.element.name) (\(sight.element.kind)), \(distance) \(direction)")
  }
  if sights.isEmpty { print("  nothing famous within 300 km") }
  if let airport = Gazetteer.embedded.places(nearestTo: here, count: 1, kind: .airport).first {
    let distance = DistanceFormat.metric.string(fromMeters: airport.distance)
    print("  fly to \(airport.element.code ?? airport.element.name), \(distance)")
  }
}

let texts = CommandLine.arguments.dropFirst()
for text in texts.isEmpty ? ["Cuzco"] : Array(texts) {
  do {
    try describe(text)
  } catch let error as PlaceNameError {
    print("\(text): \(error)")
  }
}

// A landmark finder: famous sights around a place that the user typed, pasted or shared.
//
//   swift run LandmarkFinder "48.8584, 2.2945"
//   swift run LandmarkFinder Cuzco
//   swift run LandmarkFinder --language ja プラハ

import Cairn
import CairnNames
import CairnPlaces
import CairnTimeZones

/// The name of a place in a language, if it is known.
func localName(_ place: Place, _ language: String?) -> String {
  language.flatMap { place.name(in: $0) } ?? place.name
}

/// Finds a place by its name in any of 73 languages, or by coordinates in any notation.
func locate(_ text: String, _ language: String?) throws -> (name: String, coordinate: Coordinate) {
  if let coordinate = try? Coordinate(parsing: text) { return (coordinate.formatted(), coordinate) }
  let place = try Gazetteer.withNames.place(named: text)
  return (localName(place, language), place.coordinate)
}

func describe(_ text: String, _ language: String?) throws {
  let (name, here) = try locate(text, language)
  let zone = TimeZoneAtlas.world.timeZone(at: here) ?? "no time zone"
  let country = CountryAtlas.world.country(at: here).map { found in
    found.flag + " " + (language.flatMap { found.name(in: $0) } ?? found.name)
  }
  print("\(name), \(country ?? "in no country"), \(zone)")

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
    print(
      "  \(localName(sight.element, language)) (\(sight.element.kind)), \(distance) \(direction)")
  }
  if sights.isEmpty { print("  nothing famous within 300 km") }
  if let airport = Gazetteer.embedded.places(nearestTo: here, count: 1, kind: .airport).first {
    let distance = DistanceFormat.metric.string(fromMeters: airport.distance)
    print("  fly to \(airport.element.code ?? airport.element.name), \(distance)")
  }
}

var texts = Array(CommandLine.arguments.dropFirst())
var language: String?
if texts.count > 1, texts[0] == "--language" {
  language = texts[1]
  texts.removeFirst(2)
}
for text in texts.isEmpty ? ["Cuzco"] : texts {
  do {
    try describe(text, language)
  } catch let error as PlaceNameError {
    print("\(text): \(error)")
  }
}

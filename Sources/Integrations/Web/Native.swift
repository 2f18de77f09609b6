// The native program: prints the digests, or with the argument `cities` the table of the page, one
// city on each line: name, latitude, longitude and inhabitants.

import CairnIndex
import CairnPlaces

@main
struct Native {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "cities" {
      try printCities()
      return
    }
    for question in Question.all {
      let digits = String(decoding: hexadecimal(question.answers()), as: UTF8.self)
      print(digits, question.name, separator: "  ")
    }
  }

  /// Prints the cities without the districts of larger cities: places with at most a third of a
  /// larger city's inhabitants, within its radius, estimated as the side of a square that holds its
  /// inhabitants at 20,000 per square kilometer, and at least 4.5 km.
  private static func printCities() throws {
    let cities = Array(Gazetteer.embedded.cities)
    let index = try PlaceIndex(cities, coordinate: { $0.coordinate })
    for city in cities {
      let people = city.population ?? 0
      let isDistrict = index.within(40_000, of: city.coordinate).contains { neighbor in
        let larger = neighbor.element.population ?? 0
        let reach = max(4_500, (Double(larger) / 20_000).squareRoot() * 1_000)
        return larger >= 3 * max(people, 1) && neighbor.distance < reach
      }
      guard !isDistrict else { continue }
      let place = city.coordinate
      print(city.name, place.latitude, place.longitude, people, separator: "\t")
    }
  }
}

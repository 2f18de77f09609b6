// The same as an ordinary program: prints the digests, or with the word `cities` the table of the
// page, a city a line: name, latitude, longitude and inhabitants.

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

  /// The cities, without those that are a district of another: a third of its people at most, and as
  /// near as its middle reaches where 20,000 people live on a square kilometre.
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

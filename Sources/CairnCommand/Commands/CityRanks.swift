internal import CairnCountries
internal import CairnGeodesy
internal import CairnPictures
internal import CairnText

/// Ranks embedded places by their importance on a map: capitals and large cities come before
/// suburbs, and districts of a city get no label.
struct CityRanks {
  /// Whether districts get no label.
  private let hidesDistricts: Bool

  /// The distance in meters within which a place has no room for its name beside a city.
  private let reach: Double

  init(districtsOf hidden: Bool = true, reach: Double = 0) {
    hidesDistricts = hidden
    self.reach = reach
  }

  /// The importance of a place: its population, five times that for a capital.
  private static func importance(of place: Place) -> Double {
    let people = Double(max(place.population ?? 0, 0))
    guard let code = place.countryCode, let capital = Country(code)?.capital,
      place.coordinate.distance(to: capital.coordinate) < 20_000,
      place.name == capital.name || place.coordinate.distance(to: capital.coordinate) < 500
    else { return people }
    return 5 * people
  }

  /// The radius of a city in meters: the side of a square that holds its population at 20,000
  /// people per square kilometer, and at least 4.5 km.
  private static func reach(of city: Place) -> Double {
    max((Double(city.population ?? 0) / 20_000).squareRoot() * 1_000, 4_500)
  }

  /// The radius of a city with its suburbs in meters: that of a circle that holds its population at
  /// 2,500 people per square kilometer; half as much again in a region that consists of the city.
  private static func suburbReach(of city: Place, to place: Place) -> Double {
    let radius = (Double(city.population ?? 0) / 2_500 / .pi).squareRoot() * 1_000
    guard let region = city.region, place.region == region else { return radius }
    return region == city.name || region == "City of \(city.name)" ? radius * 1.5 : radius
  }

  /// Whether a map that is too small to show a place beside a city has it within the city.
  private func isSuburb(_ place: Place, of city: Place) -> Bool {
    guard reach > 0, (place.population ?? 0) * 3 <= (city.population ?? 0) else { return false }
    let distance = place.coordinate.distance(to: city.coordinate)
    return distance < reach || distance < min(Self.suburbReach(of: city, to: place), 4 * reach)
  }

  /// Whether a place is a part of a city: by its name, or because it is in the same region within
  /// the city's radius and has at most a third of its population.
  private static func isDistrict(_ place: Place, of city: Place, share: Double) -> Bool {
    guard place.kind == .city, city.kind == .city, place.region == city.region else { return false }
    let distance = place.coordinate.distance(to: city.coordinate)
    // "South Boston" is a part of Boston, whatever its recorded population.
    if distance < 15_000, place.name.hasSuffix(" " + city.name) { return true }
    return (place.population ?? 0) * 3 <= (city.population ?? 0)
      && distance < reach(of: city) * share
  }

  /// Whether the name of a place marks it as a part of a city, such as "Zürich (Kreis 9)".
  ///
  /// Of the embedded names with parentheses, only those of Zurich and Winterthur mark parts of a
  /// city.
  private static func isNamedDistrict(_ place: Place) -> Bool { place.name.contains("(Kreis ") }

  /// The markers of places, with their importance.
  ///
  /// - Complexity: O(*n*²) for up to 3,000 places; O(*n*) for more, of which few are labeled.
  func markers(_ places: some Collection<Place>) -> [MapPicture.Marker] {
    let cities =
      hidesDistricts && places.count <= 3_000
      ? places.filter { ($0.population ?? 0) >= 100_000 } : []
    // The language of the other names on a map; with more places few are named.
    let language = NameLanguage(tag: places.count <= 3_000 ? "en" : nil)
    return places.map { place in
      var marker = MapPicture.Marker(place)
      marker.name = language.mapName(of: place)
      marker.importance = Self.importance(of: place)
      if hidesDistricts,
        Self.isNamedDistrict(place)
          || cities.contains(where: {
            Self.isDistrict(place, of: $0, share: 0.5) || isSuburb(place, of: $0)
          })
      {
        marker.importance = -1
      }
      return marker
    }
  }

  /// The cities that a map of a country shows: the capital and the largest cities, without
  /// districts and without cities so close that they would cover a larger one.
  ///
  /// - Parameters:
  ///   - cities: the cities of a country, the largest first.
  ///   - limit: the maximum number of cities.
  /// - Returns: the cities in the same order.
  func mainCities(_ cities: [Place], limit: Int) -> [Place] {
    let box = BoundingBox(enclosing: cities.map(\.coordinate))
    guard !box.isEmpty else { return cities }
    let extent = Coordinate(latitude: box.south, longitude: box.west)
      .distance(to: Coordinate(latitude: box.north, longitude: box.east))
    let capital = cities.max { Self.importance(of: $0) < Self.importance(of: $1) }
    var chosen = [capital].compactMap { $0 }
    let spacing = min(extent / 120, 25_000)
    for city in cities where chosen.count < limit && !Self.isNamedDistrict(city) {
      // The source has hamlets among the towns of some countries.
      if chosen.count >= 10, (city.population ?? 0) < 1_000 { break }
      let isBeside = chosen.contains { other in
        other == city || city.coordinate.distance(to: other.coordinate) < spacing
      }
      let isPart = cities.contains {
        Self.isDistrict(city, of: $0, share: 1) || isSuburb(city, of: $0)
      }
      if isBeside || isPart {
        continue
      }
      chosen.append(city)
    }
    return chosen.mostPopulousFirst()
  }
}

extension NameLanguage {
  /// The name of a place on a map.
  ///
  /// The place's own name is kept if the language only drops its accents ("Gdansk") or adds a word
  /// ("Napier City"), and in China, whose names in English include outdated ones ("Amoy").
  func mapName(of place: Place) -> String {
    let name = name(of: place)
    let isOwn =
      name.hasPrefix(place.name + " ") || SearchKey(name) == SearchKey(place.name)
      || place.countryCode == "CN"
    return isOwn ? place.name : name
  }
}

extension [Place] {
  /// The places in descending order of population; those without one are last.
  func mostPopulousFirst() -> [Place] {
    sorted { ($0.population ?? 0) > ($1.population ?? 0) }
  }
}

internal import CairnCountries
internal import CairnGeodesy
internal import CairnPictures

/// Which embedded places matter most on a map: capitals and large cities before suburbs, and
/// districts of a city not at all.
struct CityRanks {
  /// Whether the names of districts are left to those who point at them.
  private let hidesDistricts: Bool

  init(districtsOf hidden: Bool = true) {
    hidesDistricts = hidden
  }

  /// How much a place matters: its people, five times those of a capital.
  private static func importance(of place: Place) -> Double {
    let people = Double(max(place.population ?? 0, 0))
    guard let code = place.countryCode, let capital = Country(code)?.capital,
      place.coordinate.distance(to: capital.coordinate) < 20_000,
      place.name == capital.name || place.coordinate.distance(to: capital.coordinate) < 500
    else { return people }
    return 5 * people
  }

  /// How far the middle of a city reaches: as 20,000 people live on a square kilometre there, and
  /// a few kilometres at least.
  private static func reach(of city: Place) -> Double {
    max((Double(city.population ?? 0) / 20_000).squareRoot() * 1_000, 4_500)
  }

  /// Whether a place is a part of a city: one that says so, or one of the same region within the
  /// city's reach that has a third of its people at most.
  private static func isDistrict(_ place: Place, of city: Place, share: Double) -> Bool {
    guard place.kind == .city, city.kind == .city, place.region == city.region else { return false }
    let distance = place.coordinate.distance(to: city.coordinate)
    // "South Boston" is a part of Boston, however many people it is said to have.
    if distance < 15_000, place.name.hasSuffix(" " + city.name) { return true }
    return (place.population ?? 0) * 3 <= (city.population ?? 0)
      && distance < reach(of: city) * share
  }

  /// Whether the name of a place says that it is a part of a city, as "Zürich (Kreis 9)": of all
  /// words in brackets in the embedded names only those of Zurich and Winterthur do.
  private static func isNamedDistrict(_ place: Place) -> Bool { place.name.contains("(Kreis ") }

  /// The markers of places, with how much each matters.
  ///
  /// - Complexity: O(*n*), and O(*n*²) for up to 3,000 places; of more few have their names shown.
  func markers(_ places: some Collection<Place>) -> [MapPicture.Marker] {
    let cities =
      hidesDistricts && places.count <= 3_000
      ? places.filter { ($0.population ?? 0) >= 100_000 } : []
    return places.map { place in
      var marker = MapPicture.Marker(place)
      marker.importance = Self.importance(of: place)
      if hidesDistricts,
        Self.isNamedDistrict(place)
          || cities.contains(where: { Self.isDistrict(place, of: $0, share: 0.5) })
      {
        marker.importance = -1
      }
      return marker
    }
  }

  /// The cities that a map of a country shows: the largest ones, the capital among them, without
  /// districts and without what would cover a larger city.
  ///
  /// - Parameters:
  ///   - cities: the cities of a country, the largest first.
  ///   - limit: how many at most.
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
      let isBeside = chosen.contains { other in
        other == city || city.coordinate.distance(to: other.coordinate) < spacing
      }
      if isBeside || cities.contains(where: { Self.isDistrict(city, of: $0, share: 1) }) {
        continue
      }
      chosen.append(city)
    }
    return chosen.sorted { ($0.population ?? 0) > ($1.population ?? 0) }
  }
}

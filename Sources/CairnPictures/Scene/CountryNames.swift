internal import CairnCountries
internal import CairnGeodesy

/// Where on a map the names of countries may stand, those with the most people first.
internal struct CountryNames: Sendable {
  /// A country's name.
  struct Name: Sendable {
    var country: Country
    var text: String
    /// The middle of the name.
    var point: PlanePoint
    /// How wide the country is there, in pixels.
    var width: Double
  }

  private(set) var names: [Name] = []
  private let atlas: CountryAtlas
  private let frame: MapFrame

  init(_ atlas: CountryAtlas, _ highlighted: Set<Country>, _ frame: MapFrame) {
    self.atlas = atlas
    self.frame = frame
    let countries = Country.all.map { (country: $0, people: $0.population) }
      .sorted { ($1.people, $0.country.alpha2) < ($0.people, $1.country.alpha2) }
    for (country, people) in countries {
      guard people > 0 || country == .antarctica || highlighted.contains(country) else { continue }
      let point = frame.pixel(of: country.labelPoint)
      guard point.isFinite, frame.box.contains(point) else { continue }
      let box = country.boundingBox
      let middle = country.labelPoint.latitude
      let west = frame.pixel(of: Coordinate(latitude: middle, longitude: box.west))
      let east = frame.pixel(of: Coordinate(latitude: middle, longitude: box.east))
      guard west.isFinite, east.isFinite else { continue }
      names.append(
        Name(country: country, text: country.name, point: point, width: west.distance(to: east)))
    }
  }

  /// Whether a country is drawn as wide as its name and the name stands on no other country.
  func fits(_ name: Name, size: Double) -> Bool {
    let width = TextWidth.of(name.text, size: size)
    guard name.width > width * 0.9 else { return false }
    return stride(from: -0.5, through: 0.5, by: 0.125).allSatisfy { share in
      let pixel = PlanePoint(x: name.point.x + share * width, y: name.point.y)
      guard let place = frame.coordinate(at: pixel) else { return false }
      return atlas.landOnly.country(at: place).map { $0 == name.country } ?? true
    }
  }
}

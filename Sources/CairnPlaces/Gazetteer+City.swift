public import CairnCountryFacts
public import CairnGeodesy
internal import CairnIndex

extension Gazetteer {
  /// The city at a coordinate, with its district, region and country.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The city or town.
    public let city: Place
    /// The district of the city, if the coordinate is nearest to one.
    public let district: Place?
    /// The region of the district or the city: a state or a province.
    public let region: String?
    /// The country.
    public let country: Country?
    /// The distance in meters to the coordinate of the district or the city.
    public let distance: Double

    /// Creates a location.
    public init(
      city: Place, district: Place? = nil, region: String? = nil, country: Country? = nil,
      distance: Double = 0
    ) {
      self.city = city
      self.district = district
      self.region = region
      self.country = country
      self.distance = distance
    }

    /// The names on one line, each once: "Shibuya, Tokyo, JP".
    public var description: String {
      var names: [String] = []
      for name in [district?.name, city.name, region, country?.alpha2] {
        if let name, !names.contains(name) { names.append(name) }
      }
      return names.joined(separator: ", ")
    }
  }

  /// The city that contains a coordinate, as fields.
  ///
  /// The city is the nearest one of at least a thousand people; if a district is nearer, the city
  /// is that of the district. So the Eiffel Tower is in Paris, although the centers of other cities
  /// are nearer than that of Paris. No boundaries are used: at the edge of a city the result may be
  /// its neighbor, and outside of towns it is the nearest one.
  ///
  /// The default set has no towns below 15,000 people; `Gazetteer.withTowns` of the module
  /// `CairnTowns` has them, and agrees with GeoNames more often.
  ///
  /// ```swift
  /// let shibuya = Coordinate(latitude: 35.6595, longitude: 139.7005)
  /// let here = Gazetteer.embedded.city(at: shibuya)
  /// here?.city.name       // "Tokyo"
  /// here?.district?.name  // "Shibuya"
  /// here?.country         // .japan
  /// ```
  ///
  /// - Parameters:
  ///   - coordinate: the coordinate.
  ///   - radius: the maximum distance in meters to the district or the city.
  ///   - population: the least population of the district or the city, so that a hamlet beside a
  ///     town is not the city; 0 includes places whose population is unknown.
  /// - Returns: the location; `nil` if there is no city within the radius, or for an invalid
  ///   coordinate.
  /// - Complexity: O(log n), a few microseconds; the first calls take O(n), until one builds an
  ///   index.
  public func city(
    at coordinate: Coordinate, within radius: Double = 50_000, ofAtLeast population: Int = 1_000
  ) -> Location? {
    guard coordinate.isValid else { return nil }
    let found = indexes.nearest(
      to: coordinate, count: 1, within: radius, among: .citiesByDistrict(others: true), in: self
    ) { row in
      !isAirport(row: row) && self.population(ofRow: row) >= population
    }
    guard let found = found.first else { return nil }
    let row = found.element
    let nearest = place(at: row)
    let city = cityRow(ofRow: row)
    return Location(
      city: city == row ? nearest : place(at: city), district: city == row ? nil : nearest,
      region: nearest.region ?? place(at: city).region, country: country(ofRow: row),
      distance: found.distance)
  }
}

public import CairnGeodesy

/// A country near a place, and its distance.
public struct NearbyCountry: Hashable, Sendable, Identifiable {
  /// The country.
  public let country: Country
  /// The distance to its nearest point in meters on the mean sphere; 0 for a place inside the
  /// country.
  public let distance: Double
  /// The nearest point of the country: the place itself, or a point of the country's boundary.
  public let nearestPoint: Coordinate

  /// Creates a country with its distance.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - distance: the distance to its nearest point in meters on the mean sphere.
  ///   - nearestPoint: the nearest point of the country: the place itself, or a point of the
  ///     country's boundary.
  public init(country: Country, distance: Double, nearestPoint: Coordinate) {
    self.country = country
    self.distance = distance
    self.nearestPoint = nearestPoint
  }

  /// The country, which is listed once.
  public var id: Country { country }
}

/// The point of a border or coast that is nearest to a place.
public struct CountryBorder: Hashable, Sendable {
  /// The point of the border or coast.
  public let coordinate: Coordinate
  /// The distance to it in meters on the mean sphere.
  public let distance: Double
  /// The countries on its two sides, in the order of their codes; only one for a coast.
  public let countries: [Country]

  /// Creates a point of a border.
  ///
  /// - Parameters:
  ///   - coordinate: the point of the border or coast.
  ///   - distance: the distance to it in meters on the mean sphere.
  ///   - countries: the countries on its two sides, in the order of their codes.
  public init(coordinate: Coordinate, distance: Double, countries: [Country]) {
    self.coordinate = coordinate
    self.distance = distance
    self.countries = countries
  }
}

extension CountryAtlas {
  /// The country of a coordinate or, on the high seas, the nearest one within a distance.
  ///
  /// Equivalent to ``country(at:)`` if that finds a country. Otherwise, if the coordinate is at
  /// sea, returns the country of the nearest land.
  ///
  /// ```swift
  /// let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)   // 2 km off Southend-on-Sea
  /// atlas.landOnly.country(at: pier, within: 1_000)   // nil
  /// atlas.landOnly.country(at: pier, within: 3_000)   // the United Kingdom
  /// atlas.country(at: pier, within: 1_000)            // the same: the pier is in its waters
  /// ```
  ///
  /// The distance is that of ``nearestCountries(to:count:within:)``. With a ``landOnly`` atlas,
  /// waters are ignored.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is in no country.
  ///   - distance: meters, inclusive; if it is NaN or negative, no nearby country is found.
  /// - Returns: the country, or nil if none exists.
  public func country(at coordinate: Coordinate, within distance: Double) -> Country? {
    let area = area(at: coordinate)
    let letters = letters(ofArea: area)
    if letters != 0 { return Country(letters: letters) }
    // Unclaimed land has no country, however near one is.
    return storage.isLand[area]
      ? nil : nextCountry(to: coordinate, within: distance, besides: [])?.country
  }

  /// The country that is nearest to a coordinate; see ``nearestCountries(to:count:within:)``.
  public func nearestCountry(
    to coordinate: Coordinate, within distance: Double = .infinity
  ) -> NearbyCountry? {
    if let country = landCountry(at: coordinate) {
      return NearbyCountry(country: country, distance: 0, nearestPoint: coordinate)
    }
    return nextCountry(to: coordinate, within: distance, besides: [])
  }

  /// The countries nearest to a coordinate, nearest first.
  ///
  /// The distance to a country is the great-circle distance on the mean sphere to the nearest point
  /// of its boundary, whose lines are straight in degrees; the point is accurate to about a
  /// millimeter. The distance is 0 for the country on whose land the coordinate is, and that
  /// country comes first.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is near no country.
  ///   - count: the maximum number of countries.
  ///   - distance: meters, inclusive.
  /// - Returns: the countries by distance; equally near ones are ordered by code.
  public func nearestCountries(
    to coordinate: Coordinate, count: Int, within distance: Double = .infinity
  ) -> [NearbyCountry] {
    guard count > 0, let first = nearestCountry(to: coordinate, within: distance) else {
      return []
    }
    var found = [first]
    while found.count < count,
      let next = nextCountry(to: coordinate, within: distance, besides: found.map { $0.country })
    {
      found.append(next)
    }
    return found
  }

  /// The border or coast nearest to a coordinate, on either side of it.
  ///
  /// Boundaries between areas of the same country, in the view of the atlas (``PointOfView``), are
  /// ignored.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is near no border.
  ///   - distance: meters, inclusive.
  /// - Returns: the nearest point of a boundary, or nil if none is within the distance.
  public func nearestBorder(
    to coordinate: Coordinate, within distance: Double = .infinity
  ) -> CountryBorder? {
    guard let point = inRange(coordinate) else { return nil }
    let borders = borders
    let filter = ArcFilter(letters: storage.landLetters, known: nil)
    guard let nearest = borders.nearest(to: point, within: distance, where: filter) else {
      return nil
    }
    let sides = [borders.arcs.left[nearest.arc], borders.arcs.right[nearest.arc]]
    return CountryBorder(
      coordinate: nearest.coordinate.normalized, distance: nearest.distance,
      countries: sides.compactMap { country(ofLand: $0) }.sorted())
  }

  /// The country on whose land a coordinate is.
  internal func landCountry(at coordinate: Coordinate) -> Country? {
    country(ofLand: area(at: coordinate))
  }

  /// The country with the nearest boundary, ignoring known ones.
  private func nextCountry(
    to coordinate: Coordinate, within distance: Double, besides known: [Country]
  ) -> NearbyCountry? {
    guard let point = inRange(coordinate) else { return nil }
    let borders = borders
    let letters = storage.landLetters
    let filter = ArcFilter(letters: letters, known: known.map { $0.letters })
    guard let nearest = borders.nearest(to: point, within: distance, where: filter) else {
      return nil
    }
    // At least one side is a new country; both are if the boundary separates two of them.
    let left = letters[Int(borders.arcs.left[nearest.arc])]
    let right = letters[Int(borders.arcs.right[nearest.arc])]
    let found = filter.isNew(left) && (left < right || !filter.isNew(right)) ? left : right
    return NearbyCountry(
      country: Country(letters: found), distance: nearest.distance,
      nearestPoint: nearest.coordinate.normalized)
  }

  /// The same place with a longitude in -180..<180; nil if it is invalid.
  private func inRange(_ coordinate: Coordinate) -> Coordinate? {
    coordinate.isValid ? coordinate.normalized : nil
  }
}

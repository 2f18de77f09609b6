public import CairnGeodesy

/// A country near a place, and how far it is.
public struct NearbyCountry: Hashable, Sendable {
  /// The country.
  public let country: Country
  /// The way to its nearest point in metres on the mean sphere; 0 for a place that lies in it.
  public let distance: Double
  /// Its nearest point: the place itself, or a point of the country's boundary.
  public let nearestPoint: Coordinate
}

/// The place of a border or coast that is nearest to another place.
public struct CountryBorder: Hashable, Sendable {
  /// The point of the border or coast.
  public let coordinate: Coordinate
  /// The way to it in metres on the mean sphere.
  public let distance: Double
  /// The countries at its sides, in the order of their codes; one for a coast.
  public let countries: [Country]
}

extension CountryAtlas {
  /// The country that a coordinate lies in, or on the high sea the nearest one within a distance.
  ///
  /// It is ``country(at:)``, and where that gives none, at sea, the country of the nearest land.
  ///
  /// ```swift
  /// let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)   // 2 km off Southend-on-Sea
  /// atlas.landOnly.country(at: pier, within: 1_000)   // nil
  /// atlas.landOnly.country(at: pier, within: 3_000)   // the United Kingdom
  /// atlas.country(at: pier, within: 1_000)            // the same: it lies in its waters
  /// ```
  ///
  /// The distance is that of ``nearestCountries(to:count:within:)``. With an atlas that is
  /// ``landOnly`` waters are of no account.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is in no country.
  ///   - distance: metres, inclusive; NaN and negative ones find no country nearby.
  /// - Returns: the country, or nil where there is none.
  public func country(at coordinate: Coordinate, within distance: Double) -> Country? {
    let area = area(at: coordinate)
    let letters = letters(ofArea: area)
    if letters != 0 { return Country(letters: letters) }
    // Land of nobody is nobody's, however near a country is.
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

  /// The countries nearest to a coordinate, the nearest first: the answer and its runners-up.
  ///
  /// The distance to a country is the great-circle distance on the mean sphere to the nearest
  /// point of its boundary, whose lines are straight in degrees; the point is found to about a
  /// millimetre. It is 0 for the country on whose land the coordinate lies, which comes first.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is near no country.
  ///   - count: the greatest number of countries.
  ///   - distance: metres, inclusive.
  /// - Returns: the countries by distance, of equally near ones the first by its code.
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

  /// The border or coast nearest to a coordinate, from either side.
  ///
  /// Boundaries between areas of one country, as a ``PointOfView`` has it, do not count.
  ///
  /// - Parameters:
  ///   - coordinate: a place; one that is not valid is near no border.
  ///   - distance: metres, inclusive.
  /// - Returns: the nearest place of a boundary, or nil where none is within the distance.
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

  /// The country on whose land a coordinate lies.
  internal func landCountry(at coordinate: Coordinate) -> Country? {
    country(ofLand: area(at: coordinate))
  }

  /// The nearest country by its boundary, apart from known ones.
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
    // One side is new; both are where the boundary is one between two such countries.
    let left = letters[Int(borders.arcs.left[nearest.arc])]
    let right = letters[Int(borders.arcs.right[nearest.arc])]
    let found = filter.isNew(left) && (left < right || !filter.isNew(right)) ? left : right
    return NearbyCountry(
      country: Country(letters: found), distance: nearest.distance,
      nearestPoint: nearest.coordinate.normalized)
  }

  /// The same place with a longitude in -180..<180.
  private func inRange(_ coordinate: Coordinate) -> Coordinate? {
    coordinate.isValid ? coordinate.normalized : nil
  }
}

public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex

extension SearchablePlaces {
  /// The places in a country, in input order.
  ///
  /// Returns exactly the places for which ``CountryAtlas/country(at:)`` returns the country: on its
  /// land or in its waters. Where there are no borders, nodes of the tree are accepted or rejected
  /// as a whole.
  ///
  /// ```swift
  /// index.elements(in: .japan)
  /// index.elements(in: .france, limit: 20) { $0.population > 50_000 }
  /// ```
  ///
  /// For several countries at once, and for all other queries, see ``CountryRegion``.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  ///   - limit: the maximum number of places, the first ones; 0 or less returns none.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: ``IndexFileError`` for a damaged or unreadable file.
  @inlinable
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max
  ) throws(Failure) -> [Element] {
    try elements(in: atlas.region(of: country), limit: limit)
  }

  /// The places in a country that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  ///   - limit: the maximum number of places, the first ones; 0 or less returns none.
  ///   - isIncluded: called once for each place in the country, in order, until the limit is
  ///     reached.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: ``IndexFileError`` for a damaged or unreadable file.
  @inlinable
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try elements(in: atlas.region(of: country), limit: limit, where: isIncluded)
  }

  /// The number of places in a country, without listing them.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  /// - Returns: the number of places.
  /// - Throws: ``IndexFileError`` for a damaged or unreadable file.
  @inlinable
  public func count(in country: Country, of atlas: CountryAtlas = .world) throws(Failure) -> Int {
    try count(in: atlas.region(of: country))
  }

  /// The number of places in each country; countries without any are omitted.
  ///
  /// Places in no country are not counted, so the counts may add up to less than `count`.
  ///
  /// - Parameter atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  /// - Returns: the number of places of each country that has any.
  /// - Throws: ``IndexFileError`` for a damaged or unreadable file.
  public func countsByCountry(of atlas: CountryAtlas = .world) throws(Failure) -> [Country: Int] {
    let partition = CountryPartition(atlas: atlas)
    return try atlas.counts(byArea: _counts(in: _Partition(partition)))
  }

  /// The places in a country in order of their distance from a center, found lazily.
  ///
  /// Parts of the index outside the country are not searched, however far away the country is.
  ///
  /// - Parameters:
  ///   - center: the center of the search, inside the country or not.
  ///   - country: the country.
  ///   - atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  /// - Returns: a sequence that searches only as far as it is iterated.
  @inlinable
  public func nearest(
    to center: Coordinate, in country: Country, of atlas: CountryAtlas = .world
  ) -> NearestSequence<Self> {
    nearest(to: center, in: atlas.region(of: country))
  }

  /// The places in a country nearest to a center, nearest first.
  ///
  /// - Parameters:
  ///   - center: the center of the search, inside the country or not.
  ///   - count: the maximum number of places; 0 or less returns none.
  ///   - country: the country.
  ///   - atlas: the atlas with the borders; ``CountryAtlas/landOnly`` excludes the waters.
  /// - Returns: the places with their distances; equally distant ones in input order.
  /// - Throws: ``IndexFileError`` for a damaged or unreadable file.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, in country: Country, of atlas: CountryAtlas = .world
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: count, in: atlas.region(of: country))
  }
}

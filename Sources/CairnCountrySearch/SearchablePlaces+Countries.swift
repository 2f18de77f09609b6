public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex

extension SearchablePlaces {
  /// The places in a country, in input order.
  ///
  /// Exactly those for which ``CountryAtlas/country(at:)`` gives the country: on its land or in
  /// its waters. Where no border runs, nodes of the tree are taken or left as a whole.
  ///
  /// ```swift
  /// index.elements(in: .japan)
  /// index.elements(in: .france, limit: 20) { $0.population > 50_000 }
  /// ```
  ///
  /// For several countries at once, and for all other questions, see ``CountryRegion``.
  ///
  /// - Parameters:
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  ///   - limit: how many at most: the first; none for 0 or less.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max
  ) throws(Failure) -> [Element] {
    try elements(in: atlas.region(of: country), limit: limit)
  }

  /// The places in a country that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  ///   - limit: how many at most: the first; none for 0 or less.
  ///   - isIncluded: asked once for each in the country, in order, until there are enough.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try elements(in: atlas.region(of: country), limit: limit, where: isIncluded)
  }

  /// How many places are in a country, without listing them.
  ///
  /// - Parameters:
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func count(in country: Country, of atlas: CountryAtlas = .world) throws(Failure) -> Int {
    try count(in: atlas.region(of: country))
  }

  /// How many places are in each country; countries without any are left out.
  ///
  /// What lies in no country is not counted, so the counts may add up to less than `count`.
  ///
  /// - Parameter atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  /// - Returns: the number of places of each country that has any.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  public func countsByCountry(of atlas: CountryAtlas = .world) throws(Failure) -> [Country: Int] {
    let partition = CountryPartition(atlas: atlas)
    return try atlas.counts(byArea: _counts(in: _Partition(partition)))
  }

  /// The places in a country in order of their distance from a centre, found only as far as they
  /// are asked for.
  ///
  /// Parts of the index outside the country are not looked at, however far away it is.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the country or not.
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  /// - Returns: a sequence that searches only as far as it is iterated.
  @inlinable
  public func nearest(
    to center: Coordinate, in country: Country, of atlas: CountryAtlas = .world
  ) -> NearestSequence<Self> {
    nearest(to: center, in: atlas.region(of: country))
  }

  /// The places in a country nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the country or not.
  ///   - count: how many at most; none for 0 or less.
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the waters out.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, in country: Country, of atlas: CountryAtlas = .world
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: count, in: atlas.region(of: country))
  }
}

public import CairnGeodesy
public import CairnIndex

extension PlaceIndex {
  /// The places in a country, in input order.
  ///
  /// Exactly those for which ``CountryAtlas/country(at:)`` gives the country: on its land or off
  /// its coast. Where no border runs, nodes of the tree are taken or left as a whole.
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
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  ///   - limit: how many at most: the first; none for 0 or less.
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max
  ) -> [Element] {
    elements(in: atlas.region(of: country), limit: limit)
  }

  /// The places in a country that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  ///   - limit: how many at most: the first; none for 0 or less.
  ///   - isIncluded: asked once for each in the country, in order, until there are enough.
  public func elements(
    in country: Country, of atlas: CountryAtlas = .world, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(in: atlas.region(of: country), limit: limit, where: isIncluded)
  }

  /// How many places are in a country, without listing them.
  ///
  /// - Parameters:
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  public func count(in country: Country, of atlas: CountryAtlas = .world) -> Int {
    count(in: atlas.region(of: country))
  }

  /// How many places are in each country; countries without any are left out.
  ///
  /// What lies in no country is not counted, so the counts may add up to less than ``count``.
  ///
  /// - Parameter atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  public func countsByCountry(of atlas: CountryAtlas = .world) -> [Country: Int] {
    let partition = CountryPartition(atlas: atlas)
    return partition.byCountry(counts(in: partition))
  }

  /// The places in a country in order of their distance from a centre, found only as far as they
  /// are asked for.
  ///
  /// Parts of the index outside the country are not looked at, however far away it is.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the country or not.
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  public func nearest(
    to center: Coordinate, in country: Country, of atlas: CountryAtlas = .world
  ) -> NearestSequence<Element> {
    nearest(to: center, in: atlas.region(of: country))
  }

  /// The places in a country nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the country or not.
  ///   - count: how many at most; none for 0 or less.
  ///   - country: which country.
  ///   - atlas: whose borders; ``CountryAtlas/landOnly`` leaves the coasts out.
  public func nearest(
    to center: Coordinate, count: Int, in country: Country, of atlas: CountryAtlas = .world
  ) -> [Neighbor<Element>] {
    Array(nearest(to: center, in: country, of: atlas).prefix(max(count, 0)))
  }
}

public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex

/// A country, or several together, as a region for index queries.
///
/// ```swift
/// let nordic = CountryAtlas.world.region(of: [.denmark, .finland, .iceland, .norway, .sweden])
/// index.count(in: nordic)
/// index.elements(in: nordic, limit: 100) { $0.kind == .airport }
/// index.nearest(to: paris, in: nordic).prefix(5)
/// ```
///
/// A place is in the region if and only if ``CountryAtlas/country(at:)`` of its atlas returns one
/// of the countries: with their waters, or without them for a ``CountryAtlas/landOnly`` atlas. An
/// index accepts or rejects whole nodes where there are no boundaries, and tests only the places
/// near boundaries.
public struct CountryRegion: PlaceRegion {
  /// The countries.
  public let countries: Set<Country>
  /// The search structure for indexes; one object, so that a copy of a region retains only one
  /// reference more.
  internal let search: CountrySearch

  /// Creates a region from countries of an atlas.
  public init(_ countries: some Sequence<Country>, in atlas: CountryAtlas = .world) {
    self.countries = Set(countries)
    search = CountrySearch(self.countries, in: atlas)
  }

  /// A box that contains the whole region, across the antimeridian if that is narrower.
  public var boundingBox: BoundingBox { search.boundingBox }

  /// The outline that an index uses for its search.
  public var _outline: _RegionOutline { _RegionOutline(rectanglesOf: search) }

  /// Whether a coordinate is in one of the countries, as determined by
  /// ``CountryAtlas/country(at:)``.
  public func contains(_ coordinate: Coordinate) -> Bool {
    search.contains(coordinate)
  }
}

/// The predicates that an index evaluates during a search by country.
internal final class CountrySearch: DegreeRegion {
  private let atlas: CountryAtlas
  /// For each area of the grid, whether it belongs to one of the countries.
  private let isMember: [Bool]
  let boundingBox: BoundingBox
  let searchBoxes: [BoundingBox]

  fileprivate init(_ countries: Set<Country>, in atlas: CountryAtlas) {
    self.atlas = atlas
    let letters = Set(countries.map { $0.letters })
    isMember = atlas.letters.map { letters.contains($0) }
    let boxes = atlas.searchBoxes(ofAreas: isMember)
    boundingBox = boxes.reduce(.empty) { $0.union($1) }
    searchBoxes = boxes.merged(downTo: 8)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    isMember[atlas.area(at: coordinate)]
  }

  func relation(to rectangle: DegreeRectangle) -> RegionRelation {
    var seesInside = false
    var seesOutside = false
    let isSure = atlas.forEachArea(of: rectangle) { area in
      guard let area, area < isMember.count else { return false }
      if isMember[Int(area)] { seesInside = true } else { seesOutside = true }
      return seesInside != seesOutside
    }
    return isSure ? (seesInside ? .inside : .outside) : .crossing
  }
}

extension [BoundingBox] {
  /// At most `count` boxes that together cover these, which are in order of importance.
  fileprivate func merged(downTo count: Int) -> [BoundingBox] {
    guard self.count > count else { return self }
    return self[..<(count - 1)] + [self[(count - 1)...].reduce(.empty) { $0.union($1) }]
  }
}

extension CountryAtlas {
  /// A country as a region for index queries.
  public func region(of country: Country) -> CountryRegion {
    CountryRegion([country], in: self)
  }

  /// Several countries together as a region for index queries.
  public func region(of countries: some Sequence<Country>) -> CountryRegion {
    CountryRegion(countries, in: self)
  }
}

/// A country as a region: its land and its waters in ``CountryAtlas/world``.
///
/// Its `boundingBox` is that of its land; ``CountryRegion/boundingBox`` includes the waters.
extension Country: PlaceRegion {
  /// The outline that an index uses for its search.
  public var _outline: _RegionOutline { CountryAtlas.world.region(of: self)._outline }

  /// Whether a coordinate is in the country, as determined by ``CountryAtlas/country(at:)``.
  public func contains(_ coordinate: Coordinate) -> Bool {
    CountryAtlas.world.country(at: coordinate) == self
  }
}

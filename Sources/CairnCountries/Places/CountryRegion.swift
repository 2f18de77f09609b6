public import CairnGeodesy
public import CairnIndex

/// The land of a country, or of several, as an index can be asked about it.
///
/// ```swift
/// let nordic = CountryAtlas.world.region(of: [.denmark, .finland, .iceland, .norway, .sweden])
/// index.count(in: nordic)
/// index.elements(in: nordic, limit: 100) { $0.kind == .airport }
/// index.nearest(to: paris, in: nordic).prefix(5)
/// ```
///
/// A place is in it exactly when ``CountryAtlas/country(at:)`` gives one of the countries. An
/// index takes or leaves its nodes as a whole where no border runs, and asks about the places
/// near borders only.
public struct CountryRegion: PlaceRegion {
  /// The countries.
  public let countries: Set<Country>
  /// A box with all of the land in it, across the antimeridian where that is narrower.
  public let boundingBox: BoundingBox
  /// A few boxes that together hold all of the land.
  package let searchBoxes: [BoundingBox]
  private let atlas: CountryAtlas
  /// For each area of the atlas whether it belongs to one of the countries.
  private let isMember: [Bool]

  /// The land of some countries in an atlas.
  public init(_ countries: some Sequence<Country>, in atlas: CountryAtlas = .world) {
    self.atlas = atlas
    self.countries = Set(countries)
    let letters = Set(self.countries.map(\.letters))
    isMember = atlas.storage.letters.map { letters.contains($0) }
    let groups = PartGroup.boxes(of: LandParts.world.parts(of: isMember), within: 3)
    boundingBox = groups.reduce(.empty) { $0.union($1.box) }
    searchBoxes = groups.map(\.box).merged(downTo: 8)
  }

  /// How an index searches for it.
  public var _outline: _RegionOutline { _RegionOutline(rectanglesOf: self) }

  /// Whether a coordinate lies in one of the countries.
  ///
  /// - Complexity: O(1).
  public func contains(_ coordinate: Coordinate) -> Bool {
    isMember[atlas.area(at: coordinate)]
  }
}

extension CountryRegion: DegreeRegion {
  package func relation(to rectangle: DegreeRectangle) -> RegionRelation {
    var seesInside = false
    var seesOutside = false
    let isSure = atlas.storage.grid.seesAll(of: rectangle) { area in
      guard let area, Int(area) < isMember.count else { return false }
      if isMember[Int(area)] { seesInside = true } else { seesOutside = true }
      return seesInside != seesOutside
    }
    return isSure ? (seesInside ? .inside : .outside) : .crossing
  }
}

extension [BoundingBox] {
  /// At most so many boxes with all places of these, which are in order of importance.
  fileprivate func merged(downTo count: Int) -> [BoundingBox] {
    guard self.count > count else { return self }
    return self[..<(count - 1)] + [self[(count - 1)...].reduce(.empty) { $0.union($1) }]
  }
}

extension CountryAtlas {
  /// The land of a country, to ask an index about.
  public func region(of country: Country) -> CountryRegion {
    CountryRegion([country], in: self)
  }

  /// The land of some countries, to ask an index about.
  public func region(of countries: some Sequence<Country>) -> CountryRegion {
    CountryRegion(countries, in: self)
  }
}

/// A country as a region: its land in ``CountryAtlas/world``.
extension Country: PlaceRegion {
  /// How an index searches for it.
  public var _outline: _RegionOutline { CountryAtlas.world.region(of: self)._outline }

  /// Whether a coordinate lies in the country.
  public func contains(_ coordinate: Coordinate) -> Bool {
    CountryAtlas.world.country(at: coordinate) == self
  }
}

public import CairnGeodesy

/// Countries by a region, by their land alone, without their waters.
///
/// A country *touches* a region if they have a point in common, and a point of its boundary or of
/// the region's rim is enough. It lies *inside* a region that holds all of its land: every island
/// and every exclave, as they are drawn. Both lists are sorted by code; a country inside a region
/// touches it. Regions with no point give empty lists, and one within a sea touches nothing.
///
/// ```swift
/// let alps = BoundingBox(south: 45.8, west: 5.9, north: 47.9, east: 10.5)
/// atlas.countries(touching: alps)   // AT, CH, DE, FR, IT, LI
/// atlas.countries(inside: alps)     // CH, LI
/// ```
extension CountryAtlas {
  /// The countries that have a point in common with a box, by code.
  ///
  /// Boundaries are straight in degrees, so this is exact; bounds count as part of the box.
  ///
  /// - Complexity: O(log *n* + *k*) where *k* of the *n* lines of all boundaries are in the box.
  public func countries(touching box: BoundingBox) -> [Country] {
    BoxShape(box).map { countries(touching: $0) } ?? []
  }

  /// The countries all of whose land is in a box, by code.
  ///
  /// This is exact. The box of the whole Earth holds every country, and a box that spans all
  /// longitudes holds Antarctica if it reaches the south pole.
  ///
  /// - Complexity: O(*n*) for the *n* lines of all boundaries, most of them eight at a time.
  public func countries(inside box: BoundingBox) -> [Country] {
    BoxShape(box).map { countries(inside: $0) } ?? []
  }

  /// The countries that have a point within the radius of a cap, by code, to a millimetre.
  ///
  /// ```swift
  /// atlas.countries(touching: Cap(center: bratislava, radius: 20_000))   // AT, HU, SK
  /// ```
  ///
  /// A radius of 0 asks for the country at the centre. Distances are those on the mean sphere
  /// to boundaries that are straight in degrees.
  ///
  /// - Complexity: O(log *n* + *k*) where *k* of the *n* lines of all boundaries are in the cap.
  public func countries(touching cap: Cap) -> [Country] {
    CapShape(cap).map { countries(touching: $0) } ?? []
  }

  /// The countries none of whose land is farther from the centre of a cap than its radius, by
  /// code, to a millimetre.
  ///
  /// - Complexity: O(*n*) for the *n* lines of all boundaries, most of them eight at a time.
  public func countries(inside cap: Cap) -> [Country] {
    CapShape(cap).map { countries(inside: $0) } ?? []
  }

  /// The countries that have a point in common with a polygon, by code, to a centimetre.
  ///
  /// The edges of the polygon are great circles and those of countries straight in degrees; both
  /// are taken as they are. The outline of a country touches its neighbours.
  ///
  /// - Complexity: O((log *n* + *k*) *m*) at worst for *m* edges, *k* of the *n* lines of all
  ///   boundaries being in the polygon; an edge is looked at only where it is near.
  public func countries(touching polygon: GeoPolygon) -> [Country] {
    countries(touching: GeoMultiPolygon([polygon]))
  }

  /// The countries all of whose land is in a polygon, by code.
  ///
  /// Boundaries are recorded to 11 metres, and so much of a country may lie outside. The outline
  /// of a country that `outline(of:tolerance:)` gives holds that country, and its neighbours
  /// not, even those that it surrounds.
  ///
  /// - Complexity: O(*n* *m*) at worst for *n* lines of all boundaries and *m* edges; an edge is
  ///   looked at only where it is near.
  public func countries(inside polygon: GeoPolygon) -> [Country] {
    countries(inside: GeoMultiPolygon([polygon]))
  }

  /// The countries that have a point in common with one of some polygons, by code.
  ///
  /// See ``countries(touching:)-(GeoPolygon)``.
  public func countries(touching region: GeoMultiPolygon) -> [Country] {
    PolygonShape(region.polygons).map { countries(touching: $0) } ?? []
  }

  /// The countries all of whose land is in some polygons together, by code.
  ///
  /// See ``countries(inside:)-(GeoPolygon)``.
  public func countries(inside region: GeoMultiPolygon) -> [Country] {
    PolygonShape(region.polygons).map { countries(inside: $0) } ?? []
  }

  private func countries(touching shape: some BorderShape) -> [Country] {
    let relations = borders.relations(to: shape, asksLeaving: false)
    return touching(shape, relations).sorted()
  }

  private func countries(inside shape: some BorderShape) -> [Country] {
    let relations = borders.relations(to: shape, asksLeaving: true)
    var found = touching(shape, relations)
    for (area, leaves) in relations.leaves.enumerated() where leaves {
      if let country = country(ofLand: area) { found.remove(country) }
    }
    if found.isEmpty { return [] }
    for place in shape.outerPlaces {
      if let country = landCountry(at: place) { found.remove(country) }
    }
    return found.sorted()
  }

  /// The countries with a border in the shape or around a piece of it.
  private func touching(_ shape: some BorderShape, _ relations: BorderRelations) -> Set<Country> {
    var found = Set(shape.innerPlaces.compactMap { landCountry(at: $0) })
    for (area, meets) in relations.meets.enumerated() where meets {
      if let country = country(ofLand: area) { found.insert(country) }
    }
    return found
  }
}

public import CairnGeodesy

/// Queries for countries by region. They consider only the land of countries, without their waters.
///
/// A country *touches* a region if they have a point in common; a single point of its boundary or
/// of the region's edge is enough. It is *inside* a region that contains all of its land: every
/// island and every exclave, as drawn. Both lists are sorted by code; a country inside a region
/// also touches it. Empty regions give empty lists, and a region within a sea touches no country.
///
/// ```swift
/// let alps = BoundingBox(south: 45.8, west: 5.9, north: 47.9, east: 10.5)
/// atlas.countries(touching: alps)   // AT, CH, DE, FR, IT, LI
/// atlas.countries(inside: alps)     // CH, LI
/// ```
extension CountryAtlas {
  /// The countries that have a point in common with a box, by code.
  ///
  /// Boundaries are straight in degrees, so the result is exact; the box includes its bounds.
  ///
  /// - Complexity: O(log *n* + *k*) where *k* of the *n* lines of all boundaries are in the box.
  public func countries(touching box: BoundingBox) -> [Country] {
    BoxShape(box).map { countries(touching: $0) } ?? []
  }

  /// The countries whose entire land is in a box, by code.
  ///
  /// The result is exact. The box of the whole Earth contains every country, and a box that spans
  /// all longitudes contains Antarctica if it reaches the south pole.
  ///
  /// - Complexity: O(*n*) for the *n* lines of all boundaries, most of them eight at a time.
  public func countries(inside box: BoundingBox) -> [Country] {
    BoxShape(box).map { countries(inside: $0) } ?? []
  }

  /// The countries that have a point within the radius of a cap, by code, to a millimeter.
  ///
  /// ```swift
  /// atlas.countries(touching: Cap(center: bratislava, radius: 20_000))   // AT, HU, SK
  /// ```
  ///
  /// A radius of 0 finds the country at the center. Distances are measured on the mean sphere to
  /// boundaries that are straight in degrees.
  ///
  /// - Complexity: O(log *n* + *k*) where *k* of the *n* lines of all boundaries are in the cap.
  public func countries(touching cap: Cap) -> [Country] {
    CapShape(cap).map { countries(touching: $0) } ?? []
  }

  /// The countries whose entire land is within the radius of a cap, by code, to a millimeter.
  ///
  /// - Complexity: O(*n*) for the *n* lines of all boundaries, most of them eight at a time.
  public func countries(inside cap: Cap) -> [Country] {
    CapShape(cap).map { countries(inside: $0) } ?? []
  }

  /// The countries that have a point in common with a polygon, by code, to a centimeter.
  ///
  /// The edges of the polygon are great circles and those of countries are straight in degrees;
  /// both are used without conversion. The outline of a country touches its neighbors.
  ///
  /// - Complexity: O((log *n* + *k*) *m*) in the worst case for *m* edges, where *k* of the *n*
  ///   lines of all boundaries are in the polygon; an edge is only examined where it is near.
  public func countries(touching polygon: GeoPolygon) -> [Country] {
    countries(touching: GeoMultiPolygon([polygon]))
  }

  /// The countries whose entire land is in a polygon, by code.
  ///
  /// Boundaries are recorded to 11 meters, and a country may extend beyond the polygon by that
  /// much. The outline of a country returned by `outline(of:tolerance:)` contains that country but
  /// not its neighbors, not even those that it surrounds.
  ///
  /// - Complexity: O(*n* *m*) in the worst case for *n* lines of all boundaries and *m* edges; an
  ///   edge is only examined where it is near.
  public func countries(inside polygon: GeoPolygon) -> [Country] {
    countries(inside: GeoMultiPolygon([polygon]))
  }

  /// The countries that have a point in common with at least one of several polygons, by code.
  ///
  /// See ``countries(touching:)-(GeoPolygon)``.
  public func countries(touching region: GeoMultiPolygon) -> [Country] {
    PolygonShape(region.polygons).map { countries(touching: $0) } ?? []
  }

  /// The countries whose entire land is in the union of several polygons, by code.
  ///
  /// See ``countries(inside:)-(GeoPolygon)``.
  public func countries(inside region: GeoMultiPolygon) -> [Country] {
    PolygonShape(region.polygons).map { countries(inside: $0) } ?? []
  }

  private func countries(touching shape: some BorderShape) -> [Country] {
    let relations = borders.tree.relations(to: shape, asksLeaving: false)
    return touching(shape, relations).sorted()
  }

  private func countries(inside shape: some BorderShape) -> [Country] {
    let relations = borders.tree.relations(to: shape, asksLeaving: true)
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

  /// The countries with a border in the shape, or with land around a connected part of it.
  private func touching(_ shape: some BorderShape, _ relations: BorderRelations) -> Set<Country> {
    var found = Set(shape.innerPlaces.compactMap { landCountry(at: $0) })
    for (area, meets) in relations.meets.enumerated() where meets {
      if let country = country(ofLand: area) { found.insert(country) }
    }
    return found
  }
}

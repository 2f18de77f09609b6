public import CairnGeodesy

/// The countries of the world by place: which country a coordinate lies in.
///
/// ```swift
/// let atlas = CountryAtlas.world
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 139.69))   // Japan
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 150))      // nil: the Pacific
/// ```
///
/// ## Land and its coast
/// A place at sea belongs to the country whose land is nearest, if that is not farther away than
/// ``coastReach``: harbours, airports on the water, bridges and islands too small to be drawn. The
/// nearest is that of ``nearestCountry(to:within:)``. Every look-up, filter and count goes by
/// this, unless it is handed an atlas without the coast, ``landOnly``:
///
/// ```swift
/// let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)   // 2 km off Southend-on-Sea
/// CountryAtlas.world.country(at: pier)            // the United Kingdom
/// CountryAtlas.world.landOnly.country(at: pier)   // nil
/// index.count(in: .japan)                         // with its harbours and small islands
/// index.count(in: .japan, of: .world.landOnly)    // what lies within the outline as drawn
/// ```
///
/// A ``RegionAtlas`` has no coast: its regions are their outlines.
///
/// ## Boundaries
/// Boundaries are straight lines in degrees between vertices in whole 1e-4 degrees (11 metres).
/// Neighbours share them, so that no place lies in two countries, and none between two. Which
/// side of a boundary a coordinate lies on is decided exactly, whatever its digits. They are drawn
/// without piers and small rocks, and wrong by some hundred metres here and there.
///
/// ## Where the rule decides
/// - A place **on a boundary** belongs to what lies an infinitesimal step to the north-north-east.
/// - Longitudes are taken modulo 360; **180 and -180** are the same meridian.
/// - The **south pole** is Antarctica's (`AQ`), the **north pole** nobody's, at any longitude.
/// - **Land of nobody** is nobody's, however near a country is.
/// - A coordinate that is not ``CairnGeodesy/Coordinate/isValid`` lies in no country.
///
/// Land that several states claim is given to one of them; see ``PointOfView``.
///
/// ## What it costs
/// A look-up takes some tens of nanoseconds; a grid cell with boundaries is prepared at its first
/// look-up, in some microseconds. The embedded boundaries take 1.6 MB of the program, and in use
/// some 7 MB, or 11 MB with distances to borders, whatever the number of views. Copies are free.
///
/// ## When to take something else
/// - Own areas, states, postal codes or delivery zones: ``RegionAtlas``.
/// - Maritime zones: the coast of this atlas is 25 km of nearest land, not a zone of the law of the
///   sea; take a ``RegionAtlas`` of those.
/// - Disputes before a court, cadastres, borders to a metre: the boundaries are a map's, of 11
///   metres at best.
/// - Many places of an index by country: the index's own queries, which look up whole nodes.
public struct CountryAtlas: Sendable {
  internal let storage: Storage
  /// Whether a place at sea belongs to no country, however near the coast.
  internal let isLandOnly: Bool

  /// How far from land a place at sea still belongs to a country: 25 kilometres, inclusive.
  public static let coastReach = 25_000.0

  /// One object, so that a copy of an atlas retains one reference.
  internal final class Storage: Sendable {
    let grid: BoundaryGrid
    /// The letters of the country of each area, 0 for none.
    ///
    /// Their count is a power of two, since the exclusive or of areas of boundaries that are not a
    /// partition may be any number below it.
    let letters: [UInt16]
    /// The boundaries for distances; `nil` for the embedded ones.
    let borders: BorderIndex?
    /// The states of cells near the coasts; `nil` for the embedded ones.
    let coasts: CoastCells?

    init(grid: BoundaryGrid, letters: [UInt16], borders: BorderIndex?, coasts: CoastCells?) {
      self.grid = grid
      self.letters = letters
      self.borders = borders
      self.coasts = coasts
    }
  }

  /// The embedded boundaries for distances, which look-ups on land do not need.
  private static let worldBorders = BorderIndex(WorldBoundaries.sharedArcs)

  /// The states of cells near the embedded coasts, for places at sea.
  private static let worldCoasts = CoastCells(
    WorldBoundaries.sharedArcs, frame: world.storage.grid.frame, reach: coastReach)

  /// The embedded boundaries in the usual view of disputed land.
  ///
  /// The first use prepares them, which takes some milliseconds, the first at sea some more, and
  /// each first look-up near some border a few microseconds. Any number of threads may look up at
  /// once.
  public static let world = CountryAtlas(
    grid: .areas(of: WorldBoundaries.sharedArcs),
    countries: WorldBoundaries.countries(from: .usual))

  /// The embedded boundaries as a point of view has them.
  ///
  /// All views share the memory of ``world``.
  public static func world(view: PointOfView) -> CountryAtlas {
    CountryAtlas(
      grid: world.storage.grid, countries: WorldBoundaries.countries(from: view))
  }

  /// Prepares boundaries.
  ///
  /// - Parameters:
  ///   - arcs: the boundaries of areas.
  ///   - countries: the country of each area.
  package init(_ arcs: BoundaryArcs, countries: [Country?]) {
    let grid = BoundaryGrid.areas(of: arcs)
    self.init(
      grid: grid, countries: countries, areaCount: arcs.areaCount, borders: BorderIndex(arcs),
      coasts: CoastCells(arcs, frame: grid.frame, reach: Self.coastReach))
  }

  private init(
    grid: BoundaryGrid, countries: [Country?], areaCount: Int = 0, borders: BorderIndex? = nil,
    coasts: CoastCells? = nil
  ) {
    var letters = countries.map { $0?.letters ?? 0 }
    let most = max(letters.count, areaCount)
    while letters.count < most || letters.count.nonzeroBitCount != 1 { letters.append(0) }
    storage = Storage(grid: grid, letters: letters, borders: borders, coasts: coasts)
    isLandOnly = false
  }

  private init(landOf other: CountryAtlas) {
    storage = other.storage
    isLandOnly = true
  }

  /// The same boundaries, strictly: what they do not enclose belongs to no country.
  ///
  /// A harbour, an airport on the water and a small island may then lie at sea. Pass it wherever
  /// an atlas is taken: `index.elements(in: .japan, of: .world.landOnly)`.
  public var landOnly: CountryAtlas { CountryAtlas(landOf: self) }

  /// The boundaries, to measure distances to.
  internal var borders: BorderIndex { storage.borders ?? Self.worldBorders }

  /// The states of cells near the coasts.
  internal var coasts: CoastCells { storage.coasts ?? Self.worldCoasts }

  /// How many areas there are, number 0 among them.
  internal var areaCount: Int { storage.letters.count }

  /// The country of an area.
  internal func country(ofArea area: UInt16) -> Country? {
    let letters = Int(area) < storage.letters.count ? storage.letters[Int(area)] : 0
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// The country that a coordinate lies in; `nil` on the high sea.
  ///
  /// A place at sea belongs to the country of the nearest land within ``coastReach``; to none when
  /// the atlas is ``landOnly``.
  ///
  /// - Complexity: O(1) on land and far from it; O(log *n*) for the *n* lines of all boundaries at
  ///   some places at sea: near the coasts of two countries, and about ``coastReach`` off one.
  public func country(at coordinate: Coordinate) -> Country? {
    let area = area(at: coordinate)
    let letters = storage.letters[area]
    if letters != 0 { return Country(letters: letters) }
    return isLandOnly || area != 0 ? nil : country(ofArea: coastArea(at: coordinate))
  }

  /// The number of the area that a coordinate lies in, 0 for none.
  @inline(__always)
  package func area(at coordinate: Coordinate) -> Int {
    storage.grid.area(at: coordinate)
  }

  /// The number of the area that has a coordinate: with its coast, unless the atlas is land only.
  ///
  /// Its country is what ``country(at:)`` gives; 0, or an area of nobody, is none.
  @inline(__always)
  internal func owner(of coordinate: Coordinate) -> Int {
    let area = area(at: coordinate)
    if isLandOnly || area != 0 { return area }
    return Int(coastArea(at: coordinate))
  }
}

extension CountryAtlas {
  /// The countries that many coordinates lie in, in their order; `nil` on the high sea.
  ///
  /// - Parameter coordinates: any places, also invalid ones.
  /// - Returns: for each what ``country(at:)`` gives.
  /// - Complexity: O(*n*).
  public func countries(at coordinates: [Coordinate]) -> [Country?] {
    coordinates.map { country(at: $0) }
  }

  /// The countries that many coordinates lie in or are near to, in their order.
  ///
  /// - Parameters:
  ///   - coordinates: any places, also invalid ones.
  ///   - distance: metres, inclusive; see ``country(at:within:)``.
  /// - Returns: for each what ``country(at:within:)`` gives.
  public func countries(at coordinates: [Coordinate], within distance: Double) -> [Country?] {
    coordinates.map { country(at: $0, within: distance) }
  }

  /// How many coordinates lie in each country by ``country(at:)``; those in none are not counted.
  public func counts(of coordinates: some Sequence<Coordinate>) -> [Country: Int] {
    var areas = [Int](repeating: 0, count: areaCount)
    for coordinate in coordinates { areas[owner(of: coordinate)] += 1 }
    var counts: [Country: Int] = [:]
    for (area, count) in areas.enumerated() where count > 0 {
      guard let country = country(ofArea: UInt16(truncatingIfNeeded: area)) else { continue }
      counts[country, default: 0] += count
    }
    return counts
  }
}

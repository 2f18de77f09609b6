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
public struct CountryAtlas: Sendable {
  internal let storage: Storage
  /// Whether a place at sea belongs to no country, however near the coast.
  internal let isLandOnly: Bool

  /// How far from land a place at sea still belongs to a country: 25 kilometres, inclusive.
  public static let coastReach = 25_000.0

  /// One object, so that passing an atlas on costs no more than that.
  internal final class Storage: Sendable {
    let grid: BoundaryGrid
    /// The letters of the country of each area, 0 for none.
    ///
    /// There are 2 to some power of them, since boundaries that are no partition may add up to an
    /// area that is none.
    let letters: [UInt16]
    /// The boundaries for distances; `nil` for the embedded ones.
    let borders: BorderIndex?
    /// What is near the coasts; `nil` for the embedded ones.
    let coasts: CoastCells?

    init(grid: BoundaryGrid, letters: [UInt16], borders: BorderIndex?, coasts: CoastCells?) {
      self.grid = grid
      self.letters = letters
      self.borders = borders
      self.coasts = coasts
    }
  }

  /// The embedded boundaries for distances, which look-ups do without.
  private static let worldBorders = BorderIndex(WorldBoundaries.sharedArcs)

  /// What is near the embedded coasts, for places at sea.
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

  /// What is near the coasts.
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

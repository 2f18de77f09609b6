public import CairnGeodesy

/// The countries of the world by place: which country a coordinate lies in.
///
/// ```swift
/// let atlas = CountryAtlas.world
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 139.69))   // Japan
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 150))      // nil: the Pacific
/// ```
///
/// ## Land and waters
/// A place at sea belongs to the country in whose waters it lies: harbours, airports on the water,
/// bridges and islands too small to be drawn. Waters reach 55 km from the coasts, in places twice
/// as far, or to the middle between two countries; Antarctica has none. Every look-up, filter and
/// count goes by this, unless it is handed an atlas without the waters, ``landOnly``:
///
/// ```swift
/// let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)   // 2 km off Southend-on-Sea
/// CountryAtlas.world.country(at: pier)            // the United Kingdom
/// CountryAtlas.world.landOnly.country(at: pier)   // nil
/// index.count(in: .japan)                         // with its harbours and small islands
/// index.count(in: .japan, of: .world.landOnly)    // what lies within the outline as drawn
/// ```
///
/// Land and waters are areas of one partition of the Earth, so that both answers cost the same.
/// Outlines, distances, borders and ``countries(touching:)-(BoundingBox)`` are about land alone. A
/// ``RegionAtlas`` has no waters: its regions are their outlines.
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
/// - The law of the sea: the waters of this atlas say whose an islet is, and are no zone of 12 or
///   200 nautical miles; take a ``RegionAtlas`` of those.
/// - Disputes before a court, cadastres, borders to a metre: the boundaries are a map's, of 11
///   metres at best.
/// - Many places of an index by country: the index's own queries, which look up whole nodes.
public struct CountryAtlas: Sendable {
  internal let storage: Storage
  /// Whether a place at sea belongs to no country, however near the coast.
  internal let isLandOnly: Bool

  /// One object, so that a copy of an atlas retains one reference.
  internal final class Storage: Sendable {
    let grid: BoundaryGrid
    /// The letters of the country of each area, 0 for none.
    ///
    /// Their count is a power of two, since the exclusive or of areas of boundaries that are not a
    /// partition may be any number below it.
    let letters: [UInt16]
    /// The same with 0 for waters.
    let landLetters: [UInt16]
    /// Whether each area is land, that of nobody included.
    let isLand: [Bool]
    /// The boundaries for distances; `nil` for the embedded ones.
    let borders: BorderIndex?

    init(grid: BoundaryGrid, letters: [UInt16], isLand: [Bool], borders: BorderIndex?) {
      self.grid = grid
      self.letters = letters
      self.isLand = isLand
      landLetters = zip(letters, isLand).map { $1 ? $0 : 0 }
      self.borders = borders
    }
  }

  /// The embedded boundaries for distances, which look-ups on land do not need.
  private static let worldBorders = BorderIndex(WorldBoundaries.sharedArcs)

  /// The embedded boundaries in the usual view of disputed land.
  ///
  /// The first use prepares them, which takes some milliseconds, and each first look-up near some
  /// border a few microseconds. Any number of threads may look up at once.
  public static let world = CountryAtlas(
    grid: .areas(of: WorldBoundaries.sharedArcs),
    countries: WorldBoundaries.countries(from: .usual), isWater: WorldBoundaries.isWater)

  /// The embedded boundaries as a point of view has them.
  ///
  /// All views share the memory of ``world``.
  public static func world(view: PointOfView) -> CountryAtlas {
    CountryAtlas(
      grid: world.storage.grid, countries: WorldBoundaries.countries(from: view),
      isWater: WorldBoundaries.isWater)
  }

  /// Prepares boundaries.
  ///
  /// - Parameters:
  ///   - arcs: the boundaries of areas.
  ///   - countries: the country of each area.
  ///   - isWater: whether each area is water rather than land; areas that it does not list are
  ///     land.
  package init(_ arcs: BoundaryArcs, countries: [Country?], isWater: [Bool] = []) {
    self.init(
      grid: .areas(of: arcs), countries: countries, isWater: isWater, areaCount: arcs.areaCount,
      borders: BorderIndex(arcs))
  }

  private init(
    grid: BoundaryGrid, countries: [Country?], isWater: [Bool], areaCount: Int = 0,
    borders: BorderIndex? = nil
  ) {
    var letters = countries.map { $0?.letters ?? 0 }
    let most = max(letters.count, areaCount)
    while letters.count < most || letters.count.nonzeroBitCount != 1 { letters.append(0) }
    let isLand = letters.indices.map { $0 > 0 && !($0 < isWater.count && isWater[$0]) }
    storage = Storage(grid: grid, letters: letters, isLand: isLand, borders: borders)
    isLandOnly = false
  }

  private init(landOf other: CountryAtlas) {
    storage = other.storage
    isLandOnly = true
  }

  /// The same boundaries, strictly: what lies at sea belongs to no country.
  ///
  /// A harbour, an airport on the water and a small island may then lie at sea. Pass it wherever
  /// an atlas is taken: `index.elements(in: .japan, of: .world.landOnly)`.
  public var landOnly: CountryAtlas { CountryAtlas(landOf: self) }

  /// The boundaries, to measure distances to.
  internal var borders: BorderIndex { storage.borders ?? Self.worldBorders }

  /// The letters of the country that has each area, 0 for none: waters are nobody's where the atlas
  /// is land only.
  package var letters: [UInt16] { isLandOnly ? storage.landLetters : storage.letters }

  /// The letters of the country that has an area, 0 for none; an element of ``letters``, without a
  /// reference counted.
  @inline(__always)
  internal func letters(ofArea area: Int) -> UInt16 {
    isLandOnly ? storage.landLetters[area] : storage.letters[area]
  }

  /// The country of an area of land; `nil` for nobody's and for waters.
  internal func country(ofLand area: some BinaryInteger) -> Country? {
    Country(ofArea: area, by: storage.landLetters)
  }

  /// The country that a coordinate lies in; `nil` on the high sea.
  ///
  /// A place at sea belongs to the country in whose waters it lies; to none when the atlas is
  /// ``landOnly``.
  ///
  /// - Complexity: O(1), some tens of nanoseconds.
  public func country(at coordinate: Coordinate) -> Country? {
    let letters = letters(ofArea: area(at: coordinate))
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// Whether a coordinate lies on land, that of nobody included.
  package func isLand(_ coordinate: Coordinate) -> Bool {
    storage.isLand[area(at: coordinate)]
  }

  /// The number of the area that a coordinate lies in, 0 for the high sea.
  @inline(__always)
  package func area(at coordinate: Coordinate) -> Int {
    storage.grid.area(at: coordinate)
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
    var areas = [Int](repeating: 0, count: letters.count)
    for coordinate in coordinates { areas[area(at: coordinate)] += 1 }
    return counts(byArea: areas)
  }
}

extension Country {
  /// The country of an area by the letters of each; `nil` where there is none.
  fileprivate init?(ofArea area: some BinaryInteger, by letters: [UInt16]) {
    let area = Int(area)
    guard letters.indices.contains(area), letters[area] != 0 else { return nil }
    self.init(letters: letters[area])
  }
}

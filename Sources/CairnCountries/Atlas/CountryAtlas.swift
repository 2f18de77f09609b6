public import CairnGeodesy

/// The countries of the world, for looking up the country of a coordinate.
///
/// ```swift
/// let atlas = CountryAtlas.world
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 139.69))   // Japan
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 150))      // nil: the Pacific
/// ```
///
/// ## Land and waters
/// A place at sea belongs to the country whose waters contain it: harbors, airports on the water,
/// bridges and islands too small to be drawn. Waters reach 55 km from the coasts, in places twice
/// as far, or to the median line between two countries; Antarctica has none. Every lookup, filter
/// and count includes waters unless you pass an atlas without them, ``landOnly``:
///
/// ```swift
/// let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)   // 2 km off Southend-on-Sea
/// CountryAtlas.world.country(at: pier)            // the United Kingdom
/// CountryAtlas.world.landOnly.country(at: pier)   // nil
/// index.count(in: .japan)                         // with its harbors and small islands
/// index.count(in: .japan, of: .world.landOnly)    // only places within the outline as drawn
/// ```
///
/// Land and waters are areas of one partition of the Earth, so both kinds of lookup cost the same.
/// Outlines, distances, borders and ``countries(touching:)-(BoundingBox)`` consider only land. The
/// regions of a ``TerritoryAtlas`` have no waters: they are exactly their outlines.
///
/// ## Boundaries
/// Boundaries are straight lines in degrees between vertices at integer multiples of 1e-4 degrees
/// (11 meters). Neighbors share them, so no place is in two countries, and none between two. A
/// coordinate's side of a boundary is determined exactly, whatever its digits. Boundaries are drawn
/// without piers and small rocks, with errors of a few hundred meters in places.
///
/// ## Boundary rule
/// - A place **on a boundary** belongs to the country an infinitesimal step to the north-northeast.
/// - Longitudes are taken modulo 360; **180 and -180** are the same meridian.
/// - At any longitude, the **south pole** belongs to Antarctica (`AQ`), the **north pole** to no
///   country.
/// - **Unclaimed land** belongs to no country, however near one is.
/// - A coordinate that is not ``CairnGeodesy/Coordinate/isValid`` is in no country.
///
/// Land that several states claim is assigned to one of them; see ``PointOfView``.
///
/// ## Costs
/// A lookup takes a few tens of nanoseconds; a grid cell with boundaries is prepared at its first
/// lookup, in a few microseconds. The embedded boundaries take 1.6 MB of the program, and in use
/// about 7 MB, or 11 MB with distances to borders, whatever the number of views. Copies are free.
///
/// ## Alternatives
/// - Your own areas, states, postal codes or delivery zones: ``TerritoryAtlas``.
/// - Maritime law: the waters of this atlas determine the country of an islet; they are not the
///   zones of 12 or 200 nautical miles. Use a ``TerritoryAtlas`` of those.
/// - Legal disputes, cadastres, borders accurate to a meter: the boundaries are those of a map,
///   accurate to 11 meters at best.
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
    /// The count is a power of two: if the boundaries do not form a partition, the exclusive or of
    /// areas may be any number below it.
    let letters: [UInt16]
    /// The same letters with 0 for waters.
    let landLetters: [UInt16]
    /// Whether each area is land, including unclaimed land.
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

  /// The embedded boundaries prepared for distances, which lookups do not need.
  private static let worldBorders = BorderIndex(WorldBoundaries.sharedArcs)

  /// The embedded boundaries in the usual view of disputed land.
  ///
  /// The first use prepares them, which takes a few milliseconds, and the first lookup near each
  /// border takes a few microseconds more. Any number of threads may look up at once.
  public static let world = CountryAtlas(
    grid: .areas(of: WorldBoundaries.sharedArcs),
    countries: WorldBoundaries.countries(from: .usual), isWater: WorldBoundaries.isWater)

  /// The embedded boundaries in a point of view.
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
  ///   - isWater: whether each area is water rather than land; areas beyond its end are land.
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

  /// The same boundaries without waters: a place at sea belongs to no country.
  ///
  /// Harbors, airports on the water and small islands may then be at sea. Pass it to any function
  /// that accepts an atlas: `index.elements(in: .japan, of: .world.landOnly)`.
  public var landOnly: CountryAtlas { CountryAtlas(landOf: self) }

  /// The boundaries prepared for distances.
  internal var borders: BorderIndex { storage.borders ?? Self.worldBorders }

  /// The letters of the country of each area, 0 for none; also 0 for waters if the atlas is land
  /// only.
  package var letters: [UInt16] { isLandOnly ? storage.landLetters : storage.letters }

  /// The letters of the country of an area, 0 for none; an element of ``letters``, without
  /// reference counting.
  @inline(__always)
  internal func letters(ofArea area: Int) -> UInt16 {
    isLandOnly ? storage.landLetters[area] : storage.letters[area]
  }

  /// The country of an area of land; `nil` for unclaimed land and for waters.
  internal func country(ofLand area: some BinaryInteger) -> Country? {
    Country(ofArea: area, by: storage.landLetters)
  }

  /// The country of a coordinate; `nil` on the high seas.
  ///
  /// A place at sea belongs to the country whose waters contain it, or to none if the atlas is
  /// ``landOnly``.
  ///
  /// - Complexity: O(1), a few tens of nanoseconds.
  public func country(at coordinate: Coordinate) -> Country? {
    let letters = letters(ofArea: area(at: coordinate))
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// Whether a coordinate is on land, including unclaimed land.
  package func isLand(_ coordinate: Coordinate) -> Bool {
    storage.isLand[area(at: coordinate)]
  }

  /// The number of the area of a coordinate, 0 for the high seas.
  @inline(__always)
  package func area(at coordinate: Coordinate) -> Int {
    storage.grid.area(at: coordinate)
  }
}

extension CountryAtlas {
  /// The countries of many coordinates, in their order; `nil` on the high seas.
  ///
  /// - Parameter coordinates: any places, including invalid ones.
  /// - Returns: for each coordinate the result of ``country(at:)``.
  /// - Complexity: O(*n*).
  public func countries(at coordinates: [Coordinate]) -> [Country?] {
    coordinates.map { country(at: $0) }
  }

  /// The countries of many coordinates, or the nearest ones within a distance, in their order.
  ///
  /// - Parameters:
  ///   - coordinates: any places, including invalid ones.
  ///   - distance: meters, inclusive; see ``country(at:within:)``.
  /// - Returns: for each coordinate the result of ``country(at:within:)``.
  public func countries(at coordinates: [Coordinate], within distance: Double) -> [Country?] {
    coordinates.map { country(at: $0, within: distance) }
  }

  /// The number of coordinates in each country as of ``country(at:)``; those in no country are not
  /// counted.
  public func counts(of coordinates: some Sequence<Coordinate>) -> [Country: Int] {
    var areas = [Int](repeating: 0, count: letters.count)
    for coordinate in coordinates { areas[area(at: coordinate)] += 1 }
    return counts(byArea: areas)
  }
}

extension Country {
  /// Creates the country of an area, given the letters of each; `nil` if it has none.
  fileprivate init?(ofArea area: some BinaryInteger, by letters: [UInt16]) {
    let area = Int(area)
    guard letters.indices.contains(area), letters[area] != 0 else { return nil }
    self.init(letters: letters[area])
  }
}

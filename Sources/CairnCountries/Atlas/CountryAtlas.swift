public import CairnGeodesy

/// The countries of the world by place: which country a coordinate lies in.
///
/// ```swift
/// let atlas = CountryAtlas.world
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 139.69))   // Japan
/// atlas.country(at: Coordinate(latitude: 35.68, longitude: 150))      // nil: the Pacific
/// ```
///
/// ## Boundaries
/// Boundaries are straight lines in degrees between vertices in whole 1e-4 degrees (11 metres).
/// Neighbours share them, so that no place lies in two countries, and none between two. Which
/// side of a boundary a coordinate lies on is decided exactly, whatever its digits.
///
/// ## Where the rule decides
/// - A place **on a boundary** belongs to what lies an infinitesimal step to the north-north-east.
/// - Longitudes are taken modulo 360; **180 and -180** are the same meridian.
/// - The **south pole** is Antarctica's (`AQ`), the **north pole** nobody's, at any longitude.
/// - A coordinate that is not ``CairnGeodesy/Coordinate/isValid`` lies in no country.
///
/// Land that several states claim is given to one of them; see ``PointOfView``.
public struct CountryAtlas: Sendable {
  internal let storage: Storage

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

    init(grid: BoundaryGrid, letters: [UInt16], borders: BorderIndex?) {
      self.grid = grid
      self.letters = letters
      self.borders = borders
    }
  }

  /// The embedded boundaries for distances, which look-ups do without.
  private static let worldBorders = BorderIndex(WorldBoundaries.sharedArcs)

  /// The embedded boundaries in the usual view of disputed land.
  ///
  /// The first use prepares them, which takes some milliseconds, and each first look-up near
  /// some border a few microseconds more. Any number of threads may look up at once.
  public static let world = CountryAtlas(
    grid: .areas(of: WorldBoundaries.sharedArcs),
    countries: WorldBoundaries.countries(from: .usual), borders: nil)

  /// The embedded boundaries as a point of view has them.
  ///
  /// All views share the memory of ``world``.
  public static func world(view: PointOfView) -> CountryAtlas {
    CountryAtlas(
      grid: world.storage.grid, countries: WorldBoundaries.countries(from: view), borders: nil)
  }

  /// Prepares boundaries.
  ///
  /// - Parameters:
  ///   - arcs: the boundaries of areas.
  ///   - countries: the country of each area.
  package init(_ arcs: BoundaryArcs, countries: [Country?]) {
    self.init(
      grid: .areas(of: arcs), countries: countries, areaCount: arcs.areaCount,
      borders: BorderIndex(arcs))
  }

  private init(
    grid: BoundaryGrid, countries: [Country?], areaCount: Int = 0, borders: BorderIndex?
  ) {
    var letters = countries.map { $0?.letters ?? 0 }
    let most = max(letters.count, areaCount)
    while letters.count < most || letters.count.nonzeroBitCount != 1 { letters.append(0) }
    storage = Storage(grid: grid, letters: letters, borders: borders)
  }

  /// The boundaries, to measure distances to.
  internal var borders: BorderIndex { storage.borders ?? Self.worldBorders }

  /// How many areas there are, number 0 among them.
  internal var areaCount: Int { storage.letters.count }

  /// The country of an area.
  internal func country(ofArea area: UInt16) -> Country? {
    let letters = Int(area) < storage.letters.count ? storage.letters[Int(area)] : 0
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// The country that a coordinate lies in; `nil` at sea.
  ///
  /// Coasts are drawn without piers and small rocks, so a place in a harbour may lie at sea.
  ///
  /// - Complexity: O(1).
  public func country(at coordinate: Coordinate) -> Country? {
    let letters = storage.letters[area(at: coordinate)]
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// The number of the area that a coordinate lies in, 0 for none.
  @inline(__always)
  package func area(at coordinate: Coordinate) -> Int {
    storage.grid.area(at: coordinate)
  }
}

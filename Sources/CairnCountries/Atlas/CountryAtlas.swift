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
    let letters: [UInt16]

    init(grid: BoundaryGrid, letters: [UInt16]) {
      self.grid = grid
      self.letters = letters
    }
  }

  /// The embedded boundaries in the usual view of disputed land.
  ///
  /// The first use prepares them, which takes some milliseconds.
  public static let world = CountryAtlas(
    WorldBoundaries.arcs(), countries: WorldBoundaries.countries(from: .usual))

  /// The embedded boundaries as a point of view has them.
  ///
  /// All views share the memory of ``world``.
  public static func world(view: PointOfView) -> CountryAtlas {
    CountryAtlas(grid: world.storage.grid, countries: WorldBoundaries.countries(from: view))
  }

  /// Prepares boundaries.
  ///
  /// - Parameters:
  ///   - arcs: the boundaries of areas.
  ///   - countries: the country of each area.
  package init(_ arcs: BoundaryArcs, countries: [Country?]) {
    self.init(grid: .areas(of: arcs), countries: countries)
  }

  private init(grid: BoundaryGrid, countries: [Country?]) {
    storage = Storage(grid: grid, letters: countries.map { $0?.letters ?? 0 })
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
    guard let point = GridPoint(coordinate) else { return 0 }
    let area = Int(storage.grid.area(at: point))
    // Boundaries that are no partition may add up to an area that is none.
    return area < storage.letters.count ? area : 0
  }
}

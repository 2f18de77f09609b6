package import CairnGeodesy
package import CairnMemory

/// Which area of a partition of the Earth a coordinate lies in: the look-up that ``CountryAtlas``
/// has, for the layers of other modules.
///
/// Cells are cut at their first look-up, and any number of threads may look up at once. Where the
/// rule decides, on boundaries, at the poles and the antimeridian, it is that of ``CountryAtlas``.
package struct AreaGrid: Sendable {
  private let grid: BoundaryGrid

  /// Prepares arcs between areas; O(vertices), some milliseconds.
  package init(_ arcs: BoundaryArcs) { grid = .areas(of: arcs) }

  /// The number of the area of a coordinate; 0 for one that is in none, or is not valid.
  ///
  /// - Complexity: O(1), some tens of nanoseconds.
  package func area(at coordinate: Coordinate) -> Int { grid.area(at: coordinate) }

  /// Writes what ``area(at:)`` gives for each of many coordinates.
  package func writeAreas(at places: Window<Coordinate>, into areas: Slab<UInt16>) {
    grid.writeAreas(at: places, into: areas)
  }
}

package import CairnGeodesy
package import CairnMemory

/// A partition of the Earth into areas, for looking up the area of a coordinate: the lookup of
/// ``CountryAtlas``, for the layers of other modules.
///
/// Cells are cut at their first lookup, and any number of threads may look up at once. On
/// boundaries, at the poles and at the antimeridian the rule of ``CountryAtlas`` applies.
package struct AreaGrid: Sendable {
  private let grid: BoundaryGrid

  /// Prepares arcs between areas; O(vertices), a few milliseconds.
  package init(_ arcs: BoundaryArcs) { grid = .areas(of: arcs) }

  /// The number of the area of a coordinate; 0 if it is in none or not valid.
  ///
  /// - Complexity: O(1), a few tens of nanoseconds.
  package func area(at coordinate: Coordinate) -> Int { grid.area(at: coordinate) }

  /// Writes the result of ``area(at:)`` for each of many coordinates.
  package func writeAreas(at places: UnsafeSpan<Coordinate>, into areas: UnsafeBuffer<UInt16>) {
    grid.writeAreas(at: places, into: areas)
  }
}

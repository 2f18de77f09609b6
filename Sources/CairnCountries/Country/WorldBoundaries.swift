/// The embedded boundaries of the world, and whose area is whose.
package enum WorldBoundaries {
  /// Decodes the arcs.
  ///
  /// - Complexity: O(vertices), a few milliseconds.
  package static func arcs() -> BoundaryArcs {
    BoundaryArcs(starts: [0], x: [], y: [], left: [], right: [], areaCount: 1)
  }

  /// The country of each area as a point of view has it; `nil` for area 0 and for land that
  /// belongs to nobody in that view.
  package static func countries(from view: PointOfView) -> [Country?] { [nil] }
}

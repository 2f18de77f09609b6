/// The borders and coasts of a partition of the Earth into areas, each stored once.
///
/// An *arc* is a chain of straight lines in degrees (plate carrée) between two nodes, with one
/// area on its left and another on its right all along it. A node is where three areas or more
/// meet, where a border meets the antimeridian, or an arbitrary vertex of a ring that touches no
/// other. Areas are numbered; number 0 is what belongs to no country (the sea).
///
/// - Arcs meet only at their ends, so that areas neither overlap nor leave gaps.
/// - `left` and `right` always differ: every arc is a real border or coast. The cuts of the
///   source along ±180° and along the pole are not stored. An arc that reaches the antimeridian
///   ends there, at x = 1,800,000 or x = -1,800,000, and goes on at the same y on the other side.
/// - The North Pole lies in area 0, so the arcs that the meridian of a point crosses on its way
///   north give the point's area: the exclusive or of `left ^ right` over the crossings.
package struct BoundaryArcs: Sendable {
  /// Arc `i` has the vertices `starts[i] ..< starts[i + 1]`, at least two.
  package let starts: [Int32]
  /// The longitude of each vertex in units of 1e-4 degrees, -1,800,000 to 1,800,000.
  package let x: [Int32]
  /// The latitude of each vertex in units of 1e-4 degrees, -900,000 to 900,000.
  package let y: [Int32]
  /// The area to the left of each arc, as one goes along it.
  package let left: [UInt16]
  /// The area to the right of each arc.
  package let right: [UInt16]
  /// How many areas there are, number 0 among them.
  package let areaCount: Int

  /// How many units are one degree.
  package static let unitsPerDegree = 10_000.0

  package init(
    starts: [Int32], x: [Int32], y: [Int32], left: [UInt16], right: [UInt16], areaCount: Int
  ) {
    self.starts = starts
    self.x = x
    self.y = y
    self.left = left
    self.right = right
    self.areaCount = areaCount
  }

  /// How many arcs there are.
  package var count: Int { left.count }

  /// The positions of an arc's vertices in ``x`` and ``y``.
  package func vertices(of arc: Int) -> Range<Int> { Int(starts[arc])..<Int(starts[arc + 1]) }
}

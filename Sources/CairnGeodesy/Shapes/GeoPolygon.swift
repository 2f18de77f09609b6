internal import CairnMemory

/// A region of the Earth inside a ring of coordinates, without its holes.
///
/// ## Edges
/// Neighboring vertices are joined by the shorter **great-circle arc**, which is not a straight
/// line on a map in degrees: between two points on the 49th parallel it runs north of it. Edges may
/// cross the antimeridian and pass over poles; poles may be inside. Two neighbors exactly 180
/// degrees apart in longitude are joined over the nearer pole (the north pole for antipodes), and
/// one pole with the other along the longitude stored with the first.
///
/// Longitudes count modulo 360: an edge from 170 to -170 crosses the antimeridian. Rings in files
/// give these numbers another meaning, straight edges from longitude to longitude; for those use
/// ``init(straightInDegrees:holes:tolerance:)``.
///
/// ## Inside
/// A ring has two sides. The default, ``Interior/smallerSide``, selects the one with less area,
/// whichever way the ring runs; ``Interior/leftOfRing`` selects the one to the left of the ring's
/// direction, which allows regions of more than half the Earth. A hole removes the smaller side of
/// its ring. Self-intersections follow the even-odd rule: an area that the ring winds around an
/// even number of times is on the same side as its outside. The smaller side is the one with less
/// area by that rule; for a ring with more than 50,000 crossings the areas are estimated to about a
/// hundredth of the Earth. The left of such a ring is the area that it winds around an odd number
/// of times if it winds around more area counterclockwise than clockwise, otherwise the rest. A
/// ring that runs along one meridian from pole to pole and back has the whole Earth to its left.
///
/// ## Borders
/// A point on a border belongs to exactly one of the regions that share it, always the same one:
/// every point is treated as if it were an infinitesimal step to the north-northeast. The decision
/// is exact, without an epsilon, so regions that share edges leave no gap and no overlap.
///
/// ```swift
/// let triangle = GeoPolygon([
///   Coordinate(latitude: 0, longitude: 170),
///   Coordinate(latitude: 0, longitude: -170),
///   Coordinate(latitude: 15, longitude: 180),
/// ])
/// triangle.contains(Coordinate(latitude: 5, longitude: -178))   // true
/// triangle.contains(Coordinate(latitude: 5, longitude: 0))      // false
/// ```
///
/// A ring may repeat its first vertex at the end, as GeoJSON does, or not. A ring with fewer than
/// three distinct vertices or with a coordinate that is not ``Coordinate/isValid`` encloses
/// nothing.
///
/// ## Costs
/// Creating a polygon prepares it for ``contains(_:)``: it takes O(*n*) time and about 100 bytes of
/// memory per vertex, and a query then O(1) on average. Do not create a polygon for a single query
/// about a circle or a box (use ``Cap`` or ``BoundingBox``), nor one for each of many polygons that
/// share borders (a `TerritoryAtlas` of the module `CairnCountries` finds the right one among
/// thousands at once). For a ring of few but very long edges, or one that folds back and forth over
/// the same cells, the grid does not help: a query costs up to O(*n*).
public struct GeoPolygon: Sendable {
  /// The side of a ring that is inside.
  public enum Interior: String, Hashable, Sendable {
    /// The side with less area; the left one if the ring halves the sphere (to 1e-9 steradian).
    case smallerSide
    /// The side to the left of the ring's direction: counterclockwise rings enclose their inside.
    case leftOfRing
  }

  /// The rings of a polygon in one object, so that copying a polygon only retains one reference.
  @usableFromInline
  internal final class Rings: Sendable {
    @usableFromInline let outer: [Coordinate]
    @usableFromInline let holes: [[Coordinate]]
    @usableFromInline let interior: Interior
    let outerIndex: RingIndex
    let holeIndexes: [RingIndex]
    /// The box of each hole, to skip most holes without a copy of their index.
    let holeBoxes: [BoundingBox]
    let holeInteriors: [Interior]

    fileprivate init(
      _ outer: (ring: [Coordinate], interior: Interior),
      holes: [(ring: [Coordinate], interior: Interior)]
    ) {
      self.outer = outer.ring
      self.holes = holes.map { $0.ring }
      interior = outer.interior
      holeInteriors = holes.map { $0.interior }
      outerIndex = RingIndex(outer.ring, interior: interior)
      holeIndexes = holes.map { RingIndex($0.ring, interior: $0.interior) }
      holeBoxes = holeIndexes.map { $0.boundingBox }
    }
  }

  @usableFromInline
  internal let rings: Rings

  /// The vertices of the outer ring, as given.
  @inlinable
  public var outer: [Coordinate] { rings.outer }
  /// The vertices of each hole, as given.
  @inlinable
  public var holes: [[Coordinate]] { rings.holes }
  /// The side of the outer ring that is inside.
  @inlinable
  public var interior: Interior { rings.interior }

  internal var outerIndex: RingIndex { rings.outerIndex }
  internal var holeIndexes: [RingIndex] { rings.holeIndexes }
  /// The side of each hole that is removed: the smaller one, except for large holes in degrees.
  package var holeInteriors: [Interior] { rings.holeInteriors }

  /// Creates a polygon and prepares it for ``contains(_:)``.
  ///
  /// - Parameters:
  ///   - outer: the vertices of the outer ring, in either direction, closed or open.
  ///   - holes: the rings of the holes; they should be inside and not overlap.
  ///   - interior: the side of the outer ring that is inside.
  /// - Complexity: O(*n*) in the number of vertices.
  public init(
    _ outer: [Coordinate], holes: [[Coordinate]] = [], interior: Interior = .smallerSide
  ) {
    self.init(
      (outer, interior), holes: holes.map { (ring: $0, interior: .smallerSide) })
  }

  /// Creates a polygon with an explicit interior for each hole, too: the side to remove.
  package init(
    _ outer: (ring: [Coordinate], interior: Interior),
    holes: [(ring: [Coordinate], interior: Interior)]
  ) {
    rings = Rings(outer, holes: holes)
  }

  /// Whether a coordinate is in the polygon.
  ///
  /// A point on a border is decided as documented for the type; a pole is treated as a point on the
  /// meridian of Greenwich. A coordinate that is not ``Coordinate/isValid`` is in no polygon.
  ///
  /// - Complexity: O(1) on average for rings with short edges, whatever their number; in the worst
  ///   case the number of edges that pass through one cell of the ring's grid. A point inside the
  ///   outer ring is also compared with the box of each hole.
  public func contains(_ coordinate: Coordinate) -> Bool {
    // Avoids copying the rings, which are large.
    let rings = rings
    let longitude = longitudeRange(coordinate.longitude)
    let latitude = coordinate.latitude
    guard rings.outerIndex.boundingBox.contains(latitude: latitude, longitude: longitude) else {
      return false
    }
    let point = RingPoint(longitude: abs(latitude) == 90 ? 0 : longitude, latitude: latitude)
    guard rings.outerIndex.contains(point) else { return false }
    let boxes = rings.holeBoxes
    for number in boxes.indices
    where boxes[number].contains(latitude: latitude, longitude: longitude) {
      if rings.holeIndexes[number].contains(point) { return false }
    }
    return true
  }

  /// The smallest box that contains the polygon, including enclosed poles and bulging edges.
  ///
  /// Its latitudes are rounded outward by a few units in the last place. It is empty for a ring
  /// that encloses nothing.
  public var boundingBox: BoundingBox { outerIndex.boundingBox }
}

extension GeoPolygon: Hashable {
  /// Whether two polygons have equal rings and the same interior rule.
  public static func == (a: GeoPolygon, b: GeoPolygon) -> Bool {
    a.rings === b.rings
      || a.interior == b.interior && a.outer == b.outer && a.holes == b.holes
        && a.holeInteriors == b.holeInteriors
  }

  /// Hashes the rings and the interior rule.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outer)
    hasher.combine(holes)
    hasher.combine(interior)
  }
}

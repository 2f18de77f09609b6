internal import CairnMemory

/// A region of the Earth inside a ring of coordinates, less its holes.
///
/// ## Edges
/// Neighbouring vertices are joined by the shorter **great-circle arc**, which is not a straight
/// line on a map in degrees: between two points on the 49th parallel it runs north of it. Edges
/// may cross the antimeridian and pass over poles; poles may be inside. Two neighbours exactly
/// 180 degrees apart in longitude are joined over the nearer pole (the north pole for antipodes),
/// and one pole with the other along the longitude stored with the first.
///
/// Longitudes count modulo 360: from 170 to -170 is the way across 180 degrees. The rings of a file
/// mean something else by the same numbers, straight edges from longitude to longitude; for those
/// there is ``init(straightInDegrees:holes:tolerance:)``.
///
/// ## Inside
/// A ring has two sides. The default, ``Interior/smallerSide``, takes the one with less area,
/// whichever way the ring runs; ``Interior/leftOfRing`` takes the one at the left of a walk along
/// it, which allows regions of more than half the Earth. A hole removes the smaller side of its
/// ring. Crossings of a self-intersecting ring count by the even-odd rule; what it winds round an
/// even number of times lies on the same side as its outside. At the left of a ring that runs
/// along one meridian from pole to pole and back lies the whole Earth.
///
/// ## Borders
/// A point on a border belongs to exactly one of the regions that share it, always the same one:
/// every point is taken as if it lay an infinitesimal step to the north-north-east. The decision
/// is exact, not a matter of an epsilon, so regions that share edges leave no gap and no overlap.
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
/// Making one prepares ``contains(_:)``: it takes O(*n*) time and some 100 bytes of memory a
/// vertex, and a question then O(1) on average. Do not make one for a single question about a
/// circle or a box (``Cap``, ``BoundingBox``), nor one for each of many polygons that share borders
/// (a
/// `RegionAtlas` of the module `CairnCountries` finds the right one of thousands at once). A ring
/// of few but very long edges, or one that folds back and forth over the same cells, leaves the
/// grid little to sort by: a question about it costs up to O(*n*).
public struct GeoPolygon: Sendable {
  /// Which side of a ring is inside.
  public enum Interior: String, Hashable, Sendable {
    /// The side with less area; the left one when the ring halves the sphere (to 1e-9 steradian).
    case smallerSide
    /// The side at the left of a walk along the ring: counterclockwise rings enclose their inside.
    case leftOfRing
  }

  /// All of a polygon in one object, so that to copy a polygon is to count one reference.
  @usableFromInline
  internal final class Rings: Sendable {
    @usableFromInline let outer: [Coordinate]
    @usableFromInline let holes: [[Coordinate]]
    @usableFromInline let interior: Interior
    let outerIndex: RingIndex
    let holeIndexes: [RingIndex]
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
    }
  }

  @usableFromInline
  internal let rings: Rings

  /// The vertices of the outer ring, as they were given.
  @inlinable
  public var outer: [Coordinate] { rings.outer }
  /// The vertices of each hole, as they were given.
  @inlinable
  public var holes: [[Coordinate]] { rings.holes }
  /// Which side of the outer ring is inside.
  @inlinable
  public var interior: Interior { rings.interior }

  internal var outerIndex: RingIndex { rings.outerIndex }
  internal var holeIndexes: [RingIndex] { rings.holeIndexes }
  /// Which side of each hole is left out: the smaller one but for large holes in degrees.
  package var holeInteriors: [Interior] { rings.holeInteriors }

  /// Makes a polygon and prepares it for ``contains(_:)``.
  ///
  /// - Parameters:
  ///   - outer: the vertices of the outer ring, in either direction, closed or open.
  ///   - holes: the rings of the holes; they should lie inside and not overlap.
  ///   - interior: which side of the outer ring is inside.
  /// - Complexity: O(*n*) in the number of vertices.
  public init(
    _ outer: [Coordinate], holes: [[Coordinate]] = [], interior: Interior = .smallerSide
  ) {
    self.init(
      (outer, interior), holes: holes.map { (ring: $0, interior: .smallerSide) })
  }

  /// The same with a side for each hole, too: what is left out.
  package init(
    _ outer: (ring: [Coordinate], interior: Interior),
    holes: [(ring: [Coordinate], interior: Interior)]
  ) {
    rings = Rings(outer, holes: holes)
  }

  /// Whether a coordinate lies in the polygon.
  ///
  /// A point on a border is decided as the type's comment says; a pole is taken on the meridian of
  /// Greenwich. A coordinate that is not ``Coordinate/isValid`` is in no polygon.
  ///
  /// - Complexity: O(1) on average for rings with short edges, whatever their number; at worst
  ///   the number of edges that run through one cell of the ring's grid.
  public func contains(_ coordinate: Coordinate) -> Bool {
    // Where they lie: a ring is large to copy.
    let rings = rings
    let longitude = longitudeRange(coordinate.longitude)
    let latitude = coordinate.latitude
    guard rings.outerIndex.boundingBox.contains(latitude: latitude, longitude: longitude) else {
      return false
    }
    let point = RingPoint(longitude: abs(latitude) == 90 ? 0 : longitude, latitude: latitude)
    guard rings.outerIndex.contains(point) else { return false }
    guard !rings.holeIndexes.isEmpty else { return true }
    var isInHole = false
    rings.holeIndexes.forEachInPlace { _, hole in
      if hole.boundingBox.contains(latitude: latitude, longitude: longitude) {
        isInHole = isInHole || hole.contains(point)
      }
    }
    return !isInHole
  }

  /// The smallest box that holds the polygon, poles inside it and bulging edges included.
  ///
  /// Its latitudes are rounded outwards by some units in the last place. It is empty for a ring
  /// that encloses nothing.
  public var boundingBox: BoundingBox { outerIndex.boundingBox }
}

extension GeoPolygon: Hashable {
  /// Polygons are equal when their rings and their interior rule are.
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

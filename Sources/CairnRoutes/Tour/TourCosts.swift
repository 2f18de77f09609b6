internal import CairnGeodesy
internal import CairnMemory

/// The symmetric costs of the edges between cities.
///
/// Cities are numbered from 0. Costs are identical in both directions, bit for bit, and finite; an
/// edge with a large negative cost is never removed once it is in the tour.
protocol TourCosts: Sendable {
  /// The number of cities.
  var count: Int { get }
  /// The cost of the edge between two different cities of 0..<count.
  func cost(_ a: Int32, _ b: Int32) -> Double
  /// Whether an edge is in every tour; its cost is a large negative number, and not part of
  /// lengths.
  func isFixed(_ a: Int32, _ b: Int32) -> Bool
  /// The length of an edge in the greedy construction: minus infinity for an edge to be taken
  /// first, infinity for one that is never taken.
  func greedyLength(_ a: Int32, _ b: Int32) -> Double
  /// The likely neighbors of some cities among each other; numbers are offsets in `cities`.
  ///
  /// The default implementation compares all pairs. Returns nil if the time runs out.
  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> TourNeighbors?
  /// All cities in an order that keeps neighbors close together; nil if the costs have no geometry
  /// or the time runs out.
  func localOrder(until watch: inout SearchWatch) -> [Int32]?
  /// The costs after renumbering: city `i` is the former `cities[i]`. Nil if renumbering has no
  /// benefit.
  func renumbered(_ cities: [Int32]) -> Self?
}

extension TourCosts {
  @inline(__always)
  func isFixed(_ a: Int32, _ b: Int32) -> Bool { false }

  @inline(__always)
  func greedyLength(_ a: Int32, _ b: Int32) -> Double { cost(a, b) }

  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> TourNeighbors? {
    TourNeighbors(count: cities.count, width: width, until: &watch) {
      cost(cities[Int($0)], cities[Int($1)])
    }
  }

  func localOrder(until watch: inout SearchWatch) -> [Int32]? { nil }

  func renumbered(_ cities: [Int32]) -> Self? { nil }
}

extension TourCosts {
  /// The length of a closed tour.
  func length(of order: [Int32]) -> Double {
    guard var last = order.last, order.count > 1 else { return 0 }
    var sum = 0.0
    for city in order {
      if !isFixed(last, city) { sum += cost(last, city) }
      last = city
    }
    return sum
  }
}

/// Costs in a square table.
struct MatrixCosts: TourCosts {
  let count: Int
  private let rows: SharedValues<Double>

  /// Creates the costs from a symmetric table, row by row.
  init(count: Int, rows: [Double]) {
    precondition(rows.count == count * count)
    self.count = count
    self.rows = SharedValues(rows)
  }

  /// As `init(count:rows:)`, but returns nil if the time runs out while copying the table.
  init?(count: Int, rows: [Double], until watch: inout SearchWatch) {
    precondition(rows.count == count * count)
    let copy = SharedValues(rows, inPortionsOf: SearchWatch.interval) { watch.hasTime(after: $0) }
    guard let copy, watch.end == nil else { return nil }
    self.count = count
    self.rows = copy
  }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    rows[Int(a) &* count &+ Int(b)]
  }
}

/// Great-circle distances between places on a sphere, in meters, from stored unit vectors.
///
/// Fast, with a relative accuracy of 1e-11; the exact length of the result is measured afterward
/// with ``Coordinate/distance(to:)``.
struct SphereCosts: TourCosts {
  /// The places.
  let vectors: [UnitVector]
  private let shared: SharedValues<UnitVector>
  private let radius: Double

  /// Creates the distances between places, all of which must be valid.
  init(_ places: [Coordinate], on sphere: Sphere = .mean) {
    self.init(places.map { $0.unitVector }, on: sphere)
  }

  /// Creates approximate distances on a surface: the chords between the points are exact, and the
  /// arcs over them approximate the distances on the surface.
  init(_ places: [Coordinate], surface: Surface) {
    self.init(
      places.map { $0.surfaceVector(surface) }, on: Sphere(radius: surface.radii.equatorial))
  }

  /// Creates the distances between the directions of unit vectors.
  init(_ vectors: [UnitVector], on sphere: Sphere = .mean) {
    self.vectors = vectors
    shared = SharedValues(vectors)
    radius = sphere.radius
  }

  var count: Int { shared.count }

  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> TourNeighbors? {
    TourNeighbors(onSphere: cities.map { vectors[Int($0)] }, width: width, until: &watch)
  }

  func localOrder(until watch: inout SearchWatch) -> [Int32]? {
    let tree = PointTree(vectors.map { SIMD4($0.x, $0.y, $0.z, 0) }, until: &watch)
    return watch.end == nil ? tree.order : nil
  }

  func renumbered(_ cities: [Int32]) -> SphereCosts? {
    SphereCosts(cities.map { vectors[Int($0)] }, on: Sphere(radius: radius))
  }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    radius * arc(shared[Int(a)].squaredChord(to: shared[Int(b)]))
  }
}

/// The angle in radians of a squared chord of the unit sphere, accurate to 1e-11.
///
/// With c² for the square, the angle is 2·asin(c / 2) = c·(1 + c²/24 + 3·c⁴/640 + …). The
/// polynomials for the factor interpolate it at Chebyshev's nodes of c² in 0...0.1 and 0...2.
@inline(__always)
func arc(_ square: Double) -> Double {
  // Up to 2,000 km, by far the most common case.
  if square < 0.1 {
    let high =
      0x1.33337ff68a251p-8 + square * (0x1.6d73fac2c90eap-11 + square * 0x1.04b6924ab8dd7p-13)
    return square.magnitude.squareRoot()
      * (0x1.00000000007dfp+0 + square * (0x1.55555536931a9p-5 + square * high))
  }
  return longArc(square)
}

/// As `arc(_:)`, for long chords.
@inline(never)
private func longArc(_ square: Double) -> Double {
  if square > 2 { return .pi - arc(max(0, 4 - square)) }
  var ratio = 0x1.9b3f555555555p-25
  ratio = ratio * square - 0x1.8538235555555p-22
  ratio = ratio * square + 0x1.7cbfa82aaaaa9p-20
  ratio = ratio * square - 0x1.7c0c93e7aaaa8p-19
  ratio = ratio * square + 0x1.4f7abe7bffffep-18
  ratio = ratio * square + 0x1.16ee183d5554fp-21
  ratio = ratio * square + 0x1.92b7145c80000p-16
  ratio = ratio * square + 0x1.ee7e7f38f7d55p-14
  ratio = ratio * square + 0x1.6dcd278470155p-11
  ratio = ratio * square + 0x1.3332e599270a5p-8
  ratio = ratio * square + 0x1.555555be60266p-5
  ratio = ratio * square + 0x1.fffffffff44ebp-1
  return square.squareRoot() * ratio
}

extension Coordinate {
  /// The position in three dimensions, in units of the equatorial radius.
  fileprivate func surfaceVector(_ surface: Surface) -> UnitVector {
    let normal = unitVector
    let ratio = surface.radii.polar / surface.radii.equatorial
    guard ratio != 1 else { return normal }
    let squaredRatio = ratio * ratio
    let scale =
      1 / (1 - (1 - squaredRatio) * normal.z * normal.z).squareRoot()
    return UnitVector(
      x: normal.x * scale, y: normal.y * scale, z: normal.z * scale * squaredRatio)
  }
}

internal import CairnGeodesy

/// Great-circle distances between places on a sphere, in metres, from stored unit vectors.
///
/// Right to 1e-11 of the distance and quick; the exact length of what was found is measured
/// afterwards with ``Coordinate/distance(to:)``.
struct SphereCosts: TourCosts {
  /// The places.
  let vectors: [UnitVector]
  private let shared: SharedArray<UnitVector>
  private let radius: Double

  /// The distances between places, all of which must be valid.
  init(_ places: [Coordinate], on sphere: Sphere = .mean) {
    self.init(places.map { $0.unitVector }, on: sphere)
  }

  /// The distances between the directions of unit vectors.
  init(_ vectors: [UnitVector], on sphere: Sphere = .mean) {
    self.vectors = vectors
    shared = SharedArray(vectors)
    radius = sphere.radius
  }

  var count: Int { shared.count }

  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    NeighborLists(onSphere: cities.map { vectors[Int($0)] }, width: width, until: &watch)
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

/// The angle in radians that belongs to a squared chord of the unit sphere, right to 1e-11.
///
/// Polynomials by interpolation at Chebyshev's nodes for arc / chord as a function of the squared
/// chord.
@inline(__always)
func arc(_ square: Double) -> Double {
  // 2,000 km: nearly always.
  if square < 0.1 {
    let high =
      0x1.33337ff68a251p-8 + square * (0x1.6d73fac2c90eap-11 + square * 0x1.04b6924ab8dd7p-13)
    return square.magnitude.squareRoot()
      * (0x1.00000000007dfp+0 + square * (0x1.55555536931a9p-5 + square * high))
  }
  return longArc(square)
}

/// The same where the chord is long.
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

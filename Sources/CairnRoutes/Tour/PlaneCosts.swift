internal import CairnMemory

/// Straight-line distances in the plane.
struct PlaneCosts: TourCosts {
  /// The points.
  let points: [SIMD2<Double>]
  /// Whether distances are rounded to whole numbers, halves upwards.
  let rounds: Bool
  private let shared: SharedValues<SIMD2<Double>>

  init(_ points: [SIMD2<Double>], rounds: Bool = false) {
    self.points = points
    self.rounds = rounds
    shared = SharedValues(points)
  }

  var count: Int { shared.count }

  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    NeighborLists(inPlane: cities.map { points[Int($0)] }, width: width, until: &watch)
  }

  func localOrder(until watch: inout SearchWatch) -> [Int32]? {
    let tree = PointTree(points.map { SIMD4($0.x, $0.y, 0, 0) }, until: &watch)
    return watch.end == nil ? tree.order : nil
  }

  func renumbered(_ cities: [Int32]) -> PlaneCosts? {
    PlaneCosts(cities.map { points[Int($0)] }, rounds: rounds)
  }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    let delta = shared[Int(a)] - shared[Int(b)]
    let square = delta.x * delta.x + delta.y * delta.y
    let distance = square.magnitude.squareRoot()
    return rounds ? Double(Int64(distance + 0.5)) : distance
  }
}

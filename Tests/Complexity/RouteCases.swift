internal import CairnGeodesy
internal import CairnRoutes
internal import TestSupport

/// The documented costs of CairnRoutes.
let routeCases: [GrowthCase] =
  placeCases + [
    // Every stop has the same nearest ones.
    GrowthCase("RoutePlanner, greedy edges, costs of the ends", exponent: 2, size: 100) { size in
      let costs = try CostMatrix(count: size, isSymmetric: true) { Double($0 + $1) }
      let planner = RoutePlanner(method: .greedyEdge, limit: .work(0))
      return { try planner.plan(costs).order[1] }
    },
    GrowthCase("RoutePlanner, nearest, costs of the ends", exponent: 2, size: 100) {
      size in
      let costs = try CostMatrix(count: size, isSymmetric: true) { Double($0 + $1) }
      let planner = RoutePlanner(method: .nearestNeighbor, limit: .work(0))
      return { try planner.plan(costs).order[1] }
    },
    GrowthCase("CostMatrix.init, forbidden legs", exponent: 2, size: 100) { size in
      { try CostMatrix(count: size) { ($0 * 7 + $1) % 5 == 0 ? 1e9 : Double($1) }.count }
    },
    // The assignment of a ranking takes long paths.
    GrowthCase("RoutePlanner, one-way ranking", exponent: 3, size: 30) { size in
      let costs = try CostMatrix(count: size) { $0 < $1 ? 1 : 100 }
      let planner = RoutePlanner(limit: .work(0))
      return { try planner.plan(costs, trip: .open).order[1] }
    },
    GrowthCase("RoutePlanner, costs of row times column", exponent: 3, size: 30) { size in
      let costs = try CostMatrix(count: size) { Double(($0 + 1) * ($1 + 1)) }
      let planner = RoutePlanner(limit: .work(0))
      return { try planner.plan(costs, trip: .roundTrip).order[1] }
    },
    // The work is the same, whatever the count of stops.
    GrowthCase("RoutePlanner, bound of equal distances", exponent: 2, size: 100) { size in
      let costs = try CostMatrix(count: size, isSymmetric: true) { _, _ in 1 }
      let planner = RoutePlanner(method: .nearestNeighbor, limit: .work(size * 4))
      return { try planner.plan(costs).isOptimal ? 1 : 0 }
    },
    GrowthCase("EditableRoute.insert, equal places", exponent: 1, size: 500) { size in
      let route = try editable(RoutePlaces.equal.places(size))
      return {
        var route = route
        return try route.insert(Coordinate(latitude: 1, longitude: 1))
      }
    },
    GrowthCase("EditableRoute.remove, collinear places", exponent: 1, size: 500) { size in
      let route = try editable(RoutePlaces.collinear.places(size))
      return {
        var route = route
        return route.remove(at: 0).isValid ? 1 : 0
      }
    },
    GrowthCase("EditableRoute.lock and unlock, collinear places", exponent: 1, size: 500) { size in
      let route = try editable(RoutePlaces.collinear.places(size))
      return {
        var route = route
        try route.lock(0..<size)
        try route.unlock(1..<size - 1)
        return route.isLocked(at: 1) ? 1 : 0
      }
    },
    GrowthCase("EditableRoute.length, two clusters", exponent: 1, size: 500) { size in
      let route = try editable(RoutePlaces.clusters.places(size))
      return { Int(route.length) }
    },
  ]

/// The constructions on each kind of places.
private let placeCases: [GrowthCase] = RoutePlaces.allCases.flatMap { kind in
  [
    ("space-filling curve", RoutePlanner.Method.spaceFillingCurve), ("greedy edges", .greedyEdge),
    ("nearest neighbor", .nearestNeighbor),
  ].map { name, method in
    // From 2,000 stops on trees are used instead of a table; below that the time is quadratic, and
    // so is that of nearest neighbors if the nearest of many places cannot be distinguished.
    GrowthCase(
      "RoutePlanner, \(name), \(kind.rawValue) places",
      exponent: method == .nearestNeighbor && kind.isCrowded ? 2 : 1, size: 2_100
    ) { size in
      let places = kind.places(size)
      let planner = RoutePlanner(method: method, limit: .work(0))
      return { try planner.plan(places, trip: .open(from: 0)).order[1] }
    }
  } + [
    GrowthCase("RoutePlanner, no time, \(kind.rawValue) places", exponent: 1, size: 1_000) { size in
      let places = kind.places(size)
      let planner = RoutePlanner(limit: .time(.zero))
      return { try planner.plan(places, trip: .open).order[1] }
    },
    // The work is the same, so only the preparation grows.
    GrowthCase(
      "RoutePlanner, search, \(kind.rawValue) places", exponent: 1, size: 1_600
    ) { size in
      let places = kind.places(size)
      let planner = RoutePlanner(limit: .work(100))
      return { try planner.plan(places).order[1] }
    },
  ]
}

/// Places that are hard for trees and neighbor lists.
private enum RoutePlaces: String, CaseIterable {
  case equal, collinear, clusters, crowd, concentric

  /// Whether thousands of places are within less than a meter of each other.
  var isCrowded: Bool { self == .equal || self == .clusters || self == .crowd }

  func places(_ count: Int) -> [Coordinate] {
    (0..<count).map { number in
      let part = Double(number) / Double(count)
      return switch self {
      case .equal: Coordinate(latitude: 3, longitude: 4)
      case .collinear: Coordinate(latitude: 0, longitude: Double(number * 7919 % count) / 1e3)
      case .clusters:
        Coordinate(latitude: number.isMultiple(of: 2) ? 50 : -50, longitude: part * 1e-6)
      // All but one within a decimeter, in two dimensions.
      case .crowd:
        number == 0
          ? Coordinate(latitude: -33, longitude: 151)
          : Coordinate(
            latitude: 48 + part * 1e-6, longitude: 16 + Double(number * 7919 % count) * 1e-10)
      case .concentric:
        Coordinate(latitude: 90 - Double(1 + number % 8), longitude: 360 * part - 180)
      }
    }
  }
}

private func editable(_ places: [Coordinate]) throws -> EditableRoute<Coordinate> {
  let planner = RoutePlanner(method: .spaceFillingCurve, limit: .work(0))
  return EditableRoute(places, route: try planner.plan(places)) { $0 }
}

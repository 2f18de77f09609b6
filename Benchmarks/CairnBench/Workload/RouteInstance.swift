internal import CairnGeodesy
internal import CairnRoutes

/// A published set of cities with the length of the best known tour.
struct RouteInstance {
  /// The cost of an edge as a function of its ends.
  private enum Kind {
    /// Places on the mean sphere, in meters.
    case places([Coordinate])
    /// Points in the plane, with distances that a rule rounds to integers.
    case plane([SIMD2<Double>], FloatingPointRoundingRule)
    /// Another rule, evaluated for each pair.
    case rule([SIMD2<Double>], @Sendable (SIMD2<Double>, SIMD2<Double>) -> Double)
    /// Costs that differ by direction, row by row.
    case table([Double], count: Int)
  }

  let name: String
  /// The family over which means are taken.
  let family: String
  let best: Double
  private let kind: Kind

  /// The instances of a folder that its `best_geo.csv` and `optima.csv` list (name in the first
  /// column; best length in the second or fourth) and that exist, unpacked, as `geo/NAME.csv`,
  /// `*/NAME.tsp` or `*/NAME.atsp`.
  static func all(in folder: String) -> [RouteInstance] {
    var found: [RouteInstance] = []
    for row in rows(of: folder + "/best_geo.csv") where row.count > 1 {
      guard let best = Double(row[1]) else { continue }
      let places = rows(of: "\(folder)/geo/\(row[0]).csv").compactMap { row -> Coordinate? in
        guard row.count > 1, let latitude = Double(row[0]), let longitude = Double(row[1])
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
      }
      if places.isEmpty { continue }
      found.append(
        RouteInstance(name: row[0], family: "places", best: best, kind: .places(places)))
    }
    for row in rows(of: folder + "/optima.csv") where row.count > 3 {
      guard let best = Double(row[3]) else { continue }
      for family in ["tsplib", "national", "atsp", "one-way"] {
        let file = "\(folder)/\(family)/\(row[0])"
        guard let kind = kind(ofFile: file + ".tsp") ?? table(ofFile: file + ".atsp")
        else { continue }
        found.append(RouteInstance(name: row[0], family: family, best: best, kind: kind))
      }
    }
    return found
  }

  /// Finds a tour within a time limit.
  ///
  /// - Parameters:
  ///   - seconds: the time limit.
  ///   - seed: the seed of the search.
  /// - Returns: the route, and its length by the rules of the set.
  /// - Throws: ``RouteError`` if the set cannot be planned.
  func tour(seconds: Double, seed: UInt64) throws(RouteError) -> (route: Route, length: Double) {
    let planner = RoutePlanner(limit: .time(.seconds(seconds)), seed: seed)
    let route: Route
    switch kind {
    case .places(let places):
      route = try planner.plan(places)
    case .plane(let points, let rounding):
      route = try planner.plan(Self.patch(of: points))
      let order = route.order
      let length = zip(order, order.dropFirst() + order.prefix(1)).reduce(0) {
        $0 + Self.distance(points[$1.0], points[$1.1]).rounded(rounding)
      }
      return (route, length)
    case .rule(let points, let rule):
      route = try planner.plan(
        CostMatrix(count: points.count, isSymmetric: true) { rule(points[$0], points[$1]) })
    case .table(let costs, let count):
      route = try planner.plan(CostMatrix(count: count) { costs[$0 * count + $1] })
    }
    return (route, route.length)
  }

  /// The points as places around latitude 0, longitude 0, on a patch of the sphere so small that
  /// its distances agree with those of the plane to three millionths; they are not rounded to
  /// integers.
  private static func patch(of points: [SIMD2<Double>]) -> [Coordinate] {
    guard let first = points.first else { return [] }
    let least = points.reduce(first, pointwiseMin)
    let greatest = points.reduce(first, pointwiseMax)
    let extent = greatest - least
    let degrees = 0.3 / max(extent.x, extent.y, .leastNormalMagnitude)
    return points.map { point in
      let offset = (point - least - extent / 2) * degrees
      return Coordinate(latitude: offset.y, longitude: offset.x)
    }
  }

  private static func rows(of file: String) -> [[String]] {
    guard let bytes = Platform.contents(ofFile: file) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Reads a file of TSPLIB that lists coordinates.
  private static func kind(ofFile file: String) -> Kind? {
    guard let bytes = Platform.contents(ofFile: file) else { return nil }
    var type = ""
    var points: [SIMD2<Double>] = []
    var isInList = false
    for text in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = text.drop { $0 == " " }
      if line.hasPrefix("EDGE_WEIGHT_TYPE") {
        type = line.split { $0 == " " || $0 == ":" }.last.map(String.init) ?? ""
      } else if line.hasPrefix("NODE_COORD_SECTION") {
        isInList = true
      } else if line.hasPrefix("EOF") {
        break
      } else if isInList {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count == 3, let x = Double(words[1]), let y = Double(words[2]) else {
          return nil
        }
        points.append(SIMD2(x, y))
      }
    }
    switch type {
    case "EUC_2D": return .plane(points, .toNearestOrAwayFromZero)
    case "CEIL_2D": return .plane(points, .up)
    case "ATT": return .rule(points, pseudoEuclidean)
    case "GEO": return .rule(points, geographical)
    default: return nil
    }
  }

  /// Reads a file of TSPLIB that lists the costs of each row.
  ///
  /// Costs from a city to itself are not used.
  private static func table(ofFile file: String) -> Kind? {
    guard let bytes = Platform.contents(ofFile: file) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("FULL_MATRIX") else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let start = words.firstIndex(of: "EDGE_WEIGHT_SECTION") else { return nil }
    let costs = words[(start + 1)...].prefix { $0 != "EOF" }.map { Double($0) ?? .nan }
    let count = Int(Double(costs.count).squareRoot())
    guard count * count == costs.count else { return nil }
    return .table(costs, count: count)
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let delta = a - b
    return (delta.x * delta.x + delta.y * delta.y).squareRoot()
  }

  @Sendable private static func pseudoEuclidean(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let delta = a - b
    return ((delta.x * delta.x + delta.y * delta.y) / 10).squareRoot().rounded(.up)
  }

  /// Degrees are integers with minutes after the point, and pi has seven digits.
  @Sendable private static func geographical(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    func radians(_ number: Double) -> Double {
      let degrees = number.rounded(.towardZero)
      return 3.141592 * (degrees + 5 * (number - degrees) / 3) / 180
    }
    let (aLatitude, bLatitude) = (radians(a.x), radians(b.x))
    let q1 = Platform.cosine(radians(a.y) - radians(b.y))
    let q2 = Platform.cosine(aLatitude - bLatitude)
    let q3 = Platform.cosine(aLatitude + bLatitude)
    let cosine = 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)
    return (6378.388 * (Double.pi / 2 - Platform.arcSine(cosine)) + 1).rounded(.towardZero)
  }
}

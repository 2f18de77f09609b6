internal import CairnGeodesy
internal import CairnMemory

/// The relation of cells to a circle on the sphere.
///
/// At a latitude φ, the circle around (φ₀, λ₀) with the angular radius r has a half width w in
/// longitude with
///
///     sin²(w/2) = (sin²(r/2) − sin²((φ − φ₀)/2)) / (cos φ cos φ₀)
///     cos²(w/2) = (cos²(r/2) − sin²((φ + φ₀)/2)) / (cos φ cos φ₀)
///
/// The numerators add up to cos φ cos φ₀. A circle of up to a quarter turn uses the first line and
/// its complement to the sum, a larger one the second line and its complement; so small circles,
/// circles of nearly half the circumference, and both near a pole keep their precision. Where the
/// first is negative, the parallel does not intersect the circle; where the second is negative, the
/// whole parallel is inside. Over a band of latitudes, w is greatest at the latitude where a
/// meridian touches the circle, sin φ = sin φ₀ / cos r, if that is in the band, and otherwise at an
/// end of the band; for a circle around both poles, w is least there instead.
internal struct GeohashCapShape: GeohashShape {
  private let center: Coordinate
  /// The circle enlarged, and shrunk, by more than the error of a computed distance.
  private let outer: Circle
  private let inner: Circle
  /// The parallel where a meridian touches the circle.
  private var tangent: Parallel?
  private let isWorld: Bool
  private let cosineOfCenter: Double
  private let known = KnownParallels()
  let bounds: BoundingBox?

  private struct Circle {
    /// sin²(r/2) and cos²(r/2); the first is negative if the circle is empty.
    var sine: Double
    var cosine: Double

    init(angle: Double) {
      let half = min(angle, .pi) / 2
      let (sine, cosine) = sineAndCosine(radians: half)
      self.sine = angle < 0 ? -1 : sine * sine
      self.cosine = cosine * cosine
    }
  }

  init(_ cap: Cap) {
    center = Coordinate(
      latitude: cap.center.latitude, longitude: cap.center.longitude.remainder(dividingBy: 360))
    // Half a micrometer is far more than the error of `distance(to:)`, and far less than a cell.
    let earth = Sphere.mean.radius
    let slack = 5e-7 + cap.radius * 1e-12
    let angle = (cap.radius + slack) / earth
    outer = Circle(angle: angle)
    inner = Circle(angle: (cap.radius - slack) / earth)
    isWorld = angle >= .pi
    bounds = BoundingBox(center: center, radius: cap.radius).expanded(byMeters: 1e-5)

    // cos²φ = sin(c − r) sin(c + r) / cos²r at the tangent, with the distance c to the pole.
    let toPole = (90 - abs(center.latitude)) * Trigonometry.radians
    let product =
      sineAndCosine(radians: toPole - angle).sine * sineAndCosine(radians: toPole + angle).sine
    let (sine, cosine) = sineAndCosine(degrees: center.latitude)
    cosineOfCenter = cosine
    if product > 0 && !isWorld {
      tangent = computedParallel(
        at: polarAngle(degreesOfX: product.squareRoot(), y: angle > .pi / 2 ? -sine : sine))
    }
  }

  /// A latitude with the values that both circles share, sin²((φ − φ₀)/2), sin²((φ + φ₀)/2) and cos
  /// φ cos φ₀, and the half width of the outer circle.
  private struct Parallel {
    var latitude: Double
    var difference: Double
    var sum: Double
    var cosines: Double
    var outerWidth: Double
  }

  /// Parallels of earlier cells; a cell shares its parallels with its parent and its neighbors.
  private final class KnownParallels {
    /// A prime, so that the remainders of latitudes of any depth differ.
    static let count: UInt64 = 17

    let list = FixedArray(
      repeating: Parallel(latitude: .nan, difference: 0, sum: 0, cosines: 0, outerWidth: 0),
      count: Int(count))
  }

  /// The parallel at a latitude, reused from an earlier cell if it is known.
  private func parallel(at latitude: Double) -> Parallel {
    let index = Int(latitude.bitPattern % KnownParallels.count)
    let before = known.list[index]
    guard before.latitude != latitude else { return before }
    let parallel = computedParallel(at: latitude)
    known.list[index] = parallel
    return parallel
  }

  private func computedParallel(at latitude: Double) -> Parallel {
    let difference = Trigonometry.sine(degrees: (latitude - center.latitude) / 2)
    let sum = Trigonometry.sine(degrees: (latitude + center.latitude) / 2)
    let cosines = sineAndCosine(degrees: latitude).cosine * cosineOfCenter
    var parallel = Parallel(
      latitude: latitude, difference: difference * difference, sum: sum * sum, cosines: cosines,
      outerWidth: 0)
    parallel.outerWidth = halfWidth(at: parallel, of: outer, rounding: 1)
    return parallel
  }

  /// The half width of a circle at a latitude.
  ///
  /// - Parameters:
  ///   - parallel: the latitude.
  ///   - circle: the circle.
  ///   - sign: 1 to round the width up, -1 to round it down.
  /// - Returns: degrees; 180 if the whole parallel is inside, -1 if none of it is.
  private func halfWidth(at parallel: Parallel, of circle: Circle, rounding sign: Double) -> Double
  {
    // Eight units in the last place of the subtracted values cover the rounding errors.
    let unit = sign * 0x1p-49
    let opposite: Double
    let adjacent: Double
    if circle.sine <= 0.5 {
      let within = circle.sine - parallel.difference
      let slack = unit * (abs(circle.sine) + parallel.difference)
      opposite = within + slack
      adjacent = parallel.cosines - within - slack - unit * parallel.cosines
    } else {
      let beyond = circle.cosine - parallel.sum
      let slack = unit * (circle.cosine + parallel.sum)
      opposite = parallel.cosines - beyond + slack + unit * parallel.cosines
      adjacent = beyond - slack
    }
    if opposite < 0 { return -1 }
    if adjacent <= 0 { return 180 }
    return 2 * polarAngle(degreesOfX: adjacent.squareRoot(), y: opposite.squareRoot())
  }

  func relation(of edges: GeohashEdges) -> RegionRelation {
    var parts = GeohashParts.all
    return relation(of: edges, &parts)
  }

  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    if isWorld { return .inside }
    let south = parallel(at: edges.south)
    let north = parallel(at: edges.north)
    let tangent = tangent.flatMap { parallel in
      parallel.latitude >= edges.south && parallel.latitude <= edges.north ? parallel : nil
    }
    return relation(of: edges, south, north, tangent)
  }

  private func relation(
    of edges: GeohashEdges, _ south: Parallel, _ north: Parallel, _ tangent: Parallel?
  ) -> RegionRelation {
    let widest = max(south.outerWidth, north.outerWidth, tangent?.outerWidth ?? -1)
    guard widest >= 0 else { return .outside }

    // The longitude difference from the center of the cell to the center of the circle; 1e-12
    // degrees cover its rounding errors.
    let halfCell = (edges.east - edges.west) / 2
    let middle = (edges.west + edges.east) / 2
    let difference = abs(center.longitude - middle)
    let offset = difference <= 180 ? difference : abs(difference.remainder(dividingBy: 360))
    guard widest >= 180 || offset - halfCell <= widest + 1e-12 else { return .outside }

    // The smaller circle matters only if the larger one spans the cell.
    guard widest >= 180 || offset + halfCell <= widest else { return .crossing }
    var narrowest = min(
      halfWidth(at: south, of: inner, rounding: -1),
      halfWidth(at: north, of: inner, rounding: -1))
    if let tangent {
      narrowest = min(narrowest, halfWidth(at: tangent, of: inner, rounding: -1))
    }
    let isInside = narrowest >= 180 || offset + halfCell <= narrowest - 1e-12
    return isInside ? .inside : .crossing
  }
}

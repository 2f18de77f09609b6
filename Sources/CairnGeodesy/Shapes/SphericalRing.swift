/// Area and moment of one ring on the unit sphere, without cancellation.
///
/// The ring is divided into triangles that share one of its vertices. In the frame of that vertex
/// (east, north, up) the excess of a triangle is
/// 2 atan2(a x b, (1 + a.up)(1 + b.up) + a . b), where the products are those of the horizontal
/// parts, which are computed from differences of the coordinates. So the area of a garden has the
/// accuracy of that of a continent, and poles and the antimeridian need no special care. This is
/// the formula of A. Van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983),
/// doi:10.1109/TBME.1983.325207, in stereographic coordinates.
internal struct SphericalRing {
  /// The area of the smaller side in steradians, negative if that is the right one.
  ///
  /// In -2 pi to 2 pi, positive for a counterclockwise ring.
  private(set) var signedArea = 0.0
  /// The area of all parts in steradians, each as often as the ring winds around it
  /// counterclockwise, for a ring within less than half of the Earth.
  private(set) var windingArea = 0.0
  /// Steradians by which rounding may change the area.
  private(set) var doubt = 0.0
  private var moment = (east: 0.0, north: 0.0, up: 0.0)
  private var origin = RingPoint(longitude: 0, latitude: 0)

  /// The area of the left side in steradians, in 0..<4 pi.
  var leftArea: Double { signedArea < 0 ? signedArea + 4 * .pi : signedArea }

  /// Whether the smaller side is the left one; also true for two halves, to 1e-9 steradian.
  ///
  /// This determines ``GeoPolygon/Interior/smallerSide`` wherever it matters.
  var smallerIsLeft: Bool { signedArea > 0 || signedArea < 1e-9 - 2 * .pi }

  /// Measures a ring of distinct vertices; one with fewer than three has no area.
  init(_ ring: [RingPoint]) {
    guard ring.count >= 3 else { return }
    let ring = Self.withoutHalfTurns(ring)
    let edges = ring.indices.lazy.map { (ring[$0 == 0 ? ring.count - 1 : $0 - 1], ring[$0]) }
    sum(edges, corners: ring)
  }

  /// Measures the inside of a boundary whose pieces have it to their left, in any order.
  init(_ border: EvenOddBoundary) {
    sum(border.parts, corners: border.parts.prefix(4).map { $0.0 })
  }

  private mutating func sum(
    _ edges: some Sequence<(RingPoint, RingPoint)>, corners: [RingPoint]
  ) {
    // A triangle is undefined if its far edge passes through the antipode of the common vertex;
    // then another vertex is used. A ring through the antipodes of several of its vertices is so
    // large that any other place works as well.
    for candidate in corners.prefix(4) where sum(edges, around: candidate) { return }
    for candidate in Self.otherOrigins where sum(edges, around: candidate) { return }
  }

  /// Places in general position.
  private static let otherOrigins = [
    (-33.871, 151.207), (51.477, 0.137), (4.611, -74.082), (-1.287, 36.829), (64.129, -21.897),
    (35.683, 139.751), (-54.807, -68.307), (19.427, -99.133),
  ].map { RingPoint(longitude: $0.1, latitude: $0.0) }

  /// The ring with an additional vertex in the middle of each edge over a pole or from pole to
  /// pole, because such an edge has no well-defined direction.
  static func withoutHalfTurns(_ ring: [RingPoint]) -> [RingPoint] {
    func middle(_ a: RingPoint, _ b: RingPoint) -> RingPoint? {
      switch (abs(a.latitude) == 90, abs(b.latitude) == 90) {
      case (true, true): return RingPoint(longitude: a.longitude, latitude: 0)
      case (false, false):
        guard abs(a.longitude - b.longitude) == 180 else { return nil }
        return RingPoint(
          longitude: a.longitude, latitude: a.latitude + b.latitude < 0 ? -90 : 90)
      default: return nil
      }
    }
    guard var last = ring.last else { return ring }
    var result: [RingPoint]?
    for (index, vertex) in ring.enumerated() {
      if let place = middle(last, vertex) {
        if result == nil { result = Array(ring[..<index]) }
        result?.append(place)
      }
      result?.append(vertex)
      last = vertex
    }
    return result ?? ring
  }

  /// Creates the measurements of a ring with an invalid vertex: all NaN.
  init(invalid: Void) {
    signedArea = .nan
    moment = (.nan, .nan, .nan)
  }

  /// Creates the measurements of a ring that has the whole Earth to its left.
  init(whole: Void) { signedArea = 4 * .pi }

  /// The integral of the unit vector over the left side, which points to the centroid.
  var leftMoment: UnitVector {
    let (sineO, cosineO) = sineAndCosine(degrees: origin.latitude)
    let (sineL, cosineL) = sineAndCosine(degrees: origin.longitude)
    let outward = cosineO * moment.up - sineO * moment.north
    return UnitVector(
      x: cosineL * outward - sineL * moment.east,
      y: sineL * outward + cosineL * moment.east,
      z: sineO * moment.up + cosineO * moment.north)
  }

  /// Sums around one vertex; returns false if a triangle is undefined there.
  private mutating func sum(
    _ edges: some Sequence<(RingPoint, RingPoint)>, around origin: RingPoint
  ) -> Bool {
    self.origin = origin
    let frame = LocalFrame(origin)
    var area = CompensatedSum()
    var vector = (east: 0.0, north: 0.0, up: 0.0)
    var flat = (east: 0.0, north: 0.0, cross: 0.0)
    var reach = 0.0
    var isDefined = true
    var products = 0.0
    var last = origin
    var a = frame.place(origin)
    for (from, to) in edges {
      if from.longitude != last.longitude || from.latitude != last.latitude {
        a = frame.place(from)
      }
      let b = frame.place(to)
      let cross = a.east * b.north - a.north * b.east
      let dot = a.east * b.east + a.north * b.north
      let base = a.lift * b.lift + dot
      // Near the antipode all products are small, and their angle has few accurate digits.
      if base <= 1e-6, abs(cross) <= 1e-6 { isDefined = false }
      area.add(2 * polarAngle(radiansOfX: base, y: cross))

      // By Stokes' theorem the moment is half the sum of the edges' angles times their normals.
      let normalEast = a.north * b.up - a.up * b.north
      let normalNorth = a.up * b.east - a.east * b.up
      let length = root(
        normalEast * normalEast + normalNorth * normalNorth + cross * cross)
      if length > 0 {
        let weight = polarAngle(radiansOfX: dot + a.up * b.up, y: length) / (2 * length)
        vector.east += weight * normalEast
        vector.north += weight * normalNorth
        vector.up += weight * cross
      }
      flat.east += cross * (a.east + b.east)
      flat.north += cross * (a.north + b.north)
      flat.cross += cross
      reach = max(reach, abs(b.east), abs(b.north), 1 - b.up)
      products += abs(a.east * b.north) + abs(a.north * b.east)
      (last, a) = (to, b)
    }
    windingArea = area.value
    signedArea = area.value.remainder(dividingBy: 4 * .pi)
    doubt = 4e-16 * products
    if reach < 1e-4, flat.cross != 0 {
      // The normals of a small ring nearly cancel; the planar formula is accurate to the third
      // power of the extent.
      moment = (
        signedArea * flat.east / (3 * flat.cross), signedArea * flat.north / (3 * flat.cross),
        signedArea
      )
    } else {
      moment = vector
    }
    return isDefined
  }
}

/// East, north and up at a point of the unit sphere.
private struct LocalFrame {
  private let origin: RingPoint
  private let sineOfLatitude: Double
  private let cosineOfLatitude: Double

  /// A point in the frame; `lift` is 1 + up, to full precision even near the antipode.
  struct Place {
    let east: Double
    let north: Double
    let up: Double
    let lift: Double
  }

  init(_ origin: RingPoint) {
    self.origin = origin
    (sineOfLatitude, cosineOfLatitude) = sineAndCosine(degrees: origin.latitude)
  }

  func place(_ point: RingPoint) -> Place {
    let forward = eastward(from: origin.longitude, to: point.longitude)
    let back = eastward(from: point.longitude, to: origin.longitude)
    let half = (forward <= back ? forward : -back) / 2
    let (sineOfHalf, cosineOfHalf) = sineAndCosine(degrees: half)
    let rise = (point.latitude - origin.latitude) / 2
    let (sineOfRise, cosineOfRise) = sineAndCosine(degrees: rise)
    let sineOfMean = sineAndCosine(degrees: (point.latitude + origin.latitude) / 2).sine
    let cosineOfPoint = sineAndCosine(degrees: point.latitude).cosine
    let square = sineOfHalf * sineOfHalf
    return Place(
      east: cosineOfPoint * 2 * sineOfHalf * cosineOfHalf,
      north: 2 * (sineOfRise * cosineOfRise + sineOfLatitude * cosineOfPoint * square),
      up: 1 - 2 * (sineOfRise * sineOfRise + cosineOfLatitude * cosineOfPoint * square),
      lift: 2
        * (cosineOfRise * cosineOfRise * cosineOfHalf * cosineOfHalf
          + sineOfMean * sineOfMean * square))
  }
}

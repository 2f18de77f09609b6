internal import CairnFormats
internal import CairnGeodesy

/// The maximum distance between great circles and the edges of a file's areas, which are straight
/// in degrees.
///
/// ``GeoPolygon/init(straightInDegrees:holes:tolerance:)`` adds vertices to long edges: at ten
/// meters some 200 for a parallel across a continent, each of about 120 bytes. So that a file with
/// many such areas needs memory in proportion to its size, the tolerance grows with their number.
struct EdgeTolerance {
  /// The tolerance of a file with fewer vertices, in meters.
  static let usual = 10.0
  /// The number of added vertices from which on the tolerance grows.
  static let vertexLimit = 10_000_000.0

  private var vertexCount = 0.0

  /// The tolerance for all areas that were added, in meters.
  ///
  /// The number of vertices falls with the root of the tolerance.
  var meters: Double {
    let excess = max(vertexCount / Self.vertexLimit, 1)
    return Self.usual * excess * excess
  }

  /// Reports the tolerance for a file if it is greater than usual.
  func report(_ name: String, to console: inout Console) throws(Failure) {
    guard meters > Self.usual else { return }
    try console.errors.write(
      "\(name): edges of its areas are followed within \(Int(meters.rounded(.up))) m, not 10 m: "
        + "there are very many wide areas\n")
    try console.errors.flush()
  }

  /// Adds the areas of a geometry.
  mutating func add(_ geometry: GeoFeature.Geometry) {
    switch geometry {
    case .polygon(let rings): for ring in rings { add(ring) }
    case .multiPolygon(let parts): for ring in parts.joined() { add(ring) }
    case .collection(let members): for member in members { add(member) }
    case .point, .multiPoint, .lineString, .multiLineString: break
    }
  }

  private mutating func add(_ ring: [GeoFeature.Position]) {
    guard var start = ring.last?.coordinate else { return }
    var added = 0.0
    for end in ring.lazy.map(\.coordinate) {
      let (width, rise) = (end.longitude - start.longitude, end.latitude - start.latitude)
      // Shorter edges need no vertices, except near a pole.
      if width.magnitude + rise.magnitude > 0.1 {
        let bend = Self.bend(start.latitude, end.latitude, width: width, rise: rise)
        added += min((bend / Self.usual).squareRoot(), 10_000)
      }
      start = end
    }
    // As many as a ring may have.
    if added.isFinite { vertexCount += min(added, 20_000 + 200 * Double(ring.count)) }
  }

  /// The meters by which an edge bends from the great circle between its ends: an eighth of the
  /// second derivative of the latitude times the squared width.
  private static func bend(
    _ a: Double, _ b: Double, width: Double, rise: Double
  ) -> Double {
    guard width != 0 else { return 0 }
    let steepest = min(max(a.magnitude, b.magnitude), 89.9)
    let middle = min(max(45, min(a.magnitude, b.magnitude)), steepest)
    let (sine, cosine) = sineAndCosine(degrees: middle)
    let slope = sineAndCosine(degrees: steepest)
    let curve =
      sine * cosine * width * width + 2 * slope.sine / slope.cosine * rise * rise
    return curve * (.pi / 180) * (.pi / 180) / 8 * Sphere.mean.radius
  }
}

/// A point as the ring predicates want it: a longitude in -180..<180, a latitude, its tangent.
internal struct RingPoint {
  let longitude: Double
  let latitude: Double
  let tangent: Double

  init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
    self.tangent = tangentOfLatitude(latitude)
  }

  /// The point of another's latitude on a meridian.
  init(_ other: RingPoint, longitude: Double) {
    self.longitude = longitude
    latitude = other.latitude
    tangent = other.tangent
  }
}

/// The tangent of a latitude; infinite at the poles.
internal func tangentOfLatitude(_ latitude: Double) -> Double {
  let (sine, cosine) = sineAndCosine(degrees: latitude)
  return sine / cosine
}

/// An edge of a ring: a great-circle arc, a piece of a meridian, or a stretch of the south pole.
///
/// It is stored from west to east, whatever the direction of the ring, so that two rings which
/// share an edge ask the very same question of it and get the same answer.
internal struct RingEdge {
  let west: Double
  let east: Double
  let westLatitude: Double
  let eastLatitude: Double
  let westTangent: Double
  let eastTangent: Double
  /// No point of the arc is south of this.
  let low: Double
  /// No point of the arc is north of this.
  let high: Double

  /// Makes an edge between two points whose longitudes are less than 180 degrees apart.
  init(_ a: RingPoint, _ b: RingPoint) {
    let forwards = eastward(from: a.longitude, to: b.longitude) < 180
    let (w, e) = forwards ? (a, b) : (b, a)
    west = w.longitude
    east = e.longitude
    westLatitude = w.latitude
    eastLatitude = e.latitude
    westTangent = w.tangent
    eastTangent = e.tangent

    // The arc runs poleward of the parallel through its ends by at most atan(t / cos h) - atan(t),
    // h being half the width and t the tangent of the latitude: (1 - cos h) / (2 sqrt(cos h)).
    let south = min(w.latitude, e.latitude)
    let north = max(w.latitude, e.latitude)
    let half = eastward(from: west, to: east) / 2
    let bulge = half <= 30 ? half * half * (1.1 / 4 * .pi / 180) + 1e-13 : 90
    low = south < 0 ? max(south - bulge, -90) : south
    high = north > 0 ? min(north + bulge, 90) : north
  }

  /// Makes the stretch of the south pole between two meridians, for a ring that runs through it.
  init(southPoleFrom west: Double, to east: Double) {
    self.west = west
    self.east = east
    westLatitude = -90
    eastLatitude = -90
    westTangent = -.infinity
    eastTangent = -.infinity
    low = -90
    high = -90
  }

  /// Makes the piece of a meridian between two latitudes; no meridian crosses it.
  init(meridian: Double, from start: Double, to end: Double) {
    west = meridian
    east = meridian
    westLatitude = start
    eastLatitude = end
    westTangent = 0
    eastTangent = 0
    low = min(start, end)
    high = max(start, end)
  }

  /// Whether the meridian of a longitude in -180..<180 crosses the edge.
  ///
  /// The western end counts and the eastern does not, so that a chain of edges is crossed once.
  @inline(__always)
  func spans(_ longitude: Double) -> Bool {
    west <= east
      ? longitude >= west && longitude < east : longitude >= west || longitude < east
  }

  /// Whether the edge lies south of a point whose meridian it spans, or runs through the point.
  @inline(__always)
  func isBelow(_ point: RingPoint) -> Bool {
    if point.latitude > high { return true }
    if point.latitude < low { return false }
    return decidesBelow(point)
  }

  /// On the meridian of the point the arc has the latitude f with
  /// tan f sin(e - w) = tan(w) sin(e - p) + tan(e) sin(p - w); the sign of the difference decides.
  ///
  /// All three sines are those of positive arguments, so an error bound is easily had; within it
  /// the question goes to ``decidesBelowPrecisely(_:)``.
  private func decidesBelow(_ point: RingPoint) -> Bool {
    if point.longitude == west { return point.latitude >= westLatitude }
    // Nothing is south of the south pole but the pole itself.
    if abs(point.latitude) == 90 { return point.latitude > 0 || high == -90 }
    let fromWest = eastward(from: west, to: point.longitude)
    let toEast = eastward(from: point.longitude, to: east)
    let width = eastward(from: west, to: east)
    let mine = point.tangent * sineAndCosine(degrees: width).sine
    let first = westTangent * sineAndCosine(degrees: toEast).sine
    let second = eastTangent * sineAndCosine(degrees: fromWest).sine
    let difference = mine - (first + second)
    let size =
      abs(point.tangent) * width + abs(westTangent) * toEast + abs(eastTangent) * fromWest
    // An argument in degrees is right to three roundings, a sine or tangent to a few more;
    // an absolute error of a sine is at most its argument times the relative one.
    let bound = size * (.pi / 180 * 0x1p-48)
    if difference > bound { return true }
    if difference < -bound { return false }
    return decidesBelowPrecisely(point)
  }
}

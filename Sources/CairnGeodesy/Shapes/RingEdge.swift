/// A point as the ring predicates require it: with a longitude in -180..<180.
internal struct RingPoint {
  let longitude: Double
  let latitude: Double
}

/// The tangent of a latitude; infinite at the poles.
internal func tangentOfLatitude(_ latitude: Double) -> Double {
  let (sine, cosine) = sineAndCosine(degrees: latitude)
  return sine / cosine
}

/// An edge of a ring: a great-circle arc, a segment of a meridian, or a stretch of the south pole.
///
/// It is stored from west to east, whatever the direction of the ring, so that two rings that share
/// an edge evaluate the same predicate on it and get the same answer.
internal struct RingEdge {
  let west: Double
  let east: Double
  let westLatitude: Double
  let eastLatitude: Double
  /// The slope of the straight line in degrees between the ends: degrees of latitude per degree of
  /// longitude.
  let slope: Double
  /// The maximum deviation of the arc from that line, in degrees of latitude; an upper bound.
  let bend: Double
  /// No point of the arc is south of this.
  let low: Double
  /// No point of the arc is north of this.
  let high: Double

  /// Creates an edge between two points whose longitudes are less than 180 degrees apart.
  init(_ a: RingPoint, _ b: RingPoint) {
    let forwards = eastward(from: a.longitude, to: b.longitude) < 180
    let (w, e) = forwards ? (a, b) : (b, a)
    west = w.longitude
    east = e.longitude
    westLatitude = w.latitude
    eastLatitude = e.latitude

    // The arc runs poleward of the parallel through its ends by at most atan(t / cos h) - atan(t),
    // h being half the width and t the tangent of the latitude: (1 - cos h) / (2 sqrt(cos h)). Up
    // to 30 degrees that is less than h² / 4 and a tenth of it.
    let south = min(w.latitude, e.latitude)
    let north = max(w.latitude, e.latitude)
    let width = eastward(from: west, to: east)
    let half = width / 2
    let bulge = half <= 30 ? half * half * (1.1 / 4 * .pi / 180) + 1e-13 : 90
    low = south < 0 ? max(south - bulge, -90) : south
    high = north > 0 ? min(north + bulge, 90) : north

    // With T = tan(latitude), T'' = -T along a great circle, so latitude'' is -(sin cos + 2 tan
    // latitude'^2), and a line between the ends deviates by at most an eighth of its greatest
    // magnitude times the width squared, here with a hundredth more for rounding. At some point T'
    // equals the mean slope of T, and the slope of the latitude is T' cos^2.
    slope = (e.latitude - w.latitude) / width
    let steepest = max(-low, high)
    // So close to a pole the bound is useless.
    guard steepest < 89.999 else {
      bend = .infinity
      return
    }
    let radians = width * (.pi / 180)
    let tangent = tangentOfLatitude(steepest)
    let rise = tangentOfLatitude(e.latitude) - tangentOfLatitude(w.latitude)
    let flattest = south > 0 ? south : north < 0 ? -north : 0
    let cosine = sineAndCosine(degrees: flattest).cosine
    let climb = (abs(rise) + tangent * radians * radians) * cosine * cosine
    let curve = 0.5 * radians * radians + 2 * tangent * climb * climb
    bend = curve * (1.01 / 8 * 180 / .pi) + 1e-12
  }

  /// Creates the stretch of the south pole between two meridians, for a ring that passes through
  /// it.
  init(southPoleFrom west: Double, to east: Double) {
    self.west = west
    self.east = east
    westLatitude = -90
    eastLatitude = -90
    slope = 0
    bend = .infinity
    low = -90
    high = -90
  }

  /// Creates the segment of a meridian between two latitudes; no meridian crosses it.
  init(meridian: Double, from start: Double, to end: Double) {
    west = meridian
    east = meridian
    westLatitude = start
    eastLatitude = end
    slope = 0
    bend = .infinity
    low = min(start, end)
    high = max(start, end)
  }

  /// Whether the meridian of a longitude in -180..<180 crosses the edge.
  ///
  /// The western end is included and the eastern is not, so that a chain of edges is crossed once.
  @inline(__always)
  func spans(_ longitude: Double) -> Bool {
    west <= east
      ? longitude >= west && longitude < east : longitude >= west || longitude < east
  }

  /// Whether the edge is south of a point whose meridian it spans, or passes through the point.
  @inline(__always)
  func isBelow(_ point: RingPoint) -> Bool {
    if point.latitude > high { return true }
    if point.latitude < low { return false }
    let line = westLatitude + slope * eastward(from: west, to: point.longitude)
    if point.latitude > line + bend { return true }
    if point.latitude < line - bend { return false }
    return decidesBelow(point)
  }

  /// On the meridian of the point the arc has the latitude f with
  /// tan f sin(e - w) = tan(w) sin(e - p) + tan(e) sin(p - w); the sign of the difference decides.
  ///
  /// All three sines have positive arguments, so an error bound is easy to compute. If the
  /// difference is within the bound, ``decidesBelowPrecisely(_:)`` decides.
  private func decidesBelow(_ point: RingPoint) -> Bool {
    if point.longitude == west { return point.latitude >= westLatitude }
    // Only the south pole itself is at its latitude or south of it.
    if abs(point.latitude) == 90 { return point.latitude > 0 || high == -90 }
    let fromWest = eastward(from: west, to: point.longitude)
    let toEast = eastward(from: point.longitude, to: east)
    let width = eastward(from: west, to: east)
    let tangent = tangentOfLatitude(point.latitude)
    let westTangent = tangentOfLatitude(westLatitude)
    let eastTangent = tangentOfLatitude(eastLatitude)
    let mine = tangent * sineAndCosine(degrees: width).sine
    let first = westTangent * sineAndCosine(degrees: toEast).sine
    let second = eastTangent * sineAndCosine(degrees: fromWest).sine
    let difference = mine - (first + second)
    let size =
      abs(tangent) * width + abs(westTangent) * toEast + abs(eastTangent) * fromWest
    // An argument in degrees is accurate to three roundings, a sine or tangent to a few more. The
    // absolute error of a sine is at most its argument times the relative error.
    let bound = size * (.pi / 180 * 0x1p-48)
    if difference > bound { return true }
    if difference < -bound { return false }
    return decidesBelowPrecisely(point)
  }
}

extension RingEdge {
  /// Decides with 100 bits whether the edge is south of a point or passes through it.
  ///
  /// A difference below 1e-29 of the terms counts as a point on the edge: symmetric cases such as
  /// the equator give exact zeros, and other differences of that size do not occur between doubles.
  func decidesBelowPrecisely(_ point: RingPoint) -> Bool {
    func way(from west: Double, to east: Double) -> DoubleDouble {
      west <= east
        ? DoubleDouble(sum: east, -west)
        : DoubleDouble(sum: 180, -west) + DoubleDouble(sum: east, 180)
    }
    let width = DoubleDouble.sineAndCosine(degrees: way(from: west, to: east)).sine
    let fromWest = DoubleDouble.sineAndCosine(degrees: way(from: west, to: point.longitude)).sine
    let toEast = DoubleDouble.sineAndCosine(degrees: way(from: point.longitude, to: east)).sine
    let p = DoubleDouble.sineAndCosine(degrees: DoubleDouble(point.latitude))
    let w = DoubleDouble.sineAndCosine(degrees: DoubleDouble(westLatitude))
    let e = DoubleDouble.sineAndCosine(degrees: DoubleDouble(eastLatitude))
    // The formula with the tangents multiplied out, to avoid divisions.
    let mine = p.sine * w.cosine * e.cosine * width
    let first = p.cosine * w.sine * e.cosine * toEast
    let second = p.cosine * e.sine * w.cosine * fromWest
    let difference = mine - (first + second)
    let size = mine.magnitude.high + first.magnitude.high + second.magnitude.high
    return difference.high >= -1e-29 * size
  }
}

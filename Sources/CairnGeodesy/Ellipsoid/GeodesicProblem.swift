/// Two places on an ellipsoid, turned and mirrored so that the first is south, is at least as
/// far from the equator as the second, and lies to the west of it.
///
/// `sine` and `cosine` of the parametric latitudes, and the longitude difference in radians.
internal struct GeodesicProblem {
  let constants: EllipsoidConstants
  var first: AngleVector
  var second: AngleVector
  /// sqrt(1 + e'² sin²(beta)) at both ends.
  var firstStretch: Double
  var secondStretch: Double
  /// The longitude difference, in 0...pi.
  var longitude: Double
  var longitudeVector: AngleVector
  /// pi less the longitude difference; precise when that is small.
  var longitudeLeft: Double
  var isSwapped: Bool
  var isMirroredEastWest: Bool
  var isMirroredNorthSouth: Bool
  var startsAtPole: Bool

  /// Nil when a coordinate is not a place.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from a: Coordinate, to b: Coordinate) {
    guard
      abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite,
      constants.axisRatio > 0
    else { return nil }
    self.constants = constants
    let (difference, lost) = longitudeDifference(from: a.longitude, to: b.longitude)
    isMirroredEastWest = difference < 0
    let turn = abs(difference)
    let turnLost = isMirroredEastWest ? -lost : lost
    longitudeVector = AngleVector(degrees: turn, lost: turnLost)
    longitude = (turn + turnLost) * (.pi / 180)
    longitudeLeft = ((180 - turn) - turnLost) * (.pi / 180)

    var south = a.latitude
    var north = b.latitude
    isSwapped = abs(south) < abs(north)
    if isSwapped { swap(&south, &north) }
    // Opposite places on the equator are joined over the north pole.
    isMirroredNorthSouth = south >= 0
    if isMirroredNorthSouth {
      south = -south
      north = -north
    }
    startsAtPole = south == -90
    (first, firstStretch) = Self.parametric(south, constants)
    (second, secondStretch) = Self.parametric(north, constants)
    // Rounding must not part what symmetry holds together.
    if first.cosine < -first.sine {
      if second.cosine == first.cosine {
        second.sine = second.sine < 0 ? first.sine : -first.sine
        secondStretch = firstStretch
      }
    } else if abs(second.sine) == -first.sine {
      second.cosine = first.cosine
      secondStretch = firstStretch
    }
  }

  /// The parametric latitude beta with tan(beta) = (1 - f) tan(latitude), and its stretch.
  @inline(__always)
  static func parametric(_ latitude: Double, _ constants: EllipsoidConstants)
    -> (AngleVector, Double)
  {
    // A latitude below a picometre is the equator; the squares of smaller ones underflow.
    let vector = AngleVector(degrees: abs(latitude) < 1e-17 ? 0 : latitude)
    let s = constants.axisRatio * vector.sine
    let stretch = 1 / root(s * s + vector.cosine * vector.cosine)
    return (AngleVector(sine: s * stretch, cosine: vector.cosine * stretch), stretch)
  }

  /// The bearings at the two places as they were given.
  @inline(__always)
  func restored(_ start: AngleVector, _ end: AngleVector) -> (AngleVector, AngleVector) {
    var start = start
    var end = end
    if isSwapped { swap(&start, &end) }
    if isMirroredEastWest {
      start.sine = -start.sine
      end.sine = -end.sine
    }
    if isSwapped != isMirroredNorthSouth {
      start.cosine = -start.cosine
      end.cosine = -end.cosine
    }
    return (start, end)
  }
}

/// The shortest line of a ``GeodesicProblem``: its length and its bearings at both ends.
internal struct GeodesicSolution {
  /// In metres.
  var length: Double
  var start: AngleVector
  var end: AngleVector
}

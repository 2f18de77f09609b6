/// The range of latitudes of the shorter great-circle arc between two points, rounded outwards.
///
/// An arc that heads poleward at both ends has its apex between them, at the latitude f with
/// cos f = sin(bearing) cos(latitude) (Clairaut). The headings come from differences of the
/// coordinates, so short arcs keep their digits.
internal func latitudeRange(
  ofArcFrom a: (latitude: Double, longitude: Double),
  to b: (latitude: Double, longitude: Double)
) -> (low: Double, high: Double) {
  var low = min(a.latitude, b.latitude)
  var high = max(a.latitude, b.latitude)
  if abs(low) == 90 || abs(high) == 90 || a.longitude == b.longitude { return (low, high) }
  if abs(a.longitude - b.longitude) == 180 {
    return low + high < 0 ? (-90, high) : (low, 90)
  }
  let forward = eastward(from: a.longitude, to: b.longitude)
  let width = min(forward, eastward(from: b.longitude, to: a.longitude))
  let (sineA, cosineA) = sineAndCosine(degrees: a.latitude)
  let (sineB, cosineB) = sineAndCosine(degrees: b.latitude)
  let half = sineAndCosine(degrees: width / 2).sine
  let rise = sineAndCosine(degrees: b.latitude - a.latitude).sine
  let northA = rise + 2 * sineA * cosineB * half * half
  let northB = -rise + 2 * sineB * cosineA * half * half
  guard northA > 0 && northB > 0 || northA < 0 && northB < 0 else { return (low, high) }
  // With the bearing's sine and cosine as east / length and north / length.
  let east = cosineB * sineAndCosine(degrees: width).sine
  let apex = polarAngle(degreesOfX: east * cosineA, y: hypotenuse(northA, east * sineA))
  // A few roundings of an angle up to 90 degrees.
  let rounding = 0x1p-49 * 90
  if northA > 0 {
    high = max(high, min(90, apex + rounding))
  } else {
    low = min(low, max(-90, -apex - rounding))
  }
  return (low, high)
}

extension BoundingBox {
  /// Makes the smallest box that holds the shorter great-circle arc between two points.
  ///
  /// The arc bulges towards the nearer pole: between two points of one parallel it lies poleward
  /// of it. Latitudes are rounded outwards by some units in the last place. Ends exactly 180
  /// degrees apart in longitude are joined over the nearer pole (the north pole for antipodes),
  /// and the longitude stored with a pole does not count. From pole to pole the arc runs along the
  /// longitude stored with the start.
  ///
  /// The box is ``empty`` when one of the ends is not ``Coordinate/isValid``.
  ///
  /// - Complexity: O(1).
  public init(arcFrom start: Coordinate, to end: Coordinate) {
    self.init(pathThrough: [start, end])
  }

  /// Makes the smallest box that holds all arcs of a path, or ``empty`` for an invalid vertex.
  internal init(pathThrough coordinates: [Coordinate]) {
    var run = LongitudeRun()
    var low = 90.0
    var high = -90.0
    var poleLongitude = 0.0
    var hasLongitude = false
    var previous: (latitude: Double, longitude: Double)?
    for coordinate in coordinates {
      guard coordinate.isValid else {
        self = .empty
        return
      }
      let next = (
        latitude: coordinate.latitude, longitude: longitudeRange(coordinate.longitude)
      )
      let range = latitudeRange(ofArcFrom: previous ?? next, to: next)
      low = min(low, range.low)
      high = max(high, range.high)
      if abs(next.latitude) == 90 {
        poleLongitude = next.longitude
        if let previous, previous.latitude == -next.latitude {
          hasLongitude = true
          run.addArc(from: previous.longitude, to: previous.longitude)
        }
      } else if let previous, abs(previous.latitude) < 90,
        abs(previous.longitude - next.longitude) != 180
      {
        hasLongitude = true
        if eastward(from: previous.longitude, to: next.longitude) < 180 {
          run.addArc(from: previous.longitude, to: next.longitude)
        } else {
          run.addArc(from: next.longitude, to: previous.longitude)
        }
      } else {
        hasLongitude = true
        run.addArc(from: next.longitude, to: next.longitude)
      }
      previous = next
    }
    guard low <= high else {
      self = .empty
      return
    }
    let (west, east) = hasLongitude ? run.bounds : (poleLongitude, poleLongitude)
    self.init(south: low, west: west, north: high, east: east)
  }
}

extension BoundingBox {
  /// Creates the smallest box that contains every point within a great-circle distance of a center.
  ///
  /// The box contains each coordinate whose ``Coordinate/distance(to:)`` from the center is at most
  /// `radius`. If a pole is within the radius, the box spans all longitudes; a radius of half the
  /// circumference or more gives the whole world, and a radius of 0 the point itself. The bounds
  /// are rounded outward; an edge is at most 4e-15 of the radius plus two units in the last place
  /// of its degrees beyond the circle.
  ///
  /// The half width in longitude is that at which a meridian touches the circle, asin(sin d / cos
  /// lat), and not the longitude of the point due east, which would cut the circle. It is evaluated
  /// as atan2(sin d, sqrt(sin(c - d) sin(c + d))) with c = 90 - |lat|, which keeps its digits if
  /// the circle nearly touches a pole.
  ///
  /// - Parameters:
  ///   - center: the center of the circle.
  ///   - radius: meters on the mean sphere; may be infinite. If it is negative or NaN, or the
  ///     center is not ``Coordinate/isValid``, the box is ``empty``.
  /// - Complexity: O(1).
  public init(center: Coordinate, radius: Double) {
    guard center.isValid, radius >= 0 else {
      self = .empty
      return
    }
    let longitude = longitudeRange(center.longitude)
    self.init(
      south: center.latitude, west: longitude, north: center.latitude, east: longitude,
      grownByMeters: radius)
  }

  /// Creates the smallest box that contains all coordinates: the one that excludes the widest gap
  /// in longitude.
  ///
  /// Among equally wide gaps, prefers the one that crosses the antimeridian, so that the box does
  /// not, then the westernmost. Poles do not extend the longitudes unless there is nothing else.
  /// Coordinates that are not ``Coordinate/isValid`` are skipped. The box is ``empty`` if none is
  /// valid.
  ///
  /// - Complexity: O(*n*) for many coordinates with a gap between them, otherwise O(*n* log *n*).
  public init(enclosing coordinates: some Sequence<Coordinate>) {
    var low = 90.0
    var high = -90.0
    var longitudes: [Double] = []
    var longitudeOfPole = 0.0
    for coordinate in coordinates where coordinate.isValid {
      low = min(low, coordinate.latitude)
      high = max(high, coordinate.latitude)
      let longitude = longitudeRange(coordinate.longitude)
      if abs(coordinate.latitude) < 90 {
        longitudes.append(longitude)
      } else {
        longitudeOfPole = longitude
      }
    }
    guard low <= high else {
      self = .empty
      return
    }
    guard let gap = LongitudeGap(widestOf: &longitudes) else {
      self.init(south: low, west: longitudeOfPole, north: high, east: longitudeOfPole)
      return
    }
    self.init(south: low, west: gap.end, north: high, east: gap.start)
  }

  /// Creates the smallest box that contains all boxes: the one that excludes the widest gap in
  /// longitude.
  ///
  /// Boxes that are a single pole do not extend the longitudes unless there is nothing else. The
  /// box is ``empty`` if all boxes are.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(holding boxes: some Sequence<BoundingBox>) {
    var low = 90.0
    var high = -90.0
    var run = LongitudeArcs()
    var pole: BoundingBox?
    var hasLongitude = false
    var isFull = false
    for box in boxes where !box.isEmpty {
      low = min(low, box.south)
      high = max(high, box.north)
      if box.isPole {
        pole = box
      } else {
        hasLongitude = true
        isFull = isFull || box.spansAllLongitudes
        run.addArc(from: box.west, to: box.east)
      }
    }
    guard low <= high else {
      self = .empty
      return
    }
    var bounds = run.bounds
    if isFull { bounds = (-180, 180) }
    if !hasLongitude, let pole { bounds = (pole.west, pole.east) }
    self.init(south: low, west: bounds.west, north: high, east: bounds.east)
  }

  /// The smallest box that contains every point within a distance of this box.
  ///
  /// Rounded outward like ``init(center:radius:)``. An empty box stays empty.
  ///
  /// - Parameter meters: the distance on the mean sphere; if it is negative or NaN, the box is
  ///   unchanged.
  /// - Returns: a box that contains this one.
  /// - Complexity: O(1).
  public func expanded(byMeters meters: Double) -> BoundingBox {
    guard meters > 0, !isEmpty else { return self }
    return BoundingBox(
      south: south, west: west, north: north, east: east, grownByMeters: meters)
  }

  /// Expands normalized bounds by a distance that is not negative.
  private init(
    south: Double, west: Double, north: Double, east: Double, grownByMeters meters: Double
  ) {
    // A computed distance may be too short by a few units in the last place, of which 2⁻⁴⁸ is
    // sixteen, and underflows to 0 between almost equal points, closer than 1e-150 degrees. The
    // angle is increased by more than that.
    let angle = meters / Sphere.mean.radius * (180 / .pi) * (1 + 0x1p-48) + 1e-150
    let low = (south - angle).nextDown
    let high = (north + angle).nextUp
    let colatitude = min(90 - south.magnitude, 90 - north.magnitude)
    let full = west == -180 && east == 180
    guard low > -90, high < 90, !full, colatitude > angle else {
      self.init(
        storingSouth: max(low, -90), west: -180, north: min(high, 90), east: 180)
      return
    }
    let legs =
      sineAndCosine(degrees: colatitude - angle).sine
      * sineAndCosine(degrees: colatitude + angle).sine
    let touch = polarAngle(
      degreesOfX: root(legs), y: sineAndCosine(degrees: angle).sine)
    let halfWidth = touch * (1 + 0x1p-48)
    let span = eastward(from: west, to: east)
    // A remaining gap this small may be the rounding of the sum.
    guard span + 2 * halfWidth < 360 - 1e-12 else {
      self.init(storingSouth: low, west: -180, north: high, east: 180)
      return
    }
    self.init(
      south: low, west: (west - halfWidth).nextDown,
      north: high, east: (east + halfWidth).nextUp)
  }
}

/// The range of latitudes of the shorter great-circle arc between two points, rounded outward.
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
  // The bearing's sine and cosine are east / length and north / length.
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
  /// Creates the smallest box that contains the shorter great-circle arc between two points.
  ///
  /// The arc bulges toward the nearer pole: between two points of a parallel it is poleward of it.
  /// Latitudes are rounded outward by a few units in the last place. Ends exactly 180 degrees apart
  /// in longitude are joined over the nearer pole (the north pole for antipodes), and the longitude
  /// stored with a pole is ignored. From pole to pole the arc runs along the longitude stored with
  /// the start.
  ///
  /// The box is ``empty`` if one of the ends is not ``Coordinate/isValid``.
  ///
  /// - Complexity: O(1).
  public init(arcFrom start: Coordinate, to end: Coordinate) {
    self.init(pathThrough: [start, end])
  }

  /// Creates the smallest box that contains all arcs of a path; ``empty`` if a vertex is invalid.
  internal init(pathThrough coordinates: [Coordinate]) {
    var run = LongitudeArcs()
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

/// A set of arcs of longitude, for computing the smallest interval that contains them all.
///
/// Longitudes are in -180..<180, an eastern end may be 180. The bounds are unchanged input values;
/// nothing is rounded.
internal struct LongitudeArcs {
  private var arcs: [(west: Double, east: Double)] = []

  /// Adds the arc that runs eastward from one longitude to another; equal longitudes are a point.
  mutating func addArc(from west: Double, to east: Double) {
    // Most arcs continue the last one, in either direction, or are contained in it.
    if let last = arcs.last {
      let width = eastward(from: last.west, to: last.east)
      let start = eastward(from: last.west, to: west)
      let end = eastward(from: last.west, to: east)
      if start <= end, end <= width { return }
      if west == last.east, width + eastward(from: west, to: east) < 180 {
        arcs[arcs.count - 1].east = east
        return
      }
      if east == last.west, width + eastward(from: west, to: east) < 180 {
        arcs[arcs.count - 1].west = west
        return
      }
    }
    arcs.append((west, east))
  }

  /// The interval without the widest gap: west and east, with -180...180 for the full circle and
  /// 0...0 if no arc was added.
  var bounds: (west: Double, east: Double) {
    let sorted = arcs.sorted { $0.west < $1.west }
    guard let first = sorted.first else { return (0, 0) }
    // The easternmost end so far; starts with those of the arcs that cross the antimeridian.
    var reach = -Double.infinity
    var reachEnd = first.east
    for arc in sorted where arc.east < arc.west && arc.east > reach {
      reach = arc.east
      reachEnd = arc.east
    }
    let wraps = reach > -.infinity
    var widest = 0.0
    var result: (west: Double, east: Double)?
    for arc in sorted {
      if arc.west > reach, reach > -.infinity, arc.west - reach > widest {
        widest = arc.west - reach
        result = (arc.west, reachEnd)
      }
      let end = arc.east < arc.west ? 180 : arc.east
      if end > reach {
        reach = end
        reachEnd = arc.east
      }
    }
    if !wraps {
      // The gap across the antimeridian, preferred among equals.
      let gap = (180 - reach) + (first.west + 180)
      if gap >= widest, gap > 0 { return (first.west, reachEnd) }
    }
    return result ?? (-180, 180)
  }
}

extension BoundingBox {
  /// Makes the smallest box that holds every point within a great-circle distance of a centre.
  ///
  /// The box contains each coordinate whose ``Coordinate/distance(to:)`` from the centre is at
  /// most `radius`. A pole in reach makes it span all longitudes, a radius of half the
  /// circumference or more makes it the world, and a radius of 0 the point itself. The bounds
  /// are rounded outwards; an edge lies at most 4e-15 of the radius and two units in the last
  /// place of its degrees beyond the circle.
  ///
  /// The half width in longitude is where a meridian touches the circle, asin(sin d / cos lat),
  /// and not the longitude of the point due east, which would cut the circle. It is evaluated as
  /// atan2(sin d, sqrt(sin(c - d) sin(c + d))) with c = 90 - |lat|, which keeps its digits when
  /// the circle nearly touches a pole.
  ///
  /// - Parameters:
  ///   - center: the centre of the circle.
  ///   - radius: metres on the mean sphere; may be infinite. When it is negative or NaN, or the
  ///     centre is not ``Coordinate/isValid``, the box is ``empty``.
  /// - Complexity: O(1).
  public init(center: Coordinate, radius: Double) {
    guard center.isValid, radius >= 0 else {
      self = .empty
      return
    }
    let longitude = longitudeRange(center.longitude)
    self.init(
      south: center.latitude, west: longitude, north: center.latitude, east: longitude,
      grownByMetres: radius)
  }

  /// Makes the smallest box that holds all coordinates: the one that leaves out the widest gap
  /// in longitude.
  ///
  /// Of equally wide gaps the one that leaves the box off the antimeridian is taken, then the
  /// westernmost. Poles add no longitude, unless there is nothing else. Coordinates that are not
  /// ``Coordinate/isValid`` are skipped. The box is ``empty`` when nothing is left.
  ///
  /// - Complexity: O(*n* log *n*).
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
    longitudes.sort()
    guard let first = longitudes.first, let last = longitudes.last else {
      self.init(south: low, west: longitudeOfPole, north: high, east: longitudeOfPole)
      return
    }
    var west = first
    var east = last
    var widest = eastward(from: last, to: first)
    for (start, end) in zip(longitudes, longitudes.dropFirst()) where end - start > widest {
      widest = end - start
      west = end
      east = start
    }
    self.init(south: low, west: west, north: high, east: east)
  }

  /// Makes the smallest box that holds all boxes: the one that leaves out the widest gap in
  /// longitude.
  ///
  /// Boxes that are one pole add no longitude, unless there is nothing else. The box is ``empty``
  /// when none has a point.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(holding boxes: some Sequence<BoundingBox>) {
    var low = 90.0
    var high = -90.0
    var run = LongitudeRun()
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

  /// The smallest box that holds every point within a distance of this box.
  ///
  /// Rounded outwards like ``init(center:radius:)``. An empty box stays empty.
  ///
  /// - Parameter metres: the distance on the mean sphere; a negative one and NaN change nothing.
  /// - Complexity: O(1).
  public func expanded(byMetres metres: Double) -> BoundingBox {
    guard metres > 0, !isEmpty else { return self }
    return BoundingBox(
      south: south, west: west, north: north, east: east, grownByMetres: metres)
  }

  /// Grows bounds that are in their final form by a distance that is not negative.
  private init(
    south: Double, west: Double, north: Double, east: Double, grownByMetres metres: Double
  ) {
    // A computed distance may come out short by some units in the last place, and underflows to
    // 0 between points that are next to equal: the angle is made longer by more than that.
    let angle = metres / Sphere.mean.radius * (180 / .pi) * (1 + 0x1p-48) + 1e-150
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
    guard span + 2 * halfWidth < 360 - 1e-12 else {
      self.init(storingSouth: low, west: -180, north: high, east: 180)
      return
    }
    self.init(
      south: low, west: (west - halfWidth).nextDown,
      north: high, east: (east + halfWidth).nextUp)
  }
}

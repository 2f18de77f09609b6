extension Sphere {
  /// The distance of a place from the infinite great circle through two others, in metres.
  ///
  /// Positive to the right of the direction from the first to the second, negative to the left,
  /// at most a quarter of the circumference. For the distance to the piece between the two see
  /// ``distance(from:toSegmentFrom:to:)``. Right to 5 nm on the Earth.
  ///
  /// Two equal or antipodal places do not fix a great circle; the meridian of the first is
  /// taken, northwards. A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// - Parameters:
  ///   - place: the place whose distance is asked for.
  ///   - start: a place on the line.
  ///   - end: another, which gives the line its direction.
  /// - Returns: metres, positive to the right.
  public func crossTrackDistance(
    of place: Coordinate, fromLineThrough start: Coordinate, and end: Coordinate
  ) -> Double {
    radius * SphericalTrack(from: start, to: end, place: place).crossAngle
  }

  /// How far along the great circle through two others a place lies, in metres.
  ///
  /// From the first place to the point of the line that is nearest to the place, positive in the
  /// direction of the second, within half the circumference either way. Right to 5 nm on the
  /// Earth, except for places a quarter turn off the line, which have no nearest point; at the
  /// pole of the line itself the result is 0.
  ///
  /// Two equal or antipodal places do not fix a great circle; the meridian of the first is
  /// taken, northwards. A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// - Parameters:
  ///   - place: the place whose position is asked for.
  ///   - start: the place on the line from which to measure.
  ///   - end: another, which gives the line its direction.
  /// - Returns: metres, negative behind the first place.
  public func alongTrackDistance(
    of place: Coordinate, onLineThrough start: Coordinate, and end: Coordinate
  ) -> Double {
    radius * SphericalTrack(from: start, to: end, place: place).alongAngle
  }

  /// The distance of a place from the piece of a great circle between two others, in metres.
  ///
  /// To the nearest point between the ends, or to the nearer end; never more than the distance
  /// to either end. Right to 5 nm on the Earth. Equal ends are one place; between antipodal ends
  /// the line that starts northwards is taken. A latitude outside -90...90 and what is not
  /// finite give NaN.
  ///
  /// - Parameters:
  ///   - place: the place whose distance is asked for.
  ///   - start: one end.
  ///   - end: the other end.
  /// - Returns: metres, never negative.
  public func distance(
    from place: Coordinate, toSegmentFrom start: Coordinate, to end: Coordinate
  ) -> Double {
    let track = SphericalTrack(from: start, to: end, place: place)
    let toStart = distance(from: place, to: start)
    let toEnd = distance(from: place, to: end)
    let toEnds = toStart < toEnd ? toStart : toEnd
    guard track.isBeside else {
      // A NaN must not be lost in the comparison.
      return toStart.isNaN ? toStart : toEnds
    }
    return min(radius * track.crossAngle.magnitude, toEnds)
  }

  /// The point between two places, on their great circle, that is nearest to another place.
  ///
  /// One of the ends, as it is stored, where no point between them is nearer. Right to 5 nm on
  /// the Earth, except for places about a quarter turn off the line, from which all its points
  /// are equally far. Equal ends are one place; between antipodal ends the line that starts
  /// northwards is taken. A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// - Parameters:
  ///   - place: the place to be near to.
  ///   - start: one end.
  ///   - end: the other end.
  /// - Returns: the point; an end as it is stored.
  public func nearestPoint(
    to place: Coordinate, onSegmentFrom start: Coordinate, to end: Coordinate
  ) -> Coordinate {
    let track = SphericalTrack(from: start, to: end, place: place)
    let toStart = distance(from: place, to: start)
    let toEnd = distance(from: place, to: end)
    if toStart.isNaN || toEnd.isNaN { return .nowhere }
    if track.isBeside, radius * track.crossAngle.magnitude < min(toStart, toEnd) {
      return track.nearestPoint
    }
    return toStart <= toEnd ? start : end
  }
}

/// A place beside a great circle.
private struct SphericalTrack {
  let start: SphericalObserver
  /// The direction of the line at its start.
  let direction: (north: Double, east: Double)
  /// The angle between the ends.
  let length: Double
  /// The place in the frame of the line: up at the start, forwards, and to the right.
  let radial: Double
  let forward: Double
  let right: Double

  init(from start: Coordinate, to end: Coordinate, place: Coordinate) {
    self.start = SphericalObserver(start)
    let line = SphericalOffset(from: self.start, to: end)
    let offset = SphericalOffset(from: self.start, to: place)
    direction = line.direction
    length = polarAngle(radiansOfX: line.radial, y: line.sine)
    radial = offset.radial
    forward = offset.north * direction.north + offset.east * direction.east
    right = offset.east * direction.north - offset.north * direction.east
  }

  var crossAngle: Double {
    polarAngle(radiansOfX: hypotenuse(radial, forward), y: right) + 0
  }

  var alongAngle: Double {
    polarAngle(radiansOfX: radial, y: forward) + 0
  }

  /// Whether the nearest point of the line lies between the ends.
  var isBeside: Bool {
    let along = alongAngle
    return along >= 0 && along <= length
  }

  var nearestPoint: Coordinate {
    start.place(
      at: SphericalOffset(
        radial: radial, north: forward * direction.north, east: forward * direction.east))
  }
}

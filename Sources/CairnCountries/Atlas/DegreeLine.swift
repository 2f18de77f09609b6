internal import CairnGeodesy

/// A line in radians; longitudes are counted from the observer.
internal struct DegreeLine {
  let latitude: Double
  let longitude: Double
  let rise: Double
  let run: Double

  /// About where the line is nearest, or `nil` if no point of it can have a squared half chord
  /// of at most `key`.
  ///
  /// The haversine formula is taken with the least cosine on the line and with a lower bound of
  /// the sine, first for the box around the line and then for the line itself, on which the
  /// sum of the two squares is least where a perpendicular in that scale meets it.
  func nearestFraction(within key: Double, from observer: BorderObserver) -> Double? {
    let south = latitude - observer.latitude
    let north = south + rise
    let height = max(0, min(south, north), -max(south, north))
    if height * height * (1 - height * height / 12) > 4 * key { return nil }
    let west = min(longitude, longitude + run)
    let east = max(longitude, longitude + run)
    // The cosine of the latitude farthest from the equator is not below its series.
    let steepest = max(abs(latitude), abs(latitude + rise))
    let square = steepest * steepest
    let cosine = max(0, 1 - square * (0.5 - square * (1 / 24.0 - square / 720)))
    let scale = cosine * observer.cosine
    let reach = max(east, -west)
    if reach > 1.5 {
      // Far away, where the way around the other side may be shorter, the box must do.
      let width = max(0, min(max(west, -east), 2 * .pi - reach))
      let sine = width * (1 - width * width / 24)
      return scale * sine * sine * (1 - 1e-12) <= 4 * key ? 0.5 : nil
    }
    let tallest = max(abs(south), abs(north))
    let least = 1 - max(tallest * tallest, reach * reach) / 12
    let length = rise * rise + scale * run * run
    let toward = -(south * rise + scale * longitude * run)
    let fraction = toward <= 0 ? 0 : toward >= length ? 1 : toward / length
    let northing = south + fraction * rise
    let easting = longitude + fraction * run
    let squared = northing * northing + scale * easting * easting
    return squared * least * (1 - 1e-12) <= 4 * key ? fraction : nil
  }

  /// Takes the nearest point of the line if it is nearer than the best.
  ///
  /// Parts of at most half a degree bend little, so that a few steps of Newton's method find
  /// the nearest point of each.
  func improve(
    _ best: inout NearestCandidate, arc: Int, from observer: BorderObserver, near fraction: Double
  ) {
    let size = max(abs(rise), abs(run))
    let longest = 0.00873
    if size <= longest {
      improve(&best, arc: arc, from: observer, near: fraction, between: 0, and: 1)
      return
    }
    let parts = (size / longest).rounded(.up)
    for part in 0..<Int(parts) {
      let low = Double(part) / parts
      let high = Double(part + 1) / parts
      improve(
        &best, arc: arc, from: observer, near: min(max(fraction, low), high), between: low,
        and: high)
    }
  }

  private func improve(
    _ best: inout NearestCandidate, arc: Int, from observer: BorderObserver, near start: Double,
    between low: Double, and high: Double
  ) {
    var fraction = start
    var place = LinePlace(self, fraction, observer)
    for _ in 0..<8 {
      guard place.curvature > 0 else { break }
      let next = min(max(fraction - place.slope / place.curvature, low), high)
      let step = abs(next - fraction)
      if step == 0 { break }
      let nextPlace = LinePlace(self, next, observer)
      if nextPlace.key > place.key { break }
      fraction = next
      place = nextPlace
      // The next step would be about the square of this one.
      if step * (abs(rise) + abs(run)) < 1e-7 { break }
    }
    best.take(place, arc: arc, from: observer)
    if place.curvature <= 0 {
      best.take(LinePlace(self, low, observer), arc: arc, from: observer)
      best.take(LinePlace(self, high, observer), arc: arc, from: observer)
    }
  }
}

/// A point of a line with its squared half chord and how that changes along the line.
internal struct LinePlace {
  let latitude: Double
  let longitude: Double
  let key: Double
  let slope: Double
  let curvature: Double

  init(_ line: DegreeLine, _ fraction: Double, _ observer: BorderObserver) {
    latitude = line.latitude + line.rise * fraction
    longitude = line.longitude + line.run * fraction
    let height = Turn(latitude - observer.latitude)
    let width = Turn(longitude)
    let cosine = observer.cosine * height.cosine - observer.sine * height.sine
    let sine = observer.sine * height.cosine + observer.cosine * height.sine
    key = height.squaredHalfChord + observer.cosine * cosine * width.squaredHalfChord
    slope =
      height.sine * line.rise / 2
      + observer.cosine
      * (cosine * width.sine * line.run / 2 - sine * line.rise * width.squaredHalfChord)
    curvature =
      height.cosine * line.rise * line.rise / 2
      + observer.cosine
      * (cosine * width.cosine * line.run * line.run / 2
        - sine * line.rise * line.run * width.sine
        - cosine * line.rise * line.rise * width.squaredHalfChord)
  }
}

/// An angle with its functions.
private struct Turn {
  let sine: Double
  let cosine: Double
  /// The squared sine of half the angle.
  let squaredHalfChord: Double

  /// By series for angles of some hundred kilometres, which are right to the last digits.
  init(_ radians: Double) {
    if abs(radians) < 1.0 / 16 {
      let z = radians * radians
      squaredHalfChord = z * 0.25 * (1 - z / 12 * (1 - z / 30 * (1 - z / 56)))
      sine = radians * (1 - z / 6 * (1 - z / 20 * (1 - z / 42)))
      cosine = 1 - 2 * squaredHalfChord
    } else {
      let half = sineAndCosine(radians: radians / 2)
      squaredHalfChord = half.sine * half.sine
      sine = 2 * half.sine * half.cosine
      cosine = 1 - 2 * squaredHalfChord
    }
  }
}

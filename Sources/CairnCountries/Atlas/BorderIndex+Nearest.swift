internal import CairnGeodesy

/// The place of a boundary that is nearest to a point.
internal struct NearestBorder {
  let arc: Int
  let coordinate: Coordinate
  /// Metres on the mean sphere.
  let distance: Double
}

/// A point from which distances are measured, with what every measurement needs.
private struct Observer {
  let latitude: Double
  let longitude: Double
  let sine: Double
  let cosine: Double

  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude * (.pi / 180)
    longitude = coordinate.longitude * (.pi / 180)
    (sine, cosine) = sineAndCosine(radians: latitude)
  }

  /// Lower bounds of the squared half chord to the children of a node.
  ///
  /// The haversine formula's terms are least where the differences of latitude and longitude and
  /// the cosine are, and the sine of a half angle is not below its first two terms.
  func bounds(_ node: BorderIndex.Node) -> SIMD8<Float> {
    let zero = SIMD8<Float>(repeating: 0)
    func positive(_ value: SIMD8<Float>) -> SIMD8<Float> {
      value.replacing(with: zero, where: value .< zero)
    }
    func size(_ value: SIMD8<Float>) -> SIMD8<Float> {
      value.replacing(with: zero - value, where: value .< zero)
    }
    func squaredSine(_ angle: SIMD8<Float>) -> SIMD8<Float> {
      let square = angle * angle
      let sine = 1 - square * (1 / 24.0)
      return square * 0.25 * sine * sine
    }
    let around = SIMD8<Float>(repeating: 2 * .pi)
    var east = size(SIMD8(repeating: Float(longitude)) - node.longitude)
    let west = around - east
    east.replace(with: west, where: west .< east)
    let width = positive(east - node.halfWidth)
    let height = positive(
      size(SIMD8(repeating: Float(latitude)) - node.latitude) - node.halfHeight)
    let sum = squaredSine(height) + squaredSine(width) * node.cosine * Float(cosine)
    // What the roundings may have added.
    return sum * (1 - 0x1p-18)
  }
}

extension BorderIndex {
  /// The nearest place on the arcs that count, among those within a distance.
  ///
  /// The distance to each line is that to the nearest of all points of the straight line in
  /// degrees, on the mean sphere. Of equally near arcs the first counts.
  ///
  /// - Parameters:
  ///   - limit: metres; the distance itself is included.
  ///   - counts: whether an arc is asked for.
  func nearest(
    to coordinate: Coordinate, within limit: Double, where counts: (Int) -> Bool
  ) -> NearestBorder? {
    guard limit >= 0, let top = levels.last else { return nil }
    let observer = Observer(coordinate)
    var best = Candidate(within: limit)
    // Nodes to look into, the nearest last, with the bound that they were found by.
    var stack: [(node: Int, level: Int, bound: Float)] = [(top, levels.count - 1, 0)]
    stack.reserveCapacity(8 * levels.count)
    while let next = stack.popLast() {
      if Double(next.bound) > best.key { continue }
      let node = nodes[next.node]
      let bounds = observer.bounds(node)
      let firstChild = (next.node - levels[next.level]) * 8
      let start = stack.count
      for lane in 0..<node.count {
        let bound = bounds[lane]
        if Double(bound) > best.key { continue }
        // The farthest goes in first.
        var place = stack.count
        let child =
          next.level == 0 ? firstChild + lane : levels[next.level - 1] + firstChild + lane
        stack.append((child, next.level - 1, bound))
        while place > start, stack[place - 1].bound < bound {
          stack.swapAt(place, place - 1)
          place -= 1
        }
      }
      if next.level == 0 {
        while stack.count > start, let child = stack.popLast() {
          if Double(child.bound) > best.key { continue }
          let piece = pieces[child.node]
          if counts(Int(piece.arc)) { search(piece, from: observer, best: &best) }
        }
      }
    }
    guard best.arc >= 0 else { return nil }
    let place = Coordinate(
      latitude: best.latitude * (180 / .pi), longitude: best.longitude * (180 / .pi))
    let distance = coordinate.distance(to: place)
    return distance <= limit
      ? NearestBorder(arc: best.arc, coordinate: place, distance: distance) : nil
  }

  /// The best place so far, by its squared half chord.
  private struct Candidate {
    var key: Double
    var arc = -1
    var latitude = 0.0
    var longitude = 0.0

    init(within limit: Double) {
      let half = limit / (2 * Sphere.mean.radius)
      let sine = half < .pi / 2 ? sineAndCosine(radians: half).sine : 1
      // A hair more, since the distance itself decides in the end.
      key = sine * sine * (1 + 1e-9) + 1e-24
    }

    /// Takes a place if it is nearer, or as near and of an earlier arc.
    mutating func take(_ place: Place, arc: Int, from observer: Observer) {
      guard place.key < key || place.key == key && arc < self.arc else { return }
      key = place.key
      self.arc = arc
      latitude = place.latitude
      longitude = place.longitude + observer.longitude
    }
  }

  /// Looks for a nearer place on the lines of a piece.
  private func search(_ piece: Piece, from observer: Observer, best: inout Candidate) {
    let scale = Self.radiansPerUnit
    let first = Int(piece.first)
    // A turn is added where that brings the piece nearer.
    let way = Double(arcs.x[first]) * scale - observer.longitude
    let offset: Double = way > .pi ? -2 * .pi : way < -.pi ? 2 * .pi : 0
    var startX = Double(arcs.x[first]) * scale - observer.longitude + offset
    var startY = Double(arcs.y[first]) * scale
    for vertex in (first + 1)...(first + Int(piece.count)) {
      let endX = Double(arcs.x[vertex]) * scale - observer.longitude + offset
      let endY = Double(arcs.y[vertex]) * scale
      let line = Line(
        latitude: startY, longitude: startX, rise: endY - startY, run: endX - startX)
      if let fraction = line.nearestFraction(within: best.key, from: observer) {
        line.improve(&best, arc: Int(piece.arc), from: observer, near: fraction)
      }
      startX = endX
      startY = endY
    }
  }

  /// A line in radians; longitudes are counted from the observer.
  private struct Line {
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
    func nearestFraction(within key: Double, from observer: Observer) -> Double? {
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
      _ best: inout Candidate, arc: Int, from observer: Observer, near fraction: Double
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
      _ best: inout Candidate, arc: Int, from observer: Observer, near start: Double,
      between low: Double, and high: Double
    ) {
      var fraction = start
      var place = Place(self, fraction, observer)
      for _ in 0..<8 {
        guard place.curvature > 0 else { break }
        let next = min(max(fraction - place.slope / place.curvature, low), high)
        let step = abs(next - fraction)
        if step == 0 { break }
        let nextPlace = Place(self, next, observer)
        if nextPlace.key > place.key { break }
        fraction = next
        place = nextPlace
        // The next step would be about the square of this one.
        if step * (abs(rise) + abs(run)) < 1e-7 { break }
      }
      best.take(place, arc: arc, from: observer)
      if place.curvature <= 0 {
        best.take(Place(self, low, observer), arc: arc, from: observer)
        best.take(Place(self, high, observer), arc: arc, from: observer)
      }
    }
  }

  /// A point of a line with its squared half chord and how that changes along the line.
  private struct Place {
    let latitude: Double
    let longitude: Double
    let key: Double
    let slope: Double
    let curvature: Double

    init(_ line: Line, _ fraction: Double, _ observer: Observer) {
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
}

extension GeoPolygon {
  /// The rings as they run over a map in longitude and latitude, for the even-odd rule there.
  ///
  /// A map has no shorter way around and nothing beyond its poles. So longitudes go on beyond 180
  /// degrees where a ring crosses it, a ring through a pole runs along the pole's parallel, and
  /// one that goes around a pole is closed along the parallel of the pole inside. Where both poles
  /// are inside the whole map comes first. A ring that encloses nothing stays as it is.
  ///
  /// - Parameter line: the great-circle edge between two vertices as vertices of a line that is
  ///   straight in degrees, without the first and with the last; by default the last alone.
  package func ringsOnMap(
    following line: (_ start: Coordinate, _ end: Coordinate) -> [Coordinate] = { [$1] }
  ) -> [[Coordinate]] {
    var result: [[Coordinate]] = []
    for (ring, index) in zip([outer] + holes, [outerIndex] + holeIndexes) {
      guard let first = ring.first else { continue }
      guard !index.isDegenerate else {
        result.append(ring.last == first ? ring : ring + [first])
        continue
      }
      let open = ring.count > 1 && ring.last == first ? ring.dropLast() : ring[...]
      if index.isWhole {
        result.append(MapRing.world)
        continue
      }
      var map = MapRing(from: first)
      var before = first
      for vertex in open.dropFirst() {
        map.add(from: before, to: vertex, line)
        before = vertex
      }
      map.add(from: before, to: first, line)
      result += map.closed(holdsSouthPole: index.containsSouthPole)
    }
    return result
  }
}

/// A ring on its way over the map.
private struct MapRing {
  private var corners: [Coordinate] = []
  private var longitude: Double?

  init(from first: Coordinate) {
    // From a pole a ring leaves along the meridian of its second vertex.
    if abs(first.latitude) < 90 { append(first.latitude, first.longitude) }
  }

  mutating func add(
    from start: Coordinate, to end: Coordinate, _ line: (Coordinate, Coordinate) -> [Coordinate]
  ) {
    let isAtPole = (start: abs(start.latitude) == 90, end: abs(end.latitude) == 90)
    if isAtPole.end {
      // Up or down the meridian of the start, which is a pole's own if that is one too.
      if isAtPole.start { append(start.latitude, start.longitude) }
      append(end.latitude, start.longitude)
    } else if isAtPole.start {
      append(start.latitude, end.longitude)
      append(end.latitude, end.longitude)
    } else if abs(longitudeRange(start.longitude) - longitudeRange(end.longitude)) == 180 {
      let pole = start.latitude + end.latitude < 0 ? -90.0 : 90
      append(pole, start.longitude)
      append(pole, end.longitude)
      append(end.latitude, end.longitude)
    } else {
      for place in line(start, end) { append(place.latitude, place.longitude) }
    }
  }

  /// Goes the shorter way to a longitude; what is opposite lies in the east.
  private mutating func append(_ latitude: Double, _ stored: Double) {
    var next = stored
    if let longitude, abs(stored - longitude) > 180 || stored - longitude == -180 {
      let range = longitudeRange(stored)
      let turns = ((longitude - range) / 360).rounded()
      next = range + 360 * turns
      if next - longitude <= -180 { next += 360 }
      if next - longitude > 180 { next -= 360 }
    }
    longitude = next
    let corner = Coordinate(latitude: latitude, longitude: next)
    if corners.last != corner { corners.append(corner) }
  }

  /// The closed ring, after the whole map where that is needed.
  func closed(holdsSouthPole: Bool) -> [[Coordinate]] {
    guard let first = corners.first, let last = corners.last else { return [] }
    // Whole turns from the first corner to where the ring is there again.
    let turns = ((last.longitude - first.longitude) / 360 + 0.5).rounded(.down)
    let isRoundSouthPole = holdsSouthPole && turns.remainder(dividingBy: 2) != 0
    var ring = corners
    if turns != 0 {
      for longitude in [last.longitude, first.longitude] {
        ring.append(Coordinate(latitude: isRoundSouthPole ? -90 : 90, longitude: longitude))
      }
    }
    if ring.last != first { ring.append(first) }
    return holdsSouthPole && !isRoundSouthPole ? [Self.world, ring] : [ring]
  }

  static var world: [Coordinate] {
    [(-90.0, -180.0), (-90, 180), (90, 180), (90, -180), (-90, -180)].map {
      Coordinate(latitude: $0, longitude: $1)
    }
  }
}

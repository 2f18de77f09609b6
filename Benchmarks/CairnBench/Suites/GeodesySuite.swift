internal import CairnGeodesy
internal import CairnGrids

extension Suite {
  /// Operations between consecutive places of the set; areas of rings through them.
  static let geodesy = Suite(
    name: "geodesy", summary: "distances, bearings and areas, on the sphere and on WGS 84"
  ) { bench in
    bench.sphere()
    bench.ellipsoid()
    bench.rhumbLines()
    bench.shapes()
    bench.parsing()
    bench.grids()
  }
}

extension Bench {
  /// Times an operation on each pair of consecutive places, and sums its results.
  private mutating func pairs(
    _ name: String, _ operation: (Coordinate, Coordinate) -> Double
  ) {
    let places = workload.places
    measure(name, calls: places.count - 1) {
      var sum = 0.0
      for number in 1..<max(1, places.count) {
        sum += operation(places[number - 1], places[number])
      }
      return Tally(sum: sum)
    }
  }

  /// Coordinates as people write them.
  fileprivate mutating func parsing() {
    for (name, texts) in [
      (
        "parsed decimal degrees",
        workload.places.prefix(100_000).map { $0.formatted(.decimal(digits: 6)) }
      ),
      (
        "parsed degrees of 17 digits",
        workload.places.prefix(100_000).map { "\($0.latitude), \($0.longitude)" }
      ),
      (
        "parsed degrees and minutes",
        workload.places.prefix(10_000).map { $0.formatted(.degreesMinutesSeconds(digits: 2)) }
      ),
      (
        "parsed ISO 6709", workload.places.prefix(10_000).map { $0.formatted(.iso6709(digits: 6)) }
      ),
      (
        "parsed decimal commas",
        workload.places.prefix(10_000).map {
          $0.formatted(.decimal(digits: 6)).replacing(", ", with: "; ").replacing(".", with: ",")
        }
      ),
      (
        "parsed names and numbers",
        workload.places.prefix(10_000).map { "lat: \($0.latitude), lng: \($0.longitude)" }
      ),
      (
        "parsed links of maps",
        workload.places.prefix(10_000).map {
          "https://www.google.com/maps/@\($0.latitude),\($0.longitude),17z"
        }
      ),
    ] {
      measure(name, calls: texts.count) {
        var sum = 0.0
        for text in texts { sum += (try? Coordinate(parsing: text))?.latitude ?? 0 }
        return Tally(sum: sum)
      }
    }
  }

  /// Formatting and parsing of grid references.
  fileprivate mutating func grids() {
    let places = workload.places.prefix(20_000)
    measure("MGRS encoded", calls: places.count) {
      var sum = 0
      for place in places { sum += (try? MGRSSquare(place))?.description.utf8.count ?? 0 }
      return Tally(sum: Double(sum))
    }
    let squares = places.compactMap { try? MGRSSquare($0).description }
    measure("MGRS decoded", calls: squares.count) {
      var sum = 0.0
      for square in squares { sum += (try? MGRSSquare(parsing: square))?.center.latitude ?? 0 }
      return Tally(sum: sum)
    }
    measure("UTM of a place", calls: places.count) {
      var sum = 0.0
      for place in places { sum += (try? UTMCoordinate(place))?.easting ?? 0 }
      return Tally(sum: sum)
    }
    measure("Plus codes encoded", calls: places.count) {
      var sum = 0
      for place in places { sum += (try? PlusCode(place))?.description.utf8.count ?? 0 }
      return Tally(sum: Double(sum))
    }
    let codes = places.compactMap { try? PlusCode($0).description }
    measure("Plus codes decoded", calls: codes.count) {
      var sum = 0.0
      for code in codes { sum += (try? PlusCode(parsing: code))?.center.latitude ?? 0 }
      return Tally(sum: sum)
    }
  }

  fileprivate mutating func sphere() {
    pairs("sphere distance") { $0.distance(to: $1) }
    pairs("sphere inverse") { $0.inverse(to: $1).sum }
    pairs("sphere initial bearing") { $0.initialBearing(to: $1) }
    pairs("sphere destination") { start, end in
      start.destination(bearing: end.longitude, distance: end.someDistance).sum
    }
    pairs("sphere interpolated") { Sphere.mean.interpolated(from: $0, to: $1, fraction: 0.3).sum }
    let (west, east) = (
      Coordinate(latitude: 10, longitude: -60), Coordinate(latitude: 50, longitude: 40)
    )
    pairs("sphere cross-track") { place, _ in
      Sphere.mean.crossTrackDistance(of: place, fromLineThrough: west, and: east)
    }
    pairs("sphere distance to segment") { place, _ in
      Sphere.mean.distance(from: place, toSegmentFrom: west, to: east)
    }

    batches()
  }

  /// One place and all others, in calls that take them all at once.
  private mutating func batches() {
    let places = workload.places
    guard let center = places.first else { return }
    let results = UnsafeMutableBufferPointer<Double>.allocate(capacity: places.count)
    defer { unsafe results.deallocate() }
    for (name, surface) in [("sphere", Surface.sphere), ("WGS 84", .wgs84)] {
      measure("\(name) distances, one to many", calls: places.count) {
        unsafe places.withUnsafeBufferPointer { places in
          unsafe center.distances(to: places, on: surface, into: results)
        }
        return unsafe Tally(sum: results.reduce(0, +))
      }
    }
    measure("sphere distances, pair by pair", calls: places.count - 1) {
      unsafe places.withUnsafeBufferPointer { places in
        unsafe Coordinate.distances(
          from: UnsafeBufferPointer(rebasing: places.dropLast()),
          to: UnsafeBufferPointer(rebasing: places.dropFirst()), into: results)
      }
      return unsafe Tally(sum: results.dropLast().reduce(0, +))
    }

    let vectors = UnitVectors(places)
    measure("squared chord filter", calls: vectors.count) {
      Tally(sum: Double(vectors.count(within: 0.01, of: center.unitVector)))
    }
    measure("squared chord filter, offsets", calls: vectors.count) {
      Tally(sum: Double(vectors.offsets(within: 0.01, of: center.unitVector).count))
    }
    pairs("unit vector") { place, _ in
      let vector = place.unitVector
      return vector.x + vector.y + vector.z
    }
    measure("coordinate of a unit vector", calls: vectors.count) {
      var sum = 0.0
      for offset in 0..<vectors.count { sum += vectors[offset].coordinate.sum }
      return Tally(sum: sum)
    }
  }

  fileprivate mutating func ellipsoid() {
    let ellipsoid = Ellipsoid.wgs84
    pairs("WGS 84 distance") { ellipsoid.distance(from: $0, to: $1) }
    pairs("WGS 84 inverse") { ellipsoid.inverse(from: $0, to: $1).sum }
    pairs("WGS 84 direct") { start, end in
      ellipsoid.direct(from: start, bearing: end.longitude, distance: end.someDistance).sum
    }
    let line = GeodesicLine(
      from: Coordinate(latitude: 40, longitude: 10), bearing: 30, on: .wgs84)
    pairs("WGS 84 line position") { _, end in line.place(at: end.someDistance).sum }
  }

  fileprivate mutating func rhumbLines() {
    for (name, surface) in [("sphere", Surface.sphere), ("WGS 84", .wgs84)] {
      pairs("\(name) rhumb distance") { $0.rhumbDistance(to: $1, on: surface) }
      pairs("\(name) rhumb destination") { start, end in
        start.rhumbDestination(
          bearing: end.longitude, distance: end.someDistance, on: surface
        ).sum
      }
    }
  }

  fileprivate mutating func shapes() {
    pairs("box of a radius") { place, _ in
      let box = BoundingBox(center: place, radius: 100_000)
      return box.south + box.east
    }
    let polygon = GeoPolygon(Self.star(corners: 500))
    let places = workload.places
    measure("in a polygon of 500 corners", calls: places.count) {
      var inside = 0
      for place in places where polygon.contains(place) { inside += 1 }
      return Tally(sum: Double(inside))
    }
    measure("sphere polygon area, a corner", calls: polygon.outer.count) {
      Tally(sum: polygon.area())
    }
    measure("WGS 84 polygon area, a corner", calls: polygon.outer.count) {
      Tally(sum: polygon.area(on: .wgs84))
    }
  }

  /// A ring over much of the northern hemisphere whose corners alternate between two circles.
  private static func star(corners: Int) -> [Coordinate] {
    let center = Coordinate(latitude: 45, longitude: 15)
    return (0..<corners).map { number in
      center.destination(
        bearing: 360 * Double(number) / Double(corners),
        distance: number.isMultiple(of: 2) ? 3_500_000 : 2_500_000, on: .wgs84)
    }
  }
}

extension Coordinate {
  fileprivate var sum: Double { latitude + longitude }

  /// A distance up to 9,000 km that varies from place to place.
  fileprivate var someDistance: Double { 50_000 * (latitude + 90) }
}

extension GeodesicInverse {
  fileprivate var sum: Double { distance + initialBearing + finalBearing }
}

extension GeodesicDirect {
  fileprivate var sum: Double { coordinate.sum + finalBearing }
}

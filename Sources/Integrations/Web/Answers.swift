// Queries whose many results are reduced to one digest each, which is equal on two machines if all
// results are bit-identical. Compiled for WebAssembly and as a native program.

internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex
internal import CairnRoutes

/// A digest of the bits of results, in order.
///
/// Source: G. Fowler, L. Noll, K. Vo, "The FNV Non-Cryptographic Hash Algorithm", RFC 9923; here
/// over words of 64 bits.
struct Digest {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    bits = (bits ^ word) &* 0x100_0000_01B3
    bits ^= bits &>> 29
  }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ number: Int) { add(UInt64(truncatingIfNeeded: Int64(number))) }

  mutating func add(_ place: Coordinate) {
    add(place.latitude)
    add(place.longitude)
  }
}

/// A generator of places all over the Earth, reproducible by its seed.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// doi:10.1145/2660193.2660195.
struct RandomPlaces {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word &>> 31)
  }

  /// A number in 0..<1.
  mutating func unit() -> Double { Double(word() &>> 11) * 0x1p-53 }

  /// A place anywhere; one in sixteen is at a pole, on the antimeridian, on the equator or at whole
  /// degrees.
  mutating func next() -> Coordinate {
    let place = Coordinate(latitude: 180 * unit() - 90, longitude: 360 * unit() - 180)
    switch word() & 63 {
    case 0: return Coordinate(latitude: place.latitude < 0 ? -90 : 90, longitude: place.longitude)
    case 1: return Coordinate(latitude: place.latitude, longitude: 180)
    case 2: return Coordinate(latitude: 0, longitude: place.longitude)
    case 3:
      return Coordinate(
        latitude: place.latitude.rounded(), longitude: place.longitude.rounded())
    default: return place
    }
  }

  /// A place within some degrees of another.
  mutating func next(near place: Coordinate, degrees: Double) -> Coordinate {
    Coordinate(
      latitude: max(-90, min(90, place.latitude + degrees * (2 * unit() - 1))),
      longitude: place.longitude + degrees * (2 * unit() - 1)
    ).normalized
  }
}

/// A query with its name; returns the digest of its results.
struct Question: Sendable {
  let name: StaticString
  let answers: @Sendable () -> UInt64

  static let all = [
    Question(name: "distances, bearings and destinations on the sphere") { lines(.sphere) },
    Question(name: "distances, bearings and destinations on WGS 84") { lines(.wgs84) },
    Question(name: "rhumb lines") { rhumbLines() },
    Question(name: "polygons: area, containing, distance of the border") { polygons() },
    Question(name: "geohashes") { geohashes() },
    Question(name: "index: radius, nearest, regions") { index() },
    Question(name: "index that changes") { changes() },
    Question(name: "countries, with coasts and borders") { countries() },
    Question(name: "routes") { routes() },
  ]
}

private func lines(_ surface: Surface) -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 1)
  for _ in 0..<5_000 {
    let (a, b) = (places.next(), places.next())
    digest.add(a.distance(to: b, on: surface))
    digest.add(a.initialBearing(to: b, on: surface))
    digest.add(a.midpoint(to: b, on: surface))
    digest.add(
      a.destination(bearing: 360 * places.unit(), distance: 2e7 * places.unit(), on: surface))
  }
  return digest.bits
}

private func rhumbLines() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 2)
  for _ in 0..<2_000 {
    let (a, b) = (places.next(), places.next())
    for surface in [Surface.sphere, .wgs84] {
      digest.add(a.rhumbDistance(to: b, on: surface))
      digest.add(a.rhumbBearing(to: b, on: surface))
    }
  }
  return digest.bits
}

private func polygons() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 3)
  for _ in 0..<60 {
    let center = places.next()
    let corners = (0..<12).map { corner in
      center.destination(
        bearing: 30 * Double(corner), distance: 1e6 * (0.2 + places.unit()))
    }
    let polygon = GeoPolygon(corners)
    digest.add(polygon.area(on: .sphere))
    digest.add(polygon.area(on: .wgs84))
    for _ in 0..<40 {
      let place = places.next(near: center, degrees: 12)
      digest.add(polygon.contains(place) ? 1 as Int : 0)
      digest.add(GeoPath(corners).distance(to: place))
    }
  }
  return digest.bits
}

private func geohashes() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 4)
  for _ in 0..<5_000 {
    let place = places.next()
    guard let hash = Geohash60(place) else { continue }
    digest.add(hash.rawValue)
    digest.add(hash.center)
    for neighbor in hash.neighbors { digest.add(neighbor.rawValue) }
  }
  return digest.bits
}

private func index() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 5)
  let many = (0..<20_000).map { number in
    number % 3 == 0
      ? places.next()
      : places.next(near: Coordinate(latitude: 47, longitude: 8), degrees: 3)
  }
  guard let index = try? PlaceIndex(many, coordinate: { $0 }) else { return 0 }
  for number in 0..<300 {
    let center = number % 2 == 0 ? places.next() : many[number]
    for found in index.nearest(to: center, count: 10) { digest.add(found.distance) }
    let cap = Cap(center: center, radius: 2e6 * places.unit())
    digest.add(index.count(within: cap.radius, of: center))
    for found in index.within(cap.radius / 8, of: center) {
      digest.add(found.distance)
      digest.add(found.element)
    }
    let box = BoundingBox(
      south: center.latitude - 5, west: center.longitude - 9, north: center.latitude + 5,
      east: center.longitude + 9)
    digest.add(index.count(in: box))
    digest.add(index.count(in: cap.subtracting(box)))
    let corners = (0..<5).map { center.destination(bearing: 72 * Double($0), distance: 5e5) }
    digest.add(index.count(in: GeoPolygon(corners).union(box)))
    digest.add(index.count(within: 50_000, of: GeoPath(corners)))
  }
  return digest.bits
}

private struct Moving: Sendable {
  let number: Int
  let place: Coordinate
}

private func changes() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 6)
  var index = DynamicPlaceIndex<Int, Moving>(id: { $0.number }, coordinate: { $0.place })
  for round in 0..<6_000 {
    let place = places.next()
    let number = Int(truncatingIfNeeded: places.word() % 2_000)
    do { try index.insert(Moving(number: number, place: place)) } catch { return 0 }
    if round % 50 == 0 {
      for found in index.nearest(to: place, count: 5) { digest.add(found.distance) }
      digest.add(index.count(within: 1e6, of: place))
    }
  }
  return digest.bits
}

private func countries() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 7)
  let atlas = CountryAtlas.world
  for number in 0..<4_000 {
    let place = places.next()
    digest.add(atlas.country(at: place)?.numericCode ?? 0)
    guard number % 20 == 0 else { continue }
    if let found = atlas.nearestCountry(to: place) {
      digest.add(found.country.numericCode ?? 0)
      digest.add(found.distance)
    }
  }
  for country in Country.allCases.prefix(40) {
    let box = country.zoomBox()
    for edge in [box.south, box.west, box.north, box.east] { digest.add(edge) }
  }
  return digest.bits
}

private func routes() -> UInt64 {
  var digest = Digest()
  var places = RandomPlaces(seed: 8)
  for count in [1, 2, 5, 9, 12, 20, 60, 200] {
    let stops = (0..<count).map { _ in places.next() }
    for trip in [Trip.roundTrip, .open] {
      guard let route = try? RoutePlanner().plan(stops, trip: trip) else { continue }
      for stop in route.order { digest.add(stop) }
      digest.add(route.length)
      digest.add(route.lowerBound)
    }
  }
  return digest.bits
}

/// The sixteen digits of a digest, as UTF-8.
func hexadecimal(_ bits: UInt64) -> [UInt8] {
  (0..<16).map { digit in
    let value = UInt8(truncatingIfNeeded: bits &>> (60 - 4 * UInt64(digit))) & 15
    return value < 10 ? 0x30 + value : 0x57 + value
  }
}

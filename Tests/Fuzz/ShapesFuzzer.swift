// A libFuzzer target for shapes: polygons, regions of an index, atlases of regions and pictures;
// `Tests/Fuzz/run` builds and starts it.
//
// The bytes control a turtle that draws rings, with commands for stars, combs, circles and copies,
// so that a few bytes make a large shape. For all inputs there is no trap, memory is proportional
// to the shape, and every answer equals that of counting all lines.

import CairnIndex
import CairnPictures

@testable import CairnCountries
@testable import CairnGeodesy

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzShapes(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  var turtle = Turtle(input)
  turtle.run()
  switch choice & 3 {
  case 0, 1: checkAtlas(turtle)
  case 2: checkPolygons(turtle)
  default: checkPictures(turtle, choice >> 2)
  }
  return 0
}

/// Ends the run with a message, which `precondition` omits in release.
private func demand(_ isRight: Bool, _ message: @autoclosure () -> String) {
  if !isRight { fatalError(message()) }
}

/// Draws rings as directed by bytes.
private struct Turtle {
  private let bytes: [UInt8]
  private var position = 0
  private var latitude = 0.0
  private var longitude = 0.0
  /// The degrees of a step.
  private var step = 1.0
  private(set) var regions: [[[Coordinate]]] = [[[]]]
  /// Query places, besides the corners.
  private(set) var places: [Coordinate] = []

  /// Larger shapes find nothing more and take longer.
  private static let mostCorners = 4_000
  private var corners = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func byte() -> Int {
    guard position < bytes.count else { return 0 }
    position += 1
    return Int(bytes[position - 1])
  }

  private mutating func signed() -> Double { Double(Int8(truncatingIfNeeded: byte())) }

  private mutating func corner(_ latitude: Double, _ longitude: Double) {
    guard corners < Self.mostCorners else { return }
    corners += 1
    regions[regions.count - 1][regions[regions.count - 1].count - 1].append(
      Coordinate(latitude: latitude, longitude: longitude))
  }

  mutating func run() {
    while position < bytes.count {
      switch byte() % 13 {
      case 0: regions.append([[]])
      case 1: regions[regions.count - 1].append([])
      case 2:
        latitude = signed() / 127 * 90
        longitude = signed() / 127 * 180
        corner(latitude, longitude)
      case 3:
        latitude += signed() * step
        longitude += signed() * step
        corner(latitude, longitude)
      case 4: step = [1, 0.1, 1e-3, 1e-5, 2e-7, 1e-8, 10, 1 / 3][byte() % 8]
      case 5: star(byte() * 4 + 3, byte() + 1)
      case 6: comb(byte() * 4, signed() * step)
      case 7: repeatLastRing(byte() % 64)
      case 8: places.append(Coordinate(latitude: latitude, longitude: longitude))
      case 9: corner([90, -90, 0, 89.999_999_9][byte() % 4], [180, -180, 360, 0][byte() % 4])
      case 10:
        // Any bit pattern.
        var bits: UInt64 = 0
        for _ in 0..<8 { bits = bits << 8 | UInt64(byte()) }
        corner(Double(bitPattern: bits), longitude)
      case 11:
        latitude = 0
        longitude = signed() * 3
      default:
        if let ring = regions.last?.last, let first = ring.first {
          corner(first.latitude, first.longitude)
        }
      }
    }
  }

  /// A star, or a circle if the stride is small.
  private mutating func star(_ count: Int, _ stride: Int) {
    for number in 0..<count {
      let turns = Double(number * stride % count) / Double(count)
      let direction = Coordinate(latitude: 0, longitude: 360 * turns).unitVector
      corner(latitude + 8 * step * direction.y, longitude + 8 * step * direction.x)
    }
  }

  private mutating func comb(_ count: Int, _ height: Double) {
    for number in 0..<count {
      longitude += step / 16
      corner(number.isMultiple(of: 2) ? latitude : latitude + height, longitude)
    }
  }

  /// Copies of the last ring, each shifted slightly, as separate regions.
  private mutating func repeatLastRing(_ count: Int) {
    guard let ring = regions.last?.last else { return }
    for number in 1...(count + 1) {
      regions.append([[]])
      for place in ring {
        corner(place.latitude, place.longitude + Double(number) * step / 4)
      }
    }
  }

  /// The query places: those given, some corners, and places very close to corners.
  var questions: [Coordinate] {
    let all = regions.joined().joined().filter(\.isValid)
    let corners = stride(from: 0, to: all.count, by: all.count / 12 + 1).map { all[$0] }
    let beside = corners.map {
      Coordinate(latitude: $0.latitude * 0.999_999, longitude: $0.longitude + 1e-4)
    }
    let middles = zip(corners, corners.dropFirst()).map {
      Coordinate(
        latitude: ($0.latitude + $1.latitude) / 2, longitude: ($0.longitude + $1.longitude) / 2)
    }
    return Array(places.prefix(12)) + corners + beside + middles
  }
}

// MARK: Atlases

private func checkAtlas(_ turtle: Turtle) {
  let regions = turtle.regions.enumerated().map { (id: $0.offset, rings: $0.element) }
  let atlas: TerritoryAtlas<Int>
  do {
    atlas = try TerritoryAtlas(regions)
  } catch {
    demand(!error.description.isEmpty, "\(error)")
    return checkAtlas(ofGood: turtle)
  }
  check(atlas, turtle.regions, turtle.questions)
}

/// Removes invalid rings.
private func checkAtlas(ofGood turtle: Turtle) {
  let good = turtle.regions.map { rings in
    rings.filter { (try? TerritoryAtlas([(id: 0, rings: [$0])])) != nil }
  }
  guard
    let atlas = try? TerritoryAtlas(good.enumerated().map { (id: $0.offset, rings: $0.element) })
  else { fatalError("good one by one and not together") }
  check(atlas, good, turtle.questions)
}

private func check(
  _ atlas: TerritoryAtlas<Int>, _ regions: [[[Coordinate]]], _ questions: [Coordinate]
) {
  let lines = regions.map(RingLines.init)
  for place in questions where place.isValid && place.latitude.magnitude < 90 {
    let found = atlas.territories(at: place)
    demand(atlas.territory(at: place) == found.first, "\(place): \(found)")
    for (number, lines) in lines.enumerated() {
      guard let isInside = lines.hold(place) else { continue }
      demand(found.contains(number) == isInside, "\(place), region \(number) of \(regions)")
    }
  }
}

/// The lines of a region in integer units of 2e-7 degrees, to count those south of a place.
private struct RingLines {
  private var lines: [(x0: Int64, y0: Int64, x1: Int64, y1: Int64)] = []
  /// Edges of more than 180 degrees get a rounded corner where they cross the antimeridian.
  private var isRounded = false

  init(_ rings: [[Coordinate]]) {
    for ring in rings {
      let west = ring.map(\.longitude).min() ?? 0
      var start = west >= -180 && west < 180 ? west : west.remainder(dividingBy: 360)
      if start == 180 { start = -180 }
      let corners = ring.map { corner in
        let longitude = start == west ? corner.longitude : start + (corner.longitude - west)
        return (x: Self.units(longitude), y: Self.units(corner.latitude))
      }
      for (index, from) in corners.enumerated() {
        let to = corners[index + 1 < corners.count ? index + 1 : 0]
        if abs(to.x - from.x) > 900_000_000 { isRounded = true }
        if from.x != to.x { lines.append((from.x, from.y, to.x, to.y)) }
      }
    }
  }

  private static func units(_ degrees: Double) -> Int64 { Int64((degrees * 5e6).rounded()) }

  /// Whether the rings contain a place; nil if that depends on added, rounded corners.
  func hold(_ place: Coordinate) -> Bool? {
    if isRounded { return nil }
    // Smaller angles lose bits.
    let place = place.normalized
    for angle in [place.latitude, place.longitude] where angle != 0 && angle.magnitude < 0x1p-8 {
      return nil
    }
    let scale: Int128 = 1 << 60
    let x = Int128(place.longitude * 0x1p60) * 5_000_000
    let y = Int128(place.latitude * 0x1p60) * 5_000_000
    var isInside = false
    for turn in 0...2 {
      let x = x + Int128(turn) * 1_800_000_000 * scale
      let wholeX = Int64(x >> 60)
      for line in lines where (line.x0 <= wholeX) != (line.x1 <= wholeX) {
        let rise = Int128(line.x1 - line.x0) * (y - Int128(line.y0) * scale)
        let run = Int128(line.y1 - line.y0) * (x - Int128(line.x0) * scale)
        if line.x0 < line.x1 ? rise >= run : rise <= run { isInside.toggle() }
      }
    }
    return isInside
  }
}

// MARK: Polygons and indexes

private func checkPolygons(_ turtle: Turtle) {
  let questions = turtle.questions.filter(\.isValid)
  guard let index = try? PlaceIndex(questions, coordinate: \.self) else {
    fatalError("valid places make no index")
  }
  for rings in turtle.regions.prefix(8) {
    let polygon = GeoPolygon(rings[0], holes: Array(rings.dropFirst()))
    let ring = RingIndex(polygon.outer, interior: .smallerSide, usesGrid: false)
    let alone = GeoPolygon(polygon.outer)
    for place in questions where place.latitude.magnitude < 90 {
      let point = RingPoint(longitude: longitudeRange(place.longitude), latitude: place.latitude)
      demand(
        alone.contains(place) == (ring.boundingBox.contains(place) && ring.contains(point)),
        "\(place) in \(polygon.outer)")
    }
    let inside = questions.filter { polygon.contains($0) }
    demand(index.count(in: polygon) == inside.count, "count in \(polygon)")
    // A polygon with an invalid corner has no area.
    if rings.joined().allSatisfy(\.isValid) {
      demand(polygon.area() >= 0 && polygon.area() < 5.2e14, "area of \(polygon)")
    }
    for place in inside { demand(polygon.boundingBox.contains(place), "box of \(polygon)") }
    _ = polygon.centroid
    _ = polygon.simplified(tolerance: 1_000)
  }
  let multi = GeoMultiPolygon(turtle.regions.prefix(8).map { GeoPolygon($0[0]) })
  demand(
    index.count(in: multi) == questions.filter { multi.contains($0) }.count,
    "count in \(multi)")
}

// MARK: Pictures

private func checkPictures(_ turtle: Turtle, _ choice: UInt8) {
  var map = MapPicture(title: "<&>", width: 300, height: 200)
  map.atlas = nil
  map.polygons = turtle.regions.prefix(40).map {
    GeoPolygon(
      $0[0], holes: Array($0.dropFirst()), interior: choice & 1 == 0 ? .smallerSide : .leftOfRing)
  }
  map.paths = turtle.regions.prefix(4).map { GeoPath($0[0]) }
  map.circles = turtle.places.prefix(8).map { Cap(center: $0, radius: Double(choice) * 100_000) }
  map.markers = turtle.places.prefix(40).map { MapPicture.Marker($0, name: "\u{1}\u{202E}<") }
  if choice & 2 != 0 { map.extent = .world }
  if choice & 4 != 0, let place = turtle.questions.first {
    map.extent = .circle(Cap(center: place, radius: 0.01))
  }
  let corners = turtle.regions.joined().joined().count
  // The frame, and for each corner the pieces into which its edge may be subdivided.
  let most = 200_000 + 20_000 * (corners + 60)
  demand(map.svg().count < most && map.html().count < 2 * most, "a picture of \(corners) corners")
  demand(map.text(columns: 40).utf8.count < 40_000, "a text")
}

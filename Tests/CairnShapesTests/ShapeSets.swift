import CairnGeodesy
import CairnShapes
import TestSupport

/// Difficult shapes for an index: of all kinds and sizes, at the poles, across 180°, equal,
/// touching, degenerate and empty.
enum ShapeSets {
  static let special: [GeoShape] = [
    .point(Coordinate(latitude: 90, longitude: 17)),
    .point(Coordinate(latitude: -90, longitude: 0)),
    .point(Coordinate(latitude: 12, longitude: 180)),
    .point(Coordinate(latitude: 12, longitude: -180)),
    .point(Coordinate(latitude: 91, longitude: 0)),
    .point(Coordinate(latitude: .nan, longitude: 0)),
    .box(.world), .box(.empty), .box(BoundingBox(south: 80, west: -180, north: 90, east: 180)),
    .box(BoundingBox(south: -90, west: 20, north: -70, east: 60)),
    .box(BoundingBox(south: -90, west: -10, north: 90, east: 10)),
    .box(BoundingBox(south: 90, west: -180, north: 90, east: 180)),
    .box(BoundingBox(south: -5, west: 170, north: 5, east: -170)),
    .box(BoundingBox(south: -5, west: -170, north: 5, east: 170)),
    .box(BoundingBox(south: 10, west: 10, north: 10, east: 10)),
    .box(BoundingBox(south: 10, west: 10, north: 20, east: 10)),
    .box(BoundingBox(south: 10, west: 10, north: 10, east: 50)),
    .box(BoundingBox(south: -40, west: -180, north: 40, east: 180)),
    .cap(Cap(center: Coordinate(latitude: 90, longitude: 0), radius: 500_000)),
    .cap(Cap(center: Coordinate(latitude: 0, longitude: 180), radius: 10_100_000)),
    .cap(Cap(center: Coordinate(latitude: 10, longitude: 10), radius: 0)),
    .cap(Cap(center: Coordinate(latitude: 10, longitude: 10), radius: -1)),
    .cap(Cap(center: Coordinate(latitude: 10, longitude: 10), radius: .infinity)),
    .path(GeoPath([])), .path(GeoPath([Coordinate(latitude: 5, longitude: 5)])),
    .path(line((5, 5), (5, 5))), .path(line((0, 0), (.nan, 5))),
    .path(line((80, 0), (80, 180), (70, -90))), .path(line((0, 0), (0, 120), (0, -120), (0, 0))),
    .path(line((0, 170), (0, -170))), .path(line((-89, 0), (-89, 180))),
    .polygon(GeoPolygon(ring((0, 0), (0, 10), (10, 10), (10, 0)))),
    .polygon(GeoPolygon(ring((0, 0), (0, 10), (10, 10), (10, 0)))),
    .polygon(GeoPolygon(ring((0, 10), (0, 20), (10, 20), (10, 10)))),
    .polygon(GeoPolygon(ring((80, 0), (80, 120), (80, -120)))),
    .polygon(
      GeoPolygon(
        ring((-80, 0), (-80, 120), (-80, -120)),
        holes: [ring((-89, 0), (-89, 90), (-89, 180), (-89, -90))])),
    .polygon(GeoPolygon(ring((0, 0), (0, 120), (0, -120)), interior: .leftOfRing)),
    .polygon(GeoPolygon(ring((60, 0), (60, -120), (60, 120)), interior: .leftOfRing)),
    .polygon(GeoPolygon(ring((0, 0), (0, 10), (0, 20)))),
    .polygon(GeoPolygon(ring((0, 0), (1, 1)))),
    .polygon(GeoPolygon(ring((0, 0), (0, .nan), (1, 1)))),
    .polygon(GeoPolygon(ring((-90, 0), (0, 0), (90, 0), (0, 90)))),
    .polygon(GeoPolygon(ring((0, 0), (10, 10), (10, 0), (0, 10)))),
    .polygon(
      GeoPolygon(
        ring((20, 20), (20, 40), (40, 40), (40, 20)),
        holes: [ring((25, 25), (25, 35), (35, 35), (35, 25)), ring((1, 1), (2, 2))])),
    .polygon(GeoPolygon(ring((30, 30), (30, 31), (31, 31), (31, 30)))),
    .multiPolygon(GeoMultiPolygon([])),
    .multiPolygon(
      GeoMultiPolygon([
        GeoPolygon(ring((0, 175), (0, 185), (8, 180))),
        GeoPolygon(ring((-20, 170), (-20, -170), (-10, 180))),
        GeoPolygon(ring((1, 1), (1, 1))),
      ])),
  ]

  /// Returns shapes of random kinds around random places, with sizes from meters to continents.
  static func random(count: Int, seed: UInt64, sizes: ClosedRange<Double> = 2...6.5) -> [GeoShape] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in shape(&generator, sizes: sizes) }
  }

  static func shape(
    _ generator: inout SeededGenerator, sizes: ClosedRange<Double> = 2...6.5
  ) -> GeoShape {
    let center = generator.coordinate()
    let size = power(10, generator.double(in: sizes))
    switch generator.integer(in: 0...7) {
    case 0: return .point(center)
    case 1: return .cap(Cap(center: center, radius: size))
    case 2:
      let box = Cap(center: center, radius: size).boundingBox
      return .box(box)
    case 3: return .path(GeoPath(walk(center, size, &generator)))
    case 4:
      let holes = [star(center, size / 4, 5, &generator)]
      return .polygon(GeoPolygon(star(center, size, 9, &generator), holes: holes))
    case 5:
      let other = center.destination(bearing: 77, distance: 2.5 * size)
      return .multiPolygon(
        GeoMultiPolygon([
          GeoPolygon(star(center, size, 6, &generator)),
          GeoPolygon(star(other, size, 30, &generator)),
        ]))
    case 6: return .polygon(GeoPolygon(star(center, size, 40, &generator)))
    default: return .polygon(GeoPolygon(star(center, size, 4, &generator)))
    }
  }

  static func star(
    _ center: Coordinate, _ size: Double, _ corners: Int, _ generator: inout SeededGenerator
  ) -> [Coordinate] {
    (0..<corners).map { corner in
      center.destination(
        bearing: 360 * Double(corner) / Double(corners),
        distance: size * generator.double(in: 0.4...1))
    }
  }

  private static func walk(
    _ start: Coordinate, _ size: Double, _ generator: inout SeededGenerator
  ) -> [Coordinate] {
    var places = [start]
    for _ in 0..<generator.integer(in: 0...20) {
      places.append(
        places[places.count - 1].destination(
          bearing: generator.double(in: 0...360), distance: size * generator.unit()))
    }
    return places
  }

  static func places(of shape: GeoShape) -> [Coordinate] {
    switch shape {
    case .point(let place): [place]
    case .box(let box):
      [
        Coordinate(latitude: box.south, longitude: box.west),
        Coordinate(latitude: box.north, longitude: box.east), box.center,
      ]
    case .cap(let cap): [cap.center, cap.center.destination(bearing: 30, distance: cap.radius)]
    case .path(let path): path.coordinates
    case .polygon(let polygon): polygon.outer + polygon.holes.flatMap { $0 }
    case .multiPolygon(let region): region.polygons.flatMap(\.outer)
    }
  }
}

func ring(_ corners: (Double, Double)...) -> [Coordinate] {
  corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
}

func line(_ corners: (Double, Double)...) -> GeoPath {
  GeoPath(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })
}

/// Returns an approximate power, accurate enough for a size.
func power(_ base: Double, _ exponent: Double) -> Double {
  var result = 1.0
  for _ in 0..<Int(exponent) { result *= base }
  return result * (1 + (exponent - exponent.rounded(.down)) * (base - 1))
}

/// Reference results for a shape, from the methods of the individual types, without preparation.
enum PlainShape {
  static func isEmpty(_ shape: GeoShape) -> Bool {
    switch shape {
    case .point(let place): !place.isValid
    case .box(let box): box.isEmpty
    case .cap(let cap): cap.isEmpty
    case .path(let path): path.coordinates.isEmpty || !path.coordinates.allSatisfy(\.isValid)
    case .polygon(let polygon): polygon.boundingBox.isEmpty
    case .multiPolygon(let region): region.polygons.allSatisfy(\.boundingBox.isEmpty)
    }
  }

  static func contains(_ shape: GeoShape, _ place: Coordinate) -> Bool {
    switch shape {
    case .point(let own): own.distance(to: place) == 0
    case .box(let box): box.contains(place)
    case .cap(let cap): cap.contains(place)
    case .path(let path): path.distance(to: place) == 0
    case .polygon(let polygon): polygon.contains(place)
    case .multiPolygon(let region): region.polygons.contains { $0.contains(place) }
    }
  }

  /// Returns the border as great-circle lines, with the parallels of a box and the circumference of
  /// a cap in small steps.
  static func border(_ shape: GeoShape) -> [GeoPath] {
    func rings(_ polygon: GeoPolygon) -> [GeoPath] {
      guard !polygon.boundingBox.isEmpty else { return [] }
      return ([polygon.outer] + polygon.holes.filter { !GeoPolygon($0).boundingBox.isEmpty })
        .map { GeoPath($0 + [$0[0]]) }
    }
    switch shape {
    case .point(let place): return [GeoPath([place])]
    case .box(let box):
      guard !box.isEmpty else { return [] }
      let middle = box.south + (box.north - box.south) / 2
      var lines: [GeoPath] = []
      if !box.spansAllLongitudes {
        for side in [box.west, box.east] {
          lines.append(line((box.south, side), (middle, side), (box.north, side)))
        }
      }
      for latitude in [box.south, box.north] where abs(latitude) < 90 || box.south == box.north {
        lines.append(
          GeoPath(
            (0...steps).map {
              Coordinate(
                latitude: latitude,
                longitude: box.west + box.longitudeSpan * Double($0) / Double(steps))
            }))
      }
      return lines
    case .cap(let cap):
      guard !cap.isEmpty, cap.radius < 20_015_114 else { return [] }
      return [
        GeoPath(
          (0...steps).map {
            cap.center.destination(
              bearing: 360 * Double($0) / Double(steps), distance: cap.radius)
          })
      ]
    case .path(let path): return isEmpty(shape) ? [] : [path]
    case .polygon(let polygon): return rings(polygon)
    case .multiPolygon(let region): return region.polygons.flatMap(rings)
    }
  }

  /// Returns the maximum error of the lines of ``border(_:)``.
  static func blur(_ shape: GeoShape) -> Double {
    switch shape {
    case .box(let box):
      // The deviation of a chord from a parallel is an eighth of its squared angle times the
      // tangent of the latitude.
      1e-6 + 1.5e5 * (box.longitudeSpan / Double(steps)) * (box.longitudeSpan / Double(steps)) / 8
    case .cap(let cap): 1e-6 + cap.radius * 5 / Double(steps * steps)
    default: 1e-6
    }
  }

  /// The number of segments of a curve.
  private static let steps = 200
}

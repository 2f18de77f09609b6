import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport

/// Regions and points near poles, seams and edges of cells.
enum GeohashSamples {
  static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

  static func place(_ round: Int, _ random: inout SeededGenerator) -> Coordinate {
    let anywhere = Coordinate(
      latitude: asin(.random(in: -1...1, using: &random)) * 180 / .pi,
      longitude: .random(in: -180...180, using: &random))
    switch round % 9 {
    case 0:
      return Coordinate(
        latitude: 90 - powerOfTen(.random(in: -7...1, using: &random)),
        longitude: anywhere.longitude)
    case 1: return Coordinate(latitude: -90, longitude: anywhere.longitude)
    case 2: return Coordinate(latitude: anywhere.latitude, longitude: 180)
    case 3:
      return Coordinate(
        latitude: anywhere.latitude,
        longitude: -180 + powerOfTen(.random(in: -7...0, using: &random)))
    case 4: return Coordinate(latitude: 0, longitude: 0)
    case 5:
      return Coordinate(
        latitude: (anywhere.latitude / 5.625).rounded() * 5.625,
        longitude: (anywhere.longitude / 11.25).rounded() * 11.25)
    default: return anywhere
    }
  }

  static func region(_ round: Int, _ random: inout SeededGenerator) -> SampleRegion {
    let center = place(round / 5, &random)
    let radius = powerOfTen(.random(in: -3...7.3, using: &random))
    if round % 35 == 5 {
      let box = BoundingBox(
        south: center.latitude - 1, west: center.longitude - 20, north: center.latitude + 9,
        east: center.longitude + 2)
      return .own(CutCap(cap: Cap(center: center, radius: radius), box: box))
    }
    if round % 35 == 17 {
      let others = (1...3).map { Self.region(round + $0, &random) }
      let cap = Cap(center: center, radius: radius)
      return .combined(
        round % 2 == 0
          ? cap.union(others[0]).subtracting(others[1])
          : cap.intersection(others[0].complement).union(others[1].intersection(others[2])))
    }
    switch round % 5 {
    case 4: return .corridor(path(round / 5, &random), distance: min(radius, 9e6))
    case 0: return .cap(Cap(center: center, radius: round % 30 == 0 ? 0 : radius))
    case 1:
      let height = powerOfTen(.random(in: -5...1.9, using: &random))
      let width = powerOfTen(.random(in: -5...2.5, using: &random))
      return .box(
        BoundingBox(
          south: center.latitude - height, west: center.longitude - width,
          north: center.latitude + height, east: center.longitude + width))
    case 2: return .polygon(star(center, min(radius, 8e6), &random))
    default:
      let corridor = (0..<3).map { _ in star(place(round, &random), 3e5, &random) }
      return .multiPolygon(GeoMultiPolygon(corridor + [star(center, min(radius, 8e6), &random)]))
    }
  }

  /// A path of up to five vertices, near each other or far apart.
  static func path(_ round: Int, _ random: inout SeededGenerator) -> GeoPath {
    var vertices = [place(round, &random)]
    let length = powerOfTen(.random(in: 0...7, using: &random))
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      vertices.append(
        destination(
          vertices[vertices.count - 1], .random(in: 0...360, using: &random),
          length * .random(in: 0...1, using: &random)))
    }
    return GeoPath(vertices)
  }

  /// Returns a ring of vertices around a center, at varied distances, with a hole in it.
  static func star(
    _ center: Coordinate, _ radius: Double, _ random: inout SeededGenerator
  ) -> GeoPolygon {
    let count = Int.random(in: 3...12, using: &random)
    func ring(_ low: Double, _ high: Double) -> [Coordinate] {
      var vertices: [Coordinate] = []
      for number in 0..<count {
        let distance = radius * .random(in: low...high, using: &random)
        vertices.append(
          destination(center, Double(number) / Double(count) * 360, distance))
      }
      return vertices
    }
    return GeoPolygon(ring(0.5, 1), holes: [ring(0.1, 0.3)])
  }

  static func destination(
    _ start: Coordinate, _ bearing: Double, _ distance: Double
  ) -> Coordinate {
    let angle = distance / Sphere.mean.radius
    let latitude = start.latitude * .pi / 180
    let turn = bearing * .pi / 180
    let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(turn)
    let end = asin(max(-1, min(1, sine)))
    let east = atan2(
      sin(turn) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
    return Coordinate(latitude: end * 180 / .pi, longitude: start.longitude + east * 180 / .pi)
  }

  /// Returns points in and around a region, many of them just inside its border.
  static func points(
    near region: SampleRegion, _ random: inout SeededGenerator
  ) -> [Coordinate] {
    switch region {
    case .own(let region): return points(near: .cap(region.cap), &random)
    case .combined(let region):
      return points(near: .box(region.boundingBox), &random) + (0..<200).map { place($0, &random) }
    case .cap(let cap):
      return [cap.center]
        + (0..<60).map { number in
          let share = number % 3 == 0 ? Double.random(in: 0...1, using: &random) : 1 - 1e-15
          return destination(
            cap.center, number % 2 == 0 ? Double(number * 6) : .random(in: 0...360, using: &random),
            min(cap.radius, 2.0015e7) * share)
        }
    case .box(let box):
      let latitudes = [box.south, box.north, box.center.latitude]
      let longitudes = [box.west, box.east, box.center.longitude, 180, -180, box.west + 360]
      return latitudes.flatMap { latitude in
        longitudes.map { Coordinate(latitude: latitude, longitude: $0) }
      }
    case .polygon(let polygon): return points(near: polygon, &random)
    case .corridor(let path, let distance):
      let edges = zip(path.coordinates, path.coordinates.dropFirst() + path.coordinates.suffix(1))
      return edges.flatMap { start, end in
        (0..<30).map { number in
          let share = Double.random(in: 0...1, using: &random)
          let a = start.unitVector
          let b = end.unitVector
          let z = a.z + (b.z - a.z) * share
          let x = a.x + (b.x - a.x) * share
          let y = a.y + (b.y - a.y) * share
          let onEdge = Coordinate(
            latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
            longitude: atan2(y, x) * 180 / .pi)
          return destination(
            onEdge, .random(in: 0...360, using: &random),
            distance * (number % 3 == 0 ? .random(in: 0...1, using: &random) : 1 - 1e-12))
        }
      }
    case .multiPolygon(let polygons):
      return polygons.polygons.flatMap { points(near: $0, &random) }
    }
  }

  /// Returns points on and near the edges of a polygon.
  private static func points(
    near polygon: GeoPolygon, _ random: inout SeededGenerator
  ) -> [Coordinate] {
    let ring = polygon.outer
    return zip(ring, ring.dropFirst() + ring.prefix(1)).flatMap { start, end in
      (0..<12).map { number in
        let a = start.unitVector
        let b = end.unitVector
        let share = Double.random(in: 0...1, using: &random)
        let x = a.x + (b.x - a.x) * share
        let y = a.y + (b.y - a.y) * share
        let z = a.z + (b.z - a.z) * share
        let onEdge = Coordinate(
          latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
          longitude: atan2(y, x) * 180 / .pi)
        return destination(
          onEdge, .random(in: 0...360, using: &random),
          powerOfTen(.random(in: -6...(number % 2 == 0 ? 0 : 5), using: &random)))
      }
    }
  }

  /// Returns the least distance from a place to a closed box, by a search along its edges.
  static func distance(from center: Coordinate, to box: BoundingBox) -> Double {
    if box.contains(center) { return 0 }
    func least(_ point: (Double) -> Coordinate) -> Double {
      // A coarse scan, then a ternary search around the best.
      let steps = 32
      func value(_ share: Double) -> Double { center.distance(to: point(share)) }
      let best = (0...steps).min { value(Double($0) / 32) < value(Double($1) / 32) } ?? 0
      var low = max(0, Double(best - 1) / 32)
      var high = min(1, Double(best + 1) / 32)
      for _ in 0..<60 {
        let first = low + (high - low) / 3
        let second = high - (high - low) / 3
        if value(first) < value(second) { high = second } else { low = first }
      }
      return value(low)
    }
    let width = box.east - box.west
    let height = box.north - box.south
    return min(
      least { Coordinate(latitude: box.south, longitude: box.west + $0 * width) },
      least { Coordinate(latitude: box.north, longitude: box.west + $0 * width) },
      least { Coordinate(latitude: box.south + $0 * height, longitude: box.west) },
      least { Coordinate(latitude: box.south + $0 * height, longitude: box.east) })
  }
}

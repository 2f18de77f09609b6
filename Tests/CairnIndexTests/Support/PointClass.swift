import CairnGeodesy
import TestSupport

/// Kinds of point sets that are difficult for spatial indexes.
enum PointClass: String, CaseIterable, Sendable {
  case uniform, clustered, cities, northPole, southPole, antimeridian, allEqual, gridSnapped,
    meridian
  case equator, antipodal, tinyCluster, dense, heaps, empty, single, leafFull, leafFullPlusOne,
    nodeFull
  case nodeFullPlusOne, twoLevelsPlusOne

  /// Returns fewer than 5,000 points of this class.
  func points(using random: inout SeededGenerator) -> [Coordinate] {
    switch self {
    case .empty: return []
    case .single: return uniformPoints(1, &random)
    case .leafFull: return uniformPoints(16, &random)
    case .leafFullPlusOne: return uniformPoints(17, &random)
    case .nodeFull: return uniformPoints(256, &random)
    case .nodeFullPlusOne: return uniformPoints(257, &random)
    case .twoLevelsPlusOne: return uniformPoints(4097, &random)
    case .uniform: return uniformPoints(.random(in: 2...600, using: &random), &random)
    case .clustered: return clusteredPoints(.random(in: 2...600, using: &random), &random)
    case .cities: return cityPoints(.random(in: 2...600, using: &random), &random)
    case .northPole, .southPole:
      let sign: Double = self == .northPole ? 1 : -1
      return (0..<Int.random(in: 2...500, using: &random)).map { index in
        Coordinate(
          latitude: sign
            * (index % 7 == 0 ? 90 : 90 - .random(in: 0...1, using: &random)),
          longitude: .random(in: -180...180, using: &random))
      }
    case .antimeridian:
      return (0..<Int.random(in: 2...500, using: &random)).map { index in
        let side = Double.random(in: -0.5...0.5, using: &random)
        let longitudes = [180, -180, 180 + side, -180 + side, 540 + side]
        return Coordinate(
          latitude: .random(in: -60...60, using: &random), longitude: longitudes[index % 5])
      }
    case .allEqual:
      let place = coordinate(&random)
      return Array(repeating: place, count: .random(in: 2...600, using: &random))
    case .gridSnapped:
      return (0..<Int.random(in: 2...500, using: &random)).map { _ in
        Coordinate(
          latitude: Double(Int.random(in: -6...6, using: &random)) * 15,
          longitude: Double(Int.random(in: -12...12, using: &random)) * 15)
      }
    case .meridian:
      let longitude = Double.random(in: -180...180, using: &random)
      return (0..<Int.random(in: 2...500, using: &random)).map { _ in
        Coordinate(latitude: .random(in: -90...90, using: &random), longitude: longitude)
      }
    case .equator:
      return (0..<Int.random(in: 2...500, using: &random)).map { _ in
        Coordinate(latitude: 0, longitude: .random(in: -180...180, using: &random))
      }
    case .antipodal:
      return clusteredPoints(.random(in: 2...300, using: &random), &random).flatMap {
        [$0, Coordinate(latitude: -$0.latitude, longitude: $0.longitude + 180)]
      }
    case .tinyCluster:
      // Within a few millimeters, far below the resolution of a float.
      let place = coordinate(&random)
      return (0..<Int.random(in: 2...400, using: &random)).map { _ in
        Coordinate(
          latitude: place.latitude + .random(in: -1e-8...1e-8, using: &random),
          longitude: place.longitude + .random(in: -1e-8...1e-8, using: &random))
      }
    case .dense:
      // From a centimeter to a kilometer wide, occasionally with a distant point in the same node.
      let place = hardPlace(&random)
      let width =
        0.01 * (0..<Int.random(in: 0...5, using: &random)).reduce(1) { size, _ in size * 10 }
      return (0..<Int.random(in: 2...900, using: &random)).map { index in
        index % 97 == 96
          ? coordinate(&random)
          : place.destination(
            bearing: .random(in: 0...360, using: &random),
            distance: .random(in: 0...width, using: &random))
      }
    case .heaps:
      // Whole leaves at one place, next to points at a distance of a millimeter.
      let places = (0..<Int.random(in: 1...4, using: &random)).map { index in
        index == 0 ? Coordinate(latitude: 0, longitude: 0) : hardPlace(&random)
      }
      return (0..<Int.random(in: 2...900, using: &random)).map { index in
        let place = places[index * index % places.count]
        switch index % 40 {
        case 39: return coordinate(&random)
        case 38:
          return place.destination(
            bearing: .random(in: 0...360, using: &random), distance: 1e-3)
        default: return place
        }
      }
    }
  }

  /// Returns a center that is likely to be difficult for these points.
  func center(for points: [Coordinate], using random: inout SeededGenerator) -> Coordinate {
    guard let some = points.randomElement(using: &random) else { return coordinate(&random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return coordinate(&random)
    case 1: return some
    case 2: return Coordinate(latitude: -some.latitude, longitude: some.longitude - 180)
    case 3:
      return Coordinate(
        latitude: -some.latitude + (some.latitude > 0 ? 1e-7 : -1e-7),
        longitude: some.longitude + 180)
    case 4: return Coordinate(latitude: 90, longitude: some.longitude)
    case 5: return Coordinate(latitude: some.latitude, longitude: some.longitude + 360)
    case 6 where self == .dense || self == .heaps:
      // Among the points, however close they are to each other.
      let other = points.randomElement(using: &random) ?? some
      let share = Double.random(in: -0.1...1.1, using: &random)
      return some.destination(
        bearing: some.initialBearing(to: other), distance: share * some.distance(to: other))
    default:
      let near = Coordinate(
        latitude: some.latitude + .random(in: -0.2...0.2, using: &random),
        longitude: some.longitude + .random(in: -0.2...0.2, using: &random))
      return abs(near.latitude) <= 90 ? near : some
    }
  }

  /// Returns a radius in meters: from nothing to everything, often exactly the distance of a point.
  func radius(
    around center: Coordinate, for points: [Coordinate], using random: inout SeededGenerator
  ) -> Double {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return 0
    case 1: return 20_015_115
    case 2: return .infinity
    case 3: return 20_015_114.3
    case 4, 5, 6:
      guard let some = points.randomElement(using: &random) else { return 1 }
      let distance = center.distance(to: some)
      return Bool.random(using: &random) ? distance : max(0, distance.nextDown)
    default:
      let exponent = Int.random(in: -3...7, using: &random)
      return (0..<abs(exponent)).reduce(.random(in: 1...10, using: &random)) { value, _ in
        exponent < 0 ? value / 10 : value * 10
      }
    }
  }
}

/// Returns a random place, uniform in degrees rather than in area.
func coordinate(_ random: inout SeededGenerator) -> Coordinate {
  Coordinate(
    latitude: .random(in: -90...90, using: &random),
    longitude: .random(in: -180...180, using: &random))
}

/// Returns a place that is likely to be difficult: a pole, on the antimeridian, on the equator, or
/// anywhere.
private func hardPlace(_ random: inout SeededGenerator) -> Coordinate {
  let place = coordinate(&random)
  switch Int.random(in: 0..<6, using: &random) {
  case 0: return Coordinate(latitude: 90, longitude: place.longitude)
  case 1: return Coordinate(latitude: -89.99999, longitude: place.longitude)
  case 2: return Coordinate(latitude: place.latitude, longitude: 180)
  case 3: return Coordinate(latitude: 0, longitude: place.longitude)
  case 4: return Coordinate(latitude: place.latitude, longitude: -90)
  default: return place
  }
}

private func uniformPoints(_ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
  (0..<count).map { _ in coordinate(&random) }
}

private func clusteredPoints(_ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
  let centers = (0..<max(1, count / 40)).map { _ in
    Coordinate(
      latitude: .random(in: -85...85, using: &random),
      longitude: .random(in: -180...180, using: &random))
  }
  return (0..<count).map { index in
    let center = centers[index % centers.count]
    return Coordinate(
      latitude: center.latitude + .random(in: -0.3...0.3, using: &random),
      longitude: center.longitude + .random(in: -0.3...0.3, using: &random))
  }
}

extension PointClass {
  /// Returns a box that is likely to be difficult for these points, often with bounds exactly at
  /// some of them.
  func box(for points: [Coordinate], using random: inout SeededGenerator) -> BoundingBox {
    let a = points.randomElement(using: &random) ?? coordinate(&random)
    let b = points.randomElement(using: &random) ?? coordinate(&random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let c = coordinate(&random)
      let d = coordinate(&random)
      return BoundingBox(
        south: min(c.latitude, d.latitude), west: c.longitude, north: max(c.latitude, d.latitude),
        east: d.longitude)
    case 1:
      return BoundingBox(
        south: a.latitude, west: a.longitude, north: a.latitude, east: a.longitude)
    case 2:
      return BoundingBox(
        south: min(a.latitude, b.latitude), west: a.longitude, north: 90, east: a.longitude)
    case 3:
      return BoundingBox(
        south: -90, west: a.longitude, north: max(a.latitude, b.latitude), east: b.longitude)
    case 4:
      let width = Double.random(in: 0...5, using: &random)
      return BoundingBox(
        south: a.latitude - width, west: a.longitude - width, north: a.latitude + width,
        east: a.longitude + width)
    case 5:
      return BoundingBox(
        south: min(a.latitude, b.latitude).nextUp, west: a.longitude.nextUp,
        north: max(a.latitude, b.latitude), east: a.longitude + 180)
    default:
      return BoundingBox(
        south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
        east: b.longitude)
    }
  }
}

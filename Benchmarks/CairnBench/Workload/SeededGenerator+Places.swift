internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces
internal import TestSupport

extension SeededGenerator {
  /// A number in [low, high).
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// A number below a bound; the bias is below 2^-32 for the bounds used here.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A normally distributed number with mean 0 and standard deviation 1 (Box and Muller).
  mutating func gaussian() -> Double {
    let radius = (-2 * Platform.logarithm(1 - unit())).squareRoot()
    return radius * Platform.cosine(2 * .pi * unit())
  }
}

extension SeededGenerator {
  /// Places of a shape.
  mutating func places(_ count: Int, shape: Workload.Shape) -> [Coordinate] {
    switch shape {
    case .cities: cityPlaces(count)
    case .uniform: (0..<count).map { _ in uniformCoordinate() }
    case .adversarial: (0..<count).map { adversarialCoordinate($0) }
    }
  }

  /// Queries, alternating between near a place and anywhere on the sphere.
  mutating func queries(_ count: Int, around places: [Coordinate]) -> [Coordinate] {
    (0..<count).map { number in
      if number.isMultiple(of: 2), !places.isEmpty {
        jittered(places[below(places.count)], latitudes: 0.05, longitudes: 0.05)
      } else {
        uniformCoordinate()
      }
    }
  }

  /// A coordinate uniform on the sphere's area.
  mutating func uniformCoordinate() -> Coordinate {
    let latitude = Platform.arcSine(uniform(-1, 1)) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: uniform(-180, 180))
  }

  /// A coordinate near another, with standard deviations in degrees.
  mutating func jittered(
    _ center: Coordinate, latitudes: Double, longitudes: Double
  ) -> Coordinate {
    let latitude = center.latitude + latitudes * gaussian()
    let longitude = center.longitude + longitudes * gaussian()
    return Coordinate(
      latitude: min(90, max(-90, latitude)),
      longitude: longitude.remainder(dividingBy: 360))
  }

  /// Cities drawn with probability by population, with jitter.
  private mutating func cityPlaces(_ count: Int) -> [Coordinate] {
    var centers: [Coordinate] = []
    var weights: [Double] = []
    var total = 0.0
    for city in Gazetteer.embedded.cities {
      total += Double(max(city.population ?? 0, 1))
      centers.append(city.coordinate)
      weights.append(total)
    }
    return (0..<count).map { _ in
      let drawn = unit() * total
      var low = 0
      var high = weights.count - 1
      while low < high {
        let middle = (low + high) / 2
        if weights[middle] > drawn { high = middle } else { low = middle + 1 }
      }
      return jittered(centers[low], latitudes: 0.15, longitudes: 0.20)
    }
  }

  private mutating func adversarialCoordinate(_ number: Int) -> Coordinate {
    let hemisphere: Double = next() & 1 == 0 ? 1 : -1
    switch number & 7 {
    case 0:
      return Coordinate(latitude: 90 * hemisphere, longitude: uniform(-180, 180))
    case 1:
      return Coordinate(
        latitude: (90 - unit() * 1e-3) * hemisphere, longitude: uniform(-180, 180))
    case 2:
      return Coordinate(latitude: uniform(-90, 90), longitude: 180 * hemisphere)
    case 3:
      return Coordinate(
        latitude: uniform(-10, 10), longitude: (180 - unit() * 1e-3) * hemisphere)
    case 4:
      let duplicate = Double(below(16))
      return Coordinate(latitude: duplicate * 5 - 40, longitude: duplicate * 20 - 160)
    case 5:
      return Coordinate(
        latitude: Double(below(181) - 90), longitude: Double(below(360) - 180))
    case 6:
      return next() & 1 == 0
        ? Coordinate(latitude: uniform(-90, 90), longitude: 0)
        : Coordinate(latitude: 0, longitude: uniform(-180, 180))
    default:
      return uniformCoordinate()
    }
  }
}

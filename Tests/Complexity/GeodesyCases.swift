internal import CairnGeodesy
internal import TestSupport

/// The documented costs of CairnGeodesy.
let geodesyCases: [GrowthCase] =
  ringCases + [
    GrowthCase("BoundingBox(enclosing:), no gap", exponent: 1, size: 20_000) { size in
      let places = around(size)
      return { Int(BoundingBox(enclosing: places).west) }
    },
    GrowthCase("BoundingBox(holding:), nested and apart", exponent: 1, size: 5_000) { size in
      let boxes = around(size).map { BoundingBox(center: $0, radius: 1_000 + abs($0.longitude)) }
      return { Int(BoundingBox(holding: boxes).west) }
    },
    GrowthCase("Cap(enclosing:), one circle", exponent: 1, size: 5_000) { size in
      let center = Coordinate(latitude: 48, longitude: 16)
      let places = (0..<size).map {
        center.destination(bearing: 360 * Double($0) / Double(size), distance: 50_000)
      }
      return { Int(Cap(enclosing: places)?.radius ?? 0) }
    },
    GrowthCase("convex hull, all on a circle", exponent: 1, size: 5_000) { size in
      let center = Coordinate(latitude: 48, longitude: 16)
      let places = (0..<size).map {
        center.destination(bearing: Double($0 * 7919 % size), distance: 50_000)
      }
      return { GeoPolygon(convexHullOf: places)?.outer.count ?? 0 }
    },
    GrowthCase("convex hull, one meridian", exponent: 1, size: 5_000) { size in
      let places = (0..<size).map {
        Coordinate(latitude: Double($0 * 7919 % size) / Double(size), longitude: 16)
      }
      return { GeoPolygon(convexHullOf: places)?.outer.count ?? 0 }
    },
    GrowthCase("Coordinate(parsing:), digits without end", exponent: 1, size: 20_000) { size in
      let text = "48." + String(repeating: "3", count: size) + ", 16"
      return { (try? Coordinate(parsing: text)) == nil ? 0 : 1 }
    },
    GrowthCase("Coordinate(parsing:), signs", exponent: 1, size: 20_000) { size in
      let text = String(repeating: "° ' ", count: size / 4) + "48, 16"
      return { (try? Coordinate(parsing: text)) == nil ? 0 : 1 }
    },
    GrowthCase("GeoPolygon.init, around the Earth twice", exponent: 1, size: 4_000) { size in
      let ring = twice(size)
      return { GeoPolygon(ring).outer.count }
    },
    GrowthCase(
      "GeoPolygon(straightInDegrees:), wider than half of the Earth", exponent: 1, size: 2_000
    ) { size in
      let ring = twice(size)
      return { GeoPolygon(straightInDegrees: ring, tolerance: 1e4).outer.count }
    },
    GrowthCase(
      "GeoPolygon(straightInDegrees:), edges across continents", exponent: 1, size: 500
    ) { size in
      // By the golden section: every edge crosses most others.
      let ring = (0..<size).map {
        Coordinate(
          latitude: 60 * (Double($0) * 0.754_877_666).remainder(dividingBy: 1),
          longitude: 360 * (Double($0) * 0.569_840_291).remainder(dividingBy: 1))
      }
      return { GeoPolygon(straightInDegrees: ring).outer.count }
    },
    GrowthCase("GeoMultiPolygon.contains, concentric rings", exponent: 1, size: 500) { size in
      let center = Coordinate(latitude: 48, longitude: 16)
      let shapes = GeoMultiPolygon(
        (1...size).map { ring in
          GeoPolygon(
            (0..<8).map { center.destination(bearing: 45 * Double($0), distance: Double(ring)) })
        })
      return { shapes.contains(center) ? 1 : 0 }
    },
  ]

/// A ring that runs around the Earth twice and crosses itself some times.
@Sendable private func twice(_ count: Int) -> [Coordinate] {
  /// A triangle wave from -1 to 1 with period 1.
  func wave(_ phase: Double) -> Double { 4 * abs(phase.remainder(dividingBy: 1)) - 1 }
  return (0..<count).map {
    let turn = Double($0) / Double(count)
    return Coordinate(
      latitude: 50 * wave(3.5 * turn) + 5 * wave(40 * turn),
      longitude: (720 * turn).remainder(dividingBy: 360))
  }
}

/// Functions of a ring or a path, on a comb and on a spiral.
private let ringCases: [GrowthCase] = [("comb", comb), ("spiral", spiral)].flatMap {
  (name, ring: @escaping @Sendable (Int) -> [Coordinate]) in
  [
    GrowthCase("GeoPolygon.init, \(name)", exponent: 1, size: 4_000) { size in
      let ring = ring(size)
      return { GeoPolygon(ring).outer.count }
    },
    GrowthCase("GeoPolygon.contains, \(name)", exponent: 1, size: 4_000) { size in
      let polygon = GeoPolygon(ring(size))
      let points = (0..<20).map { Coordinate(latitude: 0.5, longitude: Double($0) / 20) }
      return { points.count { polygon.contains($0) } }
    },
    GrowthCase("GeoPolygon.area, \(name)", exponent: 1, size: 4_000) { size in
      let polygon = GeoPolygon(ring(size))
      return { Int(polygon.area()) }
    },
    // Up to about 10,000 vertices the search for crossings grows faster; above, it is limited.
    GrowthCase("GeoPolygon.centroid, \(name)", exponent: 1, size: 16_000) { size in
      let polygon = GeoPolygon(ring(size))
      return { Int((polygon.centroid?.latitude ?? 0) * 1_000) }
    },
    GrowthCase("GeoPolygon.boundingBox, \(name)", exponent: 1, size: 4_000) { size in
      let ring = ring(size)
      return { Int(GeoPolygon(ring).boundingBox.north) }
    },
    GrowthCase("GeoPath.length, \(name)", exponent: 1, size: 4_000) { size in
      let path = GeoPath(ring(size))
      return { Int(path.length()) }
    },
    GrowthCase("GeoPath.boundingBox, \(name)", exponent: 1, size: 4_000) { size in
      let path = GeoPath(ring(size))
      return { Int(path.boundingBox.north) }
    },
    GrowthCase("GeoPath.nearestPoint, \(name)", exponent: 1, size: 4_000) { size in
      let path = GeoPath(ring(size))
      let place = Coordinate(latitude: 0.5, longitude: 0.5)
      return { Int(path.nearestPoint(to: place)?.distance ?? 0) }
    },
    GrowthCase("GeoPath.simplified, \(name)", exponent: 1, size: 4_000) { size in
      let path = GeoPath(ring(size))
      return { path.simplified(tolerance: 10).coordinates.count }
    },
  ]
}

/// Places all around the Earth, so that no gap is left.
private func around(_ size: Int) -> [Coordinate] {
  (0..<size).map {
    Coordinate(
      latitude: Double($0 % 80), longitude: Double($0 * 7919 % size) / Double(size) * 360 - 180)
  }
}

/// A comb with teeth of one degree length on a narrow back, counterclockwise.
@Sendable
func comb(vertices: Int) -> [Coordinate] {
  let teeth = max(2, vertices / 2 - 1)
  var ring = [Coordinate(latitude: -0.01, longitude: 0), Coordinate(latitude: -0.01, longitude: 1)]
  for index in stride(from: teeth, through: 0, by: -1) {
    ring.append(
      Coordinate(
        latitude: index.isMultiple(of: 2) ? 0 : 1, longitude: Double(index) / Double(teeth)))
  }
  return ring
}

/// A corridor that winds ten times around its middle.
@Sendable
private func spiral(vertices: Int) -> [Coordinate] {
  let middle = Coordinate(latitude: 0.5, longitude: 0.5)
  let half = max(2, vertices / 2)
  let out = (0..<half).map { index in
    middle.destination(
      bearing: 3_600 * Double(index) / Double(half), distance: 50_000 * Double(index) / Double(half)
    )
  }
  let back = (0..<half).reversed().map { index in
    middle.destination(
      bearing: 3_600 * Double(index) / Double(half),
      distance: 50_000 * Double(index) / Double(half) + 1_000)
  }
  return out + back
}

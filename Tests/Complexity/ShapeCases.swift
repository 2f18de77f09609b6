internal import CairnGeodesy
internal import CairnIndex
internal import CairnShapes

/// The documented costs of CairnShapes.
let shapeCases: [GrowthCase] = [
  GrowthCase("GeoShape.distance, two archipelagos", exponent: 1, size: 100) { size in
    let (first, second) = (archipelago(size, west: 0), archipelago(size, west: 0.0005))
    return { first.distance(to: second) > 0 ? 1 : 0 }
  },
  GrowthCase("GeoShape.intersects, interleaved archipelagos", exponent: 1, size: 100) { size in
    let (first, second) = (archipelago(size, west: 0), archipelago(size, west: 0.0005))
    return { first.intersects(second) ? 1 : 0 }
  },
  GrowthCase("GeoShape.nearestPoints, two archipelagos", exponent: 1, size: 100) { size in
    let (first, second) = (archipelago(size, west: 0), archipelago(size, west: 2))
    return { first.nearestPoints(to: second) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.distance, many holes", exponent: 1, size: 100) { size in
    let holes = squares(size, west: 0).map(\.outer)
    let sieve = GeoShape(
      GeoPolygon(BoundingBoxRing(-1, -1, 2, 2).corners, holes: holes))
    let line = GeoShape(GeoPath([place(0.0005, 0.0002), place(0.0005, 0.00045)]))
    return { sieve.distance(to: line) > 0 ? 1 : 0 }
  },
  GrowthCase("GeoShape.distance, two combs", exponent: 1, size: 200) { size in
    let first = GeoShape(GeoPolygon(comb(vertices: size)))
    let second = GeoShape(
      GeoPolygon(
        comb(vertices: size).map {
          Coordinate(latitude: -$0.latitude - 0.5, longitude: $0.longitude)
        }))
    return { first.distance(to: second) > 0 ? 1 : 0 }
  },
  GrowthCase("ShapeIndex.keys(touching:), one shape of many parts", exponent: 1, size: 100) {
    size in
    let index = ShapeIndex([0]) { _ in archipelago(size, west: 0) }
    let other = archipelago(size, west: 0.0005)
    return { index.keys(touching: other).count }
  },
  GrowthCase("GeofenceTracker.update, concentric caps", exponent: 1, size: 250) { size in
    try fencePing(size, margin: 0) {
      GeoShape(Cap(center: place(0, 0), radius: 10_000 + Double($0)))
    }
  },
  GrowthCase("GeofenceTracker.update, concentric caps with a margin", exponent: 1, size: 250) {
    size in
    try fencePing(size, margin: 3_000, far: 2) {
      GeoShape(Cap(center: place(0, 0), radius: 10_000 + Double($0)))
    }
  },
  GrowthCase("GeofenceTracker.update, equal boxes", exponent: 1, size: 250) { size in
    try fencePing(size, margin: 0, far: 2) { _ in GeoShape(box(-1, -1, 1, 1)) }
  },
  GrowthCase("GeofenceTracker.update, equal boxes with a margin", exponent: 1, size: 250) { size in
    try fencePing(size, margin: 5_000, far: 2) { _ in GeoShape(box(-1, -1, 1, 1)) }
  },
  GrowthCase("GeofenceTracker.update, equal polygons", exponent: 1, size: 100) { size in
    try fencePing(size, margin: 0, far: 2) { _ in
      GeoShape(GeoPolygon(BoundingBoxRing(-1, -1, 1, 1).corners))
    }
  },
  GrowthCase("GeofenceTracker.update, half of the fences are left", exponent: 1, size: 250) {
    size in
    try fencePing(size, margin: 1_000, far: 2) {
      GeoShape(box(-1, -1, $0.isMultiple(of: 2) ? 0.5 : 3, 3))
    }
  },
  GrowthCase("GeofenceTracker.update, settled in boxes of the world", exponent: 1, size: 250) {
    size in
    try fencePing(size, margin: 0) { _ in GeoShape(BoundingBox.world) }
  },
  GrowthCase("GeofenceTracker.update, fences side by side", exponent: 0, size: 1_000) { size in
    try fencePing(size, margin: 0) { number in
      GeoShape(Cap(center: place(Double(number) * 0.5, 80), radius: 1_000))
    }
  },
  GrowthCase("GeoShape.labelPoint, comb", exponent: 1, size: 250) { size in
    let shape = GeoShape(GeoPolygon(rectangularComb(size / 4)))
    return { shape.labelPoint(tolerance: 0.1) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, comb, exactly", exponent: 1, size: 250) { size in
    let shape = GeoShape(GeoPolygon(comb(vertices: size)))
    return { shape.labelPoint(tolerance: 0) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, rectangular comb", exponent: 1, size: 250) { size in
    let shape = GeoShape(GeoPolygon(rectangularComb(vertices: size)))
    return { shape.labelPoint(tolerance: 1) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, rectangular comb, exactly", exponent: 1, size: 250) { size in
    let shape = GeoShape(GeoPolygon(rectangularComb(vertices: size)))
    return { shape.labelPoint(tolerance: 0) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, small comb, exactly", exponent: 1, size: 250) { size in
    let corners = rectangularComb(size / 4).map {
      Coordinate(latitude: 0.004 * $0.latitude, longitude: 0.004 * $0.longitude)
    }
    let shape = GeoShape(GeoPolygon(corners))
    return { shape.labelPoint(tolerance: 0) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, star", exponent: 1, size: 250) { size in
    let corners = (0..<size).map {
      place(10, 40).destination(
        bearing: 360 * Double($0) / Double(size),
        distance: $0.isMultiple(of: 2) ? 100_000 : 30_000)
    }
    let shape = GeoShape(GeoPolygon(corners))
    return { shape.labelPoint(tolerance: 1) == nil ? 0 : 1 }
  },
  GrowthCase("GeoShape.labelPoint, many holes", exponent: 1, size: 50) { size in
    let holes = squares(size, west: 0).map(\.outer)
    let sieve = GeoShape(GeoPolygon(BoundingBoxRing(-0.01, -0.01, 1, 0.002).corners, holes: holes))
    return { sieve.labelPoint(tolerance: 1) == nil ? 0 : 1 }
  },
  GrowthCase("PlaceRegion.multiPolygon, union of caps", exponent: 1, size: 10) { size in
    let union = CombinedRegion(
      unionOf: (0..<size).map {
        Cap(center: place(Double($0 % 10) * 0.5, Double($0 / 10) * 0.5), radius: 20_000)
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, rings of caps", exponent: 1, size: 10) { size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { number -> any PlaceRegion in
        let center = place(Double(number % 10) * 0.5, Double(number / 10) * 0.5)
        return Cap(center: center, radius: 20_000).subtracting(Cap(center: center, radius: 10_000))
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, caps across the antimeridian", exponent: 1, size: 10) {
    size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { Cap(center: place(180, Double($0) * 0.5 - 60), radius: 20_000) })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, union of boxes", exponent: 1, size: 20) { size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { number -> BoundingBox in
        let (west, south) = (Double(number % 10) * 0.5, Double(number / 10) * 0.5)
        return box(west, south, west + 0.3, south + 0.3)
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, union of overlapping boxes", exponent: 1, size: 20) {
    size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { number -> BoundingBox in
        let (west, south) = (Double(number % 10) * 0.25, Double(number / 10) * 0.25)
        return box(west, south, west + 0.3, south + 0.3)
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, union of polygons", exponent: 1, size: 20) { size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { number -> GeoPolygon in
        let (west, south) = (Double(number % 10) * 0.5, Double(number / 10) * 0.5)
        return GeoPolygon([
          place(west, south), place(west + 0.3, south + 0.1), place(west + 0.1, south + 0.3),
        ])
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, union of corridors", exponent: 1, size: 10) { size in
    let union = CombinedRegion(
      unionOf: (0..<size).map { number -> PathCorridor in
        let (west, south) = (Double(number % 10) * 0.5, Double(number / 10) * 0.5)
        return PathCorridor(
          within: 5_000, of: GeoPath([place(west, south), place(west + 0.2, south + 0.2)]))
      })
    return { try union.multiPolygon(tolerance: 2_000).polygons.count }
  },
  GrowthCase("PlaceRegion.multiPolygon, buffer of a long line", exponent: 1, size: 20) { size in
    let line = GeoPath(
      (0...size).map { place(Double($0) * 0.1, $0.isMultiple(of: 2) ? 0 : 0.1) })
    let region = GeoShape(line).buffered(by: 3_000)
    return { try region.multiPolygon(tolerance: 1_000).polygons.count }
  },
]

/// A place near the equator.
private func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
}

private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> BoundingBox {
  BoundingBox(south: south, west: west, north: north, east: east)
}

/// A comb with rectangular teeth of one degree length on a narrow back, counterclockwise.
private func rectangularComb(vertices: Int) -> [Coordinate] {
  let teeth = max(2, vertices / 4)
  let width = 1 / Double(teeth)
  var ring = [place(0, -0.01), place(1 - width / 2, -0.01)]
  for tooth in (0..<teeth).reversed() {
    let (west, east) = (Double(tooth) * width, (Double(tooth) + 0.5) * width)
    if tooth < teeth - 1 { ring.append(place(east, 0)) }
    ring += [place(east, 1), place(west, 1)]
    if tooth > 0 { ring.append(place(west, 0)) }
  }
  return ring
}

/// The corners of a box, counterclockwise.
private struct BoundingBoxRing {
  let corners: [Coordinate]

  init(_ west: Double, _ south: Double, _ east: Double, _ north: Double) {
    corners = [place(west, south), place(east, south), place(east, north), place(west, north)]
  }
}

/// Squares in a row, with gaps between them.
private func squares(_ count: Int, west: Double) -> [GeoPolygon] {
  (0..<count).map { number in
    let west = west + Double(number) * 0.001
    return GeoPolygon(BoundingBoxRing(west, 0, west + 0.0003, 0.0003).corners)
  }
}

private func archipelago(_ count: Int, west: Double) -> GeoShape {
  GeoShape(GeoMultiPolygon(squares(count, west: west)))
}

/// Two pings of a mover that jumps back and forth: by `far` degrees, so that fences are left and
/// entered.
private func fencePing(
  _ count: Int, margin: Double, far: Double = 0.1, _ fence: @escaping @Sendable (Int) -> GeoShape
) throws -> () throws -> Int {
  var tracker = GeofenceTracker<Int, Int>(ShapeIndex(0..<count, shape: fence), margin: margin)
  var time = 0.0
  return {
    var count = 0
    for far in [far, 0] {
      time += 1
      count += tracker.update(1, at: place(far / 2, far), time: time).count
    }
    return count
  }
}

/// A comb of equal rectangular teeth, 11 m wide and 2 km long, on a back of 9 m.
private func rectangularComb(_ teeth: Int) -> [Coordinate] {
  var ring = [place(0, -0.00008), place(Double(2 * teeth - 1) * 0.0001, -0.00008)]
  for tooth in (0..<teeth).reversed() {
    let (west, east) = (Double(2 * tooth) * 0.0001, Double(2 * tooth + 1) * 0.0001)
    ring += [place(east, 0), place(east, 0.02), place(west, 0.02), place(west, 0)]
  }
  return ring
}

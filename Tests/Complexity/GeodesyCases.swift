internal import CairnGeodesy

/// The documented costs of CairnGeodesy.
let geodesyCases: [GrowthCase] = [
  // A comb: every tooth crosses the middle parallel twice.
  GrowthCase("GeoPolygon.contains, comb", exponent: 1, size: 4_000) { size in
    let polygon = GeoPolygon(comb(vertices: size))
    let point = Coordinate(latitude: 0.5, longitude: 0.5)
    return { polygon.contains(point) ? 1 : 0 }
  }
]

/// A comb with teeth of one degree length on a narrow back, counterclockwise.
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

import CairnGeodesy
import TestSupport

/// Returns places around real cities, most of them a few kilometers away, some far away.
func cityPoints(_ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
  (0..<count).map { _ in
    let (latitude, longitude) = cities[Int.random(in: 0..<cities.count, using: &random)]
    let spread = Int.random(in: 0..<8, using: &random) == 0 ? 2.0 : 0.2
    return Coordinate(
      latitude: latitude + .random(in: -spread...spread, using: &random),
      longitude: longitude + .random(in: -spread...spread, using: &random))
  }
}

private let cities: [(latitude: Double, longitude: Double)] = [
  (35.69, 139.69), (28.61, 77.21), (31.23, 121.47), (-23.55, -46.63), (19.43, -99.13),
  (30.04, 31.24), (19.08, 72.88), (39.90, 116.41), (23.81, 90.41), (34.69, 135.50),
  (40.71, -74.01), (24.86, 67.01), (-34.60, -58.38), (41.01, 28.98), (6.52, 3.38),
  (14.60, 120.98), (-22.91, -43.17), (23.13, 113.26), (34.05, -118.24), (55.76, 37.62),
  (-4.44, 15.27), (48.86, 2.35), (-6.21, 106.85), (4.71, -74.07), (-12.05, -77.04),
  (13.76, 100.50), (37.57, 126.98), (51.51, -0.13), (35.69, 51.39), (10.82, 106.63),
  (22.32, 114.17), (33.31, 44.36), (1.35, 103.82), (-33.45, -70.67), (24.71, 46.68),
  (59.93, 30.34), (-33.87, 151.21), (-37.81, 144.96), (52.52, 13.41), (-1.29, 36.82),
  (40.42, -3.70), (43.65, -79.38), (-26.20, 28.05), (41.90, 12.50), (47.61, -122.33),
  (21.31, -157.86), (-36.85, 174.76), (-18.14, 178.44), (64.15, -21.94), (69.65, 18.96),
  (61.22, -149.90), (-54.80, -68.30), (78.22, 15.64), (64.73, 177.51), (-17.53, -149.57),
]

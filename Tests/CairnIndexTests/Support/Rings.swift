import CairnGeodesy
import TestSupport

/// Returns a star around a place, or a ring through places, sometimes with poles and straight
/// angles.
func ring(
  for points: [Coordinate], using random: inout SeededGenerator
) -> [Coordinate] {
  let count = Int.random(in: 3...12, using: &random)
  let center = points.randomElement(using: &random) ?? coordinate(&random)
  switch Int.random(in: 0..<4, using: &random) {
  case 0: return (0..<count).map { _ in points.randomElement(using: &random) ?? center }
  case 1: return (0..<count).map { _ in coordinate(&random) }
  case 2:
    return (0..<count).map { number in
      let latitude = [90, -90, 45, 0, -30][Int.random(in: 0..<5, using: &random)]
      return Coordinate(latitude: Double(latitude), longitude: Double(number % 4) * 90)
    }
  default:
    let size = Double.random(in: 0.01...30, using: &random)
    return (0..<count).map { number in
      center.destination(
        bearing: 360 * Double(number) / Double(count),
        distance: size * 111_000 * .random(in: 0.3...1, using: &random))
    }
  }
}

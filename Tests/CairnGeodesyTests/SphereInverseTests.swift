import CairnGeodesy
import Testing

/// Distances and bearings on the sphere against values computed with 50 digits.
struct SphereInverseTests {
  @Test func distances() throws {
    let file = try VectorFile("sphere_inverse_hp.csv")
    var worst: [String: Double] = [:]
    for (row, numbers) in zip(file.rows, file.numbers) {
      let start = Coordinate(latitude: numbers[1], longitude: numbers[2])
      let end = Coordinate(latitude: numbers[3], longitude: numbers[4])
      let error = (start.distance(to: end) - numbers[6]).magnitude
      worst[row[0], default: 0] = max(worst[row[0], default: 0], error)
      #expect(error <= 1e-8, "\(row)")
      if numbers[6] < 2000, numbers[6] > 1e-30 {
        #expect(error <= 1e-15 * numbers[6], "\(row)")
        worst[row[0] + " relative", default: 0] = max(
          worst[row[0] + " relative", default: 0], error / numbers[6])
      }
    }
  }
}

import CairnGeodesy
import CairnIndex
import Testing

@Suite struct PlaceIndexExactnessTests {
  /// Everything that starts from a centre equals brute force, bit for bit.
  @Test(arguments: PointClass.allCases)
  func equalsBruteForce(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 1)
    var asked = 0
    while asked < queriesPerClass {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      let brute = BruteForce(points: points)
      let queries = points.count > 1000 ? 40 : 20
      for _ in 0..<queries {
        let center = kind.center(for: points, using: &random)
        let radius = kind.radius(around: center, for: points, using: &random)
        let all = brute.ordered(from: center)
        let inside = Array(all.prefix { $0.distance <= radius })
        let wanted = Int.random(in: 1...40, using: &random)

        #expect(BruteForce.answers(index.within(radius, of: center)) == inside)
        #expect(index.count(within: radius, of: center) == inside.count)
        #expect(index.containsAny(within: radius, of: center) == !inside.isEmpty)
        #expect(
          BruteForce.answers(index.nearest(to: center, count: wanted)) == Array(all.prefix(wanted)))
        #expect(
          BruteForce.answers(index.nearest(to: center, count: wanted, within: radius))
            == Array(inside.prefix(wanted)))
        asked += 5
      }
    }
  }
}

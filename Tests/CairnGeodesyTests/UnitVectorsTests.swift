import CairnGeodesy
import Testing

struct UnitVectorsTests {
  @Test func theFilterAgreesWithASingleComparison() {
    var random = SeededGenerator(seed: 51)
    var places = (0..<1003).map { _ in random.coordinate() }
    places[500] = Coordinate(latitude: .nan, longitude: 0)
    let vectors = UnitVectors(places)
    #expect(vectors.count == 1003 && vectors[7] == places[7].unitVector)
    for metres in [-1.0, 0, 1e5, 5e6, 1e7, .infinity, .nan] {
      let bound = Sphere.mean.squaredChord(ofDistance: metres)
      for center in places.prefix(10).map(\.unitVector) {
        let expected = places.indices.filter {
          places[$0].unitVector.squaredChord(to: center) <= bound
        }
        #expect(vectors.offsets(within: bound, of: center) == expected)
        #expect(vectors.count(within: bound, of: center) == expected.count)
      }
    }
    #expect(vectors.count(within: 4, of: places[500].unitVector) == 0)
    #expect(UnitVectors([]).count(within: 4, of: places[0].unitVector) == 0)
  }
}
